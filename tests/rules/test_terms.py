"""What a round is played on, whatever the game: terms, limits, stakes, and the line that says so."""

from typing import Any

import msgspec
import pytest

from croupier.games.baccarat import messages as baccarat
from croupier.games.blackjack import messages as blackjack
from croupier.games.catalogue import GAMES, game
from croupier.games.readings import about
from croupier.games.round import carries_cards
from croupier.games.terms import Limits, Terms
from croupier.money import MAX_CENTS, dollars
from croupier.refused import Refused
from croupier.words import names

every_game = pytest.mark.parametrize("name", GAMES)
LABELS = names("en", "wager")
FIRST = {name: next(iter(rules.bets)) for name, rules in GAMES.items()}


def refused(name: str, **terms: Any) -> tuple[str, str | None]:
    with pytest.raises(Refused) as caught:
        Terms.of(name, **terms)
    return caught.value.reason, caught.value.clause


def stake_refused(terms: Terms, wager: str, stake: int) -> tuple[str, str | None]:
    with pytest.raises(Refused) as caught:
        terms.check_stake(wager, stake)
    return caught.value.reason, caught.value.clause


# Stakes


@every_game
@pytest.mark.clause("ebaccarat 2.2", "superbaccarat 2.2", "eblackjack 2.2")
def test_r_02_a_stake_that_nobody_has_or_that_could_not_be_paid_is_refused_and_says_why(name: str) -> None:
    terms, wager, unit = Terms.of(name), FIRST[name], GAMES[name].unit
    for stake in (0, -unit):
        assert stake_refused(terms, wager, stake) == (
            f"the stake on {LABELS[wager]} must be above zero, not {dollars(stake)}",
            "R-02",
        )
    for stake in (1, unit + 1):
        assert stake_refused(terms, wager, stake) == (
            f"{LABELS[wager]} takes multiples of {dollars(unit)}, not {dollars(stake)}",
            "R-02",
        )
    for stake in (unit, 2 * unit, MAX_CENTS):
        terms.check_stake(wager, stake)
    more = MAX_CENTS + unit
    said = f"{dollars(more)} on {LABELS[wager]} is above the account limit of {dollars(MAX_CENTS)}"
    assert stake_refused(terms, wager, more) == (said, None)


@every_game
def test_r_02_every_wrong_wager_is_named_at_once_and_no_right_one(name: str) -> None:
    rules, (first, second, *_) = GAMES[name], GAMES[name].bets
    rules.check_stakes({}, rules.unit)
    rules.check_stakes({first: rules.unit, second: 3 * rules.unit}, rules.unit)
    with pytest.raises(Refused) as caught:
        rules.check_stakes({first: 2 * rules.unit, second: 1, "dragon": rules.unit}, rules.unit)
    offered = f"{name} does not offer 'dragon': choose from {', '.join(rules.bets)}"
    odd = f"{LABELS[second]} takes multiples of {dollars(rules.unit)}, not 0.01"
    assert (caught.value.reason, caught.value.clause) == (f"{offered}; {odd}", rules.clause("2.2"))
    assert LABELS[first] not in caught.value.reason.partition("; ")[2]
    with pytest.raises(Refused) as only:
        rules.check_stakes({first: MAX_CENTS, second: 1}, rules.unit)
    assert only.value.reason == odd


@every_game
def test_r_02_a_unit_pays_everything_exactly_or_is_refused(name: str) -> None:
    unit = GAMES[name].unit
    for right in (unit, 5 * unit):
        assert Terms.of(name, unit=right).unit == right
    for wrong in (0, -unit, 1, unit + 1):
        said = f"with a unit of {dollars(wrong)} some wagers of {name} cannot be paid exactly"
        assert refused(name, unit=wrong)[0].startswith(f"{said}: it must be a multiple of {dollars(unit)}")
        assert refused(name, unit=wrong)[1] == "R-02"


@every_game
@pytest.mark.clause("ebaccarat 2.1", "superbaccarat 2.1", "eblackjack 2.1", "lucky8 2.1", "dueling8 2.1")
def test_2_1_the_decks_of_a_game_and_no_others(name: str) -> None:
    rules = GAMES[name]
    assert Terms.of(name).decks == rules.default_decks
    for decks in rules.decks:
        assert Terms.of(name, decks=decks).shoe.total == decks * len(rules.deck.cards)
    low, high = rules.decks[0], rules.decks[-1]
    for decks in (low - 1, high + 1):
        said = f"{name} is played with {low} to {high} decks, not {decks}"
        assert refused(name, decks=decks) == (said, rules.clause("2.1"))


# Limits


@every_game
@pytest.mark.clause("ebaccarat 2.2", "eblackjack 2.2", "lucky8 3.6", "dueling8 3.6")
def test_r_06_a_stake_outside_the_posted_limits_is_refused_by_the_clause_that_posts_them(name: str) -> None:
    wager, rules = FIRST[name], GAMES[name]
    terms = Terms.of(name, unit=100, limits={wager: Limits(500, 10_000)})
    for stake in (500, 600, 10_000):
        terms.check_stake(wager, stake)
    for stake in (400, 10_100):
        said = f"{LABELS[wager]} takes 5.00 to 100.00, not {dollars(stake)}"
        assert stake_refused(terms, wager, stake) == (said, str(rules.cite(rules.posts_limits)))
    open_ended = Terms.of(name, unit=100, limits={wager: Limits(500)})
    open_ended.check_stake(wager, 10**9)
    assert stake_refused(open_ended, wager, 400)[0].endswith("takes 5.00 or more, not 4.00")


@every_game
def test_r_03_limits_that_allow_no_stake_or_lie_between_units_are_refused(name: str) -> None:
    wager = FIRST[name]
    for limits, said in (
        (Limits(0, 500), "0.00..5.00"),
        (Limits(1_000, 500), "10.00..5.00"),
        (Limits(-100), "-1.00.."),
    ):
        reason, clause = refused(name, unit=100, limits={wager: limits})
        assert (reason, clause) == (f"the limits of {LABELS[wager]} allow no stake: {said}", "R-03")
    for limits, amount in ((Limits(150, 500), "1.50"), (Limits(100, 550), "5.50")):
        said = f"the limit {amount} of {LABELS[wager]} is not a multiple of the unit 1.00"
        assert refused(name, unit=100, limits={wager: limits}) == (said, "R-02")
    for fitting in (Limits(100), Limits(100, 100), Limits(200, 500)):
        assert Terms.of(name, unit=100, limits={wager: fitting}).limits_of(wager) == fitting
    assert Terms.of(name, unit=100).limits_of(wager) == Limits(100)
    assert refused(name, limits={"dragon": Limits(100)})[1] == GAMES[name].clause("2.2")


# What is offered


@every_game
def test_a_wager_is_left_out_only_where_a_clause_lets_a_table(name: str) -> None:
    rules = GAMES[name]
    for wager in rules.bets.values():
        if wager.optional is None:
            said = f"{name} cannot leave out {LABELS[wager.name]}"
            assert refused(name, without=[wager.name]) == (said, wager.rows[0].clauses[0])
            continue
        terms = Terms.of(name, without=[wager.name])
        assert terms.offered == tuple(each for each in rules.bets if each != wager.name)
        assert stake_refused(terms, wager.name, rules.unit) == (
            f"this table does not offer {LABELS[wager.name]}",
            wager.optional,
        )
        again = msgspec.structs.replace(terms, offered=tuple(rules.bets)[::-1])
        assert again.offered == tuple(rules.bets), "in the order of the document, however they are told"
    assert refused(name, without=["dragon", "lion"])[0].startswith(f"{name} does not offer 'dragon': choose from ")
    limits = {each: Limits(rules.unit) for each in ("dragon", *rules.bets, "lion")}
    both = "; ".join(rules.not_offered(each).reason for each in ("dragon", "lion"))
    assert refused(name, limits=limits) == (both, rules.clause("2.2")), "each once, in the order in which they are told"


@pytest.mark.parametrize(("name", "boxes"), [("lucky-8", 7), ("dueling-8s", 7)])
def test_r_31_a_table_has_so_many_boxes(name: str, boxes: int) -> None:
    assert Terms.of(name).boxes == boxes
    few = game(name).boxes[0]
    for wrong in (few - 1, boxes + 1):
        said = f"a table of {name} has {few} to {boxes} boxes, not {wrong}"
        assert refused(name, boxes=wrong) == (said, "R-31")
    for right in (few, boxes):
        assert Terms.of(name, boxes=right).boxes == right
    for mains in (1, 2, 3):
        assert Terms.of(name, mains=mains).mains == mains
    for mains in (0, 4):
        assert refused(name, mains=mains) == (f"a box takes one to three main wagers, not {mains}", None)


@pytest.mark.parametrize("name", [name for name, rules in GAMES.items() if not rules.boxes])
def test_r_31_other_games_have_no_boxes(name: str) -> None:
    assert Terms.of(name).boxes == 0
    assert refused(name, boxes=1) == (f"{name} has no boxes, not 1", "R-31")


@every_game
def test_a_ruling_is_read_otherwise_only_where_there_is_another_reading(name: str) -> None:
    rules = GAMES[name]
    for ruling in about(rules.document):
        choices = rules.choices.get(ruling, {})
        for letter in ruling.readings:
            if letter in choices or letter == ruling.default:
                assert Terms.of(name, rulings={ruling: letter}).readings.letter(ruling) == letter
            else:
                assert refused(name, rulings={ruling: letter})[1] == ruling
        assert refused(name, rulings={ruling: "other"})[1] == ruling
    if "R-43" in rules.choices:
        assert refused(name, rulings={"R-42": "b", "R-43": "d"}) == ("R-42 = b contradicts R-43 = d", "R-42")
    assert refused(name, rulings={"R-999": "a"}) == (
        "R-999 is not an open point of this game's document: choose from " + ", ".join(about(rules.document)),
        None,
    )


@every_game
def test_all_defects_of_terms_are_named_at_once(name: str) -> None:
    reason, clause = refused(name, decks=99, unit=1, mains=9)
    assert [part.split()[0] for part in reason.split("; ")] == [name, "with", "a"]
    assert clause == GAMES[name].clause("2.1")


# In one line


def test_limits_are_written_with_both_ends_and_may_be_read_with_one() -> None:
    for text, limits in (("5.00..100.00", Limits(500, 10_000)), ("5.00..", Limits(500))):
        assert str(limits) == text
        assert Limits.parse(text) == limits
    assert Limits.parse("5.00") == Limits(500)


def test_what_tells_of_cards_is_known_and_is_not_offered_where_nobody_enters_them() -> None:
    shared = {
        *("correct-cards", "deal-card", "declare-drawn-together", "find-face-up-card", "reconstruct", "take-back-card")
    }
    boxes = {"expose-card", "misdeal-card", "pick-card", "pull-cards", "remove-dealer-card"}
    for commands, telling in ((baccarat.COMMANDS, shared), (blackjack.COMMANDS, shared | boxes)):
        assert {name for name, kind in commands.items() if carries_cards(kind)} == telling


@pytest.mark.parametrize(
    ("line", "terms"),
    [
        ("tiger 8 decks", {}),
        ("tiger 6 decks unit 1.00", {"decks": 6, "unit": 100}),
        ("tiger 8 decks without tiger-pair,tiger", {"without": ["tiger", "tiger-pair"]}),
        (
            "tiger 8 decks limits player 1.00..5.00 tie 0.20..",
            {"limits": {"player": Limits(100, 500), "tie": Limits(20)}},
        ),
        ("lucky-8 8 decks 7 boxes", {}),
        ("lucky-8 8 decks 5 boxes mains 1", {"boxes": 5, "mains": 1}),
        ("lucky-8 8 decks 7 boxes one-box Ann,Bob", {"one_box": ["Ann", "Bob"]}),
        ("lucky-8 8 decks 7 boxes machine-shuffled", {"hand_shuffled": False}),
        ("lucky-8 8 decks 7 boxes warned Ann,Bob", {"warned": ["Ann", "Bob"]}),
        ("lucky-8 8 decks 7 boxes rulings R-42=b,R-43=c", {"rulings": {"R-43": "obo"}}),
        (
            "lucky-8 6 decks 5 boxes unit 5.00 mains 2 one-box Ann machine-shuffled warned Bob rulings R-42=b,R-43=c"
            " limits main 10.00..500.00",
            {
                "decks": 6,
                "boxes": 5,
                "unit": 500,
                "mains": 2,
                "one_box": ["Ann"],
                "hand_shuffled": False,
                "warned": ["Bob"],
                "rulings": {"R-43": "obo"},
                "limits": {"main": Limits(1_000, 50_000)},
            },
        ),
    ],
)
def test_terms_are_written_in_one_line_and_read_again(line: str, terms: dict[str, Any]) -> None:
    made = Terms.of(line.split()[0], **terms)
    assert str(made) == line
    assert Terms.parse(line) == made


@pytest.mark.parametrize("line", ["", "tiger", "tiger eight decks", "tiger 8 decks 2 chairs", " tiger 8 decks"])
def test_what_tells_of_no_terms_is_refused(line: str) -> None:
    with pytest.raises(Refused) as caught:
        Terms.parse(line)
    assert caught.value.reason == f"cannot read the terms {line!r}: write them like tiger 8 decks"
