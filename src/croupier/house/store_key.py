"""Finds the key that belongs to a store: no other key opens it, and none is created where there are records.

What a house has sealed cannot be read without its key, and signatures with another key fail every check. So a missing
or wrong key is refused before the house takes a bet.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.house.keys import Keys, fingerprint
from croupier.house.store import Unavailable
from croupier.house.store import schema as s
from croupier.house.store.database import engine
from croupier.house.store.writer import database_error
from croupier.refused import Refused


class _HouseOpenedBody(msgspec.Struct):
    key: str = ""


class _AccountCreatedBody(msgspec.Struct):
    proof: bytes


def keys_of(url: str, path: Path) -> Keys:
    """The keys in that file, refused if they are not the store's; new ones for a store without records."""
    store = _StoreProbe(url)
    if store.used and not path.is_file():
        whose = f" ({store.signer})" if store.signer else ""
        raise Refused(
            f"the key {path} is missing, and the records of {store.name} are sealed with it: "
            f"put the file of their key{whose} back, or name it with --key"
        )
    keys = Keys.load(path)
    store.check(keys, path)
    return keys


class _StoreProbe:
    """A look into a store of any schema version before it is opened: who signed it, and what is sealed there."""

    def __init__(self, url: str) -> None:
        self.name = str(sa.make_url(url)) if "://" in url else url
        self.used, self.public = False, b""
        self._proof: tuple[str, bytes] | None = None
        file = self._file(url)
        if file is not None and not file.is_file():
            return
        way_in = engine(url, writes=False)
        try:
            with way_in.connect() as connection:
                if sa.inspect(connection).has_table("event"):
                    self._read_signatures(connection)
        except sa.exc.DBAPIError as error:
            raise Unavailable(f"the store cannot be opened: {database_error(error)}") from None
        finally:
            way_in.dispose()

    @staticmethod
    def _file(url: str) -> Path | None:
        try:
            parsed = sa.make_url(url)
        except sa.exc.ArgumentError:
            return None
        return Path(parsed.database or ".") if parsed.get_backend_name() == "sqlite" else None

    @property
    def signer(self) -> str:
        """The fingerprint of the key that signed the records; empty where none did."""
        return fingerprint(self.public) if self.public else ""

    def _read_signatures(self, connection: sa.Connection) -> None:
        def last(query: "sa.Select[Any]") -> tuple[str, bytes] | None:
            row = connection.execute(query.limit(1)).first()
            return None if row is None else (row[0], row[1])

        event = s.event.c
        self.used = last(sa.select(event.stream, event.body).order_by(event.position)) is not None
        newest = sa.select(s.checkpoint.c.key).order_by(s.checkpoint.c.position.desc()).limit(1)
        checkpoint_row = connection.execute(newest).first()
        self.public = checkpoint_row[0] if checkpoint_row else self._opened(last)
        accounts = sa.select(event.stream, event.body).where(event.kind == "account-created").order_by(event.position)
        self._proof = None if self.public else last(accounts)

    @staticmethod
    def _opened(last: Callable[["sa.Select[Any]"], tuple[str, bytes] | None]) -> bytes:
        """The public key in the last `house-opened` event, for a store without checkpoints; else empty."""
        event = s.event.c
        query = sa.select(event.stream, event.body).where(event.stream == "house", event.kind == "house-opened")
        event_row = last(query.order_by(event.version.desc()))
        try:
            return (
                b""
                if event_row is None
                else bytes.fromhex(msgspec.json.decode(event_row[1], type=_HouseOpenedBody).key)
            )
        except (msgspec.DecodeError, ValueError):
            return b""

    def check(self, keys: Keys, path: Path) -> None:
        """Refuse keys that are not the store's."""
        if (keys.public == self.public) if self.public else self._opens(keys):
            return
        own = fingerprint(keys.public)
        whose = f"they are {self.signer}'s, and this is {own}" if self.public else "it opens nothing there"
        raise Refused(
            f"{path} is not the key that the records of {self.name} are signed with ({whose}): "
            "name the file of their key with --key"
        )

    def _opens(self, keys: Keys) -> bool:
        """For a store with no signature: whether the key decrypts the proof of the first account."""
        if self._proof is None:
            return True
        stream, body = self._proof
        try:
            keys.unseal(msgspec.json.decode(body, type=_AccountCreatedBody).proof, stream.encode())
        except (Refused, msgspec.DecodeError):
            return False
        return True
