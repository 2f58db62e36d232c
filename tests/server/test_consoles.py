"""What Dealers and the pit work with: tables at a glance, what went wrong and its price, calls, a step back."""

from typing import Any

import msgspec
import pytest

from croupier.cards import Card, cards
from croupier.games.round import Phase, Role
from croupier.house.audit import audit
from croupier.house.configuration import Configuration
from croupier.house.monitoring.observer import TableObserver
from croupier.house.recall.replay import Replay
from croupier.house.roles import HouseRole
from croupier.house.surveillance.seen import SeenShoe
from croupier.house.table.offers import of_round, of_table
from croupier.house.table.shoe_acts import shoe_on
from croupier.house.table.state import Published, State, recovered
from croupier.house.views import Beside, view
from croupier.server.effects import moved
from housed import Housed, housed
from live import Live
from serving import SLOW, Person, TestClient, served
from tables import usual

REAL: dict[str, Any] = {"run": "dealer", "cards": "entered"}


def dealt(*cards: str, **more: Any) -> Housed:
    made = housed("tiger", **REAL, **more)
    assert made.tell("begin-round", Role.DEALER).done
    assert made.bet(wager="banker").done
    assert made.tell("close-bets", Role.DEALER).done
    for card in cards:
        assert made.tell("deal-card", Role.DEALER, card=card).done
    return made


def sound(made: Housed) -> None:
    assert recovered(made.store.records, "B1") == made.state()
    assert audit(made.store.records).defects == []


def seen_of(made: Housed) -> SeenShoe:
    """What surveillance has seen of the shoe, with the round in play."""
    observer = TableObserver(State(name="B1"))
    for event in made.store.records.events("table:B1"):
        observer.see(event)
    if not made.state().over:
        observer._ended(made.round(), made.now)
    assert observer.shoe
    return observer.shoe


@pytest.mark.clause("ebaccarat 6.3")
def test_a_card_entered_wrongly_is_taken_back_and_stays_on_record() -> None:
    made = dealt("4C", "8S", "3D", "2H")
    assert made.tell("take-back-card", Role.DEALER, card="2H").done
    assert made.round().hands == {"player": ("4C", "3D"), "banker": ("8S",)}
    assert made.tell("deal-card", Role.DEALER, card="KH").done
    assert made.round().phase is Phase.COMPLETE
    assert made.tell("settle", Role.DEALER).done
    assert made.kinds()[-4:] == ["card-dealt", "card-taken-back", "card-dealt", "round-settled"]
    assert made.house.credits("T1") == 100_950
    sound(made)


def test_an_approval_says_what_it_moves_and_whether_everybody_can_cover_it() -> None:
    live = Live("tiger").bet("Ann", {"banker": 2_000}).bet("Bob", {"player": 1_000}).do("close-bets")
    live.deal("4C 8S 3D KH")
    command = live.decoded("void-round", {"clause": "ebaccarat 5.1.1"})
    (event,) = live.family.decide(live.round, command, Role.PIT_MANAGER)
    void = live.family.evolve(live.round, event)
    money = moved(live.round, void, lambda name: 0)
    assert (money.to_players, money.taken_back, money.heads, money.lacking) == (3_000, 0, 2, 0)
    # What has been paid comes back: Ann's winnings go, and Bob's stake returns.
    live.do("settle")
    money = moved(live.round, void, lambda name: 1_500)
    assert (money.to_players, money.taken_back, money.heads, money.lacking) == (1_000, 1_900, 2, 400)
    assert moved(live.round, void, lambda name: 1_900).lacking == 0


def test_fear_another_card_than_the_last_is_taken_back() -> None:
    made = dealt("4C", "8S")
    refused = made.tell("take-back-card", Role.DEALER, card="4C")
    assert refused.reason == "the last card entered is 8S, not 4C"
    assert made.tell("take-back-card", Role.DEALER, card="8S").done
    assert made.tell("take-back-card", Role.DEALER, card="4C").done
    assert not made.tell("take-back-card", Role.DEALER, card="4C").done


def test_fear_a_card_of_the_virtual_shoe_is_taken_back() -> None:
    made = housed("tiger", run="dealer")
    assert made.tell("begin-round").done
    assert made.tell("close-bets").done
    assert made.tell("deal").done
    refused = made.tell("take-back-card", card=made.round().cards[-1])
    assert refused.reason == "this table deals from its virtual shoe: cards are not entered"


@pytest.mark.parametrize("game", ["tiger", "lucky-8", "dueling-8s", "e-blackjack"])
def test_a_virtual_shoe_offers_no_step_back(game: str) -> None:
    made = housed(game, run="dealer")
    assert made.tell("begin-round").done
    assert made.bet(wager="banker" if game == "tiger" else "main", **ON_A_BOX.get(game, {})).done
    assert made.tell("close-bets").done
    assert made.tell("deal").done
    assert made.round().cards
    assert "take-back-card" in {each.command for each in made.state().expects()}
    assert "take-back-card" not in {each.command for each in of_round(made.state())}
    shoe = made.state().shoe
    assert isinstance(shoe, Published)
    seen = view(made.round(), HouseRole.DEALER, None, Beside(shoe=shoe.commitment))
    assert "take-back-card" not in {each.command for each in seen.offers}
    assert "virtual shoe" in (made.tell("take-back-card", card=made.round().cards[-1]).reason or "")


ON_A_BOX: dict[str, dict[str, Any]] = {"lucky-8": {"box": 1}, "dueling-8s": {"box": 1}}
PLAYED = {
    "lucky-8": ("TS 7D 6H", ["confirm-deal", "close-offers"], "R-23"),
    "dueling-8s": ("6H", ["confirm-deal", "close-offers"], "R-23"),
    "e-blackjack": ("TS 7D 6H", [], "eblackjack 6.3"),
}


@pytest.mark.clause("eblackjack 6.3")
@pytest.mark.parametrize("game", PLAYED)
def test_a_card_read_wrongly_at_blackjack_is_taken_back_in_every_book(game: str) -> None:
    opening, then, clause = PLAYED[game]
    made = housed(game, **REAL)
    assert made.tell("begin-round", Role.DEALER).done
    assert made.bet(**ON_A_BOX.get(game, {})).done
    assert made.tell("close-bets", Role.DEALER).done
    for card in opening.split():
        assert made.tell("deal-card", Role.DEALER, card=card).done
    for command in then:
        assert made.tell(command, Role.DEALER).done
    assert made.play("decide", action="hit", **ON_A_BOX.get(game, {})).done
    if game == "e-blackjack":
        assert made.tell("close-decisions", Role.DEALER).done
    due = made.round()
    # A King busts the hand and ends the play; it was a five.
    assert made.tell("deal-card", Role.DEALER, card="KD").done
    assert made.round().phase is not Phase.PLAYING
    assert made.tell("take-back-card", Role.DEALER, card="KD").done
    assert msgspec.structs.replace(made.round(), history=()) == due
    sound(made)
    made.crash()
    if game == "e-blackjack":
        assert made.tell("interrupt", course="resume").done, "the Gaming Shift Manager's (R-09)"
    assert made.tell("deal-card", Role.DEALER, card="5D").done
    if made.round().phase is Phase.PLAYING:
        assert made.play("decide", action="stand", **ON_A_BOX.get(game, {})).done
        if game == "e-blackjack":
            assert made.tell("close-decisions", Role.DEALER).done
    assert made.tell("deal-card", Role.DEALER, card="KD").done
    assert made.tell("settle", Role.DEALER).done
    assert made.house.credits("T1") == 101_000
    sound(made)
    # The record tells it as it was, and surveillance counts what lay on the table.
    steps = Replay(made.store.records, "B1", 1).recalled().steps
    (back,) = [each for each in steps if each.kind == "card-taken-back"]
    assert (back.clauses, back.postings, "KD" in back.said) == ((clause,), (), True)
    assert seen_of(made).order == cards(f"{opening} 5D KD")


def test_fear_surveillance_takes_the_same_card_of_earlier_for_the_one_that_never_came() -> None:
    made = dealt("KD", "8S", "KD")
    assert made.tell("take-back-card", Role.DEALER, card="KD").done
    for card in ("3D", "KH"):
        assert made.tell("deal-card", Role.DEALER, card=card).done
    observer = seen_of(made)
    assert observer.order[:4] == cards("KD 8S 3D KH")


def test_fear_surveillance_stops_at_a_card_that_an_earlier_round_has_shown() -> None:
    made = dealt("4C", "8S", "3D", "KD")
    # The last one belongs to the round to come, where it is dealt and taken back.
    assert made.tell("reconstruct", cards=["4C", "8S", "3D", "KH", "KD"]).done
    assert made.tell("settle", Role.DEALER).done
    assert made.tell("begin-round", Role.DEALER).done
    assert made.tell("close-bets", Role.DEALER).done
    assert not made.tell("deal-card", Role.DEALER, card="KD").done
    assert made.tell("rule-ready-cards", Role.PIT_MANAGER, course="play").done
    for card in ("KD", "2C"):
        assert made.tell("deal-card", Role.DEALER, card=card).done
    assert made.tell("take-back-card", Role.DEALER, card="2C").done
    assert made.tell("take-back-card", Role.DEALER, card="KD").done
    assert made.tell("deal-card", Role.DEALER, card="KD").done
    assert seen_of(made).order.count(Card("KD")) == 1


def test_fear_surveillance_counts_a_card_that_never_came() -> None:
    made = dealt("4C", "8S", "3D", "KD")
    assert made.tell("take-back-card", Role.DEALER, card="KD").done
    assert made.tell("deal-card", Role.DEALER, card="KH").done
    assert made.tell("settle", Role.DEALER).done
    assert seen_of(made).order == cards("4C 8S 3D KH")


@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_a_card_that_was_misread_is_right_in_every_book_and_surveillance_counts_what_was_dealt() -> None:
    made = dealt("9S", "4C", "KD", "2H")
    assert not made.tell("correct-cards", Role.DEALER, cards=["KS", "9C", "KD", "KH"]).done
    assert made.tell("correct-cards", Role.PIT_SUPERVISOR, cards=["KS", "9C", "KD", "KH"]).done
    made.crash()
    assert made.round().cards == cards("KS 9C KD KH")
    assert made.tell("settle", Role.DEALER).done
    assert made.house.credits("T1") == 100_950, "Banker wins by the cards that were dealt"
    assert seen_of(made).order == cards("KS 9C KD KH")
    sound(made)
    steps = Replay(made.store.records, "B1", 1).recalled().steps
    assert [each.clauses[:1] for each in steps if each.kind == "cards-corrected"] == [("ebaccarat 6.3",)]


def test_fear_surveillance_counts_twice_what_lies_ready() -> None:
    made = dealt("8S", "4C", "3D", "2H", "KH")
    # The right cards make a natural: the fifth was drawn too much, and is played in the next round.
    assert made.tell("correct-cards", Role.PIT_SUPERVISOR, cards=["9S", "4C", "KD", "2H", "KC"]).done
    assert made.round().waiting == cards("KC")
    assert made.tell("settle", Role.DEALER).done
    assert made.tell("begin-round", Role.DEALER).done
    assert made.tell("close-bets", Role.DEALER).done
    assert made.tell("rule-ready-cards", Role.PIT_MANAGER, course="play").done
    for card in ("KC", "2C", "9D", "3C"):
        assert made.tell("deal-card", Role.DEALER, card=card).done
    assert made.tell("settle", Role.DEALER).done
    assert sorted(seen_of(made).order) == sorted(cards("9S 4C KD 2H KC 2C 9D 3C"))
    sound(made)


def test_a_dealer_calls_the_pit_and_only_the_pit_answers() -> None:
    made = dealt()
    assert made.tell("call-pit", Role.DEALER, reason="two cards came out together").done
    assert made.state().called == "two cards came out together"
    assert made.tell("answer-call", Role.DEALER).reason == "this needs a Pit Supervisor, not a Dealer"
    sound(made)
    made.crash()
    assert made.state().called == "two cards came out together"
    assert made.tell("answer-call", Role.PIT_SUPERVISOR).done
    assert made.state().called is None
    sound(made)
    assert made.tell("answer-call", Role.PIT_SUPERVISOR).reason == "table B1 has not called the pit"
    assert made.tell("call-pit", Role.DEALER, reason=" ").reason == "enter why you call the pit"


def real_table(**more: Any) -> dict[str, Configuration]:
    return {"B1": usual("tiger", pace=SLOW, two_people=("void",), **REAL, **more)}


def test_what_a_command_would_do_is_shown_and_nothing_is_done() -> None:
    with served(real_table()) as (app, desk), TestClient(app) as client:
        dealer, guest = Person.staff(client, desk, "dealer"), Person.guest(client)
        for command in ("shuffle", "begin-round"):
            assert dealer.give("B1", command, round=None).status_code == 200
        for wager, stake in (("banker", 1_000), ("tie", 500)):
            assert guest.give("B1", "place-wager", wager=wager, stake=stake).status_code == 200
        assert dealer.give("B1", "close-bets").status_code == 200
        for card in ("4C", "8S", "3D"):
            assert dealer.give("B1", "deal-card", card=card).status_code == 200
        before = desk.house.tables["B1"].durable
        found = {each["command"]: each for each in dealer.get("/api/tables/B1/offers").json()}
        assert (found["declare-bad-cards"]["needs"], found["declare-bad-cards"]["yours"]) == ("pit-manager", False)
        assert found["find-face-up-card"]["yours"]
        assert found["find-face-up-card"]["form"]["fields"] == [{"name": "card", "kind": "card"}]
        kinds = ["foreign", "extra", "missing", "unshuffled"]
        assert found["declare-bad-cards"]["form"]["fields"] == [{"name": "kind", "kind": "choice", "choices": kinds}]
        assert [each["part"] for each in found.values() if each["command"] in ("deal-card", "refer", "call-pit")] == [
            "next",
            "wrong",
            "table",
        ]
        void = dealer.post("/api/tables/B1/preview", {"command": {"command": "declare-bad-cards", "kind": "foreign"}})
        assert void.json()["void"] == "ebaccarat 5.1.1"
        assert (void.json()["needs"], void.json()["second"]) == ("pit-manager", "pit-manager")
        assert void.json()["wagers"] == [
            {"wager": "banker", "bettors": 1, "staked": 1_000, "returned": 1_000},
            {"wager": "tie", "bettors": 1, "staked": 500, "returned": 500},
        ]
        card = dealer.post("/api/tables/B1/preview", {"command": {"command": "deal-card", "card": "KH"}}).json()
        assert card["lies"]["banker"] == {"cards": ["8S", "KH"], "total": 8}
        assert card["then"] == "Player 7, Banker 8: Banker wins"
        assert [each["returned"] for each in card["wagers"]] == [0, 0]
        assert desk.house.tables["B1"].durable is before


def test_the_pit_sees_every_table_with_what_lies_on_it() -> None:
    with served() as (app, desk), TestClient(app) as client:
        pit, dealer, guest = (
            Person.staff(client, desk, "pit-supervisor"),
            Person.staff(client, desk, "dealer"),
            Person.guest(client),
        )
        while client.get("/api/tables/B1").json()["public"]["round"] is None:
            pass
        assert guest.give("B1", "place-wager", wager="banker", stake=1_000).status_code == 200
        assert dealer.give("B1", "call-pit", reason="a dispute").status_code == 200
        first, second = pit.get("/api/floor").json()
        assert (first["brief"]["table"], first["staked"], first["called"]) == ("B1", 1_000, "a dispute")
        assert (second["brief"]["table"], second["staked"], second["called"]) == ("J1", 0, None)
        assert "a dispute" not in client.get("/api/tables").text
        assert "a dispute" not in guest.get("/api/tables/B1").text
        assert dealer.get("/api/tables/B1").json()["private"]["called"] == "a dispute"


@pytest.mark.parametrize("role", ["player", "surveillance", "cage", "administrator"])
def test_fear_somebody_without_a_part_in_rounds_looks_into_the_consoles(role: str) -> None:
    with served() as (app, desk), TestClient(app) as client:
        somebody = Person.guest(client) if role == "player" else Person.staff(client, desk, role)
        assert somebody.get("/api/floor").status_code == 403
        assert somebody.get("/api/tables/B1/offers").status_code == 403
        asked = somebody.post("/api/tables/B1/preview", {"command": {"command": "settle"}})
        assert asked.status_code == 403


@pytest.mark.parametrize("command", ["deal", "begin-round", "shuffle", "approve"])
def test_fear_the_next_card_is_looked_at_before_it_comes(command: str) -> None:
    with served() as (app, desk), TestClient(app) as client:
        dealer = Person.staff(client, desk, "dealer")
        while client.get("/api/tables/B1").json()["public"]["round"] is None:
            pass
        asked = dealer.post("/api/tables/B1/preview", {"command": {"command": command, "approval": "B1-1"}})
        assert asked.status_code == 422
        assert asked.json()["error"]["message"] == "only actions within a round can be previewed"


@pytest.mark.parametrize("cards_from", ["virtual", "entered"])
def test_the_shoe_says_what_may_be_done_with_it_and_why_not(cards_from: str) -> None:
    """A button of the shoe is open where the table takes its command, and says when it will be where it is not."""
    made = housed("tiger", run="dealer", cards=cards_from)
    deals = ("deal-card", "deal")

    def check(*reasons: str | None) -> None:
        shoe, state = shoe_on(made.state()), made.state()
        assert shoe is not None
        taken = {each.command for each in state.expects()} | {
            each.expected.command for each in of_table(state, made.now)
        }
        assert [each.closed for each in shoe.acts] == list(reasons)
        for each in shoe.acts:
            assert (each.command in taken) is (each.closed is None)
        assert shoe.left == made.state().left
        assert (shoe.to_cut is None) is (cards_from == "entered")

    assert made.tell("shuffle").done
    check("while cards are dealt", None)
    assert made.tell("begin-round", Role.DEALER).done
    check("while cards are dealt", "after this round")
    assert made.tell("close-bets", Role.DEALER).done
    check(None, "after this round")
    for card in ("4C", "8S", "3D", "KH"):
        entered = {"card": card} if cards_from == "entered" else {}
        assert made.tell(deals[not entered], Role.DEALER, **entered).done
    if cards_from == "entered":
        check("while cards are dealt", "after this round")
        assert made.tell("settle", Role.DEALER).done
        check("while cards are dealt", None)
