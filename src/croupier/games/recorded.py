"""Recorded rounds: one JSON object a line in, one explained settlement a line out."""

import random
from collections.abc import Iterator, Mapping

import msgspec

from croupier.cards import Card, cards, shuffled
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.settlement import Settlement
from croupier.games.baccarat.settlement import settle as settle_baccarat
from croupier.games.catalogue import game
from croupier.refused import Refused


class Recorded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round as it was dealt: cards in dealing order, one bettor's stakes in cents."""

    game: str
    cards: tuple[str, ...]
    wagers: dict[str, int]
    decks: int | None = None


class Fault(msgspec.Struct, frozen=True):
    """Why a line could not be settled."""

    line: int
    message: str
    clause: str | None = None


def settle(
    name: str,
    dealt: str | tuple[str, ...],
    wagers: Mapping[str, int],
    *,
    decks: int | None = None,
    unit: int | None = None,
) -> Settlement:
    """Settle a round of any game.

    >>> settle("tiger", "8S 4C 3D 2H KH", {"banker": 10_000, "small-tiger": 500}).net
    {'banker': 9500, 'small-tiger': 11000}
    """
    return settle_baccarat(game(name), cards(dealt), wagers, decks, unit)


_decode = msgspec.json.Decoder(Recorded).decode
_encoder = msgspec.json.Encoder(enc_hook=str)


def settle_line(line: bytes, number: int, unit: int | None = None) -> Settlement | Fault:
    """Settle one line of a file, or say what is wrong with it."""
    try:
        recorded = _decode(line)
        return settle(recorded.game, recorded.cards, recorded.wagers, decks=recorded.decks, unit=unit)
    except Refused as refused:
        return Fault(number, f"line {number}: {refused.reason}", refused.clause)
    except msgspec.ValidationError as error:
        return Fault(number, f"line {number}: {_in_words(str(error))}")
    except msgspec.DecodeError as error:
        return Fault(number, f"line {number}: malformed JSON: {error}")
    except (UnicodeDecodeError, RecursionError):
        return Fault(number, f"line {number}: malformed JSON: not text that can be read")


def _in_words(error: str) -> str:
    where = error.partition(" - at `$")[2].rstrip("`").lstrip(".")
    if where.startswith("wagers"):
        return f"a stake is a whole number of cents: {error.partition(' - ')[0]} in wagers"
    return f"not a recorded round: {error}"


def deal(name: str, entropy: random.Random, decks: int | None = None, stake: int | None = None) -> Iterator[Recorded]:
    """Random complete rounds without end: whole shoes to about a deck from their end, every wager placed.

    >>> next(deal("tiger", random.Random(8))).cards
    ('3S', 'QH', 'TD', '4H', '3D', 'AH')
    """
    rules = game(name)
    decks = rules.check_decks(decks)
    stakes = dict.fromkeys(rules.by_name, max(100, rules.unit) if stake is None else stake)
    rules.check_stakes(stakes, rules.unit)
    while True:
        shoe = shuffled(rules.shoe(decks), entropy)
        while len(shoe) > len(rules.deck.cards):
            dealt: list[Card] = []
            while next_hand(dealt):
                dealt.append(shoe.pop())
            yield Recorded(name, tuple(dealt), stakes, decks)


def encode(answer: Settlement | Fault | Recorded) -> bytes:
    """An answer as a line of JSON, without its end."""
    return _encoder.encode({"error": answer} if isinstance(answer, Fault) else answer)
