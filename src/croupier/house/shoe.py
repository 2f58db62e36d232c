"""The virtual shoe: shuffled, sealed and committed to before the first card; every card it gives comes with its proof.

The commitment is published. Each card that is drawn is shown with the salt and the way by which anybody gets from it
to the published root; the rest stays hidden until the shoe retires and is opened whole. `verify_shoe.py` checks it all.

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
    """What is published of a shoe before its first card."""

    shoe: str
    decks: str
    """What it was filled with, such as `8x52`."""
    size: int
    root: str
    burn: int
    """How many cards are burned unseen after the shuffle (R-16)."""
    cut: int
    """How many cards lie behind the cutting card (R-15); fixed here, so that nobody shuffles when it suits them."""
    algorithm: str = ALGORITHM

    @property
    def code(self) -> str:
        """The root, short enough to be shown on every terminal."""
        return f"{self.root[:4]}-{self.root[4:8]}".upper()


class Drawn(msgspec.Struct, frozen=True):
    """A card that came out of the shoe, with its proof."""

    index: int
    card: Card
    salt: str
    path: tuple[str, ...]

    def proves(self, commitment: Commitment) -> bool:
        """Whether this card lay at this place when the commitment was made."""
        try:
            steps = [bytes.fromhex(step) for step in self.path]
            found = leaf(commitment.shoe, self.index, bytes.fromhex(self.salt), self.card)
        except (ValueError, OverflowError):
            return False
        inside = 0 <= self.index < commitment.size
        return inside and climbed(found, self.index, commitment.size, steps) == bytes.fromhex(commitment.root)


class Opening(msgspec.Struct, frozen=True):
    """The whole of a retired shoe: everybody can make its root again."""

    seed: str
    order: str

    def proves(self, commitment: Commitment) -> bool:
        """Whether this is the order that was committed to, of whole decks."""
        try:
            seed, order = bytes.fromhex(self.seed), parsed(self.order)
            whole = sorted(order) == sorted(Composition.parse(commitment.decks))
        except (ValueError, Refused):
            return False
        return whole and root(_leaves(commitment.shoe, seed, order)) == bytes.fromhex(commitment.root)


class _Hidden:
    """What nobody sees by accident: not printed, not encoded, not pickled, not in a traceback that shows locals."""

    __slots__ = ("order", "seed", "tree")

    def __init__(self, shoe: str, seed: bytes, order: Sequence[Card]) -> None:
        self.seed, self.order = seed, tuple(order)
        self.tree = _Tree(_leaves(shoe, seed, order))

    def __repr__(self) -> str:
        return "<hidden>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a shoe is not written anywhere but sealed")


class Shoe:
    """A virtual shoe. What is still in it shows nowhere: it is drawn, burned, or opened when the shoe retires."""

    __slots__ = ("_hidden", "commitment", "drawn", "sealed")

    def __init__(self, commitment: Commitment, sealed: bytes, hidden: _Hidden, drawn: int) -> None:
        self.commitment = commitment
        self.sealed = sealed
        """The seed and the order under the house's key: what is kept of it."""
        self.drawn = drawn
        """How many cards have left it, the burned ones included."""
        self._hidden = hidden

    @classmethod
    def shuffled(cls, name: str, of: Composition, keys: Keys, *, cut: int, entropy: Entropy, burn: int = 0) -> Self:
        """A new shoe of these cards, in an order that nobody knows."""
        size = of.total
        if cut < 0 or burn < 0 or burn + cut >= size:
            raise Refused("shoe-leaves-no-cards", "R-15", size=size, burned=burn, behind_cut=cut)
        hidden = _Hidden(name, entropy(32), shuffled(of, entropy))
        found = hidden.tree.root.hex()
        commitment = Commitment(shoe=name, decks=str(of), size=size, root=found, burn=burn, cut=cut)
        sealed = keys.seal(hidden.seed + "".join(hidden.order).encode(), msgspec.json.encode(commitment), entropy)
        return cls(commitment, sealed, hidden, 0)

    @classmethod
    def unsealed(cls, commitment: Commitment, sealed: bytes, keys: Keys, drawn: int) -> Self:
        """The same shoe again after an interruption, so many cards on: nothing is shuffled anew."""
        if not 0 <= drawn <= commitment.size:
            raise Refused("shoe-drawn-count-invalid", size=commitment.size, drawn=drawn)
        plain = keys.unseal(sealed, msgspec.json.encode(commitment))
        text = plain[32:].decode("ascii")
        order = parsed(text[at : at + 2] for at in range(0, len(text), 2))
        return cls(commitment, sealed, _Hidden(commitment.shoe, plain[:32], order), drawn)

    @property
    def left(self) -> int:
        """How many cards are still in it."""
        return self.commitment.size - self.drawn

    @property
    def cut_shows(self) -> bool:
        """Whether the cutting card lies next: this round is finished, then comes the shuffle (R-15)."""
        return self.left <= self.commitment.cut

    def draw(self) -> Drawn:
        """The next card, with its proof."""
        index = self._next()
        path = tuple(step.hex() for step in self._hidden.tree.path(index))
        return Drawn(index, self._hidden.order[index], salt(self._hidden.seed, index).hex(), path)

    def burn(self) -> int:
        """Take a card out unseen (R-16); which place it had is all that is told."""
        return self._next()

    def retire(self) -> Opening:
        """Show the whole of it; no card is drawn from it any more."""
        self.drawn = self.commitment.size
        return Opening(self._hidden.seed.hex(), " ".join(self._hidden.order))

    def _next(self) -> int:
        if not self.left:
            raise Refused("shoe-has-no-card")
        self.drawn += 1
        return self.drawn - 1

    def __repr__(self) -> str:
        said = self.commitment
        return f"Shoe({said.shoe}, {said.decks}, {self.drawn} of {said.size} drawn, {said.code})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a shoe is not written anywhere but sealed")


def usual_burn(game: Game) -> int:
    """How many cards are burned after a shuffle: one in the two games on boxes, none elsewhere (R-16)."""
    return 1 if game.boxes else 0


def _leaves(shoe: str, seed: bytes, order: Sequence[Card]) -> list[bytes]:
    return [leaf(shoe, index, salt(seed, index), card) for index, card in enumerate(order)]


class _Tree:
    """The tree over a shoe's leaves, every branch of it joined once, for the paths of hundreds of cards."""

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
        """What stands beside the way from a leaf to the root, from the leaf upwards."""
        if self.left is None or self.right is None:
            return
        if index < self.left.size:
            yield from self.left.path(index)
            yield self.right.root
        else:
            yield from self.right.path(index - self.left.size)
            yield self.left.root
