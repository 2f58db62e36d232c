"""Repairs: what is asked for about a table that has stopped, and what two people make of it."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import msgspec

from croupier.games.round import Role, check_position, encode
from croupier.house import events as house
from croupier.house.audit import Audit, audit
from croupier.house.configuration import Configuration
from croupier.house.keys import Keys
from croupier.house.ledger import covered
from croupier.house.policy import APPROVAL_LASTS
from croupier.house.repair.findings import configured, last_round, seated, stamp, turned_round, voids
from croupier.house.shuffle import Entropy
from croupier.house.store import Append, Appended, Draft, Records, Store, Unavailable
from croupier.house.table import Answer, Cabinet, Reply, Request, Table, Update
from croupier.house.table import commands as c
from croupier.house.table.approval import check_second
from croupier.house.table.deciding import Sheet
from croupier.house.table.requests import read_answer
from croupier.house.table.state import Published, State, recovered
from croupier.refused import Refused
from croupier.words import Sentence

MAX_DEFECTS_NAMED = 1_000
"""Defects that can be named."""
Found = TypeVar("Found")


class Shop(Protocol):
    """What a repair needs of the house around it."""

    store: Store

    def now(self) -> int:
        """The time."""

    def held(self, account: str) -> int:
        """What an account holds with all that is under way."""

    def today(self) -> str:
        """The gaming day."""

    def check_buy_in(self, cents: int) -> None:
        """Refuse what is too much for one buy-in."""

    def has_terminal(self, name: str) -> bool:
        """Whether there is, or was, a terminal of that name."""

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name is without a terminal."""

    def keep(self, append: Append, then: Callable[[Appended | Refused], None]) -> None:
        """Have this kept."""

    def publish(self, update: Update) -> None:
        """Tell those who look on."""

    def aside(self, work: Callable[[], Found], then: Callable[[Found], None]) -> None:
        """Do something that takes long beside everything else."""


class _Named(msgspec.Struct):
    command: str = ""


def concerns(request: Request) -> bool:
    """Whether a command is one that a table understands which has stopped."""
    try:
        return msgspec.json.decode(request.body, type=_Named).command in (
            "repair-table",
            "approve",
            "refuse-approval",
        )
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


class Repairs:
    """Where tables are put back to work."""

    def __init__(self, shop: Shop, keys: Keys, entropy: Entropy) -> None:
        self._shop, self._cabinet = shop, Cabinet(keys, entropy)
        self.configured: dict[str, Configuration] = {}
        """How the house's own file sets tables up."""

    def ask(self, table: Table, request: Request, reply: Reply) -> None:
        """Decide about a request to a table that has stopped."""
        try:
            command = c.read(request.body, None)
            check_position(c.NEEDS[type(command)], request.by, "R-11")
            if not table.at_rest:
                raise Refused("table-request-in-progress")
            if isinstance(command, c.RepairTable):
                records = self._shop.store.records.clone()
                self._shop.aside(lambda: audit(records), lambda found: self._examined(table, request, reply, found))
            elif isinstance(command, c.Approve):
                self._mend(table, command.approval, request, reply)
            elif isinstance(command, c.RefuseApproval):
                self._turn_down(table, command, request, reply)
        except Unavailable as unavailable:
            reply.set(unavailable)
        except Refused as refused:
            self._refuse(table, request, reply, refused)

    # The first person

    def _examined(self, table: Table, request: Request, reply: Reply, found: Audit) -> None:
        """What is wrong is known: ask a second person."""
        try:
            self._question(table, request, reply, found)
        except Unavailable as unavailable:
            reply.set(unavailable)
        except Refused as refused:
            self._refuse(table, request, reply, refused)

    def _question(self, table: Table, request: Request, reply: Reply, found: Audit) -> None:
        if table.broken is None:
            raise Refused("table-not-stopped", table=table.name)
        if len(found.defects) > MAX_DEFECTS_NAMED:
            raise Refused("records-have-defects", defects=len(found.defects))
        now, version = self._shop.now(), self._shop.store.records.version(_stream(table)) + 1
        said = {
            "command": "repair-table",
            "reason": _reason(request),
            "stopped": table.broken,
            "known": [str(each) for each in found.defects],
        }
        asked = house.ApprovalAsked(
            id=f"{table.name}-repair{version}",
            subject="repair",
            by=request.actor,
            role=request.by,
            needs=Role.GAMING_SHIFT_MANAGER,
            at=now,
            until=now + APPROVAL_LASTS,
            what=encode(said).decode(),
        )
        why = Sentence("second-position-needed", needed=asked.needs)
        answer = Answer(done=False, approval=asked.id, reason=why, clause="R-11")

        def then(_: Appended) -> None:
            table.repair = asked
            self._tell(table, "approval-asked")

        self._keep(_stream(table), (house.drafted(asked),), request, reply, answer, then)

    # The second

    def _mend(self, table: Table, id: str, request: Request, reply: Reply) -> None:
        asked = self._asked(table, id)
        check_second(asked, request, self._shop.now())
        records, stream = self._shop.store.records, f"table:{table.name}"
        before, configuration = records.version(stream), self._set_up(table.name, records)
        upon = records.hash_of(stream, before)
        sheet = Sheet(State(name=table.name, version=before), self._cabinet, self._shop)
        if retired := self._retired(table.name, records):
            sheet.note(retired)
        said = msgspec.json.decode(asked.what)
        returned = covered(turned_round(records, table.name), self._shop.held)
        sheet.note(
            house.TableRepaired(
                reason=said["reason"],
                stopped=said["stopped"],
                asked=asked.by,
                approved=request.actor,
                known=tuple(said["known"]),
                round=last_round(records, table.name),
                clause=voids(configuration) if returned else None,
                configuration=stamp(records, table.name),
                returned=returned,
                players=seated(records, table.name),
            )
        )
        sheet.configure(configuration, configuration.digest)
        answer = Answer(done=True, version=sheet.state.version, round=sheet.state.number)

        def then(done: Appended) -> None:
            table.load(sheet.state, done.hash)
            for version, draft in enumerate(sheet.drafts, before + 1):
                update = Update(table.name, version, sheet.state.number, self._shop.now(), draft.kind, draft.body)
                self._shop.publish(update)

        self._keep(stream, tuple(sheet.drafts), request, reply, answer, then, upon=upon)

    def _retired(self, name: str, records: Records) -> house.ShoeRetired | None:
        """The shoe on the table, opened whole as every shoe is, where it is still the one that was published."""
        try:
            shoe = recovered(records, name).shoe
            if not isinstance(shoe, Published):
                return None
            opening = self._cabinet.at(shoe).retire()
        except Exception:
            # Damage takes any form; what cannot be read cannot be opened either.
            return None
        proven = opening.proves(shoe.commitment)
        return house.ShoeRetired(shoe=shoe.commitment.shoe, opening=opening) if proven else None

    def _set_up(self, name: str, records: Records) -> Configuration:
        """How the table goes on: as the house's file says, or else as it was set up last as far as can be read."""
        if name in self.configured:
            return self.configured[name]
        for said in configured(records, name):
            return said.configuration
        raise Refused("table-setup-not-recorded", table=name)

    def _turn_down(self, table: Table, command: c.RefuseApproval, request: Request, reply: Reply) -> None:
        asked = self._asked(table, command.approval)
        if request.actor != asked.by and not request.by.may_act_as(asked.needs):
            raise Refused("other-position-needed", "R-11", needed=asked.needs, acting=request.by)
        event = house.ApprovalRefused(id=asked.id, by=request.actor, role=request.by, why=command.why)

        def then(_: Appended) -> None:
            table.repair = None
            self._tell(table, "approval-refused")

        self._keep(_stream(table), (house.drafted(event),), request, reply, Answer(done=True), then)

    # What is kept

    def _asked(self, table: Table, id: str) -> house.ApprovalAsked:
        if table.repair is None or table.repair.id != id:
            raise Refused("repair-request-gone")
        return table.repair

    def _keep(
        self,
        stream: str,
        drafts: tuple[Draft, ...],
        request: Request,
        reply: Reply,
        answer: Answer,
        then: Callable[[Appended], None],
        upon: bytes | None = None,
    ) -> None:
        receipt = request.receipt(answer, reply.digest)
        append = Append(
            stream=stream, drafts=drafts, at=self._shop.now(), actor=request.actor, upon=upon, receipt=receipt
        )

        def kept(outcome: Appended | Refused) -> None:
            if isinstance(outcome, Unavailable):
                reply.set(outcome)
            elif isinstance(outcome, Refused):
                reply.set(Answer.refused(outcome))
            else:
                if not outcome.again:
                    then(outcome)
                assert outcome.answer is not None
                reply.set(read_answer(outcome.answer))

        self._shop.keep(append, kept)

    def _refuse(self, table: Table, request: Request, reply: Reply, refused: Refused) -> None:
        """A refusal is kept too: the same message, come again, must not be done after all."""
        try:
            self._keep(_stream(table), (), request, reply, Answer.refused(refused), lambda _: None)
        except Unavailable as unavailable:
            reply.set(unavailable)

    def _tell(self, table: Table, kind: str) -> None:
        """Those who look on look again."""
        state = table.kept
        self._shop.publish(Update(table.name, state.version, state.number, self._shop.now(), kind, b"{}"))


def _stream(table: Table) -> str:
    """Where it is kept what was asked for about a table that has stopped: its own record is not to be relied on."""
    return f"repair:{table.name}"


def _reason(request: Request) -> str:
    command = c.read(request.body, None)
    assert isinstance(command, c.RepairTable)
    return command.reason
