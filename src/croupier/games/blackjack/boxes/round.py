"""The blackjack round on boxes: `decide` answers commands with events or refuses them, `evolve` applies events."""

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
    """The events that follow from a command; one that is not allowed is refused with its clause."""
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
    """The offer that a command takes up where several fit: cards may be picked by face or by place."""
    if not isinstance(command, m.PickCard):
        return fitting[0]
    picked = command.card or str(command.which)
    return next((each for each in fitting if picked in each.options), fitting[0])


def _rests_on(round: BoxRound, expected: Expected, command: m.AnyCommand) -> Citation:
    """The clause that a command rests on, where its offer may have several."""
    match command:
        case m.VoidRound(clause=clause) if clause in expected.clauses:
            return clause
        case m.NoteWager(wager=wager, stake=stake) if wager in round.terms.offered:
            return measured_by(round, wager, stake)
        case _:
            return expected.clause


def _may(by: Role, expected: Expected) -> bool:
    """Whether that position may take up an offer: its own, a lower one's, or a player's on request or by signal."""
    return by.may_act_as(expected.by) or (expected.signals is not None and by is not Role.PLAYER)


def _fits(expected: Expected, command: m.AnyCommand) -> bool:
    """Whether a command matches an offer: its box, bettor, wager, owner and hand."""
    bettor = getattr(command, "bettor", None)
    if bettor is None and expected.by is Role.PLAYER:
        # A player's command must name the player, also when staff give it.
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
    """Refuse a command that names cards which the decks cannot hold."""
    match command:
        case m.Reconstruct(cards=cards):
            check_held(round, cards, instead=(*round.dealt, *round.waiting))
        case m.CorrectCards(cards=cards):
            check_held(round, cards, instead=(*round.dealt, *round.surplus))
        case m.PullCards(disclosed=cards):
            check_held(round, cards)
        case m.DealCard() | m.MisdealCard() | m.ExposeCard() | m.FindFaceUpCard() | m.RemoveDealerCard():
            # A waiting card was checked when it came; another one in its place is refused by `check_waiting`.
            if not round.waiting:
                check_held(round, (command.card,))


def _out_of_turn(round: BoxRound, command: m.AnyCommand) -> Refused:
    """The refusal of a command that the round does not offer."""
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
    """Fold events into the round they lead to."""
    return replayed(evolve, events)
