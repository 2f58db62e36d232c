"""Blackjack in the demo: a person plays what the rules offer, sees what it costs, and cannot break it."""

import io
import itertools
import os
import random
import re
import sys
from collections.abc import Callable, Iterable

import pytest
from rich.console import Console

from croupier.cards import Card, cards, shuffled
from croupier.demo import demo
from croupier.demo.blackjack import rounds as blackjack
from croupier.demo.blackjack.hands import view
from croupier.demo.blackjack.moment import DemoMoment, then
from croupier.demo.blackjack.questions import Choice, Question
from croupier.demo.blackjack.rounds import alone, burned, play
from croupier.demo.drawing import THEME
from croupier.demo.stakes import STAKE
from croupier.games.blackjack.variants import DUELING_8S, E_BLACKJACK, LUCKY_8, VARIANTS, Blackjack
from croupier.games.recorded import settle
from croupier.games.round import Role
from croupier.games.wager import Line
from test_demo import Terminal, amount, at_terminal, read_until
from test_demo import answer as press

WORDS = {"insurance": "insure", "even money": "even-money"}
"""What recorded rounds call it, where that differs."""

each_game = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.name)


def stack(monkeypatch: pytest.MonkeyPatch, front: str) -> None:
    """Shoes that begin with these cards."""

    def stacked(shoe: list[Card], _: random.Random) -> list[Card]:
        rest, first = list(shoe), cards(front)
        for card in first:
            rest.remove(card)
        return [*first, *rest]

    monkeypatch.setattr(blackjack, "shuffled", stacked)


def keyboard(answers: Iterable[str], screen: Terminal, at_the_end: type[BaseException]) -> Callable[[], str]:
    """Somebody who types these answers, which the screen shows, and then Ctrl-C or Ctrl-D."""
    left = iter(answers)

    def typed() -> str:
        for answer in left:
            screen.write(f"{answer}\n")
            return answer
        raise at_the_end

    return typed


def talk(
    game: str,
    answers: Iterable[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    width: int = 80,
    height: int = 24,
    rounds: int | None = None,
    at_the_end: type[BaseException] = EOFError,
) -> str:
    """What a person sees who types these answers, each with Enter, and then Ctrl-D: everything, wiped or not."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", keyboard(answers, screen, at_the_end))
    console = Console(file=screen, width=width, height=height, no_color=True)
    demo(game, seed=7, rounds=rounds, console=console)
    return re.sub(r"\x1b\[[0-9;]*[mAK]", "", screen.getvalue())


def drawn(moment: DemoMoment, width: int = 80, *, airy: bool = True) -> str:
    console = Console(file=io.StringIO(), width=width, theme=THEME)
    with console.capture() as captured:
        console.print(view(moment, width, airy=airy))
    return captured.get()


class Script:
    """A player who answers from a list, and keeps the questions; a dot is no."""

    def __init__(self, answers: str) -> None:
        self.answers, self.asked = list(answers), list[Question]()

    def __call__(self, _: DemoMoment, asked: Question) -> Choice | None:
        self.asked.append(asked)
        answer = self.answers.pop(0)
        return None if answer == "." else asked.by_key[answer]


def played(
    game: Blackjack, front: str, answers: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[DemoMoment, list[Question]]:
    stack(monkeypatch, front)
    script = Script(answers)
    moment = next(play(game, random.Random(1), script))
    assert not script.answers
    return moment, script.asked


def at_random(entropy: random.Random) -> Callable[[DemoMoment, Question], Choice | None]:
    """Somebody who takes anything that is offered, split first, and an offer now and then."""

    def answer(_: DemoMoment, asked: Question) -> Choice | None:
        if asked.declinable:
            return entropy.choice(asked.choices) if entropy.random() < 0.4 else None
        if "split" in asked.by_word:
            return asked.by_word["split"]
        return entropy.choice(asked.choices)

    return answer


def some_rounds(game: Blackjack, count: int, seed: int = 1) -> list[DemoMoment]:
    return list(itertools.islice(play(game, random.Random(seed), at_random(random.Random(seed))), count))


def nets(lines: list[Line]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        found[line.wager] = found.get(line.wager, 0) + line.net
    return found


# The rounds


def test_a_pair_is_split_and_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, asked = played(LUCKY_8, "2C 8S 6D 8H 3C TD 5D 9H KH", ".pds", monkeypatch)
    assert moment.decisions == ("split", "double", "stand")
    assert nets(moment.lines)["main"] == 3 * STAKE
    assert moment.staked == 5 * STAKE
    assert [line.hand for line in moment.lines if line.wager == "main"] == [1, 2]
    assert [question.hand for question in asked] == [0, 0, 0, 1]
    assert asked[1].by_word["split"].costs == asked[1].by_word["double"].costs == ", $10 more"


def test_four_hands_of_eights_each_with_its_tie_on_18(monkeypatch: pytest.MonkeyPatch) -> None:
    front = "2C 8H 8D 8C JD 3S 4S 5S JC KS"
    moment, asked = played(DUELING_8S, front, ".ptptptdsss", monkeypatch)
    ties = {line.hand: line.net for line in moment.lines if line.wager == "tie-on-18"}
    assert ties == {1: -STAKE, 2: 8 * STAKE, 3: -STAKE, 4: -STAKE}
    offers = [(each.prompt, each.hand) for each in asked if "Tie on 18" in each.by_word]
    assert offers == [("Tie on 18?", 1), ("Tie on 18?", 2), ("Tie on 18?", 3)]
    assert moment.net == moment.balance == 804_000


def test_tie_on_18_is_asked_for_once_on_each_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, asked = played(DUELING_8S, "2C 8H 3S 4D 5S KS", ".p.hss", monkeypatch)
    assert [set(each.by_word) for each in asked[2:]] == [
        {"Tie on 18"},
        {"hit", "stand", "double"},
        {"hit", "stand"},
        {"hit", "stand", "double"},
    ]
    assert moment.position.ties == {}


def test_insurance_is_taken_before_play(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, burnt in ((LUCKY_8, "2C "), (E_BLACKJACK, "")):
        moment, asked = played(game, f"{burnt}9S AD 9H KH", "is", monkeypatch)
        assert nets(moment.lines)["main"] == -STAKE
        assert nets(moment.lines)["insurance"] == STAKE
        assert asked[0].by_word["insurance"].costs == ", $5 at 2:1"
        assert asked[0].declinable
        assert not asked[1].declinable


def test_a_blackjack_against_an_ace_is_offered_even_money(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, burnt in ((LUCKY_8, "2C "), (E_BLACKJACK, "")):
        moment, asked = played(game, f"{burnt}AS AD KH KH", "e", monkeypatch)
        assert nets(moment.lines)["main"] == STAKE
        assert asked[0].by_word["even money"].costs == ", +$10 now"
        assert set(asked[0].by_key) == {"e", "i"}
        moment, _ = played(game, f"{burnt}AS AD KH KH", "i", monkeypatch)
        assert (nets(moment.lines)["main"], nets(moment.lines)["insurance"]) == (0, STAKE)
        moment, _ = played(game, f"{burnt}AS AD KH KH", ".", monkeypatch)
        assert nets(moment.lines)["main"] == 0


def test_surrender_is_a_moment_of_its_own_at_a_table_and_a_choice_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for game, front in ((LUCKY_8, "2C TS 9D 6H"), (E_BLACKJACK, "TS 9D 6H"), (DUELING_8S, "2C 6H")):
        moment, (asked,) = played(game, front, "u", monkeypatch)
        assert nets(moment.lines)["main"] == -STAKE // 2
        assert asked.by_word["surrender"].costs == ", lose $5"
        assert asked.declinable == (game is not E_BLACKJACK)


def test_a_round_without_anything_to_decide_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, asked = played(LUCKY_8, "2C AS 9D KH", "", monkeypatch)
    assert asked == []
    assert nets(moment.lines)["main"] == STAKE * 3 // 2


@each_game
def test_what_is_played_settles_like_the_same_round_recorded(game: Blackjack) -> None:
    stakes, hands = dict.fromkeys(game.bets, STAKE), set()
    for moment in some_rounds(game, 150):
        said = " ".join(WORDS.get(word, word).replace(" ", "_") for word in moment.decisions)
        decisions = said.replace("split Tie_on_18", f"split:{STAKE}").split()
        recorded = settle(game.name, moment.round.cards, stakes, decisions)
        assert moment.lines == recorded.lines
        assert moment.net == recorded.total
        hands.add(len(moment.area.hands))
    assert max(hands) >= 3


@each_game
def test_only_what_the_rules_accept_is_offered_and_each_by_a_key_of_its_own(game: Blackjack) -> None:
    offered = set()
    answers = at_random(random.Random(5))

    def looks_first(moment: DemoMoment, asked: Question) -> Choice | None:
        assert len(asked.by_key) == len(asked.by_word) == len(asked.choices) > 0
        for choice in asked.choices:
            then(moment.round, choice.command, Role.PLAYER)
            offered.add(choice.key)
            if choice.key not in "hs":
                assert re.search(r"\$\d", choice.costs)
        return answers(moment, asked)

    for _ in itertools.islice(play(game, random.Random(5), looks_first), 250):
        pass
    assert offered == ({"h", "s", "d", "p", "u", "t"} if game is DUELING_8S else {"h", "s", "d", "p", "u", "i", "e"})


@each_game
def test_balance_is_the_sum_of_nets_over_shoes(game: Blackjack) -> None:
    rounds, balance = some_rounds(game, 150), 0
    assert rounds[-1].shoe > 1
    for moment in rounds:
        balance += sum(line.net for line in moment.lines)
        assert moment.balance == balance
        assert moment.position.sides == {wager: STAKE for wager in game.bets if wager != "main"}


@each_game
def test_a_shoe_is_dealt_in_its_order_after_the_burn_up_to_the_round_of_the_cutting_card(game: Blackjack) -> None:
    entropy = random.Random(4)
    shoes = [shuffled(game.shoe(), entropy) for _ in range(2)]
    rounds = list(itertools.islice(play(game, random.Random(4), alone), 220))
    assert burned(game) == (0 if game is E_BLACKJACK else 1)
    for number, shoe in enumerate(shoes, 1):
        *others, last = [moment.round for moment in rounds if moment.shoe == number]
        dealt = [card for round in (*others, last) for card in round.cards]
        assert dealt == shoe[burned(game) : burned(game) + len(dealt)]
        assert all(round.cut_after is None for round in others)
        assert last.cut_after is not None
        before = burned(game) + sum(len(round.cards) for round in others) + last.cut_after
        assert before == len(shoe) - len(game.deck.cards)


@each_game
def test_where_nobody_plays_it_draws_below_hard_17_and_soft_18_and_declines(game: Blackjack) -> None:
    answered = []

    def watched(moment: DemoMoment, asked: Question) -> Choice | None:
        choice, hand = alone(moment, asked), moment.area.hand
        if asked.declinable:
            assert choice is None
        else:
            assert hand is not None
            assert choice is not None
            assert choice.word == ("hit" if hand.total < (18 if hand.soft else 17) else "stand")
            answered.append(choice.word)
        return choice

    rounds = list(itertools.islice(play(game, random.Random(3), watched), 100))
    assert set(answered) == {"hit", "stand"}
    assert all(len(moment.area.hands) == 1 and moment.staked == STAKE * len(game.bets) for moment in rounds)


# The drawing


@pytest.mark.parametrize("width", [40, 47, 60, 71, 72, 80, 100, 120, 160])
@each_game
def test_no_line_of_the_settlement_is_hidden_at_any_width(game: Blackjack, width: int) -> None:
    for moment in some_rounds(game, 12, seed=width):
        text = drawn(moment, width)
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text
        for line in moment.lines:
            assert set(clauses_of(line)) <= set(re.split(r"[\s,]+", text))
            cells = [game.by_name[line.wager].label, str(line.hand or ""), f"${line.stake // 100}", line.result]
            if width >= 100:
                assert re.search(r" +".join(map(re.escape, filter(None, cells))), text), cells


def clauses_of(line: Line) -> list[str]:
    return [clause.id for clause in line.clauses]


@each_game
def test_an_ordinary_round_and_the_question_after_it_fit_a_small_terminal(game: Blackjack) -> None:
    for moment in some_rounds(game, 40):
        if len(moment.area.hands) < 4:
            assert len(drawn(moment, airy=False).splitlines()) <= 23


def test_hands_show_their_cards_totals_and_results(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, _ = played(LUCKY_8, "2C 8S 6D 8H 3C TD 5D 9H KH", ".pds", monkeypatch)
    text = drawn(moment)
    assert "Dealer  bust 25" in text
    assert re.search(r"Hand 1  hard 21 +Hand 2  hard 13", text)
    assert "│ 8♠│ 3♣│10♦ │" in text
    assert re.search(r"win \+\$20 +win \+\$10", text)
    assert "First card of the shoe burned (R-16)   You: split, double, stand" in text
    assert re.search(r"Main wager +1 +\$20 win +Regular win +1:1 +\+\$20 4\.1 4\.3\.3", text)
    assert "$50 staked   This round " in text


def test_soft_hands_blackjacks_and_single_cards_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def watched(moment: DemoMoment, asked: Question) -> Choice | None:
        seen.append(drawn(moment))
        return alone(moment, asked)

    stack(monkeypatch, "2C AS 6D 7H KH KD")
    next(play(LUCKY_8, random.Random(1), watched))
    assert "You  soft 18" in seen[0]
    assert "Dealer  6 " in seen[0]
    assert "$10 each: Main wager, Pair, Lucky 8   $30 staked   Balance $0" in seen[0]
    moment, _ = played(LUCKY_8, "2C AS AD KH 5H", ".", monkeypatch)
    assert "You  Blackjack" in drawn(moment)


def test_the_printed_8_is_drawn_unlike_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, _ = played(DUELING_8S, "2C 8H JD KC QS", ".p.ss", monkeypatch)
    text = drawn(moment)
    assert "┆ 8♠│ Q♠ │" in text
    assert re.search(r"┆ 8♠│ J♦ │ +│ 8♥│ K♣ │", text)


def test_the_last_round_of_a_shoe_says_so() -> None:
    rounds = itertools.takewhile(lambda moment: moment.shoe == 1, play(LUCKY_8, random.Random(1), alone))
    *others, last = rounds
    assert "Cutting card: last round of this shoe (R-15)" in drawn(last)
    assert "Cutting card" not in drawn(others[-1])
    assert "burned (R-16)" in drawn(others[0])
    assert "burned" not in drawn(others[1])


# The conversation


def test_a_person_plays_a_round_and_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "2C 8S 6D 8H 3C TD 5D 9H KH TS 9D 6H")
    text = talk("lucky-8", ["", "p", "d", "s", "", "u", "q"], monkeypatch)
    assert "u surrender, lose $5  Enter no: " in text
    assert "h hit  s stand  d double, $10 more  p split, $10 more: " in text
    assert "Box 1: 11, what would you like?  3.14" in text
    sums = re.findall(r"This round (\S+) +Balance (\S+)", text)
    assert [amount(net) for net, _ in sums] == [190.0, -25.0]
    assert [amount(balance) for _, balance in sums] == [190.0, 165.0]


def test_a_wrong_key_is_told_why_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "2C TS 9D 6H 5S")
    wrong = ["x", "h", "", "", "p", "u", "i", "e", "\x1b[A", "z" * 500, "H"]
    text = talk("lucky-8", wrong, monkeypatch)
    for told in (
        "'x' is none of the keys",
        "'h' is none of the keys",
        "Enter decides nothing here",
        "split is not possible on TS 6H (16): choose stand, hit, double (lucky8 3.21)",
        "surrender is not available now (lucky8 3.25.1)",
        "insurance is not available now (lucky8 3.27)",
        "'e' is none of the keys",
        r"'\x1b[a' is none of the keys",
        f"'{'z' * 20}' is none of the keys",
    ):
        assert told in text
    assert "You: hit\n" in re.sub(r" +\n", "\n", text)


def test_what_a_wrong_key_means_elsewhere_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "2C 9S AD 7H 2H 2D")
    text = talk("lucky-8", ["d", "u", "", "i", "u", "s", "q"], monkeypatch)
    assert "$30 staked   This round" in text
    assert "You: stand" in text


def test_ten_rounds_at_once_are_not_offered_where_somebody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "2C TS 9D 6H 5S")
    text = talk("lucky-8", ["u", "a", "A", "q"], monkeypatch)
    assert text.count("Enter next round  g another game  q leave: ") == 3
    assert text.count("This round") == 1


def test_the_balance_goes_along_to_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "2C TS 9D 6H 5S")
    text = talk("lucky-8", ["u", "g", "tiger", "a", "g", "9", "u", "q"], monkeypatch)
    sums = [(amount(net), amount(after)) for net, after in re.findall(r"This round (\S+) +Balance (\S+)", text)]
    assert len(sums) == 1 + 11 + 1
    for (_, before), (net, after) in itertools.pairwise(sums):
        assert after == before + net


def test_so_many_rounds_are_played_without_a_question_between(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "2C TS 9D 6H TS 9D 6H TS 9D 6H")
    text = talk("lucky-8", ["u"] * 3, monkeypatch, rounds=3)
    assert text.count("This round") == 3
    assert "Enter next round" not in text


SCRIPTS = {
    "lucky-8": ("2C 8S AD 8H 3C TD 5D 9H KH", ["i", "p", "d", "s", "q"]),
    "e-blackjack": ("8S AD 8H 3C TD 5D 9H KH", ["i", "p", "d", "s", "q"]),
    "dueling-8s": ("2C 8H 8D 8C JD 3S 4S 5S JC KS", ["", *"ptptptdsss", "q"]),
}


@pytest.mark.parametrize("at_the_end", [EOFError, KeyboardInterrupt], ids=["Ctrl-D", "Ctrl-C"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_any_question_may_be_left_quietly(
    name: str, at_the_end: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    front, answers = SCRIPTS[name]
    stack(monkeypatch, front)
    for length in range(len(answers)):
        assert talk(name, answers[:length], monkeypatch, at_the_end=at_the_end).endswith(": \n")
    assert talk(name, answers, monkeypatch, at_the_end=at_the_end).endswith("q leave: q\n")


@pytest.mark.parametrize(
    ("width", "height"),
    [(40, 24), (40, 50), (55, 10), (70, 24), (71, 30), (100, 1), (119, 24), (160, 24), (160, 60), (1, 1)],
)
@pytest.mark.parametrize("name", SCRIPTS)
def test_any_width_and_any_height_are_played(
    name: str, width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    front, answers = SCRIPTS[name]
    stack(monkeypatch, front)
    text = talk(name, answers, monkeypatch, width=width, height=height)
    assert width == 1 or ("This round" in text and "Traceback" not in text)
    assert max(map(len, text.splitlines())) <= width + len("q")


class Screen:
    """As much of a terminal of 24 lines as the demo needs: write, next line, up, wipe."""

    def __init__(self) -> None:
        self.lines, self.at = [""], 0

    def show(self, written: bytes) -> None:
        for code, plain in re.findall(r"(\x1b\[[0-9;]*[A-Za-z]|\n)|([^\x1b\r\n]+)", written.decode()):
            if plain:
                self.lines[self.at] += plain
            elif code.endswith("\n"):
                self.at += 1
                self.lines += [""] * (self.at == len(self.lines))
            elif code.endswith("A"):
                self.at = max(self.at - int(code[2:-1]), len(self.lines) - 24, 0)
            elif code.endswith("K"):
                self.lines[self.at] = ""

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)


SPLIT_THRICE = (
    *(("no: ", ""), ("more: ", "p"), ("more: ", "x"), ("more: ", "p"), ("more: ", "s")),
    *(("more: ", "p"), ("more: ", "s"), ("more: ", "h"), ("stand: ", "s"), ("more: ", "s")),
)


def test_a_person_at_a_real_terminal_sees_each_round_in_one_place() -> None:
    shown = Screen()
    with at_terminal("demo('lucky-8', seed=6)") as (person, screen):
        pressed = b""
        for prompt, key in SPLIT_THRICE:
            shown.show(read_until(screen, prompt.encode(), again=pressed))
            assert shown.text.count("shoe 1 · round 1") == 1
            pressed = f"{key}\n".encode()
            os.write(screen, pressed)
        shown.show(read_until(screen, b"leave: ", again=pressed))
        shown.show(press(screen, b"q\n", None))
        assert person.wait(60) == 0
    assert shown.text.count("shoe 1 · round 1") == 1
    assert "what would you like" not in shown.text
    assert "You: split, split, stand, split, stand, hit, stand, stand" in shown.text
    assert re.search(r"Hand 1  hard 17 +Hand 3  hard 19 +Hand 4  hard 17 +Hand 2  hard 18", shown.text)
    assert shown.text.endswith("q leave: q\n")


@pytest.mark.parametrize("leave", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_a_person_leaves_a_hand_at_a_real_terminal_quietly(leave: bytes) -> None:
    with at_terminal("demo('dueling-8s', seed=321)") as (person, screen):
        seen = read_until(screen, b"no: ")
        seen += press(screen, b"\n", b"more: ")
        seen += press(screen, b"\xff\n", b"more: ")
        seen += press(screen, leave, None)
        assert person.wait(60) == 0
        assert b"is none of the keys" in seen
        assert b"Traceback" not in seen
