"""The blackjack round on boxes: what follows from a command, or why nothing does, and what an event makes of it."""

from collections.abc import Iterable

from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import decisions, reconstruction, refusals, transitions
from croupier.games.blackjack.boxes.offers import expected
from croupier.games.blackjack.boxes.offers import expects as expects
from croupier.games.blackjack.boxes.play import opened
from croupier.games.blackjack.boxes.state import BoxRound, check_held
from croupier.games.blackjack.dispatch import combined
from croupier.games.blackjack.incidents.limits import measured_by
from croupier.games.round import Expected, Role, check_position, replayed, signed, tag
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

HANDLERS = combined(transitions.HANDLERS, decisions.HANDLERS, refusals.HANDLERS, reconstruction.HANDLERS)


def decide(round: BoxRound | None, command: m.AnyCommand, by: Role) -> list[m.AnyEvent]:
    """What follows from a command, or a refusal that says why nothing does."""
    if isinstance(command, m.OpenBets):
        return signed([decisions.open_bets(round, command, by)], by)
    if round is None:
        raise Refused("no-round-begun")
    open_to = expected(round, tag(command))
    if not open_to:
        raise _out_of_turn(round, command)
    if not any(_may(by, each) for each in open_to):
        check_position(open_to[0].by, by, _rests_on(round, open_to[0], command))
    fitting = [each for each in open_to if _may(by, each) and _fits(each, command)]
    if not fitting:
        raise refusals.not_theirs(round, command, open_to)
    _check_cards(round, command)
    return signed(HANDLERS.follows[type(command)](round, command, _meant(fitting, command), by), by)


def _meant(fitting: list[Expected], command: m.AnyCommand) -> Expected:
    """The offer that a command takes up, where several fit: cards are picked by their faces or by their places."""
    if not isinstance(command, m.PickCard):
        return fitting[0]
    picked = command.card or str(command.which)
    return next((each for each in fitting if picked in each.options), fitting[0])


def _rests_on(round: BoxRound, expected: Expected, command: m.AnyCommand) -> Citation:
    """The clause that a command rests on, also where its offer has several."""
    match command:
        case m.VoidRound(clause=says) if says in expected.clauses:
            return says
        case m.NoteWager(wager=wager, stake=stake) if wager in round.terms.offered:
            return measured_by(round, wager, stake)
        case _:
            return expected.clause


def _may(by: Role, expected: Expected) -> bool:
    """Whether somebody in that position may: their own, a lower one's, or a player's who asks or gives a signal."""
    return by.may_act_as(expected.by) or (expected.signals is not None and by is not Role.PLAYER)


def _fits(expected: Expected, command: m.AnyCommand) -> bool:
    """Whether a command is the one expected: of that box, by that bettor, about that wager."""
    bettor = getattr(command, "bettor", None)
    if bettor is None and expected.by is Role.PLAYER:
        # Whoever gives it, it is somebody's.
        return False
    return (
        (expected.box is None or getattr(command, "box", expected.box) == expected.box)
        and (expected.bettors is None or bettor is None or bettor in expected.bettors)
        and bettor not in expected.not_for
        and (not expected.wagers or getattr(command, "wager", None) in expected.wagers)
        and (expected.owner is None or (getattr(command, "owner", None) or bettor) == expected.owner)
        and (not isinstance(command, m.PlaceTie) or str(command.hand) == expected.hand)
    )


def _check_cards(round: BoxRound, command: m.AnyCommand) -> None:
    """Refuse cards that cannot be there, whichever command tells of them."""
    match command:
        case m.Reconstruct(cards=cards):
            check_held(round, cards, instead=(*round.dealt, *round.waiting))
        case m.CorrectCards(cards=cards):
            check_held(round, cards, instead=(*round.dealt, *round.surplus))
        case m.PullCards(disclosed=cards):
            check_held(round, cards)
        case m.DealCard() | m.MisdealCard() | m.ExposeCard() | m.FindFaceUpCard() | m.RemoveDealerCard():
            # One that waits is out already; where another is told in its place that is said by itself.
            if not round.waiting:
                check_held(round, (command.card,))


def _out_of_turn(round: BoxRound, command: m.AnyCommand) -> Refused:
    """Why a command that is not expected now is refused."""
    refuses = HANDLERS.refuses.get(type(command))
    if refuses and (refused := refuses(round, command)):
        return refused
    now = tuple(dict.fromkeys(each.command for each in expects(round))) or (Sentence("nothing-more-expected"),)
    return Refused("command-not-expected", round.rules.law.choices, phase=round.phase, expected=now)


def evolve(round: BoxRound | None, event: m.AnyEvent) -> BoxRound:
    """The round after an event."""
    if isinstance(event, m.BetsOpened):
        return opened(event)
    if round is None:
        raise Refused("event-outside-round", event=tag(event))
    evolves = HANDLERS.evolves.get(type(event))
    if evolves is None:
        raise Refused("event-not-in-game", event=tag(event), game=round.terms.game)
    after = evolves(round, event)
    return after if isinstance(event, m.CardTakenBack) else transitions.followed(round, event, after)


def replay(events: Iterable[m.AnyEvent]) -> BoxRound:
    """The round that these events tell of."""
    return replayed(evolve, events)
