"""A family that brings no view of its own is shown all the same, from what it says of its rounds."""

import pytest

from croupier.cards import cards
from croupier.games.baccarat import messages as b
from croupier.games.baccarat.family import BACCARAT
from croupier.games.baccarat.round import play
from croupier.games.baccarat.state import BaccaratRound
from croupier.games.catalogue import GAMES
from croupier.games.families import FAMILIES
from croupier.games.terms import Terms
from croupier.house.roles import HouseRole
from croupier.house.views import families, view
from croupier.house.views.any import HandsView
from croupier.house.views.layout import HandsShown, NamedHand, Stake
from croupier.house.views.shown import Pool


@pytest.fixture(autouse=True)
def no_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "_view", lambda family: families.ANY)


def _round(*dealt: str, over: bool = False) -> BaccaratRound:
    said: list[b.AnyCommand] = [
        b.OpenBets(terms=Terms.of("tiger")),
        b.PlaceWager(bettor="Ann", wager="banker", stake=1_000),
        b.PlaceWager(bettor="Bob", wager="banker", stake=500),
    ]
    if dealt:
        said.append(b.CloseBets())
    said += [b.DealCard(card=card) for card in cards(" ".join(dealt))]
    return play(*said, *([b.Settle()] if over else []))


def test_hands_lie_in_their_order_with_their_names() -> None:
    seen = view(_round("8S", "4C", "3D"), HouseRole.SPECTATOR).table
    assert seen.lies == HandsShown(
        hands=(
            NamedHand(name="player", label="Player", cards=cards("8S 3D"), comes_to="", won=False),
            NamedHand(name="banker", label="Banker", cards=cards("4C"), comes_to="", won=False),
        ),
        result=None,
    )
    assert seen.roads is None


def test_stakes_are_ones_own_and_sums_are_everybodys() -> None:
    seen = view(_round(), HouseRole.PLAYER, "Ann")
    assert seen.own is not None
    assert seen.own.stakes == (Stake("banker", 1_000),)
    assert seen.table.pool == {"banker": Pool(1_500, 2)}
    nobody = view(_round(), HouseRole.PLAYER, "Cid").own
    assert nobody is not None
    assert nobody.stakes == ()


def test_who_won_and_the_result_are_told_when_it_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(BACCARAT), "winners", lambda self, round: ("banker",))
    monkeypatch.setattr(type(BACCARAT), "comes_to", lambda self, round, hand: str(len(round.hands[hand])))
    dealt = ("8S", "4C", "3D", "2H", "KH")
    open_, over = (HandsView().lies(_round(*dealt, over=over)) for over in (False, True))
    assert (open_.result, over.result) == (None, "Banker wins, 6 to 1")
    assert [each.won for each in (*open_.hands, *over.hands)] == [False, False, False, True]
    assert [each.comes_to for each in over.hands] == ["3", "2"]
    assert [HandsView().winner(_round(*dealt, over=over)) for over in (False, True)] == [None, "banker"]
    monkeypatch.setattr(type(BACCARAT), "winners", lambda self, round: ("player", "banker"))
    assert HandsView().winner(_round(*dealt, over=True)) is None


@pytest.mark.parametrize("family", FAMILIES)
def test_any_round_of_any_family_is_shown(family: str) -> None:
    games = [game for game in GAMES.values() if game.family == family]
    for round in FAMILIES[family].samples(games[0]):
        for role in (HouseRole.SPECTATOR, HouseRole.DEALER):
            assert isinstance(view(round, role).table.lies, HandsShown)
