"""What a console says is done next is what the round does: verb, money, counts and names, read a second way.

The money is read from the ledger's postings, the answers from the events, the cards from the cards; nothing here is
read from what the console is made of.
"""

import itertools
import random
import re
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Card
from croupier.games.blackjack import messages as m
from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.round import OVER, Phase, Role
from croupier.house.pace import Pace, next_chore
from croupier.house.roles import HouseRole
from croupier.house.stakes import difference, postings
from croupier.house.views import Beside, Sight
from croupier.house.views.shown import ActShown, StaffShown
from croupier.refused import Refused
from croupier.words import Sentence
from live import Live
from test_blackjack_always import GAMES as ON_BOXES
from test_blackjack_always import Table
from viewing import NAMES, Moment, moments

CHANCES = st.integers(0, 2**64 - 1).map(random.Random)
some = settings(max_examples=max(3, settings().max_examples // 10))
ANSWERS = (
    m.InsurancePlaced,
    m.InsuranceClaimed,
    m.EvenMoneyTaken,
    m.Surrendered,
    m.ChoiceMade,
    m.SurrenderChosen,
)
VERBS = {
    "close-bets": (Phase.BETTING, {"Close bets"}),
    "confirm-deal": (Phase.CONFIRMING, {"Deal is correct"}),
    "close-offers": (Phase.OFFERING, {"Close insurance", "Close surrender"}),
    "close-decisions": (Phase.PLAYING, {"Close decisions"}),
    "settle": (Phase.COMPLETE, {"Settle"}),
}
"""What these acts are called, and the phase that they belong to."""
STATES = ("is closed", "are closed", "No more bets", "截止")
"""What is so when an act is done, and never before."""


def next_of(round: Round) -> str | None:
    """The command that the table has next, as its chores say."""
    family = family_of(round)
    chore = None if round.phase in OVER else next_chore(family.expects(round), Pace(), family.undecided(round))
    return None if chore is None or chore.command == "declare-absent" else chore.command


def staff_sees(round: Round) -> StaffShown:
    """What a Dealer's console is told of the round."""
    staff = Sight(round, Beside(next_command=next_of(round))).view(HouseRole.DEALER).staff
    assert staff is not None
    return staff


def console(round: Round) -> ActShown | None:
    """What it is told of the next act."""
    return staff_sees(round).act


def cents(text: str | None) -> list[int]:
    """The amounts in a sentence."""
    return [round(float(each.replace(",", "")) * 100) for each in re.findall(r"\$([\d,]+(?:\.\d\d)?)", text or "")]


def counts(text: str | None) -> list[int]:
    """The other numbers in a sentence."""
    return [int(each) for each in re.findall(r"\d+", re.sub(r"\$[\d,]+(\.\d\d)?", "", text or ""))]


def in_both(text: str | None) -> tuple[list[int], list[int]]:
    """Amounts and numbers of a sentence, after checking that the Chinese one has the same."""
    if isinstance(text, Sentence):
        assert sorted(cents(text.into("zh"))) == sorted(cents(text))
        assert sorted(counts(text.into("zh"))) == sorted(counts(text))
    return cents(text), counts(text)


def flows(round: Round) -> tuple[dict[str, int], int]:
    """What a settlement posts to each bettor's credits, and what the house wins by it."""
    family, posted = family_of(round), Counter[str]()
    offer = next(each for each in family.expects(round) if each.command == "settle")
    for event in family.decide(round, family.commands["settle"](), offer.by):
        after = family.evolve(round, event)
        for each in postings("T", 1, round, event, after):
            posted[each.source] -= each.cents
            posted[each.destination] += each.cents
        round = after
    assert round.phase is Phase.SETTLED
    assert sum(posted.values()) == 0
    credited = {name.removeprefix("terminal:"): each for name, each in posted.items() if name.startswith("terminal:")}
    return credited, sum(each for name, each in posted.items() if name.startswith("win:"))


def check_settlement(act: ActShown, round: Round) -> None:
    credited, win = flows(round)
    in_play = {bettor: each.in_play for bettor, each in family_of(round).in_play(round).items()}
    moved = [credited.get(bettor, 0) - staked for bettor, staked in in_play.items()]
    won, lost = [each for each in moved if each > 0], [-each for each in moved if each < 0]
    said = [*([(sum(won), len(won))] if won else []), *([(sum(lost), len(lost))] if lost else [])]
    assert list(zip(*in_both(act.with_), strict=True)) == said
    assert sum(lost) - sum(won) == win, "and that is what the house wins"
    words = str(act.with_)
    assert ("pay" in words, "take" in words) == (bool(won), bool(lost))
    assert {each.bettor: each.staked for each in act.moves} == in_play
    assert {each.bettor: each.staked + each.moves for each in act.moves} == {
        bettor: credited.get(bettor, 0) for bettor in in_play
    }


def check(round: Round) -> None:
    """Everything that is said of a round, whatever its family."""
    seen = staff_sees(round)
    act, on_boxes = seen.act, Counter[str]()
    for box in seen.at_boxes:
        on_boxes.update(box.stakes)
        assert box.decides is None or box.decides in box.stakes or box.decides == box.sits
    if round.phase in OVER:
        assert act is None
        return
    if seen.at_boxes and not round.returned:
        assert on_boxes == Counter({who: each for who, each in family_of(round).put_down(round).items() if each})
    if act is None:
        return
    offers = family_of(round).expects(round)
    for text in (act.verb, act.with_, act.why):
        assert not any(each in str(text) for each in STATES), "what is open is not said to be closed"
    if act.command is None and act.why is not None:
        questions = [each for each in offers if each.by is Role.PLAYER and each.irregular and each.box]
        assert {(each.bettor, each.box) for each in act.missing} == {
            (who, each.box) for each in questions for who in each.bettors or ()
        }
        assert act.why in {each.prompt for each in questions}
        assert act.verb == "Players answer" if len(act.missing) > 1 else act.missing[0].bettor in act.verb
        return
    if act.command is None:
        decides = next(each for each in offers if each.command == "decide")
        assert decides.by is Role.PLAYER
        if decides.box is None:
            assert (act.verb, act.missing) == ("Players decide", ()), "who is to choose tells how others have (R-85)"
            return
        assert tuple(each.bettor for each in act.missing) == decides.bettors
        assert {each.box for each in act.missing} == {decides.box}
        return
    offer = next(each for each in offers if each.command == act.command)
    assert offer.by is not Role.PLAYER
    phase, verbs = VERBS.get(act.command, (round.phase, {act.verb}))
    assert (round.phase, act.verb in verbs) == (phase, True)
    if act.say is not None:
        assert act.say == offer.prompt
    if act.command == "settle":
        assert act.why == offer.prompt
        check_settlement(act, round)
    if round.phase is Phase.BETTING:
        down = [each.cents for each in difference("T", 1, None, round)]
        assert in_both(act.with_) == (([sum(down)], [len(down)]) if down else ([], []))
    for missed in act.missing:
        asked = [each for each in offers if each.by is Role.PLAYER and not each.irregular]
        assert any((each.box, missed.bettor in (each.bettors or ())) == (missed.box, True) for each in asked), (
            "nobody is missed who cannot answer"
        )
    if act.then is not None:
        check_then(act, round, offer.by)


def lying(round: Round) -> dict[str, int]:
    """How many cards lie at each place, by what a Dealer calls it."""
    lies = msgspec.to_builtins(Sight(round).view(HouseRole.DEALER).table.lies, enc_hook=str)
    if lies["kind"] == "baccarat":
        return {side.capitalize(): len(lies[side]["cards"]) for side in ("player", "banker")}
    held = {"Dealer": len(lies["dealer"]["cards"])}
    if lies["kind"] == "shared":
        return {**held, "Player area": len(lies["opening"]), "Next card": len(lies["stream"])}
    hands = {box["number"]: sum(len(each["cards"]) for each in box["hands"]) for box in lies["boxes"]}
    return {**held, **{f"box {number}": count for number, count in hands.items()}}


def check_deal(moment: Moment) -> None:
    """The next card goes where the console says: it is dealt, and lies there."""
    act = console(moment.round)
    if act is None or act.command != "deal-card":
        return
    family = family_of(moment.round)
    offer = next(each for each in family.expects(moment.round) if each.command == "deal-card")
    card = next((each for each in reversed(moment.undealt) if can_be_dealt(moment.round, each, offer.by)), None)
    if card is None:
        return
    after = moment.round
    for event in family.decide(after, family.commands["deal-card"](card=card), offer.by):
        after = family.evolve(after, event)
    before, now = lying(moment.round), lying(after)
    grown = [place for place, count in now.items() if count > before.get(place, 0)]
    if after.phase in OVER or not grown:
        return
    # A printed card lies in every hand as soon as there are hands.
    assert len(grown) == 1 or getattr(after.terms.rules, "printed", None)
    verb = str(act.verb)
    (named,) = [place for place in grown if re.search(rf"\b{place}\b", verb)]
    ordinals = ("First", "Second", "Third")
    if verb.split()[0] in ordinals:
        assert verb.split()[0] == ordinals[now[named] - 1]


def can_be_dealt(round: Round, card: Card, by: Role) -> bool:
    family = family_of(round)
    try:
        family.decide(round, family.commands["deal-card"](card=card), by)
    except Refused:
        return False
    return True


def check_then(act: ActShown, round: Round, by: Role) -> None:
    """What is said to follow is what the console says once it is done."""
    family = family_of(round)
    for event in family.decide(round, family.commands[str(act.command)](), by):
        round = family.evolve(round, event)
    following = console(round)
    if following is not None:
        assert act.then == following.verb


@pytest.mark.parametrize("game", NAMES)
@some
@given(chance=CHANCES)
def test_no_console_says_what_is_not_so_whatever_goes_wrong(game: str, chance: random.Random) -> None:
    for moment in moments(game, chance):
        check(moment.round)
        check_deal(moment)


EVERY = {
    "baccarat": {"betting Close bets", "dealing card", "complete Settle"},
    "boxes": {
        *("betting Close bets", "dealing card", "confirming Deal is correct", "offering Close insurance"),
        *("offering Close surrender", "playing decides", "playing card", "drawing card", "complete Settle"),
        *("dealing answers", "offering answers", "playing answers"),
    },
    "shared": {
        *("betting Close bets", "dealing card", "offering Close insurance", "playing Close decisions", "playing card"),
        *("drawing card", "complete Settle"),
    },
}
"""What there is to do in each phase of each family."""
FAMILIES = {"baccarat": ("tiger",), "boxes": ("lucky-8", "dueling-8s"), "shared": ("e-blackjack",)}
MAX_ROUNDS = 400


@pytest.mark.parametrize("family", EVERY)
def test_every_phase_of_every_family_has_been_looked_at(family: str) -> None:
    """The same checks, until each act of each phase has come: rounds by number, so that they are always the same."""
    seen = set[str]()
    for number, game in itertools.product(range(MAX_ROUNDS), FAMILIES[family]):
        for moment in moments(game, random.Random(number)):
            check(moment.round)
            check_deal(moment)
            act = console(moment.round)
            if act is None:
                continue
            kind = "answers" if act.why else "decides"
            said = act.verb if act.command in VERBS else "card" if act.command == "deal-card" else kind
            if act.command in (*VERBS, "deal-card", None):
                seen.add(f"{moment.round.phase} {said}")
        if seen >= EVERY[family]:
            break
    assert seen >= EVERY[family]


@pytest.mark.parametrize("game", ON_BOXES)
@some
@given(chance=CHANCES)
def test_who_has_answered_and_who_has_not_is_what_the_events_say(game: str, chance: random.Random) -> None:
    table = Table(game, chance)
    since, phase = 0, Phase.BETTING
    for steps in range(3_000):
        if not table.step(steps):
            break
        round = table.round
        if any(isinstance(each, m.CardTakenBack | m.DecisionsClosed) for each in table.events[since:]):
            since = len(table.events)
        if round.phase is not phase:
            since, phase = len(table.events), round.phase
            continue
        act = console(round)
        check(round)
        if act is None or act.command not in ("close-offers", "close-decisions"):
            continue
        events = [each for each in table.events[since:] if isinstance(each, ANSWERS)]
        answered: set[tuple[int | None, str]] = {(getattr(each, "box", None), each.bettor) for each in events}
        open_ = {
            (each.box, who)
            for each in family_of(round).expects(round)
            if each.by is Role.PLAYER and not each.irregular and each.command not in ("find-terminal",)
            for who in each.bettors or ()
        }
        insured = sum(each.stake for each in events if isinstance(each, m.InsurancePlaced))
        claims = {
            (each.bettor, each.box, each.owner): each.stake for each in events if isinstance(each, m.InsuranceClaimed)
        }
        assert cents(act.why) == ([sum(claims.values())] if claims else [])
        asked = len(answered | open_)
        assert in_both(act.with_)[1] == ([len(answered), asked] if asked else [])
        shared = game == "e-blackjack"
        assert in_both(act.with_)[0] == ([insured] if insured and not shared else [])
        assert Counter((each.box, each.bettor) for each in act.missing) == Counter(() if shared else open_ - answered)


def test_what_is_said_of_a_round_of_each_family() -> None:
    """The sentences themselves, once for each family, as a Dealer reads them."""
    tiger = Live("tiger").bet("Ann", {"banker": 2_000}).bet("Bob", {"player": 2_500, "tie": 500})
    assert said(tiger) == ("Close bets", "2 bettors, $50", None, "First card to Player")
    tiger.do("close-bets").deal("4C 8S 3D KH")
    assert said(tiger) == ("Settle", "pay $19 to 1 player, take $30 from 1", "Player 7, Banker 8: Banker wins", None)
    lucky = Live("lucky-8").do("take-seat", bettor="Ann", box=1).do("take-seat", bettor="Bob", box=2)
    assert said(lucky)[:2] == ("Close bets", "No bets yet")
    lucky.bet("Ann", {"main": 1_000}, box=1).bet("Bob", {"main": 2_000}, box=2).do("close-bets")
    lucky.deal("TC 9S AH KH 8D")
    assert said(lucky)[:2] == ("Deal is correct", None)
    lucky.do("confirm-deal")
    assert said(lucky) == ("Close insurance", "0 of 2 accepted", None, "Ann decides on 20, box 1")
    lucky.do("insure", bettor="Ann", box=1, owner="Ann", stake=500)
    assert said(lucky)[:2] == ("Close insurance", "1 of 2 accepted, $5 insured")
    assert missing(lucky) == ("Bob",)
    lucky.do("close-offers")
    assert said(lucky)[:2] == ("Ann decides on 20, box 1", None)
    lucky.decide("Ann", "stand").decide("Bob", "stand", box=2).deal("9C")
    assert said(lucky)[:3] == ("Settle", "take $25 from 2 players", "Dealer 20")
    stream = Live("e-blackjack").bet("Ann", {"main": 1_000}).bet("Bob", {"main": 1_000}).do("close-bets")
    stream.deal("9C 8S 7D")
    assert said(stream)[:2] == ("Close decisions", "0 of 2 answered")
    stream.decide("Bob", "stand")
    assert said(stream)[:2] == ("Close decisions", "1 of 2 answered")
    assert missing(stream) == (), "who is to choose tells how others have (R-85)"


def said(live: Live) -> tuple[str | None, ...]:
    act = console(live.round)
    assert act is not None
    return act.verb, act.with_, act.why, act.then


def missing(live: Live) -> tuple[str, ...]:
    act = console(live.round)
    assert act is not None
    return tuple(each.bettor for each in act.missing)
