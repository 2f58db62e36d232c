"""Check an evidence pack from the outside: `python verify_evidence.py PACK.zip`, with `verify_shoe.py` beside it.

The standard library alone, so that anybody may copy it. It checks what needs no rules of a game: that every event is
the one whose hash stands in the house's chain, that every card was committed to before it was dealt, that stakes and
pays come to what each line says, that lines come to what was moved in the ledger, and that the house signed all of it.
Whether the rules were kept is for `croupier verify --evidence PACK.zip`, which plays the round again.
"""

import hashlib
import json
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

try:
    from croupier.house import verify_shoe
except ImportError:  # a copy that stands alone
    import verify_shoe  # type: ignore[import-not-found, no-redef]

FORMAT, AMENDED_FORMAT = "croupier-evidence-1", "croupier-evidence-2"
"""Of a round as it was played, and of one that was put right since: who checked the first cannot check the second."""
AMENDED = "round-amended"
LARGEST = 256 * 2**20
"""Bytes of evidence that are read."""


def read(path: str) -> tuple[dict[str, Any], bytes, dict[str, str] | None]:
    """A pack: what it says, the same as bytes, and what signs it."""
    with zipfile.ZipFile(path) as pack:
        if pack.getinfo("evidence.json").file_size > LARGEST:
            raise ValueError("it is too large")
        data = pack.read("evidence.json")
        signed = json.loads(pack.read("signature.json")) if "signature.json" in pack.namelist() else None
    evidence = json.loads(data)
    if evidence["format"] not in (FORMAT, AMENDED_FORMAT):
        raise ValueError(f"its format is not {FORMAT} or {AMENDED_FORMAT}")
    return evidence, data, signed


def message(data: bytes) -> bytes:
    """What the house signs."""
    return b"croupier evidence 1\n" + hashlib.sha256(data).digest()


def defects(evidence: dict[str, Any], data: bytes, signed: dict[str, str] | None) -> Iterator[str]:
    """Everything that is wrong with a pack, one line each."""
    if signed is not None and not genuine(
        bytes.fromhex(signed["key"]), bytes.fromhex(signed["signature"]), message(data)
    ):
        yield "the signature is not that of this evidence"
    yield from _events(evidence)
    for shoe in evidence["shoes"]:
        yield from (f"shoe {shoe['commitment']['shoe']}: {each}" for each in verify_shoe.defects(shoe))
    yield from _cards(evidence)
    yield from _money(evidence)


def _events(evidence: dict[str, Any]) -> Iterator[str]:
    version = evidence["events"][0]["version"] - 1
    last, amendments = 0, 0
    for event in evidence["events"]:
        body, number = json.loads(event["body"]), evidence["round"]
        amends = event["kind"] == AMENDED and body["round"] == number
        # Amendments come when they come; each names the event of the round before it, so that none is missing between.
        follows = event["version"] > version if amends else event["version"] == version + 1
        if not follows or event["stream"] != f"table:{evidence['table']}":
            yield f"event {event['position']} is not the next one of the table"
        if linked(event) != event["hash"]:
            yield f"event {event['position']} is not what the chain says it was"
        if amends:
            amendments += 1
            yield from _amends(event, body, last, amendments)
        elif event["kind"] != AMENDED and body.get("round", number) != number:
            yield f"event {event['position']} is of round {body['round']}"
        version = event["version"]
        last = version if amends or event["kind"].startswith("round:") else last
    if amendments and evidence["format"] == FORMAT:
        yield f"its format is {FORMAT}, and the round was put right"


def _amends(event: dict[str, Any], body: dict[str, Any], last: int, number: int) -> Iterator[str]:
    """An amendment follows upon what was before it, and two people signed for it where anything moved."""
    if body["after"] != last or body["number"] != number:
        yield f"event {event['position']} does not follow upon the event of the round before it"
    agreed = body.get("agreed")
    if event["postings"] and (agreed is None or agreed["who"] == body["asked"]["who"]):
        yield f"event {event['position']} was signed by {body['asked']['who']} alone"


def linked(event: dict[str, Any]) -> str:
    """The hash of an event, given the one before it: of every field as its length, a colon and its bytes."""
    fields: list[Any] = [event[name] for name in ("position", "stream", "version", "kind", "at", "actor", "body")]
    fields.append(len(event["postings"]))
    for posting in event["postings"]:
        fields += (posting["source"], posting["destination"], posting["cents"], posting["kind"])
    fields.append(len(event["receipts"]))
    for receipt in event["receipts"]:
        fields += (receipt["actor"], receipt["id"], bytes.fromhex(receipt["digest"]), receipt["answer"])
    parts = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    written = b"".join(b"%d:" % len(part) + part for part in parts)
    return hashlib.sha256(b"croupier event 1\n" + bytes.fromhex(event["before"]) + written).hexdigest()


def _cards(evidence: dict[str, Any]) -> Iterator[str]:
    """Every card on the table came out of a shoe that was committed to, or waited there from the round before."""
    if not evidence["shoes"]:
        return
    bodies = [json.loads(event["body"]) for event in evidence["events"] if event["kind"] != AMENDED]
    inside = [body["event"] for body in bodies if isinstance(body.get("event"), dict)]
    known = Counter(card for event in inside for card in event.get("waiting", ()) if event["event"] == "bets-opened")
    known.update(drawn["card"] for shoe in evidence["shoes"] for drawn in shoe["drawn"])
    for card, times in Counter(evidence["cards"]).items():
        if times > known[card]:
            yield f"{card} lies on the table {times} times, and came out of the shoe {known[card]} times"


def _money(evidence: dict[str, Any]) -> Iterator[str]:
    settlement = evidence["settlement"]
    nets: Counter[str] = Counter()
    for line in settlement["lines"]:
        nets[line["bettor"]] += line["net"]
        if line["net"] != _due(line):
            yield f"{line['bettor']}'s {line['wager']} of {line['stake']} does not come to {line['net']}"
    moved, held = _moved(each for each in evidence["events"] if not _of_another(each, evidence["round"]))
    for name in sorted({*moved, *nets, *settlement["net"]}):
        told = settlement["net"].get(name, 0)
        if not moved[name] == nets[name] == told:
            yield f"{name} was moved {moved[name]}, the lines say {nets[name]}, and the settlement {told}"
    if held and settlement["phase"] in ("settled", "void"):
        yield f"{held} is still in play"


def _of_another(event: dict[str, Any], number: int) -> bool:
    """Whether an earlier round was put right by it while this one was played."""
    return bool(event["kind"] == AMENDED and json.loads(event["body"])["round"] != number)


def _due(line: dict[str, Any]) -> int:
    stake = int(line["stake"])
    if line["outcome"] == "Surrender":
        return -stake // 2
    if line["result"] == "push":
        return 0
    if line["pays"] is None:
        return -stake
    pays, _, each = line["pays"].partition(":")
    won, rest = divmod(stake * int(pays), int(each))
    return -1 if rest else won


def _moved(events: Iterable[dict[str, Any]]) -> tuple[Counter[str], int]:
    """What terminals were up or down in the ledger, and what is left in play."""
    moved: Counter[str] = Counter()
    held = 0
    beside = ("advance", "repayment", "tip", "buy-in", "cash-out")  # none of them is the round's
    for posting in (each for event in events for each in event["postings"] if each["kind"] not in beside):
        for account, cents in ((posting["source"], -posting["cents"]), (posting["destination"], posting["cents"])):
            kind, _, name = account.partition(":")
            if kind == "terminal":
                moved[name] += cents
            held += cents if kind == "stakes" else 0
    return moved, held


# Ed25519 (RFC 8032), as far as it takes to check a signature

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def genuine(public: bytes, signature: bytes, said: bytes) -> bool:
    """Whether who has that key signed this."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, commitment = _point(public), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= L:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public + said).digest(), "little") % L
    base = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base is not None
    left, right = _times(base, scalar), _add(commitment, _times(key, digest))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def _point(data: bytes) -> Point | None:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (not x and sign):
        return None
    x = P - x if (x & 1) != sign else x
    return x, y, 1, x * y % P


def _add(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(point: Point, scalar: int) -> Point:
    found: Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = _add(found, point)
        point = _add(point, point)
        scalar >>= 1
    return found


BROKEN = (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, zipfile.BadZipFile)
"""What a file that is no pack may lead to."""


def main(arguments: Sequence[str]) -> int:
    """Check the file named on the command line."""
    if len(arguments) != 1:
        print("usage: python verify_evidence.py PACK.zip", file=sys.stderr)
        return 2
    try:
        evidence, data, signed = read(arguments[0])
        found = list(defects(evidence, data, signed))
    except BROKEN as error:
        print(f"{arguments[0]} is no evidence pack: {error!r}", file=sys.stderr)
        return 2
    for line in summary(evidence, signed, found):
        print(line)
    return 1 if found else 0


def summary(evidence: dict[str, Any], signed: dict[str, str] | None, found: Sequence[str]) -> Iterator[str]:
    """What was checked, and what is wrong, a line each."""
    proven = sum(len(shoe["drawn"]) for shoe in evidence["shoes"])
    yield f"round {evidence['round']} of {evidence['table']} ({evidence['game']}): {evidence['settlement']['said']}"
    amended = sum(each["kind"] == AMENDED and not _of_another(each, evidence["round"]) for each in evidence["events"])
    since = f", put right {amended} times" if amended > 1 else ", put right once" if amended else ""
    lines = len(evidence["settlement"]["lines"])
    yield f"{len(evidence['events'])} events, {proven} cards, {lines} settlement lines{since}"
    yield f"signed with the key {signed['key']}" if signed else "not signed"
    yield from found
    yield f"{len(found)} defects" if found else "nothing is wrong"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
