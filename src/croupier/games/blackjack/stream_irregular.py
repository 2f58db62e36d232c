"""When things go wrong in Electronic Blackjack: what may be declared, and what the document makes of it."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.shared import Stream
from croupier.games.round import Expected, Phase, Role, tag
from croupier.money import dollars
from croupier.refused import Refused
from croupier.rulebook import Citation

RUNNING = (Phase.BETTING, Phase.DEALING, Phase.OFFERING, Phase.PLAYING, Phase.DRAWING, Phase.COMPLETE)
TAKES_CARDS = (Phase.DEALING, Phase.PLAYING, Phase.DRAWING)


def expects(round: Stream) -> Iterator[Expected]:
    """Everything that may be declared to have gone wrong now."""
    if round.phase is Phase.VOID:
        return
    rules = round.rules
    if round.phase in RUNNING:
        bad = "Foreign, extra, missing or unshuffled cards: void"
        yield _offer("declare-bad-cards", Role.PIT_MANAGER, rules.law("bad_cards"), bad)
    if round.phase is Phase.BETTING and not round.waiting:
        said = "A card lies face up in the shoe: burn it"
        yield _offer("find-face-up-card", Role.PIT_MANAGER, Citation("R-22"), said)
    if round.phase in TAKES_CARDS:
        yield from _expects_of_the_shoe(round)
    if round.cards and round.phase in RUNNING:
        yield _offer("reconstruct", Role.PIT_SUPERVISOR, rules.law("rebuilds"), "Put the cards where they belong")
    if round.phase is Phase.COMPLETE and round.dealer_hand.total >= 17:
        said = "A card drawn to the Dealer's complete hand: take it away"
        yield _offer("remove-dealer-card", Role.DEALER, rules.law("dealer_complete"), said)
    if round.phase is not Phase.BETTING and round.positions:
        said = "A wager placed or raised too late: return it"
        late = _offer("return-late-wager", Role.PIT_SUPERVISOR, rules.law("late"), said)
        yield msgspec.structs.replace(late, bettors=tuple(round.positions))
    yield _offer("correct-display", Role.DEALER, rules.law("display"), "A display was wrong: the cards stand")
    yield _offer("refer", Role.GAMING_SHIFT_MANAGER, rules.law("refers"), "Rule on what no clause covers")


def _expects_of_the_shoe(round: Stream) -> Iterator[Expected]:
    rules = round.rules
    said = "The shoe is empty: void, if the Gaming Shift Manager agrees"
    yield _offer("run-out", Role.GAMING_SHIFT_MANAGER, Citation("R-13"), said)
    if round.waiting:
        return
    said = "A card lies face up in the shoe: it is played as normal"
    yield _offer("find-face-up-card", Role.DEALER, rules.law("face_up"), said)
    known = _offer(
        "declare-drawn-together", Role.PIT_SUPERVISOR, rules.law("together"), "Cards drawn at once, order known"
    )
    yield msgspec.structs.replace(known, options=("known",))
    unknown = _offer("declare-drawn-together", Role.PIT_MANAGER, rules.law("together_unknown"), "Order unknown: void")
    yield msgspec.structs.replace(unknown, options=("unknown",))


def _offer(command: str, by: Role, clause: Citation, prompt: str) -> Expected:
    return Expected(command=command, by=by, clause=clause, prompt=prompt, irregular=True)


def answers(expected: Expected, command: m.AnyCommand) -> bool:
    """Whether a command is the one expected; cards drawn together are two, by whether their order is known."""
    if expected.command != tag(command):
        return False
    if isinstance(command, m.DeclareDrawnTogether):
        return expected.options == ("known" if command.known else "unknown",)
    return True


def follows(round: Stream, command: m.AnyCommand, expected: Expected, by: Role) -> Iterator[m.AnyEvent]:
    """What the document makes of it."""
    clause = expected.clause
    match command:
        case m.DeclareBadCards(kind=kind):
            yield m.RoundVoided(clause=clause, by=by, why=f"{kind} cards")
        case m.DeclareDrawnTogether(cards=cards, known=known):
            if len(cards) < 2 and known:
                raise Refused("cards drawn together are two or more", clause)
            _check_cards(round, (*round.cards, *cards))
            if known:
                yield m.CardsDrawnTogether(cards=cards, clause=clause, by=by)
            else:
                yield m.RoundVoided(clause=clause, by=by, why="cards drawn together in an order that is not known")
        case m.Reconstruct(cards=cards):
            yield _reconstructed(round, cards, clause, by)
        case m.FindFaceUpCard(card=card):
            yield m.FaceUpCardFound(card=card, burned=round.phase is Phase.BETTING, clause=clause, by=by)
        case m.RemoveDealerCard(card=card):
            _check_cards(round, (*round.cards, *round.removed, card))
            yield m.DealerCardRemoved(card=card, clause=clause, by=by)
        case m.CorrectDisplay(said=said):
            yield m.DisplayCorrected(said=said, clause=clause, by=by)
        case m.ReturnLateWager(bettor=bettor, wager=wager, amount=amount):
            yield from _returned(round, bettor, wager, amount, clause, by)
        case m.RunOut():
            yield m.RulingGiven(reason="the shoe is empty", effect="void", clause=clause, by=by)
            yield m.RoundVoided(clause=clause, by=by, why="the shoe is empty")
        case m.Refer(reason=reason, effect=effect):
            if not reason.strip():
                raise Refused("a ruling gives its reason", clause)
            yield m.RulingGiven(reason=reason, effect=effect, clause=clause, by=by)
            if effect == "void":
                yield m.RoundVoided(clause=clause, by=by, why=reason)
        case _:
            raise Refused(f"{tag(command)} is not for this game", round.rules.law("choices"))


def _returned(
    round: Stream, bettor: str, wager: str, amount: int, clause: Citation, by: Role
) -> Iterator[m.WagerReturned]:
    """Part of a wager back; with the whole main wager go the side wagers, which need one."""
    position = round.positions.get(bettor)
    stake = 0 if position is None else position.original if wager == "main" else position.sides.get(wager, 0)
    if not 0 < amount <= stake or amount % round.terms.unit:
        raise Refused(f"{bettor} has {dollars(stake)} on {wager}, of which {dollars(amount)} cannot go back", clause)
    if position and wager == "main" and amount == stake:
        for side, staked in position.sides.items():
            yield m.WagerReturned(bettor=bettor, wager=side, amount=staked, clause=clause, by=by)
    yield m.WagerReturned(bettor=bettor, wager=wager, amount=amount, clause=clause, by=by)


def _reconstructed(round: Stream, cards: tuple[Card, ...], clause: Citation, by: Role) -> m.CardsReconstructed:
    """The very same cards in their right places, with the choices that were made; refused where those cannot stand."""
    from croupier.games.blackjack.stream import rebuilt

    missing = Counter((*round.cards, *round.waiting)) - Counter(cards)
    if missing:
        raise Refused(f"these cards are out and must be among them: {' '.join(missing.elements())}", clause)
    if cards == (*round.cards, *round.waiting):
        raise Refused("the cards lie like that already", clause)
    _check_cards(round, cards)
    for used in range(len(cards), 0, -1):
        event = m.CardsReconstructed(cards=cards[:used], waiting=cards[used:], was=round.cards, clause=clause, by=by)
        if rebuilt(round, event).cards == cards[:used]:
            return event
    raise Refused("no round comes of these cards: refer it to the Gaming Shift Manager", "R-20")


def _check_cards(round: Stream, cards: tuple[Card, ...]) -> None:
    for card, copies in Counter(cards).items():
        if copies > round.terms.decks:
            said = f"{round.terms.decks} decks hold no more than {round.terms.decks} of {card}"
            raise Refused(said, round.rules.clause("2.1"))


def check_waiting(round: Stream, card: Card) -> None:
    """Refuse another card while one that is out already waits to be dealt."""
    if round.waiting and card != round.waiting[0]:
        raise Refused(f"{round.waiting[0]} is out already and is dealt next, not {card}", round.rules.law("rebuilds"))


def evolve(round: Stream, event: m.AnyEvent) -> Stream:
    """The round after it."""
    match event:
        case m.CardsDrawnTogether(cards=cards):
            return msgspec.structs.replace(round, waiting=cards)
        case m.FaceUpCardFound(card=card, burned=burned):
            out = {"removed": (*round.removed, card)} if burned else {"waiting": (card,)}
            return msgspec.structs.replace(round, notes=(*round.notes, event), **out)
        case m.DealerCardRemoved(card=card):
            return msgspec.structs.replace(round, removed=(*round.removed, card), waiting=round.waiting[1:])
        case m.DisplayCorrected() | m.RulingGiven():
            return msgspec.structs.replace(round, notes=(*round.notes, event))
        case m.WagerReturned():
            return _without_late(round, event)
        case _:
            raise Refused(f"{tag(event)} does not happen in {round.terms.game}")


def _without_late(round: Stream, event: m.WagerReturned) -> Stream:
    """Everything here is staked in proportion to the main wager, so what is left of it carries all of it down."""
    position, insured = round.positions[event.bettor], dict(round.insured)
    if event.wager == "main":
        left = position.original - event.amount
        stakes, doubles = dict.fromkeys(position.stakes, left), dict.fromkeys(position.doubles, left)
        position = msgspec.structs.replace(position, original=left, stakes=stakes, doubles=doubles)
        if event.bettor in insured:
            insured[event.bettor] = left // 2
    else:
        sides = {**position.sides, event.wager: position.sides[event.wager] - event.amount}
        position = msgspec.structs.replace(position, sides={name: stake for name, stake in sides.items() if stake})
    positions, way = {**round.positions, event.bettor: position}, dict(round.way)
    if not position.original:
        del positions[event.bettor]
        way.pop(event.bettor, None)
        insured.pop(event.bettor, None)
    return msgspec.structs.replace(
        round, positions=positions, way=way, insured=insured, returned=(*round.returned, event)
    )
