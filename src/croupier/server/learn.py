"""The trainer: hands to play with the cost of every mistake, squares to learn by heart, rounds to settle, acts to name.

It is open to everybody, since it deals from full shoes of its own; nothing is stored.
"""

from typing import Annotated

import msgspec

from croupier.games.catalogue import game as find
from croupier.games.families import family
from croupier.games.round import encode
from croupier.server.calculations import Seed, ShoeAsked, work_odds
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.lessons import BetPrice, NextQuestion, PayoutSheet, PracticeRound, Squares
from croupier.server.practice import next_question, payouts, played
from croupier.server.problems import Problem
from croupier.words import Sentence

MAX_STAKE_CENTS = 100_000_000
MAX_WAGERS, MAX_WORDS = 64, 64


class SeedQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which of the random rounds is meant."""

    seed: Seed


class PlayAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A practice round: its seed, the learner's stakes in cents, and the decisions so far."""

    seed: Seed
    stakes: Annotated[
        dict[str, Annotated[int, msgspec.Meta(ge=1, le=MAX_STAKE_CENTS)]],
        msgspec.Meta(min_length=1, max_length=MAX_WAGERS),
    ]
    words: Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_WORDS)] = ()


async def play(request: ApiRequest) -> PracticeRound:
    """A practice round so far; the first decisions of a game take seconds."""
    asked: PlayAsked = request.body
    stakes = tuple(asked.stakes.items())
    return await request.desk.lessons.once(played, find(request.path["game"]).name, asked.seed, stakes, asked.words)


async def bets(request: ApiRequest) -> list[BetPrice]:
    """What each bet costs on average, and against the best one."""
    rules = find(request.path["game"])
    odds = await request.desk.worker.once(work_odds, ShoeAsked(rules.name, rules.default_decks))
    edges = {each.name: each.edge for each in odds.wagers if each.name in rules.bets}
    least = min(edges.values())
    return [BetPrice(wager, edge, edge - least) for wager, edge in edges.items()]


async def squares(request: ApiRequest) -> bytes:
    """Everything that is learnt by heart: the chart of best play, or the table of play."""
    rules = find(request.path["game"])
    if family(rules).part("squares") is None:
        raise Problem(404, Sentence("nothing-learnt-by-heart", game=rules.name))
    return await request.desk.lessons.once(work_squares, rules.name)


def work_squares(name: str) -> bytes:
    """In the worker: all squares of a game, encoded."""
    rules = find(name)
    found: Squares = family(rules).part("squares")(rules, rules.shoe())
    return encode(found)


async def payout_sheet(request: ApiRequest) -> PayoutSheet:
    """A round to settle."""
    return await request.desk.lessons.once(payouts, find(request.path["game"]).name, request.query.seed)


async def who_is_next(request: ApiRequest) -> NextQuestion:
    """A table in the middle of a round, and several acts of which one comes next."""
    return await request.desk.lessons.once(next_question, find(request.path["game"]).name, request.query.seed)


LEARN = (
    Endpoint(
        method="POST",
        path="/api/learn/{game}/play",
        summary="A practice round so far, with what every decision costs against the best",
        do=play,
        body=PlayAsked,
        answer=PracticeRound,
        problems=(422,),
    ),
    Endpoint(
        method="GET",
        path="/api/learn/{game}/bets",
        summary="What each bet of a game costs on average, and against the best one",
        do=bets,
        answer=list[BetPrice],
        problems=(422,),
    ),
    Endpoint(
        method="GET",
        path="/api/learn/{game}/squares",
        summary="Everything to learn by heart: the chart of best play, or the table of play",
        do=squares,
        answer=Squares,
        problems=(404, 422),
    ),
    Endpoint(
        method="GET",
        path="/api/learn/{game}/payouts",
        summary="A round to settle, with a stake on every wager",
        do=payout_sheet,
        query=SeedQuery,
        answer=PayoutSheet,
        problems=(422,),
    ),
    Endpoint(
        method="GET",
        path="/api/learn/{game}/next",
        summary="A table in the middle of a round, and several acts of which one comes next",
        do=who_is_next,
        query=SeedQuery,
        answer=NextQuestion,
        problems=(422,),
    ),
)
