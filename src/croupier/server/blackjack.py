"""Advice about hands of blackjack."""

from collections.abc import Iterator
from functools import lru_cache

from croupier.cards import Card
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.house.views.blackjack.shown import BoxesShown, SharedShown
from croupier.house.views.layout import HandShown
from croupier.house.views.shown import Offer, TableShown
from croupier.odds.blackjack.strategy.holding import Holding, holding
from croupier.server.wire import Advised, Private

MAX_CACHED_HANDS = 4096
"""Hands whose prices are cached."""
PRICED_OFFERS = ("decide", "surrender", "insure", "take-even-money")
"""The offers that are decisions about a player's own hand."""


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
