"""A wager outside the limits: over the maximum only the maximum plays; under the minimum it is accepted once.

Law: lucky8 5.26 to 5.28, dueling8 5.23 to 5.25; R-04, R-05.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from croupier.games.blackjack.boxes.room import most_placed
from croupier.games.blackjack.boxes.stakes import needing, stake_of
from croupier.games.blackjack.boxes.state import INITIAL, MOVED_ON, Box, BoxRound
from croupier.games.blackjack.dispatch import Handlers
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.proceedings import WagerPlaced, WagerWithdrawn
from croupier.games.blackjack.variants import Blackjack
from croupier.games.irregularity import offer
from croupier.games.messages import WagerReturned
from croupier.games.round import Command, Event, Expected, Phase, Role, StaffEvent, check_bettor
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence


class NoteWager(Command, frozen=True, tag="note-wager"):
    """The Dealer notes a wager that lies on the layout outside the limits."""

    bettor: str
    wager: str
    stake: int
    box: int


class ExcessReturned(StaffEvent, frozen=True, tag="excess-returned"):
    """The part over the maximum was never at risk and is returned (R-05)."""

    bettor: str
    wager: str
    amount: int
    box: int
    clause: Clause


class UnderMinimumHonoured(StaffEvent, frozen=True, tag="under-minimum-honoured"):
    """A wager under the minimum is accepted this once; the player's next ones are returned."""

    bettor: str
    clause: Clause
    wager: str = ""
    """What they are warned about, where that is not every wager (R-04)."""


class Notable(NamedTuple):
    """A wager that may be noted as outside the limits."""

    bettor: str | None
    """Its bettor; None for anybody who has no wager there yet."""
    box: int
    wager: str
    limits: Limits
    """The stake noted is a multiple of the unit below the minimum or above the maximum."""


def notable(round: BoxRound) -> list[Notable]:
    """The wagers that may be noted as outside the limits now, while the round is not over."""
    if round.phase not in (Phase.BETTING, *INITIAL, *MOVED_ON):
        return []
    terms, wagers = round.terms, []
    posted = {wager: limits for wager in terms.offered if _outside(limits := terms.limits_of(wager), terms)}
    for box in round.boxes:
        mains = box.mains
        places: list[tuple[str | None, str]] = [(each.bettor, wager) for each in mains for wager in terms.offered]
        places += [(each.bettor, wager) for each in box.positions if not each.slot for wager in each.sides]
        if len(mains) < terms.mains and _takes_mains(round, box):
            places.append((None, "main"))
        for bettor, wager in places:
            if wager in posted and not _honoured_there(round, box, bettor, wager):
                wagers.append(Notable(bettor, box.number, wager, posted[wager]))
    return wagers


def _outside(limits: Limits, terms: Terms) -> bool:
    """Whether any stake can be outside these limits."""
    return limits.minimum > terms.unit or limits.maximum is not None


def _takes_mains(round: BoxRound, box: Box) -> bool:
    """Whether an unnoticed main wager on a box is in play: once bets have closed, only where its hands are."""
    return round.phase is Phase.BETTING or (box.in_play and not (round.phase in MOVED_ON and not box.cards))


def _honoured_there(round: BoxRound, box: Box, bettor: str | None, wager: str) -> bool:
    """Whether that very wager was noted under the minimum and accepted this once."""
    kind = wager if _once_for_each_kind(round.rules) else ""
    stake = stake_of(box, bettor, wager) if bettor and _warned_of(bettor, kind) in round.honoured else 0
    return bool(stake) and stake < round.terms.limits_of(wager).minimum


def _once_for_each_kind(rules: Blackjack) -> bool:
    """Whether a wager under the minimum is honoured once for each kind of wager; else once for all (R-04)."""
    return rules.reads("R-04") == "b"


def _warned_of(bettor: str, wager: str) -> str:
    """How the terms name a player who was warned, of every wager or of one kind."""
    return f"{bettor}:{wager}" if wager else bettor


def offers(round: BoxRound) -> Iterator[Expected]:
    """The offer to note a wager outside the limits."""
    law = round.rules.law
    if noted := notable(round):
        # Once bets have closed, the Dealer alone may not change a wager.
        by = Role.DEALER if round.phase is Phase.BETTING else Role.PIT_SUPERVISOR
        wagers = tuple(dict.fromkeys(each.wager for each in noted))
        prompt = Sentence("note-wager-outside-limits")
        clauses = (law.under_minimum, law.over_maximum)
        yield offer("note-wager", by, law.over_maximum, prompt, wagers=wagers, clauses=clauses)


def measured_by(round: BoxRound, wager: str, stake: int) -> Citation:
    """The clause on a stake outside the limits."""
    law = round.rules.law
    return law.under_minimum if stake < round.terms.limits_of(wager).minimum else law.over_maximum


def _noted(round: BoxRound, command: NoteWager, expected: Expected, by: Role) -> Iterator[Event]:
    """Over the maximum only the maximum plays; under the minimum a player is honoured once (R-04, R-05)."""
    rules, terms = round.rules, round.terms
    _check_place(round, command)
    bettor, wager, number = command.bettor, command.wager, command.box
    limits, stake = _limits_there(round, command), command.stake
    if limits.maximum is not None and stake > limits.maximum and round.caps_at_settlement:
        clause = clause_of(measured_by(round, wager, stake))
    elif limits.maximum is not None and stake > limits.maximum:
        excess = stake - limits.maximum
        stake = limits.maximum
        clause = clause_of(measured_by(round, wager, command.stake))
        yield ExcessReturned(bettor=bettor, wager=wager, amount=excess, box=number, clause=clause)
    elif stake >= limits.minimum:
        raise Refused("stake-within-limits", rules.cite(rules.posts_limits), stake=stake, limits=limits.in_words)
    else:
        clause = clause_of(measured_by(round, wager, command.stake))
        kind = wager if _once_for_each_kind(rules) else ""
        if _warned_of(bettor, kind) in (*terms.warned, *round.honoured):
            yield from _given_back(round, command, clause, by)
            return
        yield UnderMinimumHonoured(bettor=bettor, clause=clause, wager=kind)
    lies = stake_of(round.box(number), bettor, wager)
    if lies > stake and round.phase is not Phase.BETTING:
        # Others may have insured more of it than there was.
        yield WagerReturned(bettor=bettor, wager=wager, amount=lies - stake, clause=clause, by=by, box=number)
    else:
        yield WagerPlaced(bettor=bettor, wager=wager, stake=stake, box=number, placed_by=by)


def _limits_there(round: BoxRound, command: NoteWager) -> Limits:
    """The limits of a noted wager: where the maximum is for the whole box, what others leave of it (R-03)."""
    limits, box = round.terms.limits_of(command.wager), round.box(command.box)
    most = most_placed(round, box, command.bettor, command.wager)
    return Limits(limits.minimum, None if most is None else max(most, limits.minimum))


def _check_place(round: BoxRound, command: NoteWager) -> None:
    """Refuse a wager that cannot be on that box."""
    rules, terms, box = round.rules, round.terms, round.box(command.box)
    check_bettor(command.bettor)
    if command.wager not in rules.bets:
        raise rules.not_offered(command.wager)
    rules.check_stakes({command.wager: command.stake}, terms.unit)
    position = box.position(command.bettor)
    has_main = position is not None and position.slot is not None
    if command.wager != "main" and not has_main and not stake_of(box, command.bettor, command.wager):
        raise Refused("side-wager-not-main-bettors", rules.law.side_first_call)
    if command.wager == "main" and not has_main:
        if len(box.mains) >= terms.mains:
            raise Refused("box-main-wagers-full", rules.law.three_mains, box=box.number, most=terms.mains)
        if not _takes_mains(round, box):
            raise Refused("box-not-in-play", rules.law.box_missed, box=box.number)
    if _honoured_there(round, box, command.bettor, command.wager):
        noted = Sentence("wager-already-noted", wager=command.wager, bettor=command.bettor, box=box.number)
        raise Refused(noted, rules.law.under_minimum)


def _given_back(round: BoxRound, command: NoteWager, clause: Clause, by: Role) -> Iterator[Event]:
    """Return a wager under the minimum of a player who had one accepted before, win or lose."""
    box, stake = round.box(command.box), stake_of(round.box(command.box), command.bettor, command.wager)
    if stake and command.wager == "main":
        for who, what, back in needing(box, command.bettor):
            yield WagerReturned(bettor=who, wager=what, amount=back, clause=clause, by=by, box=box.number)
        if len(box.mains) == 1:
            for claim in round.claims:
                if claim.box == box.number:
                    yield WagerWithdrawn(bettor=claim.bettor, wager=claim.wager, box=box.number)
    back = stake or command.stake
    yield WagerReturned(bettor=command.bettor, wager=command.wager, amount=back, clause=clause, by=by, box=box.number)


def _settled(round: BoxRound, command: NoteWager) -> Refused | None:
    if round.phase is not Phase.SETTLED:
        return None
    return Refused("wagers-already-settled", round.rules.law.settled_before)


def _excess_returned(round: BoxRound, event: ExcessReturned) -> BoxRound:
    """The round does not change: the excess was never in it."""
    return round


def _honoured(round: BoxRound, event: UnderMinimumHonoured) -> BoxRound:
    return msgspec.structs.replace(round, honoured=(*round.honoured, _warned_of(event.bettor, event.wager)))


BOXES = Handlers[BoxRound](
    follows={NoteWager: _noted},
    refuses={NoteWager: _settled},
    evolves={ExcessReturned: _excess_returned, UnderMinimumHonoured: _honoured},
)
