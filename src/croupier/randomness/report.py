"""Every family of tests on everything that a source makes, and the verdict over all of it, for a laboratory to read."""

from collections.abc import Iterator
from typing import Any

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table

from croupier.randomness import numbers, shoes
from croupier.randomness.chance import TestResult
from croupier.randomness.sources import Sample, sample
from croupier.refused import Refused

FAMILIES: dict[str, tuple[numbers.TestFamily, shoes.TestFamily]] = {
    "chi-square": (numbers.chi_square, shoes.chi_square),
    "equidistribution": (numbers.equidistribution, shoes.equidistribution),
    "serial correlation": (numbers.serial_correlation, shoes.serial_correlation),
    "runs above and below": (numbers.runs_above_and_below, shoes.runs_above_and_below),
    "runs up": (numbers.runs_up, shoes.runs_up),
    "gap": (numbers.gap, shoes.gap),
    "poker": (numbers.poker, shoes.poker),
    "coupon collector": (numbers.coupon_collector, shoes.coupon_collector),
    "permutation": (numbers.permutation, shoes.permutation),
    "spectral": (numbers.spectral, shoes.spectral),
    "subsequences": (numbers.subsequences, shoes.subsequences),
}
"""Every family: how it looks at numbers, and how at whole shoes."""


class Line(msgspec.Struct, frozen=True):
    """What one family has found on something."""

    family: str
    on: str
    found: TestResult


class RandomnessReport(msgspec.Struct, frozen=True):
    """All that was found. A good source fails no more often than the significance says, over all lines together.

    However the lines hang together, that holds if each of them has an equal share of it (Bonferroni).
    """

    source: str
    seed: int | None
    size: int
    shoes: int
    significance: float
    lines: tuple[Line, ...]

    @property
    def least(self) -> float:
        """Below this a line fails."""
        return self.significance / len(self.lines)

    @property
    def failed(self) -> tuple[Line, ...]:
        """What is not as it should be by chance."""
        return tuple(line for line in self.lines if line.found.p < self.least)


def report(source: str, size: int, seed: int | None, significance: float) -> RandomnessReport:
    """Test so many numbers of a source, and the shoes that go with them."""
    if not 0 < significance < 1:
        raise Refused(f"a significance lies between 0 and 1, such as 0.01, not {significance:g}")
    made = sample(source, size, seed)
    return RandomnessReport(source, seed, size, len(made.shoes), significance, tuple(examined(made)))


def examined(made: Sample) -> Iterator[Line]:
    """Every family on everything."""
    for on, (values, limit) in made.numbers.items():
        for family, (test, _) in FAMILIES.items():
            yield Line(family, on, test(values, limit))
    for family, (_, look) in FAMILIES.items():
        yield Line(family, "whole shoes", look(made.shoes))


def in_json(found: RandomnessReport) -> dict[str, Any]:
    """What `croupier randomness --json` writes."""
    return {
        "source": found.source,
        "seed": found.seed,
        "size": found.size,
        "shoes": found.shoes,
        "significance": found.significance,
        "least": found.least,
        "passes": not found.failed,
        "tests": [
            {
                "family": line.family,
                "on": line.on,
                "statistic": line.found.statistic,
                "freedom": line.found.freedom,
                "p": line.found.p,
                "passes": line.found.p >= found.least,
            }
            for line in found.lines
        ],
    }


def table(found: RandomnessReport) -> RenderableType:
    """The report as people read it."""
    lines = Table("family", "on", box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("statistic", "freedom", "p"):
        lines.add_column(head, justify="right")
    lines.add_column("verdict")
    before = found.lines[0].on
    for line in found.lines:
        if line.on != before:
            lines.add_section()
            before = line.on
        each = line.found
        shown = f"{each.p:.4f}" if each.p >= 1e-4 else f"{each.p:.1e}"
        verdict = "passes" if each.p >= found.least else "FAILS"
        lines.add_row(line.family, line.on, f"{each.statistic:,.2f}", f"{each.freedom:,}", shown, verdict)
    entropy = "the operating system's entropy" if found.seed is None else f"seed {found.seed}"
    said = f"{len(found.failed)} of {len(found.lines)} fail" if found.failed else f"all {len(found.lines)} pass"
    return Group(
        f"{found.source}, {entropy}: {found.size:,} numbers of each kind, {found.shoes:,} shoes",
        lines,
        f"{said}: a line fails below p = {found.least:.2g}, by which a good source has a line\n"
        f"that fails in at most {found.significance:g} of all reports",
    )
