"""The one error of this program: something was asked for that the rules, the table or plain sense do not allow."""

from collections.abc import Sequence

from croupier.words import Sentence, Value, sentence_from, several


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A refusal that a person can act on: what is wrong, and the clause or ruling it rests on, where there is one.

    It is said by its code in the catalogue, with what is put into the sentence there; what only the command line says
    may be written out.

    >>> refused = Refused("stake-not-unit-multiple", "R-02", stake=7_50, wager="tie", unit=5_00)
    >>> refused.reason.code, refused.clause
    ('stake-not-unit-multiple', 'R-02')
    >>> str(Refused("bets-closed", "ebaccarat 5.5"))
    'bets are closed: no wager may be placed or increased (ebaccarat 5.5)'
    """

    def __init__(self, said: str, clause: str | None = None, /, **values: Value) -> None:
        self.reason = (
            said if isinstance(said, Sentence) else Sentence(said, **values) if " " not in said else sentence_from(said)
        )
        super().__init__(self.reason)
        self.clause = clause

    def into(self, language: str) -> str:
        """The same in a language."""
        said = self.reason.into(language)
        return f"{said} ({self.clause})" if self.clause else said

    def __str__(self) -> str:
        return self.into("en")


def refuse_all(defects: Sequence[Refused]) -> None:
    """Raise one refusal that names every defect, citing the first that has a clause; nothing where there is none."""
    if defects:
        clause = next((defect.clause for defect in defects if defect.clause), None)
        raise Refused(several(defect.reason for defect in defects), clause)
