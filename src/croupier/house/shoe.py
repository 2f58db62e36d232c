"""The virtual shoe: shuffled, sealed and committed to before the first card; every card it gives comes with its proof.

The commitment is the root of a Merkle tree, and published. Each drawn card is shown with its salt and its path to the
root; the rest stays hidden until the shoe retires and its whole order is published. `verify_shoe.py` checks it all.

>>> from croupier.cards import STANDARD
>>> from croupier.house.shuffle import seeded
>>> keys = Keys(bytes(32))
>>> shoe = Shoe.shuffled("demo", Composition(STANDARD, 8), keys, cut=52, entropy=seeded(7))
>>> shoe
Shoe(demo, 8x52, 0 of 416 drawn, 30E8-907C)
>>> card = shoe.draw()
>>> card.card, card.proves(shoe.commitment), len(card.path)
(9D, True, 9)
>>> again = Shoe.unsealed(shoe.commitment, shoe.sealed, keys, drawn=1)
>>> again.draw() == shoe.draw()
True
"""

from collections.abc import Iterator, Sequence
from typing import NoReturn, Self

import msgspec

from croupier.cards import Card, Composition
from croupier.cards import cards as parsed
from croupier.games.game import Game
from croupier.house.keys import Keys
from croupier.house.shuffle import Entropy, shuffled
from croupier.house.verify_shoe import ALGORITHM, climbed, leaf, node, root, salt, split
from croupier.refused import Refused


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """What is published of a shoe before its first card: the Merkle root and the shoe's parameters."""

    shoe: str
    decks: str
    """Its cards, such as `8x52`."""
    size: int
    root: str
    burn: int
    """Cards burned after the shuffle (R-16)."""
    cut: int
    """Cards behind the cutting card (R-15); part of the commitment, so that nobody shuffles when it suits them."""
    algorithm: str = ALGORITHM

    @property
    def code(self) -> str:
        """The first 8 digits of the root, for display on terminals."""
        return f"{self.root[:4]}-{self.root[4:8]}".upper()


class Drawn(msgspec.Struct, frozen=True):
    """A drawn card with its Merkle proof."""

    index: int
    card: Card
    salt: str
    path: tuple[str, ...]

    def proves(self, commitment: Commitment) -> bool:
        """Whether the proof shows that this card was at this index when the commitment was made."""
        try:
            steps = [bytes.fromhex(step) for step in self.path]
            own_leaf = leaf(commitment.shoe, self.index, bytes.fromhex(self.salt), self.card)
        except (ValueError, OverflowError):
            return False
        inside = 0 <= self.index < commitment.size
        return inside and climbed(own_leaf, self.index, commitment.size, steps) == bytes.fromhex(commitment.root)


class Opening(msgspec.Struct, frozen=True):
    """The seed and order of a retired shoe, from which anybody can recompute its root."""

    seed: str
    order: str

    def proves(self, commitment: Commitment) -> bool:
        """Whether this is the order that was committed to, and its decks are complete."""
        try:
            seed, order = bytes.fromhex(self.seed), parsed(self.order)
            whole = sorted(order) == sorted(Composition.parse(commitment.decks))
        except (ValueError, Refused):
            return False
        return whole and root(_leaves(commitment.shoe, seed, order)) == bytes.fromhex(commitment.root)


class _Hidden:
    """The secret part of a shoe: not printed, not encoded, not pickled, not in a traceback that shows locals."""

    __slots__ = ("order", "seed", "tree")

    def __init__(self, shoe: str, seed: bytes, order: Sequence[Card]) -> None:
        self.seed, self.order = seed, tuple(order)
        self.tree = _Tree(_leaves(shoe, seed, order))

    def __repr__(self) -> str:
        return "<hidden>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a shoe is not written anywhere but sealed")


class Shoe:
    """A virtual shoe. The cards left in it are visible nowhere: they are drawn, burned, or published at retirement."""

    __slots__ = ("_hidden", "commitment", "drawn", "sealed")

    def __init__(self, commitment: Commitment, sealed: bytes, hidden: _Hidden, drawn: int) -> None:
        self.commitment = commitment
        self.sealed = sealed
        """Seed and order encrypted with the house's key, for the store."""
        self.drawn = drawn
        """Number of cards that have left it, burned ones included."""
        self._hidden = hidden

    @classmethod
    def shuffled(cls, name: str, of: Composition, keys: Keys, *, cut: int, entropy: Entropy, burn: int = 0) -> Self:
        """A new shoe of these cards in random order; `cut` cards lie behind the cutting card."""
        size = of.total
        if cut < 0 or burn < 0 or burn + cut >= size:
            raise Refused("shoe-leaves-no-cards", "R-15", size=size, burned=burn, behind_cut=cut)
        hidden = _Hidden(name, entropy(32), shuffled(of, entropy))
        root = hidden.tree.root.hex()
        commitment = Commitment(shoe=name, decks=str(of), size=size, root=root, burn=burn, cut=cut)
        sealed = keys.seal(hidden.seed + "".join(hidden.order).encode(), msgspec.json.encode(commitment), entropy)
        return cls(commitment, sealed, hidden, 0)

    @classmethod
    def unsealed(cls, commitment: Commitment, sealed: bytes, keys: Keys, drawn: int) -> Self:
        """Restore a shoe from the store after an interruption, with `drawn` cards gone; its order is the same."""
        if not 0 <= drawn <= commitment.size:
            raise Refused("shoe-drawn-count-invalid", size=commitment.size, drawn=drawn)
        plain = keys.unseal(sealed, msgspec.json.encode(commitment))
        text = plain[32:].decode("ascii")
        order = parsed(text[at : at + 2] for at in range(0, len(text), 2))
        return cls(commitment, sealed, _Hidden(commitment.shoe, plain[:32], order), drawn)

    @property
    def left(self) -> int:
        """Number of cards left in it."""
        return self.commitment.size - self.drawn

    @property
    def cut_shows(self) -> bool:
        """Whether the cutting card has been reached: the round is finished, then the shoe is shuffled (R-15)."""
        return self.left <= self.commitment.cut

    def draw(self) -> Drawn:
        """The next card, with its proof."""
        index = self._next()
        path = tuple(step.hex() for step in self._hidden.tree.path(index))
        return Drawn(index, self._hidden.order[index], salt(self._hidden.seed, index).hex(), path)

    def burn(self) -> int:
        """Burn the next card, face down (R-16); only its index is returned."""
        return self._next()

    def retire(self) -> Opening:
        """Publish seed and order; no card can be drawn any more."""
        self.drawn = self.commitment.size
        return Opening(self._hidden.seed.hex(), " ".join(self._hidden.order))

    def _next(self) -> int:
        if not self.left:
            raise Refused("shoe-has-no-card")
        self.drawn += 1
        return self.drawn - 1

    def __repr__(self) -> str:
        commitment = self.commitment
        return (
            f"Shoe({commitment.shoe}, {commitment.decks}, {self.drawn} of {commitment.size} drawn, {commitment.code})"
        )

    def __reduce__(self) -> NoReturn:
        raise TypeError("a shoe is not written anywhere but sealed")


def usual_burn(game: Game) -> int:
    """Cards burned after a shuffle by default: one in the two games on boxes, none elsewhere (R-16)."""
    return 1 if game.boxes else 0


def _leaves(shoe: str, seed: bytes, order: Sequence[Card]) -> list[bytes]:
    return [leaf(shoe, index, salt(seed, index), card) for index, card in enumerate(order)]


class _Tree:
    """The Merkle tree over a shoe's leaves with every node computed once, for the paths of hundreds of cards."""

    __slots__ = ("left", "right", "root", "size")

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.size = len(leaves)
        self.left: _Tree | None = None
        self.right: _Tree | None = None
        if self.size == 1:
            self.root = leaves[0]
            return
        at = split(self.size)
        self.left, self.right = _Tree(leaves[:at]), _Tree(leaves[at:])
        self.root = node(self.left.root, self.right.root)

    def path(self, index: int) -> Iterator[bytes]:
        """The sibling hashes on the way from a leaf up to the root."""
        if self.left is None or self.right is None:
            return
        if index < self.left.size:
            yield from self.left.path(index)
            yield self.right.root
        else:
            yield from self.right.path(index - self.left.size)
            yield self.left.root
