"""Offers as they are shown: with the part of the page where they belong, several of one sort as one, and their forms.

What staff see is one list for every position, of which each takes what it may do; a player's is their own.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from croupier.games.form import Form, merged_form
from croupier.games.round import Expected, Role
from croupier.house.views.shown import Offer, Part, TableOffer
from croupier.rulebook import Citation
from croupier.words import Sentence

FOR_PLAYERS = {
    "take-seat": Sentence("seat-player"),
    "leave-seat": Sentence("player-gets-up"),
    "place-wager": Sentence("place-wager-for-player"),
    "withdraw-wager": Sentence("withdraw-wager-for-player"),
    "decide": Sentence("enter-player-decision"),
    "surrender": Sentence("enter-player-surrender"),
    "insure": Sentence("enter-player-insurance"),
    "take-even-money": Sentence("enter-player-even-money"),
    "double-too": Sentence("enter-double-beside-control"),
    "match-split": Sentence("enter-stake-on-split"),
    "place-tie": Sentence("enter-split-tie-on-18"),
    "pick-card": Sentence("enter-picked-card"),
    "decline-cards": Sentence("player-takes-no-cards"),
    "refuse-card": Sentence("player-refuses-card"),
    "choose-course": Sentence("enter-player-choice"),
    "finish-hand": Sentence("player-completes-hand-first"),
    "withdraw-all": Sentence("player-withdraws-everything"),
}
"""What a player is offered, as it is said to those who enter it for one without a terminal."""
ASKED_FOR = "place-wager"
"""What staff do for whoever asks (3.7)."""


class Staffed(NamedTuple):
    """An offer to staff: the least position, and the offer as it is shown to whoever has it."""

    by: Role
    offer: Offer
    only: tuple[str, ...] | None = None
    but: tuple[str, ...] = ()

    def open_to(self, position: Role, actor: str | None = None) -> bool:
        """Whether somebody in that position may do it."""
        named = self.only is None or actor in self.only
        return position.may_act_as(self.by) and named and (actor is None or actor not in self.but)


def for_staff(
    expected: Iterable[Expected],
    form_of: Callable[[Expected], Form],
    next_command: str | None = None,
    seated: Collection[str] = (),
) -> list[Staffed]:
    """What of all that is expected staff may do, in whichever position: each sort once.

    Those who are `seated` are at the table without a terminal.
    """
    offers = list(expected)
    players = {each.command for each in offers if each.by is Role.PLAYER}
    staff = {each.command for each in offers if each.by is not Role.PLAYER}
    sorts: dict[_Sort, list[Expected]] = {}
    for each in offers:
        # Where staff may do it of themselves, it is offered to them as it is.
        told = each if each.by is not Role.PLAYER else None if each.command in staff else _signalled(each, seated)
        if told is not None:
            told = _entered(told) if each.command in players else told
            part = _part(told, each.command in players, next_command)
            sorts.setdefault(_Sort(part, told.command, told.by, told.clause, told.prompt, told.owner), []).append(told)
    return [made for sort, several in sorts.items() for made in _made(several, form_of, sort.part)]


class _Sort(NamedTuple):
    """What tells offers apart that are shown as one."""

    part: Part
    command: str
    by: Role
    clause: Citation
    prompt: str
    owner: str | None


def _signalled(expected: Expected, seated: Collection[str]) -> Expected | None:
    """What staff may enter for players: a wager for whoever asks for it, all else for those without a terminal."""
    if expected.signals is None:
        return None
    entered = msgspec.structs.replace(expected, by=Role.DEALER, clause=expected.signals, irregular=False)
    if expected.command == ASKED_FOR:
        return entered
    named = seated if expected.bettors is None else [each for each in expected.bettors if each in seated]
    whose = tuple(each for each in named if each not in expected.not_for)
    return msgspec.structs.replace(entered, bettors=whose) if whose else None


def _entered(expected: Expected) -> Expected:
    """As it is said to those who enter it."""
    return msgspec.structs.replace(expected, prompt=FOR_PLAYERS.get(expected.command, expected.prompt))


def _part(expected: Expected, players: bool, next_command: str | None) -> Part:
    if players:
        return "player"
    if expected.command == next_command:
        return "next"
    return "wrong" if expected.irregular else "usual"


def _made(several: Sequence[Expected], form_of: Callable[[Expected], Form], part: Part) -> Iterator[Staffed]:
    """As one where their forms can be put together, else each for itself; not at all where nothing could be told."""
    forms = [form_of(each) for each in several]
    pairs = [(each, made) for each, made in zip(several, forms, strict=True) if made.possible]
    if not pairs:
        return
    whole = merged_form([made for _, made in pairs])
    if whole is not None:
        first = pairs[0][0]
        only = first if len(pairs) == 1 else msgspec.structs.replace(first, box=None, bettors=None, wagers=())
        yield Staffed(first.by, shown(only, form=whole, part=part))
        return
    for each, made in pairs:
        yield Staffed(each.by, shown(each, form=made, part=part))


def of_table(offers: Iterable[TableOffer], next_command: str | None) -> list[Staffed]:
    """What staff may ask of the table itself."""
    return [
        Staffed(
            each.expected.by,
            shown(each.expected, form=each.form, part="next" if each.expected.command == next_command else "table"),
            each.only,
            each.but,
        )
        for each in offers
        if each.expected.by is not Role.PLAYER and each.form.possible
    ]


def shown(expected: Expected, *, form: Form | None, part: Part) -> Offer:
    """An offer with everything that staff may know of it."""
    return Offer(
        command=expected.command,
        clause=expected.clause,
        prompt=expected.prompt,
        clauses=expected.clauses,
        hand=expected.hand,
        wagers=expected.wagers,
        irregular=expected.irregular,
        box=expected.box,
        options=expected.options,
        owner=expected.owner,
        least=expected.least,
        most=expected.most,
        bettors=expected.bettors,
        suggested=expected.suggested,
        worth=expected.worth,
        part=part,
        form=form,
    )
