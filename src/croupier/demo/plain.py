"""Where the output cannot hold a suit or a ring, a letter stands for it."""

import codecs
import io

from rich.console import Console

from croupier.demo.drawing import DASH, MINUS, TIMES

PLAIN = str.maketrans(f"♠♥♦♣○⊘·╭╮╰╯─│┌┐└┘╌┆▸…{MINUS}{DASH}{TIMES}", "SHDCo/.++++-|++++-:>.--x")


def write_plainly(console: Console) -> None:
    """Let a console write what it can, and the nearest plain character for what it cannot."""
    if isinstance(console.file, io.TextIOWrapper):
        codecs.register_error("croupier-plain", _plain)
        console.file.reconfigure(errors="croupier-plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = error.object[error.start : error.end].translate(PLAIN)
    return plain.encode("ascii", "replace").decode("ascii"), error.end
