"""Repairs: requests to repair a table that has stopped, and their approval by a second person."""

import logging
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
from croupier.house.table.decisions import TableChange
from croupier.house.table.requests import read_answer
from croupier.house.table.state import Published, State, recovered
from croupier.refused import Refused
from croupier.words import Sentence

_log = logging.getLogger("croupier.house")

MAX_DEFECTS_NAMED = 1_000
"""Defects that the event of a repair can name; with more, the repair is refused."""
Result = TypeVar("Result")


class Shop(Protocol):
    """What a repair needs of the house around it."""

    store: Store

    def now(self) -> int:
        """The time, in microseconds since 1970."""

    def held(self, account: str) -> int:
        """The balance of an account in cents, appends in flight included."""

    def today(self) -> str:
        """The current gaming day."""

    def check_buy_in(self, cents: int) -> None:
        """Refuse an amount above the limit for one buy-in."""

    def has_terminal(self, name: str) -> bool:
        """Whether there is, or was, a terminal of that name."""

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name plays without a terminal, if any."""

    def keep(self, append: Append, then: Callable[[Appended | Refused], None]) -> None:
        """Send an append to the store; `then` is called when it is durable, or refused."""

    def publish(self, update: Update) -> None:
        """Send an update to all subscribers."""

    def aside(self, work: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Run long work in the background, and call `then` with its result."""


class _Named(msgspec.Struct):
    command: str = ""


def concerns(request: Request) -> bool:
    """Whether a request is one that a stopped table takes."""
    try:
        return msgspec.json.decode(request.body, type=_Named).command in (
            "repair-table",
            "approve",
            "refuse-approval",
        )
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


class Repairs:
    """Handles the requests to stopped tables."""

    def __init__(self, shop: Shop, keys: Keys, entropy: Entropy) -> None:
        self._shop, self._cabinet = shop, Cabinet(keys, entropy)
        self.configured: dict[str, Configuration] = {}
        """Configurations by table, from the house's own file."""

    def ask(self, table: Table, request: Request, reply: Reply) -> None:
        """Decide a request to a table that has stopped; the reply is resolved when the answer is durable."""
        try:
            command = c.read(request.body, None)
            check_position(c.NEEDS[type(command)], request.by, "R-11")
            if not table.at_rest:
                raise Refused("table-request-in-progress")
            if isinstance(command, c.RepairTable):
                records = self._shop.store.records.clone()
                self._shop.aside(lambda: audit(records), lambda done: self._examined(table, request, reply, done))
            elif isinstance(command, c.Approve):
                self._mend(table, command.approval, request, reply)
            elif isinstance(command, c.RefuseApproval):
                self._turn_down(table, command, request, reply)
        except Unavailable as unavailable:
            reply.set(unavailable)
        except Refused as refused:
            self._refuse(table, request, reply, refused)

    # The first person

    def _examined(self, table: Table, request: Request, reply: Reply, audited: Audit) -> None:
        """After the audit: request a second person's approval."""
        try:
            self._question(table, request, reply, audited)
        except Unavailable as unavailable:
            reply.set(unavailable)
        except Refused as refused:
            self._refuse(table, request, reply, refused)

    def _question(self, table: Table, request: Request, reply: Reply, audited: Audit) -> None:
        if table.broken is None:
            raise Refused("table-not-stopped", table=table.name)
        if len(audited.defects) > MAX_DEFECTS_NAMED:
            raise Refused("records-have-defects", defects=len(audited.defects))
        now, version = self._shop.now(), self._shop.store.records.version(_stream(table)) + 1
        what = {
            "command": "repair-table",
            "reason": _reason(request),
            "stopped": table.broken,
            "known": [str(each) for each in audited.defects],
        }
        approval = house.ApprovalAsked(
            id=f"{table.name}-repair{version}",
            subject="repair",
            by=request.actor,
            role=request.by,
            needs=Role.GAMING_SHIFT_MANAGER,
            at=now,
            until=now + APPROVAL_LASTS,
            what=encode(what).decode(),
        )
        why = Sentence("second-position-needed", needed=approval.needs)
        answer = Answer(done=False, approval=approval.id, reason=why, clause="R-11")

        def then(_: Appended) -> None:
            table.repair = approval
            self._tell(table, "approval-asked")

        self._keep(_stream(table), (house.drafted(approval),), request, reply, answer, then)

    # The second

    def _mend(self, table: Table, id: str, request: Request, reply: Reply) -> None:
        approval = self._waiting(table, id)
        check_second(approval, request, self._shop.now())
        records, stream = self._shop.store.records, f"table:{table.name}"
        before, configuration = records.version(stream), self._set_up(table.name, records)
        upon = records.hash_of(stream, before)
        change = TableChange(State(name=table.name, version=before), self._cabinet, self._shop)
        if retired := self._retired(table.name, records):
            change.note(retired)
        what = msgspec.json.decode(approval.what)
        returned = covered(turned_round(records, table.name), self._shop.held)
        change.note(
            house.TableRepaired(
                reason=what["reason"],
                stopped=what["stopped"],
                asked=approval.by,
                approved=request.actor,
                known=tuple(what["known"]),
                round=last_round(records, table.name),
                clause=voids(configuration) if returned else None,
                configuration=stamp(records, table.name),
                returned=returned,
                players=seated(records, table.name),
            )
        )
        change.configure(configuration, configuration.digest)
        answer = Answer(done=True, version=change.state.version, round=change.state.number)

        def then(done: Appended) -> None:
            table.load(change.state, done.hash)
            _log.warning("table %s is repaired: %s and %s have agreed", table.name, approval.by, request.actor)
            for version, draft in enumerate(change.drafts, before + 1):
                update = Update(table.name, version, change.state.number, self._shop.now(), draft.kind, draft.body)
                self._shop.publish(update)

        self._keep(stream, tuple(change.drafts), request, reply, answer, then, upon=upon)

    def _retired(self, name: str, records: Records) -> house.ShoeRetired | None:
        """The opening of the virtual shoe on the table; none where it cannot be read or breaks its commitment."""
        try:
            shoe = recovered(records, name).shoe
            if not isinstance(shoe, Published):
                return None
            opening = self._cabinet.at(shoe).retire()
        except Exception:
            # Damage may raise anything; a shoe that cannot be read cannot be opened either.
            return None
        proven = opening.proves(shoe.commitment)
        return house.ShoeRetired(shoe=shoe.commitment.shoe, opening=opening) if proven else None

    def _set_up(self, name: str, records: Records) -> Configuration:
        """The configuration to go on with: that of the house's file, or else the last readable one."""
        if name in self.configured:
            return self.configured[name]
        for latest in configured(records, name):
            return latest.configuration
        raise Refused("table-setup-not-recorded", table=name)

    def _turn_down(self, table: Table, command: c.RefuseApproval, request: Request, reply: Reply) -> None:
        approval = self._waiting(table, command.approval)
        if request.actor != approval.by and not request.by.may_act_as(approval.needs):
            raise Refused("other-position-needed", "R-11", needed=approval.needs, acting=request.by)
        event = house.ApprovalRefused(id=approval.id, by=request.actor, role=request.by, why=command.why)

        def then(_: Appended) -> None:
            table.repair = None
            self._tell(table, "approval-refused")

        self._keep(_stream(table), (house.drafted(event),), request, reply, Answer(done=True), then)

    # Storing

    def _waiting(self, table: Table, id: str) -> house.ApprovalAsked:
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

        def resolve(outcome: Appended | Refused) -> None:
            if isinstance(outcome, Unavailable):
                reply.set(outcome)
            elif isinstance(outcome, Refused):
                reply.set(Answer.refused(outcome))
            else:
                if not outcome.again:
                    then(outcome)
                assert outcome.answer is not None
                reply.set(read_answer(outcome.answer))

        self._shop.keep(append, resolve)

    def _refuse(self, table: Table, request: Request, reply: Reply, refused: Refused) -> None:
        """Store the refusal under the request's idempotency key: a retry must not succeed after all."""
        try:
            self._keep(_stream(table), (), request, reply, Answer.refused(refused), lambda _: None)
        except Unavailable as unavailable:
            reply.set(unavailable)

    def _tell(self, table: Table, kind: str) -> None:
        """Publish that something about the table has changed."""
        state = table.durable
        self._shop.publish(Update(table.name, state.version, state.number, self._shop.now(), kind, b"{}"))


def _stream(table: Table) -> str:
    """The stream of requests to repair a table: the table's own stream is damaged, so it is not used for them."""
    return f"repair:{table.name}"


def _reason(request: Request) -> str:
    command = c.read(request.body, None)
    assert isinstance(command, c.RepairTable)
    return command.reason
