"""Calls the API of a house from a shell, with nothing but Python: for setting up a floor, and for scripts.

call.py NAME sign-in              the password is read from standard input; where it has to be changed, the new one too
call.py NAME sign-in-terminal     the same with the key of a terminal
call.py NAME METHOD PATH [BODY]   as NAME, who has signed in; BODY is JSON, `-` reads it from standard input

The house is `CROUPIER_URL`, by default port 8021 or `CROUPIER_SERVER_PORT` of this machine. A session is kept in a file
`NAME.session` that only its owner can read.
"""

import json
import os
import secrets
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

HOUSE = os.environ.get("CROUPIER_URL", f"http://127.0.0.1:{os.environ.get('CROUPIER_SERVER_PORT', '8021')}")
WITH_ID = ("/commands", "/money", "/count", "/voucher")
"""Ends of paths whose commands carry an id, so that one that is sent again is done once."""


def call(method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """The answer to a request; the program ends with the house's sentence where it is refused."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    text = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(HOUSE + path, text, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {json.loads(error.read())['error']['message']}")
    except urllib.error.URLError as error:
        sys.exit(f"no house answers at {HOUSE}: {error.reason}")


def sign_in(name: str, terminal: bool) -> None:
    """Sign in, choose a new password where the house asks for one, and keep the session."""
    lines = [each for each in sys.stdin.read().splitlines() if each]
    if not lines:
        sys.exit(f"{name} has to give a secret: on standard input, where no list of processes shows it")
    path, told = ("terminal", "key") if terminal else ("staff", "password")
    named = "terminal" if terminal else "name"
    session = call("POST", f"/api/sign-in/{path}", {named: name, told: lines[0]})
    if session["change"]:
        if len(lines) < 2:
            sys.exit(f"{name} has to choose a new password: give it on a second line")
        # A new password ends every session, this one too.
        call("POST", "/api/secret", {"old": lines[0], "new": lines[1]}, session["token"])
        session = call("POST", f"/api/sign-in/{path}", {named: name, told: lines[1]})
    file = Path(f"{name}.session")
    file.touch(mode=0o600)
    file.write_text(session["token"], "ascii")


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case [name, "sign-in" | "sign-in-terminal" as how]:
            sign_in(name, how == "sign-in-terminal")
        case [name, method, path, *more]:
            body = json.loads(sys.stdin.read() if more[0] == "-" else more[0]) if more else None
            if isinstance(body, dict) and path.endswith(WITH_ID):
                body = {"id": secrets.token_hex(8), **body}
            file = Path(f"{name}.session")
            if not file.is_file():
                sys.exit(f"{name} has not signed in: call.py {name} sign-in")
            print(json.dumps(call(method, path, body, file.read_text("ascii"))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
