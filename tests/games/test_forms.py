"""No offer without a control: whatever a round or a table offers has a form, and what a form lists is accepted."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxes import bets_open, closed, deal, then
from croupier.games.baccarat import messages as b
from croupier.games.blackjack import messages as m
from croupier.games.catalogue import GAMES
from croupier.games.families import family
from croupier.games.family import Round
from croupier.games.form import Form, own_form
from croupier.games.round import Expected, Role, carries_cards, encode
from croupier.house.roles import HouseRole
from croupier.house.table import commands as c
from croupier.house.table.approval import decided
from croupier.house.table.offers import of_round, of_stopped, of_table
from croupier.house.table.requests import Request
from croupier.house.table.state import Published
from croupier.house.views import Sight
from croupier.house.views.shown import TableOffer
from croupier.refused import Refused
from croupier.variants import parse as variant
from filling import NEWCOMER, fillings, outside
from housed import Housed, housed
from viewing import moments

CHANCES = st.integers(0, 2**64 - 1).map(random.Random)
FAMILIES = {
    "tiger": b.COMMANDS,
    "sands-super": b.COMMANDS,
    "lucky-8": m.COMMANDS,
    "dueling-8s": m.COMMANDS,
    "e-blackjack": m.COMMANDS,
}
GAMES_PLAYED = pytest.mark.parametrize("name", FAMILIES)
BY_THE_TABLE = {"open-bets"}
"""A table opens bets on its own terms: `begin-round` is what is given."""
BY_THE_HOUSE = {"configure"}
"""A whole configuration comes from the house's file; people change settings."""
ON_A_PAGE = {"amend-round"}
"""It is about a round that is over, and has a page of its own."""
SETBACKS = {"close-table", "pause-table", "shuffle", "shuffle-early"}
MAY_FAIL = {"reconstruct", "correct-cards"}
"""Whether cards can be put right hangs on everything that was decided since: the round says no where they cannot."""


def offered(round: Round, left: int | None = None) -> Iterator[tuple[Expected, Form]]:
    """What may be asked of a round, with its forms."""
    how = family(round.terms.game)
    for each in how.offers(round, left):
        yield each, how.form(each, round)


def asked(expected: Expected, form: Form, chance: random.Random) -> tuple[dict[str, Any], Form]:
    """The form as whoever may fills it in: staff as it is, a player their own."""
    if expected.by is not Role.PLAYER:
        return {}, form
    people = [who for who in expected.bettors or ("Ann", NEWCOMER) if who not in expected.not_for]
    bettor = chance.choice(people or [NEWCOMER])
    return {"bettor": bettor}, own_form(form, bettor, None if expected.owner == bettor else expected.owner)


def given_to(round: Round, command: str, by: Role, **told: Any) -> None:
    how = family(round.terms.game)
    how.decide(round, how.decode_command(encode({"command": command, **told})), by)


# Every command


@pytest.mark.parametrize(
    ("said", "games"), [("baccarat", ("tiger", "sands-super")), ("blackjack", tuple(FAMILIES)[2:])]
)
def test_there_is_no_command_of_a_round_that_nobody_can_give_in_the_browser(said: str, games: tuple[str, ...]) -> None:
    found: set[str] = set()
    commands = FAMILIES[games[0]]
    for name in games:
        rounds = [*family(name).samples(GAMES[name]), *SELDOM.get(name, list)()]
        for seed in range(60):
            rounds += [moment.round for moment in moments(name, random.Random(seed))]
        for round in rounds:
            found |= {each.command for each, form in offered(round) if form.possible and form_is_whole(each, form)}
    missing = set(commands) - found
    assert missing == BY_THE_TABLE, said


def blackjack_against_an_ace() -> list[Round]:
    return [then(closed("lucky-8"), *deal("AS 9H AD KH 8C"), m.ConfirmDeal())]


def split_with_tie_on_18() -> list[Round]:
    main, tie = (m.PlaceWager(bettor="Ann", box=1, wager=wager, stake=500) for wager in ("main", "tie-on-18"))
    dealt = then(bets_open("dueling-8s"), main, tie, m.CloseBets(), *deal("8C"), m.ConfirmDeal(), m.CloseOffers())
    return [then(dealt, m.Decide(bettor="Ann", box=1, action="split"))]


SELDOM = {"lucky-8": blackjack_against_an_ace, "dueling-8s": split_with_tie_on_18}
"""What chance brings too seldom."""


def form_is_whole(expected: Expected, form: Form) -> bool:
    """Whether everything that the command needs is in the form, but for the bettor who a player is."""
    kind = (b.COMMANDS | m.COMMANDS)[expected.command]
    told = {*form.fixed, *(field.name for field in form.fields)}
    return {field.name for field in msgspec.structs.fields(kind) if field.required} <= told


def test_there_is_no_command_of_a_table_that_nobody_can_give_in_the_browser() -> None:
    found: set[str] = set()
    for made in tables():
        found |= {each.expected.command for each in own_offers(made) if each.form.possible}
    found |= {each.expected.command for each in of_stopped((), 0)}
    assert set(c.COMMANDS) - found == BY_THE_HOUSE | ON_A_PAGE


def tables() -> Iterator[Housed]:
    """A table in every state that matters to what may be asked of it."""
    made = housed("tiger", run="dealer", tips=True, two_people=("void",))
    yield made
    assert made.tell("begin-round").done
    assert made.bet(wager="banker").done
    assert made.tell("close-bets").done
    yield made
    assert made.play("give-tip", cents=500).done
    assert made.tell("call-pit", reason="a dispute").done
    assert made.tell("change-settings", settings={"tips": False}, since="shoe").done
    assert made.tell("pause-table", reason="a dispute").done
    yield made
    assert made.tell("resume-table").done
    assert made.tell("answer-call").done
    assert made.tell("close-table", reason="the end of the day").done
    assert made.tell("void-round", clause="ebaccarat 5.1.1").approval
    yield made
    made = housed("tiger", run="dealer")
    made.tell("begin-round")
    made.tell("close-bets")
    while made.round().phase == "dealing":
        made.tell("deal")
    made.tell("settle")
    yield made
    made = housed("lucky-8", run="dealer")
    assert made.tell("seat-player", name="Zoe", cents=10_000).done
    yield made
    # Rules of one's own wait for two people.
    nine = variant('name = "nine-offered"\ntitle = "Ties pay nine"\nbase = "tiger"\nwagers.tie.pays.Tie = "9:1"')
    yield housed(nine.name, run="dealer")


def own_offers(made: Housed) -> list[TableOffer]:
    return of_table(made.state(), made.now, made.house.held("tips:B1"))


def test_what_a_table_offers_it_accepts_from_every_position_that_may_and_from_no_lower_one() -> None:
    chance = random.Random(1)
    for made in tables():
        for each in own_offers(made):
            for told in fillings(own_form(each.form, "T1") if each.expected.by is Role.PLAYER else each.form, chance):
                for by in Role:
                    tried(made, each, by, told)


def tried(made: Housed, offer: TableOffer, by: Role, told: dict[str, Any]) -> None:
    """Have the table decide about it, and do nothing."""
    expected = offer.expected
    actor = "terminal:T1" if by is Role.PLAYER else (offer.only or ("staff:bob",))[0]
    mine = {"bettor": "T1"} if expected.by is Role.PLAYER else {}
    body = encode({"command": expected.command, **mine, **told})
    command = c.read(body, None if made.state().configuration is None else made.state().family)
    request = Request(id="x", actor=actor, by=by, body=body)
    if by.may_act_as(expected.by):
        change, _ = decided(made.table()._new_change, command, request, made.now)
        assert change.drafts, body
    elif expected.command != "refuse-approval":
        with pytest.raises(Refused):
            decided(made.table()._new_change, command, request, made.now)


# Every form


@GAMES_PLAYED
@settings(max_examples=40)
@given(chance=CHANCES)
def test_what_a_form_lists_is_accepted_and_what_it_does_not_list_is_refused(name: str, chance: random.Random) -> None:
    for moment in moments(name, chance):
        if chance.random() < 0.6:
            continue
        for expected, form in offered(moment.round):
            if not form.possible:
                continue
            mine, form = asked(expected, form, chance)
            for told in fillings(form, chance, moment.undealt, most=3):
                by = chance.choice([role for role in Role if role.may_act_as(expected.by)])
                accepted(moment.round, expected, by, {**mine, **told})
            for told in outside(form, chance, moment.undealt):
                refused(moment.round, expected, {**mine, **told})


def accepted(round: Round, expected: Expected, by: Role, told: dict[str, Any]) -> None:
    try:
        given_to(round, expected.command, by, **told)
    except Refused as no:
        if expected.command not in MAY_FAIL or not any(each in no.reason for each in CANNOT_BE):
            raise


CANNOT_BE = ("refer it", "like that", "already has these cards", "was not possible", "was not offered")
"""Why cards are not put right: they are, or what was decided does not stand over them."""


def refused(round: Round, expected: Expected, told: dict[str, Any]) -> None:
    with pytest.raises((Refused, msgspec.DecodeError)):
        given_to(round, expected.command, expected.by, **told)


@GAMES_PLAYED
@settings(max_examples=20)
@given(chance=CHANCES)
def test_several_offers_in_one_form_allow_what_each_of_them_allows_and_nothing_else(
    name: str, chance: random.Random
) -> None:
    for moment in moments(name, chance):
        if chance.random() < 0.7:
            continue
        round = moment.round
        for made in Sight(round).staffed:
            assert made.offer.form is not None
            for told in fillings(made.offer.form, chance, moment.undealt, most=4):
                offer = Expected(command=made.offer.command, by=made.by, clause=made.offer.clause, prompt="")
                accepted(round, offer, made.by, told)


@GAMES_PLAYED
@settings(max_examples=20)
@given(chance=CHANCES)
def test_fear_a_form_tells_a_player_who_the_others_are(name: str, chance: random.Random) -> None:
    for moment in moments(name, chance):
        sight = Sight(moment.round)
        for seat in ("Ann", "Bob"):
            for offer in sight.view(HouseRole.PLAYER, seat).offers:
                others = {who for who in ("Ann", "Bob", "Cid", "Dan", "Eve") if who != seat}
                assert not any(f'"{who}"' in encode(offer.form).decode() for who in others), offer


# At a virtual shoe


@GAMES_PLAYED
@settings(max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_the_console_of_a_virtual_shoe_offers_nothing_that_would_be_refused_there(name: str, seed: int) -> None:
    chance = random.Random(seed)
    made = housed(name, seed, run="dealer")
    for _ in range(25):
        state = made.state()
        assert state.round is None or isinstance(state.shoe, Published)
        offers = [(each, state.family.form(each, state.round)) for each in of_round(state)] if state.round else []
        assert not [each.command for each, _ in offers if carries_cards(state.family.commands[each.command])]
        offers += [(each.expected, each.form) for each in own_offers(made)]
        usual = []
        for expected, form in offers:
            if not form.possible or expected.command == "change-settings":
                continue
            mine = {"bettor": "T1"} if expected.by is Role.PLAYER else {}
            if expected.by is Role.PLAYER:
                if (expected.bettors is not None and "T1" not in expected.bettors) or "T1" in expected.not_for:
                    continue
                form = own_form(form, "T1", None if expected.owner == "T1" else expected.owner)
            for told in fillings(form, chance, most=2):
                body = encode({"command": expected.command, **mine, **told})
                request = Request(id="x", actor="terminal:T1" if mine else "staff:bob", by=expected.by, body=body)
                command = c.read(body, None if state.configuration is None else state.family)
                try:
                    decided(made.table()._new_change, command, request, made.now)
                except Refused as no:
                    if expected.command not in MAY_FAIL or no.clause != "R-20":
                        raise
                    continue
                if not expected.irregular and expected.command not in SETBACKS:
                    usual.append((expected, {**mine, **told}))
        if not usual:
            return
        expected, told = chance.choice(usual)
        made.tell(expected.command, expected.by, **told)
