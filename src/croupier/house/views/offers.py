"""Offers as they are shown: grouped by the part of the page where they belong, offers of one sort merged, with forms.

The offers to staff are one list, filtered for each position; a player's offers are made for that player.
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
"""Prompts of players' commands, for staff who enter them for a player without a terminal."""
ASKED_FOR = "place-wager"
"""The one command that staff may enter for any player who asks (3.7)."""


class Staffed(NamedTuple):
    """An offer to staff with the least position; `only` and `but` name the actors it is limited to or closed to."""

    by: Role
    offer: Offer
    only: tuple[str, ...] | None = None
    but: tuple[str, ...] = ()

    def open_to(self, position: Role, actor: str | None = None) -> bool:
        """Whether an actor in that position may do it."""
        allowed = self.only is None or actor in self.only
        return position.may_act_as(self.by) and allowed and (actor is None or actor not in self.but)


def for_staff(
    expected: Iterable[Expected],
    form_of: Callable[[Expected], Form],
    next_command: str | None = None,
    seated: Collection[str] = (),
) -> list[Staffed]:
    """The offers to staff of any position among all that is expected, those of one sort merged.

    `seated` are the players without a terminal at the table.
    """
    offers = list(expected)
    players = {each.command for each in offers if each.by is Role.PLAYER}
    staff = {each.command for each in offers if each.by is not Role.PLAYER}
    sorts: dict[_Sort, list[Expected]] = {}
    for each in offers:
        # A command that staff may give in their own right is offered to them as it is.
        offer = each if each.by is not Role.PLAYER else None if each.command in staff else _signalled(each, seated)
        if offer is not None:
            offer = _entered(offer) if each.command in players else offer
            part = _part(offer, each.command in players, next_command)
            sort = _Sort(part, offer.command, offer.by, offer.clause, offer.prompt, offer.owner)
            sorts.setdefault(sort, []).append(offer)
    return [made for sort, several in sorts.items() for made in _made(several, form_of, sort.part)]


class _Sort(NamedTuple):
    """The key by which offers are merged into one."""

    part: Part
    command: str
    by: Role
    clause: Citation
    prompt: str
    owner: str | None


def _signalled(expected: Expected, seated: Collection[str]) -> Expected | None:
    """A player's command as staff may enter it: a wager for whoever asks, all else for those without a terminal."""
    if expected.signals is None:
        return None
    entered = msgspec.structs.replace(expected, by=Role.DEALER, clause=expected.signals, irregular=False)
    if expected.command == ASKED_FOR:
        return entered
    candidates = seated if expected.bettors is None else [each for each in expected.bettors if each in seated]
    whose = tuple(each for each in candidates if each not in expected.not_for)
    return msgspec.structs.replace(entered, bettors=whose) if whose else None


def _entered(expected: Expected) -> Expected:
    """With the prompt for staff who enter it."""
    return msgspec.structs.replace(expected, prompt=FOR_PLAYERS.get(expected.command, expected.prompt))


def _part(expected: Expected, players: bool, next_command: str | None) -> Part:
    if players:
        return "player"
    if expected.command == next_command:
        return "next"
    return "wrong" if expected.irregular else "usual"


def _made(several: Sequence[Expected], form_of: Callable[[Expected], Form], part: Part) -> Iterator[Staffed]:
    """One offer where the forms can be merged, otherwise one each, without those whose form cannot be filled in."""
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
    """The offers to staff of the table's own commands."""
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
    """An offer as it is shown, with all that staff may know of it."""
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
