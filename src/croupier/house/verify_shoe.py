"""Check a shoe from the outside: `python verify_shoe.py FILE`. The standard library alone, so that anybody may copy it.

FILE is JSON: `commitment` as published before the first card, `drawn` with the cards that rounds have shown so far, and
`opening` once the shoe has retired. A card's leaf is SHA-256 of a zero byte, the shoe's name, the card's place, its
salt and its face; leaves are joined in a tree (as in RFC 6962) whose root was published. So a card that is shown with
its salt and its way to the root was there from the beginning, and shows nothing of any other; the opening shows the
whole order, and that the decks were whole.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

ALGORITHM = "croupier-shoe-1"
RANKS, SUITS = "A23456789TJQK", "SHDC"
NO_TENS = RANKS.replace("T", "")


def leaf(shoe: str, index: int, salt: bytes, card: str) -> bytes:
    """What stands for one card at its place, and tells nothing of it to who has not got the salt."""
    name = shoe.encode()
    return hashlib.sha256(
        b"\0" + len(name).to_bytes(2) + name + index.to_bytes(4) + salt + card.encode("ascii")
    ).digest()


def salt(seed: bytes, index: int) -> bytes:
    """The salt of one card; nobody gets from it to the seed, nor to another."""
    return hmac.digest(seed, ALGORITHM.encode() + index.to_bytes(4), "sha256")


def node(left: bytes, right: bytes) -> bytes:
    """Two branches joined."""
    return hashlib.sha256(b"\1" + left + right).digest()


def split(size: int) -> int:
    """Where so many leaves part: at the largest power of two that leaves some on the right.

    >>> [split(size) for size in (2, 3, 4, 5, 416)]
    [1, 2, 2, 4, 256]
    """
    return 1 << (size - 1).bit_length() - 1


def root(leaves: Sequence[bytes]) -> bytes:
    """The root of a tree of these leaves."""
    if len(leaves) == 1:
        return leaves[0]
    at = split(len(leaves))
    return node(root(leaves[:at]), root(leaves[at:]))


def climbed(found: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Where the way of a leaf leads to, from the leaf upwards; nowhere if it has too many steps or too few."""
    turns = []
    while size > 1:
        at = split(size)
        turns.append(index >= at)
        index, size = (index - at, size - at) if index >= at else (index, at)
    if len(turns) != len(path):
        return None
    for on_the_right, beside in zip(reversed(turns), path, strict=True):
        found = node(beside, found) if on_the_right else node(found, beside)
    return found


def full(decks: str) -> Counter[str]:
    """The cards of a shoe such as `8x52`, `8x48` (no tens), `8x47` (no 8 of Spades either), or `8x52 less AS KD`."""
    size, _, gone = decks.partition(" less ")
    number, _, kind = size.partition("x")
    ranks, without = {"52": (RANKS, ""), "48": (NO_TENS, ""), "47": (NO_TENS, "8S")}[kind]
    left = Counter({rank + suit: int(number) for rank in ranks for suit in SUITS if rank + suit != without})
    left.subtract(gone.split())
    return +left


def defects(record: dict[str, Any]) -> Iterator[str]:
    """Everything that is wrong with a shoe's record, one line each."""
    said = record["commitment"]
    shoe, size, committed = said["shoe"], said["size"], bytes.fromhex(said["root"])
    if said["algorithm"] != ALGORITHM:
        yield f"unknown algorithm {said['algorithm']!r}: this script knows {ALGORITHM}"
        return
    if size != full(said["decks"]).total():
        yield f"{said['decks']} is {full(said['decks']).total()} cards, not {size}"
    shown: dict[int, str] = {}
    for each in record.get("drawn", ()):
        index, card, path = each["index"], each["card"], [bytes.fromhex(step) for step in each["path"]]
        if not 0 <= index < size:
            yield f"card {index} is none of {size}"
        elif climbed(leaf(shoe, index, bytes.fromhex(each["salt"]), card), index, size, path) != committed:
            yield f"card {index}, shown as {card}, is not the one that was committed to"
        elif index in shown:
            yield f"card {index} was drawn twice"
        else:
            if shown and index < max(shown):
                yield f"card {index} was drawn after card {max(shown)}"
            shown[index] = card
    if opening := record.get("opening"):
        yield from _opening_defects(said, opening, shown)


def _opening_defects(said: dict[str, Any], opening: dict[str, Any], shown: dict[int, str]) -> Iterator[str]:
    seed, order = bytes.fromhex(opening["seed"]), opening["order"].split()
    leaves = [leaf(said["shoe"], index, salt(seed, index), card) for index, card in enumerate(order)]
    if len(order) != said["size"] or root(leaves).hex() != said["root"]:
        yield "the order that the opening tells is not the one that was committed to"
    if Counter(order) != full(said["decks"]):
        yield f"the cards of the opening are not {said['decks']}"
    for index, card in shown.items():
        if index < len(order) and order[index] != card:
            yield f"card {index} was shown as {card} and is {order[index]} in the opening"


def main(arguments: Sequence[str]) -> int:
    """Check the file named on the command line."""
    if len(arguments) != 1:
        print("usage: python verify_shoe.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            record = json.load(file)
        found = list(defects(record))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        print(f"{arguments[0]} is no record of a shoe: {error!r}", file=sys.stderr)
        return 2
    shoe = record["commitment"]["shoe"]
    for defect in found:
        print(f"shoe {shoe}: {defect}")
    if not found:
        whole = "opened, every card of it" if record.get("opening") else "not opened yet"
        print(f"shoe {shoe}: {len(record.get('drawn', ()))} cards proven against the published root; {whole}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
