"""An audit as text: a line for each check, and a line for each defect."""

from collections.abc import Iterator

from croupier.house.audit import Audit
from croupier.program import digest


def summary(audit: Audit) -> Iterator[str]:
    """The lines of the summary."""
    n = {name: f"{count:,}" for name, count in audit.counts.items()}
    signed = f"signed with the key {audit.key}" if audit.key else "none of them signed"
    yield f"chain   {n['events']} events, {n['checkpoints']} checkpoints, {n['unsigned']} events after the last one"
    yield f"        {signed}"
    yield f"books   {n['postings']} postings, {n['accounts']} accounts that hold anything"
    amended = f", {n['amended']} put right since" if audit.counts["amended"] else ""
    yield f"rounds  {n['rounds']} played again: {n['settled']} settlements, {n['void']} voids{amended}"
    yield f"shoes   {n['shoes']} published, {n['cards']} cards proven, {n['opened']} opened whole"
    yield f"tables  {n['configurations']} configurations, every round by its own; {n['approvals']} acts by two people"
    if audit.counts["sold"]:
        yield f"cage    {n['sold']} sales, {n['seconded']} of them by two people"
    yield f"house   opened {n['openings']} times, {n['unclosed']} of them after it went down without a close"
    if audit.counts["steps"]:
        yield f"        its clock was set {n['steps']} times while it counted"
    if audit.counts["days"]:
        yield f"days    {n['days']} closed, their books made again"
    if audit.program:
        same = "as this one is" if audit.program == digest() else f"and this one is {digest()}"
        yield f"        its program was {audit.program}, {same}"
    for each in audit.acknowledged:
        yield f"known since a repair: {each}"
    yield from map(str, audit.defects)
    count = len(audit.defects)
    well = "nothing is wrong that was not known" if audit.acknowledged else "nothing is wrong"
    yield f"{count:,} {'defect' if count == 1 else 'defects'}" if count else well
