"""The terminals: the build of `terminal/` is in `dist` beside this file, and is served from memory.

The name of a file under `assets` contains a hash of its content, so browsers may cache it for ever; the page itself is
revalidated each time by its ETag, and answered with 304 if it has not changed.
"""

import functools
import gzip
import hashlib
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

DIST = Path(__file__).parent / "dist"
IMMUTABLE, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
UNBUILT = "The terminals are not built yet: run `make setup`.\n"


@functools.cache
def pages(folder: Path = DIST) -> list[Route]:
    """A route for every file of the build."""
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    if (folder / "index.html") not in files:
        return [Route("/", _unbuilt)]
    return [_route(f"/{each.relative_to(folder).as_posix()}".removesuffix("index.html"), each) for each in files]


async def _unbuilt(_: Request) -> Response:
    return Response(UNBUILT, 503, media_type="text/plain")


def _route(path: str, file: Path) -> Route:
    body = file.read_bytes()
    packed = gzip.compress(body, 9, mtime=0)
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {
        "Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        "Cache-Control": IMMUTABLE if path.startswith("/assets/") else REVALIDATE,
        "ETag": tag,
        "Vary": "Accept-Encoding",
    }

    async def page(request: Request) -> Response:
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, headers={**headers, "Content-Encoding": "gzip"})
        return Response(body, headers=headers)

    return Route(path, page)
