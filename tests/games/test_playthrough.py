"""Whole tables played through, written down so that a dealer can follow them.

`REGENERATE=1 pytest tests/games/test_playthrough.py` writes the golden files anew; read what has changed first.
"""

import os
from collections.abc import Iterable, Iterator

import pytest

import places
from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.hand import Action
from croupier.games.blackjack.notation import phrase, read, write
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.round import Expected, Role, tag
from croupier.games.terms import Limits, Terms
from croupier.games.wager import Line
from croupier.money import dollars

GOLDEN = places.GOLDEN / "playthrough"
AnyRound = BoxRound | StreamRound


def given(round: AnyRound | None, command: m.AnyCommand) -> tuple[AnyRound, list[m.AnyEvent], str]:
    """The round after a command by the least position that may give it, what happened, and the prompt it answered."""
    terms = command.terms if isinstance(command, m.OpenBets) else round.terms if round else None
    assert terms is not None
    if terms.boxes:
        assert round is None or isinstance(round, BoxRound)
        offers = boxes.expects(round) if round else []
        offer = next((each for each in offers if each.command == tag(command)), None)
        events = boxes.decide(round, command, offer.by if offer else Role.DEALER)
        after: AnyRound | None = round
        for event in events:
            after = boxes.evolve(round, event)
            round = after
    else:
        assert round is None or isinstance(round, StreamRound)
        offers = stream.expects(round) if round else []
        offer = next((each for each in offers if each.command == tag(command)), None)
        events = stream.decide(round, command, offer.by if offer else Role.DEALER)
        after = round
        for event in events:
            after = stream.evolve(round, event)
            round = after
    assert after is not None
    return after, events, _prompt(offers)


def _prompt(offers: list[Expected]) -> str:
    return f"{offers[0].prompt} [{offers[0].clause}]" if offers else ""


def transcript(rounds: Iterable[tuple[str, list[m.AnyCommand]]]) -> Iterator[str]:
    for title, commands in rounds:
        yield f"# {title}"
        round: AnyRound | None = None
        events: list[m.AnyEvent] = []
        asked = ""
        for command in commands:
            round, happened, prompt = given(round, command)
            if prompt and prompt != asked:
                yield f"  ({prompt})"
            asked = prompt
            events += happened
            for event in happened:
                yield str(event.terms) if isinstance(event, m.BetsOpened) else phrase(event)
        assert round is not None
        yield "Settlement"
        yield from settlement(round)
        line = write(events)
        assert read(line) == events
        yield line
        yield ""


def settlement(round: AnyRound) -> Iterator[str]:
    house = 0
    for bettor, lines in _lines(round).items():
        net = sum(line.net for _, line in lines)
        house -= net
        yield f"  {bettor}: {signed(net)}"
        for box, line in lines:
            where = f"box {box} " if box else ""
            hand = f" hand {line.hand}" if line.hand else ""
            pays = f" pays {line.pays}" if line.result == "win" else ""
            said = f"{line.result}{pays}{f', {line.outcome}' if line.outcome else ''}"
            stake = dollars(line.stake)
            yield f"    {where}{line.wager}{hand} {stake}: {said} {signed(line.net)} [{', '.join(line.clauses)}]"
    yield f"  The house: {signed(house)}"


def _lines(round: AnyRound) -> dict[str, list[tuple[int | None, Line]]]:
    if isinstance(round, StreamRound):
        return {bettor: [(None, line) for line in lines] for bettor, lines in round.settlement().items()}
    return {
        bettor: [(box, line) for box, lines in boxes.items() for line in lines]
        for bettor, boxes in round.settlement().items()
    }


def signed(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{dollars(cents)}"


def bets(box: int, *stakes: tuple[str, str, int]) -> list[m.AnyCommand]:
    return [m.PlaceWager(bettor=bettor, box=box, wager=wager, stake=stake * 100) for bettor, wager, stake in stakes]


def deal(text: str) -> list[m.AnyCommand]:
    return [m.DealCard(card=card) for card in cards(text)]


def says(bettor: str, box: int, *actions: str | m.AnyCommand) -> list[m.AnyCommand]:
    """Decisions in order; two-character words are cards."""
    commands: list[m.AnyCommand] = []
    for action in actions:
        if not isinstance(action, str):
            commands.append(action)
        elif len(action) == 2:
            commands += deal(action)
        else:
            word, _, amount = action.partition(":")
            added = int(amount) * 100 if amount else None
            commands.append(m.Decide(bettor=bettor, box=box, action=ACTIONS[word], amount=added))
    return commands


ACTIONS: dict[str, Action] = {"stand": "stand", "hit": "hit", "double": "double", "split": "split"}
SEATS = dict(enumerate(("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"), 1))
LIMITS = {"main": Limits(2500, 1_000_000)}


def lucky8() -> list[tuple[str, list[m.AnyCommand]]]:
    terms = Terms.of("lucky-8", unit=500, limits=LIMITS)
    full = [
        *bets(1, ("Ann", "main", 100), ("Hal", "main", 50), ("Ann", "pair", 10), ("Ann", "lucky-8", 10)),
        *bets(2, ("Bob", "main", 200), ("Ida", "pair", 5)),
        *bets(3, ("Cid", "main", 100), ("Hal", "main", 75), ("Ida", "main", 25)),
        *bets(4, ("Dan", "main", 100), ("Hal", "lucky-8", 5)),
        *bets(5, ("Eve", "main", 300)),
        *bets(6, ("Fay", "main", 100)),
        *bets(7, ("Gus", "main", 100)),
    ]
    against_ten: list[m.AnyCommand] = [
        m.OpenBets(terms=terms, seats=SEATS),
        *full,
        m.CloseBets(),
        *deal("8S AH 9D TD KC 5H 6S KD"),
        *deal("8H KS 7C QD 6H 6D TS"),
        m.ConfirmDeal(),
        m.Surrender(bettor="Cid", box=3),
        m.Surrender(bettor="Gus", box=7),
        m.CloseOffers(),
        # Ann splits to the limit of four hands; Hal matches twice, then stays.
        *says("Ann", 1, "split", m.MatchSplit(bettor="Hal", box=1), "8D"),
        *says("Ann", 1, "split", m.MatchSplit(bettor="Hal", box=1), "8C"),
        *says("Ann", 1, "split", "3S", "double", m.DoubleToo(bettor="Hal", box=1, amount=2500), "TC"),
        *says("Ann", 1, "9S", "stand", "5C", "hit", "TH", "2D", "double:50", "9C"),
        # Cid has surrendered box 3, so Hal decides there; Bob has Blackjack and waits.
        *says("Hal", 3, "hit", "4S", "stand"),
        *says("Dan", 4, "split", "AD", "QS", "split", "JD", "stand", "7S", "stand"),
        *says("Eve", 5, "double", "9H"),
        m.DeclareAbsent(bettor="Fay", box=6),
        *deal("7D 7H"),
        m.Settle(),
    ]
    against_ace: list[m.AnyCommand] = [
        m.OpenBets(terms=terms, seats=SEATS),
        *full,
        m.PlaceWager(bettor="Zoe", box=7, wager="pair", stake=500),
        m.CloseBets(),
        *deal("8S AH 9D TD KC 5H 6S AD"),
        *deal("8H KS 7C QD 6H 6D TS"),
        m.ConfirmDeal(),
        m.Insure(bettor="Ann", box=1),
        m.Insure(bettor="Bob", box=2, stake=2500),
        m.TakeEvenMoney(bettor="Bob", box=2),
        m.Insure(bettor="Zoe", box=3, owner="Cid", stake=5000),
        m.Insure(bettor="Hal", box=3, owner="Cid", stake=2000),
        m.Insure(bettor="Ann", box=5, owner="Eve", stake=15000),
        m.CloseOffers(),
        *says("Ann", 1, "split", m.MatchSplit(bettor="Hal", box=1), "3S", "double", "TC", "9S", "hit", "KH"),
        *says("Cid", 3, "hit", "KD"),
        *says("Dan", 4, "stand"),
        *says("Eve", 5, "hit", "4H", "stand"),
        *says("Fay", 6, "stand"),
        *says("Gus", 7, "stand"),
        *deal("JC"),
        m.Settle(),
    ]
    return [("Against a King", against_ten), ("Against an Ace that becomes Blackjack", against_ace)]


def dueling8() -> list[tuple[str, list[m.AnyCommand]]]:
    terms = Terms.of("dueling-8s", unit=500, limits=LIMITS)
    return [
        (
            "A full table",
            [
                m.OpenBets(terms=terms, seats=SEATS),
                *bets(1, ("Ann", "main", 100), ("Hal", "main", 50), ("Ann", "tie-on-18", 10), ("Ann", "superb-8s", 5)),
                *bets(1, ("Hal", "tie-on-18", 10), ("Zoe", "superb-8s", 5)),
                *bets(2, ("Bob", "main", 100), ("Bob", "21-plus", 20)),
                *bets(3, ("Cid", "main", 100), ("Hal", "main", 60), ("Cid", "tie-on-18", 10)),
                *bets(4, ("Dan", "main", 100), ("Dan", "tie-on-18", 15)),
                *bets(5, ("Eve", "main", 200)),
                *bets(6, ("Fay", "main", 100)),
                *bets(7, ("Gus", "main", 100), ("Gus", "tie-on-18", 10)),
                m.CloseBets(),
                *deal("8S 6S 9D KC 3H 8D KD"),
                m.ConfirmDeal(),
                m.Surrender(bettor="Cid", box=3),
                m.Surrender(bettor="Gus", box=7),
                m.CloseOffers(),
                m.Decide(bettor="Ann", box=1, action="split", tie=1500),
                m.MatchSplit(bettor="Hal", box=1, tie=500),
                *says("Ann", 1, "8S", "split", "8H", "split", "KH", "stand", "2C", "double:50"),
                *says("Ann", 1, "9C", "JD", "stand", "5D", "hit", "QD"),
                *says("Bob", 2, "double", "7S"),
                *says("Hal", 3, "stand"),
                *says("Dan", 4, "stand"),
                *says("Eve", 5, "hit", "AC", "hit", "6H", "stand"),
                m.DeclareAbsent(bettor="Fay", box=6),
                *deal("2H 4D 4H"),
                m.Settle(),
            ],
        )
    ]


def eblackjack() -> list[tuple[str, list[m.AnyCommand]]]:
    terms = Terms.of("e-blackjack", unit=500)
    names = [f"T{number}" for number in range(1, 8)]
    staked = [m.PlaceWager(bettor=name, wager="main", stake=10_000) for name in names]

    def choose(**choices: str) -> list[m.AnyCommand]:
        made: list[m.AnyCommand] = []
        for name, action in choices.items():
            made.append(m.Decide(bettor=name, action=ACTIONS[action]))
        return [*made, m.CloseDecisions()]

    shared: list[m.AnyCommand] = [
        m.OpenBets(terms=terms),
        *staked,
        m.PlaceWager(bettor="T1", wager="bet-the-set-21", stake=1000),
        m.CloseBets(),
        *deal("8S 6D 8S"),
        m.Surrender(bettor="T7"),
        *choose(T1="split", T2="stand", T3="hit", T4="double", T5="split"),
        *deal("3C"),
        *choose(T1="double", T3="stand", T5="hit"),
        *deal("8D"),
        *choose(T5="stand"),
        *deal("9H"),
        *choose(T1="stand", T5="stand"),
        *deal("TH 5D"),
        m.Settle(),
    ]
    kings: list[m.AnyCommand] = [
        m.OpenBets(terms=terms),
        *staked,
        m.PlaceWager(bettor="T1", wager="kings-bounty", stake=1000),
        m.PlaceWager(bettor="T2", wager="royal-match-21", stake=1000),
        m.CloseBets(),
        *deal("KS AD KS"),
        m.Insure(bettor="T3"),
        m.CloseOffers(),
        *choose(T1="stand", T2="stand", T3="stand", T4="split", T5="double", T6="hit", T7="stand"),
        *deal("9C"),
        *choose(T4="stand"),
        *deal("5C"),
        m.LoseTerminal(bettor="T4"),
        m.CloseDecisions(),
        *deal("QH"),
        m.Settle(),
    ]
    return [("Seven terminals on one stream", shared), ("Two Kings of Spades and Dealer Blackjack", kings)]


@pytest.mark.parametrize("play", [lucky8, dueling8, eblackjack], ids=lambda play: play.__name__)
def test_a_full_table_is_played_as_written(play: object) -> None:
    assert callable(play)
    told = "\n".join(transcript(play())) + "\n"
    path = GOLDEN / f"{getattr(play, '__name__', '')}.txt"
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(told, "utf-8")
    assert told == path.read_text("utf-8")
