"""The simulation of blackjack against the rules: every decision, every cent, from fresh shoes and whole ones."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from croupier.cards import Card, Composition, cards
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.recorded import BlackjackSettlement, settle
from croupier.games.blackjack.variants import VARIANTS, Blackjack, OriginalOnly
from croupier.games.catalogue import game as find
from croupier.games.recorded import RecordedRound
from croupier.odds.catalogue import odds
from croupier.refused import Refused
from croupier.simulation.bettor import FlatBettor
from croupier.simulation.blackjack import areas, rounds
from croupier.simulation.blackjack.kernel import BlackjackFreshRounds, BlackjackWholeShoes
from croupier.simulation.blackjack.strategy import ABSENT, CHART, RANKS, ChartStrategy
from croupier.simulation.catalogue import kernel
from croupier.simulation.devices import Device, device
from croupier.simulation.estimate import Tallied, estimates, farthest
from croupier.simulation.philox import key
from croupier.simulation.running import SimulationRun
from croupier.simulation.sessions import sessions
from croupier.simulation.walking import RESULT
from places import ROOT

U64 = 1 << 64
GAMES = {game.name: game for game in VARIANTS}
FEWEST = {game.name: game.decks.start for game in VARIANTS}
READINGS: tuple[OriginalOnly, ...] = ("obbo", "bb+1", "larger", "each", "obo")
NAMED = {"larger": "R-43=c", "each": "R-43=d"}
OTHERWISE = [
    *(
        ("lucky-8", readings)
        for readings in (
            "R-45=b",
            "R-46=b",
            "R-46=b bb+1",
            "R-46=b R-43=c",
            "R-46=b R-43=d",
            "R-46=b obo",
            "R-48=b",
            "R-52=b",
            "R-52=b obo",
            "R-52=c",
            "R-54=b",
            "R-55=b",
            "R-58=b",
            "R-58=b R-52=b R-54=b R-55=b",
            "R-45=b R-46=b R-48=b",
        )
    ),
    *(("e-blackjack", readings) for readings in ("R-46=b", "R-48=b", "R-52=b", "R-54=b R-55=b", "R-58=b bb+1")),
    ("dueling-8s", "R-77=b"),
]
STRATEGIES: dict[str, ChartStrategy] = {}


def reckless(game: Blackjack) -> ChartStrategy:
    """A chart that does everything: it splits every pair, doubles and folds at every turn, and draws to hard 19."""
    hard: dict[tuple[str, str], str] = {}
    soft: dict[tuple[str, str], str] = {}
    pairs: dict[tuple[str, str], str] = {}
    chance = random.Random(game.name)
    for up in RANKS:
        for points in range(3, 22):
            hard[str(points), up] = chance.choice(["H", "H", "Dh", "Ds", "Rh", "S"] if points < 20 else ["S", "H"])
            soft[str(points), up] = chance.choice(["H", "H", "Dh", "Ds", "Rs", "S"])
        for rank in RANKS:
            pairs[rank, up] = chance.choice(["P", "P", "P", "H", "Dh"])
    return ChartStrategy("reckless", hard, soft, pairs)


def fresh(name: str, decks: int | None = None, plays: str = CHART, readings: str = "obbo") -> BlackjackFreshRounds:
    game = GAMES[name]
    shoe = game.shoe(decks)
    if plays == CHART:
        # Solved once for all tests; the best chart hardly changes with the number of decks.
        STRATEGIES.setdefault(name, ChartStrategy.best(game, game.shoe()))
    strategy = {CHART: STRATEGIES.get(name), ABSENT: ChartStrategy.absent()}.get(plays) or reckless(game)
    read = game if readings == "obbo" else cast("Blackjack", find(game, NAMED.get(readings, readings)))
    return BlackjackFreshRounds(read, shoe, strategy)


def engine(kernel: BlackjackFreshRounds | BlackjackWholeShoes, dealt: RecordedRound) -> BlackjackSettlement:
    return settle(kernel.game, cards(dealt.cards), dealt.wagers, dealt.decisions, dealt.decks)


def nets(kernel: BlackjackFreshRounds | BlackjackWholeShoes, number: int) -> dict[str, int]:
    """What the kernel says of every wager, insurance too where it is offered."""
    found = {wager: kernel.classes.net_of(number, {wager: stake}) for wager, stake in kernel.stakes.items()}
    if "insurance" in kernel.game.by_name:
        match = kernel.classes.match(number, kernel.game.by_name["insurance"])
        if match:
            found["insurance"] = match.net(kernel.stakes["main"] // 2)
    return found


def walked(kernel: BlackjackFreshRounds, dealt: tuple[Card, ...]) -> list[str] | None:
    """What the table of whole rounds decides, card by card; nothing where something is split."""
    automaton, left = kernel.classes.automaton, list(dealt)
    if kernel.game.printed:
        row, said = automaton.starts[0, 7], list[str]()
    else:
        first, up, second = left[:3]
        left = left[3:]
        code = int(kernel.classes.openings[64 * first.number + second.number]) & 127
        shown = int(automaton.letter_of[up.number])
        row, said = automaton.starts[code, shown], list(automaton.first_decisions[code, shown])
    if row == 0:
        return None
    for card in left:
        letter = int(automaton.letter_of[card.number])
        said += automaton.rounds.decisions[row, letter]
        row = automaton.rounds.moves[row, letter]
        if row == 0:
            return None
    # The round is at its end, and nowhere before.
    assert (row, 0) not in automaton.rounds.moves
    return said


def by_hand(kernel: BlackjackFreshRounds, seed: int, number: int) -> tuple[int, list[str]]:
    """The class of a round played hand by hand, and what was decided in it."""
    reads, trace = kernel.reads, np.zeros(100, np.uint16)
    order, digits = np.empty(areas.MAX_ROUND_CARDS, np.uint8), np.empty(areas.MAX_ROUND_CARDS, np.uint16)
    held = np.empty(areas.HELD, np.uint16)
    found = rounds.alone(np.uint64(number), *key(seed), reads.tables, reads.shoe, order, digits, held, trace)
    automaton = kernel.classes.automaton
    said: list[str] = []
    stride = len(automaton.letters)
    if not kernel.game.printed:
        code, shown = int(held[areas.CODE]), int(automaton.letter_of[order[1]])
        said += automaton.first_decisions[code, shown]
    row_of = {row: old for old, row in kernel.classes.hand_rows.items()}
    for step in trace[1 : 1 + int(trace[0])].tolist():
        said += ("split",) if step == 0 else automaton.hands.decisions[row_of[step // stride], step % stride]
    return int(found), said


@pytest.mark.parametrize("plays", [CHART, ABSENT, "reckless"])
@pytest.mark.parametrize("name", GAMES)
def test_rounds_opened_at_random_are_decided_and_settled_as_the_kernel_says(name: str, plays: str) -> None:
    chance = random.Random(name + plays)
    for decks in (FEWEST[name], GAMES[name].default_decks):
        kernel = fresh(name, decks, plays)
        tally = kernel.tally
        for _ in range(700):
            seed, number = chance.randrange(U64), chance.randrange(1 << 60)
            (found,) = np.flatnonzero(tally(seed, range(number, number + 1)))
            dealt = kernel.open(seed, number)
            assert nets(kernel, int(found)) == engine(kernel, dealt).net, dealt
            alone, said = by_hand(kernel, seed, number)
            decisions = [word for word in dealt.decisions if word != "insure"]
            assert (alone, said) == (int(found), decisions), dealt
            fused = walked(kernel, cards(dealt.cards))
            assert fused == (None if "split" in decisions else decisions), dealt


@pytest.mark.parametrize("original_only", READINGS)
@pytest.mark.parametrize("name", ["lucky-8", "e-blackjack"])
def test_a_dealer_blackjack_takes_what_the_reading_in_force_says(name: str, original_only: OriginalOnly) -> None:
    kernel = fresh(name, None, "reckless", original_only)
    blackjacks = splits = 0
    for number in range(8_000):
        dealt = kernel.open(4, number)
        if "split" in dealt.decisions or "double" in dealt.decisions:
            settled = engine(kernel, dealt)
            (found,) = np.flatnonzero(kernel.tally(4, range(number, number + 1)))
            assert nets(kernel, int(found)) == settled.net, dealt
            blackjacks += settled.outcome.dealer.blackjack
            splits += settled.outcome.dealer.blackjack and "split" in dealt.decisions
    assert blackjacks > 50
    assert splits > 10


@pytest.mark.parametrize(("name", "readings"), OTHERWISE)
def test_rounds_of_every_other_reading_are_settled_as_opened(name: str, readings: str) -> None:
    kernel = fresh(name, None, "reckless", readings)
    tally, other = kernel.tally, 0
    usual = fresh(name, None, "reckless")
    for number in range(3_000):
        (found,) = np.flatnonzero(tally(11, range(number, number + 1)))
        (before,) = np.flatnonzero(usual.tally(11, range(number, number + 1)))
        dealt, as_usual = kernel.open(11, number), usual.open(11, number)
        assert nets(kernel, int(found)) == engine(kernel, dealt).net, dealt
        other += (dealt.cards, dealt.decisions) != (as_usual.cards, as_usual.decisions)
        other += nets(kernel, int(found)) != nets(usual, int(before))
        alone, _ = by_hand(kernel, 11, number)
        assert alone == int(found), dealt
    # Every simulated box of Dueling 8's has a 21+, for which the Dealer draws in any case.
    assert other or readings == "R-77=b"


@pytest.mark.parametrize(("name", "readings"), OTHERWISE)
def test_every_other_reading_has_its_exact_value(name: str, readings: str) -> None:
    kernel = fresh(name, None, "reckless", readings)
    found = estimates(kernel.settle(kernel.tally(12, range(1_000_000)).tolist()), kernel.exact())
    assert max(abs(each.distance) for each in found.values()) < 4


@pytest.mark.parametrize("name", GAMES)
def test_a_run_of_rounds_settles_to_the_cent_as_the_engine_says(name: str) -> None:
    kernel, numbers = fresh(name), range(1_001, 3_502)
    totals: Counter[str] = Counter()
    for number in numbers:
        totals.update(engine(kernel, kernel.open(3, number)).net)
    found: Counter[str] = Counter()
    counts = kernel.tally(3, numbers)
    for number in np.flatnonzero(counts).tolist():
        found.update({wager: int(counts[number]) * net for wager, net in nets(kernel, number).items()})
    assert counts.sum() == len(numbers)
    assert found == totals


def test_words_thrown_away_are_drawn_again_alike_everywhere() -> None:
    """Of 19 decks, one word in 150 is; the batch must agree with the round dealt alone."""
    game = GAMES["lucky-8"]
    kernel = BlackjackFreshRounds(game, Composition(game.deck, 19), ChartStrategy.absent(), any_decks=True)
    at_once = kernel.tally(1, range(4_000))
    alone = sum((kernel.tally(1, range(number, number + 1)) for number in range(4_000)), np.zeros(kernel.size, int))
    assert (at_once == alone).all()
    dealt = [kernel.cards(1, number)[:12] for number in range(50)]
    assert len(set(map(tuple, dealt))) == 50


def test_the_cards_of_a_round_are_cards_of_its_shoe() -> None:
    kernel = fresh("lucky-8", 1, ABSENT)
    for number in range(300):
        dealt = kernel.cards(6, number)
        assert len(dealt) == 52
        assert Counter(dealt) == Counter(kernel.shoe)


@pytest.mark.parametrize("name", GAMES)
def test_every_outcome_of_every_wager_is_within_five_standard_errors_of_the_exact_odds(name: str) -> None:
    kernel = fresh(name)
    found = estimates(kernel.settle(kernel.tally(2026, range(20_000_000)).tolist()), kernel.exact())
    assert found.keys() == {wager.name for wager in kernel.game.wagers}
    assert farthest(found) < 5
    assert max(abs(each.distance) for each in found.values()) < 5


@pytest.mark.parametrize("name", GAMES)
def test_any_strategy_has_its_exact_value(name: str) -> None:
    """Of somebody absent, and of a chart that nobody should follow."""
    for plays in (ABSENT, "reckless"):
        kernel = fresh(name, FEWEST[name], plays)
        found = estimates(kernel.settle(kernel.tally(7, range(5_000_000)).tolist()), kernel.exact())
        assert farthest(found) < 5
        assert abs(found["main"].distance) < 5


@pytest.mark.parametrize("original_only", ["bb+1", "obo"])
def test_other_readings_have_their_own_value(original_only: OriginalOnly) -> None:
    kernel = fresh("lucky-8", None, CHART, original_only)
    found = estimates(kernel.settle(kernel.tally(8, range(10_000_000)).tolist()), kernel.exact())
    assert abs(found["main"].distance) < 5


@pytest.mark.parametrize("name", GAMES)
def test_the_exact_values_beside_are_those_of_the_odds(name: str) -> None:
    listed = odds(name, GAMES[name].shoe())
    for plays, main in ((CHART, "main"), (ABSENT, "main-absent")):
        exact = fresh(name, None, plays).exact()
        assert float(exact["main"].edge) == pytest.approx(float(listed[main].edge), abs=1e-12)
        for wager, each in exact.items():
            if wager != "main" and plays == CHART:
                assert float(each.edge) == pytest.approx(float(listed[wager].edge), abs=1e-12)


def test_the_results_of_the_main_wager_are_kept_whole() -> None:
    kernel = fresh("lucky-8")
    main = kernel.settle(kernel.tally(1, range(1_000_000)).tolist())["main"]
    assert isinstance(main, Tallied)
    assert sum(main.results.values()) == main.total == 1_000_000
    assert sum(net * count for net, count in main.results.items()) == main.ev * 1_000_000
    assert 1.12 < main.sd < 1.14
    assert min(main.results) < -2
    assert max(main.results) > 2


def test_however_the_rounds_are_shared_out_the_tallies_are_the_same() -> None:
    kernel = fresh("dueling-8s")
    at_once = kernel.tally(9, range(100_001))
    for threads, piece in ((1, 1 << 20), (2, 10_000), (3, 777)):
        run = SimulationRun(kernel, Device("test", threads, piece, kernel.tally), seed=9, goal=100_001)
        list(run)
        assert (run.counts == at_once).all()


def test_cuda_counts_the_same_rounds() -> None:
    """By Numba's simulator of CUDA, thread by thread, and so only a few."""
    said = """
import sys
from croupier.games.catalogue import game
from croupier.simulation.blackjack import cuda
from croupier.simulation.blackjack.kernel import BlackjackFreshRounds
from croupier.simulation.philox import key
for name in ("lucky-8", "e-blackjack", "dueling-8s"):
    ours = BlackjackFreshRounds(game(name), game(name).shoe())
    found = cuda.tally(key(5), range(99, 300), ours.reads, ours.size, (2, 3))
    assert (found == ours.tally(5, range(99, 300))).all()
    assert found.sum() == 201
from pathlib import Path
from croupier.variants import parse
texts = [Path(f"{sys.argv[1]}/{name}.toml").read_text("utf-8") for name in ("buster", "side-bets")]
texts.append(texts[1].replace('without = ["pair", "lucky-8"]', ""))
for text, spread in zip(texts, (False, False, True)):
    rules = parse(text)
    ours = BlackjackFreshRounds(rules, rules.shoe())
    assert len(ours.reads.moves) > cuda.MOVES or len(ours.reads.sides) > cuda.SIDES
    assert (cuda.WIDE_BYTES + 4 * ours.size > cuda.gpu.SHARED_BYTES) is spread
    found = cuda.tally(key(5), range(99, 300), ours.reads, ours.size, (2, 3))
    assert (found == ours.tally(5, range(99, 300))).all()
print("the same")
"""
    environment = {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": ":".join(sys.path)}
    variants = str(Path(ROOT) / "examples" / "variants")
    done = subprocess.run(
        [sys.executable, "-c", said, variants], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("the same\n", "")


def whole(
    name: str, plays: str = CHART, *, boxes: int = 1, cut: int | None = None, decks: int | None = None
) -> BlackjackWholeShoes:
    strategy = fresh(name, None, plays).strategy
    return BlackjackWholeShoes(GAMES[name], GAMES[name].shoe(decks), strategy, boxes=boxes, cut=cut)


@pytest.mark.parametrize(
    ("name", "plays", "boxes"),
    [
        ("lucky-8", CHART, 1),
        ("lucky-8", CHART, 7),
        ("lucky-8", "reckless", 3),
        ("e-blackjack", CHART, 1),
        ("e-blackjack", "reckless", 1),
        ("dueling-8s", CHART, 1),
        ("dueling-8s", "reckless", 5),
    ],
)
def test_rounds_of_whole_shoes_settle_on_every_box_as_the_kernel_says(name: str, plays: str, boxes: int) -> None:
    kernel = whole(name, plays, boxes=boxes, cut=25)
    for shoe in (0, 1, 12_345_678_901):
        totals: Counter[str] = Counter()
        played = list(kernel.rounds(8, shoe))
        for round in played:
            assert len(round) == boxes
            for dealt in round:
                totals.update(engine(kernel, kernel._recorded(dealt)).net)
        found: Counter[str] = Counter()
        counts = kernel.tally(8, range(shoe, shoe + 1))
        for each in np.flatnonzero(counts).tolist():
            found.update({wager: int(counts[each]) * net for wager, net in nets(kernel, each).items()})
        assert counts.sum() == boxes * len(played)
        assert +found == +totals
        assert -found == -totals
        assert kernel.open(8, shoe, len(played), boxes).cards == played[-1][-1].cards


def test_a_round_for_which_the_cards_do_not_suffice_is_void() -> None:
    kernel = whole("lucky-8", boxes=7, cut=0, decks=2)
    rounds = [list(kernel.rounds(1, shoe)) for shoe in range(40)]
    assert kernel.tally(1, range(40)).sum() == 7 * sum(map(len, rounds))


def test_whole_shoes_agree_with_the_exact_odds() -> None:
    kernel = whole("dueling-8s", cut=60)
    found = estimates(kernel.settle(kernel.tally(11, range(60_000)).tolist()), kernel.exact())
    # Only what no decision and no cutting card changes; a cutting card makes short rounds a little likelier.
    assert abs(found["superb-8s"].distance) < 5
    assert found["main"].simulated.total > 3_000_000


def test_sessions_are_walked_as_the_engine_settles_them() -> None:
    stakes = {"main": 1000, "pair": 200}
    for ours in (fresh("lucky-8"), whole("lucky-8", boxes=2)):
        played = sessions(ours, [FlatBettor(stakes)], seed=3, length=40, number=12)
        for session in range(12):
            total = sum(settled(ours, dealt, stakes) for dealt in of_session(ours, session, 40))
            assert played.ends[session, 0, RESULT] == total


def of_session(ours: BlackjackFreshRounds | BlackjackWholeShoes, session: int, length: int) -> Iterator[RecordedRound]:
    if isinstance(ours, BlackjackFreshRounds):
        yield from (ours.open(3, number) for number in range(length * session, length * session + length))
        return
    shoe, left = session * -(-length // ours.least), length
    while left:
        for dealt, _ in zip(ours.rounds(3, shoe), range(left), strict=False):
            yield ours._recorded(dealt[0])
            left -= 1
        shoe += 1


def settled(ours: BlackjackFreshRounds | BlackjackWholeShoes, dealt: RecordedRound, stakes: dict[str, int]) -> int:
    lines = engine(ours, dealt)
    return sum(lines.net[wager] * stake // dealt.wagers[wager] for wager, stake in stakes.items())


def chart_file(tmp_path: Path, strategy: ChartStrategy) -> Path:
    def rows(squares: dict[tuple[str, str], str]) -> dict[str, dict[str, dict[str, str]]]:
        found: dict[str, dict[str, dict[str, str]]] = {}
        for (row, up), symbol in squares.items():
            found.setdefault(row, {})[up] = {"symbol": symbol}
        return found

    file = tmp_path / "chart.json"
    parts = {"hard": rows(strategy.hard), "soft": rows(strategy.soft), "pairs": rows(strategy.pairs)}
    file.write_text(json.dumps({"game": "lucky-8", "chart": parts}))
    return file


def test_a_chart_from_a_file_is_played(tmp_path: Path) -> None:
    ours = fresh("lucky-8")
    read = kernel("lucky-8", strategy=str(chart_file(tmp_path, ours.strategy)))
    assert (read.tally(1, range(100_000)) == ours.tally(1, range(100_000))).all()
    assert float(read.exact()["main"].edge) == pytest.approx(float(ours.exact()["main"].edge))


def test_a_chart_may_say_of_a_pair_what_it_does_not_say_of_its_total() -> None:
    best = fresh("lucky-8").strategy
    pairs = {**best.pairs, ("8", "T"): "H", ("5", "6"): "S"}
    odd = best._replace(name="odd", pairs=pairs)
    eights, up = Hand.of(Card("8S"), Card("8D")), Card("KS")
    assert odd.first(eights, up, may_split=True, may_surrender=True) == "hit"
    assert odd.first(Hand.of(Card("9S"), Card("7D")), up, may_surrender=True) == "surrender"
    ours = BlackjackFreshRounds(GAMES["lucky-8"], GAMES["lucky-8"].shoe(), odd)
    found = estimates(ours.settle(ours.tally(5, range(3_000_000)).tolist()), ours.exact())
    assert abs(found["main"].distance) < 5


def test_the_best_chart_is_played_with_the_rows_of_its_pairs() -> None:
    """One deck: two 7s are surrendered to a ten, other fourteens hit; a simulation plays that, and is worth that."""
    game, shoe = GAMES["lucky-8"], GAMES["lucky-8"].shoe(1)
    best = ChartStrategy.best(game, shoe)
    seven, ten = Hand.of(Card("7S"), Card("7D")), Card("KS")
    assert best.first(seven, ten, may_split=True, may_surrender=True) == "surrender"
    assert best.first(Hand.of(Card("8S"), Card("6D")), ten, may_surrender=True) == "hit"
    kernel = BlackjackFreshRounds(game, shoe, best)
    exact = kernel.exact()["main"]
    assert float(exact.ev) == pytest.approx(float(odds("lucky-8", shoe)["main"].ev), abs=1e-12)
    seen = kernel.settle(kernel.tally(4, range(1_000_000)).tolist())["main"]
    assert isinstance(seen, Tallied)
    assert abs(float(seen.ev) - float(exact.ev)) < 4 * exact.sd / 1_000


def test_a_wrong_strategy_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"cannot read the strategy nowhere\.json: No such file"):
        kernel("lucky-8", strategy="nowhere.json")
    file = tmp_path / "chart.json"
    file.write_text("{}")
    with pytest.raises(Refused, match="holds no chart"):
        kernel("lucky-8", strategy=str(file))
    best = fresh("lucky-8").strategy
    missing = best._replace(hard={key: symbol for key, symbol in best.hard.items() if key != ("16", "T")})
    with pytest.raises(Refused, match="does not say what to do with hard 16 against T"):
        kernel("lucky-8", strategy=str(chart_file(tmp_path, missing)))
    unknown = best._replace(soft={**best.soft, ("18", "9"): "X"})
    with pytest.raises(Refused, match="has 'X' for soft 18 against 9: there are S, H, Dh, Ds, Rh, Rs"):
        kernel("lucky-8", strategy=str(chart_file(tmp_path, unknown)))


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(Refused, match="all terminals share the same cards"):
        kernel("e-blackjack", mode="shoe", boxes=2)
    with pytest.raises(Refused, match="up to 7 boxes, not 8"):
        kernel("lucky-8", mode="shoe", boxes=8)
    with pytest.raises(Refused, match="tiger has no player decisions"):
        kernel("tiger", strategy="chart")
    with pytest.raises(Refused, match="need whole shoes"):
        kernel("lucky-8", boxes=2)
    with pytest.raises(Refused, match="no cards are left to play"):
        whole("lucky-8", cut=416)
    with pytest.raises(Refused, match="whole shoes are simulated on the CPU"):
        device(whole("lucky-8"), "cuda")
    with pytest.raises(Refused, match="a round has one number"):
        fresh("lucky-8").open(1, 2, 3)
    with pytest.raises(Refused, match="two numbers"):
        whole("lucky-8").open(1, 2)
    with pytest.raises(Refused, match="boxes are 1 to 1, not 2"):
        whole("lucky-8").open(1, 2, 1, 2)
    with pytest.raises(Refused, match="has rounds 1 to"):
        whole("lucky-8").open(1, 2, 999)
    with pytest.raises(Refused, match="can be simulated: this shoe has 1040"):
        BlackjackFreshRounds(
            GAMES["lucky-8"], Composition(GAMES["lucky-8"].deck, 20), ChartStrategy.absent(), any_decks=True
        )
