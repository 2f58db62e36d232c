"""The alternative readings that change the odds of baccarat wagers."""

from collections.abc import Callable
from itertools import product
from typing import Literal

import msgspec

from croupier.cards import RANKS, Card
from croupier.games.baccarat import wagers as w
from croupier.games.baccarat.drawing import Side
from croupier.games.baccarat.outcome import OpeningHand, OpeningPairs, Points, opening
from croupier.games.baccarat.variants import FABULOUS_4S, SUPER_6_NC, VARIANTS
from croupier.games.game import Game
from croupier.games.wager import Match, Pay, Wager
from croupier.money import Pays
from croupier.odds.baccarat.colours import coloured
from croupier.odds.readings.reading import Reading, all_of, best_of
from croupier.odds.readings.views import ten_pairs_with_faces, two_cards, two_hands
from croupier.odds.tally import DealCounter

SIDES = w.SIDES
SHADES: tuple[Literal["red", "black"], ...] = ("red", "black")


def readings() -> list[Reading]:
    """Every reading of the baccarat games that can be counted."""
    return [
        *_pairs(),
        *_offered_elsewhere(),
        *_dragon_bonus(),
        *_six(),
        *_tiger_pair(),
        *_fabulous(),
        *_tiger_family(),
        *_colours(),
        *_sands(),
        *_precious(),
    ]


def _with(names: tuple[str, ...]) -> list[tuple[Game, str]]:
    return [(game, name) for game in VARIANTS for name in names if name in game.bets]


# is 10 with J, Q or K a pair


def _pairs() -> list[Reading]:
    # Super Baccarat's document is not among those whose pairs are open.
    names = ("player-pair", "banker-pair", "player-precious-pair", "banker-precious-pair")
    openings = [
        Reading(ruling="R-63", key="b", game=game.name, wager=name, view=_openings_with_faces)
        for game, name in _with(names)
        if game.document.id == "ebaccarat"
    ]
    says = "10 pairs with any face, yet a twin is still of one rank"
    return openings + [
        Reading(ruling="R-63", key="b", game=game.name, wager=name, says=says, view=_tigers_with_faces)
        for game, name in _with(("tiger-pair",))
    ]


def _openings_with_faces() -> DealCounter:
    return two_cards(lambda one, other: opening(one, other, pairs=ten_pairs_with_faces))


def _tigers_with_faces() -> DealCounter:
    def see(one: Card, other: Card) -> str:
        # Two mixed pairs are not of one rank, so they must not look alike.
        return one.rank if one.rank == other.rank else "mixed" if ten_pairs_with_faces(one, other) else ""

    def both(player: str, banker: str) -> OpeningPairs:
        return OpeningPairs(player, "mixed too" if player == banker == "mixed" else banker)

    return two_hands(rank, see, both)


def rank(card: Card) -> Card:
    """Classifies cards by rank.

    >>> rank(Card("QD"))
    QS
    """
    return Card(card.rank + "S")


# wagers that another variant might offer too


def _offered_elsewhere() -> list[Reading]:
    says = {"R-95": "merged: Super Six offers the Dragon Bonus too", "R-99": "every variant offers Precious Pair"}
    dragons = [
        Reading(
            ruling="R-95", key="b", game="super-six-nc", wager=name, says=says["R-95"], borrow=_of(SUPER_6_NC, name)
        )
        for name in ("player-dragon-bonus", "banker-dragon-bonus")
    ]
    return dragons + [
        Reading(ruling="R-99", key="b", game=game.name, wager=name, says=says["R-99"], borrow=_of(FABULOUS_4S, name))
        for name in ("player-precious-pair", "banker-precious-pair")
        for game in VARIANTS
        if game.document.id == "ebaccarat" and name not in game.bets
    ]


def _of(game: Game, wager: str) -> Callable[[], Wager]:
    return lambda: game.bets[wager]


# Dragon Bonus


def _dragon_bonus() -> list[Reading]:
    return [
        Reading(ruling="R-96", key=key, game=game.name, wager=f"{side}-dragon-bonus", declare=declare)
        for side in SIDES
        for key, declare in {"b": _by_margin(side), "c": _all_ties_push, "d": _naturals_push}.items()
        for game, _ in _with((f"{side}-dragon-bonus",))
    ]


def _by_margin(side: Side) -> Callable[[Wager], Wager]:
    """A natural is paid as any other hand, and loses below the margins that pay."""

    def as_if_drawn(points: Points) -> Points:
        return msgspec.structs.replace(points, player_cards=3, banker_cards=3) if points.winner == side else points

    return lambda wager: _rows(
        wager,
        [_when(row, _when_seen_as(row, as_if_drawn)) for row in wager.rows if "natural" not in row.outcome.split()],
    )


def _all_ties_push(wager: Wager) -> Wager:
    *others, tie = wager.rows
    return _rows(wager, [*others, _when(tie, w.ties())])


def _naturals_push(wager: Wager) -> Wager:
    *others, tie = wager.rows
    both = _when(tie, lambda points: points.natural("player") and points.natural("banker"))
    return _rows(wager, [both, *others])


# six-bets on a tie at six


def _six() -> list[Reading]:
    names = ("super-six", "super-6", "fortune-six", "tiger", "small-tiger", "big-tiger")

    def or_tied(wager: Wager) -> Wager:
        return _rows(wager, [_when(row, _when_seen_as(row, _as_if_banker_won_the_tie)) for row in wager.rows])

    return [Reading(ruling="R-97", key="b", game=game.name, wager=name, declare=or_tied) for game, name in _with(names)]


def _as_if_banker_won_the_tie(points: Points) -> Points:
    return msgspec.structs.replace(points, player=0) if points.player == points.banker == 6 else points


# Tiger Pair


def _tiger_pair() -> list[Reading]:
    def stacked(player: str, banker: str) -> tuple[OpeningPairs, ...]:
        values = [OpeningPairs(player, banker)]
        if player and player == banker:
            values.append(OpeningPairs(RANKS[0], RANKS[1]))
        if player and banker:
            values.append(OpeningPairs(RANKS[0], ""))
        return tuple(values)

    def zeros_match(player: str, banker: str) -> OpeningPairs:
        return OpeningPairs(*("T" if each and each in "TJQK" else each for each in (player, banker)))

    def pair(one: Card, other: Card) -> str:
        return opening(one, other).pair

    return [
        reading
        for game, name in _with(("tiger-pair",))
        for reading in (
            Reading(
                ruling="R-98",
                key="b",
                game=game.name,
                wager=name,
                view=lambda: two_hands(rank, pair, stacked),
                settle=all_of,
            ),
            Reading(
                ruling="R-98", key="c", game=game.name, wager=name, view=lambda: two_hands(rank, pair, zeros_match)
            ),
        )
    ]


# R-100: Fabulous 4's


def _fabulous() -> list[Reading]:
    game = FABULOUS_4S.name

    def graded_alone(side: Side) -> Callable[[Wager], Wager]:
        """The graded rows by total alone, while a tie still stands off."""

        def declare(wager: Wager) -> Wager:
            *graded, won, tie = wager.rows
            alone = [_when(row, _when_seen_as(row, _as_if_won(side, ties=False))) for row in graded]
            return _rows(wager, [*alone, won, tie])

        return declare

    def alone(side: Side) -> Callable[[Wager], Wager]:
        return lambda wager: _rows(
            wager, [_when(row, _when_seen_as(row, _as_if_won(side, ties=True))) for row in wager.rows]
        )

    mains = [
        Reading(
            ruling="R-100",
            key="b",
            game=game,
            wager=side,
            says="total alone, won or lost; ties push",
            declare=graded_alone(side),
        )
        for side in SIDES
    ]
    return mains + [
        Reading(
            ruling="R-100",
            key="b",
            game=game,
            wager=f"{side}-fabulous-4",
            says="total alone, won, lost or tied",
            declare=alone(side),
        )
        for side in SIDES
    ]


def _as_if_won(side: Side, *, ties: bool) -> Callable[[Points], Points]:
    def as_won(points: Points) -> Points:
        if points.winner == "tie" and not ties:
            return points
        return msgspec.structs.replace(points, **{"banker" if side == "player" else "player": 0})

    return as_won


# the Tiger family


def _tiger_family() -> list[Reading]:
    says = "Small Tiger, Big Tiger and Tiger Tie as grades of Tiger"

    def graded(game: Game) -> Callable[[Wager], Wager]:
        grades = [row for name in ("small-tiger", "big-tiger", "tiger-tie") for row in game.bets[name].rows]
        return lambda wager: _rows(wager, [*grades, *wager.rows])

    return [
        Reading(ruling="R-101", key="b", game=game.name, wager=name, says=says, declare=graded(game))
        for game, name in _with(("tiger",))
    ]


# Red and Black


def _colours() -> list[Reading]:
    readings = []
    for side, shade in product(SIDES, SHADES):
        name = f"{side}-{shade}"

        def settle(wager: Wager, of_colour: bool, shade: Literal["red", "black"] = shade) -> Match:
            return wager.match(OpeningHand("", "", shade if of_colour else ""))

        readings += [
            Reading(ruling="R-106", key="b", game="sands-super", wager=name, view=_either_colour, settle=best_of),
            Reading(
                ruling="R-106",
                key="c",
                game="sands-super",
                wager=name,
                says="all final cards of the hand required",
                view=_coloured(side, shade, "final"),
                settle=settle,
            ),
            Reading(
                ruling="R-106",
                key="c",
                game="sands-super",
                wager=name,
                says="winning hand required",
                view=_coloured(side, shade, "wins"),
                settle=settle,
            ),
        ]
    return readings


def _coloured(side: Side, shade: Literal["red", "black"], asks: Literal["final", "wins"]) -> Callable[[], DealCounter]:
    return lambda: coloured(side, shade, asks)


def _either_colour() -> DealCounter:
    def colour(card: Card) -> Card:
        return Card("AH" if card.red else "AS")

    return two_hands(colour, opening, lambda player, banker: (player, banker))


# Super Baccarat's sixes


def _sands() -> list[Reading]:
    def at_six_to_one(wager: Wager) -> Wager:
        return _rows(wager, [msgspec.structs.replace(row, pays=Pays(6)) for row in wager.rows])

    def without_ties(wager: Wager) -> Wager:
        return _rows(wager, [_when(row, _and_no_tie(row)) for row in wager.rows])

    return [
        Reading(ruling="R-107", key="b", game="sands-super", wager="player-wins-on-6", declare=at_six_to_one),
        Reading(
            ruling="R-108",
            key="b",
            game="sands-super",
            wager="sands-six",
            says="a tie at six does not count",
            declare=without_ties,
        ),
    ]


def _and_no_tie(row: Pay) -> Callable[[Points], bool]:
    return lambda points: points.winner != "tie" and row.when(points)


# Precious Pair


def _precious() -> list[Reading]:
    return [
        Reading(ruling="R-110", key="b", game=game.name, wager=name, view=_either_pair, settle=best_of)
        for game, name in _with(("player-precious-pair", "banker-precious-pair"))
    ]


def _either_pair() -> DealCounter:
    def diamond_or_not(card: Card) -> Card:
        # Two Spades would look like a suited pair as Diamonds do, but no grade asks for Spades.
        return card if card.suit == "D" else Card(card.rank + "S")

    return two_hands(diamond_or_not, opening, lambda player, banker: (player, banker))


def _rows(wager: Wager, rows: list[Pay]) -> Wager:
    return msgspec.structs.replace(wager, rows=tuple(rows))


def _when(row: Pay, when: Callable[[Points], bool]) -> Pay:
    return msgspec.structs.replace(row, when=when)


def _when_seen_as(row: Pay, see: Callable[[Points], Points]) -> Callable[[Points], bool]:
    return lambda points: row.when(see(points))
