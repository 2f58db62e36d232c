"""The forms of a baccarat round: the context of the round, and the rows of fields that depend on each other."""

from collections.abc import Callable

from croupier.games.baccarat.irregular import late_wagers
from croupier.games.baccarat.messages import COMMANDS
from croupier.games.baccarat.state import BaccaratRound
from croupier.games.form import Bounds, Form, FormContext, Row, Rows, limited
from croupier.games.form import form as derived
from croupier.games.round import Expected


def form(offer: Expected, round: BaccaratRound) -> Form:
    """The form of an offer of a baccarat round."""
    rows = ROWS.get(offer.command)
    context = FormContext(
        unit=round.terms.unit,
        people=tuple(round.stakes),
        waiting=round.waiting,
        dealt=(*round.cards, *(round.surplus if offer.command == "correct-cards" else ())),
        rows=rows(offer, round) if rows else None,
    )
    return derived(COMMANDS[offer.command], offer, context)


def _placeable(offer: Expected, round: BaccaratRound) -> Rows:
    return limited(offer.wagers, round.terms.limits_of)


def _returnable(offer: Expected, round: BaccaratRound) -> Rows:
    """Every wager of which a part, or all, may be returned as late."""
    del offer
    unit = round.terms.unit
    rows = (Row((bettor, wager), (Bounds(unit, stake),)) for bettor, wager, stake in late_wagers(round))
    return Rows(("bettor", "wager"), ("amount",), tuple(rows))


ROWS: dict[str, Callable[[Expected, BaccaratRound], Rows]] = {
    "place-wager": _placeable,
    "return-late-wager": _returnable,
}
