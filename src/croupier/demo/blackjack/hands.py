"""The drawing of a blackjack round: the Dealer above, the player's hands below, then stakes or the settlement."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from croupier.demo.blackjack.moment import DemoMoment
from croupier.demo.blackjack.rounds import burned
from croupier.demo.drawing import colour, fan, heading, money, signed
from croupier.demo.settled import explained, sums
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Line

HAND_GAP = 2
"""Columns between two hands."""
Block = list[Text]
"""Rows of equal width, such as the drawing of a hand."""


def view(
    moment: DemoMoment, width: int, *below: RenderableType, about: int | None = None, airy: bool = True
) -> RenderableType:
    """The drawing of a round in play or settled, with anything `below` it.

    The hand that a question is `about` is marked; `airy` puts empty lines between the parts.
    """
    between = [""] if airy else []
    notes = _notes(moment, width)
    money_moved = _settlement(moment, width, between) if moment.settled else [_stakes(moment, width)]
    return Group(
        heading(moment.game, moment.shoe, moment.number, width),
        *between,
        _centred([_dealer(moment)], width),
        *between,
        _centred([_hand(moment, hand, marked=hand.id == about) for hand in moment.area.hands], width),
        *between,
        *notes,
        *(between if notes else []),
        *money_moved,
        *(between if below else []),
        *below,
    )


def points(game: Blackjack, hand: Hand) -> str:
    """The total of a hand in words.

    >>> from croupier.cards import cards
    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> [points(LUCKY_8, Hand.of(*cards(text))) for text in ("AS", "AS 6D", "TS 6D", "TS 6D 8C", "AS KD")]
    ['Ace', 'soft 17', 'hard 16', 'bust 24', 'Blackjack']
    """
    if game.blackjacks and hand.blackjack:
        return "Blackjack"
    if len(hand.cards) == 1:
        return "Ace" if hand.aces else str(hand.total)
    return f"{'bust' if hand.bust else 'soft' if hand.soft else 'hard'} {hand.total}"


def _dealer(moment: DemoMoment) -> Block:
    label = Text.assemble(("Dealer", "bold"), " ", (f" {points(moment.game, moment.dealer)} ", "plate"))
    return _block([label, *fan(moment.dealer.cards, printed=moment.game.printed is not None)])


def _hand(moment: DemoMoment, hand: Hand, *, marked: bool) -> Block:
    name = f"Hand {hand.id + 1}" if len(moment.area.hands) > 1 else "You"
    lines = _main_lines(moment, hand) if moment.settled else []
    plate = f"{lines[0].result}.plate" if lines else "brass.plate" if marked else "lose.plate" if hand.bust else "plate"
    label = Text.assemble((f"{'▸' if marked else ' '} {name}", "brass" if marked else "bold"), " ")
    label.append(f" {points(moment.game, hand)} ", plate)
    caption = _results(lines) if lines else Text(_staked_on(moment, hand))
    # The first hand keeps the card that is printed on the layout; hands that are split off have none.
    printed = moment.game.printed is not None and hand.id == 0
    return _block([label, *fan(hand.cards, printed=printed), caption])


def _main_lines(moment: DemoMoment, hand: Hand) -> list[Line]:
    return [line for line in moment.lines if line.wager == "main" and line.hand in (None, hand.id + 1)]


def _results(lines: Sequence[Line]) -> Text:
    return Text(", ").join(Text(f"{line.result} {signed(line.net)}", line.result) for line in lines)


def _staked_on(moment: DemoMoment, hand: Hand) -> str:
    position = moment.position
    doubled = position.doubles.get(hand.id, 0)
    staked = money(position.stakes.get(hand.id, 0) + doubled)
    ties = {0: position.sides.get("tie-on-18", 0), **position.ties}
    if len(moment.area.hands) > 1 and ties.get(hand.id):
        return f"{staked}, tie {money(ties[hand.id])}"
    return f"{staked} doubled" if doubled else staked


def _block(rows: Sequence[Text]) -> Block:
    width = max(len(row) for row in rows)
    return [_in_middle(row, width) for row in rows]


def _in_middle(row: Text, width: int) -> Text:
    left = (width - len(row)) // 2
    return Text.assemble(" " * left, row, " " * (width - len(row) - left))


def _centred(blocks: Sequence[Block], width: int) -> Text:
    """Blocks side by side and centred, in as many rows as the width needs."""
    rows = (row for line in _lines_of(blocks, width) for row in zip(*line, strict=True))
    drawn = (_in_middle(Text(" " * HAND_GAP).join(row), width) for row in rows)
    return Text("\n", no_wrap=True, overflow="crop").join(drawn)


def _lines_of(blocks: Sequence[Block], width: int) -> Iterator[list[Block]]:
    line: list[Block] = []
    for block in blocks:
        if line and sum(len(each[0]) + HAND_GAP for each in line) + len(block[0]) > width:
            yield line
            line = []
        line.append(block)
    yield line


def _notes(moment: DemoMoment, width: int) -> list[Text]:
    """Notes: the burn before a shoe's first round, the decisions of a settled round, the cutting card."""
    notes = []
    if moment.number == 1 and burned(moment.game):
        notes.append(Text("First card of the shoe burned (R-16)", "faint"))
    if moment.settled and moment.decisions:
        notes.append(Text(f"You: {', '.join(moment.decisions)}", "faint"))
    if moment.round.cut_after is not None:
        notes.append(Text("Cutting card: last round of this shoe (R-15)", "notice"))
    return [_together(notes, width)] if notes else []


def _together(notes: Sequence[Text], width: int) -> Text:
    """Notes on one line, or on a line each if that is too short."""
    line = Text("   ").join(notes)
    return line if len(line) <= width else Text("\n").join(notes)


def _stakes(moment: DemoMoment, width: int) -> Text:
    """The wagers on the table, their sum, and the balance."""
    each = Text("; ".join(_placed(moment)), "faint")
    sums = Text(f"{money(moment.staked)} staked   Balance ")
    return _together([each, sums.append(signed(moment.balance), colour(moment.balance))], width)


def _placed(moment: DemoMoment) -> Iterator[str]:
    """The wagers in words, those of equal stakes together."""
    placed = {"main": moment.position.original, **moment.position.sides, "insurance": moment.insured}
    for stake in filter(None, dict.fromkeys(placed.values())):
        labels = [moment.game.by_name[wager].label for wager, staked in placed.items() if staked == stake]
        yield f"{money(stake)} each: {', '.join(labels)}" if len(labels) > 1 else f"{labels[0]} {money(stake)}"


def _settlement(moment: DemoMoment, width: int, between: Sequence[str]) -> list[RenderableType]:
    staked = f"{money(moment.staked)} staked"
    return [explained(moment.game, moment.lines, width), *between, sums(staked, moment.net, moment.balance)]
