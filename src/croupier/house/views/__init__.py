"""Views: the only way by which anything of a round leaves the house.

`view(round, role, seat)` is the round as one viewer may see it; `shown` says who sees what, and why. `Sight` makes the
views of thousands of viewers of one state. `delta` is the difference from one view to the next.
"""

from croupier.house.views.delta import apply as apply
from croupier.house.views.delta import delta as delta
from croupier.house.views.delta import plain as plain
from croupier.house.views.families import named as named
from croupier.house.views.shown import Beside as Beside
from croupier.house.views.shown import Odds as Odds
from croupier.house.views.shown import View as View
from croupier.house.views.sight import Sight as Sight
from croupier.house.views.sight import view as view
