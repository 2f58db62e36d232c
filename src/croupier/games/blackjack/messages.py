"""All commands and events of blackjack rounds, from the modules that define them."""

# ruff: noqa: I001  (names that are handed on stand in one list)

from typing import TypeAlias, get_args

import msgspec

from croupier.games.blackjack.incidents.absence import (
    AbsenceDeclared as AbsenceDeclared,
    DeclareAbsent as DeclareAbsent,
)
from croupier.games.blackjack.incidents.dealer_missed import (
    DealerMissed as DealerMissed,
    DeclareDealerMissed as DeclareDealerMissed,
    FinishHand as FinishHand,
    HandFinishing as HandFinishing,
)
from croupier.games.blackjack.incidents.dealt_in_error import (
    CardExposed as CardExposed,
    CardRefused as CardRefused,
    ExposeCard as ExposeCard,
    RefuseCard as RefuseCard,
)
from croupier.games.blackjack.incidents.forgotten_burn import (
    BurnForgotten as BurnForgotten,
    DeclareForgottenBurn as DeclareForgottenBurn,
)
from croupier.games.blackjack.incidents.limits import (
    ExcessReturned as ExcessReturned,
    NoteWager as NoteWager,
    UnderMinimumHonoured as UnderMinimumHonoured,
)
from croupier.games.blackjack.incidents.missed_box import (
    DeclareBoxMissed as DeclareBoxMissed,
)
from croupier.games.blackjack.incidents.missed_shuffle import (
    CuttingCardMissed as CuttingCardMissed,
    MissCuttingCard as MissCuttingCard,
)
from croupier.games.blackjack.incidents.one_card import (
    ChooseCourse as ChooseCourse,
    CourseChosen as CourseChosen,
    DeclareShortHand as DeclareShortHand,
    HandFoundShort as HandFoundShort,
)
from croupier.games.blackjack.incidents.power import (
    BettorWithdrew as BettorWithdrew,
    Interrupt as Interrupt,
    PlayResumed as PlayResumed,
    PowerFailed as PowerFailed,
    Resume as Resume,
    WithdrawAll as WithdrawAll,
)
from croupier.games.blackjack.incidents.pulled import (
    CardPicked as CardPicked,
    CardsDeclined as CardsDeclined,
    CardsPulled as CardsPulled,
    DeclineCards as DeclineCards,
    PickCard as PickCard,
    PullCards as PullCards,
)
from croupier.games.blackjack.incidents.run_out import (
    DiscardsShuffled as DiscardsShuffled,
)
from croupier.games.blackjack.incidents.skipped_player import (
    BoxSkipped as BoxSkipped,
    DeclareSkipped as DeclareSkipped,
    PlayPulledBack as PlayPulledBack,
    SkipBox as SkipBox,
    SkipStood as SkipStood,
)
from croupier.games.blackjack.incidents.unbet_box import (
    DeclareUnbetBox as DeclareUnbetBox,
    UnbetBoxCleared as UnbetBoxCleared,
)
from croupier.games.blackjack.incidents.withdrawal import (
    PermitWithdrawal as PermitWithdrawal,
)
from croupier.games.blackjack.incidents.wrong_place import (
    CardMisdealt as CardMisdealt,
    DealEnded as DealEnded,
    EndDeal as EndDeal,
    MisdealCard as MisdealCard,
)
from croupier.games.blackjack.proceedings import (
    AgreeSpot as AgreeSpot,
    ArrangeBox as ArrangeBox,
    BetsOpened as BetsOpened,
    BoxArranged as BoxArranged,
    CardDealt as CardDealt,
    ChoiceMade as ChoiceMade,
    ClaimRefused as ClaimRefused,
    CloseDecisions as CloseDecisions,
    CloseOffers as CloseOffers,
    ConfirmDeal as ConfirmDeal,
    DealConfirmed as DealConfirmed,
    Decide as Decide,
    DecisionsClosed as DecisionsClosed,
    DoubleJoined as DoubleJoined,
    DoubleToo as DoubleToo,
    EvenMoneyTaken as EvenMoneyTaken,
    HandDecided as HandDecided,
    InsuranceClaimed as InsuranceClaimed,
    InsurancePlaced as InsurancePlaced,
    Insure as Insure,
    LeaveSeat as LeaveSeat,
    MatchSplit as MatchSplit,
    OffersClosed as OffersClosed,
    OpenBets as OpenBets,
    PlaceTie as PlaceTie,
    PlaceWager as PlaceWager,
    PlayerEvent as PlayerEvent,
    PositionReturned as PositionReturned,
    SeatLeft as SeatLeft,
    SeatTaken as SeatTaken,
    SplitMatched as SplitMatched,
    SpotAgreed as SpotAgreed,
    Surrender as Surrender,
    SurrenderChosen as SurrenderChosen,
    Surrendered as Surrendered,
    TakeEvenMoney as TakeEvenMoney,
    TakeSeat as TakeSeat,
    TiePlaced as TiePlaced,
    Unset as Unset,
    WagerClaimed as WagerClaimed,
    WagerPlaced as WagerPlaced,
    WagerWithdrawn as WagerWithdrawn,
    WithdrawWager as WithdrawWager,
)
from croupier.games.messages import (
    BetsClosed as BetsClosed,
    CardTakenBack as CardTakenBack,
    CardsCorrected as CardsCorrected,
    CardsDiscarded as CardsDiscarded,
    CardsDrawnTogether as CardsDrawnTogether,
    CardsReconstructed as CardsReconstructed,
    CloseBets as CloseBets,
    CorrectCards as CorrectCards,
    CorrectDisplay as CorrectDisplay,
    CuttingCardRemoved as CuttingCardRemoved,
    DealCard as DealCard,
    DealerCardRemoved as DealerCardRemoved,
    DeclareBadCards as DeclareBadCards,
    DeclareDrawnTogether as DeclareDrawnTogether,
    DisplayCorrected as DisplayCorrected,
    FaceUpCardFound as FaceUpCardFound,
    FindFaceUpCard as FindFaceUpCard,
    FindTerminal as FindTerminal,
    LoseTerminal as LoseTerminal,
    ReadyCardsRuled as ReadyCardsRuled,
    Reconstruct as Reconstruct,
    Refer as Refer,
    RemoveCuttingCard as RemoveCuttingCard,
    RemoveDealerCard as RemoveDealerCard,
    ReturnLateWager as ReturnLateWager,
    RoundSettled as RoundSettled,
    RoundVoided as RoundVoided,
    RuleReadyCards as RuleReadyCards,
    RulingGiven as RulingGiven,
    RunOut as RunOut,
    Settle as Settle,
    TakeBackCard as TakeBackCard,
    TerminalFound as TerminalFound,
    TerminalLost as TerminalLost,
    VoidRound as VoidRound,
    WagerReturned as WagerReturned,
)
from croupier.games.round import Command, decode_hook, tag
from croupier.games.upcast import upcast

AnyCommand: TypeAlias = (
    OpenBets
    | TakeSeat
    | LeaveSeat
    | PlaceWager
    | WithdrawWager
    | ArrangeBox
    | AgreeSpot
    | CloseBets
    | DealCard
    | ConfirmDeal
    | Surrender
    | Insure
    | TakeEvenMoney
    | CloseOffers
    | Decide
    | DoubleToo
    | MatchSplit
    | PlaceTie
    | DeclareAbsent
    | CloseDecisions
    | LoseTerminal
    | FindTerminal
    | RemoveCuttingCard
    | Settle
    | VoidRound
    | NoteWager
    | DeclareForgottenBurn
    | MissCuttingCard
    | ExposeCard
    | RefuseCard
    | PullCards
    | PickCard
    | DeclineCards
    | MisdealCard
    | EndDeal
    | SkipBox
    | DeclareDealerMissed
    | FinishHand
    | DeclareBoxMissed
    | DeclareUnbetBox
    | DeclareShortHand
    | ChooseCourse
    | DeclareSkipped
    | PermitWithdrawal
    | Interrupt
    | WithdrawAll
    | Resume
    | DeclareBadCards
    | DeclareDrawnTogether
    | Reconstruct
    | CorrectCards
    | RuleReadyCards
    | FindFaceUpCard
    | RemoveDealerCard
    | TakeBackCard
    | CorrectDisplay
    | ReturnLateWager
    | RunOut
    | Refer
)
AnyEvent: TypeAlias = (
    BetsOpened
    | SeatTaken
    | SeatLeft
    | WagerPlaced
    | WagerClaimed
    | WagerWithdrawn
    | ClaimRefused
    | BoxArranged
    | SpotAgreed
    | BetsClosed
    | CardDealt
    | DealConfirmed
    | Surrendered
    | InsuranceClaimed
    | InsurancePlaced
    | EvenMoneyTaken
    | OffersClosed
    | HandDecided
    | DoubleJoined
    | SplitMatched
    | TiePlaced
    | AbsenceDeclared
    | ChoiceMade
    | SurrenderChosen
    | DecisionsClosed
    | TerminalLost
    | TerminalFound
    | CuttingCardRemoved
    | RoundSettled
    | RoundVoided
    | ExcessReturned
    | UnderMinimumHonoured
    | BurnForgotten
    | DiscardsShuffled
    | CuttingCardMissed
    | CardExposed
    | CardRefused
    | CardsPulled
    | CardPicked
    | CardsDeclined
    | CardMisdealt
    | DealEnded
    | BoxSkipped
    | DealerMissed
    | HandFinishing
    | UnbetBoxCleared
    | HandFoundShort
    | CourseChosen
    | PositionReturned
    | PlayPulledBack
    | SkipStood
    | PowerFailed
    | BettorWithdrew
    | PlayResumed
    | CardsReconstructed
    | CardsCorrected
    | ReadyCardsRuled
    | CardsDrawnTogether
    | CardsDiscarded
    | FaceUpCardFound
    | DealerCardRemoved
    | CardTakenBack
    | DisplayCorrected
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
