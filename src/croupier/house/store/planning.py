"""Plans a batch of appends in memory, before anything is written: a refused append leaves the others untouched."""

from collections.abc import Callable, Sequence

import msgspec

from croupier.house.ledger import Balances
from croupier.house.store.chain import BEGINNING, Head, link
from croupier.house.store.entries import Append, Appended, Conflict, Receipt, Reused
from croupier.refused import Refused

Answers = dict[tuple[str, str], tuple[Receipt, Appended]]


class StreamEnd(msgspec.Struct, frozen=True):
    """The end of a stream: version and hash of its last event, and the number of its append, where that had one."""

    version: int = 0
    hash: bytes = BEGINNING
    number: int = 0

    def meant(self, upon: bytes | int) -> bool:
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
    batch: Sequence[Append], head: Head, end: Callable[[str], StreamEnd], held: Callable[[str], int], answers: Answers
) -> BatchPlan:
    """Apply the appends in order, each to the state that those before it leave."""
    made = BatchPlan(head, Balances(look_up=held))
    answers = dict(answers)
    for append in batch:
        try:
            made.outcomes.append(_add(made, append, end, answers))
        except Refused as refused:
            made.outcomes.append(refused)
    return made


def _add(made: BatchPlan, append: Append, end: Callable[[str], StreamEnd], answers: Answers) -> Appended:
    receipt = append.receipt
    if receipt and (told := answers.get((receipt.actor, receipt.id))):
        if not receipt.repeats(told[0]):
            raise Reused("request-id-reused", actor=receipt.actor, id=receipt.id)
        return told[1]
    before = made.ends.get(append.stream) or end(append.stream)
    if append.upon is not None and not before.meant(append.upon):
        raise Conflict("stream-moved-on", stream=append.stream, version=before.version)
    at = before.version
    # Every check comes before the first change of the plan, so that a refused append leaves no trace in it.
    made.balances.post(posting for draft in append.drafts for posting in draft.postings)
    for number, draft in enumerate(append.drafts, 1):
        last = number == len(append.drafts)
        at += 1
        position = made.head.position + 1
        kept = (receipt,) if receipt and last else ()
        fields = (position, append.stream, at, draft.kind, append.at, append.actor, draft.body)
        digest = link(made.head.hash, *fields, draft.postings, kept)
        made.head = Head(position, digest, append.at)
        made.events.append(dict(zip(EVENT, (*fields, digest), strict=True)))
        made.postings += [
            {"position": position, "line": line, **msgspec.structs.asdict(posting)}
            for line, posting in enumerate(draft.postings)
        ]
    done = Appended(0, 0)
    if append.drafts:
        made.ends[append.stream] = StreamEnd(at, made.head.hash, append.number)
        done = Appended(at, made.head.position, hash=made.head.hash)
    if receipt:
        done = msgspec.structs.replace(done, answer=receipt.answer)
        row = (receipt.actor, receipt.id, receipt.digest, receipt.answer, done.position or None)
        made.receipts.append(dict(zip(RECEIPT, row, strict=True)))
        answers[receipt.actor, receipt.id] = (receipt, msgspec.structs.replace(done, again=True))
    return done


EVENT = ("position", "stream", "version", "kind", "at", "actor", "body", "hash")
RECEIPT = ("actor", "id", "digest", "answer", "position")
