"""The families of tests that a laboratory asks for: good numbers pass each, and each finds the fault that is its own.

`make randomness` tests the operating system's entropy itself, and many more numbers; here a seed stands in for it.
"""

import json
import math
import os
from collections.abc import Callable
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from croupier.commands import app
from croupier.randomness.chance import Ints, tails
from croupier.randomness.report import FAMILIES, RandomnessReport, examined, report
from croupier.randomness.sources import SHOE, house
from croupier.refused import Refused
from croupier.simulation import samples

LIMIT = 416
MANY = 50_000
SHOES = 2_500
TOTAL = 1e-6
"""How often good numbers may fail a whole report."""
LEAST = TOTAL / 55

CARDS = np.array([card.number for card in SHOE], np.uint8)
LARGE = "RANDOMNESS" in os.environ
SIZE = 1_000_000 if LARGE else MANY

Fault = Callable[[Ints, np.random.Generator], Ints]


def told(found: RandomnessReport) -> None:
    if LARGE:
        for line in found.lines:
            print(f"{found.source}, {line.family}, {line.on}: p = {line.result.p:.3g}")
    assert len(found.lines) == 55
    assert not found.failed


def test_the_house_passes_every_family_alone_and_on_its_shoes() -> None:
    told(report("house", SIZE, None if LARGE else 1, TOTAL))


def test_the_simulation_passes_every_family_alone_and_on_its_shoes() -> None:
    told(report("simulation", SIZE, 1, TOTAL))


# Good numbers: what is said to be chance is chance.


@given(st.integers(1, 60), st.floats(0.01, 300))
def test_tails_are_those_of_chi_square(half: int, square: float) -> None:
    """With an even number of degrees the tail is a sum of so many terms."""
    less, more = tails(2 * half, square)
    x = square / 2
    exact = math.fsum(math.exp(step * math.log(x) - x - math.lgamma(step + 1)) for step in range(half))
    assert more == pytest.approx(exact, rel=1e-9, abs=1e-15)
    assert less + more == pytest.approx(1)


def uneven(found: list[float]) -> float:
    """How far values are from being spread evenly (Kolmogorov, Smirnov): above 2.3 once in twenty thousand times."""
    rows, number = np.sort(found), len(found)
    steps = np.arange(number)
    return float(max((rows - steps / number).max(), ((steps + 1) / number - rows).max())) * math.sqrt(number)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("limit", "many"), [(1 << 32, 10_000), (LIMIT, 10_000), (52, SHOES)])
def test_p_is_spread_evenly_on_good_numbers(family: str, limit: int, many: int) -> None:
    source = np.random.default_rng(1)
    assert uneven([FAMILIES[family][0](source.integers(0, limit, many), limit).p for _ in range(60)]) < 2.3


@cache
def good_shoes() -> Ints:
    return samples.shoes(11, 40 * 400, CARDS)


@pytest.mark.parametrize("family", FAMILIES)
def test_p_is_spread_evenly_on_good_shoes(family: str) -> None:
    assert uneven([FAMILIES[family][1](some).p for some in good_shoes().reshape(40, 400, -1)]) < 2.3


# Planted faults: good numbers spoiled a little, each in the way that a family is there to find.


def some(source: np.random.Generator, number: int, often: float) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return source.random(number) < often


def folded(values: Ints, source: np.random.Generator) -> Ints:
    """Scaled by the remainder of nine bits and not by throwing away."""
    return np.asarray(source.integers(0, 512, len(values)) % LIMIT)


def echoing(values: Ints, source: np.random.Generator) -> Ints:
    """One number in twenty is the one before it."""
    again = np.flatnonzero(some(source, len(values) - 1, 0.05)) + 1
    values[again] = values[again - 1]
    return values


def swinging(values: Ints, source: np.random.Generator) -> Ints:
    """What is in the half of the one before it goes, one time in twenty, to the other half."""
    same = np.flatnonzero((np.diff(values >= LIMIT // 2) == 0) & some(source, len(values) - 1, 0.05)) + 1
    values[same] = (values[same] + LIMIT // 2) % LIMIT
    return values


def ascending(values: Ints, source: np.random.Generator) -> Ints:
    """One in ten of all fives is in order."""
    rows = values.reshape(-1, 5)
    sorted_ = some(source, len(rows), 0.1)
    rows[sorted_] = np.sort(rows[sorted_], axis=1)
    return rows.ravel()


def shunning(values: Ints, _source: np.random.Generator) -> Ints:
    """What is low does not come again at once, nor after the next."""
    low = values < LIMIT // 16
    soon = np.zeros(len(values), bool)
    soon[1:] |= low[:-1]
    soon[2:] |= low[:-2]
    values[low & soon] += LIMIT // 2
    return values


def collecting(values: Ints, source: np.random.Generator) -> Ints:
    """One time in twenty the eight parts come once each before any comes again."""
    rows = values.reshape(-1, 8)
    bags = some(source, len(rows), 0.05)
    orders = source.permuted(np.tile(np.arange(8), (len(rows), 1)), axis=1)
    rows[bags] = (orders * (LIMIT // 8) + rows % (LIMIT // 8))[bags]
    return rows.ravel()


def waving(values: Ints, _source: np.random.Generator) -> Ints:
    """A wave of 37.3 numbers, a fortieth of the range high."""
    wave = np.sin(2 * np.pi / 37.3 * np.arange(len(values)))
    return np.asarray(np.clip(values + np.round(LIMIT / 40 * wave).astype(np.int64), 0, LIMIT - 1))


def limping(values: Ints, source: np.random.Generator) -> Ints:
    """Every twelfth number is low too often."""
    twelfth = np.arange(len(values)) % 12 == 7
    values[twelfth & some(source, len(values), 0.4)] //= 4
    return values


@pytest.mark.parametrize(
    ("family", "fault"),
    [
        ("chi-square", folded),
        ("equidistribution", echoing),
        ("serial correlation", echoing),
        ("runs above and below", swinging),
        ("runs up", ascending),
        ("gap", shunning),
        ("poker", echoing),
        ("coupon collector", collecting),
        ("permutation", ascending),
        ("spectral", waving),
        ("subsequences", limping),
    ],
)
def test_each_family_finds_the_fault_that_is_its_own(family: str, fault: Fault) -> None:
    source = np.random.default_rng(2)
    good = source.integers(0, LIMIT, 40_000)
    assert FAMILIES[family][0](good, LIMIT).p > 0.001
    assert FAMILIES[family][0](fault(good.copy(), source), LIMIT).p < LEAST


@pytest.mark.parametrize("family", FAMILIES)
def test_numbers_that_are_always_the_same_pass_nothing(family: str) -> None:
    assert FAMILIES[family][0](np.zeros(MANY, np.int64), LIMIT).p < LEAST


def begun_alike(orders: Ints, source: np.random.Generator) -> Ints:
    """One shoe in ten begins with the same eight cards."""
    orders[some(source, len(orders), 0.1), :8] = np.arange(8)
    return orders


def deck_by_deck(orders: Ints, source: np.random.Generator) -> Ints:
    """Each deck is shuffled alone, and they are laid behind one another."""
    return source.permuted(np.tile(np.arange(52, dtype=np.uint8), (len(orders) * 8, 1)), axis=1).reshape(
        len(orders), -1
    )


def in_order(orders: Ints, source: np.random.Generator) -> Ints:
    """One in fifty of all fours is in order."""
    rows = orders.reshape(-1, 4)
    picked = some(source, len(rows), 0.02)
    rows[picked] = np.sort(rows[picked], axis=1)
    return rows.reshape(len(orders), -1)


def clumped(orders: Ints, source: np.random.Generator) -> Ints:
    """One in twenty of all eights lies by rank, as washed too little."""
    rows = orders.reshape(-1, 8)
    picked = some(source, len(rows), 0.05)
    by_rank = np.argsort(rows % 13, axis=1)
    rows[picked] = np.take_along_axis(rows, by_rank, axis=1)[picked]
    return rows.reshape(len(orders), -1)


def led(orders: Ints, source: np.random.Generator) -> Ints:
    """One in twenty of all eights begins with its highest card."""
    rows = orders.reshape(-1, 8)
    picked = np.flatnonzero(some(source, len(rows), 0.05))
    best = rows[picked].argmax(axis=1)
    rows[picked, 0], rows[picked, best] = rows[picked, best], rows[picked, 0]
    return rows.reshape(len(orders), -1)


@pytest.mark.parametrize(
    ("family", "fault"),
    [
        ("chi-square", begun_alike),
        ("equidistribution", in_order),
        ("serial correlation", clumped),
        ("runs above and below", clumped),
        ("runs up", in_order),
        ("gap", deck_by_deck),
        ("poker", deck_by_deck),
        ("coupon collector", deck_by_deck),
        ("permutation", in_order),
        ("spectral", clumped),
        ("subsequences", led),
    ],
)
def test_each_family_finds_its_fault_in_shoes(family: str, fault: Fault) -> None:
    good = good_shoes()[:SHOES]
    assert FAMILIES[family][1](good).p > 0.001
    assert FAMILIES[family][1](fault(good.copy(), np.random.default_rng(3))).p < LEAST


@pytest.mark.parametrize("family", FAMILIES)
def test_a_shoe_that_is_always_the_same_passes_nothing(family: str) -> None:
    assert FAMILIES[family][1](np.tile(good_shoes()[0], (SHOES, 1))).p < LEAST


# The report.


def test_a_fault_in_the_entropy_is_found_in_bytes_and_in_shoes() -> None:
    """A bit of every byte is one more often than not."""
    source = np.random.default_rng(4)
    stuck = source.integers(0, 256, 4_000_000) | (source.random(4_000_000) < 0.1) << 3
    made = house(MANY, BytesIO(stuck.astype(np.uint8).tobytes()).read)
    found = {(line.family, line.on) for line in examined(made) if line.result.p < LEAST}
    assert {("chi-square", "bytes"), ("chi-square", "below 416"), ("chi-square", "whole shoes")} <= found


def test_the_same_seed_is_the_same_report_and_another_is_not() -> None:
    first, again, other = (report("simulation", MANY, seed, TOTAL) for seed in (5, 5, 6))
    assert first == again
    assert first.lines != other.lines


def test_the_command_writes_the_report() -> None:
    done = CliRunner().invoke(app, ["randomness", "--source", "simulation", "--size", str(MANY), "--json"])
    found = json.loads(done.stdout)
    assert {line["family"] for line in found["tests"]} == set(FAMILIES)
    assert (found["size"], found["shoes"], found["significance"]) == (MANY, SHOES, 0.01)
    assert found["passes"] == all(line["passes"] for line in found["tests"])


def test_a_report_that_fails_says_so_and_exits_with_one() -> None:
    asked = ["randomness", "--source", "simulation", "--size", str(MANY), "--seed", "1", "--significance", "0.9999"]
    done = CliRunner().invoke(app, asked, standalone_mode=False)
    assert done.return_value == 1
    assert "FAILS" in done.stdout


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("dice", MANY, 1, 0.01), "unknown source 'dice': there are house and simulation"),
        (("house", 1_000, 1, 0.01), "give 50,000 to 2,000,000 numbers, not 1,000"),
        (("house", MANY, -1, 0.01), "a seed is a whole number from 0 to 18446744073709551615, not -1"),
        (("house", MANY, 1, 0.0), "a significance lies between 0 and 1, such as 0.01, not 0"),
    ],
)
def test_what_cannot_be_tested_is_refused(asked: tuple[str, int, int | None, float], said: str) -> None:
    with pytest.raises(Refused, match=f"^{said}$"):
        report(*asked)
