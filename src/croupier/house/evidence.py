"""Evidence packs for a disputed round: one file with all its data, which anybody can verify without the house.

The file is a ZIP: `evidence.json`, its signature, `round.txt` for people, and the two scripts that verify it, so that
`python PACK.zip` does. Whoever does not trust the pack takes the scripts from elsewhere: they are always the same.
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from croupier.games.families import family_of
from croupier.games.round import OVER, encode
from croupier.house import verify_evidence, verify_shoe
from croupier.house.events import AMENDED, CardDrawn, ShoeOpened, ShoeRetired, read_house
from croupier.house.keys import Keys, fingerprint
from croupier.house.ledger import BESIDE, Posting
from croupier.house.recall.replay import Recalled, Replay, Viewer, lines, marks_before
from croupier.house.recall.result import result_text, settled_lines
from croupier.house.roles import HouseRole
from croupier.house.rounds import RoundFollower, RoundStep
from croupier.house.shoe import Commitment
from croupier.house.stakes import difference
from croupier.house.store.chain import BEGINNING
from croupier.house.store.entries import Event
from croupier.house.store.records import EventRecord, Records
from croupier.house.views import plain
from croupier.refused import Refused
from croupier.words import Sentence

MAX_DEFAULT_SEATS = 20
"""Most bettors whose views are in a pack by default; where there are more, none are."""
STAFF = (HouseRole.SPECTATOR, HouseRole.DEALER, HouseRole.PIT_MANAGER, HouseRole.SURVEILLANCE)
MAIN_SCRIPT = "import sys\n\nfrom verify_evidence import main\n\nsys.exit(main(sys.argv[1:] or [sys.argv[0]]))\n"


def pack(
    records: Records, table: str, number: int, at: int, keys: Keys | None = None, seats: Sequence[str] | None = None
) -> bytes:
    """The evidence pack of a finished round, as the bytes of a ZIP file; signed where `keys` are given."""
    replay = Replay(records, table, number)
    if replay.round.phase not in OVER:
        raise Refused("table-round-not-over", round=number, table=table)
    if seats is None:
        seats = replay.bettors if len(replay.bettors) <= MAX_DEFAULT_SEATS else ()
    if strangers := sorted(set(seats) - set(replay.bettors)):
        raise Refused("bettor-not-in-round", bettor=strangers[0], round=number, table=table)
    recalled = replay.recalled()
    evidence: dict[str, Any] = {
        "format": verify_evidence.AMENDED_FORMAT if replay.playing.amendments else verify_evidence.FORMAT,
        "issued": at,
        "table": table,
        "round": number,
        "game": recalled.game,
        "terms": str(replay.round.terms),
        "cards": family_of(replay.round).face_up(replay.round),
        "events": [_written(records, each) for each in replay.kept],
        "steps": recalled.steps,
        "settlement": {
            "phase": recalled.phase,
            "said": recalled.said,
            "void": replay.round.void,
            "net": recalled.net,
            # Settlement lines are read by a script: default values must not be left out.
            "lines": [{"hand": None, "box": None, **msgspec.structs.asdict(line)} for line in recalled.lines],
        },
        "shoes": list(_shoes(records, replay)),
        "views": _views(records, replay, seats),
        "checkpoint": _checkpoint(records, replay.kept[-1].event.position),
    }
    # Both checks run on the encoded data, as a reader will see it.
    encoded = msgspec.json.decode(encode(evidence))
    evidence["checked"] = [*verify_evidence.defects(encoded, b"", None), *played(encoded)]
    data = encode(evidence)
    return _zipped(data, recalled, keys)


def check(path: Path, key: bytes | None = None) -> tuple[list[str], list[str]]:
    """Verify a pack by its own proofs and by the rules of its game: the lines of a summary, and the defects.

    Anybody could sign a pack with a key of their own; pass the house's public `key` to rule that out.
    """
    try:
        evidence, data, signed = verify_evidence.read(str(path))
        defects = list(verify_evidence.defects(evidence, data, signed))
        defects += played(evidence)
        if key is not None and (signed is None or bytes.fromhex(signed["key"]) != key):
            defects.append(Sentence("evidence-key-differs", fingerprint=fingerprint(key)))
        return list(verify_evidence.summary(evidence, signed, defects)), defects
    except verify_evidence.BROKEN as error:
        raise Refused("evidence-pack-unreadable", path=path, error=error) from None


def played(evidence: dict[str, Any]) -> Iterator[str]:
    """Replay the round by the rules; the differences found."""
    try:
        differences = list(_played(evidence))
    except (Refused, msgspec.MsgspecError, AssertionError, LookupError) as error:
        differences = [Sentence("round-cannot-continue-so", error=error)]
    yield from differences


def _played(evidence: dict[str, Any]) -> Iterator[str]:
    tables, round = RoundFollower(None), None
    for each in evidence["events"]:
        told = tables.see(_read(each))
        round = told.after if told is not None else round
        if told is not None and told.amended is not None:
            yield from _put_right(told, each["postings"])
    if round is None:
        yield Sentence("evidence-without-round")
        return
    settlement = evidence["settlement"]
    if (settlement["phase"], settlement["said"]) != (round.phase, result_text(round)):
        yield Sentence("round-result-differs", result=result_text(round))
    lines = plain([{"hand": None, "box": None, **msgspec.structs.asdict(line)} for line in settled_lines(round)])
    if settlement["lines"] != lines or settlement["net"] != (round.nets() if round.phase in OVER else {}):
        yield Sentence("settlement-differs-from-rules")


def _put_right(told: RoundStep, postings: list[dict[str, Any]]) -> Iterator[str]:
    """Check that an amendment's postings are the difference between the round before it and after it."""
    assert told.before is not None
    moved = [each for each in postings if each["kind"] not in BESIDE]
    if sorted(map(str, moved)) != sorted(map(str, plain(_difference(told)))):
        yield Sentence("event-postings-differ", event=told.stored.position)


def _difference(told: RoundStep) -> list[Posting]:
    return list(difference(told.playing.table, told.playing.number, told.before, told.after))


def _written(records: Records, record: EventRecord) -> dict[str, Any]:
    event = record.event
    return {
        **msgspec.structs.asdict(event),
        "body": event.body.decode(),
        "hash": event.hash.hex(),
        "before": (records.hash(event.position - 1) or BEGINNING).hex(),
        "postings": record.postings,
        "receipts": [
            {"actor": each.actor, "id": each.id, "digest": each.digest.hex(), "answer": each.answer.decode()}
            for each in record.receipts
        ],
    }


def _read(event: dict[str, Any]) -> Event:
    fields = {name: event[name] for name in Event.__struct_fields__}
    return Event(**{**fields, "body": event["body"].encode(), "hash": bytes.fromhex(event["hash"])})


def _shoes(records: Records, replay: Replay) -> Iterator[dict[str, Any]]:
    """The shoes that its cards came from, in the format of `verify_shoe.py`; with the opening of retired ones."""
    commitments: list[Commitment] = [replay.commitment] if replay.commitment else []
    drawn: dict[str, list[Any]] = {each.shoe: [] for each in commitments}
    for kept in replay.kept:
        if kept.event.kind in ("shoe-opened", "card-drawn"):
            event = read_house(kept.event.body)
            if isinstance(event, ShoeOpened):
                commitments.append(event.commitment)
                drawn[event.commitment.shoe] = []
            elif isinstance(event, CardDrawn):
                drawn[event.shoe].append(event.drawn)
    for each in commitments:
        record: dict[str, Any] = {"commitment": each, "drawn": drawn[each.shoe]}
        if opening := _opening(records, replay, each.shoe):
            record["opening"] = opening
        yield record


def _opening(records: Records, replay: Replay, shoe: str) -> Any:
    for event in records.events(f"table:{replay.table}", replay.kept[0].event.version):
        if event.kind == "shoe-retired":
            retired = read_house(event.body)
            assert isinstance(retired, ShoeRetired)
            if retired.shoe == shoe:
                return retired.opening
    return None


def _views(records: Records, replay: Replay, seats: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """The view of each role and seat at the end of each phase, and before and after each amendment."""
    steps = list(replay.steps())
    ends = [
        step.step
        for step, after in zip(steps, [*steps[1:], None], strict=True)
        if not after or after.phase != step.phase or after.kind == AMENDED
    ]
    before = marks_before(records, replay.table, replay.number)
    viewers = [*(Viewer(role) for role in STAFF), *(Viewer(HouseRole.PLAYER, seat) for seat in seats)]
    return {
        str(viewer): [{"step": step, "view": replay.view(step, viewer, before)} for step in ends] for viewer in viewers
    }


def _checkpoint(records: Records, position: int) -> dict[str, Any] | None:
    """The first checkpoint at or after that position, which covers the events of the round; None if there is none."""
    checkpoint = next((each for each in records.checkpoints() if each.position >= position), None)
    if checkpoint is None:
        return None
    texts = {name: getattr(checkpoint, name).hex() for name in ("hash", "key", "signature")}
    return {**msgspec.structs.asdict(checkpoint), **texts}


def _zipped(data: bytes, recalled: Recalled, keys: Keys | None) -> bytes:
    files = {"evidence.json": data, "round.txt": "\n".join(lines(recalled)).encode() + b"\n"}
    if keys is not None:
        signature = keys.sign(verify_evidence.message(data))
        files["signature.json"] = encode({"key": keys.public.hex(), "signature": signature.hex()})
    for script in (verify_evidence, verify_shoe):
        assert script.__file__ is not None
        files[Path(script.__file__).name] = Path(script.__file__).read_bytes()
    files["__main__.py"] = MAIN_SCRIPT.encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # Without a date, so that the same round gives the same file.
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()
