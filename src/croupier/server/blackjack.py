"""Advice about hands of blackjack, and what there is to learn about them."""

from collections.abc import Iterator
from functools import lru_cache

from croupier.cards import Card, Composition
from croupier.games.blackjack.hand import Hand, value
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.house.views.blackjack.shown import BoxesShown, SharedShown
from croupier.house.views.layout import HandShown
from croupier.house.views.shown import Offer, TableShown
from croupier.odds.blackjack.strategy.holding import Holding, holding
from croupier.server.lessons import PracticeQuestion, Square, Squares
from croupier.server.wire import Advised, Private

MAX_CACHED_HANDS = 4096
"""Hands whose prices are cached."""
PRICED_OFFERS = ("decide", "surrender", "insure", "take-even-money")
"""The offers that are decisions about a player's own hand."""
IN_ORDER = ("hit", "stand", "double", "split", "surrender")
"""The decisions as players name them."""
DECLINE = "decline"
"""The word for leaving an offer."""


def advised(round: TableShown, private: Private) -> Iterator[Advised]:
    """Advice for every hand that a player may decide about now."""
    game, lies = find(round.game, round.terms.rulings, round.terms.edition), round.lies
    assert isinstance(game, Blackjack)
    assert isinstance(lies, BoxesShown | SharedShown)
    also = [offer.command for offer in private.offers if offer.command == "surrender"]
    for offer in private.offers:
        hand = _hand(round, private, offer) if offer.command in PRICED_OFFERS and offer.owner is None else None
        if hand is None or not lies.dealer.cards:
            continue
        up = lies.dealer.cards[0]
        # The printed card starts every hand; a hand formed by splitting starts with a card of the same rank.
        held = hand.cards[1:] if game.printed else hand.cards
        prices = _priced(game, round.terms.decks, tuple(sorted(held)), None if game.printed else up)
        ev = _open(prices, offer, also)
        best = next(iter(ev))
        yield Advised(
            command=offer.command,
            box=offer.box,
            cards=hand.cards,
            up=up,
            best=best,
            ev=ev,
            cost={name: ev[best] - worth for name, worth in ev.items()},
        )


def _hand(round: TableShown, private: Private, offer: Offer) -> HandShown | None:
    """The hand in play that an offer is about; the first hand if none is in play."""
    own, lies = private.own, round.lies
    if isinstance(lies, BoxesShown):
        box = next((box for box in lies.boxes if box.number == offer.box), None)
        hands, at = (box.hands, box.at) if box else ((), None)
    else:
        hands, at = (own.hands, own.at) if own else ((), None)
    return hands[(at or 1) - 1] if hands else None


def _open(prices: Holding, offer: Offer, also: list[str]) -> dict[str, float]:
    if offer.command == "insure":
        worth = {"insure": float(prices.insurance or 0), "decline": 0.0}
    else:
        options = {*offer.options, *also} if offer.command == "decide" else set(prices.ev)
        worth = {name: float(ev) for name, ev in prices.ev.items() if name in options}
    return dict(sorted(worth.items(), key=lambda item: -item[1]))


@lru_cache(MAX_CACHED_HANDS)
def _priced(game: Blackjack, decks: int, held: tuple[Card, ...], up: Card | None) -> Holding:
    return holding(game, game.shoe(decks), " ".join(held), up)


def asked(round: TableShown, private: Private) -> PracticeQuestion | None:
    """The decision that a player has to make now, with the value of each word; None where there is none."""
    own = private.own
    if own is None or own.choice is not None or own.surrendered or own.even_money:
        return None
    found = sorted(advised(round, private), key=lambda each: each.command != "decide")
    return _question(found[0], private) if found else None


def _question(advice: Advised, private: Private) -> PracticeQuestion:
    assert private.own is not None
    main = next(each.stake for each in private.own.stakes if each.wager == "main")
    ev = dict(advice.ev)
    if advice.command == "decide":
        words = tuple(word for word in IN_ORDER if word in ev)
        commands = {word: {"command": "decide", "action": word} for word in words if word != "surrender"}
        commands |= {word: {"command": word} for word in words if word == "surrender"}
    else:
        taken = TAKEN_BY[advice.command]
        words = (taken, DECLINE)
        ev = {taken: ev[taken], DECLINE: max(worth for word, worth in ev.items() if word != taken)}
        commands = {taken: {"command": advice.command}}
    return PracticeQuestion(
        command=advice.command,
        box=advice.box,
        cards=advice.cards,
        up=advice.up,
        stake=main // 2 if advice.command == "insure" else main,
        ev=dict(sorted(ev.items(), key=lambda item: -item[1])),
        words=words,
        commands=commands,
    )


TAKEN_BY = {"surrender": "surrender", "insure": "insure", "take-even-money": "even-money"}
"""The word, in the values of a hand, by which each offer is taken."""


def squares(game: Game, shoe: Composition) -> Squares:
    """The squares of the best chart, each with two-card hands that are such a case, and what every decision costs."""
    from croupier.odds.strategy import strategy

    assert isinstance(game, Blackjack)
    sheet = strategy(game, shoe).sheet
    hands = _openings(game)
    made = (
        Square(
            key=f"{part}-{row}-{up}",
            part=part,
            deals=tuple({"player": held, "dealer": (game.printed or _of(up, "D"),)} for held in hands[part, row]),
            options=tuple(each for each in IN_ORDER if each in square.ev),
            right=square.action,
            cost={word: float(square.ev[square.action] - worth) for word, worth in square.ev.items()},
            clauses=(game.law.choices,),
        )
        for part, rows in sheet.parts.items()
        for row, by_up in rows.items()
        for up, square in by_up.items()
        if (part, row) in hands
    )
    return Squares(game.name, shoe.decks, "strategy", tuple(made))


def _openings(game: Blackjack) -> dict[tuple[str, str], list[tuple[Card, ...]]]:
    """All opening hands of two ranks by the part and the row of the chart that they are in."""
    found: dict[tuple[str, str], list[tuple[Card, ...]]] = {}
    firsts = [game.printed] if game.printed else [_of(rank, "S") for rank in VALUES_ONCE]
    for first in firsts:
        for rank in VALUES_ONCE:
            held = (first, _of(rank, "H"))
            hand = Hand.of(*held)
            if hand.blackjack:
                continue
            pair = value(held[0]) == value(held[1])
            part, row = ("pairs", rank) if pair else ("soft" if hand.soft else "hard", str(hand.total))
            found.setdefault((part, row), []).append(held)
    return found


VALUES_ONCE = "A23456789T"
"""One rank of every value."""


def _of(rank: str, suit: str) -> Card:
    return Card(rank + suit)
