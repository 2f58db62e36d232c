"""The one error of this program: a request that the rules, the table or plain sense do not allow."""

from collections.abc import Sequence

from croupier.words import Sentence, Value, sentence_from, several


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A refusal that a person can act on: what is wrong, and the clause or ruling it rests on, where there is one.

    `reason` is a code of the message catalogue, with the values of its placeholders, or a `Sentence`. A text with
    spaces is taken as it is: only the command line shows those.

    >>> refused = Refused("stake-not-unit-multiple", "R-02", stake=7_50, wager="tie", unit=5_00)
    >>> refused.reason.code, refused.clause
    ('stake-not-unit-multiple', 'R-02')
    >>> str(Refused("bets-closed", "ebaccarat 5.5"))
    'bets are closed: no wager may be placed or increased (ebaccarat 5.5)'
    """

    def __init__(self, reason: str, clause: str | None = None, /, **values: Value) -> None:
        if isinstance(reason, Sentence):
            self.reason = reason
        else:
            self.reason = sentence_from(reason) if " " in reason else Sentence(reason, **values)
        super().__init__(self.reason)
        self.clause = clause
        self.defects: Sequence[Refused] = (self,)
        """The refusals that it joins; itself alone where it joins none."""

    def into(self, language: str) -> str:
        """The reason in a language, with its clause."""
        reason = self.reason.into(language)
        return f"{reason} ({self.clause})" if self.clause else reason

    def __str__(self) -> str:
        return self.into("en")


def refuse_all(defects: Sequence[Refused]) -> None:
    """Raise one refusal that names every defect, with the first clause among them; without defects do nothing."""
    if defects:
        clause = next((defect.clause for defect in defects if defect.clause), None)
        refused = Refused(several(defect.reason for defect in defects), clause)
        refused.defects = tuple(one for defect in defects for one in defect.defects)
        raise refused
