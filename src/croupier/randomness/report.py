"""All test families on all samples of a source, with an overall verdict: a report for a test laboratory."""

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
"""Every test family: its test of numbers, and its test of whole shoes."""


class ReportLine(msgspec.Struct, frozen=True):
    """The result of one test family on one sample."""

    family: str
    on: str
    result: TestResult


class RandomnessReport(msgspec.Struct, frozen=True):
    """All results. The significance is the family-wise error rate: a good source fails no more often, over all lines.

    By the Bonferroni correction each line gets an equal share of it, which holds whatever their dependence.
    """

    source: str
    seed: int | None
    size: int
    shoes: int
    significance: float
    lines: tuple[ReportLine, ...]

    @property
    def least(self) -> float:
        """The p-value below which a line fails."""
        return self.significance / len(self.lines)

    @property
    def failed(self) -> tuple[ReportLine, ...]:
        """The lines that fail."""
        return tuple(line for line in self.lines if line.result.p < self.least)


def report(source: str, size: int, seed: int | None, significance: float) -> RandomnessReport:
    """Test `size` numbers of a source, and the shoes shuffled with them."""
    if not 0 < significance < 1:
        raise Refused(f"a significance lies between 0 and 1, such as 0.01, not {significance:g}")
    made = sample(source, size, seed)
    return RandomnessReport(source, seed, size, len(made.shoes), significance, tuple(examined(made)))


def examined(made: Sample) -> Iterator[ReportLine]:
    """Run every test family on every sample."""
    for on, (values, limit) in made.numbers.items():
        for family, (test, _) in FAMILIES.items():
            yield ReportLine(family, on, test(values, limit))
    for family, (_, look) in FAMILIES.items():
        yield ReportLine(family, "whole shoes", look(made.shoes))


def in_json(report: RandomnessReport) -> dict[str, Any]:
    """What `croupier randomness --json` writes."""
    return {
        "source": report.source,
        "seed": report.seed,
        "size": report.size,
        "shoes": report.shoes,
        "significance": report.significance,
        "least": report.least,
        "passes": not report.failed,
        "tests": [
            {
                "family": line.family,
                "on": line.on,
                "statistic": line.result.statistic,
                "freedom": line.result.freedom,
                "p": line.result.p,
                "passes": line.result.p >= report.least,
            }
            for line in report.lines
        ],
    }


def table(report: RandomnessReport) -> RenderableType:
    """The report as a table for people."""
    lines = Table("family", "on", box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("statistic", "freedom", "p"):
        lines.add_column(head, justify="right")
    lines.add_column("verdict")
    before = report.lines[0].on
    for line in report.lines:
        if line.on != before:
            lines.add_section()
            before = line.on
        each = line.result
        shown = f"{each.p:.4f}" if each.p >= 1e-4 else f"{each.p:.1e}"
        verdict = "passes" if each.p >= report.least else "FAILS"
        lines.add_row(line.family, line.on, f"{each.statistic:,.2f}", f"{each.freedom:,}", shown, verdict)
    entropy = "the operating system's entropy" if report.seed is None else f"seed {report.seed}"
    verdicts = f"{len(report.failed)} of {len(report.lines)} fail" if report.failed else f"all {len(report.lines)} pass"
    return Group(
        f"{report.source}, {entropy}: {report.size:,} numbers of each kind, {report.shoes:,} shoes",
        lines,
        f"{verdicts}: a line fails below p = {report.least:.2g}, by which a good source has a line\n"
        f"that fails in at most {report.significance:g} of all reports",
    )
