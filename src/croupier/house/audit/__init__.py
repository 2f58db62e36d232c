"""Going through a whole store and finding whatever is wrong with it: chain, books, rounds, shoes, tables, cage, days.

Every check sees every event once, in order, and says at the end what else it misses. So a store of any size is gone
through in one pass, while the house goes on.
"""

from pathlib import Path

import msgspec

from croupier.house.audit.books import Books
from croupier.house.audit.cage import Cage
from croupier.house.audit.chain import Chain
from croupier.house.audit.days import Days
from croupier.house.audit.defect import Defect as Defect
from croupier.house.audit.defect import at
from croupier.house.audit.openings import Openings
from croupier.house.audit.rounds import Rounds
from croupier.house.audit.shoes import Shoes
from croupier.house.audit.tables import Tables
from croupier.house.store import Checkpoint, Records, Unavailable
from croupier.house.store.reading import Kept
from croupier.house.store.witness import last_checkpoint
from croupier.refused import Refused

Check = Chain | Books | Rounds | Shoes | Tables | Cage | Openings | Days


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What was gone through, and what is wrong."""

    counts: dict[str, int]
    key: str | None
    """The key that the checkpoints are signed with."""
    program: str | None = None
    """The program that opened the house last."""
    defects: list[Defect]
    acknowledged: list[Defect] = []
    """What is wrong too, and was known to the two people who repaired a table since."""


def audit(records: Records, key: bytes | None = None, witness: Checkpoint | None = None) -> Audit:
    """Go through a store as it is at this moment.

    Whoever could rewrite all of it could sign with another key, or cut it short together with its last checkpoint:
    against the first stands the `key` that one knows, against the second a `witness`, a checkpoint kept elsewhere.
    """
    chain = Chain(key, witness)
    rounds, tables, openings = Rounds(records), Tables(), Openings()
    checks: tuple[Check, ...] = (chain, Books(), rounds, Shoes(rounds), tables, Cage(), openings, Days(key))
    defects: list[Defect] = []
    try:
        with records.still():
            chain.expect(records.checkpoints())
            for kept in records.kept():
                for check in checks:
                    defects += _seen(check, kept)
            for check in checks:
                defects += check.end(records)
    except Unavailable as error:
        defects.append(Defect("store", "", str(error)))
    counts = {name: count for check in checks for name, count in check.counts.items()}
    return Audit(
        counts=counts,
        key=chain.key.hex() if chain.key else None,
        program=openings.program,
        defects=[each for each in defects if str(each) not in tables.known],
        acknowledged=[each for each in defects if str(each) in tables.known],
    )


def _seen(check: Check, kept: Kept) -> list[Defect]:
    """What a check says of an event. Damage takes any form, and none of them may keep the rest from being looked at."""
    try:
        return list(check.see(kept))
    except Unavailable:
        raise
    except Exception as error:
        said = f"no sense can be made of it ({type(error).__name__})"
        return [Defect(type(check).__name__.lower(), at(kept.event), said)]


def read_checkpoint(path: Path) -> Checkpoint:
    """A checkpoint that was kept in a file; the last one where there are several, a line each."""
    if (last := last_checkpoint(path)) is not None:
        return last
    try:
        return msgspec.json.decode(path.read_bytes(), type=Checkpoint)
    except OSError as error:
        raise Refused(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except msgspec.DecodeError as error:
        raise Refused(f"{path} is no checkpoint: {error}") from None
