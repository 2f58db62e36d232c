"""Every offer of some rounds, whole: its prompt as it reads, by whom, by which clause, for whom, between which bounds.

`REGENERATE=1 pytest tests/rules/test_offers_exact.py` writes `golden/offers` anew. Read what has changed: below each
event stand the offers that it opens (+) and closes (-).
"""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

import places
from croupier.cards import cards
from croupier.games.baccarat import messages as b
from croupier.games.baccarat import round as baccarat
from croupier.games.blackjack.notation import read
from croupier.games.families import family
from croupier.games.round import Expected, Role, tag
from croupier.games.terms import Limits, Terms
from telling import told

GOLDEN = places.GOLDEN / "offers"

LUCKY = "lucky-8 8 decks 5 boxes unit 1.00"
MAINS = "Ann on 1 main 10.00, Bob on 3 main 6.00, Cid on 5 main 5.00, no more bets | "
FIRST = "TS to 1, 9H to 3, 9D to 5"
DEALT = f"{LUCKY} | {MAINS}{FIRST}, 7D to Dealer, 6H to 1, 8C to 3, 8D to 5, deal confirmed | offers closed | "
STOOD = f"{DEALT}Ann on 1: stand, Bob on 3: stand, Cid on 5: stand, "
DUELING = "dueling-8s 8 decks 3 boxes unit 1.00"
DUEL = f"{DUELING} | Ann on 1 main 10.00, Bob on 3 main 6.00, no more bets | "
DUELED = f"{DUEL}6H to 1, KC to 3, deal confirmed | offers closed | "
TERMINALS = "e-blackjack 6 decks unit 1.00"
THREE = "T1 on 1 main 10.00, T2 on 1 main 5.00, T3 on 1 main 4.00, no more bets | "
SUPERVISED = "pit-supervisor"

ROUNDS = {
    "lucky-8": {
        "bets, seats, claims and arrangements": (
            f"{LUCKY} mains 2 one-box Bob warned Eve limits main 10.00..500.00 pair 2.00.. seats 2:Gus | "
            "Ann sits at 1, Ann on 1 main 100.00, Bob on 1 main 50.00, Ann on 1 pair 5.00, 1 lies Bob>Ann, "
            "Cid claims on 1 lucky-8 3.00, Dan claims on 1 lucky-8 2.00, Eve claims on 1 lucky-8 2.00, "
            "Fay claims on 1 lucky-8 2.00, Gus claims on 1 pair 2.00, lucky-8 on 1 agreed for Cid, "
            "Gus takes back pair from 1, Fay takes back lucky-8 from 1, Gus leaves 2, "
            "Dan honoured once by lucky8 5.26, "
            "Dan on 3 main 5.00 placed by dealer, Cid on 1 lucky-8 3.00, Dan on 1 lucky-8 2.00, "
            "Eve gets no lucky-8 on 1 by lucky8 3.17.2, no more bets | 5D to 1"
        ),
        "one main wager, at a table that a machine shuffles": (
            f"{LUCKY} machine-shuffled | Ann on 1 main 1.00, Ann takes back main from 1, "
            "Ann on 1 main 1.00, no more bets | cutting card, TS to 1, 9H to Dealer, 5C to 1, deal confirmed | "
            "offers closed | Ann on 1: double 1.00, QC to 1, settled"
        ),
        "surrender, splits and doubles of several bettors": (
            f"{LUCKY} limits main 5.00.. | Ann on 1 main 10.00, Bob on 1 main 7.00, Cid on 1 main 2.00, "
            "Dan on 3 main 9.00, Bob on 3 main 8.00, no more bets | 8S to 1, 6H to 3, 9D to Dealer, 8H to 1, "
            "5C to 3, "
            "deal confirmed | Bob surrenders on 3, offers closed | Ann on 1: split, Bob matches the split on 1, "
            "3C to 1, Ann on 1: double 5.00, Bob doubles too on 1 6.00, KC to 1, 9C to 1, Bob absent from 1, "
            "4C to 1, Ann absent from 1, Dan on 3: hit, 2C to 3, Dan on 3: hit, KD to 3, KS to Dealer, settled"
        ),
        "insurance and even money against an Ace": (
            f"{LUCKY} | Ann on 1 main 100.00, Bob on 3 main 1.00, Cid on 3 main 25.00, Dan on 4 main 30.00, "
            "no more bets | AS to 1, 9H to 3, 8H to 4, AD to Dealer, KH to 1, 9C to 3, 8C to 4, deal confirmed | "
            "Ann insures Ann on 1 20.00, Ann takes even money on 1, Bob would insure Cid on 3 12.00, "
            "Dan would insure Cid on 3 5.00, insurance of Cid on 3 agreed for Dan, Dan insures Cid on 3 5.00, "
            "Bob gets no insurance of Cid on 3 by lucky8 3.27.4, offers closed | Bob on 3: stand, Cid absent from 3, "
            "Dan on 4: stand, KD to Dealer, settled"
        ),
        "a regular end": f"{STOOD}QC to Dealer, settled",
        "a Dealer above 16, who gets a card too many": (
            f"{STOOD}KD to Dealer, 2C away from Dealer by lucky8 5.7 dealer, settled"
        ),
        "a power failure before any outcome": (
            f"{LUCKY} | {MAINS}power failed before any outcome by lucky8 5.29.1 {SUPERVISED}, "
            "Ann withdraws by lucky8 5.29.1, "
            "Bob withdraws by lucky8 5.29.1, Cid withdraws by lucky8 5.29.1, resumed, settled"
        ),
        "a card that is out before the first, and plays": (
            f"{LUCKY} waiting 4C shoe going-on | {MAINS}ready 4C plays by R-22 pit-manager, 4C to 1, 5C to 3"
        ),
        "a card that is found face up before the first, and is burned": (
            f"{LUCKY} shoe begun | {MAINS}face up 4C burned by lucky8 5.5 pit-manager, TS to 1, "
            f"face up 5C plays by lucky8 5.5 {SUPERVISED}, 5C to 3"
        ),
        "a card dealt in error, refused and taken": (
            f"{DEALT}2C in error by lucky8 5.8 dealer, Ann refuses on 1 by lucky8 5.9, Bob on 3: hit, 2C to 3, "
            "Bob on 3: stand, Cid on 5: stand"
        ),
        "cards drawn at once for a player, of which none was seen": (
            f"{DEALT}Ann on 1: hit, 3 at once for Ann on 1 seen - by lucky8 5.23.1 {SUPERVISED}, "
            "Ann picks the one in place 2 by lucky8 5.23.1 player, 4C to 1, Ann on 1: stand, Bob on 3: stand"
        ),
        "cards drawn at once for a player, of which one was seen": (
            f"{DEALT}Ann on 1: hit, 3 at once for Ann on 1 seen 2D by lucky8 5.23.2 {SUPERVISED}, 2D to 1"
        ),
        "cards drawn at once for a player, of which more were seen": (
            f"{DEALT}Ann on 1: hit, 3 at once for Ann on 1 seen 2D 4C by lucky8 5.23.3 {SUPERVISED}, "
            "Ann declines and stands on 1 by lucky8 5.23.3.1, Bob on 3: hit, "
            "Bob picks 4C by lucky8 5.23.3 player, 4C to 3"
        ),
        "cards drawn at once for the Dealer, of which none was seen": (
            f"{STOOD}2 at once for the Dealer seen - by lucky8 5.23.4.1 {SUPERVISED}, "
            "picked the one in place 2 by lucky8 5.23.4.1 pit-manager, KD to Dealer"
        ),
        "cards drawn at once for the Dealer, of which more were seen": (
            f"{STOOD}2 at once for the Dealer seen 4C 5C by lucky8 5.23.4.5 {SUPERVISED}, "
            "picked 5C by lucky8 5.23.4.5 pit-manager, 5C to Dealer"
        ),
        "a player passed over, and another": (
            f"{DEALT}1 passed over by lucky8 5.17 dealer, Bob on 3: hit, 2H to 3, Bob on 3: stand, Cid on 5: hit, "
            f"2D to 5, 1 too late by lucky8 5.18 {SUPERVISED}"
        ),
        "a player passed over, who acts after all": (
            f"{DEALT}1 passed over by lucky8 5.17 dealer, Bob on 3: hit, 2H to 3, "
            f"2H undisclosed and 1 acts by lucky8 5.17 {SUPERVISED}, Ann on 1: hit, 2H to 1"
        ),
        "boxes missed and dealt to without a wager": (
            f"{LUCKY} | {MAINS}TS to 1, 2C laid on 2 by lucky8 5.6 dealer, 9D laid on 5 by lucky8 5.6 dealer, "
            "7D to Dealer, 6H to 1, 8D laid on 5 by lucky8 5.6 dealer, deal confirmed | offers closed | "
            f"2C away from 2 by lucky8 5.15 {SUPERVISED}, 6.00 on 3 back to Bob by lucky8 5.14 {SUPERVISED}"
        ),
        "a hand with one card, on which a player acts and another does not": (
            f"{LUCKY} | {MAINS}{FIRST}, 7D to Dealer, deal taken for complete by lucky8 5.6 dealer, deal confirmed | "
            "offers closed | 1 has one card by lucky8 5.16 pit-manager, Ann acts on one card on 1 by lucky8 5.16.1, "
            "3 has one card by lucky8 5.16 pit-manager, 6.00 on 3 back to Bob by lucky8 5.16.2 player, 5C to 1"
        ),
        "a Dealer without a first card": (
            f"{LUCKY} | {MAINS}{FIRST}, 6H laid on 1 by lucky8 5.6 dealer, 8C to 3, 8D to 5, deal confirmed | "
            f"Ann on 1: hit, Dealer has no card by lucky8 5.12 {SUPERVISED}, Ann finishes 1 first by lucky8 5.12.1, "
            "4C to 1, Ann on 1: stand, AD to Dealer, offers closed | Bob on 3: stand"
        ),
        "cards put right, corrected and taken back": (
            f"{LUCKY} | {MAINS}TS to 1, 9H laid on 5 by lucky8 5.6 dealer, "
            f"rebuilt TS 9H then - was TS 9H by lucky8 5.6.1 {SUPERVISED}, 9D to 5, "
            f"9D taken back by R-23 dealer, 9D to 5, corrected TS 8H 9D then - was TS 9H 9D by R-23 {SUPERVISED}, "
            "7D to Dealer, 6H to 1, 8C to 3, 8D to 5, deal confirmed"
        ),
        "a burn card that was dealt": (
            f"{LUCKY} shoe begun | {MAINS}{FIRST}, burn TS taken out by lucky8 5.21.1 {SUPERVISED}, TS to 5"
        ),
        "a shoe that runs out, and a shuffle that was missed": (
            f"{DEALT}Ann on 1: hit, shuffle missed by lucky8 5.20 dealer, "
            "discards shuffled and cut for Ann by lucky8 5.19 dealer, KC to 1"
        ),
        "late wagers and wagers outside the limits": (
            f"{LUCKY} limits main 5.00..20.00 pair 2.00..4.00 | Ann on 1 main 10.00, Ann on 1 pair 4.00, "
            "Bob on 1 main 5.00, "
            "Cid on 1 lucky-8 1.00, no more bets | TS to 1, 9D to Dealer, 5D to 1, deal confirmed | offers closed | "
            f"4.00 of pair on 1 late back to Ann by lucky8 5.3 {SUPERVISED}, Bob honoured once by lucky8 5.26, "
            f"3.00 of main on 1 late back to Bob by lucky8 5.26 {SUPERVISED}, Ann on 1: double 10.00, 9C to 1"
        ),
        "no wager at all": f"{LUCKY} | no more bets | settled",
        "two cards that are out before the first": (
            f"{LUCKY} waiting 4C 5C | {MAINS}ready 4C 5C plays by R-22 pit-manager, 4C to 1, 5C to 3"
        ),
        "an unseen card that is out before the first": f"{LUCKY} unseen 1 shoe begun | {MAINS}TS to 1, 9H to 3",
        "a wager below the minimum, which is not doubled": (
            f"{LUCKY} limits main 5.00..20.00 | Ann honoured once by lucky8 5.26, Ann on 1 main 2.00 placed by dealer, "
            "no more bets | TS to 1, 9D to Dealer, 5D to 1, deal confirmed | offers closed"
        ),
        "an unseen card that is picked though others were seen": (
            f"{DEALT}Ann on 1: hit, 3 at once for Ann on 1 seen 2D 4C by lucky8 5.23.3 {SUPERVISED}, "
            "Ann picks the one in place 1 by lucky8 5.23.3 player, 3C to 1, Ann on 1: stand, Bob on 3: hit"
        ),
        "a card dealt in error that is taken, and then one face up": (
            f"{DEALT}2C in error by lucky8 5.8 dealer, Ann on 1: hit, 2C to 1, "
            f"face up 3C plays by lucky8 5.5 {SUPERVISED}"
        ),
        "a Dealer without a first card, while a player decides": (
            f"{LUCKY} | {MAINS}{FIRST}, 6H laid on 1 by lucky8 5.6 dealer, 8C to 3, 8D to 5, deal confirmed | "
            f"Dealer has no card by lucky8 5.12 {SUPERVISED}"
        ),
        "a hand with one card, whose player is not there": (
            f"{LUCKY} | {MAINS}{FIRST}, 7D to Dealer, deal taken for complete by lucky8 5.6 dealer, deal confirmed | "
            "offers closed | 1 has one card by lucky8 5.16 pit-manager, Ann absent from 1"
        ),
        "a void round": f"{DEALT}void by lucky8 5.1.1 pit-manager for no%20reason",
    },
    "dueling-8s": {
        "a regular end": f"{DUELED}Ann on 1: stand, Bob on 3: stand, KD to Dealer, settled",
        "bets of one box": (
            f"{DUELING} limits main 5.00..500.00 tie-on-18 1.00..5.00 | Ann on 1 main 10.00, Bob on 1 main 6.00, "
            "Ann on 1 tie-on-18 2.00, Cid claims on 1 superb-8s 1.00, superb-8s on 1 agreed for Cid, "
            "Cid on 1 superb-8s 1.00, no more bets | 8H to 1, deal confirmed | offers closed | Ann on 1: split, "
            "Ann ties 18 on hand 2 of 1 3.00, Bob matches the split on 1, KC to 1, Ann on 1: stand, 2C to 1, "
            "Ann on 1: double 5.00, Bob doubles too on 1 6.00, 9C to 1, KD to Dealer, settled"
        ),
        "everybody surrenders": (
            f"{DUEL}6H to 1, KC to 3, deal confirmed | Ann surrenders on 1, Bob surrenders on 3, "
            "offers closed | settled"
        ),
        "everybody busts": f"{DUELED}Ann on 1: hit, KH to 1, Bob on 3: hit, KD to 3, settled",
        "a player passed over": (
            f"{DUELED}1 passed over by dueling8 5.14 dealer, Bob on 3: hit, 9C to 3, "
            f"9C undisclosed and 1 acts by dueling8 5.14 {SUPERVISED}, Ann on 1: hit, 9C to 1"
        ),
        "cards drawn at once in the initial deal": (
            f"{DUEL}2 at once for Ann on 1 seen 4C 5C by dueling8 5.20.3 {SUPERVISED}, "
            "Ann picks 5C by dueling8 5.20.3 player, 5C to 1, Bob picks 4C by dueling8 5.20.3 player, 4C to 3"
        ),
        "cards drawn at once for the Dealer": (
            f"{DUELED}Ann on 1: stand, Bob on 3: stand, "
            f"3 at once for the Dealer seen 4C 5C by dueling8 5.20.4.5 {SUPERVISED}, "
            "picked 4C by dueling8 5.20.4.5 pit-manager, 4C to Dealer"
        ),
        "a dissatisfied player": (
            f"{DUELED}Ann on 1: hit, 2 at once for Ann on 1 seen 2C 3C by dueling8 5.20.3 {SUPERVISED}, "
            "10.00 on 1 back to Ann by dueling8 5.22 pit-manager"
        ),
        "a box missed": (
            f"{DUEL}6H laid on 2 by dueling8 5.6 dealer, KC laid on 3 by dueling8 5.6 dealer, deal confirmed | "
            "offers closed | "
            f"6H away from 2 by dueling8 5.13 {SUPERVISED}, "
            f"10.00 on 1 back to Ann by dueling8 5.12 {SUPERVISED}, Bob on 3: stand"
        ),
    },
    "e-blackjack": {
        "bets, insurance and even money": (
            f"{TERMINALS} | T1 on 1 main 10.00, T1 on 1 kings-bounty 1.00, T2 on 1 main 5.00, "
            "T2 takes back main from 1, "
            "T2 on 1 main 4.00, T2 lost, T2 found, no more bets | KS to 1, AD to Dealer, AS to 1, "
            "T1 insures T1 on 1 5.00, T2 takes even money on 1, offers closed | 5C to Dealer, KD to Dealer, settled"
        ),
        "a regular end": (
            f"{TERMINALS} | {THREE}8S to 1, 6D to Dealer, 8S to 1, T3 chooses surrender, T1 chooses split, "
            "T2 chooses hit, decisions closed | 3C to 1, T1 chooses double, T2 chooses stand, decisions closed | "
            "8D to 1, 9H to 1, T1 chooses stand, decisions closed | TH to Dealer, 5D to Dealer, settled"
        ),
        "a card that is out before the first, and one face up": (
            f"{TERMINALS} waiting 4C | {THREE}ready 4C plays by R-22 pit-manager, 4C to 1, "
            f"face up 5C plays by eblackjack 5.5 {SUPERVISED}, 5C to Dealer"
        ),
        "cards drawn at once, taken back, put right and corrected": (
            f"{TERMINALS} | {THREE}together 4C 5C by eblackjack 5.7 {SUPERVISED}, 4C to 1, 5C to Dealer, "
            f"rebuilt 5C 4C then - was 4C 5C by eblackjack 5.2 {SUPERVISED}, 6C to 1, "
            "6C taken back by eblackjack 6.3 dealer, "
            "corrected 5C 6C then - was 5C 4C by eblackjack 6.3 dealer, 9C to 1"
        ),
        "a Dealer who gets a card too many": (
            f"{TERMINALS} | {THREE}KS to 1, KD to Dealer, 9S to 1, T1 chooses stand, T2 chooses stand, "
            "T3 chooses stand, "
            "decisions closed | 9C to Dealer, 2C away from Dealer by eblackjack 5.6 dealer, settled"
        ),
        "a late wager, and a round that is ruled void": (
            f"{TERMINALS} | {THREE}KS to 1, 4.00 of main late back to T1 by eblackjack 5.3 {SUPERVISED}, "
            "cutting card, "
            "display 9 was wrong by eblackjack 6.3 dealer, resumed, void by eblackjack 5.1.1 pit-manager for foreign"
        ),
    },
}

FOR_THE_BOX = "lucky-8 8 decks 5 boxes unit 1.00 {mains}rulings R-03={letter} limits main 10.00..100.00"
BOTH_AT_11 = "6C to 1, 6H to 2, 9D to Dealer, 5C to 1, 5H to 2, deal confirmed | offers closed | "
BY_READINGS = {
    "lucky-8": {
        "bets whose maximum is for the box, by R-03 b": (
            f"{FOR_THE_BOX.format(mains='one-box Eve ', letter='b')} pair 2.00..10.00 lucky-8 1.00..5.00 | "
            "Ann on 1 main 60.00, Bob on 1 main 30.00, Ann on 1 pair 6.00, Cid claims on 1 pair 2.00, "
            "Dan claims on 1 pair 2.00, Dan takes back pair from 1, Eve on 3 main 40.00, Ann takes back main from 1, "
            "Cid on 1 pair 2.00, no more bets | 5D to 1"
        ),
        "bets that are full by R-03 b, of players held to one box": (
            f"{FOR_THE_BOX.format(mains='mains 2 one-box Ann,Bob ', letter='b')} | "
            "Ann on 1 main 60.00, Bob on 1 main 40.00, Ann on 2 main 10.00, Bob on 2 main 10.00, no more bets | 5D to 1"
        ),
        "insurance with what the maximum leaves, by R-03 c": (
            f"{FOR_THE_BOX.format(mains='', letter='c')} | Ann on 1 main 45.00, Bob on 1 main 45.00, "
            "Cid on 2 main 100.00, Dan on 3 main 90.00, no more bets | TS to 1, 9S to 2, 8S to 3, AD to Dealer, "
            "9H to 1, 8H to 2, 7H to 3, deal confirmed | Ann insures Ann on 1 6.00, Dan insures Dan on 3 10.00, "
            "Zoe would insure Bob on 1 4.00, Zoe insures Bob on 1 4.00, offers closed | Ann on 1: stand"
        ),
        "doubles and splits with what the maximum leaves, by R-03 c": (
            f"{FOR_THE_BOX.format(mains='', letter='c')} | Ann on 1 main 40.00, Bob on 1 main 20.00, "
            "Cid on 1 main 15.00, Dan on 2 main 50.00, Eve on 3 main 40.00, Fay on 3 main 20.00, no more bets | "
            "6C to 1, 8C to 2, 8D to 3, 9D to Dealer, 5C to 1, 8H to 2, 8S to 3, deal confirmed | offers closed | "
            "Ann on 1: double 12.00, Cid doubles too on 1 10.00, TC to 1, Dan on 2: split, KC to 2, Dan on 2: stand, "
            "KH to 2, Dan on 2: stand, Eve on 3: split, 3C to 3, Eve on 3: stand, 3D to 3, Eve on 3: stand"
        ),
        "bets on the sides by whoever comes first, by R-36 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-36=b | Ann on 1 main 10.00, Bob on 1 pair 1.00, "
            "Cid on 1 pair 2.00, Eve on 1 pair 2.00, Dan claims on 1 pair 3.00, Dan on 1 main 5.00, "
            "Bob takes back pair from 1, no more bets | 5D to 1"
        ),
        "a seat that decides without a wager, by R-32 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-32=b seats 1:Sam 2:Ann 3:Zoe | Ann on 1 main 10.00, "
            "Bob on 2 main 5.00, Bob on 3 main 5.00, Zoe on 3 pair 1.00, no more bets | "
            "8C to 1, 6H to 2, 9C to 3, 7D to Dealer, 8D to 1, 5H to 2, 2C to 3, deal confirmed | "
            "Ann surrenders on 1, offers closed | Ann on 2: hit, 2D to 2, Ann on 2: stand, Zoe on 3: hit, 3D to 3, "
            "Zoe absent from 3, Bob on 3: stand"
        ),
        "even money as whoever decides has it, by R-40 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-40=b seats 1:Ann | Ann on 1 main 10.00, Bob on 1 main 8.00, "
            "Cid on 2 main 6.00, Dan on 2 main 4.00, no more bets | AS to 1, 9H to 2, AD to Dealer, KH to 1, 9C to 2, "
            "deal confirmed | Ann takes even money on 1, Bob takes even money on 1, Cid insures Cid on 2 3.00, "
            "Dan insures Dan on 2 2.00, offers closed | Cid on 2: stand, KD to Dealer, settled"
        ),
        "shares of a double, by R-68 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-68=b limits main 2.00.. | Ann on 1 main 10.00, "
            "Bob on 1 main 5.00, Cid on 1 main 7.00, Dan on 2 main 10.00, Eve on 2 main 4.00, no more bets | "
            f"{BOTH_AT_11}Ann on 1: double 4.00, Bob doubles too on 1 2.00, KC to 1, Dan on 2: double 10.00, "
            "Eve doubles too on 2 4.00, KD to 2, 8H to Dealer, settled"
        ),
        "shares of a double that cannot be exact or are too small, by R-68 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-68=b limits main 4.00.. | Ann on 1 main 10.00, "
            "Bob on 1 main 5.00, Cid on 1 main 8.00, Dan on 2 main 10.00, Eve on 2 main 5.00, no more bets | "
            f"{BOTH_AT_11}Ann on 1: double 5.00, KC to 1, Dan on 2: double 6.00, KD to 2"
        ),
        "one card that counts as a drawn hand, by R-66 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-66=b | Ann on 1 main 10.00, Bob on 2 main 6.00, "
            "no more bets | 8S to 1, 9H to 2, 7D to Dealer, deal taken for complete by lucky8 5.6 dealer, "
            f"deal confirmed | offers closed | 1 has one card by lucky8 5.16 {SUPERVISED}, "
            "Ann acts on one card on 1 by lucky8 5.16.1, 8H to 1, Ann on 1: stand"
        ),
        "insurance that several share, by R-59 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-59=b | Ann on 1 main 20.00, Bob on 2 main 10.00, "
            "Cid on 3 main 10.00, no more bets | TS to 1, 9S to 2, 8S to 3, AD to Dealer, 9H to 1, 8H to 2, 7H to 3, "
            "deal confirmed | Ann insures Ann on 1 3.00, Bob would insure Ann on 1 5.00, "
            "Cid would insure Ann on 1 4.00, insurance of Ann on 1 agreed for Cid, Cid insures Ann on 1 4.00, "
            "Bob insures Ann on 1 3.00, offers closed | "
            f"14.00 of main on 1 late back to Ann by lucky8 5.3 {SUPERVISED}, Ann on 1: stand"
        ),
        "late wagers that have lost and stay, by R-29 b": (
            "lucky-8 8 decks 5 boxes unit 0.50 rulings R-29=b | Ann on 1 main 10.00, Bob on 1 main 6.00, "
            "Cid on 2 main 5.00, Ann on 1 pair 4.00, no more bets | 8S to 1, TS to 2, 7D to Dealer, 8H to 1, 9S to 2, "
            "deal confirmed | offers closed | Ann on 1: split, KC to 1, Ann on 1: stand, 8C to 1, Ann on 1: split, "
            "3C to 1, Ann on 1: double 10.00, TC to 1, KD to 1, Ann on 1: stand, Cid on 2: stand, "
            "2C to Dealer, TH to Dealer, settled"
        ),
        "a player who refused a card and stands, by R-27 b": (
            "lucky-8 8 decks 5 boxes unit 1.00 rulings R-27=b | Ann on 1 main 10.00, Ann on 2 main 6.00, "
            "no more bets | TS to 1, 6H to 2, 7D to Dealer, 2H to 1, 5C to 2, deal confirmed | offers closed | "
            "2C in error by lucky8 5.8 dealer, Ann refuses on 1 by lucky8 5.9"
        ),
    },
    "dueling-8s": {
        "ties with what the maximum leaves, by R-03 c": (
            "dueling-8s 8 decks 2 boxes unit 1.00 rulings R-03=c limits main 5.00..500.00 tie-on-18 1.00..6.00 | "
            "Ann on 1 main 10.00, Bob on 1 main 6.00, Ann on 1 tie-on-18 2.00, Bob on 1 tie-on-18 1.00, no more bets | "
            "8H to 1, deal confirmed | offers closed | Ann on 1: split, Bob matches the split on 1, "
            "Ann ties 18 on hand 2 of 1 2.00, Bob ties 18 on hand 2 of 1 1.00, KC to 1"
        ),
    },
}
BY_READINGS["e-blackjack"] = {
    "late wagers that have lost and stay, by R-29 b": (
        "e-blackjack 6 decks unit 0.50 rulings R-29=b | T1 on 1 main 10.00, T1 on 1 kings-bounty 1.00, "
        "T2 on 1 main 4.00, T3 on 1 main 4.00, no more bets | KS to 1, 7D to Dealer, KS to 1, T1 chooses stand, "
        "T2 chooses split, T3 chooses split, decisions closed | AS to 1, 9C to 1, T2 chooses stand, T3 chooses hit, "
        "decisions closed | 8C to 1, decisions closed | 6D to Dealer, 8D to Dealer, settled"
    ),
    "side wagers that stay without the main one, by R-93 b": (
        f"{TERMINALS} rulings R-93=b | T1 on 1 main 10.00, T1 on 1 kings-bounty 1.00, T2 on 1 main 4.00, "
        f"T3 on 1 main 5.00, no more bets | KS to 1, 10.00 of main late back to T1 by eblackjack 5.3 {SUPERVISED}, "
        f"4.00 of main late back to T2 by eblackjack 5.3 {SUPERVISED}, 7D to Dealer, KH to 1, "
        "corrected KS AD KH then - was KS 7D KH by eblackjack 6.3 dealer, offers closed | T3 chooses stand, "
        "decisions closed | KD to Dealer, settled"
    ),
}
for name, some in BY_READINGS.items():
    ROUNDS[name] |= some


def offer(each: Expected) -> str:
    """An offer as one line."""
    rest = told(each, "command", "by", "clause", "prompt")
    return f"{each.command}: {each.prompt} | {each.by} [{each.clause}] {rest}".strip()


def page(name: str, events: Iterable[Any], known: int = 0) -> Iterator[str]:
    """What each event of a round opens and closes, but for the first ones, which another round begins with too."""
    how, round, before = family(name), None, list[str]()
    for place, event in enumerate(events):
        round = how.evolve(round, event)
        if place < known:
            continue
        now = [offer(each) for each in how.expects(round)]
        yield happened(event)
        yield from (f"  + {each}" for each in now if each not in before)
        yield from (f"  - {each.partition(' | ')[0]}" for each in before if each not in now)
        before = now


def happened(event: Any) -> str:
    return f"{tag(event)} {told(event, 'event', 'terms')}".strip()


def on_paper(folder: Path, title: str, lines: Iterable[str]) -> None:
    """Compare with the golden file of that title, or write it."""
    found = "\n".join(lines) + "\n"
    path = folder / f"{re.sub(r'[^a-z0-9]+', '-', title.lower())}.txt"
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")


def shared_with_the_first(name: str, title: str) -> int:
    """With how many events a round begins that "a regular end" has shown; one of them is shown again."""
    if title == "a regular end":
        return 0
    both = zip(read(ROUNDS[name][title]), read(ROUNDS[name]["a regular end"]), strict=False)
    return max(0, len([*takewhile(lambda each: each[0] == each[1], both)]) - 1)


@pytest.mark.parametrize(("name", "title"), [(name, title) for name, some in ROUNDS.items() for title in some])
def test_every_offer_of_a_round_is_as_it_was_read(name: str, title: str) -> None:
    events = read(ROUNDS[name][title])
    on_paper(GOLDEN / name, title, page(name, events, shared_with_the_first(name, title)))


BACCARAT: dict[str, list[b.AnyCommand]] = {
    "a regular end": [
        b.PlaceWager(bettor="T1", wager="banker", stake=10_000),
        b.PlaceWager(bettor="T1", wager="tie", stake=500),
        b.PlaceWager(bettor="T2", wager="tie", stake=2_000),
        b.WithdrawWager(bettor="T1", wager="tie"),
        b.LoseTerminal(bettor="T2"),
        b.CloseBets(),
        b.FindTerminal(bettor="T2"),
        *(b.DealCard(card=card) for card in cards("4C 8S 3D")),
        b.RemoveCuttingCard(),
        *(b.DealCard(card=card) for card in cards("2H KH")),
        b.Settle(),
    ],
    "cards out early": [
        b.PlaceWager(bettor="T1", wager="tie", stake=500),
        b.CloseBets(),
        b.RuleReadyCards(course="burn"),
        b.FindFaceUpCard(card=cards("5C")[0], course="play"),
        *(b.DealCard(card=card) for card in cards("5C")),
        b.FindFaceUpCard(card=cards("6C")[0]),
        *(b.DealCard(card=card) for card in cards("6C")),
        b.TakeBackCard(card=cards("6C")[0]),
        b.DeclareDrawnTogether(cards=cards("6D 7D"), known=True),
        *(b.DealCard(card=card) for card in cards("6D 7D")),
        b.Reconstruct(cards=cards("7D 5C 6D")),
        *(b.DealCard(card=card) for card in cards("2C 2D")),
        b.DeclareDisturbedOrder(),
        b.CorrectDisplay(said="a tie"),
        b.Settle(),
        b.CorrectCards(cards=cards("7D 5C 6D 2C 3D")),
        b.ReturnLateWager(bettor="T1", wager="tie", amount=200),
        b.Refer(reason="a dispute", effect="void"),
    ],
}


def baccarat_events(name: str, title: str) -> list[b.AnyEvent]:
    """What happens in a baccarat round of that title; where there are no terminals none is lost."""
    limits = {"tie": Limits(200, 40_000), "banker": Limits(1_000)}
    opened = b.OpenBets(terms=Terms.of(name, unit=100, limits=limits), waiting=cards("9D") if "early" in title else ())
    events, round = list[b.AnyEvent](), None
    for command in (opened, *BACCARAT[title]):
        if isinstance(command, b.LoseTerminal | b.FindTerminal) and name == "sands-super":
            continue
        by = Role.PLAYER if isinstance(command, b.PlaceWager | b.WithdrawWager) else Role.GAMING_SHIFT_MANAGER
        for event in baccarat.decide(round, command, by):
            round = baccarat.evolve(round, event)
            events.append(event)
    return events


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
@pytest.mark.parametrize("title", BACCARAT)
def test_every_offer_of_a_baccarat_round_is_as_it_was_read(name: str, title: str) -> None:
    on_paper(GOLDEN / name, title, page(name, baccarat_events(name, title)))
