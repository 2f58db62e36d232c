"""Repair: a table that has stopped because its record makes no sense is put back to work by two people.

Nothing that was kept is changed. What is wrong is named in one more event, from which on the table's record counts: its
open round is void, everybody has back what they had before it, and the table goes on with its next round and another
shoe. The money needs no sense in the events: it is what their postings come to, turned round.
"""

from croupier.house.repair.repairs import Repairs as Repairs
from croupier.house.repair.repairs import concerns as concerns
