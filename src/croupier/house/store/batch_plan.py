"""Plans a batch of appends in memory, before anything is written: a refused append leaves the others untouched."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from croupier.house.ledger import Balances
from croupier.house.store.chain import BEGINNING, Head, link
from croupier.house.store.entries import Append, Appended, Conflict, Receipt, Reused
from croupier.refused import Refused

Receipts: TypeAlias = dict[tuple[str, str], tuple[Receipt, Appended]]
"""Receipts by actor and request id, each with the result of its append."""


class StreamEnd(msgspec.Struct, frozen=True):
    """The end of a stream: version and hash of its last event, and the number of its append, where that had one."""

    version: int = 0
    hash: bytes = BEGINNING
    number: int = 0

    def matches(self, upon: bytes | int) -> bool:
        """Whether this is the end that an append expects in `upon`."""
        return upon == (self.number or None) if isinstance(upon, int) else upon == self.hash


class BatchPlan(msgspec.Struct):
    """The rows that a batch adds, the outcome of each append, and the head of the chain after it."""

    head: Head
    balances: Balances
    ends: dict[str, StreamEnd] = {}
    events: list[dict[str, object]] = []
    postings: list[dict[str, object]] = []
    receipts: list[dict[str, object]] = []
    outcomes: list[Appended | Refused] = []


def plan(
    batch: Sequence[Append],
    head: Head,
    end: Callable[[str], StreamEnd],
    balance: Callable[[str], int],
    receipts: Receipts,
) -> BatchPlan:
    """Apply the appends in order, each to the state that those before it leave."""
    batch_plan = BatchPlan(head, Balances(look_up=balance))
    receipts = dict(receipts)
    for append in batch:
        try:
            batch_plan.outcomes.append(_add(batch_plan, append, end, receipts))
        except Refused as refused:
            batch_plan.outcomes.append(refused)
    return batch_plan


def _add(batch_plan: BatchPlan, append: Append, end: Callable[[str], StreamEnd], receipts: Receipts) -> Appended:
    receipt = append.receipt
    if receipt and (earlier := receipts.get((receipt.actor, receipt.id))):
        if not receipt.repeats(earlier[0]):
            raise Reused("request-id-reused", actor=receipt.actor, id=receipt.id)
        return earlier[1]
    before = batch_plan.ends.get(append.stream) or end(append.stream)
    if append.upon is not None and not before.matches(append.upon):
        raise Conflict("stream-moved-on", stream=append.stream, version=before.version)
    at = before.version
    # Every check comes before the first change of the plan, so that a refused append leaves no trace in it.
    batch_plan.balances.post(posting for draft in append.drafts for posting in draft.postings)
    for number, draft in enumerate(append.drafts, 1):
        last = number == len(append.drafts)
        at += 1
        position = batch_plan.head.position + 1
        own_receipts = (receipt,) if receipt and last else ()
        fields = (position, append.stream, at, draft.kind, append.at, append.actor, draft.body)
        digest = link(batch_plan.head.hash, *fields, draft.postings, own_receipts)
        batch_plan.head = Head(position, digest, append.at)
        batch_plan.events.append(dict(zip(EVENT_COLUMNS, (*fields, digest), strict=True)))
        batch_plan.postings += [
            {"position": position, "line": line, **msgspec.structs.asdict(posting)}
            for line, posting in enumerate(draft.postings)
        ]
    appended = Appended(0, 0)
    if append.drafts:
        batch_plan.ends[append.stream] = StreamEnd(at, batch_plan.head.hash, append.number)
        appended = Appended(at, batch_plan.head.position, hash=batch_plan.head.hash)
    if receipt:
        appended = msgspec.structs.replace(appended, answer=receipt.answer)
        row = (receipt.actor, receipt.id, receipt.digest, receipt.answer, appended.position or None)
        batch_plan.receipts.append(dict(zip(RECEIPT_COLUMNS, row, strict=True)))
        receipts[receipt.actor, receipt.id] = (receipt, msgspec.structs.replace(appended, again=True))
    return appended


EVENT_COLUMNS = ("position", "stream", "version", "kind", "at", "actor", "body", "hash")
RECEIPT_COLUMNS = ("actor", "id", "digest", "answer", "position")
