"""What all games share about things going wrong: how it is offered, checked, ruled upon, and shown before it is done.

A round offers its irregularities in `expects` like anything else, marked `irregular`, each with the least position it
needs and the clause it rests on. So the guide for the pit is read from the rounds themselves; there is no second list.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from croupier.cards import Card
from croupier.games.game import Game
from croupier.games.messages import (
    CardTakenBack,
    Course,
    DeclareDrawnTogether,
    FaceUpCardFound,
    ReadyCardsRuled,
    RoundVoided,
    RulingGiven,
)
from croupier.games.round import OVER, Command, Event, Expected, Phase, Role, carries_cards, tag
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

KNOWN_EARLY = Citation("R-22")
"""A card that is known before the round's first one is a matter for staff: burned, or played."""
BURN_OR_PLAY = ("burn", "play")
UNKNOWN_ORDER = Sentence("order-unknown-void")
UNTIL_NEXT = ("reconstruct", "void-round")
"""What staff may do about a settled round until the next one opens, and only the Gaming Shift Manager after (R-111)."""


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
        raise Refused("ruling-without-grounds", clause)
    yield RulingGiven(reason=reason, effect=effect, clause=clause, by=by)
    if effect == "void":
        yield RoundVoided(clause=clause, by=by, why=reason)


def offer_back(last: Card, clause: Citation) -> Expected:
    """A step back: cards decide and displays tell of them, and what was entered is a display."""
    said = Sentence("take-back-wrong-entry", card=last)
    return offer("take-back-card", Role.DEALER, clause, said, options=(last,))


def taken_back(last: Card, card: Card, clause: Citation, by: Role) -> CardTakenBack:
    """The last card off the table again, if it is the one that is meant."""
    if card != last:
        raise Refused("not-last-entered-card", clause, last=last, card=card)
    return CardTakenBack(card=card, clause=clause, by=by)


def offer_face_up(early: bool, clause: Citation, known_early: Citation = KNOWN_EARLY) -> Expected:
    """A card that lies face up: played as normal, but ruled upon before the round's first card (R-22)."""
    if early:
        said = Sentence("face-up-burn-or-play")
        return offer(
            "find-face-up-card", Role.PIT_MANAGER, known_early, said, options=BURN_OR_PLAY, suggested=BURN_OR_PLAY[0]
        )
    return offer("find-face-up-card", Role.DEALER, clause, Sentence("face-up-played-normally"))


def face_up(card: Card, course: Course | None, expected: Expected, by: Role) -> FaceUpCardFound:
    """What becomes of a card that lies face up: as staff rule where they may, burned where they say nothing."""
    early = expected.options != ()
    if course == "burn" and not early:
        raise Refused("face-up-after-first-card", expected.clause)
    burned = early and course != "play"
    return FaceUpCardFound(card=card, burned=burned, clause=expected.clause, by=by)


def offer_ready(clause: Citation = KNOWN_EARLY) -> Expected:
    """Cards that were out before the round's first one: burned or played, before any card is dealt (R-22)."""
    said = Sentence("rule-on-early-cards")
    return offer("rule-ready-cards", Role.PIT_MANAGER, clause, said, options=BURN_OR_PLAY, suggested=BURN_OR_PLAY[0])


def ready_ruled(cards: tuple[Card, ...], course: Course, by: Role, clause: Citation = KNOWN_EARLY) -> ReadyCardsRuled:
    """What staff rule on them."""
    return ReadyCardsRuled(cards=cards, burned=course == "burn", clause=clause, by=by)


def not_ruled(clause: Citation = KNOWN_EARLY) -> Refused:
    """Why no card is dealt yet."""
    return Refused("early-cards-not-ruled", clause)


def offer_correction(clause: Citation) -> Expected:
    """Cards read wrongly: what was shown of them is a display, and the cards that were dealt decide."""
    return offer("correct-cards", Role.PIT_SUPERVISOR, clause, Sentence("card-misread"))


def check_correction(read: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a correction that is none, and one that tells of more or fewer cards than came."""
    if len(given) != len(read):
        raise Refused("dealt-cards-miscounted", clause, dealt=len(read), given=len(given))
    if given == read:
        raise Refused("cards-already-on-record", clause)


def taken_away(cards: Sequence[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Cards without some of them, each taken away once, the latest first.

    >>> from croupier.cards import cards
    >>> taken_away(cards("8S KH 4C KH"), cards("KH"))
    (8S, KH, 4C)
    """
    left = list(cards)[::-1]
    for card in gone:
        left.remove(card)
    return tuple(left[::-1])


def from_virtual_shoe(offers: Iterable[Expected], commands: Mapping[str, type[Command]]) -> list[Expected]:
    """What stays of the offers where nobody enters cards: none can have been read, entered or laid out wrongly."""
    return [each for each in offers if not carries_cards(commands[each.command])]


def once_next_began(offers: Iterable[Expected]) -> list[Expected]:
    """What a settled round offers when the next one has opened.

    The number of its cards is as it is unless the Gaming Shift Manager orders otherwise (R-111); that a display was
    wrong or a wager late may be found at any time.
    """
    orders = {"by": Role.GAMING_SHIFT_MANAGER, "clause": Citation("R-111")}
    return [msgspec.structs.replace(each, **orders) if each.command in UNTIL_NEXT else each for each in offers]


def offer_terminals(staked: Iterable[str], lost: Sequence[str], clause: Citation) -> Iterator[Expected]:
    """Terminals with a wager in the round that may fail, and those that have and may come back."""
    gone = set(lost)
    if there := tuple(bettor for bettor in staked if bettor not in gone):
        said = Sentence("terminal-failed")
        yield offer("lose-terminal", Role.DEALER, clause, said, bettors=there)
    if lost:
        said = Sentence("terminal-back")
        yield offer("find-terminal", Role.DEALER, clause, said, bettors=tuple(lost))


def without(lost: tuple[str, ...], bettor: str) -> tuple[str, ...]:
    """The terminals that are lost when one of them has been heard of."""
    if bettor not in lost:
        return lost
    at = lost.index(bettor)
    return lost[:at] + lost[at + 1 :]


def offer_withdrawal(staked: Mapping[str, Collection[str]], clause: Citation) -> Iterator[Expected]:
    """Wagers that may be taken back: bettors with the same ones are asked together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for bettor, wagers in staked.items():
        alike.setdefault(tuple(wagers), []).append(bettor)
    for wagers, bettors in alike.items():
        said = Sentence("take-back-some-wager")
        yield Expected(
            command="withdraw-wager",
            by=Role.PLAYER,
            clause=clause,
            prompt=said,
            wagers=wagers,
            bettors=tuple(bettors),
        )


def offer_return(late: Iterable[tuple[str, str, int]], unit: int, clause: Citation) -> Iterator[Expected]:
    """Wagers that may turn out to have been placed too late: whose, which, and from how much on."""
    if found := list(late):
        yield offer(
            "return-late-wager",
            Role.PIT_SUPERVISOR,
            clause,
            Sentence("return-late-wager"),
            bettors=tuple(dict.fromkeys(bettor for bettor, _, _ in found)),
            wagers=tuple(dict.fromkeys(wager for _, wager, _ in found)),
            least=unit,
            most=max(stake for _, _, stake in found),
        )


def check_bettors(expected: Expected, bettor: str) -> None:
    """Refuse somebody whom an offer is not for."""
    if expected.bettors is not None and bettor not in expected.bettors:
        raise Refused("not-open-to-bettor", expected.clause, bettor=bettor)


def check_copies(game: Game, decks: int, cards: Iterable[Card]) -> None:
    """Refuse cards that so many decks cannot hold."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            raise Refused("too-many-copies-of-card", game.clause("2.1"), decks=decks, most=decks, card=card)


def check_same_cards(out: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a reconstruction of other cards than those that are out, or one that changes nothing."""
    check_all_cards(out, given, clause)
    if given == out:
        raise Refused("cards-lie-so-already", clause)


def check_all_cards(out: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a reconstruction that leaves out a card that is out."""
    if missing := Counter(out) - Counter(given):
        raise Refused("outstanding-cards-missing", clause, missing=tuple(missing.elements()))


def check_together(cards: Sequence[Card], known: bool, clause: Citation) -> None:
    """Refuse a single card that was drawn together with none."""
    if known and len(cards) < 2:
        raise Refused("drawn-together-fewer-than-two", clause)


def check_waiting(waiting: Sequence[Card], card: Card, clause: Citation) -> None:
    """Refuse another card while one that is out already waits to be dealt."""
    if waiting and card != waiting[0]:
        raise Refused("waiting-card-dealt-first", clause, waiting=waiting[0], card=card)


def check_late(bettor: str, wager: str, stake: int, amount: int, unit: int, clause: Citation) -> None:
    """Refuse to return what was not staked."""
    if not 0 < amount <= stake or amount % unit:
        raise Refused("stake-not-returnable", clause, bettor=bettor, stake=stake, wager=wager, amount=amount)


class StakedRound(Protocol):
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
    evolve: Callable[[Any, Any], StakedRound],
    round: StakedRound,
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
    known = OVER
    before, then = (each.nets() if each.phase in known else {} for each in (round, after))
    nets = {bettor: (net, then.get(bettor, 0)) for bettor, net in before.items()} if after.phase in known else {}
    return Preview(events, after.phase, wagers, nets)


def _effect(stake: int, left: int) -> str:
    if left >= stake:
        return "stands"
    back = Sentence("stake-returned", returned=stake - left)
    return Sentence("returned-and-stands", returned=back, left=left) if left else back
