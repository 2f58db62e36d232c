"""Recorded rounds: one JSON object a line in, one explained settlement a line out."""

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from croupier.cards import shuffled
from croupier.games.catalogue import game
from croupier.games.families import family
from croupier.games.family import RecordedRound as RecordedRound
from croupier.games.family import Settlement as Settlement
from croupier.games.game import Game
from croupier.games.told import ToldSettlement, settle_told
from croupier.refused import Refused


class Told(msgspec.Struct, frozen=True):
    """A whole round as a list of its events, with all bettors and irregularities."""

    game: str
    events: msgspec.Raw


class Fault(msgspec.Struct, frozen=True):
    """Why a line could not be settled."""

    line: int
    message: str
    clause: str | None = None


def settle(
    name: str | Game,
    dealt: str | Sequence[str],
    wagers: Mapping[str, int],
    decisions: Sequence[str] = (),
    *,
    decks: int | None = None,
    unit: int | None = None,
    reading: str | None = None,
) -> Settlement:
    """Settle a round of any game; `reading` is another reading of open points, such as `R-63=b`.

    >>> settle("tiger", "8S 4C 3D 2H KH", {"banker": 10_000, "small-tiger": 500}).net
    {'banker': 9500, 'small-tiger': 11000}
    >>> settle("lucky-8", "8S 6D 8H 3C TD 5D 9H KH", {"main": 10_000}, ["split", "double", "stand"]).net
    {'main': 30000}
    """
    rules = game(name, reading)
    cards = tuple(dealt.split() if isinstance(dealt, str) else dealt)
    return family(rules).settle(rules, RecordedRound(rules.name, cards, dict(wagers), tuple(decisions), decks), unit)


def settle_recorded(round: RecordedRound, unit: int | None = None, reading: str | None = None) -> Settlement:
    """Settle a recorded round of any game, under the readings that it names, and otherwise under `reading`."""
    rules = game(round.game, reading)
    if round.readings:
        rules = game(rules, round.readings)
    return family(rules).settle(rules, round, unit)


_decode = msgspec.json.Decoder(RecordedRound).decode
_decode_told = msgspec.json.Decoder(Told).decode
_encoder = msgspec.json.Encoder(enc_hook=str)


def settle_line(
    line: bytes, number: int, unit: int | None = None, reading: str | None = None
) -> Settlement | ToldSettlement | Fault:
    """Settle one line of a file; a `Fault` says what is wrong with it."""
    try:
        if b'"events"' in line:
            round = _decode_told(line)
            return settle_told(round.game, round.events)
        return settle_recorded(_decode(line), unit, reading)
    except Refused as refused:
        return Fault(number, f"line {number}: {refused.reason}", refused.clause)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$")
        if where.startswith(".wagers["):
            return Fault(number, f"line {number}: a stake is a whole number of cents: {message} in wagers", "R-02")
        return Fault(number, f"line {number}: not a recorded round: {error}")
    except msgspec.DecodeError as error:
        message = str(error).removeprefix("JSON is malformed: ")
        return Fault(number, f"line {number}: malformed JSON: {message}")
    except (UnicodeDecodeError, RecursionError):
        return Fault(number, f"line {number}: malformed JSON: not text that can be read")


def deal(
    name: str | Game,
    entropy: random.Random,
    decks: int | None = None,
    stake: int | None = None,
    reading: str | None = None,
) -> Iterator[RecordedRound]:
    """Generate random complete rounds endlessly: each shoe to about a deck from its end, every wager placed.

    >>> next(deal("tiger", random.Random(8))).cards
    (AS, 3H, 2D, 6C)
    """
    rules = game(name, reading)
    kind, read = family(rules), rules.readings.changes
    decks = rules.check_decks(decks)
    stakes = dict.fromkeys(rules.bets, max(100, rules.unit) if stake is None else stake)
    rules.check_stakes(stakes, rules.unit)
    # One deck is enough for the last round of a shoe; a single deck is shuffled for each round.
    reserve = len(rules.deck.cards) - 1
    while True:
        shoe = shuffled(rules.shoe(decks), entropy)
        while len(shoe) > reserve:
            dealt, decisions = kind.deal(rules, shoe, stakes, entropy)
            del shoe[: len(dealt)]
            yield RecordedRound(rules.name, tuple(dealt), stakes, tuple(decisions), decks, read)


def encode(answer: Settlement | ToldSettlement | Fault | RecordedRound) -> bytes:
    """Encode an answer as a line of JSON, without the line break."""
    return _encoder.encode({"error": answer} if isinstance(answer, Fault) else answer)
