"""What whoever runs the table does next, in a sentence with its money, and whom it waits for.

Every figure is read off the round: a settlement is settled on trial, and what moves is the difference. So a console
says nothing that the round does not do.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.round import OVER, Expected, Phase, Role
from croupier.house.pace import Pace, next_chore
from croupier.house.views.families import view_of
from croupier.house.views.shown import ActShown, Asked, Move
from croupier.refused import Refused
from croupier.words import Sentence

VERBS = {
    "no-more-bets": "act-close-bets",
    "confirm-initial-deal": "act-deal-is-correct",
    "close-insurance": "act-close-insurance",
    "close-surrender": "act-close-surrender",
    "close-decisions": "act-close-decisions",
}
"""The verb of an act, by the code of what the Dealer announces with it."""
SETTLE = "settle"
WINDOWS = ("close-offers", "close-decisions")
"""Acts that end a time in which players answer."""
MAX_LISTED = 60
"""Bettors who are listed one by one; counts and sums are of all."""
MAX_TRIED = 200
"""Bettors with whom an act is still done on trial at every wager, only to say what follows it."""


def act_of(round: Round, expected: Sequence[Expected], command: str | None) -> ActShown | None:
    """The next act among the offers of a round; None where there is none, or where it is over."""
    if round.phase in OVER:
        return None
    offer = _next_offer(expected, command)
    if offer is None:
        return _players(expected)
    verb = verb_of(offer)
    act = ActShown(command=offer.command, verb=verb, say=offer.prompt if verb is not offer.prompt else None)
    return msgspec.structs.replace(act, **_details(round, offer, expected), then=_then(round, offer))


def verb_of(offer: Expected) -> str:
    """What an offer to staff is as an act: a verb; the prompt where that is one."""
    if offer.command == SETTLE:
        return Sentence("act-settle")
    code = VERBS.get(getattr(offer.prompt, "code", ""))
    return Sentence(code) if code else offer.prompt


def _players(expected: Sequence[Expected]) -> ActShown | None:
    """Whose decision the table waits for."""
    decides = next((each for each in expected if each.command == "decide" and each.by is Role.PLAYER), None)
    if decides is None or not decides.bettors:
        return _answers(expected)
    total = getattr(decides.prompt, "values", {}).get("total")
    who, box = decides.bettors, decides.box
    if len(who) > 1 or box is None or total is None:
        # On shared cards, who has to decide tells how others have chosen.
        return ActShown(verb=Sentence("act-players-decide"))
    return ActShown(
        verb=Sentence("act-bettor-decides", bettor=who[0], total=total, box=box),
        missing=tuple(Asked(each, box) for each in who),
    )


def _answers(expected: Sequence[Expected]) -> ActShown | None:
    """Who has to answer what went wrong, where nothing goes on before that."""
    questions = [each for each in expected if each.by is Role.PLAYER and each.irregular and each.box and each.bettors]
    missing = tuple(dict.fromkeys(Asked(bettor, each.box) for each in questions for bettor in each.bettors or ()))
    if not missing:
        return None
    verb = (
        Sentence("act-players-answer")
        if len(missing) > 1
        else Sentence("act-bettor-answers", bettor=missing[0].bettor, box=missing[0].box or 0)
    )
    return ActShown(verb=verb, why=questions[0].prompt, missing=missing)


def _details(round: Round, offer: Expected, expected: Sequence[Expected]) -> dict[str, Any]:
    if offer.command == SETTLE:
        return _settlement(round, offer)
    if offer.command in WINDOWS:
        return _window(round, offer)
    if round.phase is Phase.BETTING:
        placed = [each for each in family_of(round).put_down(round).values() if each]
        return {
            "with_": Sentence("act-bets", bettors=len(placed), staked=sum(placed))
            if placed
            else Sentence("act-no-bets")
        }
    joining = (each for each in expected if each.by is Role.PLAYER and not each.irregular and each.box)
    may_join = tuple(dict.fromkeys(Asked(bettor, each.box) for each in joining for bettor in each.bettors or ()))
    return {"with_": Sentence("act-may-join", count=len(may_join)), "missing": may_join} if may_join else {}


def _window(round: Round, offer: Expected) -> dict[str, Any]:
    """How many have answered, and what insurance has come to."""
    window, insured = view_of(round).window(round), view_of(round).insured(round)
    asked, answered = len(window.asked), len(window.answered)
    if not asked:
        return {"with_": Sentence("act-nobody-asked")}
    if offer.command == "close-decisions":
        said = Sentence("act-answered", answered=answered, asked=asked)
    elif insured:
        said = Sentence("act-accepted-insured", accepted=answered, asked=asked, insured=insured)
    else:
        said = Sentence("act-accepted", accepted=answered, asked=asked)
    claimed = view_of(round).claimed(round)
    why = Sentence("act-claims", claimed=claimed) if claimed else None
    missing = window.missing
    return {
        "with_": said,
        "missing": missing[:MAX_LISTED],
        "others": max(0, len(missing) - MAX_LISTED),
        "why": why,
    }


def _settlement(round: Round, offer: Expected) -> dict[str, Any]:
    after = given(round, offer)
    if after is None:
        return {"why": offer.prompt}
    family = family_of(round)
    before, nets = family.standings(round), after.nets()
    moves = [
        Move(bettor, before[bettor].in_play if bettor in before else 0, nets.get(bettor, 0) - net)
        for bettor in {**before, **nets}
        for net in [before[bettor].net if bettor in before else 0]
    ]
    moves.sort(key=lambda each: -abs(each.moves))
    done = [each.net for each in before.values()]
    return {
        "why": offer.prompt,
        "say": None,
        "with_": _sums([each.moves for each in moves], "act-pay", "act-take", "act-pay-and-take")
        or Sentence("act-no-money"),
        "before": _sums(done, "act-paid", "act-taken", "act-paid-and-taken"),
        "moves": tuple(moves[:MAX_LISTED]),
        "others": max(0, len(moves) - MAX_LISTED),
    }


def _sums(nets: Sequence[int], pays: str, takes: str, both: str) -> Sentence | None:
    """What is paid to how many and taken from how many; None where nothing is."""
    won, lost = [each for each in nets if each > 0], [-each for each in nets if each < 0]
    values = {"paid": sum(won), "to": len(won), "taken": sum(lost), "from_": len(lost)}
    code = both if won and lost else pays if won else takes if lost else None
    return Sentence(code, **values) if code else None


def given(round: Round, offer: Expected) -> Round | None:
    """The round after an act that there is nothing to say with; None where it takes more than the act."""
    family = family_of(round)
    try:
        command = msgspec.convert({"command": offer.command}, family.commands[offer.command])
        for event in family.decide(round, command, offer.by):
            round = family.evolve(round, event)
    except (KeyError, msgspec.ValidationError, Refused):
        return None
    return round


def _then(round: Round, offer: Expected) -> str | None:
    """The verb of what follows, where the act alone decides that."""
    many = len(round.wagers()) > MAX_TRIED
    after = None if offer.command == SETTLE or many else given(round, offer)
    if after is None or after.phase in OVER:
        return None
    family = family_of(after)
    expected = family.expects(after)
    following = _next_offer(expected, next_command(expected, family.undecided(after)))
    if following is not None:
        return verb_of(following)
    players = _players(expected)
    return players.verb if players else None


def next_command(expected: Sequence[Expected], undecided: int) -> str | None:
    """The command that comes next for staff; declaring a player absent is never suggested."""
    chore = next_chore(expected, Pace(), undecided)
    return None if chore is None or chore.command == "declare-absent" else chore.command


def _next_offer(expected: Sequence[Expected], command: str | None) -> Expected | None:
    return next((each for each in expected if each.command == command and each.by is not Role.PLAYER), None)
