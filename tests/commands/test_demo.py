"""The demo: rounds by the rules out of one shoe, nothing hidden, and no way to make it fall over.

What is particular to the blackjack games, which are played, is in test_demo_blackjack.py.
"""

import contextlib
import io
import itertools
import os
import pty
import random
import re
import select
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cards import shuffled
from croupier.demo import demo, picture
from croupier.demo.baccarat.rounds import BaccaratDemoRound, deal, view
from croupier.demo.drawing import THEME
from croupier.demo.settled import fold
from croupier.demo.stakes import BETTOR, STAKE
from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.games.catalogue import GAMES
from croupier.games.game import Game
from croupier.games.round import Phase
from croupier.house.views.baccarat.view import marks_of
from croupier.refused import Refused

WIDTHS = (80, 120)
BACCARAT = {game.name: game for game in VARIANTS}


class Terminal(io.StringIO):
    """Something that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def talk(answers: str, monkeypatch: pytest.MonkeyPatch, name: str | None = None, rounds: int | None = None) -> str:
    """What a person sees who types these lines, and then Ctrl-D."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answers))
    demo(name, rounds=rounds, seed=7, console=Console(file=screen, width=80, height=24, no_color=True))
    return re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())


def drawn(dealt: BaccaratDemoRound, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, theme=THEME)
    with console.capture() as captured:
        console.print(view(dealt, width))
    return captured.get()


def game(name: str) -> Baccarat:
    return BACCARAT[name]


def first_rounds(name: str, count: int, seed: int = 1) -> list[BaccaratDemoRound]:
    return list(itertools.islice(deal(game(name), random.Random(seed)), count))


def titles(text: str) -> list[str]:
    return [title.strip() for title in re.findall(r"[^:\n]+ · shoe \d+ · round \d+", text)]


@pytest.mark.clause("ebaccarat 3.10")
@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_a_shoe_is_dealt_in_its_order_up_to_the_round_of_the_cutting_card(name: str) -> None:
    entropy = random.Random(4)
    first, second = (shuffled(game(name).shoe(), entropy) for _ in range(2))
    rounds = first_rounds(name, 120, seed=4)
    for number, shoe in ((1, first), (2, second)):
        played = [dealt.round for dealt in rounds if dealt.shoe == number]
        cards = [card for round in played for card in round.cards]
        assert cards == shoe[: len(cards)]
    played = [dealt.round for dealt in rounds if dealt.shoe == 1]
    *others, last = played
    assert all(round.cut_after is None for round in others)
    assert last.cut_after is not None
    assert sum(len(round.cards) for round in others) + last.cut_after == len(first) - 52


def test_the_cutting_card_ends_the_shoe_wherever_it_comes() -> None:
    came = set()
    for seed in range(25):
        shoe = itertools.takewhile(lambda dealt: dealt.shoe == 1, deal(game("no-commission"), random.Random(seed)))
        *_, last = shoe
        assert last.round.phase is Phase.SETTLED
        came.add(last.round.cut_after)
    assert {0, 1, 2, 3, 4} <= came


def test_every_wager_of_every_round_is_staked_and_the_balance_runs_on() -> None:
    rounds = first_rounds("tiger-nc", 160)
    assert rounds[-1].shoe == 3
    for before, after in itertools.pairwise(rounds):
        assert after.round.stakes == {BETTOR: dict.fromkeys(game("tiger-nc").by_name, STAKE)}
        assert after.balance == before.balance + sum(line.net for line in after.lines)


def test_the_roads_are_those_of_the_shoe_and_begin_anew_with_it() -> None:
    rounds = first_rounds("tiger", 160)
    for _, shoe in itertools.groupby(rounds, key=lambda dealt: dealt.shoe):
        of_shoe = list(shoe)
        assert of_shoe[-1].marks == marks_of(dealt.round for dealt in of_shoe)
        assert len(of_shoe[0].marks) == 1


@pytest.mark.parametrize("each", GAMES.values(), ids=GAMES)
def test_the_stake_can_be_paid_exactly(each: Game) -> None:
    assert STAKE % each.unit == 0


def test_a_loss_is_grey() -> None:
    colour = THEME.styles["lose"].color
    assert colour is not None
    assert colour.triplet is not None
    assert max(colour.triplet) - min(colour.triplet) < 24


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", BACCARAT)
def test_no_wager_is_hidden_and_no_line_is_too_long(name: str, width: int) -> None:
    for dealt in first_rounds(name, 12):
        text = drawn(dealt, width)
        lost = [line for line in dealt.lines if line.result == "lose"]
        for cells in fold(dealt.game, lost):
            assert re.search(r" +".join(map(re.escape, cells)), text), cells
        for line in dealt.lines:
            if line.result != "lose":
                label = re.escape(dealt.game.by_name[line.wager].label)
                assert re.search(rf"^{label} +\$10 +{line.result} .* {line.pays} ", text, re.MULTILINE), line
                assert all(clause.id in text.split() for clause in line.clauses)
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text


@pytest.mark.parametrize("name", BACCARAT)
def test_folding_loses_neither_a_wager_nor_a_cent(name: str) -> None:
    for dealt in first_rounds(name, 20):
        lost = [line for line in dealt.lines if line.result == "lose"]
        folded = fold(dealt.game, lost)
        assert sorted(label for cells in folded for label in unfolded(cells[0], cells[1])) == sorted(
            dealt.game.by_name[line.wager].label for line in lost
        )
        assert sum(cents(net) for _, _, net, _ in folded) == sum(line.net for line in lost)


def unfolded(label: str, stake: str) -> list[str]:
    """The labels that a folded one stands for."""
    if "\u00d7" not in stake:
        return [label]
    found = re.fullmatch(r"(\D+) (.*)", label)
    assert found is not None, label
    numbers: list[int] = []
    for run in found[2].split():
        low, _, high = run.partition("\u2013")
        numbers += range(int(low), int(high or low) + 1)
    assert len(numbers) == int(stake.partition("\u00d7")[0])
    return [f"{found[1]} {number}" for number in numbers]


def cents(net: str) -> int:
    return -100 * int(net.removeprefix("\u2212$"))


def test_a_round_shows_cards_totals_notes_result_and_sums() -> None:
    dealt = next(
        dealt
        for dealt in deal(game("tiger"), random.Random(1))
        if dealt.outcome.points.natural("banker") and dealt.marks[-1].player_pair and dealt.marks[-1].winner == "banker"
    )
    text, points = drawn(dealt, 80), dealt.outcome.points
    assert f"Player  {points.player} " in text
    assert f" {points.banker}  Banker" in text
    assert f"Banker wins, {points.banker} to {points.player}" in text
    assert "Banker natural, Player pair" in text
    for card in dealt.round.cards:
        assert {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card.suit] in text
    assert "8 wagers, $80 staked   This round " in text


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", [name for name in BACCARAT if name != "sands-super"])
def test_an_ordinary_round_and_the_question_after_it_fit_a_small_terminal(name: str, width: int) -> None:
    for dealt in first_rounds(name, 20):
        if not [line for line in dealt.lines if line.result == "win"][1:]:
            console = Console(file=io.StringIO(), width=width, theme=THEME)
            assert len(console.render_lines(view(dealt, width, airy=False))) <= 23


@pytest.mark.parametrize("width", [1, 20, 40, 61, 79, 100, 300])
@pytest.mark.parametrize("name", ["sands-super", "dueling-8s"])
def test_any_width_at_all_is_drawn(name: str, width: int) -> None:
    screen = io.StringIO()
    demo(name, rounds=2, seed=1, console=Console(file=screen, width=width))
    assert max(map(len, screen.getvalue().splitlines())) <= min(width, 120)


@pytest.mark.parametrize("each", GAMES.values(), ids=GAMES)
def test_every_game_is_shown_where_nobody_can_be_asked(each: Game) -> None:
    screen = io.StringIO()
    demo(each.name, seed=1, console=Console(file=screen, width=80))
    assert titles(screen.getvalue()) == [f"{each.title} · shoe 1 · round {number}" for number in (1, 2, 3)]
    assert "\x1b" not in screen.getvalue()
    balance = 0.0
    for net, after in re.findall(r"This round (\S+) +Balance (\S+)", screen.getvalue()):
        balance += amount(net)
        assert amount(after) == balance


def test_where_nobody_can_be_asked_three_rounds_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda: pytest.fail("somebody was asked"))
    screen = io.StringIO()
    demo(console=Console(file=screen, width=80))
    assert titles(screen.getvalue()) == [f"Tiger Baccarat · shoe 1 · round {number}" for number in (1, 2, 3)]
    assert "\x1b" not in screen.getvalue()


@pytest.mark.parametrize("absent", [None, "closed"])
def test_no_standard_input_at_all_is_nobody_to_ask(absent: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = None if absent is None else Terminal()
    if stdin is not None:
        stdin.close()
    monkeypatch.setattr(sys, "stdin", stdin)
    screen = Terminal()
    demo(console=Console(file=screen, width=80, no_color=True), rounds=1)
    assert "round 1" in screen.getvalue()


def test_the_same_seed_deals_the_same_rounds() -> None:
    once, again = io.StringIO(), io.StringIO()
    for screen in (once, again):
        demo("sands-super", rounds=5, seed=3, console=Console(file=screen, width=120))
    assert once.getvalue() == again.getvalue()


def test_enter_chooses_a_good_game_and_deals_on(monkeypatch: pytest.MonkeyPatch) -> None:
    text = talk("\n\n\nq\n", monkeypatch)
    assert titles(text) == [f"Tiger Baccarat · shoe 1 · round {number}" for number in (1, 2, 3)]
    for each in GAMES.values():
        cells = (each.name, each.title, each.document.name, str(len(each.wagers)))
        assert re.search(" +".join(map(re.escape, cells)), text), cells


def test_a_deals_ten_and_g_changes_the_game_with_the_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    text = talk("no-commission\na\ng\n8\nq\n", monkeypatch)
    assert len(titles(text)) == 12
    assert titles(text)[-1] == "Sands Super Baccarat · shoe 1 · round 1"
    sums = re.findall(r"This round (\S+) +Balance (\S+)", text)
    (_, before), (net, after) = sums[-2:]
    assert amount(after) == amount(before) + amount(net)


def amount(text: str) -> float:
    return float(text.replace("\u2212", "-").replace("$", "").replace(",", ""))


@pytest.mark.parametrize(
    "wrong", ["0", "12", "9" * 5000, "poker", "tigre", "[bold]", "-1", "²"], ids=lambda wrong: wrong[:6]
)
def test_a_wrong_choice_is_told_and_asked_again(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = talk(f"{wrong}\ntiger\nq\n", monkeypatch)
    assert text.count("Which game?") == 2
    assert "there is no game" in text or "unknown game" in text
    assert len(titles(text)) == 1


def test_a_key_that_means_nothing_deals_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = talk("x\nhelp\nQ\n", monkeypatch, "tiger")
    assert len(titles(text)) == 1
    assert text.count("Enter next round") == 3


def test_the_end_of_input_leaves_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    assert talk("", monkeypatch).endswith(": \n")
    assert talk("\n", monkeypatch).endswith("q leave: \n")


def test_so_many_rounds_are_dealt_without_a_question_between(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(titles(talk("", monkeypatch, "tiger", rounds=4))) == 4


def test_a_game_that_there_is_not_and_no_rounds_are_refused() -> None:
    with pytest.raises(Refused, match="unknown game 'poker'"):
        demo("poker")
    with pytest.raises(Refused, match="at least one round"):
        demo(rounds=0)


@pytest.mark.parametrize("name", ["sands-super", "dueling-8s"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_suits_shows_letters(encoding: str, name: str) -> None:
    written = io.BytesIO()
    screen = io.TextIOWrapper(written, encoding=encoding)
    demo(name, rounds=30, seed=2, console=Console(file=screen, width=80))
    screen.flush()
    text = written.getvalue().decode(encoding)
    assert "?" not in text
    assert re.search(r"[2-9AJQK][SHDC♠♥♦♣]", text)


def test_a_reader_that_goes_away_is_no_reason_for_a_traceback() -> None:
    run = subprocess.Popen(command("demo(rounds=300)"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.close()
    assert run.stderr.read() == b""
    run.stderr.close()
    run.wait()


def command(call: str) -> list[str]:
    return [sys.executable, "-c", f"from croupier.demo import demo; {call}"]


@pytest.mark.parametrize("leave", [b"\x03", b"\x04", b"q\n"], ids=["Ctrl-C", "Ctrl-D", "q"])
def test_a_person_leaves_a_real_terminal_quietly(leave: bytes) -> None:
    with at_terminal("demo('tiger', seed=1)") as (person, screen):
        seen = read_until(screen, b"leave: ")
        seen += answer(screen, b"\n", b"leave: ")
        seen += answer(screen, b"\xff\n", b"leave: ")
        seen += answer(screen, leave, None)
        assert person.wait(60) == 0
        assert b"Traceback" not in seen
        assert seen.count("○' Banker pair".encode()) == 2


@contextlib.contextmanager
def at_terminal(call: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Python at a real terminal of 80 by 24, and the other end of that."""
    screen, terminal = pty.openpty()
    # The leader of a new session gets the first terminal that it opens, and with it Ctrl-C.
    call = f"import os; os.close(os.open(os.ttyname(0), os.O_RDWR)); {call}"
    surroundings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    person = subprocess.Popen(
        command(call), stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True, env=surroundings
    )
    os.close(terminal)
    try:
        yield person, screen
    finally:
        person.kill()
        person.wait()
        os.close(screen)


def answer(screen: int, keys: bytes, end: bytes | None) -> bytes:
    """Press keys and read on; again where the terminal lost them, as it may just while a prompt appears."""
    os.write(screen, keys)
    return read_until(screen, end, again=keys)


def read_until(screen: int, end: bytes | None, again: bytes = b"") -> bytes:
    """What the terminal shows up to these bytes, or until nobody writes any more."""
    seen, deadline = b"", time.monotonic() + 180
    while end is None or end not in seen:
        assert time.monotonic() < deadline, seen
        if not select.select([screen], [], [], 10)[0]:
            os.write(screen, again)
            continue
        try:
            read = os.read(screen, 4096)
        except OSError:
            read = b""
        if not read:
            assert end is None, seen
            break
        seen += read
    return seen


def test_the_picture_is_always_the_same_and_needs_nothing_from_anywhere(tmp_path: Path) -> None:
    picture(tmp_path / "one.svg")
    picture(tmp_path / "two.svg")
    text = (tmp_path / "one.svg").read_text("utf-8")
    assert text == (tmp_path / "two.svg").read_text("utf-8")
    assert re.findall(r"\w+://[^\"' )]*", text) == ["http://www.w3.org/2000/svg"]
    assert "@font-face" not in text
    assert set(re.findall(r"url\((.)", text)) == {"#"}
    shown = "".join(ET.fromstring(text).itertext()).replace("\u00a0", " ")
    for part in ("Tiger Baccarat", "Big Tiger", "50:1", "+$500", "Bead plate", "Big road"):
        assert part in shown


def test_a_picture_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"cannot write .*: No such file or directory"):
        picture(tmp_path / "nowhere" / "one.svg")
