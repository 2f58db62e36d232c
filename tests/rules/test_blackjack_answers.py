"""Every moment of a blackjack round, on boxes and on the shared stream: what is offered, what a command is answered.

`REGENERATE=1 pytest tests/rules/test_blackjack_answers.py` writes `golden/answers` anew. Read what has changed: a
prompt, a position or a clause in there is what somebody at the table is told.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

import boxes
import places
import streams
from croupier.cards import Card, cards
from croupier.games.blackjack import forms
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxed
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.boxes.state import on_boxes as on_boxes_alone
from croupier.games.blackjack.hand import Action
from croupier.games.blackjack.notation import phrase, read
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound, shared
from croupier.games.form import Bounds, Form, Row
from croupier.games.round import OVER, Phase, Role, encode, tag
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Clause
from telling import told as in_words
from telling import words

GOLDEN = places.GOLDEN / "answers"
NAMES = ("lucky-8", "dueling-8s", "e-blackjack")
SIDES = {"lucky-8": ("pair", "lucky-8"), "dueling-8s": ("tie-on-18", "21-plus")}
OPENING = {"lucky-8": "TS 9H 5H 7D 6H 2S 8C", "dueling-8s": "6H 3C KC"}
PAIRS = {"lucky-8": "8S 9H 5H 7D 8H 2S 6C", "dueling-8s": "8H 3C 9C"}
Moments = Iterator[tuple[str, BoxRound]]


# Moments on boxes. Ann and Cid are on box 1, Bob on box 3, Dan on box 5 from his seat; Zoe has side wagers alone.


def bet(who: str, box: int, stake: int, wager: str = "main") -> m.AnyCommand:
    return m.PlaceWager(bettor=who, box=box, wager=wager, stake=stake)


def act(who: str, box: int, action: Action, amount: int | None = None) -> m.AnyCommand:
    return m.Decide(bettor=who, box=box, action=action, amount=amount)


def terms(name: str, **more: Any) -> Terms:
    limits = {"main": Limits(500, 10_000), SIDES[name][0]: Limits(200, 2_000)}
    return Terms.of(name, unit=100, limits=limits, one_box=("Eve",), warned=("Dan",), **more)


def opened(name: str, **more: Any) -> BoxRound:
    return boxes.then(None, m.OpenBets(terms=terms(name), seats={5: "Dan"}, **more))


def staked(name: str, **more: Any) -> BoxRound:
    one, other = SIDES[name]
    return boxes.then(
        opened(name, **more),
        bet("Ann", 1, 1_000),
        bet("Ann", 1, 300, one),
        bet("Cid", 1, 700),
        bet("Bob", 3, 600),
        bet("Bob", 3, 100, other),
        bet("Dan", 5, 500),
        bet("Zoe", 1, 200, one),
        bet("Zoe", 1, 100, other),
        bet("Yan", 1, 300, one),
    )


def closed(name: str, **more: Any) -> BoxRound:
    return boxes.then(staked(name, **more), m.CloseBets())


def playing(name: str, opening: str = "", **more: Any) -> BoxRound:
    dealt = boxes.deal(opening or OPENING[name])
    return boxes.then(closed(name, **more), *dealt, m.ConfirmDeal(), m.CloseOffers())


def usual(name: str) -> Moments:
    """A round as it should be."""
    yield "bets open, no wager", opened(name)
    yield "nobody bets", boxes.then(opened(name), m.CloseBets())
    yield "bets open", staked(name)
    yield (
        "bets open, an agreement",
        boxes.then(
            staked(name),
            m.AgreeSpot(box=1, wager=SIDES[name][0], bettor="Yan"),
            m.ArrangeBox(box=1, order=("Cid", "Ann")),
        ),
    )
    yield "bets open, one is restricted to one box", boxes.then(staked(name), bet("Eve", 2, 1_000))
    claim = bet("Eve", 3, 500, SIDES[name][1])
    yield "bets open, one who is restricted to one box has a claim", boxes.then(staked(name), claim)
    crowd = [bet(who, 3, 200, SIDES[name][1]) for who in ("Una", "Vic", "Wim", "Xia")]
    yield "bets open, more claims than spots", boxes.then(staked(name), *crowd)
    round = closed(name)
    yield "no more bets", round
    for out, card in enumerate(boxes.deal(OPENING[name]), 1):
        round = boxes.then(round, card)
        yield f"{out} cards", round
    round = boxes.then(round, m.ConfirmDeal())
    yield "offers", round
    yield "surrendered", boxes.then(round, m.Surrender(bettor="Ann", box=1), m.Surrender(bettor="Dan", box=5))
    play = boxes.then(round, m.CloseOffers())
    yield "box 1 decides", play
    yield "box 1 hits", boxes.then(play, act("Ann", 1, "hit"))
    yield "box 1 doubles", boxes.then(play, act("Ann", 1, "double"))
    yield "both double", boxes.then(play, act("Ann", 1, "double"), m.DoubleToo(bettor="Cid", box=1, amount=600))
    yield "box 1 is bust", boxes.then(play, act("Ann", 1, "hit"), *boxes.deal("KD"))
    yield "Ann is absent", boxes.then(play, m.DeclareAbsent(bettor="Ann", box=1))
    alone = boxes.then(play, m.DeclareAbsent(bettor="Ann", box=1), m.DeclareAbsent(bettor="Cid", box=1))
    yield "nobody is there for box 1", alone
    stood = boxes.then(play, act("Ann", 1, "stand"), act("Bob", 3, "stand"))
    yield "Dan decides", stood
    drawing = boxes.then(stood, act("Dan", 5, "stand"))
    yield "the Dealer draws", drawing
    complete = boxes.then(drawing, *boxes.deal("KD"))
    yield "complete", complete
    yield "settled", boxes.then(complete, m.Settle())
    yield "void", boxes.then(play, m.DeclareBadCards(kind="foreign"))


def splits(name: str) -> Moments:
    tie = 300 if name == "dueling-8s" else None
    play = playing(name, PAIRS[name])
    yield "a pair", play
    yield "split, and nothing on the new hand", boxes.then(play, act("Ann", 1, "split"))
    others = boxes.then(staked(name), bet("Cid", 1, 400, SIDES[name][0]), m.CloseBets(), *boxes.deal(PAIRS[name]))
    others = boxes.then(others, m.ConfirmDeal(), m.CloseOffers(), act("Ann", 1, "split"))
    yield "split, and the other has a side wager too", others
    split = boxes.then(play, m.Decide(bettor="Ann", box=1, action="split", tie=tie))
    yield "split", split
    matched = boxes.then(split, m.MatchSplit(bettor="Cid", box=1))
    yield "split and matched", matched
    first = boxes.then(split, *boxes.deal("3D"))
    yield "the first split hand", first
    doubled = boxes.then(first, act("Ann", 1, "double", 800))
    yield "the first split hand is doubled", doubled
    second = boxes.then(doubled, *boxes.deal("4D"), *boxes.deal("KH"))
    yield "the second split hand", second
    over = boxes.then(second, act("Ann", 1, "stand"), act("Bob", 3, "stand"), act("Dan", 5, "stand"))
    over = boxes.then(over, *boxes.deal("KD"))
    yield "split hands, complete", over
    yield "split hands, settled", boxes.then(over, m.Settle())
    again = boxes.then(matched, *boxes.deal("8D"))
    yield "a second pair", again


def aces(name: str) -> Moments:
    """Lucky 8 alone: the Dealer's Ace, with a Blackjack against it."""
    if name != "lucky-8":
        return
    dealt = boxes.then(closed(name), *boxes.deal("AS 9H 5H AD KH 2S 8C"), m.ConfirmDeal())
    yield "an Ace", dealt
    insured = boxes.then(dealt, m.Insure(bettor="Ann", box=1), m.Insure(bettor="Bob", box=3, stake=200))
    yield "insured", insured
    claims = [m.Insure(bettor="Ann", box=5, owner="Dan"), m.Insure(bettor="Bob", box=5, owner="Dan", stake=100)]
    claimed = boxes.then(insured, *claims)
    yield "claims to insurance", claimed
    paid = boxes.then(claimed, m.TakeEvenMoney(bettor="Ann", box=1))
    yield "even money", paid
    play = boxes.then(paid, m.CloseOffers())
    yield "insurance is closed", play
    done = boxes.then(play, act("Bob", 3, "stand"), act("Dan", 5, "stand"))
    yield "the Dealer's second card is due", done
    for card in ("KD", "9D"):
        yield f"the Dealer's second card is {card}", boxes.then(done, *boxes.deal(card))
        yield f"the Dealer's second card is {card}, settled", boxes.then(done, *boxes.deal(card), m.Settle())


def cards_gone_wrong(name: str) -> Moments:
    play = playing(name)
    due = boxes.then(play, act("Ann", 1, "hit"))
    shut = closed(name)
    for seen, number in (("", 2), ("", 3), ("2D", 2), ("2D 3D", 2), ("2D 3D", 3)):
        drawn = boxes.then(due, m.PullCards(number=number, disclosed=cards(seen)))
        yield f"{number} at once, {seen or 'none'} seen", drawn
    yield "at once in the initial deal", boxes.then(shut, m.PullCards(number=2))
    yield "at once in the initial deal, seen", boxes.then(shut, m.PullCards(number=3, disclosed=cards("2D 3D")))
    two = boxes.then(due, m.PullCards(number=3, disclosed=cards("2D 3D")))
    picked = boxes.then(two, m.PickCard(bettor="Ann", which=1), by=Role.PLAYER)
    yield "picked by its place", picked
    taken = boxes.then(two, m.PickCard(bettor="Ann", card=Card("3D")), by=Role.PLAYER)
    yield "picked by its face", taken
    declined = boxes.then(two, m.DeclineCards(bettor="Ann", box=1), by=Role.PLAYER)
    yield "declined", declined
    second = boxes.then(declined, act("Bob", 3, "hit"))
    yield "offered to the next", second
    yield "declined twice", boxes.then(second, m.DeclineCards(bettor="Bob", box=3), by=Role.PLAYER)
    stood = boxes.then(play, act("Ann", 1, "stand"), act("Bob", 3, "stand"), act("Dan", 5, "stand"))
    yield "at once for the Dealer", boxes.then(stood, m.PullCards(number=2))
    yield "at once for the Dealer, seen", boxes.then(stood, m.PullCards(number=3, disclosed=cards("5D KD")))
    yield "exposed", boxes.then(play, m.ExposeCard(card=Card("4D")))
    refused = boxes.then(play, m.ExposeCard(card=Card("4D")), m.RefuseCard(bettor="Ann", box=1))
    yield "exposed and refused", refused
    offers = boxes.then(shut, *boxes.deal(OPENING[name]), m.ConfirmDeal(), m.ExposeCard(card=Card("4D")))
    everybody = [m.Surrender(bettor=who, box=box) for who, box in (("Ann", 1), ("Cid", 1), ("Bob", 3), ("Dan", 5))]
    yield "exposed, and everybody surrenders", boxes.then(offers, *everybody)
    yield "face up", boxes.then(due, m.FindFaceUpCard(card=Card("4D")))
    yield "burned before the first card", boxes.then(shut, m.FindFaceUpCard(card=Card("4D"), course="burn"))
    ready = staked(name, waiting=cards("9D 4S"))
    yield "cards lie ready, bets open", ready
    yield "cards lie ready", boxes.then(ready, m.CloseBets())
    yield "cards that lay ready are played", boxes.then(ready, m.CloseBets(), m.RuleReadyCards(course="play"))
    yield "unseen cards lie ready", closed(name, unseen=2)
    fresh = playing(name, fresh=True)
    yield "the burn was forgotten", boxes.then(fresh, m.DeclareForgottenBurn())
    yield "a card after the shuffle of the discards", boxes.then(due, m.RunOut())
    yield "the shuffle was missed", boxes.then(play, m.MissCuttingCard())
    yield "the cutting card is out", boxes.then(due, m.RemoveCuttingCard())
    machine = boxes.then(None, m.OpenBets(terms=terms(name, hand_shuffled=False)), bet("Ann", 1, 1_000), m.CloseBets())
    yield "shuffled by machine", machine
    yield "no card was left", boxes.then(machine, m.RunOut())
    yield "rebuilt", boxes.then(due, m.Reconstruct(cards=(*due.dealt[1::-1], *due.dealt[2:])))
    again = (Card("2H"), *due.dealt[1:])
    yield "corrected", boxes.then(due, m.CorrectCards(cards=again))


def misdeals(name: str) -> Moments:
    shut, order = closed(name), OPENING[name]
    wrong = boxes.then(shut, m.MisdealCard(card=Card("2C"), box=2))
    yield "a card on an empty box", wrong
    late = boxes.then(wrong, *boxes.deal(order), m.ConfirmDeal(), m.CloseOffers())
    yield "a card on an empty box, found late", late
    yield "its cards are away", boxes.then(late, m.DeclareUnbetBox(box=2))
    over = boxes.then(shut, m.MisdealCard(card=Card("9H"), box=3))
    yield "box 1 was passed over", over
    ended = boxes.then(over, m.EndDeal())
    yield "the deal was taken for complete", ended
    missed = boxes.then(ended, m.ConfirmDeal(), *([m.CloseOffers()] if name == "dueling-8s" else []))
    yield "boxes without cards, found late", missed
    yield "a box was missed and returned", boxes.then(missed, m.DeclareBoxMissed(box=1))
    if name == "lucky-8":
        yield "the Dealer has no card", boxes.then(missed, m.DeclareDealerMissed())
        no_dealer = boxes.then(
            shut, *boxes.deal("TS 9H 5H"), m.MisdealCard(card=Card("6H"), box=1), *boxes.deal("2S 8C")
        )
        no_dealer = boxes.then(no_dealer, m.ConfirmDeal())
        yield "nobody has noticed that the Dealer has no card", no_dealer
        owed = boxes.then(no_dealer, m.DeclareDealerMissed())
        yield "the Dealer's first card is due", owed
        yield "box 1 is finished first", boxes.then(owed, m.FinishHand(bettor="Ann", box=1), by=Role.PLAYER)
        yield "the Dealer's first card came late", boxes.then(owed, *boxes.deal("7D"))
        finishing = boxes.then(owed, m.FinishHand(bettor="Ann", box=1), act("Ann", 1, "stand"))
        yield "box 1 is finished, and the Dealer's first card is due", finishing
        yield "the Dealer's Ace came late", boxes.then(owed, *boxes.deal("AD"))
        one = boxes.then(
            shut, *boxes.deal("TS 9H 5H 7D"), m.MisdealCard(card=Card("2S"), box=3), *boxes.deal("8C"), m.ConfirmDeal()
        )
        one = boxes.then(one, m.CloseOffers())
        yield "box 1 has one card", one
        found = boxes.then(one, m.DeclareShortHand(box=1))
        yield "who has one card chooses", found
        acts = boxes.then(found, m.ChooseCourse(bettor="Ann", box=1, course="act"))
        yield "one acts on one card", acts
        left = boxes.then(acts, m.ChooseCourse(bettor="Cid", box=1, course="withdraw"))
        yield "the other withdraws", left
    play = playing(name)
    skipped = boxes.then(play, m.SkipBox(box=1))
    yield "box 1 is skipped", skipped
    hit = boxes.then(skipped, act("Bob", 3, "hit"), *boxes.deal("2D"))
    yield "skipped, and the next has a card", hit
    yield "skipped, and all is taken back", boxes.then(hit, m.DeclareSkipped(box=1))
    between = boxes.then(hit, act("Bob", 3, "stand"), act("Dan", 5, "stand"))
    yield "skipped, and two hands acted", between
    last = boxes.then(hit, act("Bob", 3, "stand"), m.SkipBox(box=5), *boxes.deal("KD"))
    yield "two are skipped, and one of them may act after all", last
    late = boxes.then(hit, act("Bob", 3, "stand"), act("Dan", 5, "hit"), *boxes.deal("3D"))
    yield "skipped, and it is too late", late
    yield "skipped, and stands", boxes.then(late, m.DeclareSkipped(box=1))


def wagers_gone_wrong(name: str) -> Moments:
    one = SIDES[name][0]
    bets, play = staked(name), playing(name)
    yield "power failed before any outcome", boxes.then(closed(name), m.Interrupt())
    gone = boxes.then(closed(name), m.Interrupt(), m.WithdrawAll(bettor="Ann"), m.WithdrawAll(bettor="Cid"))
    yield "two have withdrawn", gone
    yield "power failed after an outcome", boxes.then(play, m.Interrupt())
    low = m.NoteWager(bettor="Bob", wager="main", stake=200, box=3)
    yield "noted under the minimum", boxes.then(bets, low)
    yield "noted under the minimum in play", boxes.then(play, low)
    yield "noted under the minimum, in turn", boxes.then(play, low, act("Ann", 1, "stand"))
    again = m.NoteWager(bettor="Dan", wager="main", stake=200, box=5)
    yield "noted under the minimum again", boxes.then(play, again)
    high = m.NoteWager(bettor="Ann", wager=one, stake=2_500, box=1)
    yield "noted over the maximum", boxes.then(bets, high)
    new = m.NoteWager(bettor="Eve", wager="main", stake=12_000, box=3)
    yield "noted what nobody entered", boxes.then(play, new)
    stood = boxes.then(play, act("Ann", 1, "stand"), act("Bob", 3, "stand"), act("Dan", 5, "stand"))
    over = boxes.then(stood, *boxes.deal("KD"))
    yield "noted when all is out", boxes.then(over, m.NoteWager(bettor="Cid", wager="main", stake=12_000, box=1))
    doubled = boxes.then(play, act("Ann", 1, "double"), m.DoubleToo(bettor="Cid", box=1))
    part = m.ReturnLateWager(bettor="Ann", wager="main", amount=400, box=1)
    yield "raised too late", boxes.then(doubled, part)
    yield "placed too late", boxes.then(doubled, m.ReturnLateWager(bettor="Ann", wager="main", amount=1_000, box=1))
    yield "a side wager too late", boxes.then(play, m.ReturnLateWager(bettor="Ann", wager=one, amount=300, box=1))
    last = m.ReturnLateWager(bettor="Bob", wager="main", amount=600, box=3)
    yield "the last of a box too late", boxes.then(play, last)
    mains = (("Ann", 1_000, 1), ("Cid", 700, 1), ("Bob", 600, 3), ("Dan", 500, 5))
    back = [m.ReturnLateWager(bettor=who, wager="main", amount=stake, box=box) for who, stake, box in mains]
    first = boxes.deal(OPENING[name].split()[0])
    yield "every wager of the deal too late", boxes.then(closed(name), *first, *back)
    drew = boxes.then(stood, *boxes.deal("2D KD"), m.Settle())
    yield "settled, and a card too many", boxes.then(drew, m.CorrectCards(cards=(*drew.dealt[:-2], *cards("KH KD"))))
    yield "too late, and settled", boxes.then(over, m.Settle(), part)
    drawn = boxes.then(play, act("Ann", 1, "hit"), m.PullCards(number=2, disclosed=cards("2D 3D")))
    yield "dissatisfied", boxes.then(drawn, m.PermitWithdrawal(bettor="Ann"))
    yield "ruled to stand", boxes.then(play, m.Refer(reason="a fire alarm", effect="stands"))


def on_boxes(name: str) -> Moments:
    for kind in (usual, splits, aces, wagers_gone_wrong, cards_gone_wrong, misdeals):
        yield from kind(name)


# What is asked on boxes


def asked_on_boxes(name: str, round: BoxRound) -> Iterator[m.AnyCommand]:
    """One or more of every command, right and wrong."""
    one, other = SIDES[name]
    waiting, dealt = round.waiting, round.dealt
    yield m.OpenBets(terms=terms(name))
    if round.phase in OVER:
        yield m.OpenBets(terms=terms(name), seats={1: "Ann", 9: "Bob"})
        yield m.OpenBets(terms=terms(name), seats={1: "Ann", 2: "Ann"})
        yield m.OpenBets(terms=terms(name), seats={1: "Ann", 7: "Bob"}, waiting=cards("2D"), unseen=1, fresh=True)
        yield m.OpenBets(terms=terms(name), waiting=cards(" ".join(["2D"] * 9)))
        yield m.OpenBets(terms=terms(name), unseen=-1)
    if round.phase is Phase.BETTING:
        yield bet("Ann", 1, 2_000)
        yield bet("Ann", 1, 400)
        yield bet("Ann", 1, 2_050)
        yield bet("Eve", 1, 1_000)
        yield bet("Eve", 2, 1_000)
        yield bet("Eve", 9, 1_000)
        yield bet("E e", 2, 1_000)
        yield bet("Eve", 2, 500, one)
        yield bet("Bob", 3, 500, one)
        yield bet("Eve", 3, 500, other)
        yield bet("Bob", 3, 500, "dragon")
        yield bet("Zoe", 1, 500)
        yield m.TakeSeat(bettor="Dan", box=1)
        yield m.TakeSeat(bettor="Ann", box=5)
        yield m.TakeSeat(bettor="A n", box=1)
        yield m.LeaveSeat(bettor="Ann", box=5)
        yield m.WithdrawWager(bettor="Ann", wager=one, box=1)
        yield m.WithdrawWager(bettor="Zoe", wager=one, box=1)
        yield m.WithdrawWager(bettor="Bob", wager="main", box=3)
        yield m.WithdrawWager(bettor="Bob", wager="main", box=1)
        yield m.ArrangeBox(box=1, order=("Cid",))
        yield m.AgreeSpot(box=1, wager=one, bettor="Zoe")
        yield m.AgreeSpot(box=1, wager=one, bettor="Ann")
    yield bet("Bob", 1, 1_000)
    yield m.TakeSeat(bettor="Ann", box=1)
    yield m.LeaveSeat(bettor="Dan", box=5)
    yield m.WithdrawWager(bettor="Ann", wager="main", box=1)
    yield m.ArrangeBox(box=1, order=("Cid", "Ann"))
    yield m.AgreeSpot(box=1, wager=one, bettor="Yan")
    yield m.AgreeSpot(box=5, wager="insurance", bettor="Bob", owner="Dan")
    yield m.CloseBets()
    yield m.ConfirmDeal()
    yield m.CloseOffers()
    yield m.CloseDecisions()
    yield m.Settle()
    for card in ("2D", "KC", "8H", "AD", "TC"):
        yield m.DealCard(card=Card(card))
    yield from (m.DealCard(card=card) for card in waiting[:1])
    yield from (m.Surrender(bettor=who, box=box) for who, box in (("Ann", 1), ("Bob", 1), ("Bob", 3)))
    yield m.Insure(bettor="Ann", box=1)
    yield m.Insure(bettor="Bob", box=3, stake=100)
    yield m.Insure(bettor="Bob", box=3, stake=400)
    yield m.Insure(bettor="Zoe", box=5, owner="Dan", stake=200)
    yield m.Insure(bettor="Bob", box=1)
    yield m.TakeEvenMoney(bettor="Ann", box=1)
    yield m.TakeEvenMoney(bettor="Bob", box=3)
    turn = round.turn
    for action in get_args(Action):
        yield act("Ann", 1, action)
        if turn and turn.number != 1 and (who := turn.controller()):
            yield act(who, turn.number, action)
    yield act("Bob", 1, "stand")
    yield act("Cid", 1, "double", 300)
    yield act("Ann", 1, "double", 700)
    yield act("Ann", 1, "double", 100)
    yield act("Ann", 1, "hit", 100)
    yield m.Decide(bettor="Ann", box=1, action="hit", tie=300)
    yield m.Decide(bettor="Ann", box=1, action="split", tie=300)
    yield m.Decide(bettor="Ann", box=1, action="split", tie=100)
    yield m.DoubleToo(bettor="Cid", box=1)
    yield m.DoubleToo(bettor="Cid", box=1, amount=900)
    yield m.DoubleToo(bettor="Bob", box=1)
    yield m.MatchSplit(bettor="Cid", box=1)
    yield m.MatchSplit(bettor="Cid", box=1, tie=200)
    yield m.PlaceTie(bettor="Ann", box=1, hand=1, stake=200)
    yield m.PlaceTie(bettor="Ann", box=1, hand=1, stake=100)
    yield m.PlaceTie(bettor="Cid", box=1, hand=1, stake=200)
    yield from (m.DeclareAbsent(bettor=who, box=box) for who, box in (("Ann", 1), ("Cid", 1), ("Bob", 3)))
    yield m.RemoveCuttingCard()
    yield m.MissCuttingCard()
    for number in ("5.1.1", "5.2", "5.6"):
        yield m.VoidRound(clause=Clause(f"{'lucky8' if name == 'lucky-8' else 'dueling8'} {number}"))
    yield m.DeclareBadCards(kind="extra")
    yield m.NoteWager(bettor="Ann", wager="main", stake=400, box=1)
    yield m.ReturnLateWager(bettor="Ann", wager="main", amount=1_000, box=1)
    if not (round.waiting or round.removed or round.pulled or round.unseen or round.missed):
        yield from asked_of_wagers(name)
    yield m.DeclareForgottenBurn()
    yield m.RunOut()
    yield from (m.FindFaceUpCard(card=Card("4C"), course=course) for course in (None, "burn", "play"))
    yield from (m.RuleReadyCards(course=course) for course in ("burn", "play"))
    yield from (m.ExposeCard(card=Card(card)) for card in ("4C", "8D", "TC"))
    yield from (m.RefuseCard(bettor=who, box=box) for who, box in (("Ann", 1), ("Bob", 3)))
    yield from (m.RemoveDealerCard(card=Card(card)) for card in ("4C", "TC"))
    yield m.PullCards(number=2)
    yield m.PullCards(number=3, disclosed=cards("4C 6C"))
    yield m.PullCards(number=2, disclosed=cards("4C"))
    yield m.PullCards(number=2, disclosed=cards("TC"))
    yield m.PullCards(number=1)
    yield m.PullCards(number=2, disclosed=cards("4C 6C 7C"))
    for who in ("Ann", "Bob", None):
        yield m.PickCard(bettor=who, which=1)
        yield m.PickCard(bettor=who, which=4)
        yield m.PickCard(bettor=who, card=Card("2D"))
        yield m.PickCard(bettor=who, card=Card("5D"))
        yield m.PickCard(bettor=who, card=Card("9C"))
    yield m.PickCard(bettor="Ann", card=Card("2D"), which=1)
    yield from (m.DeclineCards(bettor=who, box=box) for who, box in (("Ann", 1), ("Bob", 3)))
    yield m.Interrupt()
    yield from (m.WithdrawAll(bettor=who) for who in ("Ann", "Bob", "Eve", ""))
    yield m.Resume()
    for box in (2, 1, 3, None):
        yield m.MisdealCard(card=waiting[0] if waiting else Card("4C"), box=box)
    yield m.MisdealCard(card=Card("4C"), box=8)
    yield m.MisdealCard(card=Card("TC"), box=2)
    yield m.FindFaceUpCard(card=Card("TC"))
    yield m.EndDeal()
    for box in (1, 2, 3):
        yield m.SkipBox(box=box)
        yield m.DeclareSkipped(box=box)
        yield m.DeclareBoxMissed(box=box)
        yield m.DeclareUnbetBox(box=box)
        yield m.DeclareShortHand(box=box)
    yield m.DeclareDealerMissed()
    yield m.FinishHand(bettor="Ann", box=1)
    yield m.FinishHand(bettor="Bob", box=3)
    for who in ("Ann", "Cid"):
        yield from (m.ChooseCourse(bettor=who, box=1, course=course) for course in ("act", "withdraw"))
    yield from (m.PermitWithdrawal(bettor=who) for who in ("Ann", "Bob", "Eve"))
    yield m.Reconstruct(cards=(*dealt, *waiting))
    yield m.Reconstruct(cards=(*dealt[1::-1], *dealt[2:], *waiting))
    yield m.Reconstruct(cards=(*dealt, *waiting)[1:])
    yield m.CorrectCards(cards=(*dealt, *round.surplus))
    yield m.CorrectCards(cards=(Card("3H"), *dealt[1:], *round.surplus))
    yield m.CorrectCards(cards=(*dealt[:-1], Card("AH")))
    yield m.CorrectCards(cards=dealt[1:])
    yield from (m.TakeBackCard(card=card) for card in (*dealt[-1:], Card("3S")))
    yield m.Refer(reason="a fire alarm", effect="void")
    yield m.Refer(reason="a fire alarm", effect="stands")
    yield m.Refer(reason=" ", effect="void")
    yield m.CorrectDisplay(said="21")
    yield m.DeclareDrawnTogether(cards=cards("4C 6C"), known=True)
    yield m.LoseTerminal(bettor="Ann")
    yield m.FindTerminal(bettor="Ann")


def asked_of_wagers(name: str) -> Iterator[m.AnyCommand]:
    one, other = SIDES[name]
    yield m.NoteWager(bettor="Dan", wager="main", stake=100, box=5)
    yield m.NoteWager(bettor="Ann", wager="main", stake=450, box=1)
    yield m.NoteWager(bettor="Ann", wager="main", stake=600, box=1)
    yield m.NoteWager(bettor="Cid", wager="main", stake=12_000, box=1)
    yield m.NoteWager(bettor="Eve", wager="main", stake=12_000, box=2)
    yield m.NoteWager(bettor="Eve", wager="main", stake=12_000, box=1)
    yield m.NoteWager(bettor="Ann", wager=one, stake=100, box=1)
    yield m.NoteWager(bettor="Bob", wager=one, stake=2_200, box=3)
    yield m.NoteWager(bettor="Zoe", wager=one, stake=100, box=1)
    yield m.NoteWager(bettor="Eve", wager=one, stake=2_200, box=3)
    yield m.NoteWager(bettor="Ann", wager="dragon", stake=100, box=1)
    yield m.ReturnLateWager(bettor="Ann", wager="main", amount=300, box=1)
    yield m.ReturnLateWager(bettor="Bob", wager="main", amount=600, box=3)
    yield m.ReturnLateWager(bettor="Bob", wager=other, amount=100, box=3)
    yield m.ReturnLateWager(bettor="Bob", wager=other, amount=300, box=3)
    yield m.ReturnLateWager(bettor="Ann", wager=one, amount=150, box=1)
    yield m.ReturnLateWager(bettor="Ann", wager="main", amount=300)


# Moments on the shared stream


def on_stream(name: str) -> Iterator[tuple[str, StreamRound]]:
    limits = {"main": Limits(500, 10_000)}
    terms = Terms.of(name, unit=100, limits=limits)
    begun = streams.then(None, m.OpenBets(terms=terms))
    yield "bets open, no wager", begun
    bets = streams.then(
        begun,
        m.PlaceWager(bettor="T1", wager="main", stake=1_000),
        m.PlaceWager(bettor="T2", wager="main", stake=600),
        m.PlaceWager(bettor="T2", wager="kings-bounty", stake=200),
        m.PlaceWager(bettor="T3", wager="main", stake=800),
    )
    yield "bets open", bets
    yield "nobody bets", streams.then(begun, m.CloseBets())
    shut = streams.then(bets, m.CloseBets())
    round = shut
    yield "no more bets", round
    for out, card in enumerate(streams.deal("TS 7D 6H"), 1):
        round = streams.then(round, card)
        yield f"{out} cards", round
    play = round
    chosen = streams.then(
        play,
        m.Decide(bettor="T1", action="hit"),
        m.Surrender(bettor="T2"),
        m.LoseTerminal(bettor="T3"),
    )
    yield "chosen", chosen
    locked = streams.then(chosen, m.CloseDecisions())
    yield "decisions closed", locked
    yield "next card", streams.then(locked, *streams.deal("2D"))
    bust = streams.then(locked, *streams.deal("KD"))
    yield "bust", bust
    drawing = streams.then(play, *streams.says(T1="stand", T2="stand", T3="stand"))
    yield "the Dealer draws", drawing
    complete = streams.then(drawing, *streams.deal("KD"))
    yield "complete", complete
    yield "settled", streams.then(complete, m.Settle())
    yield "void", streams.then(complete, m.DeclareBadCards(kind="extra"))
    pair = streams.then(shut, *streams.deal("8S 7D 8H"))
    yield "a pair", pair
    split = streams.then(pair, *streams.says(T1="split", T2="double", T3="hit"))
    yield "split, doubled and hit", split
    more = streams.then(split, *streams.deal("3D"))
    yield "the next window", more
    ace = streams.then(shut, *streams.deal("AS AD KH"))
    yield "an Ace", ace
    answered = streams.then(ace, m.Insure(bettor="T1"), m.TakeEvenMoney(bettor="T2"), m.Insure(bettor="T3", stake=400))
    yield "insured and paid", answered
    closed = streams.then(answered, m.CloseOffers())
    yield "insurance is closed", closed
    for last in ("KD", "6D"):
        yield f"the Dealer's second card is {last}", streams.then(closed, *streams.deal(last))
        yield (
            f"the Dealer's second card is {last}, settled",
            streams.then(closed, *streams.deal(last), m.Settle()),
        )
    low = streams.then(shut, *streams.deal("TS AD 6H"))
    yield "an Ace against sixteen", low
    yield "cards wait", streams.then(locked, m.DeclareDrawnTogether(cards=cards("2D 3D"), known=True))
    yield "order unknown", streams.then(locked, m.DeclareDrawnTogether(cards=cards("2D 3D"), known=False))
    yield "face up", streams.then(locked, m.FindFaceUpCard(card=Card("4C")))
    yield "burned", streams.then(shut, m.FindFaceUpCard(card=Card("4C"), course="burn"))
    ready = streams.then(None, m.OpenBets(terms=terms, waiting=cards("9D 4S")))
    ready = streams.then(ready, m.PlaceWager(bettor="T1", wager="main", stake=1_000))
    yield "cards lie ready, bets open", ready
    yield "cards lie ready", streams.then(ready, m.CloseBets())
    yield "cards that lay ready are played", streams.then(ready, m.CloseBets(), m.RuleReadyCards(course="play"))
    yield "the cutting card is out", streams.then(locked, m.RemoveCuttingCard())
    yield "rebuilt", streams.then(play, m.Reconstruct(cards=cards("7D TS 6H")))
    yield "corrected", streams.then(locked, m.CorrectCards(cards=cards("TS 7D 5H")))
    over = streams.then(complete, m.Settle())
    yield "settled and corrected", streams.then(over, m.CorrectCards(cards=cards("TS 7D 7H KD")))
    long = streams.then(drawing, *streams.deal("5D KD"), m.Settle())
    yield "settled, and a card too many", streams.then(long, m.CorrectCards(cards=cards("TS 7D 6H KC KD")))
    yield "removed", streams.then(complete, m.RemoveDealerCard(card=Card("4C")))
    wait = streams.then(drawing, m.DeclareDrawnTogether(cards=cards("KD 4C 3D"), known=True), *streams.deal("KD"))
    yield "complete, and two cards wait", wait
    yield "complete with five cards", streams.then(drawing, *streams.deal("5D KD"))
    part = m.ReturnLateWager(bettor="T1", wager="main", amount=400)
    yield "raised too late", streams.then(split, part)
    less = m.ReturnLateWager(bettor="T2", wager="main", amount=200)
    yield "raised too late, and doubled", streams.then(split, less)
    whole = m.ReturnLateWager(bettor="T2", wager="main", amount=600)
    yield "placed too late", streams.then(split, whole)
    yield (
        "placed too late, and rebuilt",
        streams.then(streams.then(play, whole), m.CorrectCards(cards=cards("TS 7D 5H"))),
    )
    yield "a part of insurance too late", streams.then(closed, part)
    yield "a side wager too late", streams.then(play, m.ReturnLateWager(bettor="T2", wager="kings-bounty", amount=100))
    yield "interrupted, resumed", streams.then(chosen, m.Interrupt(course="resume"))
    yield "interrupted in the offers, resumed", streams.then(answered, m.Interrupt(course="resume"))
    yield "interrupted, void", streams.then(shut, m.Interrupt())
    yield "ruled to stand", streams.then(play, m.Refer(reason="a fire alarm", effect="stands"))


def asked_on_stream(name: str, round: StreamRound) -> Iterator[m.AnyCommand]:
    """One or more of every command, right and wrong."""
    dealt, waiting = round.cards, round.waiting
    yield m.OpenBets(terms=Terms.of(name))
    for who, wager, stake in (
        ("T1", "main", 2_000),
        ("T4", "main", 400),
        ("T4", "main", 1_050),
        ("T4", "kings-bounty", 200),
        ("T1", "kings-bounty", 200),
        ("T1", "dragon", 200),
        ("T 4", "main", 1_000),
    ):
        yield m.PlaceWager(bettor=who, wager=wager, stake=stake)
    yield m.PlaceWager(bettor="T1", wager="main", stake=2_000, box=2)
    for who, wager in (("T1", "main"), ("T2", "kings-bounty"), ("T2", "main"), ("T1", "kings-bounty"), ("T4", "main")):
        yield m.WithdrawWager(bettor=who, wager=wager)
    yield m.CloseBets()
    yield from (m.DealCard(card=Card(card)) for card in ("2D", "KC", "AD"))
    yield from (m.DealCard(card=card) for card in waiting[:1])
    yield m.Insure(bettor="T1")
    yield m.Insure(bettor="T2", stake=100)
    yield m.Insure(bettor="T2", stake=400)
    yield m.Insure(bettor="T2", owner="T1")
    yield m.Insure(bettor="T4")
    yield from (m.TakeEvenMoney(bettor=who) for who in ("T1", "T2", "T4"))
    yield m.CloseOffers()
    for action in get_args(Action):
        yield from (m.Decide(bettor=who, action=action) for who in ("T1", "T2", "T4"))
    yield m.Decide(bettor="T1", action="double", amount=1_000)
    yield m.Decide(bettor="T1", action="double", amount=500)
    yield m.Decide(bettor="T1", action="hit", amount=500)
    yield m.Decide(bettor="T1", action="hit", tie=500)
    yield from (m.Surrender(bettor=who) for who in ("T1", "T4"))
    yield m.CloseDecisions()
    yield from (m.LoseTerminal(bettor=who) for who in ("T1", "T3", "T4"))
    yield from (m.FindTerminal(bettor=who) for who in ("T1", "T3"))
    yield m.RemoveCuttingCard()
    yield m.Settle()
    for clause in ("eblackjack 5.1.1", "eblackjack 5.3", "eblackjack 5.8", "eblackjack 5.5"):
        yield m.VoidRound(clause=Clause(clause))
    yield m.DeclareBadCards(kind="foreign")
    yield m.RunOut()
    yield m.DeclareDrawnTogether(cards=cards("9C 9D"), known=True)
    yield m.DeclareDrawnTogether(cards=cards("9C"), known=True)
    yield m.DeclareDrawnTogether(cards=cards("9C 9D"), known=False)
    yield m.DeclareDrawnTogether(cards=(), known=False)
    yield m.Reconstruct(cards=(*dealt, *waiting))
    yield m.Reconstruct(cards=(*dealt, *waiting)[::-1])
    yield m.Reconstruct(cards=(*dealt[1::-1], *dealt[2:], *waiting))
    yield m.Reconstruct(cards=(*dealt, *waiting)[1:])
    yield m.CorrectCards(cards=(*dealt, *round.surplus))
    yield m.CorrectCards(cards=(Card("3H"), *dealt[1:], *round.surplus))
    yield m.CorrectCards(cards=(*dealt[:1], Card("AC"), *dealt[2:], *round.surplus))
    yield m.CorrectCards(cards=(*dealt[:3], Card("KC"), *dealt[4:], *round.surplus))
    yield m.CorrectCards(cards=(*dealt[:3], Card("2C"), *dealt[4:], *round.surplus))
    yield m.CorrectCards(cards=dealt[1:])
    yield from (m.RuleReadyCards(course=course) for course in ("burn", "play"))
    yield from (m.FindFaceUpCard(card=Card("3D"), course=course) for course in (None, "burn", "play"))
    yield from (m.RemoveDealerCard(card=card) for card in (*waiting[:1], Card("3D")))
    yield from (m.TakeBackCard(card=card) for card in (*dealt[-1:], Card("3S")))
    yield m.CorrectDisplay(said="21")
    for who, wager, amount in (
        ("T1", "main", 400),
        ("T2", "main", 600),
        ("T2", "kings-bounty", 100),
        ("T1", "main", 50),
        ("T1", "main", 1_000),
        ("T1", "kings-bounty", 100),
        ("T2", "main", 200),
        ("T2", "main", 400),
        ("T2", "kings-bounty", 300),
    ):
        yield m.ReturnLateWager(bettor=who, wager=wager, amount=amount)
    yield m.ReturnLateWager(bettor="T4", wager="main", amount=100)
    yield from (m.Interrupt(course=course) for course in (None, "void", "resume"))
    yield m.Refer(reason="a fire alarm", effect="void")
    yield m.Refer(reason="a fire alarm", effect="stands")
    yield m.Refer(reason=" ", effect="void")
    yield m.SkipBox(box=1)
    yield m.MissCuttingCard()
    yield m.Resume()


# How it is told


def told(message: object, *leaving_out: str) -> str:
    return in_words(message, *leaving_out, word=_word)


def _word(value: object) -> str:
    return words(value).replace('"', "")


def offered(round: Any) -> Iterator[str]:
    on_boxes = isinstance(round, BoxRound)
    for each in boxed.expects(round) if on_boxes else stream.expects(round):
        yield f"{each.command}: {each.prompt} ({each.clause}), {each.by}"
        if more := told(each, "command", "prompt", "clause", "by"):
            yield f"    {more}"
        form = forms.box_form(each, round) if on_boxes else forms.stream_form(each, round)
        yield from (f"    ? {line}" for line in filled_in(form))


def filled_in(made: Form) -> Iterator[str]:
    """What is asked for."""
    for field in made.fields:
        yield told(field)
    if made.fixed:
        yield f"fixed {told(dict(sorted(made.fixed.items())))}"
    rows = [" ".join([*map(str, row.values), *map(_bounds, row.bounds), *_but(row)]) for row in made.rows]
    if rows:
        yield f"rows {','.join(made.keys)}: {','.join(made.bounded)}: {'; '.join(rows)}"


def _but(row: Row) -> list[str]:
    return ["but", *row.without] if row.without else []


def _bounds(bounds: Bounds | None) -> str:
    return f"{bounds.least}..{bounds.most or ''}" if bounds else "-"


COUNTED = ("cards", "history", "play", "notes", "returned")
LEFT_OUT = {"terms", "before", *COUNTED}
"""What a round remembers of its past: how much of it is told, not what."""


def state(round: Any) -> dict[str, str]:
    """Everything that is in a round, piece by piece."""
    past = [name for name in COUNTED if name in round.__struct_fields__]
    shown = msgspec.structs.replace(round, before=None, **dict.fromkeys(past, ()))
    fields: dict[str, Any] = msgspec.json.decode(encode(shown))
    found = {
        name: _word(value) for name, value in fields.items() if name not in LEFT_OUT | {"boxes", "positions", "ways"}
    }
    found |= {name: str(len(getattr(round, name, ()))) for name in COUNTED}
    found["may step back"] = str(round.before is not None)
    for box in fields.get("boxes", ()):
        found |= {
            f"{box['number']} {name}": _word(value) for name, value in box.items() if name not in ("positions", "area")
        }
        found |= _positions(f"{box['number']} ", box["positions"])
        found |= {f"{box['number']} {name}": text for name, text in _area(box["area"]).items()}
    if "ways" in fields:
        found |= _positions("", fields["positions"].values())
        for at, area in enumerate(fields["ways"]):
            found |= {f"way {at} {name}": text for name, text in _area(area).items()}
    return found


def _positions(where: str, positions: Any) -> dict[str, str]:
    return {f"{where}{each['bettor']}": told(each, "bettor") for each in positions}


def _area(area: Any) -> dict[str, str]:
    if not area:
        return {}
    hands = [" ".join([str(hand["id"]), *hand["cards"], str(hand["hard"]), *_marks(hand)]) for hand in area["hands"]]
    return {"hands": " / ".join(hands), "area": told(area, "hands", "dealt")}


def _marks(hand: dict[str, Any]) -> list[str]:
    return [name for name, value in hand.items() if value is True]


def changed(round: Any, after: Any) -> str:
    """What is otherwise in a round than it was."""
    was, now = state(round), state(after)
    parts = [f"{name}={now.get(name, 'gone')}" for name in {**was, **now} if was.get(name) != now.get(name)]
    return "; ".join(parts) or "as it was"


def derived(round: Any) -> Iterator[str]:
    """What is read from a round."""
    yield f"phase {round.phase}, staked {_word(round.staked())}, wagers {_word(round.wagers())}"
    if isinstance(round, BoxRound):
        yield f"established {round.established()}, discards {_word(list(round.discards))}, out {_word(dict(round.out))}"
    else:
        yield f"established {round.established()}, out {_word(list(round.out))}"
    yield f"shoe spoiled {round.shoe_spoiled}"
    if round.phase is Phase.SETTLED:
        for who, settled in round.settlement().items():
            for box, lines in settled.items() if isinstance(settled, dict) else ((1, settled),):
                yield from (f"{who} on {box}: {told(line)}" for line in lines)


def answered(round: Any, command: m.AnyCommand, roles: tuple[Role, ...]) -> tuple[str, ...]:
    """What becomes of a command, by the position of who gives it, and of the round; alike answers are said once."""
    decide = boxed.decide if isinstance(round, BoxRound) else stream.decide
    said: dict[str, list[str]] = {}
    events: dict[str, list[Any]] = {}
    for by in roles:
        try:
            follow = decide(round, command, by)
            answer = happened(follow).replace(f"by {by}", "by signed").replace(f" {by}", " signed")
            events.setdefault(answer, follow)
        except Refused as no:
            answer = f"no: {re.sub(r', not a [A-Za-z ]+$', ', no other', no.reason)} ({no.clause})"
        said.setdefault(answer, []).append(by)
    return tuple(
        f"    {_positions_of(by, roles)}{answer}{since(round, events.get(answer))}" for answer, by in said.items()
    )


def _positions_of(by: list[str], asked: tuple[Role, ...]) -> str:
    if len(by) == len(asked):
        return "anybody: " if len(asked) > 1 else ""
    above = by == list(asked[-len(by) :]) and len(by) > 1
    return f"{by[0]} and above: " if above else f"{', '.join(by)}: "


def happened(events: list[Any]) -> str:
    """What happened in words, which are read as the same events again."""
    said = ["bets opened" if isinstance(each, m.BetsOpened) else phrase(each) for each in events]
    if not isinstance(events[0], m.BetsOpened):
        assert read(f"lucky-8 8 decks 7 boxes | {', '.join(said)}")[1:] == events
    return ", ".join(said)


def since(round: Any, events: list[Any] | None) -> str:
    """What is otherwise in a round after these events."""
    if not events:
        return ""
    evolve = boxed.evolve if isinstance(round, BoxRound) else stream.evolve
    first = events[0]
    after, was = round, evolve(None, m.BetsOpened(terms=first.terms)) if isinstance(first, m.BetsOpened) else round
    for event in events:
        after = evolve(after, event)
    return f" => {changed(was, after)}"


def section(name: str, title: str, round: Any) -> str:
    lines = [f"## {title}", "", *derived(round), "", *offered(round), ""]
    for answer, commands in answers(name, round).items():
        lines += [*commands, *answer]
    return "\n".join([*lines, ""])


def answers(name: str, round: Any) -> dict[tuple[str, ...], list[str]]:
    """What is answered to what; a command that is answered alike whatever it says is named alone."""
    on_boxes = isinstance(round, BoxRound)
    expected = boxed.expects(round) if on_boxes else stream.expects(round)
    needs = {each.command: Role.PLAYER if each.by is Role.PLAYER else Role.GAMING_SHIFT_MANAGER for each in expected}
    if round.phase in OVER:
        needs["open-bets"] = Role.GAMING_SHIFT_MANAGER
    found: dict[tuple[str, ...], dict[str, list[str]]] = {}
    told_of: set[str] = set()
    for command in asked_on_boxes(name, round) if on_boxes else asked_on_stream(name, round):
        kind = tag(command)
        if kind not in needs and (kind in told_of or any(each.worth for each in expected)):
            # What is not open is refused alike; and what every card is worth would be worked out again for each.
            continue
        # Who asks makes a difference only to what may be asked now, and the same for all commands of a kind.
        first = kind not in told_of and kind in {*needs, "open-bets"}
        roles = tuple(Role) if first else (needs.get(kind, Role.GAMING_SHIFT_MANAGER),)
        told_of.add(kind)
        said = f"{kind} {told(command, 'command', 'terms')}".strip() if kind in {*needs, "open-bets"} else kind
        found.setdefault(answered(round, command, roles), {}).setdefault(kind, []).append(said)
    return {
        answer: [
            *filter(None, [", ".join(kind for kind, said in commands.items() if said == [kind])]),
            *(each for kind, said in commands.items() if said != [kind] for each in dict.fromkeys(said)),
        ]
        for answer, commands in found.items()
    }


@cache
def moments(name: str) -> dict[str, Any]:
    found: list[tuple[str, Any]] = list(on_stream(name) if name == "e-blackjack" else on_boxes(name))
    assert len(dict(found)) == len(found), "every moment has a title of its own"
    return dict(found)


def write(name: str) -> None:
    (GOLDEN / f"{name}.txt").write_text(
        "\n".join(section(name, title, round) for title, round in moments(name).items()), "utf-8"
    )


@cache
def golden(name: str) -> dict[str, str]:
    parts = (GOLDEN / f"{name}.txt").read_text("utf-8").split("## ")[1:]
    return {part.partition("\n")[0]: f"## {part}".strip("\n") for part in parts}


if os.environ.get("REGENERATE"):
    for each in NAMES:
        write(each)
TITLES = [(name, title) for name in NAMES for title in golden(name)]


@pytest.mark.parametrize(("name", "title"), TITLES)
def test_what_is_offered_and_answered_is_as_it_was_read(name: str, title: str) -> None:
    assert section(name, title, moments(name)[title]).strip("\n") == golden(name)[title]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_kept_that_is_not_asked_any_more(name: str) -> None:
    assert list(golden(name)) == list(moments(name))


def test_every_command_is_asked_and_answered() -> None:
    asked: set[str] = set()
    for name in NAMES:
        for round in moments(name).values():
            commands = asked_on_boxes(name, round) if isinstance(round, BoxRound) else asked_on_stream(name, round)
            asked |= {tag(each) for each in commands}
    assert asked == set(m.COMMANDS)


@pytest.mark.parametrize("name", NAMES)
def test_before_bets_are_opened_there_is_no_round(name: str) -> None:
    decide, evolve = (stream.decide, stream.evolve) if name == "e-blackjack" else (boxed.decide, boxed.evolve)
    with pytest.raises(Refused) as asked:
        decide(None, m.CloseBets(), Role.DEALER)
    assert (asked.value.reason, asked.value.clause) == ("no round has begun: open bets first", None)
    with pytest.raises(Refused) as happened:
        evolve(None, m.BetsClosed())
    said = "bets-closed is outside a round: the events must begin with bets-opened"
    assert (happened.value.reason, happened.value.clause) == (said, None)


@pytest.mark.parametrize("name", NAMES)
def test_a_round_that_is_not_settled_has_no_settlement_and_a_void_one_moves_nothing(name: str) -> None:
    found = moments(name)
    with pytest.raises(Refused) as no:
        found["complete"].settlement()
    assert no.value.reason == "the round is not settled yet: it is in phase complete"
    assert no.value.clause == found["complete"].rules.law.settles
    nets = found["void"].nets()
    assert nets == dict.fromkeys(found["void"].staked(), 0)
    assert nets


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_played_where_it_is_played(name: str) -> None:
    """On boxes or on the shared stream, and on none other."""
    rules_there, said = (
        (on_boxes_alone, "is not played on boxes") if name == "e-blackjack" else (shared, "does not deal shared cards")
    )
    for other in (name, "tiger"):
        with pytest.raises(Refused, match=f"{other} {said}"):
            rules_there(Terms.of(other))


@pytest.mark.parametrize("name", SIDES)
def test_what_is_taken_back_is_what_the_event_names(name: str) -> None:
    """Records of main wagers that were taken back alone: what lay beside them is still there."""
    without = boxed.evolve(staked(name), m.WagerWithdrawn(bettor="Ann", wager="main", box=1))
    assert without.staked()["Ann"] == 300
    assert without.box(1).controller() == "Cid"
