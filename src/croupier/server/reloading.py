"""Takes over a changed configuration while the house is open, where that is safe.

Tables go over to their new settings as they do on opening: with their next round, or their next shoe. What the records
or open sockets depend on (the store, the key, the addresses, the cage's amounts for one person) waits for a restart.
"""

import logging
import ssl
from collections.abc import Callable

import msgspec

from croupier.house.people import SessionLength
from croupier.house.policy import Policy
from croupier.refused import Refused
from croupier.server.desk import REQUEST_BURST, Desk
from croupier.server.exposure import NetworkExposure
from croupier.server.settings import FILED, ServerSettings, policy_of, purchases_of, tables_of, tls_context

AT_ONCE = frozenset({"hosts", "metrics", "often", "per_address", "tls_cert", "tls_key"})
"""Fields of `ServerSettings` that need no restart."""
PEOPLE_AT_ONCE = {"idle": "people", "session": "people", "assigned": "people", "largest_buy_in": "cage"}
"""The same of `Policy`, with their sections."""
log = logging.getLogger("croupier.server")


class Reload:
    """Reads the configuration again and says what has changed, and what waits for a restart."""

    def __init__(
        self,
        settings: ServerSettings,
        desk: Desk,
        exposure: NetworkExposure,
        tls: ssl.SSLContext | None,
        reread: Callable[[], ServerSettings],
    ) -> None:
        self._settings, self._desk, self._exposure, self._tls, self._reread = settings, desk, exposure, tls, reread
        self._policy, self._certificate = policy_of(settings), _certificate(settings)

    def __call__(self) -> None:
        """Read it again; one with a defect changes nothing."""
        try:
            changed, waits = self._take_over()
        except Refused as refused:
            log.error("the configuration was read again and has defects: everything stays as it was: %s", refused)
            return
        log.warning(
            "the configuration was read again: changed %s; waits for a restart: %s",
            ", ".join(changed) or "nothing",
            ", ".join(waits) or "nothing",
        )

    def _take_over(self) -> tuple[list[str], list[str]]:
        new, old, house = self._reread(), self._settings, self._desk.house
        policy, sells = policy_of(new), purchases_of(new)
        tables = tables_of(new) if new.config is not None else {}
        certificate = _certificate(new)
        tls_context(new)
        differs = [
            (f"{section}.{key}", field in AT_ONCE and not (field.startswith("tls") and self._tls is None))
            for section, keys in FILED.items()
            for key, field in keys.items()
            if getattr(new, field) != getattr(old, field)
        ]
        if self._tls is not None and new.tls_cert is not None and certificate != self._certificate:
            self._tls.load_cert_chain(new.tls_cert, new.tls_key, "")
            differs.append(("the certificate", True))
            self._certificate = certificate
        self._exposure.set((old.host, *new.hosts), new.metrics)
        self._set_rates(new)
        differs += self._set_policy(policy)
        if sells != house.purchases:
            differs.append(("buy_in", True))
            house.purchases = sells
        differs += [(f"tables.{name}", True) for name in house.reconfigure(tables)]
        differs += [
            (f"tables.{name}", False)
            for name, each in tables.items()
            if (table := house.tables.get(name)) is None or (table.broken and table.state.filed != each.digest)
        ]
        # What waits is compared with the settings that it was started with, whenever it is read again.
        taken = {field: getattr(new, field) for field in AT_ONCE}
        self._settings = msgspec.structs.replace(old, **taken)
        return [name for name, at_once in differs if at_once], [name for name, at_once in differs if not at_once]

    def _set_rates(self, new: ServerSettings) -> None:
        if new.often != self._desk.often:
            self._desk.set_rate(new.often, max(REQUEST_BURST, new.often))
        pool = self._desk.connections
        pool.limits = msgspec.structs.replace(pool.limits, per_address=new.per_address)

    def _set_policy(self, new: Policy) -> list[tuple[str, bool]]:
        differs = [
            (f"{PEOPLE_AT_ONCE.get(name, 'cage')}.{name}", name in PEOPLE_AT_ONCE)
            for name in Policy.__struct_fields__
            if getattr(new, name) != getattr(self._policy, name)
        ]
        taken = {name: getattr(new, name) for name in PEOPLE_AT_ONCE}
        self._policy = self._desk.house.policy = msgspec.structs.replace(self._policy, **taken)
        self._desk.doors.people.set_lengths(SessionLength(new.idle, new.session))
        return differs


def _certificate(settings: ServerSettings) -> tuple[bytes, ...]:
    """The certificate and its key as they lie in their files now."""
    try:
        return tuple(each.read_bytes() for each in (settings.tls_cert, settings.tls_key) if each is not None)
    except OSError as error:
        raise Refused(f"cannot read {error.filename}: {error.strerror}") from None
