"""The baccarat games played through, written down so that a dealer can follow them: every wager wins at least once.

`REGENERATE=1 pytest tests/games/test_playthrough_baccarat.py` writes the golden files anew; read what has changed.
"""

import os
from collections.abc import Iterator

import pytest

from croupier.cards import cards
from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.games.families import family
from croupier.games.messages import BetsOpened, CloseBets, DealCard, OpenBets, PlaceWager, Settle
from croupier.games.round import Expected, Role, tag
from croupier.games.terms import Terms
from croupier.house.recall.result import result_text
from croupier.house.recall.words import event_text
from croupier.money import dollars
from test_playthrough import GOLDEN, signed

SIX = ("QC 7D QH 7S 2D 2C", "6H 3D 2C AC", "4D TC 4D 8H")
TIGERS = ("TD 8H KD 8S 2C", "8C 8C 8H 8S", "AD 8D 2S 8C 4H", "JS QS 4D 3S 6H 3H")
ROUNDS = {
    "super-six-nc": ("AD 6S AD 6H 3C 4S", "9C 3H 9S 3C", "4D TC 4D 8H"),
    "fortune-six-nc": SIX,
    "super-6-nc": SIX,
    "no-commission": ("9C 3H 9S 3C", "TC 6C TS 2D", "4D TC 4D 8H"),
    "tiger": TIGERS,
    "tiger-nc": TIGERS,
    "fabulous-4s": ("7H 6C 7H 6H KC AS", "TC 6C TS 2D", "4D TC 4D 8H", "TH 4D 2S TH QH"),
    "sands-super": (
        *("8H AD 8H AD 3D", "2S 2S 3S 6C", "4D TC 4D 8H", "TS KD 2S 9D", "7S 6C QH TD", "3S 8D 6H 9H", "QC AD 8H QD"),
        *("6D QH QD 7S", "5H TS AH 6C", "8C 9H 9S 8H", "JH 5C 9D 4H", "TD 8H KD 8S 2C", "8C 2H 7S 3S KC"),
        *("KS KS KS 5H KH", "TH 4D 2S TH QH", "4H JC 8S 3H 8D", "7D 5H 7D 9H KH", "4C 7D AC 6H 8S", "4D 7C JH 7D AH"),
        *("7C 6D 8H QS 7D 5D", "QC KC 3H TH TC AH", "QH 9H 4H AD JH QD", "JS KS KH TS QC AS", "4H 7C AS 4H 6D QD"),
        *("QS 7D 5D 3D 7C 2D", "4D 3S 8D 8C 8D 9C", "2C 4S QD 6C 9S KS", "JS 6C JD 6S AH JD"),
    ),
}
"""So few rounds that every wager of the game wins in one of them."""


def transcript(game: Baccarat, wins: set[str]) -> Iterator[str]:
    for number, dealt in enumerate(ROUNDS[game.name], 1):
        yield f"# Round {number}"
        yield from one_round(game, dealt, wins, again=number > 1)
        yield ""


def one_round(game: Baccarat, dealt: str, wins: set[str], *, again: bool) -> Iterator[str]:
    """Ann has ten on every wager, Bob a hundred on Banker."""
    how, round, asked = family(game.name), None, ""
    stakes = [PlaceWager(bettor="Ann", wager=wager, stake=1_000) for wager in game.bets]
    bob = PlaceWager(bettor="Bob", wager="banker", stake=10_000)
    deals = [DealCard(card=card) for card in cards(dealt)]
    for command in (OpenBets(terms=Terms.of(game.name)), *stakes, bob, CloseBets(), *deals, Settle()):
        offers: list[Expected] = how.expects(round) if round else []
        prompt = f"{offers[0].prompt} [{offers[0].clause}]" if offers else ""
        if prompt != asked:
            yield f"  ({prompt})"
        asked = prompt
        by = next((each.by for each in offers if each.command == tag(command)), Role.DEALER)
        for event in how.decide(round, command, by):
            round = how.evolve(round, event)
            if not again or not isinstance(command, PlaceWager):
                yield str(event.terms) if isinstance(event, BetsOpened) else event_text(event, round)
        if again and command == bob:
            yield "Ann and Bob stake as before"
    assert round is not None
    assert result_text(round) == how.result(round)
    yield "Settlement"
    lines = list(how.lines(round))
    for bettor, net in round.nets().items():
        yield f"  {bettor}: {signed(net)}"
        for line in lines:
            if line.bettor == bettor:
                pays = f" pays {line.pays}" if line.result == "win" else ""
                what = f"{line.result}{pays}{f', {line.outcome}' if line.outcome else ''}"
                cited = ", ".join(line.clauses)
                yield f"    {line.wager} {dollars(line.stake)}: {what} {signed(line.net)} [{cited}]"
                wins |= {line.wager} if line.result == "win" else set()
    yield f"  The house: {signed(-sum(round.nets().values()))}"


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.name)
def test_a_table_is_played_as_written_and_every_wager_wins(game: Baccarat) -> None:
    wins: set[str] = set()
    played = "\n".join(transcript(game, wins))
    assert wins == set(game.bets)
    path = GOLDEN / f"{game.name}.txt"
    if os.environ.get("REGENERATE"):
        path.write_text(played, "utf-8")
    assert played == path.read_text("utf-8")
