"""The page until the real terminals land: its files are ours, and it fetches nothing from anywhere else."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FILES = {
    "/": ("floor.html", "text/html; charset=utf-8"),
    "/floor.css": ("floor.css", "text/css; charset=utf-8"),
    "/floor.js": ("floor.js", "text/javascript; charset=utf-8"),
    "/seat.js": ("seat.js", "text/javascript; charset=utf-8"),
}


def _route(path: str, file: str, kind: str) -> Route:
    body = (Path(__file__).parent / file).read_bytes()

    async def page(_: Request) -> Response:
        return Response(body, headers={"Content-Type": kind, "Cache-Control": "no-cache"})

    return Route(path, page)


PAGES = [_route(path, *what) for path, what in FILES.items()]
