"""The one error of this program: something was asked for that the rules, the table or plain sense do not allow."""


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A refusal that a person can act on: what is wrong, and the clause or ruling it rests on, where there is one.

    >>> str(Refused("bets are closed", "ebaccarat 5.5"))
    'bets are closed (ebaccarat 5.5)'
    """

    def __init__(self, reason: str, clause: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})" if self.clause else self.reason


def refuse_all(defects: list[Refused]) -> None:
    """Raise one refusal that names every defect, citing the first that has a clause; nothing where there is none."""
    if defects:
        clause = next((defect.clause for defect in defects if defect.clause), None)
        raise Refused("; ".join(defect.reason for defect in defects), clause)
