"""What all games share about things going wrong: how it is offered, checked, ruled upon, and shown before it is done.

A round offers its irregularities in `expects` like anything else, marked `irregular`, each with the least position it
needs and the clause it rests on. So the guide for the pit is read from the rounds themselves; there is no second list.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol

import msgspec

from croupier.cards import Card
from croupier.games.game import Game
from croupier.games.messages import CardTakenBack, DeclareDrawnTogether, RoundVoided, RulingGiven
from croupier.games.round import Command, Event, Expected, Phase, Role, tag
from croupier.money import dollars
from croupier.refused import Refused
from croupier.rulebook import Citation


def offer(command: str, by: Role, clause: Citation, prompt: str, **more: Any) -> Expected:
    """One thing that may be declared to have gone wrong."""
    return Expected(command=command, by=by, clause=clause, prompt=prompt, irregular=True, **more)


def answers(expected: Expected, command: Command) -> bool:
    """Whether a command is the one expected; cards drawn together are two, by whether their order is known."""
    if expected.command != tag(command):
        return False
    if isinstance(command, DeclareDrawnTogether):
        return expected.options == ("known" if command.known else "unknown",)
    return True


def ruled(
    reason: str, effect: Literal["void", "stands"], clause: Citation, by: Role
) -> Iterator[RulingGiven | RoundVoided]:
    """What the Gaming Shift Manager decides, always with a reason."""
    if not reason.strip():
        raise Refused("a ruling gives its reason", clause)
    yield RulingGiven(reason=reason, effect=effect, clause=clause, by=by)
    if effect == "void":
        yield RoundVoided(clause=clause, by=by, why=reason)


def offer_back(last: Card, clause: Citation) -> Expected:
    """A step back: cards decide and displays tell of them, and what was entered is a display."""
    said = f"{last} was entered wrongly: take it back"
    return offer("take-back-card", Role.DEALER, clause, said, options=(last,))


def taken_back(last: Card, card: Card, clause: Citation, by: Role) -> CardTakenBack:
    """The last card off the table again, if it is the one that is meant."""
    if card != last:
        raise Refused(f"the last card that was entered is {last}, not {card}", clause)
    return CardTakenBack(card=card, clause=clause, by=by)


def from_virtual_shoe(offers: Iterable[Expected]) -> list[Expected]:
    """What stays of the offers where nobody enters cards: none can have been entered wrongly."""
    return [each for each in offers if each.command not in ("take-back-card", "correct-cards")]


def of_earlier_round(offers: Iterable[Expected]) -> list[Expected]:
    """What a settled round offers when the next one has opened.

    A wrong number of cards that is found only then stands, unless the Gaming Shift Manager orders otherwise (R-111).
    """
    manager = {"by": Role.GAMING_SHIFT_MANAGER, "clause": Citation("R-111")}
    return [
        msgspec.structs.replace(each, **manager) if each.command in ("reconstruct", "void-round") else each
        for each in offers
    ]


def check_copies(game: Game, decks: int, cards: Iterable[Card]) -> None:
    """Refuse cards that so many decks cannot hold."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            raise Refused(f"{decks} decks hold no more than {decks} of {card}", game.clause("2.1"))


def check_same_cards(out: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a reconstruction of other cards than those that are out, or one that changes nothing."""
    check_all_cards(out, given, clause)
    if given == out:
        raise Refused("the cards lie like that already", clause)


def check_all_cards(out: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a reconstruction that leaves out a card that is out."""
    if missing := Counter(out) - Counter(given):
        raise Refused(f"these cards are out and must be among them: {' '.join(missing.elements())}", clause)


def check_together(cards: Sequence[Card], known: bool, clause: Citation) -> None:
    """Refuse a single card that was drawn together with none."""
    if known and len(cards) < 2:
        raise Refused("cards drawn together are two or more", clause)


def check_waiting(waiting: Sequence[Card], card: Card, clause: Citation) -> None:
    """Refuse another card while one that is out already waits to be dealt."""
    if waiting and card != waiting[0]:
        raise Refused(f"{waiting[0]} is out already and is dealt next, not {card}", clause)


def check_late(bettor: str, wager: str, stake: int, amount: int, unit: int, clause: Citation) -> None:
    """Refuse to return what was not staked."""
    if not 0 < amount <= stake or amount % unit:
        raise Refused(f"{bettor} has {dollars(stake)} on {wager}, of which {dollars(amount)} cannot go back", clause)


class Staked(Protocol):
    """A round of any game, as far as its wagers go."""

    @property
    def phase(self) -> Phase:
        """Where it is."""

    def wagers(self) -> dict[str, dict[str, int]]:
        """What everybody has staked on what."""

    def nets(self) -> dict[str, int]:
        """What everybody is up or down."""


class Preview(msgspec.Struct, frozen=True):
    """What a command would do, before it is done."""

    events: tuple[Event, ...]
    phase: Phase
    wagers: dict[str, dict[str, str]]
    """For everybody and each of their wagers: returned, in part or whole, or that it stands."""
    nets: dict[str, tuple[int, int]]
    """Where the round was settled: what everybody's result was and would be."""


def preview(
    decide: Callable[[Any, Any, Role], Sequence[Event]],
    evolve: Callable[[Any, Any], Staked],
    round: Staked,
    command: Command,
    by: Role,
) -> Preview:
    """Try a command on a round that nobody sees: rounds are values, so nothing is done by it."""
    after, events = round, tuple(decide(round, command, by))
    for event in events:
        after = evolve(after, event)
    left: dict[str, dict[str, int]] = {} if after.phase is Phase.VOID else after.wagers()
    wagers = {
        bettor: {wager: _effect(stake, left.get(bettor, {}).get(wager, 0)) for wager, stake in stakes.items()}
        for bettor, stakes in round.wagers().items()
    }
    known = (Phase.SETTLED, Phase.VOID)
    before, then = (each.nets() if each.phase in known else {} for each in (round, after))
    nets = {bettor: (net, then.get(bettor, 0)) for bettor, net in before.items()} if after.phase in known else {}
    return Preview(events, after.phase, wagers, nets)


def _effect(stake: int, left: int) -> str:
    if left >= stake:
        return "stands"
    back = f"{dollars(stake - left)} returned"
    return f"{back}, {dollars(left)} stands" if left else back
