"""What a batch of appends comes to, worked out before anything is written: one that cannot be kept harms no other."""

from collections.abc import Callable, Sequence

import msgspec

from croupier.house.ledger import Balances
from croupier.house.store.chain import Head, link
from croupier.house.store.entries import Append, Appended, Conflict, Receipt, Reused
from croupier.refused import Refused

Answers = dict[tuple[str, str], tuple[Receipt, Appended]]


class Plan(msgspec.Struct):
    """The rows that a batch adds, what everybody is told of it, and where the chain stands then."""

    head: Head
    balances: Balances
    versions: dict[str, int] = {}
    events: list[dict[str, object]] = []
    postings: list[dict[str, object]] = []
    receipts: list[dict[str, object]] = []
    outcomes: list[Appended | Refused] = []


def plan(
    batch: Sequence[Append], head: Head, version: Callable[[str], int], held: Callable[[str], int], answers: Answers
) -> Plan:
    """What the batch comes to, one append after the other, each upon those before it."""
    made = Plan(head, Balances(look_up=held))
    answers = dict(answers)
    for append in batch:
        try:
            made.outcomes.append(_add(made, append, version, answers))
        except Refused as refused:
            made.outcomes.append(refused)
    return made


def _add(made: Plan, append: Append, version: Callable[[str], int], answers: Answers) -> Appended:
    receipt = append.receipt
    if receipt and (before := answers.get((receipt.actor, receipt.id))):
        if before[0].digest != receipt.digest:
            raise Reused(f"{receipt.actor} has used the id {receipt.id} for another command already")
        return before[1]
    at = made.versions.get(append.stream)
    at = version(append.stream) if at is None else at
    if append.expected is not None and append.expected != at:
        raise Conflict(f"{append.stream} is at version {at}, not {append.expected}: look again")
    # Whatever an append is refused for, it is refused before anything of it stands in the plan.
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
    made.versions[append.stream] = at
    done = Appended(at, made.head.position) if append.drafts else Appended(0, 0)
    if receipt:
        done = msgspec.structs.replace(done, answer=receipt.answer)
        made.receipts.append({**msgspec.structs.asdict(receipt), "position": done.position or None})
        answers[receipt.actor, receipt.id] = (receipt, msgspec.structs.replace(done, again=True))
    return done


EVENT = ("position", "stream", "version", "kind", "at", "actor", "body", "hash")
