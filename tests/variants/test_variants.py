"""Games from files: what a file says is what is settled, priced, simulated and replayed, and what is wrong is told."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreeing import check_agreement
from croupier.cards import cards
from croupier.games import messages as m
from croupier.games.catalogue import GAMES, game
from croupier.games.families import family
from croupier.games.game import Game
from croupier.games.recorded import encode, settle, settle_line
from croupier.games.round import Role, encode_stored
from croupier.games.terms import Limits, Terms
from croupier.house import configuration
from croupier.money import Pays
from croupier.odds.catalogue import odds
from croupier.odds.families import odds_of
from croupier.refused import Refused
from croupier.rulebook import own_rules
from croupier.variants import parse, read

EZ = """
name = "{name}"
title = "EZ Baccarat"
base = "no-commission"
without = ["player-pair", "banker-pair"]
decks = "6..8"

[limits]
banker = "5.00..500.00"

[wagers.banker]
rows = [
  {{ pays = "push", winner = "banker", banker = 7, banker-cards = 3, outcome = "Banker wins with 7 in three" }},
  {{ pays = "1:1", winner = "banker" }},
  {{ pays = "push", winner = "tie" }},
]

[wagers.dragon-7]
label = "Dragon 7"
rows = [{{ pays = "{dragon}", winner = "banker", banker = 7, banker-cards = 3 }}]

[wagers.panda-8]
rows = [{{ pays = "25:1", winner = "player", player = 8, player-cards = 3 }}]
"""


def ez(name: str = "ez", dragon: str = "40:1") -> Game:
    return parse(EZ.format(name=name, dragon=dragon))


def paid(base: str, wager: str, outcome: str, pays: str, name: str = "other-pays") -> Game:
    quoted = msgspec.json.encode(outcome).decode()
    return parse(
        f'name = "{name}"\ntitle = "Other pays"\nbase = "{base}"\n[wagers.{wager}.pays]\n{quoted} = "{pays}"\n'
    )


def counted_rows() -> list[tuple[str, str, str]]:
    """Every pay row of every game whose chance depends on no decision, by game, wager and outcome."""
    return [
        (name, wager.name, row.outcome)
        for name, rules in GAMES.items()
        for wager in dict.fromkeys(odds_of(rules).counted(rules).values())
        for row in wager.rows
        if row.pays is not None
    ]


@given(row=st.sampled_from(counted_rows()), num=st.integers(0, 400), den=st.integers(1, 20), data=st.data())
@settings(deadline=None)
def test_another_pay_changes_the_edge_by_the_exact_chance_of_its_row_and_back(
    row: tuple[str, str, str], num: int, den: int, data: st.DataObject
) -> None:
    name, wager, outcome = row
    base = GAMES[name]
    shoe = base.shoe(data.draw(st.sampled_from(base.decks)))
    other = paid(name, wager, outcome, f"{num}:{den}")
    listed = next(each for each, of in odds_of(base).counted(base).items() if of.name == wager)
    before, after = (odds(each, shoe, [listed])[listed] for each in (base, other))
    chance = sum((each.probability for each in before.chances if each.outcome == outcome), Fraction())
    was = next(each.pays for each in base.by_name[wager].rows if each.outcome == outcome)
    assert was is not None
    assert Fraction(after.ev) - Fraction(before.ev) == chance * (Fraction(num, den) - Fraction(was.num, was.den))
    back = paid(name, wager, outcome, str(was))
    assert back.by_name[wager].rows == base.by_name[wager].rows, "the clauses are the base's again too"
    assert odds(back, shoe, [listed])[listed].ev == before.ev


@pytest.mark.parametrize(
    ("name", "wager", "outcome", "pays"),
    [
        ("lucky-8", "main", "Blackjack", "2:1"),
        ("e-blackjack", "main", "Blackjack", "2:1"),
        ("dueling-8s", "tie-on-18", "Player and Dealer both finish on 18", "9:1"),
    ],
)
def test_another_pay_of_what_play_brings_changes_the_edge_by_its_chance(
    name: str, wager: str, outcome: str, pays: str
) -> None:
    """No decision turns on these rows, though how often they come is a matter of play."""
    base, other = GAMES[name], paid(name, wager, outcome, pays)
    shoe = base.shoe(min(base.decks))
    before, after = (odds(each, shoe, [wager])[wager] for each in (base, other))
    was = next(each.pays for each in base.by_name[wager].rows if each.outcome == outcome)
    now = next(each.pays for each in other.by_name[wager].rows if each.outcome == outcome)
    assert was is not None
    assert now is not None
    chance = sum(each.probability for each in before.chances if each.outcome == outcome)
    moved = Fraction(now.num, now.den) - Fraction(was.num, was.den)
    assert float(after.ev) - float(before.ev) == pytest.approx(float(chance * moved), abs=1e-12)


PUBLISHED = [
    # Wizard of Odds, "EZ Baccarat": combinations of eight decks.
    ("banker", Fraction(2_179_619_555_108_864 - 2_230_518_282_592_256, 4_998_398_275_503_360), "0.010183"),
    ("dragon-7", Fraction(41 * 112_633_011_329_024, 4_998_398_275_503_360) - 1, "0.076113"),
    ("panda-8", Fraction(26 * 172_660_763_262_976, 4_998_398_275_503_360) - 1, "0.101876"),
]


@pytest.mark.parametrize(("wager", "ev", "edge"), PUBLISHED)
def test_the_figures_of_ez_baccarat_that_others_have_published(wager: str, ev: Fraction, edge: str) -> None:
    found = odds(ez(), ez().shoe(8), [wager])[wager]
    assert (found.ev, f"{float(found.edge):.6f}") == (ev, edge)


HALF_ON = {
    # excelpunks.com, "Why does a Banker win on 6 pay half?": the edge if half is paid on that total instead.
    1: "-0.009921",
    2: "-0.007881",
    3: "-0.005056",
    4: "0.003990",
    5: "0.009328",
    6: "0.014581",
    7: "0.026089",
    8: "0.040658",
    9: "0.046353",
}


@pytest.mark.parametrize(("total", "edge"), HALF_ON.items())
def test_banker_paid_half_on_each_total_as_published(total: int, edge: str) -> None:
    rules = parse(f"""
name = "half"
title = "Half on {total}"
base = "no-commission"
[wagers.banker]
rows = [
  {{ pays = "1:2", winner = "banker", banker = {total} }},
  {{ pays = "1:1", winner = "banker" }},
  {{ pays = "push", winner = "tie" }},
]""")
    assert f"{float(odds(rules, rules.shoe(8), ['banker'])['banker'].edge):.6f}" == edge


WIZARD = "Wizard of Odds, Baccarat and its appendix 5"
JACOBSON = "advancedadvantageplay.com, Baccarat Side Bets"
COMMON = [
    (WIZARD, "banker", '{ pays = "1:1 less 5%", winner = "banker" }, { pays = "push", winner = "tie" }', 8, "0.010579"),
    (WIZARD, "banker", '{ pays = "1:1 less 4%", winner = "banker" }, { pays = "push", winner = "tie" }', 8, "0.005993"),
    (WIZARD, "tie", '{ pays = "9:1", winner = "tie" }', 8, "0.048440"),
    (WIZARD, "tie", '{ pays = "9 for 1", winner = "tie" }', 8, "0.143596"),
    (WIZARD, "four", '{ pays = "3:2", cards = 4 }', 6, "0.052688"),
    (WIZARD, "four", '{ pays = "3:2", cards = 4 }', 8, "0.05283"),
    (WIZARD, "five", '{ pays = "2:1", cards = 5 }', 6, "0.089380"),
    (WIZARD, "five", '{ pays = "2:1", cards = 5 }', 8, "0.089668"),
    (WIZARD, "six", '{ pays = "2:1", cards = 6 }', 6, "0.047395"),
    (WIZARD, "six", '{ pays = "2:1", cards = 6 }', 8, "0.046939"),
    (JACOBSON, "eights-and-nines", '{ pays = "20:1", player = "8..9", banker = "8..9" }', 8, "0.07372"),
    (
        JACOBSON,
        "nine-over-seven",
        """{ pays = "50:1", any = [
          { player = 9, player-natural = true, banker = 7 }, { banker = 9, banker-natural = true, player = 7 },
        ] }""",
        8,
        "0.08103",
    ),
    (
        JACOBSON,
        "bad-beat",
        '{ pays = "50:1", player = "8..9", banker = "8..9", player-natural = true, banker-natural = true, margin = 1 }',
        8,
        "0.08459",
    ),
    (JACOBSON, "big-tiger", '{ pays = "50:1", winner = "banker", banker = 6, banker-cards = 3 }', 8, "0.15253"),
]


@pytest.mark.parametrize(("source", "wager", "rows", "decks", "edge"), COMMON)
def test_the_figures_of_common_rules_that_others_have_published(
    source: str, wager: str, rows: str, decks: int, edge: str
) -> None:
    rules = parse(f'name = "common"\ntitle = "Common"\nbase = "no-commission"\n[wagers.{wager}]\nrows = [ {rows} ]')
    found = float(odds(rules, rules.shoe(decks), [wager])[wager].edge)
    # Some of them are computed from rounded chances, so the last digit may be off by one.
    assert abs(found - float(edge)) < 1.1 * 10 ** -(len(edge) - 2), source


EITHER = """
name = "pairs"
title = "Pairs"
base = "sands-super"
[wagers.either-pair]
rows = [
  { pays = "25:1", player-pair = true, banker-pair = true, outcome = "Both" },
  { pays = "5:1", any = [{ player-pair = true }, { banker-pair = true }] },
]
[wagers.royal]
rows = [{ pays = "20:1", banker-pair = ["J", "Q", "K"], banker-suit = true }, { pays = 3, banker-suit = "D" }]
[wagers.red-win]
rows = [{ pays = "4:1", player-wins = true, player-all = "red" }]
[wagers.wide]
rows = [{ pays = "1:1", margin = "4..9", not = { winner = "banker" } }]
"""


@pytest.mark.parametrize("make", [ez, lambda: parse(EITHER)], ids=["ez", "pairs"])
def test_settlement_simulation_and_odds_of_a_variant_agree(make: Any) -> None:
    """Every simulated round is settled by the rules, and comes to what the simulation has counted."""
    rules: Game = make()
    (settled, *_) = check_agreement(rules, 600)
    assert settled.net.keys() == rules.bets.keys()


SIX_TO_FIVE = """
name = "six-to-five"
title = "Six to five"
base = "{base}"
[wagers.main.pays]
Blackjack = "6:5"
[wagers.perfect-pairs]
rows = [{{ pays = "25:1", pair = true, suit = true }}, {{ pays = "8:1", pair = true }}]
[wagers.twenty]
rows = [{{ pays = "4:1", total = 20, king-and-queen = false }}, {{ pays = "5:2", suit = ["S", "H"] }}]
"""


@pytest.mark.parametrize("base", ["lucky-8", "e-blackjack"])
def test_settlement_simulation_and_odds_of_a_blackjack_variant_agree(base: str) -> None:
    rules = parse(SIX_TO_FIVE.format(base=base))
    settled = check_agreement(rules, 400)
    assert sum("Blackjack" in {line.outcome for line in one.lines} for one in settled) > 5


def test_a_blackjack_that_pays_six_to_five_costs_what_it_comes() -> None:
    """Even money is then better than waiting, so the edge rises by less than the pay falls on every Blackjack."""
    rules, base = parse(SIX_TO_FIVE.format(base="lucky-8")), GAMES["lucky-8"]
    before, after = (odds(each, base.shoe(8), ["main"])["main"] for each in (base, rules))
    found = {each.outcome: each for each in after.chances}
    assert found["Blackjack"].net == Fraction(6, 5)
    assert found["Even money"].probability > 0
    blackjacks = {each.outcome: each.probability for each in before.chances}
    was = float(blackjacks["Blackjack"]) * 0.3
    assert 0 < float(after.edge - before.edge) < was


def test_what_is_unchanged_keeps_its_clauses_and_what_is_changed_rests_on_none() -> None:
    rules = ez()
    by_wager = {wager.name: {each for row in wager.rows for each in row.clauses} for wager in rules.wagers}
    own = {own_rules()}
    assert by_wager["banker"] == by_wager["dragon-7"] == by_wager["panda-8"] == own
    assert by_wager["player"] == {each for row in GAMES["no-commission"].by_name["player"].rows for each in row.clauses}
    assert list(rules.bets) == ["player", "banker", "tie", "dragon-7", "panda-8"]
    assert rules.rests_on == "Own rules, approved by nobody, on No Commission Baccarat"
    (line,) = settle(rules, "TS 5C 2D KH 4S 2D", {"dragon-7": 100}).lines
    assert (line.net, line.clauses) == (4000, ("own rules",))


def test_a_round_is_settled_by_the_text_it_was_played_under() -> None:
    """Two texts of one name: the terms of a round say which, however it is read back."""
    first, second = ez(dragon="40:1"), ez(dragon="30:1")
    dealt = "TS 5C 2D KH 4S 2D"
    nets = []
    for rules in (first, second):
        round: Any = None
        kind = family(rules)
        commands = [
            (m.OpenBets(terms=Terms.of(rules)), Role.DEALER),
            (m.PlaceWager(bettor="T1", wager="dragon-7", stake=100), Role.PLAYER),
            (m.CloseBets(), Role.DEALER),
            *((m.DealCard(card=card), Role.DEALER) for card in cards(dealt)),
            (m.Settle(), Role.DEALER),
        ]
        stored = b""
        for command, by in commands:
            for event in kind.decide(round, command, by):
                stored += encode_stored(event) + b","
                round = kind.evolve(round, event)
        again = kind.replay(kind.decode_events(b"[" + stored.rstrip(b",") + b"]"))
        assert again.terms == Terms.parse(str(round.terms)) == round.terms
        assert again.terms.rules is rules
        nets.append(again.nets()["T1"])
    assert nets == [4000, 3000]
    assert game("ez") is second, "the last text is the one in force"


def test_a_table_takes_the_limits_of_a_variant_unless_it_posts_others() -> None:
    assert Terms.of(ez()).limits == {"banker": Limits(5_00, 500_00)}
    assert Terms.of(ez(), without=["dragon-7"], limits={}).limits == {}


def test_readings_are_chosen_for_a_variant_as_for_its_base_unless_it_fixes_them() -> None:
    text = """name = "read"
title = "Read"
base = "tiger"
[wagers.tiger.pays]
"Banker wins with 6 in two cards" = "10:1"
"""
    rules = parse(text)
    assert rules.reads("R-98") == "a"
    stacked = game(rules, {"R-98": "b"})
    assert stacked.by_name["tiger-pair"].rows[0].pays == Pays(124)
    assert stacked.by_name["tiger"].rows[0].pays == Pays(10)
    with pytest.raises(Refused, match="line 5: 'tiger' has no row 'Banker wins with 6 in two cards'"):
        game(rules, {"R-97": "b"})
    fixed = parse(text.replace("[wagers", '[readings]\nR-98 = "b"\n[wagers'))
    assert fixed.readings.changes == {"R-98": "b"}
    with pytest.raises(Refused, match=r"read fixes its reading of R-98: it cannot be 'a' \(R-98\)"):
        game(fixed, {"R-98": "a"})


WRONG = """name = "tiger"
titel = "x"
base = "tiger"
decks = "0..99"
without = ["banker", "dragon"]
[wagers.tie.pays]
Tie = "nine"
Tied = "9:1"
[wagers.small-tiger]
rows = [
  { pays = "40:1", winner = "bank" },

  { pays = "4:1", player-pair = 3, player = 4 },
]
[wagers.x]
rows = [ { pays = "1:1", player-pair = "3", player = 4 } ]
[wagers.y]
rows = [ { pays = "1:1", player = "4..6" },
   { pays = "2:1", player = 5 } ]
[wagers.z.pays]
a = "1:1"
[wagers.w]
rows = [ { winner = "tie" }, { pays = "x", winner = "tie" },
  { pays = 1, banker-pair = "K" } ]
[limits]
player = 5
"""


def test_every_defect_of_a_file_is_told_with_its_line() -> None:
    with pytest.raises(Refused) as refused:
        parse(WRONG)
    told = [str(each).partition(": ") for each in refused.value.reason.values["parts"]]
    lines = [int(line.removeprefix("line ")) for line, _, _ in told]
    assert lines == [1, 1, 2, 4, 5, 5, 7, 8, 11, 13, 16, 19, 20, 23, 23, 23, 26]
    assert [what for _, _, what in told][:3] == [
        "there is a game 'tiger' already: choose another name",
        "'title' is missing",
        "'titel' is not known here: name, title, base, readings, decks, usual-decks, without, limits, rules, wagers",
    ]
    assert "第 8 行" in refused.value.into("zh")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name = 1\nname = 2", "line 2: not TOML"),
        ('name = "a"\n[', "line 2: not TOML"),
        ('name = "a\n', "line 1: not TOML"),
        ("x = 1" + " " * (1 << 16), "at most 65,536 bytes"),
        ('name = "a"\ntitle = "b"\nbase = "poker"', "line 3: 'base' takes one of super-six-nc"),
        ('name = "a"\ntitle = "b"\nbase = "tiger"\nwagers = 3', "line 4: 'wagers' takes a table"),
        ('name = "a"\ntitle = "b"\nbase = "tiger"\n[wagers]\ntie = 3', "line 5: 'tie' takes a table"),
        ('name = "a"\ntitle = "b"\nbase = "tiger"\n[wagers.q]\nrows = []', "line 5: 'rows' takes tables"),
        ('name = "a"\ntitle = "b"\nbase = "tiger"\n[readings]\nR-63 = "z"', "line 4: these readings are refused"),
        (
            'name = "a"\ntitle = "b"\nbase = "lucky-8"\n[wagers.main]\nrows = [{ pays = 1, pair = true }]',
            "line 5: decisions depend on the rows of 'main'",
        ),
        (
            'name = "a"\ntitle = "b"\nbase = "lucky-8"\n[wagers.main.pays]\nBust = 1',
            "line 5: 'Bust' of 'main' loses and pays nothing",
        ),
    ],
)
def test_a_wrong_file_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text)
    assert why in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"nothing\.toml: no such file"):
        read(tmp_path / "nothing.toml")
    (tmp_path / "wrong.toml").write_text('name = "A"', "utf-8")
    with pytest.raises(Refused, match=r"wrong\.toml: line 1: 'A' is no name"):
        read(tmp_path / "wrong.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff")
    with pytest.raises(Refused, match="not UTF-8"):
        read(tmp_path / "binary.toml")


def test_a_variant_is_no_approved_game_and_no_house_takes_it() -> None:
    ez()
    assert "ez" not in GAMES
    with pytest.raises(Refused, match="'ez'"):
        configuration.read('[tables.t1]\ngame = "ez"\n')
    assert settle_line(encode(next(iter(_dealt("ez")))), 1) is not None


def _dealt(name: str) -> Iterator[Any]:
    import random

    from croupier.games.recorded import deal

    return deal(name, random.Random(1))
