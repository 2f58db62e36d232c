"""The rules, clause by clause: each test carries the clauses that it proves, and fails when one of them is broken."""

from typing import Any

import pytest

from croupier.cards import Card, cards
from croupier.games import messages as m
from croupier.games.catalogue import game
from croupier.games.families import family
from croupier.games.recorded import settle
from croupier.games.round import Phase, Role, encode, tag
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from dragon_tiger.family import FAMILY
from dragon_tiger.game import DRAGON_TIGER, SIDES
from dragon_tiger.round import AnyCommand, Round, decide, evolve, expects, play

GAME = "dragon-tiger"
OPEN = m.OpenBets(terms=Terms.of(GAME))
BET = m.PlaceWager(bettor="T1", wager="dragon", stake=1_000)
PLACED: tuple[AnyCommand, ...] = (OPEN, BET)
CLOSED: tuple[AnyCommand, ...] = (*PLACED, m.CloseBets())


def dealt(text: str) -> tuple[AnyCommand, ...]:
    """Bets closed, and these cards out."""
    return (*CLOSED, *(m.DealCard(card=card) for card in cards(text)))


def settled(text: str) -> Round:
    return play(*dealt(text), m.Settle())


def net(shown: str, wager: str, stake: int = 1_000) -> int:
    return settle(GAME, shown, {wager: stake}).net[wager]


def offered(round: Round, command: str) -> list[tuple[Role, str]]:
    """Who may give a command now, and by which clause."""
    return [(each.by, each.clause.partition(" ")[2]) for each in expects(round) if each.command == command]


def refused(round: Round, command: AnyCommand, by: Role, clause: str, says: str | None = None) -> None:
    with pytest.raises(Refused, match=says) as found:
        decide(round, command, by)
    assert found.value.clause == f"dragontiger {clause}"


def then(round: Round, command: AnyCommand, by: Role) -> Round:
    for event in decide(round, command, by):
        round = evolve(round, event)
    return round


def test_the_game_and_its_family_are_found_by_their_names() -> None:
    assert game(GAME) is DRAGON_TIGER
    assert family(GAME) is FAMILY


# What the cards come to


@pytest.mark.clause("dragontiger 1.1.1", "dragontiger 1.1.2", "dragontiger 3.3")
def test_3_3_the_first_card_is_dragons_and_the_second_tigers() -> None:
    assert offered(play(*CLOSED), "deal-card") == [(Role.DEALER, "3.3")]
    assert [each.hand for each in expects(play(*CLOSED)) if each.command == "deal-card"] == ["dragon"]
    assert [each.hand for each in expects(play(*dealt("8S"))) if each.command == "deal-card"] == ["tiger"]
    assert FAMILY.hands(play(*dealt("8S 4C"))) == {"dragon": cards("8S"), "tiger": cards("4C")}
    refused(play(*dealt("8S 4C")), m.DealCard(card=Card("2D")), Role.DEALER, "3.3")


@pytest.mark.clause("dragontiger 1.1.3", "dragontiger 3.4", "dragontiger 4.1")
@pytest.mark.parametrize(("shown", "winner"), [("KS QD", "dragon"), ("AS 2D", "tiger"), ("TC 9C", "dragon")])
def test_4_1_the_higher_rank_wins_even_money(shown: str, winner: str) -> None:
    loser = {"dragon": "tiger", "tiger": "dragon"}[winner]
    assert (net(shown, winner), net(shown, loser), net(shown, "tie")) == (1_000, -1_000, -1_000)


@pytest.mark.clause("dragontiger 1.1.4", "dragontiger 4.1.1", "dragontiger 4.2")
def test_4_1_1_a_tie_pays_eight_and_takes_half_of_dragon_and_tiger() -> None:
    assert [net("8S 8C", each) for each in ("dragon", "tiger", "tie", "suited-tie")] == [-500, -500, 8_000, -1_000]


@pytest.mark.clause("dragontiger 1.1.5", "dragontiger 4.3")
def test_4_3_a_suited_tie_pays_fifty_and_is_a_tie() -> None:
    assert (net("8S 8S", "suited-tie"), net("8S 8S", "tie"), net("8S 9S", "suited-tie")) == (50_000, 8_000, -1_000)


@pytest.mark.clause(
    "dragontiger 1.1.6", "dragontiger 1.1.7", "dragontiger 1.1.8", "dragontiger 1.1.9", "dragontiger 4.4"
)
@pytest.mark.parametrize(
    ("kind", "ranks"), [("big", "89TJQK"), ("small", "A23456"), ("odd", "A359JK"), ("even", "2468TQ")]
)
def test_4_4_what_wins_the_wagers_on_one_card(kind: str, ranks: str) -> None:
    every = "A23456789TJQK"
    assert "".join(rank for rank in every if net(f"{rank}S 7C", f"dragon-{kind}") == 1_000) == ranks
    assert "".join(rank for rank in every if net(f"7C {rank}S", f"tiger-{kind}") == 1_000) == ranks


@pytest.mark.clause("dragontiger 4.4.1")
@pytest.mark.parametrize("kind", SIDES)
def test_4_4_1_a_seven_loses_all_four(kind: str) -> None:
    line = settle(GAME, "7S 8C", {f"dragon-{kind}": 1_000}).lines[0]
    assert (line.net, line.outcome, line.clauses) == (-1_000, "Seven", ("dragontiger 4.4.1",))


# Before the cards


@pytest.mark.clause("dragontiger 2.1")
def test_2_1_four_to_eight_decks() -> None:
    assert [decks for decks in range(1, 12) if decks in DRAGON_TIGER.decks] == [4, 5, 6, 7, 8]
    with pytest.raises(Refused, match="not 9"):
        Terms.of(GAME, decks=9)
    four = play(m.OpenBets(terms=Terms.of(GAME, decks=4)), m.CloseBets(), m.DealCard(card=Card("8S")))
    refused(four, m.DeclareDrawnTogether(cards=cards("8S 8S 8S 8S"), known=True), Role.PIT_SUPERVISOR, "2.1")


@pytest.mark.clause("dragontiger 2.2")
def test_2_2_the_layout_and_nothing_else() -> None:
    sides = {f"{hand}-{kind}" for hand in ("dragon", "tiger") for kind in ("big", "small", "odd", "even")}
    assert set(DRAGON_TIGER.bets) == {"dragon", "tiger", "tie", "suited-tie"} | sides
    refused(play(OPEN), m.PlaceWager(bettor="T1", wager="panda", stake=100), Role.PLAYER, "2.2")
    with pytest.raises(Refused, match="cannot leave out Tie"):
        Terms.of(GAME, without=["tie"])
    assert "tiger-odd" not in Terms.of(GAME, without=["tiger-odd"]).offered


@pytest.mark.clause("dragontiger 2.3")
def test_2_3_the_posted_limits() -> None:
    posted = play(m.OpenBets(terms=Terms.of(GAME, limits={"tie": Limits(500, 10_000)})))
    for stake in (400, 10_100):
        refused(posted, m.PlaceWager(bettor="T1", wager="tie", stake=stake), Role.PLAYER, "2.3", "takes 5.00 to")


@pytest.mark.clause("dragontiger 3.1")
def test_3_1_wagers_are_placed_changed_and_taken_back_while_bets_are_open() -> None:
    assert play(*PLACED, m.PlaceWager(bettor="T1", wager="dragon", stake=500)).stakes == {"T1": {"dragon": 500}}
    assert play(*PLACED, m.WithdrawWager(bettor="T1", wager="dragon")).stakes == {}
    refused(play(*PLACED), OPEN, Role.DEALER, "3.1")


@pytest.mark.clause("dragontiger 3.2", "dragontiger 5.4", "dragontiger 5.5")
def test_3_2_after_the_close_nothing_is_placed_or_taken_back() -> None:
    closed = play(*CLOSED)
    refused(closed, BET, Role.PLAYER, "5.5")
    refused(closed, m.WithdrawWager(bettor="T1", wager="dragon"), Role.PLAYER, "5.4")
    assert settled("KS 2D").nets() == {"T1": 1_000}


@pytest.mark.clause("dragontiger 3.5")
def test_3_5_the_cutting_card_is_taken_out_and_the_round_is_the_last() -> None:
    round = play(*dealt("8S"), m.RemoveCuttingCard())
    assert (round.cut_after, FAMILY.last_of_shoe(round), offered(round, "remove-cutting-card")) == (1, True, [])
    assert FAMILY.shuffle_due(round) is not None


# When things go wrong


@pytest.mark.clause("dragontiger 5.1", "dragontiger 5.11")
def test_5_1_bad_cards_void_the_round_and_spoil_the_shoe() -> None:
    for script in (PLACED, CLOSED, dealt("8S"), dealt("8S 4C")):
        round = play(*script, m.DeclareBadCards(kind="foreign"))
        assert (round.void, round.nets()) == ("dragontiger 5.1", {"T1": 0})
        assert FAMILY.spoiled(round) is not None
        assert expects(round) == []
    assert offered(settled("8S 4C"), "declare-bad-cards") == []


@pytest.mark.clause("dragontiger 5.2", "dragontiger 5.2.1")
def test_5_2_a_lost_order_voids_unless_both_cards_are_out() -> None:
    void = play(*dealt("8S"), m.DeclareDisturbedOrder())
    stands = play(*dealt("8S 4C"), m.DeclareDisturbedOrder())
    assert (void.void, void.shoe_spoiled) == ("dragontiger 5.2", True)
    assert (stands.phase, stands.shoe_spoiled, stands.void) == (Phase.COMPLETE, True, None)
    assert then(stands, m.Settle(), Role.DEALER).nets() == {"T1": 1_000}


@pytest.mark.clause("dragontiger 5.3")
def test_5_3_an_empty_shoe_voids() -> None:
    round = play(*dealt("8S"), m.RunOut())
    assert (round.void, round.shoe_spoiled) == ("dragontiger 5.3", True)
    assert offered(play(*dealt("8S 4C")), "run-out") == []


@pytest.mark.clause("dragontiger 5.5")
def test_5_5_what_was_late_goes_back_also_after_the_settlement() -> None:
    late = m.ReturnLateWager(bettor="T1", wager="dragon", amount=400)
    assert play(*CLOSED, late).stakes == {"T1": {"dragon": 600}}
    assert then(settled("2S KD"), late, Role.PIT_SUPERVISOR).nets() == {"T1": -600}
    whole = m.ReturnLateWager(bettor="T1", wager="dragon", amount=1_000)
    assert then(settled("2S KD"), whole, Role.PIT_SUPERVISOR).nets() == {}
    more = m.ReturnLateWager(bettor="T1", wager="dragon", amount=1_200)
    refused(play(*CLOSED), more, Role.PIT_SUPERVISOR, "5.5")


@pytest.mark.clause("dragontiger 5.6")
def test_5_6_a_card_face_up_is_played_as_normal() -> None:
    round = play(*dealt("8S"), m.FindFaceUpCard(card=Card("KD")))
    assert (round.waiting, round.burned) == (cards("KD"), ())
    refused(round, m.DealCard(card=Card("2C")), Role.DEALER, "5.7", "KD is already out")
    refused(play(*dealt("8S")), m.FindFaceUpCard(card=Card("KD"), course="burn"), Role.DEALER, "5.6")


@pytest.mark.clause("dragontiger 5.6.1")
def test_5_6_1_what_is_known_before_the_first_card_is_ruled_upon() -> None:
    assert play(*CLOSED, m.FindFaceUpCard(card=Card("KD"), course="burn")).burned == cards("KD")
    assert play(*CLOSED, m.FindFaceUpCard(card=Card("KD"), course="play")).waiting == cards("KD")
    ready = play(m.OpenBets(terms=OPEN.terms, waiting=cards("9D")), m.CloseBets())
    refused(ready, m.DealCard(card=Card("9D")), Role.DEALER, "5.6.1")
    refused(ready, m.RuleReadyCards(course="burn"), Role.PIT_SUPERVISOR, "5.6.1")
    assert then(ready, m.RuleReadyCards(course="burn"), Role.PIT_MANAGER).burned == cards("9D")
    playing = then(ready, m.RuleReadyCards(course="play"), Role.PIT_MANAGER)
    assert then(playing, m.DealCard(card=Card("9D")), Role.DEALER).cards == cards("9D")


@pytest.mark.clause("dragontiger 5.7")
def test_5_7_cards_go_to_the_hands_in_the_order_in_which_they_left_the_shoe() -> None:
    swapped = play(*dealt("8S 4C"), m.Reconstruct(cards=cards("4C 8S")))
    assert (swapped.cards, swapped.history, swapped.phase) == (cards("4C 8S"), (cards("8S 4C"),), Phase.COMPLETE)
    extra = play(*dealt("8S 4C"), m.Reconstruct(cards=cards("8S 4C KD")))
    assert (extra.cards, extra.waiting) == (cards("8S 4C"), cards("KD"))
    refused(
        play(*dealt("8S 4C")),
        m.Reconstruct(cards=cards("8S KD")),
        Role.PIT_SUPERVISOR,
        "5.7",
        "include the cards already drawn",
    )


@pytest.mark.clause("dragontiger 5.8", "dragontiger 5.8.1")
def test_5_8_cards_drawn_together() -> None:
    known = play(*CLOSED, m.DeclareDrawnTogether(cards=cards("8S 4C"), known=True))
    assert (known.waiting, known.phase) == (cards("8S 4C"), Phase.DEALING)
    refused(play(*CLOSED), m.DeclareDrawnTogether(cards=cards("8S"), known=True), Role.PIT_SUPERVISOR, "5.8")
    unknown = play(*CLOSED, m.DeclareDrawnTogether(cards=cards("8S 4C"), known=False))
    assert (unknown.void, unknown.burned, unknown.shoe_spoiled) == ("dragontiger 5.8.1", cards("8S 4C"), False)


@pytest.mark.clause("dragontiger 5.9", "dragontiger 5.9.1")
def test_5_9_an_interruption_voids_until_both_cards_are_out() -> None:
    for script in (PLACED, CLOSED, dealt("8S")):
        assert play(*script, m.Interrupt()).void == "dragontiger 5.9"
    round = play(*dealt("8S 4C"), m.Interrupt())
    assert (round.interruptions, FAMILY.interrupted(round)) == (1, True)
    assert then(round, m.Settle(), Role.DEALER).nets() == {"T1": 1_000}


@pytest.mark.clause("dragontiger 5.10")
def test_5_10_a_terminal_that_fails_is_settled_all_the_same() -> None:
    lost = play(*PLACED, m.LoseTerminal(bettor="T1"))
    assert lost.lost == ("T1",)
    assert then(lost, m.FindTerminal(bettor="T1"), Role.DEALER).lost == ()
    refused(lost, m.FindTerminal(bettor="T2"), Role.DEALER, "5.10")
    refused(lost, m.LoseTerminal(bettor="T1"), Role.DEALER, "5.10")
    played = play(*PLACED, m.LoseTerminal(bettor="T1"), *dealt("KS 4C")[2:], m.Settle())
    assert played.nets() == {"T1": 1_000}


@pytest.mark.clause("dragontiger 5.11")
def test_5_11_staff_void_a_round_by_a_clause_that_says_so() -> None:
    round = play(*dealt("8S 4C"), m.VoidRound(clause=DRAGON_TIGER.clause("5.2")))
    assert (round.phase, round.nets(), FAMILY.standings(round)) == (Phase.VOID, {"T1": 0}, {})
    refused(play(*CLOSED), m.VoidRound(clause=DRAGON_TIGER.clause("4.1")), Role.PIT_MANAGER, "4.1")


@pytest.mark.clause("dragontiger 6.1")
def test_6_1_the_shift_manager_rules_with_a_reason() -> None:
    void = m.Refer(reason="the table lost its light", effect="void")
    assert then(settled("8S 4C"), void, Role.GAMING_SHIFT_MANAGER).void == "dragontiger 6.1"
    refused(play(*CLOSED), m.Refer(reason=" ", effect="stands"), Role.GAMING_SHIFT_MANAGER, "6.1")


@pytest.mark.clause("dragontiger 6.2")
def test_6_2_a_senior_position_may_always_and_a_junior_one_never() -> None:
    for round in FAMILY.samples(DRAGON_TIGER):
        for each in expects(round):
            staff = [role for role in Role if role is not Role.PLAYER]
            may = [role for role in staff if role.may_act_as(each.by)]
            assert may == ([] if each.by is Role.PLAYER else staff[staff.index(each.by) :])
    refused(play(*CLOSED), m.DeclareBadCards(kind="extra"), Role.DEALER, "5.1")


@pytest.mark.clause("dragontiger 6.3")
def test_6_3_the_cards_govern() -> None:
    corrected = then(settled("8S 4C"), m.CorrectCards(cards=cards("2S 4C")), Role.PIT_SUPERVISOR)
    assert (corrected.phase, corrected.nets(), corrected.history) == (Phase.SETTLED, {"T1": -1_000}, (cards("8S 4C"),))
    back = play(*dealt("8S 4C"), m.TakeBackCard(card=Card("4C")))
    assert (back.cards, back.phase) == (cards("8S"), Phase.DEALING)
    noted = then(settled("8S 4C"), m.CorrectDisplay(said="Tiger wins"), Role.DEALER)
    assert (noted.cards, noted.nets()) == (cards("8S 4C"), {"T1": 1_000})
    refused(settled("8S 4C"), m.CorrectCards(cards=cards("2S")), Role.PIT_SUPERVISOR, "6.3")


# Who may say so, and when

DEALER, SUPERVISOR, MANAGER, SHIFT = (
    Role.DEALER,
    Role.PIT_SUPERVISOR,
    Role.PIT_MANAGER,
    Role.GAMING_SHIFT_MANAGER,
)
ALWAYS = {("correct-display", DEALER, "6.3"), ("refer", SHIFT, "6.1")}
UNTIL_SETTLED = ALWAYS | {
    ("lose-terminal", DEALER, "5.10"),
    ("void-round", MANAGER, "5.1"),
    ("declare-bad-cards", MANAGER, "5.1"),
}
LATE = {("return-late-wager", SUPERVISOR, "5.5")}
ON_THE_TABLE = {
    ("reconstruct", SUPERVISOR, "5.7"),
    ("take-back-card", DEALER, "6.3"),
    ("correct-cards", SUPERVISOR, "6.3"),
}
IN_THE_SHOE = {
    ("declare-disturbed-order", MANAGER, "5.2"),
    ("run-out", DEALER, "5.3"),
    ("declare-drawn-together", SUPERVISOR, "5.8"),
    ("declare-drawn-together", MANAGER, "5.8.1"),
}
UNDECIDED = {("interrupt", DEALER, "5.9")}


@pytest.mark.parametrize(
    ("script", "declared"),
    [
        (PLACED, UNTIL_SETTLED | UNDECIDED | {("find-face-up-card", MANAGER, "5.6.1")}),
        (CLOSED, UNTIL_SETTLED | UNDECIDED | LATE | IN_THE_SHOE | {("find-face-up-card", MANAGER, "5.6.1")}),
        (
            dealt("8S"),
            UNTIL_SETTLED | UNDECIDED | LATE | IN_THE_SHOE | ON_THE_TABLE | {("find-face-up-card", DEALER, "5.6")},
        ),
        (
            dealt("8S 4C"),
            UNTIL_SETTLED
            | LATE
            | ON_THE_TABLE
            | {("interrupt", DEALER, "5.9.1"), ("declare-disturbed-order", SHIFT, "5.2.1")},
        ),
        ((*dealt("8S 4C"), m.Settle()), ALWAYS | LATE | {("correct-cards", SUPERVISOR, "6.3")}),
    ],
    ids=["bets open", "bets closed", "one card", "both cards", "settled"],
)
def test_what_may_go_wrong_and_who_may_say_so(
    script: tuple[AnyCommand, ...], declared: set[tuple[str, Role, str]]
) -> None:
    round = play(*script)
    said = {(each.command, each.by, each.clause.partition(" ")[2]) for each in expects(round) if each.irregular}
    assert said == declared


def test_while_a_card_waits_no_other_comes_from_the_shoe() -> None:
    round = play(*dealt("8S"), m.FindFaceUpCard(card=Card("KD")))
    said = {each.command for each in expects(round) if each.irregular}
    assert not said & {"run-out", "declare-drawn-together", "find-face-up-card", "take-back-card"}
    assert then(round, m.DealCard(card=Card("KD")), DEALER).waiting == ()


@pytest.mark.clause("dragontiger 2.1")
@pytest.mark.parametrize(
    ("script", "command"),
    [
        ((), m.FindFaceUpCard(card=Card("8S"))),
        ((), m.CorrectCards(cards=cards("8S"))),
        ((m.DealCard(card=Card("2C")),), m.Reconstruct(cards=cards("9D 2C 8S"))),
        ((), m.DealCard(card=Card("8S"))),
    ],
    ids=["face up", "corrected", "reconstructed", "dealt"],
)
def test_2_1_no_card_comes_more_often_than_it_is_there(script: tuple[AnyCommand, ...], command: AnyCommand) -> None:
    four = m.OpenBets(terms=Terms.of(GAME, decks=4), waiting=cards("8S 8S 8S 8S"))
    burned = play(four, m.CloseBets(), m.RuleReadyCards(course="burn"), m.DealCard(card=Card("9D")), *script)
    assert FAMILY.taken(burned)[-4:] == FAMILY.apart(burned) == cards("8S 8S 8S 8S")
    refused(burned, command, SHIFT, "2.1", "4 decks hold no more than 4 of 8S")


def test_a_recorded_round_is_checked_like_any_other() -> None:
    with pytest.raises(Refused, match="does not offer 'panda'"):
        settle(GAME, "8S 4C", {"panda": 100})
    with pytest.raises(Refused, match="played with 4 to 8 decks"):
        settle(GAME, "8S 4C", {"tie": 100}, decks=9)


def test_a_spoiled_shoe_says_why() -> None:
    why: dict[str, AnyCommand] = {
        "foreign": m.DeclareBadCards(kind="extra"),
        "empty": m.RunOut(),
        "order": m.DeclareDisturbedOrder(),
    }
    for word, command in why.items():
        due = FAMILY.spoiled(play(*dealt("8S"), command))
        assert due is not None
        assert word in due.why
    assert FAMILY.spoiled(settled("8S 4C")) is None


def test_whom_nobody_could_write_down_bets_nothing() -> None:
    with pytest.raises(Refused, match="use only letters"):
        decide(play(OPEN), m.PlaceWager(bettor="T 1", wager="tie", stake=100), Role.PLAYER)


# What must hold of every round


def every_round() -> list[Round]:
    return list(FAMILY.samples(DRAGON_TIGER))


def test_what_is_expected_has_a_form_that_can_be_filled_in() -> None:
    for round in every_round():
        for each in expects(round):
            assert FAMILY.form(each, round).possible, each


def test_what_is_not_expected_is_refused_with_a_clause() -> None:
    given: dict[str, Any] = {"bettor": "T1", "wager": "tie", "stake": 100, "amount": 100, "card": "8S", "cards": ["8S"]}
    given |= {"clause": "dragontiger 5.1", "kind": "extra", "known": True, "course": "play", "said": "x"}
    given |= {"reason": "x", "effect": "stands", "terms": OPEN.terms}
    for round in every_round():
        expected = {each.command for each in expects(round)} | {"open-bets"}
        for name in FAMILY.commands.keys() - expected:
            command = FAMILY.decode_command(encode({"command": name, **given}))
            with pytest.raises(Refused) as found:
                decide(round, command, Role.GAMING_SHIFT_MANAGER)
            assert found.value.clause is not None, tag(command)


def test_a_round_is_told_again_by_its_events() -> None:
    script = (*dealt("8S"), m.FindFaceUpCard(card=Card("KD")), m.DealCard(card=Card("KD")), m.Settle())
    round: Round | None = None
    events: list[Any] = []
    for command in script:
        by = Role.PLAYER if isinstance(command, m.PlaceWager) else Role.DEALER
        for event in decide(round, command, by):
            events.append(event)
            round = evolve(round, event)
    assert FAMILY.replay(FAMILY.decode_events(encode(events))) == round
