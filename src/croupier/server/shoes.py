"""Shoes for whoever wants to check them: what was published of each, every card it has shown, and all of it in the end.

`terminal/` checks such a record in the browser, `house/verify_shoe.py` anywhere else.
"""

from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.shelf import ShoeBrief, ShoeRecord
from croupier.words import Sentence


async def shoes(request: ApiRequest) -> list[ShoeBrief]:
    """The latest shoes of a table, the newest first."""
    name = request.path["table"]
    request.desk.stage(name)
    return await request.desk.reading.run(request.desk.shelf.latest, name)


async def shoe(request: ApiRequest) -> bytes:
    """One of them."""
    name = request.path["table"]
    request.desk.stage(name)
    found = await request.desk.reading.run(request.desk.shelf.record, name, request.path["shoe"])
    if found is None:
        raise Problem(404, Sentence("no-such-shoe-lately"))
    return found


SHOES = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/shoes",
        summary="The latest virtual shoes of a table",
        do=shoes,
        answer=list[ShoeBrief],
        problems=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/shoes/{shoe}",
        summary="A shoe to be checked: its commitment, the cards it has shown, and its order once it has retired",
        do=shoe,
        answer=ShoeRecord,
        problems=(404,),
    ),
)
