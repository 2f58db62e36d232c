"""The commands and events of a baccarat round."""

from typing import TypeAlias, get_args

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.drawing import Side
from croupier.games.messages import (
    BetsClosed as BetsClosed,
)
from croupier.games.messages import (
    BetsOpened as BetsOpened,
)
from croupier.games.messages import (
    CardsCorrected as CardsCorrected,
)
from croupier.games.messages import (
    CardsDiscarded as CardsDiscarded,
)
from croupier.games.messages import (
    CardsDrawnTogether as CardsDrawnTogether,
)
from croupier.games.messages import (
    CardsReconstructed as CardsReconstructed,
)
from croupier.games.messages import (
    CardTakenBack as CardTakenBack,
)
from croupier.games.messages import (
    CloseBets as CloseBets,
)
from croupier.games.messages import (
    CorrectCards as CorrectCards,
)
from croupier.games.messages import (
    CorrectDisplay as CorrectDisplay,
)
from croupier.games.messages import (
    CuttingCardRemoved as CuttingCardRemoved,
)
from croupier.games.messages import (
    DealCard as DealCard,
)
from croupier.games.messages import (
    DeclareBadCards as DeclareBadCards,
)
from croupier.games.messages import (
    DeclareDisturbedOrder as DeclareDisturbedOrder,
)
from croupier.games.messages import (
    DeclareDrawnTogether as DeclareDrawnTogether,
)
from croupier.games.messages import (
    DisplayCorrected as DisplayCorrected,
)
from croupier.games.messages import (
    FaceUpCardFound as FaceUpCardFound,
)
from croupier.games.messages import (
    FindFaceUpCard as FindFaceUpCard,
)
from croupier.games.messages import (
    FindTerminal as FindTerminal,
)
from croupier.games.messages import (
    Interrupt as Interrupt,
)
from croupier.games.messages import (
    LoseTerminal as LoseTerminal,
)
from croupier.games.messages import (
    OpenBets as OpenBets,
)
from croupier.games.messages import (
    PlaceWager as PlaceWager,
)
from croupier.games.messages import (
    ReadyCardsRuled as ReadyCardsRuled,
)
from croupier.games.messages import (
    Reconstruct as Reconstruct,
)
from croupier.games.messages import (
    Refer as Refer,
)
from croupier.games.messages import (
    RemoveCuttingCard as RemoveCuttingCard,
)
from croupier.games.messages import (
    ReturnLateWager as ReturnLateWager,
)
from croupier.games.messages import (
    RoundInterrupted as RoundInterrupted,
)
from croupier.games.messages import (
    RoundSettled as RoundSettled,
)
from croupier.games.messages import (
    RoundVoided as RoundVoided,
)
from croupier.games.messages import (
    RuleReadyCards as RuleReadyCards,
)
from croupier.games.messages import (
    RulingGiven as RulingGiven,
)
from croupier.games.messages import (
    RunOut as RunOut,
)
from croupier.games.messages import (
    Settle as Settle,
)
from croupier.games.messages import (
    TakeBackCard as TakeBackCard,
)
from croupier.games.messages import (
    TerminalFound as TerminalFound,
)
from croupier.games.messages import (
    TerminalLost as TerminalLost,
)
from croupier.games.messages import (
    VoidRound as VoidRound,
)
from croupier.games.messages import (
    WagerPlaced as WagerPlaced,
)
from croupier.games.messages import (
    WagerReturned as WagerReturned,
)
from croupier.games.messages import (
    WagerWithdrawn as WagerWithdrawn,
)
from croupier.games.messages import (
    WithdrawWager as WithdrawWager,
)
from croupier.games.round import Command, StaffEvent, decode_hook, tag
from croupier.games.upcast import upcast


class CardDealt(StaffEvent, frozen=True, tag="card-dealt"):
    """A card was dealt to that hand."""

    card: Card
    hand: Side


AnyCommand: TypeAlias = (
    OpenBets
    | PlaceWager
    | WithdrawWager
    | CloseBets
    | DealCard
    | RemoveCuttingCard
    | RunOut
    | Interrupt
    | LoseTerminal
    | FindTerminal
    | Settle
    | VoidRound
    | DeclareBadCards
    | DeclareDisturbedOrder
    | DeclareDrawnTogether
    | Reconstruct
    | CorrectCards
    | RuleReadyCards
    | FindFaceUpCard
    | CorrectDisplay
    | ReturnLateWager
    | TakeBackCard
    | Refer
)
AnyEvent: TypeAlias = (
    BetsOpened
    | WagerPlaced
    | WagerWithdrawn
    | BetsClosed
    | CardDealt
    | CuttingCardRemoved
    | RoundInterrupted
    | TerminalLost
    | TerminalFound
    | RoundSettled
    | RoundVoided
    | CardsReconstructed
    | CardsCorrected
    | ReadyCardsRuled
    | CardsDrawnTogether
    | CardsDiscarded
    | FaceUpCardFound
    | DisplayCorrected
    | CardTakenBack
    | WagerReturned
    | RulingGiven
)

COMMANDS: dict[str, type[Command]] = {tag(each): each for each in get_args(AnyCommand)}
"""The commands by their wire names."""

decode_command = msgspec.json.Decoder(AnyCommand, dec_hook=decode_hook).decode
_decode_event = msgspec.json.Decoder(AnyEvent, dec_hook=decode_hook).decode


def decode_event(body: bytes | str) -> AnyEvent:
    """Decode an event from JSON, one of an earlier version too."""
    event: AnyEvent = _decode_event(upcast(body))
    return event
