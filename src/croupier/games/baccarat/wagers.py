"""The wagers of the baccarat games, each declared once: what wins, what it pays, which clauses say so."""

from collections.abc import Callable

import msgspec

from croupier.games.baccarat.drawing import Side
from croupier.games.baccarat.outcome import OpeningHand, OpeningPairs, Points
from croupier.games.wager import Pay, Wager
from croupier.money import PUSH, Pays
from croupier.rulebook import Clause

SIDES: tuple[Side, Side] = ("player", "banker")
NAMES = {"player": "Player", "banker": "Banker"}


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


def main(source: Source, side: Side, clause: str, area: str, *graded: tuple[int, str], rest: str = "1:1") -> Wager:
    """The wager on a hand: it wins with the hand, by total where the table says so, and stands off on a tie."""
    name = NAMES[side]
    won = source.cite(clause, source.wins)
    rows = [Pay(f"{name} wins with {total}", pays(pay), wins(side, total), won) for total, pay in graded]
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


def pair(side: Side, clause: str) -> Wager:
    """Player Pair and Banker Pair."""
    decides = {"player": "3.7.1", "banker": "3.7.2"}[side]
    label = f"{NAMES[side]} Pair"
    won = ELECTRONIC.cite(clause, decides, "1.1.13")
    rows = (Pay(label, pays("11"), is_pair, won),)
    return _electronic(f"{side}-pair", label, f"{side}_opening", rows, decides, "1.1.13")


def banker_six(name: str, label: str, clause: str, defined: str, *graded: tuple[int | None, str]) -> Wager:
    """The wagers on Banker winning with six, whatever the cards or by how many it took (R-97)."""
    words = {None: "Banker wins with 6", 2: "Banker wins with 6 in two cards", 3: "Banker wins with 6 in three cards"}
    won = ELECTRONIC.cite(clause, defined)
    rows = tuple(Pay(words[cards], pays(pay), wins("banker", 6, cards=cards), won) for cards, pay in graded)
    return _electronic(name, label, "points", rows, defined, optional=clause if clause == "4.10" else None)


def dragon_bonus(side: Side) -> Wager:
    """The Dragon Bonus of one hand: a natural pays 1 to 1 at any margin, and only equal naturals stand off (R-96)."""
    name = NAMES[side]
    clause, big, natural = {"player": ("4.6", "1.1.10.1", "1.1.10.2"), "banker": ("4.5", "1.1.1.1", "1.1.1.2")}[side]

    def by(margin: int) -> Callable[[Points], bool]:
        return lambda points: points.winner == side and not points.natural(side) and points.margin == margin

    margins = ((9, "30"), (8, "10"), (7, "6"), (6, "4"), (5, "2"), (4, "1"))
    won = ELECTRONIC.cite(clause, big)
    rows = [Pay(f"{name} wins by {margin} (non-natural)", pays(pay), by(margin), won) for margin, pay in margins]
    rows.append(
        Pay(
            f"{name} wins with a natural",
            pays("1"),
            lambda points: points.winner == side and points.natural(side),
            ELECTRONIC.cite(clause, natural),
        )
    )
    rows.append(Pay("Natural tie", PUSH, natural_tie, ELECTRONIC.cite(clause, "1.1.9")))
    defined = big.rpartition(".")[0]
    return _electronic(f"{side}-dragon-bonus", f"{name} Dragon Bonus", "points", tuple(rows), defined, optional=clause)


def tiger_pair() -> Wager:
    """Tiger Pair: the best grade once, and twins are of one rank (R-98)."""

    def twin(seen: OpeningPairs) -> bool:
        return seen.player_pair != "" and seen.player_pair == seen.banker_pair

    def double(seen: OpeningPairs) -> bool:
        return seen.player_pair != "" and seen.banker_pair != ""

    def single(seen: OpeningPairs) -> bool:
        return (seen.player_pair != "") != (seen.banker_pair != "")

    rows = (
        Pay("Twin Tiger Pair", pays("100"), twin, ELECTRONIC.cite("4.9", "1.1.22.3")),
        Pay("Double Tiger Pair", pays("20"), double, ELECTRONIC.cite("4.9", "1.1.22.2")),
        Pay("Single Tiger Pair", pays("4"), single, ELECTRONIC.cite("4.9", "1.1.22.1")),
    )
    return _electronic("tiger-pair", "Tiger Pair", "openings", rows, "1.1.22", optional="4.9")


def tiger_tie() -> Wager:
    """Tiger Tie: both hands finish on six."""
    rows = (Pay("Tie on 6", pays("35"), ties(6), ELECTRONIC.cite("4.10", "1.1.23")),)
    return _electronic("tiger-tie", "Tiger Tie", "points", rows, "1.1.23", optional="4.10")


def fabulous_4(side: Side, pay: str) -> Wager:
    """Player Fabulous 4 and Banker Fabulous 4: the hand wins with four (R-100)."""
    name = NAMES[side]
    defined = {"player": "1.1.11", "banker": "1.1.2"}[side]
    rows = (Pay(f"{name} wins with 4", pays(pay), wins(side, 4), ELECTRONIC.cite("4.11", defined)),)
    return _electronic(f"{side}-fabulous-4", f"{name} Fabulous 4", "points", rows, defined)


def precious_pair(source: Source, side: Side, clause: str, defined: str, decides: str, area: str) -> Wager:
    """Precious Pair of one hand: two wagers, each paid once at its best grade (R-110)."""

    def four(opening: OpeningHand) -> bool:
        return opening.pair == "4"

    def diamonds(opening: OpeningHand) -> bool:
        return opening.pair != "" and opening.suit == "D"

    grades: tuple[tuple[str, str, Callable[[OpeningHand], bool]], ...] = (
        ("Pair of Diamond 4s", "30", lambda opening: four(opening) and diamonds(opening)),
        ("Other pair of 4s", "15", four),
        ("Other Diamond pair", "12", diamonds),
        ("Any other pair", "9", is_pair),
    )
    rows = tuple(
        Pay(outcome, pays(pay), when, source.cite(clause, f"{defined}.{grade}"))
        for grade, (outcome, pay, when) in enumerate(grades, 1)
    )
    return Wager(
        name=f"{side}-precious-pair",
        label=f"{NAMES[side]} Precious Pair",
        reads=f"{side}_opening",
        rows=rows,
        loses=source.cite(decides, defined),
        area=source.cite(area)[0],
    )


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


def sands_six() -> Wager:
    """Sands Six: a six that wins for either hand, or a tie on six, once (R-108)."""

    def six(points: Points) -> bool:
        return max(points.player, points.banker) == 6

    rows = (Pay("Player or Banker wins with 6 or Tie on 6", pays("6"), six, SANDS.cite("4.1", "3.12", "1.1.11")),)
    return _sands("sands-six", "Sands Six", "points", rows, "1.1.11", "2.2.6")


def colour(side: Side, shade: str) -> Wager:
    """Red and Black: both opening cards of that hand, whoever wins (R-106)."""
    name, clause, area = NAMES[side], {"red": "3.13", "black": "3.14"}[shade], {"red": "2.2.4", "black": "2.2.5"}[shade]
    won = SANDS.cite("4.1", clause, "1.1.9")
    rows = (Pay(f"{name}'s first two cards both {shade}", pays("2"), lambda opening: opening.colour == shade, won),)
    return _sands(f"{side}-{shade}", f"{name} {shade.capitalize()}", f"{side}_opening", rows, clause, area)


def is_pair(opening: OpeningHand) -> bool:
    """The two opening cards pair."""
    return opening.pair != ""


def natural_tie(points: Points) -> bool:
    """Both hands hold the same natural."""
    return points.winner == "tie" and points.natural("player") and points.natural("banker")


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
