"""Repair: two people put a table back to work that has stopped because its events cannot be read.

No stored event is changed. One more event names the damage, and recovery starts from it: the open round is void,
everybody gets back what they had before it, and the table goes on with its next round and another shoe. The refunds do
not depend on the damaged events: they are the round's postings, reversed.
"""

from croupier.house.repair.repairs import Repairs as Repairs
from croupier.house.repair.repairs import concerns as concerns
