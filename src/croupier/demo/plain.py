"""Plain characters in place of suits and rings, for outputs whose encoding does not have those."""

import codecs
import io

from rich.console import Console

from croupier.demo.drawing import DASH, MINUS, TIMES

PLAIN = str.maketrans(f"♠♥♦♣○⊘·╭╮╰╯─│┌┐└┘╌┆▸…{MINUS}{DASH}{TIMES}", "SHDCo/.++++-|++++-:>.--x")


def write_plainly(console: Console) -> None:
    """Make a console write the nearest plain character for each one that its encoding does not have."""
    if isinstance(console.file, io.TextIOWrapper):
        codecs.register_error("croupier-plain", _plain)
        console.file.reconfigure(errors="croupier-plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = error.object[error.start : error.end].translate(PLAIN)
    return plain.encode("ascii", "replace").decode("ascii"), error.end
