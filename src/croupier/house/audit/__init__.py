"""The audit: verifies a whole store and reports every defect of chain, books, rounds, shoes, tables, cage and days.

Every check sees every event once, in order, and reports at the end what is missing. So a store of any size is verified
in one pass over a snapshot, while the house goes on.
"""

from pathlib import Path

import msgspec

from croupier.house.audit.books import BooksCheck
from croupier.house.audit.cage import CageCheck
from croupier.house.audit.chain import ChainCheck
from croupier.house.audit.days import DaysCheck
from croupier.house.audit.defect import Defect as Defect
from croupier.house.audit.defect import at
from croupier.house.audit.openings import OpeningsCheck
from croupier.house.audit.rounds import Rounds
from croupier.house.audit.shoes import ShoesCheck
from croupier.house.audit.tables import TablesCheck
from croupier.house.store import Checkpoint, Records, Unavailable
from croupier.house.store.records import EventRecord
from croupier.house.store.witness import last_checkpoint
from croupier.refused import Refused

Check = ChainCheck | BooksCheck | Rounds | ShoesCheck | TablesCheck | CageCheck | OpeningsCheck | DaysCheck


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """The result: how much was checked, and the defects."""

    counts: dict[str, int]
    key: str | None
    """The public key that the checkpoints are signed with, in hexadecimal."""
    program: str | None = None
    """The digest of the program that opened the house last."""
    defects: list[Defect]
    acknowledged: list[Defect] = []
    """Defects that two people acknowledged when they repaired a table."""


def audit(records: Records, key: bytes | None = None, witness: Checkpoint | None = None) -> Audit:
    """Verify a snapshot of a store.

    Whoever could rewrite all of it could sign with another key, or truncate it together with its last checkpoint.
    Against the first, pass the house's public `key`; against the second a `witness`, a checkpoint stored elsewhere.
    """
    chain = ChainCheck(key, witness)
    rounds, tables, openings = Rounds(records), TablesCheck(), OpeningsCheck()
    checks: tuple[Check, ...] = (
        chain,
        BooksCheck(),
        rounds,
        ShoesCheck(rounds),
        tables,
        CageCheck(),
        openings,
        DaysCheck(key),
    )
    defects: list[Defect] = []
    try:
        with records.snapshot():
            chain.expect(records.checkpoints())
            for record in records.event_records():
                for check in checks:
                    defects += _defects_in(check, record)
            for check in checks:
                defects += check.end(records)
    except Unavailable as error:
        defects.append(Defect("store", "", str(error)))
    counts = {name: count for check in checks for name, count in check.counts.items()}
    return Audit(
        counts=counts,
        key=chain.key.hex() if chain.key else None,
        program=openings.program,
        defects=[each for each in defects if not each.acknowledged(tables.known)],
        acknowledged=[each for each in defects if each.acknowledged(tables.known)],
    )


def _defects_in(check: Check, record: EventRecord) -> list[Defect]:
    """The defects that a check finds in an event. Any exception is a defect too: the audit must reach the end."""
    try:
        return list(check.see(record))
    except Unavailable:
        raise
    except Exception as error:
        message = f"no sense can be made of it ({type(error).__name__})"
        return [Defect(type(check).__name__.removesuffix("Check").lower(), at(record.event), message)]


def read_checkpoint(path: Path) -> Checkpoint:
    """Read a checkpoint from a file; the last one where there are several, one per line."""
    if (last := last_checkpoint(path)) is not None:
        return last
    try:
        return msgspec.json.decode(path.read_bytes(), type=Checkpoint)
    except OSError as error:
        raise Refused(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except msgspec.DecodeError as error:
        raise Refused(f"{path} is not a checkpoint: {error}") from None
