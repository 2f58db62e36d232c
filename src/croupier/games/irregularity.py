"""Irregularities, as far as all games share them: how they are offered, checked, ruled upon and previewed.

A round offers its irregularities in `expects` like anything else, marked `irregular`, each with the lowest position
that may declare it and the clause it rests on. The guide for the pit is read from the rounds themselves; there is no
second list.
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
"""Staff decide about a card that is known before the round's first card: burn it or play it."""
BURN_OR_PLAY: tuple[Course, ...] = ("burn", "play")
EARLY: Mapping[str, tuple[Course, ...]] = {"b": BURN_OR_PLAY[::-1], "c": ("reshuffle",)}
"""What may be done with cards that are known early, the course proposed first, by other readings than the default."""
UNKNOWN_ORDER = Sentence("order-unknown-void")
UNTIL_NEXT = ("reconstruct", "void-round")
"""What staff may do about a settled round until the next one opens, and only the Gaming Shift Manager after (R-111)."""


def void_undoes_all(game: Game) -> bool:
    """Whether a void undoes everything in the round; if not, what was settled before stays so (R-01)."""
    return game.reads("R-01") != "b"


def offer(command: str, by: Role, clause: Citation, prompt: str, **more: Any) -> Expected:
    """An offer to declare an irregularity."""
    return Expected(command=command, by=by, clause=clause, prompt=prompt, irregular=True, **more)


def answers(expected: Expected, command: Command) -> bool:
    """Whether a command takes up an offer; `declare-drawn-together` has two, for a known and for an unknown order."""
    if expected.command != tag(command):
        return False
    if isinstance(command, DeclareDrawnTogether):
        return expected.options == ("known" if command.known else "unknown",)
    return True


def ruled(
    reason: str, effect: Literal["void", "stands"], clause: Citation, by: Role
) -> Iterator[RulingGiven | RoundVoided]:
    """The events of a ruling by the Gaming Shift Manager; refused without a reason."""
    if not reason.strip():
        raise Refused("ruling-without-grounds", clause)
    yield RulingGiven(reason=reason, effect=effect, clause=clause, by=by)
    if effect == "void":
        yield RoundVoided(clause=clause, by=by, why=reason)


def offer_back(last: Card, clause: Citation) -> Expected:
    """An offer to undo the last card entry: an entry is only a display, and the card on the table decides."""
    prompt = Sentence("take-back-wrong-entry", card=last)
    return offer("take-back-card", Role.DEALER, clause, prompt, options=(last,))


def taken_back(last: Card, card: Card, clause: Citation, by: Role) -> CardTakenBack:
    """The event that undoes the last card entry; refused where another card is named."""
    if card != last:
        raise Refused("not-last-entered-card", clause, last=last, card=card)
    return CardTakenBack(card=card, clause=clause, by=by)


def early_courses(rules: Game) -> tuple[Course, ...]:
    """What staff may do with cards that are known before the round's first one, the course proposed first (R-22)."""
    return EARLY.get(rules.reads("R-22"), BURN_OR_PLAY)


def offer_face_up(
    early: bool, clause: Citation, known_early: Citation = KNOWN_EARLY, courses: tuple[Course, ...] = BURN_OR_PLAY
) -> Expected:
    """An offer to report a face-up card: it is played, but before the round's first card staff rule on it (R-22)."""
    if early:
        prompt = Sentence("face-up-burn-or-play"), Sentence("face-up-reshuffle")
        return _offer_early("find-face-up-card", known_early, courses, *prompt)
    return offer("find-face-up-card", Role.DEALER, clause, Sentence("face-up-played-normally"))


def _offer_early(command: str, clause: Citation, courses: tuple[Course, ...], choose: str, reshuffle: str) -> Expected:
    alone = len(courses) == 1
    options, prompt = (courses, reshuffle) if alone else (BURN_OR_PLAY, choose)
    return offer(command, Role.PIT_MANAGER, clause, prompt, options=options, suggested=courses[0])


def face_up(card: Card, course: Course | None, expected: Expected, by: Role) -> FaceUpCardFound:
    """The event for a face-up card: before the first card as staff rule, or as proposed; played after it."""
    early = expected.options != ()
    if course in ("burn", "reshuffle") and not early:
        raise Refused("face-up-after-first-card", expected.clause)
    burned = early and _open_course(course, expected) != "play"
    return FaceUpCardFound(card=card, burned=burned, clause=expected.clause, by=by)


def offer_ready(clause: Citation = KNOWN_EARLY, courses: tuple[Course, ...] = BURN_OR_PLAY) -> Expected:
    """An offer to rule on cards that were out before the round's first one (R-22)."""
    prompt = Sentence("rule-on-early-cards"), Sentence("early-cards-reshuffle")
    return _offer_early("rule-ready-cards", clause, courses, *prompt)


def ready_ruled(cards: tuple[Card, ...], course: Course, by: Role, clause: Citation = KNOWN_EARLY) -> ReadyCardsRuled:
    """The event of a ruling on cards that were out early."""
    return ReadyCardsRuled(cards=cards, burned=course != "play", clause=clause, by=by)


def shuffled_anew(course: Course | None, expected: Expected, by: Role) -> Iterator[RoundVoided]:
    """Where cards known early are shuffled anew, the end of the round, of which nothing has been dealt yet (R-22)."""
    if expected.options and _open_course(course, expected) == "reshuffle":
        yield RoundVoided(clause=expected.clause, by=by, why=Sentence("card-known-early"))


def _open_course(course: str | None, expected: Expected) -> str:
    ruled = course or expected.suggested or ""
    if ruled not in expected.options:
        raise Refused("course-not-open", expected.clause, course=ruled, open=expected.options)
    return ruled


def not_ruled(clause: Citation = KNOWN_EARLY) -> Refused:
    """The refusal of a card before that ruling."""
    return Refused("early-cards-not-ruled", clause)


def offer_correction(clause: Citation) -> Expected:
    """An offer to correct misread cards: the cards that were dealt decide, not the display of them."""
    return offer("correct-cards", Role.PIT_SUPERVISOR, clause, Sentence("card-misread"))


def check_correction(read: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a correction that changes nothing, or that names more or fewer cards than were dealt."""
    if len(given) != len(read):
        raise Refused("dealt-cards-miscounted", clause, dealt=len(read), given=len(given))
    if given == read:
        raise Refused("cards-already-on-record", clause)


def taken_away(cards: Sequence[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The cards without some of them: of each its last copy is removed.

    >>> from croupier.cards import cards
    >>> taken_away(cards("8S KH 4C KH"), cards("KH"))
    (8S, KH, 4C)
    """
    left = list(cards)[::-1]
    for card in gone:
        left.remove(card)
    return tuple(left[::-1])


def from_virtual_shoe(offers: Iterable[Expected], commands: Mapping[str, type[Command]]) -> list[Expected]:
    """The offers that remain with a virtual shoe: nobody enters cards, so none can be misread or laid out wrongly."""
    return [each for each in offers if not carries_cards(commands[each.command])]


def once_next_began(offers: Iterable[Expected]) -> list[Expected]:
    """The offers of a settled round once the next one has opened.

    Only the Gaming Shift Manager may still reconstruct or void it (R-111); a wrong display or a late wager may be
    declared at any time.
    """
    orders = {"by": Role.GAMING_SHIFT_MANAGER, "clause": Citation("R-111")}
    return [msgspec.structs.replace(each, **orders) if each.command in UNTIL_NEXT else each for each in offers]


def offer_terminals(staked: Iterable[str], lost: Sequence[str], clause: Citation) -> Iterator[Expected]:
    """Offers to declare a terminal with a wager as failed, and a failed one as back."""
    gone = set(lost)
    if there := tuple(bettor for bettor in staked if bettor not in gone):
        yield offer("lose-terminal", Role.DEALER, clause, Sentence("terminal-failed"), bettors=there)
    if lost:
        yield offer("find-terminal", Role.DEALER, clause, Sentence("terminal-back"), bettors=tuple(lost))


def without(lost: tuple[str, ...], bettor: str) -> tuple[str, ...]:
    """The failed terminals without this one, which was heard of again."""
    if bettor not in lost:
        return lost
    at = lost.index(bettor)
    return lost[:at] + lost[at + 1 :]


def offer_withdrawal(staked: Mapping[str, Collection[str]], clause: Citation) -> Iterator[Expected]:
    """Offers to withdraw wagers while bets are open; bettors with the same wagers share one offer."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for bettor, wagers in staked.items():
        alike.setdefault(tuple(wagers), []).append(bettor)
    for wagers, bettors in alike.items():
        yield Expected(
            command="withdraw-wager",
            by=Role.PLAYER,
            clause=clause,
            prompt=Sentence("take-back-some-wager"),
            wagers=wagers,
            bettors=tuple(bettors),
        )


def returns_lost(game: Game) -> bool:
    """Whether a late wager is returned although it lost (R-29)."""
    return game.reads("R-29") != "b"


def offer_return(late: Iterable[tuple[str, str, int]], unit: int, clause: Citation) -> Iterator[Expected]:
    """An offer to return wagers that were placed too late, given as (bettor, wager, stake); in whole units."""
    if wagers := list(late):
        yield offer(
            "return-late-wager",
            Role.PIT_SUPERVISOR,
            clause,
            Sentence("return-late-wager"),
            bettors=tuple(dict.fromkeys(bettor for bettor, _, _ in wagers)),
            wagers=tuple(dict.fromkeys(wager for _, wager, _ in wagers)),
            least=unit,
            most=max(stake for _, _, stake in wagers),
        )


def check_bettors(expected: Expected, bettor: str) -> None:
    """Refuse a bettor to whom an offer is not open."""
    if expected.bettors is not None and bettor not in expected.bettors:
        raise Refused("not-open-to-bettor", expected.clause, bettor=bettor)


def check_copies(game: Game, decks: int, cards: Iterable[Card]) -> None:
    """Refuse cards of which there are more copies than decks."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            raise _too_many_copies(game, decks, card)


def check_next_copy(game: Game, decks: int, out: Sequence[Card], card: Card) -> None:
    """Refuse a card of which as many copies as decks are out already."""
    if out.count(card) >= decks:
        raise _too_many_copies(game, decks, card)


def _too_many_copies(game: Game, decks: int, card: Card) -> Refused:
    return Refused("too-many-copies-of-card", game.clause("2.1"), decks=decks, most=decks, card=card)


def check_same_cards(out: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a reconstruction that omits a card that is out, or that changes nothing."""
    check_all_cards(out, given, clause)
    if given == out:
        raise Refused("cards-lie-so-already", clause)


def check_all_cards(out: tuple[Card, ...], given: tuple[Card, ...], clause: Citation) -> None:
    """Refuse a reconstruction that omits a card that is out."""
    if missing := Counter(out) - Counter(given):
        raise Refused("outstanding-cards-missing", clause, missing=tuple(missing.elements()))


def check_together(cards: Sequence[Card], known: bool, clause: Citation) -> None:
    """Refuse fewer than two cards drawn together in a known order."""
    if known and len(cards) < 2:
        raise Refused("drawn-together-fewer-than-two", clause)


def check_waiting(waiting: Sequence[Card], card: Card, clause: Citation) -> None:
    """Refuse another card than the one that is out already and waits to be dealt."""
    if waiting and card != waiting[0]:
        raise Refused("waiting-card-dealt-first", clause, waiting=waiting[0], card=card)


def check_late(bettor: str, wager: str, stake: int, amount: int, unit: int, clause: Citation) -> None:
    """Refuse to return more than was staked, or an amount that is not a multiple of the unit."""
    if not 0 < amount <= stake or amount % unit:
        raise Refused("stake-not-returnable", clause, bettor=bettor, stake=stake, wager=wager, amount=amount)


class StakedRound(Protocol):
    """What a preview needs of a round of any game."""

    @property
    def phase(self) -> Phase:
        """The phase of the round."""

    def wagers(self) -> dict[str, dict[str, int]]:
        """The stakes in cents, by bettor and wager."""

    def nets(self) -> dict[str, int]:
        """The net result of each bettor, in cents."""


class Preview(msgspec.Struct, frozen=True):
    """The effect of a command, computed without applying it."""

    events: tuple[Event, ...]
    phase: Phase
    wagers: dict[str, dict[str, str]]
    """By bettor and wager: whether it stands, or how much of it is returned."""
    nets: dict[str, tuple[int, int]]
    """Where the round is settled: the net result of each bettor before and after, in cents."""


def preview(
    decide: Callable[[Any, Any, Role], Sequence[Event]],
    evolve: Callable[[Any, Any], StakedRound],
    round: StakedRound,
    command: Command,
    by: Role,
) -> Preview:
    """Apply a command to a copy of the round: rounds are immutable values, so nothing changes by it."""
    after, events = round, tuple(decide(round, command, by))
    for event in events:
        after = evolve(after, event)
    left: dict[str, dict[str, int]] = {} if after.phase is Phase.VOID else after.wagers()
    wagers = {
        bettor: {wager: _effect(stake, left.get(bettor, {}).get(wager, 0)) for wager, stake in stakes.items()}
        for bettor, stakes in round.wagers().items()
    }
    before, then = (each.nets() if each.phase in OVER else {} for each in (round, after))
    nets = {bettor: (net, then.get(bettor, 0)) for bettor, net in before.items()} if after.phase in OVER else {}
    return Preview(events, after.phase, wagers, nets)


def _effect(stake: int, left: int) -> str:
    if left >= stake:
        return "stands"
    back = Sentence("stake-returned", returned=stake - left)
    return Sentence("returned-and-stands", returned=back, left=left) if left else back
