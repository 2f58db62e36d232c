"""What comes of every command in many rounds: the events with all that they say, or the refusal with its clause.

`REGENERATE=1 pytest tests/rules/test_replies_exact.py` writes `golden/replies` anew. Read what has changed: in every
state that offers something new all commands are given, by a player (P), the Dealer (D) or the Gaming Shift Manager (G);
below it stands what is replied otherwise than in the state before.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

import places
from croupier.games.blackjack.notation import read
from croupier.games.catalogue import GAMES
from croupier.games.families import family
from croupier.games.messages import BetsClosed
from croupier.games.round import Role, tag
from croupier.refused import Refused
from test_offers_exact import BACCARAT, ROUNDS, baccarat_events, happened, on_paper, shared_with_the_first

GOLDEN = places.GOLDEN / "replies"
BY = {"P": Role.PLAYER, "D": Role.DEALER, "G": Role.GAMING_SHIFT_MANAGER}

COMMON = """
close-bets
deal-card card=2C
deal-card card=KD
remove-cutting-card
settle
interrupt
declare-bad-cards kind=foreign
declare-bad-cards kind=missing
declare-drawn-together cards=2C,3C known=true
declare-drawn-together cards=2C known=true
declare-drawn-together cards=2C,3C known=false
declare-drawn-together cards= known=false
rule-ready-cards course=burn
rule-ready-cards course=play
find-face-up-card card=2C
find-face-up-card card=2C course=burn
find-face-up-card card=2C course=play
take-back-card card=KC
correct-display said=nine
run-out
refer reason=dispute effect=stands
refer reason=dispute effect=void
refer reason= effect=void
lose-terminal bettor=T1
lose-terminal bettor=T9
find-terminal bettor=T2
find-terminal bettor=T9
"""
TERMINALS = """
place-wager bettor=T1 wager=tie stake=300
place-wager bettor=T1 wager=tie stake=100
place-wager bettor=T2 wager=banker stake=1050
place-wager bettor=T2 wager=dragon stake=1000
place-wager bettor=T,1 wager=tie stake=300
withdraw-wager bettor=T1 wager=tie
withdraw-wager bettor=T1 wager=player
withdraw-wager bettor=T9 wager=tie
declare-disturbed-order
return-late-wager bettor=T1 wager=tie amount=100
return-late-wager bettor=T1 wager=tie amount=150
return-late-wager bettor=T1 wager=banker amount=10000
return-late-wager bettor=T9 wager=tie amount=100
"""
STREAM = """
place-wager bettor=T1 wager=main stake=300
place-wager bettor=T9 wager=kings-bounty stake=100
place-wager bettor=T1 wager=kings-bounty stake=150
place-wager bettor=T1 wager=bet-the-set-21 stake=200
place-wager bettor=T,1 wager=main stake=300
withdraw-wager bettor=T1 wager=main
withdraw-wager bettor=T1 wager=kings-bounty
withdraw-wager bettor=T9 wager=main
insure bettor=T1
insure bettor=T2 stake=100
insure bettor=T3 owner=T1
insure bettor=T9
take-even-money bettor=T1
take-even-money bettor=T9
close-offers
decide bettor=T1 action=stand
decide bettor=T1 action=hit
decide bettor=T1 action=hit amount=100
decide bettor=T1 action=stand tie=100
decide bettor=T1 action=double
decide bettor=T2 action=double amount=100
decide bettor=T2 action=split
decide bettor=T9 action=split
surrender bettor=T2
surrender bettor=T9
close-decisions
interrupt course=void
interrupt course=resume
remove-dealer-card card=2C
remove-dealer-card card=KD
return-late-wager bettor=T1 wager=main amount=100
return-late-wager bettor=T1 wager=main amount=1000
return-late-wager bettor=T2 wager=main amount=150
return-late-wager bettor=T9 wager=main amount=100
return-late-wager bettor=T1 wager=kings-bounty amount=100
"""
ON_BOXES = """
take-seat bettor=Ann box=1
take-seat bettor=Gus box=4
take-seat bettor=A,b box=4
leave-seat bettor=Ann box=1
leave-seat bettor=Gus box=2
place-wager bettor=Ann box=1 wager=main stake=1000
place-wager bettor=Bob box=2 wager=main stake=1000
place-wager bettor=Bob box=9 wager=main stake=1000
place-wager bettor=Dan box=1 wager=main stake=50
place-wager bettor=Dan box=1 wager=pair stake=300
place-wager bettor=Ann box=1 wager=lucky-8 stake=300
place-wager bettor=Ann box=1 wager=tie-on-18 stake=300
place-wager bettor=A,b box=3 wager=main stake=1000
withdraw-wager bettor=Ann box=1 wager=main
withdraw-wager bettor=Ann box=1 wager=pair
withdraw-wager bettor=Ann box=2 wager=main
withdraw-wager bettor=Zoe box=1 wager=main
arrange-box box=1 order=Ann,Bob
arrange-box box=1 order=Ann,Ann
agree-spot box=1 wager=lucky-8 bettor=Dan
agree-spot box=1 wager=lucky-8 bettor=Zoe
agree-spot box=3 wager=insurance bettor=Dan owner=Cid
confirm-deal
surrender bettor=Ann box=1
surrender bettor=Zoe box=1
insure bettor=Ann box=1
insure bettor=Cid box=3 stake=150
insure bettor=Cid box=3 stake=99900
insure bettor=Zoe box=3 owner=Cid stake=200
insure bettor=Z,e box=3 owner=Cid
take-even-money bettor=Ann box=1
take-even-money bettor=Bob box=3
close-offers
decide bettor=Ann box=1 action=stand
decide bettor=Ann box=1 action=hit
decide bettor=Ann box=1 action=hit amount=500
decide bettor=Ann box=1 action=stand tie=500
decide bettor=Ann box=1 action=double
decide bettor=Ann box=1 action=double amount=600
decide bettor=Ann box=1 action=double amount=650
decide bettor=Ann box=1 action=split
decide bettor=Ann box=1 action=split tie=300
decide bettor=Bob box=1 action=hit
decide bettor=Bob box=3 action=stand
decide bettor=Cid box=5 action=hit
double-too bettor=Bob box=1
double-too bettor=Bob box=1 amount=600
double-too bettor=Cid box=1
match-split bettor=Bob box=1
match-split bettor=Bob box=1 tie=300
match-split bettor=Cid box=1
place-tie bettor=Ann box=1 hand=1 stake=300
place-tie bettor=Ann box=1 hand=0 stake=300
place-tie bettor=Bob box=1 hand=1 stake=300
declare-absent bettor=Ann box=1
declare-absent bettor=Bob box=3
note-wager bettor=Ann box=1 wager=main stake=90000
note-wager bettor=Ann box=1 wager=main stake=1000
note-wager bettor=Dan box=3 wager=main stake=200
note-wager bettor=Eve box=1 wager=main stake=200
note-wager bettor=Bob box=1 wager=pair stake=100
note-wager bettor=Zoe box=1 wager=pair stake=100
note-wager bettor=Ann box=1 wager=poker stake=100
note-wager bettor=Zoe box=4 wager=main stake=150
note-wager bettor=Z,e box=4 wager=main stake=100
declare-forgotten-burn
miss-cutting-card
expose-card card=2C
refuse-card bettor=Ann box=1
refuse-card bettor=Bob box=3
remove-dealer-card card=2C
pull-cards number=2
pull-cards number=1
pull-cards number=3 disclosed=2C
pull-cards number=2 disclosed=2C,3C
pull-cards number=2 disclosed=2C,3C,4C
pick-card bettor=Ann card=4C
pick-card bettor=Ann which=2
pick-card bettor=Ann card=4C which=2
pick-card bettor=Zoe which=1
pick-card card=4C
pick-card which=1
pick-card which=9
decline-cards bettor=Ann box=1
decline-cards bettor=Bob box=3
misdeal-card card=2C box=2
misdeal-card card=2C box=1
misdeal-card card=2C
misdeal-card card=2C box=9
end-deal
skip-box box=1
skip-box box=3
declare-dealer-missed
finish-hand bettor=Ann box=1
finish-hand bettor=Bob box=3
declare-box-missed box=1
declare-box-missed box=3
declare-unbet-box box=2
declare-short-hand box=1
declare-short-hand box=3
choose-course bettor=Ann box=1 course=act
choose-course bettor=Bob box=3 course=withdraw
declare-skipped box=1
declare-skipped box=3
permit-withdrawal bettor=Ann
permit-withdrawal bettor=Bob
permit-withdrawal bettor=Zoe
withdraw-all bettor=Ann
withdraw-all bettor=Zoe
resume
return-late-wager bettor=Ann box=1 wager=main amount=200
return-late-wager bettor=Ann box=1 wager=main amount=1000
return-late-wager bettor=Ann box=1 wager=pair amount=400
return-late-wager bettor=Ann wager=main amount=1000
return-late-wager bettor=Bob box=1 wager=main amount=150
return-late-wager bettor=Zoe box=1 wager=main amount=1000
"""
LISTS, NUMBERS = {"cards", "disclosed", "order"}, {"stake", "box", "amount", "tie", "hand", "number", "which"}
LATER = "not expected"
OF_PLAYERS = {
    *("take-seat", "leave-seat", "place-wager", "withdraw-wager", "surrender", "insure", "take-even-money", "decide"),
    *("double-too", "match-split", "place-tie", "refuse-card", "decline-cards", "finish-hand", "choose-course"),
    "withdraw-all",
}


def command(line: str, decode: Callable[[bytes], Any]) -> Any:
    """The command of a line."""
    name, *fields = line.split(" ")
    given: dict[str, object] = {"command": name}
    for field in fields:
        key, _, text = field.partition("=")
        read_as = [*filter(None, text.split(","))] if key in LISTS else int(text) if key in NUMBERS else text
        given[key] = text == "true" if key == "known" else text.replace("_", " ") if key == "clause" else read_as
    return decode(msgspec.json.encode(given))


def about_cards(round: Any) -> Iterator[str]:
    """Commands about the cards that lie there, and by clauses of the game."""
    lie, waiting = [*round.cards], [*round.waiting]
    yield f"take-back-card card={lie[-1] if lie else '2C'}"
    for cards in (lie[::-1] + waiting, lie + waiting, lie[1:] + waiting, [*waiting, *lie, "2C"]):
        yield f"reconstruct cards={','.join(cards)}"
    for cards in (lie, lie[1:], ["2C", *lie[1:]], [*lie[:-1], "AC"]):
        yield f"correct-cards cards={','.join(cards)}"
    for clause in ("5.1.1", "5.2", "5.3"):
        yield f"void-round clause={GAMES[round.terms.game].document.id}_{clause}"


def reply(name: str, round: Any, given: Any, by: Role) -> str:
    """What comes of a command."""
    try:
        return "; ".join(happened(event) for event in family(name).decide(round, given, by))
    except Refused as refused:
        return str(refused) if refused.reason.code != "command-not-expected" else f"{LATER}: {refused}"


def replies(name: str, round: Any, lines: Iterable[str], whole: bool) -> dict[tuple[str, str], str]:
    """The replies to all commands, each given by whom it is left to, and by the Dealer too where that is asked."""
    how, asked = family(name), dict[tuple[str, str], str]()
    for line in (*lines, *about_cards(round)):
        given = command(line, how.decode_command)
        for letter in ("P" if tag(given) in OF_PLAYERS else "G") + whole * "D":
            asked[line, letter] = reply(name, round, given, BY[letter])
    return asked


def page(name: str, events: Iterable[Any], known: int, lines: Sequence[str], whole: bool) -> Iterator[str]:
    """The replies to all commands in every state of a round that offers something else than those before."""
    how, round = family(name), None
    seen, before = set[frozenset[str]](), dict[tuple[str, str], str]()
    for place, event in enumerate(events):
        round = how.evolve(round, event)
        offered = frozenset(each.command for each in how.expects(round))
        if place < known - 1 or offered in seen:
            continue
        seen.add(offered)
        now = replies(name, round, lines, whole)
        if place >= known:
            yield happened(event)
            said = dict.fromkeys(each for each in now.values() if each.startswith(LATER))
            yield from (f"  {each}" for each in (said if whole else ()))
            for line in dict.fromkeys(line for line, _ in now):
                alike: dict[str, str] = {}
                for letter in (each for each in BY if (line, each) in now):
                    each = now[line, letter]
                    if each not in said and each != before.get((line, letter)):
                        alike[each] = alike.get(each, "") + letter
                yield from (f"  {letters} {line}: {each}" for each, letters in alike.items())
        before = now


def shown_from(events: Sequence[Any], known: int) -> int:
    """From where on a round is of interest: where it differs from others, and bets are closed."""
    closed = next(place for place, event in enumerate(events) if isinstance(event, BetsClosed))
    return max(known, closed)


@pytest.mark.parametrize(("name", "title"), [(name, title) for name, some in ROUNDS.items() for title in some])
def test_every_reply_of_a_round_is_as_it_was_read(name: str, title: str) -> None:
    lines = (COMMON + (STREAM if name == "e-blackjack" else ON_BOXES)).split("\n")
    events, known, whole = read(ROUNDS[name][title]), shared_with_the_first(name, title), title == "a regular end"
    start = known if whole or title.startswith("bets") else shown_from(events, known + 1)
    on_paper(GOLDEN / name, title, page(name, events, start, [*filter(None, lines)], whole))


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
@pytest.mark.parametrize("title", BACCARAT)
def test_every_reply_of_a_baccarat_round_is_as_it_was_read(name: str, title: str) -> None:
    lines = [*filter(None, (COMMON + TERMINALS).split("\n"))]
    on_paper(GOLDEN / name, title, page(name, baccarat_events(name, title), 0, lines, title == "a regular end"))
