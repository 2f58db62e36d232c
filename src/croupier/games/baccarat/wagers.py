"""The wagers of the baccarat games, each declared once: what wins, what it pays, which clauses say so.

Where a document leaves open what a wager means, its declaration takes the letters of the readings (`Letters`), and says
what each of them makes of it; `croupier.games.baccarat.readings` says which letters a game may be played by.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from croupier.games.baccarat.drawing import Side
from croupier.games.baccarat.outcome import HandColours, OpeningHand, OpeningHands, OpeningPairs, Points
from croupier.games.readings import Letters, declared_by
from croupier.games.wager import Pay, Wager
from croupier.money import PUSH, Pays
from croupier.rulebook import Clause

SIDES: tuple[Side, Side] = ("player", "banker")
SHADES: tuple[Literal["black"], Literal["red"]] = ("black", "red")
NAMES = {"player": "Player", "banker": "Banker"}
MAINS = SIDES
"""The wagers that a side wager needs where it needs any (R-103), and the main ones of a round (R-07)."""
ZEROS = "TJQK"


_OfHand = Callable[[OpeningHand], bool]


class Source(msgspec.Struct, frozen=True):
    """A document, with the clauses that its wagers share."""

    document: str
    wins: str
    tie: str

    def cite(self, *ids: str) -> tuple[Clause, ...]:
        """Clauses of the document."""
        return tuple(Clause(self.document, id) for id in ids)


ELECTRONIC = Source("ebaccarat", wins="3.9", tie="3.9.1")
SANDS = Source("superbaccarat", wins="3.10", tie="3.11")


def pays(text: str) -> Pays:
    """Short for `Pays.parse`; a whole number is to one."""
    return Pays.parse(text if ":" in text or text == "push" else f"{text}:1")


def wins(side: Side, *totals: int, cards: int | None = None) -> Callable[[Points], bool]:
    """The condition that a side wins (R-97, R-100, R-101), with one of these totals and that many cards if given."""

    def holds(points: Points) -> bool:
        if points.winner != side:
            return False
        hand, count = (points.player, points.player_cards) if side == "player" else (points.banker, points.banker_cards)
        return (not totals or hand in totals) and (cards is None or count == cards)

    return holds


def ties(*totals: int) -> Callable[[Points], bool]:
    """The condition that the hands tie, on one of these totals if given."""
    return lambda points: points.winner == "tie" and (not totals or points.player in totals)


def has(side: Side, *totals: int, ties: bool) -> Callable[[Points], bool]:
    """The condition that a hand has one of these totals, whoever wins; on a tie only if `ties` (R-100 b)."""

    def holds(points: Points) -> bool:
        return getattr(points, side) in totals and (ties or points.winner != "tie")

    return holds


def main(
    source: Source,
    side: Side,
    clause: str,
    area: str,
    *graded: tuple[int, str],
    rest: str = "1:1",
    must_win: bool = True,
) -> Wager:
    """The wager on a hand: it wins with the hand, by total where the table says so, and stands off on a tie.

    The totals that are paid otherwise need not win where R-100 is read so (b).
    """
    name = NAMES[side]
    won = source.cite(clause, source.wins)
    verb = "wins with" if must_win else "has"
    rows = [
        Pay(
            f"{name} {verb} {total}",
            pays(pay),
            wins(side, total) if must_win else has(side, total, ties=False),
            won,
        )
        for total, pay in graded
    ]
    other = f"{name} wins with any other total" if graded else f"{name} wins"
    if rest == "19:20":
        other, won = f"{other} (5% commission)", (*won, *source.cite("1.1.4", "1.1.4.1"))
    rows.append(Pay(other, pays(rest), wins(side), won))
    rows.append(Pay("Tie", PUSH, ties(), source.cite(source.tie), listed=False))
    return Wager(
        name=side,
        label=name,
        reads="points",
        rows=tuple(rows),
        loses=source.cite(source.wins),
        area=source.cite(area)[0],
    )


def tie(source: Source, clause: str, defined: str, area: str) -> Wager:
    """The wager on a tie."""
    rows = (Pay("Tie", pays("8"), ties(), source.cite(clause, source.tie, defined)),)
    loses = source.cite(defined)
    return Wager(name="tie", label="Tie", reads="points", rows=rows, loses=loses, area=source.cite(area)[0])


def pair(side: Side, clause: str, letters: Letters = declared_by) -> Wager:
    """Player Pair and Banker Pair: of one rank, or a Ten with a face card too (R-63 b)."""
    decides = {"player": "3.7.1", "banker": "3.7.2"}[side]
    label = f"{NAMES[side]} Pair"
    won = ELECTRONIC.cite(clause, decides, "1.1.13")
    rows = (Pay(label, pays("11"), _pairs(letters), won),)
    return _electronic(f"{side}-pair", label, f"{side}_opening", rows, decides, "1.1.13")


def banker_six(
    name: str, label: str, clause: str, defined: str, *graded: tuple[int | None, str], letters: Letters = declared_by
) -> Wager:
    """The wagers on Banker winning with six, whatever the cards or by how many it took; on a tie too by R-97 (b)."""
    words = {None: "Banker wins with 6", 2: "Banker wins with 6 in two cards", 3: "Banker wins with 6 in three cards"}
    won = ELECTRONIC.cite(clause, defined)
    if letters("R-97") == "b":
        words = {cards: says.replace("wins with 6", "wins or ties with 6") for cards, says in words.items()}
    rows = tuple(Pay(words[cards], pays(pay), _six(cards, letters), won) for cards, pay in graded)
    return _electronic(name, label, "points", rows, defined, optional=clause if clause == "4.10" else None)


def _six(cards: int | None, letters: Letters) -> Callable[[Points], bool]:
    won = wins("banker", 6, cards=cards)
    if letters("R-97") != "b":
        return won
    tied = ties(6)
    return lambda points: won(points) or (tied(points) and cards in (None, points.banker_cards))


def dragon_bonus(side: Side, letters: Letters = declared_by) -> Wager:
    """The Dragon Bonus of one hand, by R-96.

    (a) A natural pays 1 to 1 at any margin, and only equal naturals stand off. (b) A natural is paid by its margin as
    any other hand. (c) Every tie stands off. (d) Two naturals stand off, whichever is higher.
    """
    read = letters("R-96")
    name = NAMES[side]
    clause, big, natural = {"player": ("4.6", "1.1.10.1", "1.1.10.2"), "banker": ("4.5", "1.1.1.1", "1.1.1.2")}[side]

    def by(margin: int) -> Callable[[Points], bool]:
        return lambda points: (
            points.winner == side and points.margin == margin and (read == "b" or not points.natural(side))
        )

    margins = ((9, "30"), (8, "10"), (7, "6"), (6, "4"), (5, "2"), (4, "1"))
    won = ELECTRONIC.cite(clause, big)
    any_margin = "" if read == "b" else " (non-natural)"
    rows = [Pay(f"{name} wins by {margin}{any_margin}", pays(pay), by(margin), won) for margin, pay in margins]
    if read != "b":
        rows.append(
            Pay(
                f"{name} wins with a natural",
                pays("1"),
                lambda points: points.winner == side and points.natural(side),
                ELECTRONIC.cite(clause, natural),
            )
        )
    stands_off: tuple[str, Callable[[Points], bool]] = {
        "c": ("Tie", ties()),
        "d": ("Two naturals", two_naturals),
    }.get(read, ("Natural tie", natural_tie))
    rows.insert(
        0 if read == "d" else len(rows), Pay(stands_off[0], PUSH, stands_off[1], ELECTRONIC.cite(clause, "1.1.9"))
    )
    defined = big.rpartition(".")[0]
    return _electronic(f"{side}-dragon-bonus", f"{name} Dragon Bonus", "points", tuple(rows), defined, optional=clause)


def tiger_pair(letters: Letters = declared_by) -> Wager:
    """Tiger Pair: the best grade once, and twins are of one rank (R-98).

    By R-98 (b) every grade that holds is paid, by (c) pairs of Tens and of face cards are twins of one another. By R-63
    (b) a Ten with a face card is a pair, but no twin of another.
    """
    faces, read = letters("R-63") == "b", letters("R-98")

    def paired(seen: OpeningPairs) -> tuple[bool, bool]:
        return (
            seen.player_pair != "" or (faces and seen.player_ten_and_face),
            seen.banker_pair != "" or (faces and seen.banker_ten_and_face),
        )

    def twin(seen: OpeningPairs) -> bool:
        if read == "c" and all(paired(seen)):
            zeros = [
                ten_and_face or pair in ZEROS
                for pair, ten_and_face in (
                    (seen.player_pair or "-", seen.player_ten_and_face),
                    (seen.banker_pair or "-", seen.banker_ten_and_face),
                )
            ]
            if all(zeros):
                return True
        return seen.player_pair != "" and seen.player_pair == seen.banker_pair

    def double(seen: OpeningPairs) -> bool:
        return all(paired(seen))

    def single(seen: OpeningPairs) -> bool:
        player, banker = paired(seen)
        return player != banker

    stacked = read == "b"
    rows = (
        Pay(
            "Twin, Double and Single Tiger Pair" if stacked else "Twin Tiger Pair",
            pays("124" if stacked else "100"),
            twin,
            ELECTRONIC.cite("4.9", "1.1.22.3"),
        ),
        Pay(
            "Double and Single Tiger Pair" if stacked else "Double Tiger Pair",
            pays("24" if stacked else "20"),
            double,
            ELECTRONIC.cite("4.9", "1.1.22.2"),
        ),
        Pay("Single Tiger Pair", pays("4"), single, ELECTRONIC.cite("4.9", "1.1.22.1")),
    )
    return _electronic("tiger-pair", "Tiger Pair", "openings", rows, "1.1.22", optional="4.9")


def tiger_tie() -> Wager:
    """Tiger Tie: both hands finish on six."""
    rows = (Pay("Tie on 6", pays("35"), ties(6), ELECTRONIC.cite("4.10", "1.1.23")),)
    return _electronic("tiger-tie", "Tiger Tie", "points", rows, "1.1.23", optional="4.10")


def tigers(letters: Letters = declared_by) -> tuple[Wager, ...]:
    """The wagers of the Tiger variants; Small Tiger, Big Tiger and Tiger Tie are grades of Tiger by R-101 (b)."""
    tiger = banker_six("tiger", "Tiger", "4.10", "1.1.21", (2, "12"), (3, "20"), letters=letters)
    small = banker_six("small-tiger", "Small Tiger", "4.10", "1.1.17", (2, "22"), letters=letters)
    big = banker_six("big-tiger", "Big Tiger", "4.10", "1.1.3", (3, "50"), letters=letters)
    if letters("R-101") == "b":
        # Every six of Banker's is a Small or a Big Tiger, so the lower rows of Tiger itself never pay.
        grades = tuple(row for each in (small, big, tiger_tie()) for row in each.rows)
        return tiger_pair(letters), msgspec.structs.replace(tiger, rows=grades)
    return tiger_pair(letters), tiger, small, big, tiger_tie()


def fabulous_4(side: Side, pay: str, letters: Letters = declared_by) -> Wager:
    """Player Fabulous 4 and Banker Fabulous 4: the hand wins with four, or only has it by R-100 (b)."""
    name = NAMES[side]
    defined = {"player": "1.1.11", "banker": "1.1.2"}[side]
    alone = letters("R-100") == "b"
    outcome = f"{name} has 4" if alone else f"{name} wins with 4"
    when = has(side, 4, ties=True) if alone else wins(side, 4)
    rows = (Pay(outcome, pays(pay), when, ELECTRONIC.cite("4.11", defined)),)
    return _electronic(f"{side}-fabulous-4", f"{name} Fabulous 4", "points", rows, defined)


def precious_pairs(
    source: Source,
    clause: str,
    defined: str,
    decides: str,
    area: str,
    *,
    letters: Letters = declared_by,
    optional: bool = False,
) -> tuple[Wager, ...]:
    """Precious Pair: a wager on each hand, paid once at its best grade, or one on both hands by R-110 (b).

    By R-63 (b) a Ten with a face card is a pair too.
    """
    pairs = _pairs(letters)

    def four(opening: OpeningHand) -> bool:
        return opening.pair == "4"

    def diamonds(opening: OpeningHand) -> bool:
        return pairs(opening) and opening.suit == "D"

    grades: tuple[tuple[str, str, Callable[[OpeningHand], bool]], ...] = (
        ("Pair of Diamond 4s", "30", lambda opening: four(opening) and diamonds(opening)),
        ("Other pair of 4s", "15", four),
        ("Other Diamond pair", "12", diamonds),
        ("Any other pair", "9", pairs),
    )

    def declared(name: str, label: str, reads: str, whose: Callable[[_OfHand], Callable[[Any], bool]]) -> Wager:
        return Wager(
            name=name,
            label=label,
            reads=reads,
            rows=tuple(
                Pay(outcome, pays(pay), whose(when), source.cite(clause, f"{defined}.{grade}"))
                for grade, (outcome, pay, when) in enumerate(grades, 1)
            ),
            loses=source.cite(decides, defined),
            area=source.cite(area)[0],
            optional=source.cite(clause)[0] if optional else None,
        )

    if letters("R-110") == "b":
        return (declared("precious-pair", "Precious Pair", "both_openings", _either),)
    return tuple(
        declared(f"{side}-precious-pair", f"{NAMES[side]} Precious Pair", f"{side}_opening", lambda when: when)
        for side in SIDES
    )


def _either(when: _OfHand) -> Callable[[OpeningHands], bool]:
    """The condition that either hand's opening meets a condition."""
    return lambda hands: when(hands.player) or when(hands.banker)


def wins_on(side: Side, total: int, to_one: int) -> Wager:
    """Player Wins On and Banker Wins On: that hand wins with just that total."""
    name = NAMES[side]
    clause, defined, area = {"player": ("4.3", "1.1.7", "2.2.8"), "banker": ("4.4", "1.1.1", "2.2.9")}[side]
    rows = (Pay(f"{name} wins with {total}", Pays(to_one), wins(side, total), SANDS.cite(clause, defined)),)
    return _sands(f"{side}-wins-on-{total}", f"{name} Wins On {total}", "points", rows, defined, area)


def tie_wins_on(total: int, to_one: int) -> Wager:
    """Tie Wins On: the hands tie on just that total."""
    rows = (Pay(f"Tie on {total}", Pays(to_one), ties(total), SANDS.cite("4.5", "1.1.13")),)
    return _sands(f"tie-wins-on-{total}", f"Tie Wins On {total}", "points", rows, "1.1.13", "2.2.10")


def sands_six(letters: Letters = declared_by) -> Wager:
    """Sands Six: a six that wins for either hand, or a tie on six, once; no tie counts by R-108 (b)."""
    ties_count = letters("R-108") != "b"

    def six(points: Points) -> bool:
        return max(points.player, points.banker) == 6 and (ties_count or points.winner != "tie")

    outcome = "Player or Banker wins with 6 or Tie on 6" if ties_count else "Player or Banker wins with 6"
    rows = (Pay(outcome, pays("6"), six, SANDS.cite("4.1", "3.12", "1.1.11")),)
    return _sands("sands-six", "Sands Six", "points", rows, "1.1.11", "2.2.6")


def colour(side: Side, shade: Literal["red", "black"], letters: Letters = declared_by) -> Wager:
    """Red and Black, by R-106.

    (a) Both opening cards of that hand, whoever wins. (b) Those of either hand. (c) All cards of that hand. (d) Both
    opening cards of that hand, and it wins.
    """
    name, clause, area = NAMES[side], {"red": "3.13", "black": "3.14"}[shade], {"red": "2.2.4", "black": "2.2.5"}[shade]

    def opened(opening: OpeningHand) -> bool:
        return opening.colour == shade

    def ended(hand: HandColours) -> bool:
        return hand.final == shade

    def won(hand: HandColours) -> bool:
        return hand.opening == shade and hand.won

    by_letter: dict[str, tuple[str, str, Callable[[Any], bool]]] = {
        "b": (f"Either hand's first two cards both {shade}", "both_openings", _either(opened)),
        "c": (f"All of {name}'s cards {shade}", f"{side}_colours", ended),
        "d": (f"{name} wins, first two cards both {shade}", f"{side}_colours", won),
    }
    default = f"{name}'s first two cards both {shade}", f"{side}_opening", opened
    outcome, reads, when = by_letter.get(letters("R-106"), default)
    rows = (Pay(outcome, pays("2"), when, SANDS.cite("4.1", clause, "1.1.9")),)
    return _sands(f"{side}-{shade}", f"{name} {shade.capitalize()}", reads, rows, clause, area)


def pairs(opening: OpeningHand, letters: Letters) -> bool:
    """Whether two opening cards pair: of one rank, or a Ten with a face card too (R-63 b)."""
    return opening.pair != "" or (opening.ten_and_face and letters("R-63") == "b")


def _pairs(letters: Letters) -> _OfHand:
    if letters("R-63") == "b":
        return lambda opening: opening.pair != "" or opening.ten_and_face
    return lambda opening: opening.pair != ""


def natural_tie(points: Points) -> bool:
    """Both hands hold the same natural."""
    return points.winner == "tie" and two_naturals(points)


def two_naturals(points: Points) -> bool:
    """Both hands hold a natural."""
    return points.natural("player") and points.natural("banker")


def _electronic(
    name: str, label: str, reads: str, rows: tuple[Pay, ...], *loses: str, optional: str | None = None
) -> Wager:
    return Wager(
        name=name,
        label=label,
        reads=reads,
        rows=rows,
        loses=ELECTRONIC.cite(*loses),
        area=Clause("ebaccarat", "2.2"),
        optional=Clause("ebaccarat", optional) if optional else None,
    )


def _sands(name: str, label: str, reads: str, rows: tuple[Pay, ...], loses: str, area: str) -> Wager:
    return Wager(
        name=name, label=label, reads=reads, rows=rows, loses=SANDS.cite(loses), area=Clause("superbaccarat", area)
    )
