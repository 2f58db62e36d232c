"""The virtual shoe: fair, committed to, provable, and silent about what is still in it."""

import copy
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECKS, NO_TENS, STANDARD, Card, Composition, Deck, cards
from croupier.games.catalogue import GAMES
from croupier.games.round import encode
from croupier.house import verify_shoe
from croupier.house.keys import Keys
from croupier.house.shoe import Commitment, Drawn, Opening, Shoe, usual_burn
from croupier.house.shuffle import below, seeded, shuffled
from croupier.refused import Refused

KEYS = Keys(bytes(range(32)))


def shoe(seed: int = 1, decks: int = 8, cut: int = 14, burn: int = 0) -> Shoe:
    return Shoe.shuffled("T1-1", Composition(STANDARD, decks), KEYS, cut=cut, burn=burn, entropy=seeded(seed))


def record(of: Shoe, drawn: list[Drawn], opening: Opening | None = None) -> dict[str, Any]:
    found = {"commitment": of.commitment, "drawn": drawn, "opening": opening}
    told: dict[str, Any] = json.loads(encode(found))
    return told


@pytest.mark.parametrize("limit", [*range(1, 300), 416, 520])
def test_a_number_is_as_likely_as_any_other(limit: int) -> None:
    """Every possible sequence of bytes once: what is kept of them is each number equally often."""
    length = ((limit - 1).bit_length() + 7) // 8
    kept: Counter[int] = Counter()
    for value in range(256**length):
        given = iter([value.to_bytes(length)])
        try:
            kept[below(limit, lambda count, given=given: next(given))] += 1  # type: ignore[misc]
        except StopIteration:
            continue
    if limit > 1:
        assert set(kept) == set(range(limit))
        assert len(set(kept.values())) == 1


def test_every_order_comes_as_often_as_any_other() -> None:
    four = cards("AS 2S 3S 4S")
    seen = Counter(shuffled(four, seeded(seed)) for seed in range(24_000))
    assert len(seen) == 24
    chi = sum((count - 1_000) ** 2 / 1_000 for count in seen.values())
    assert chi < 49.7, "23 degrees of freedom, one in a thousand"


def test_every_card_comes_to_every_place_as_often() -> None:
    found: Counter[tuple[int, Card]] = Counter()
    for _ in range(2_000):
        found.update(enumerate(shuffled(STANDARD.cards, os.urandom)))
    expected = 2_000 / 52
    chi = sum((found[place, card] - expected) ** 2 / expected for place in range(52) for card in STANDARD.cards)
    assert chi < 51 * 51 + 6 * (2 * 51 * 51) ** 0.5, "six standard deviations"


@pytest.mark.parametrize("decks", [Composition(NO_TENS, 8), Composition(STANDARD, 1), Composition(STANDARD, 10)])
def test_every_card_is_proven_and_the_whole_opens(decks: Composition) -> None:
    made = Shoe.shuffled("s", decks, KEYS, cut=0, entropy=os.urandom)
    drawn = [made.draw() for _ in range(decks.total)]
    assert all(each.proves(made.commitment) for each in drawn)
    opening = made.retire()
    assert opening.proves(made.commitment)
    assert Composition(decks.deck, decks.decks, [each.card for each in drawn]).total == 0
    assert list(verify_shoe.defects(record(made, drawn, opening))) == []


def test_two_shoes_of_the_same_cards_differ() -> None:
    roots = {
        Shoe.shuffled("s", Composition(STANDARD, 8), KEYS, cut=0, entropy=os.urandom).commitment.root for _ in "ab"
    }
    assert len(roots) == 2


def test_r16_a_burned_card_is_not_seen() -> None:
    one, same = shoe(burn=1), shoe(burn=1)
    assert one.burn() == 0
    same.draw()
    assert one.draw() == same.draw()
    assert [usual_burn(GAMES[name]) for name in ("lucky-8", "dueling-8s", "tiger", "e-blackjack")] == [1, 1, 0, 0]


def test_r15_the_cutting_card_shows_at_its_depth_and_the_shoe_goes_on() -> None:
    one = shoe(decks=1, cut=14)
    for _ in range(37):
        one.draw()
    before = one.cut_shows
    one.draw()
    assert (before, one.cut_shows, one.left) == (False, True, 14)
    one.draw()


@pytest.mark.parametrize(("burn", "cut"), [(0, 52), (1, 51), (-1, 0), (0, -1)])
def test_a_shoe_with_nothing_to_play_is_refused(burn: int, cut: int) -> None:
    with pytest.raises(Refused, match="leave none to play"):
        shoe(decks=1, burn=burn, cut=cut)


def test_an_empty_shoe_gives_nothing() -> None:
    one = shoe(decks=1, cut=0)
    one.retire()
    with pytest.raises(Refused, match="no card left"):
        one.draw()


# What people fear


def test_fear_a_crash_shuffles_anew() -> None:
    one = shoe()
    for _ in range(100):
        one.draw()
    again = Shoe.unsealed(one.commitment, one.sealed, KEYS, drawn=100)
    assert [again.draw() for _ in range(316)] == [one.draw() for _ in range(316)]


def test_fear_the_cards_to_come_can_be_read_from_the_shoe() -> None:
    one = shoe()
    one.draw()
    order = Shoe.unsealed(one.commitment, one.sealed, KEYS, drawn=0).retire().order
    shown = [repr(one), str(one), f"{one!r:>10}", encode(one).decode(), encode({"shoe": one}).decode()]
    shown += [repr(one._hidden), repr([getattr(one, name) for name in one.__slots__])]
    for text in shown:
        assert order[3:20] not in text
        assert "".join(order.split()[1:6]) not in text
        assert "'3H'" not in text
    with pytest.raises(TypeError):
        vars(one)
    for copied in (pickle.dumps, copy.copy, copy.deepcopy, msgspec.json.encode, msgspec.to_builtins):
        with pytest.raises(TypeError):
            copied(one)


def test_fear_the_cards_to_come_can_be_read_from_the_disk() -> None:
    one = shoe()
    order = Shoe.unsealed(one.commitment, one.sealed, KEYS, drawn=0).retire()
    for plain in (order.order.replace(" ", "")[:8], order.order[:11]):
        assert plain.encode() not in one.sealed
    assert bytes.fromhex(order.seed) not in one.sealed
    with pytest.raises(Refused, match="not sealed with the house's key"):
        Shoe.unsealed(one.commitment, one.sealed, Keys(bytes(32)), drawn=0)


def test_fear_a_proof_tells_of_other_cards() -> None:
    """Two shoes that differ in one undrawn card only show the same salts: nothing in a proof depends on other faces.

    What stands beside the way are hashes under salts of 256 bits that were never shown.
    """
    one = shoe()
    first = one.draw()
    salts = {verify_shoe.salt(bytes.fromhex(one.retire().seed), index).hex() for index in range(1, 416)}
    assert not salts & {first.salt, *first.path}
    guesses = {
        verify_shoe.leaf("T1-1", 1, bytes.fromhex(salt), card).hex()
        for salt in (first.salt, "00" * 32)
        for card in STANDARD.cards
    }
    assert not guesses & set(first.path)


@given(data=st.data())
def test_fear_a_card_is_exchanged(data: st.DataObject) -> None:
    one = shoe(decks=1)
    drawn = [one.draw() for _ in range(data.draw(st.integers(1, 38)))]
    lie = data.draw(st.sampled_from(drawn))
    changed = data.draw(
        st.sampled_from(
            [
                msgspec.structs.replace(lie, card=next(card for card in STANDARD.cards if card != lie.card)),
                msgspec.structs.replace(lie, index=lie.index + 1),
                msgspec.structs.replace(lie, salt="00" * 32),
                msgspec.structs.replace(lie, salt="xyz"),
                msgspec.structs.replace(lie, path=lie.path[1:]),
                msgspec.structs.replace(lie, path=(*lie.path[:-1], "11" * 32)),
                msgspec.structs.replace(lie, index=-1),
                msgspec.structs.replace(lie, index=52),
            ]
        )
    )
    assert lie.proves(one.commitment)
    assert not changed.proves(one.commitment)


def test_fear_the_opening_is_another_shoe() -> None:
    one, other = shoe(1), shoe(2)
    first = one.draw()
    true, false = one.retire(), other.retire()
    assert not false.proves(one.commitment)
    assert not Opening("xyz", "").proves(one.commitment)
    said = list(verify_shoe.defects(record(one, [first], false)))
    assert any("not the one that was committed to" in line for line in said)
    order = true.order.split()
    swapped = Opening(true.seed, " ".join([order[1], order[0], *order[2:]]))
    assert not swapped.proves(one.commitment)


def test_fear_a_shoe_is_short_of_cards() -> None:
    """A root of cards that are no whole decks is found when the shoe opens."""
    order = cards(" ".join(["8S"] * 52))
    leaves = [verify_shoe.leaf("s", at, verify_shoe.salt(bytes(32), at), card) for at, card in enumerate(order)]
    root = verify_shoe.root(leaves).hex()
    commitment = Commitment(shoe="s", decks="1x52", size=52, root=root, burn=0, cut=0)
    opening = Opening(bytes(32).hex(), " ".join(order))
    assert not opening.proves(commitment)
    told = json.loads(encode({"commitment": commitment, "drawn": [], "opening": opening}))
    assert list(verify_shoe.defects(told)) == ["the cards of the opening are not 1x52"]


def test_the_tree_is_the_one_of_the_rfc() -> None:
    """The same root made in the plainest way, level by level, for sizes that are powers of two."""
    for size in (1, 2, 4, 8, 64):
        level = leaves = [bytes([at]) * 32 for at in range(size)]
        while len(level) > 1:
            level = [verify_shoe.node(*level[at : at + 2]) for at in range(0, len(level), 2)]
        assert verify_shoe.root(leaves) == level[0]


def test_the_script_stands_alone(tmp_path: Path) -> None:
    script = tmp_path / "verify_shoe.py"
    script.write_text(Path(verify_shoe.__file__).read_text("utf-8"), "utf-8")
    one = shoe(decks=1)
    drawn = [one.draw() for _ in range(5)]
    good = record(one, drawn)
    bad = record(
        one, [msgspec.structs.replace(drawn[0], card=Card("AS" if drawn[0].card != "AS" else "KD")), *drawn[1:]]
    )
    opened = record(one, [*drawn, drawn[0]], one.retire())
    for told, status, said in (
        (good, 0, "5 cards proven against the published root; not opened yet"),
        (bad, 1, "is not the one that was committed to"),
        (opened, 1, "card 0 was drawn twice"),
        ({}, 2, "is no record of a shoe"),
    ):
        file = tmp_path / "shoe.json"
        file.write_text(json.dumps(told))
        # -I: nothing but the standard library can be imported.
        done = subprocess.run([sys.executable, "-I", "-S", script, file], capture_output=True, text=True, check=False)
        assert (done.returncode, said in done.stdout + done.stderr) == (status, True), done


def test_the_houses_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    assert Keys.load(path).public == Keys.load(path).public
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text("nonsense")
    with pytest.raises(Refused, match="holds no key"):
        Keys.load(path)
    with pytest.raises(Refused, match="cannot keep"):
        Keys.load(tmp_path / "nowhere" / "house.key")


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_the_script_knows_the_cards_of_every_deck(deck: Deck) -> None:
    for shoe in (Composition(deck, 3), Composition(deck, 3).without(cards("KD 8H"))):
        assert verify_shoe.full(str(shoe)) == Counter(map(str, shoe))
