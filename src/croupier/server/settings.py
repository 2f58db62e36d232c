"""The settings of `croupier serve`: one file, environment variables over it, and options of the command over those.

A setting of the file is named by its section and its key: `port` of `[server]`. Its environment variable is
`CROUPIER_SERVER_PORT`; the entries of a list are separated by commas. Tables are set in the file alone.

>>> file = '''
... [server]
... port = 80210
... [tables.B1]
... game = "tiger"
... decks = 3
... limits = { all = "5.00..500.00", tiger = "5.00.." }
... '''
>>> for defect in check(file, Path(), {}):
...     print(defect)
line 3: server: port: Expected `int` <= 65535
line 6: B1: tiger is played with 4 to 10 decks, not 3 (ebaccarat 2.1)
line 7: B1: set a maximum for tiger (ebaccarat 2.2)
"""

import ssl
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec

from croupier.drill import tables as training_tables
from croupier.house import configuration, policy, purchases
from croupier.house.store.database import backend
from croupier.house.store.witness import beside
from croupier.refused import Refused, refuse_all
from croupier.server import demo
from croupier.server.connections import ConnectionLimits, networks
from croupier.server.desk import REQUESTS_PER_SECOND
from croupier.server.exposure import LOOPBACK
from croupier.server.presence import GRACE_SECONDS
from croupier.variants import source

PREFIX = "CROUPIER_"
CONFIG = f"{PREFIX}CONFIG"
"""The environment variable that names the configuration file."""
SHORT = {f"{PREFIX}STORE": ("store", "url"), f"{PREFIX}CHECKPOINTS": ("store", "checkpoints")}
"""Environment variables with a name of their own, which other commands read too."""
OTHERS_MAY_USE = stat.S_IRWXO | stat.S_IWGRP | stat.S_IXGRP
"""What a file with a private key may not allow; a group may read it, as Debian's `ssl-cert` does."""
MAX_FILE_BYTES = 1 << 20
Keys: TypeAlias = tuple[str, ...]


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `croupier serve`."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8021
    store: str | None = None
    """The URL of the store; by default `house.db`, or `drill.db` for a drill."""
    key: Path | None = None
    """The file of the house's secret key; by default beside the store, if that is a file."""
    config: Path | None = None
    """The configuration file; one table of every game if there is none."""
    environment: Mapping[str, str] = {}
    """Environment variables, which stand over the file."""
    demo: bool = True
    """Whether there are guests with demo credits, and demo staff accounts."""
    players: bool = True
    """Whether demo players bet."""
    standby: bool = False
    """Whether it waits until nobody else holds the store, or whoever does is silent, and takes over."""
    drill: bool = False
    """Whether it is a training house: tables to practise irregularities at, and no play is real."""
    json_logs: bool = False
    speed: float = 1.0
    """The factor by which demo tables run faster than usual."""
    often: Annotated[float, msgspec.Meta(ge=1)] = REQUESTS_PER_SECOND
    """Requests a second that a caller may make."""
    grace: Annotated[float, msgspec.Meta(ge=0, le=60)] = GRACE_SECONDS
    """Seconds that a terminal has to reconnect before its rounds record it as lost."""
    hosts: tuple[str, ...] = ()
    """Host names that it answers to, besides its own and IP addresses."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of trusted proxies, whose forwarded client addresses are used."""
    metrics: tuple[str, ...] = LOOPBACK
    """Addresses and networks that may read its metrics."""
    tls_cert: Path | None = None
    """The file of its certificate, with those that lead to the root, in PEM; None: no TLS."""
    tls_key: Path | None = None
    """The file of the certificate's private key."""
    connections: Annotated[int, msgspec.Meta(ge=1)] = ConnectionLimits().anonymous
    """The maximum of connections without a session; fewer if there are not enough file descriptors."""
    per_address: Annotated[int, msgspec.Meta(ge=1)] = ConnectionLimits().per_address
    """The maximum of them from one address."""
    checkpoints: str | None = None
    """The second place for checkpoints, a file or a URL; by default beside the store, if that is a file."""

    @property
    def second_place(self) -> str | None:
        """The second place for checkpoints; None if there is none."""
        return self.checkpoints or (str(file) if (file := beside(self.url)) else None)

    @property
    def url(self) -> str:
        """The URL of the store."""
        return self.store or ("sqlite:///drill.db" if self.drill else "sqlite:///house.db")

    @property
    def address(self) -> str:
        """Where a program on this machine finds the house."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http{'s' * (self.tls_cert is not None)}://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def content(self) -> dict[str, Any]:
        """The configuration file as it is now, with the environment over it; empty without a file."""
        parsed = configuration.parse(text_of(self.config)) if self.config else {}
        refuse_all([each for _, each in overlay(parsed, self.environment)])
        return parsed


FILED: Mapping[str, Mapping[str, str]] = {
    "server": {
        each: each
        for each in ("host", "port", "tls_cert", "tls_key", "hosts", "proxies", "metrics", "json_logs", "grace")
    }
    | {"demo": "demo", "players": "players", "standby": "standby"},
    "store": {"url": "store", "checkpoints": "checkpoints"},
    "keys": {"file": "key"},
    "limits": {"requests": "often", "connections": "connections", "per_address": "per_address"},
}
"""The server's settings in the file, by section and key: the fields of `ServerSettings`."""
SERVER_KINDS = {each.name: each.type for each in msgspec.structs.fields(ServerSettings)}
KINDS: Mapping[str, Mapping[str, Any]] = {
    **{section: {key: SERVER_KINDS[field] for key, field in keys.items()} for section, keys in FILED.items()},
    **{
        section: {each.name: each.type for each in msgspec.structs.fields(kind)}
        for section, kind in {**policy.KINDS, configuration.BUY_IN: purchases.Section}.items()
    },
}
"""Every setting outside the tables by section and key, with its type."""


class Defect(NamedTuple):
    """A defect of the configuration, and where it is: a line of the file, or an environment variable."""

    place: int | str
    refused: Refused

    def __str__(self) -> str:
        where = f"line {self.place}" if isinstance(self.place, int) else self.place
        return f"{where}: {self.refused}"


def settings(options: Mapping[str, Any], environment: Mapping[str, str]) -> ServerSettings:
    """The settings from the options of the command, the environment and the file; refused with every defect.

    >>> settings({"port": 9000}, {"CROUPIER_SERVER_PORT": "8000"}).port
    9000
    >>> settings({}, {"CROUPIER_SERVER_HOSTS": "a.example, b.example"}).hosts
    ('a.example', 'b.example')
    >>> settings({}, {"CROUPIER_SERVER_PROT": "8000"})
    Traceback (most recent call last):
    croupier.refused.Refused: CROUPIER_SERVER_PROT: there is no setting prot in [server]
    """
    named = options.get("config") or environment.get(CONFIG)
    config = Path(named) if named else None
    if config is not None and options.get("drill"):
        raise Refused("a drill has its own tables: --config goes without --drill")
    folder = config.parent if config else Path()
    parsed = configuration.parse(text_of(config)) if config else {}
    defects = [Refused(f"{place}: {each}") for place, each in overlay(parsed, environment)]
    values: dict[str, Any] = {}
    for section in FILED:
        found, wrong = _server_section(section, parsed.get(section, {}), folder)
        values |= found
        defects += wrong
    values |= {name: value for name, value in options.items() if value is not None}
    values |= {"config": config, "environment": dict(environment)}
    refuse_all(defects)
    made = ServerSettings(**values)
    refuse_all(list(_tls_defects(made.tls_cert, made.tls_key)))
    return made


def check(text: str, folder: Path, environment: Mapping[str, str]) -> list[Defect]:
    """Every defect of a configuration file, without opening or starting anything, in the order of the file."""
    try:
        where = source.read(text, MAX_FILE_BYTES)
    except Refused as refused:
        said = refused.reason.values
        return [Defect(said.get("line", 1), Refused(said.get("problem", refused.reason)))]
    parsed = configuration.parse(text)
    defects: list[Defect] = []
    for section, value in parsed.items():
        if section != configuration.TABLES:
            defects += _located(where, (section,), value, partial(_section_defects, section, folder))
    tables = parsed.get(configuration.TABLES)
    if not isinstance(tables, dict) or not tables:
        defects.append(Defect(where.line((configuration.TABLES,)), Refused("configuration-without-tables")))
        tables = {}
    for name, value in tables.items():
        defects += _located(where, (configuration.TABLES, name), value, partial(_table_defects, name, folder))
    named = [Defect(place, each) for place, each in overlay(parsed, environment)]
    if not defects:
        real = parsed.get("server", {}).get("demo") is False
        sells = _sold_by_terminals(parsed, demo=not real)
        defects += [Defect(where.line((configuration.BUY_IN, "sources")), each) for each in sells]
    return sorted(defects, key=lambda each: int(each.place)) + named


def overlay(parsed: dict[str, Any], environment: Mapping[str, str]) -> Iterator[tuple[str, Refused]]:
    """Put the environment's settings over those of the file; yields the variables that name or hold no setting."""
    for variable, text in sorted(environment.items()):
        section, key = SHORT.get(variable) or _named(variable)
        if not section:
            continue
        if key not in KINDS[section]:
            yield variable, Refused(f"there is no setting {key} in [{section}]")
            continue
        kind = KINDS[section][key]
        listed = _is_list(kind)
        value: Any = [each.strip() for each in text.split(",") if each.strip()] if listed else text
        try:
            made = _converted(value, kind, strict=False)
        except msgspec.ValidationError as error:
            yield variable, Refused(str(error))
            continue
        if isinstance(parsed.setdefault(section, {}), dict):
            # A file that the environment names lies in the working directory, not beside the configuration.
            parsed[section][key] = str(made.absolute()) if isinstance(made, Path) else made


def text_of(config: Path) -> str:
    """The text of a file; one that cannot be read is refused."""
    try:
        return config.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise Refused(f"cannot read {config}: {why}") from None


def tables_of(settings: ServerSettings) -> dict[str, configuration.Configuration]:
    """The configured tables; by default one of every game."""
    if settings.drill:
        return training_tables()
    if settings.config is None:
        return demo.tables(settings.speed)
    return configuration.read_parsed(settings.content, settings.config.parent)


def purchases_of(settings: ServerSettings) -> purchases.Purchases | None:
    """What terminals sell credits for, as configured; by default demo credits in a demo, otherwise nothing."""
    if settings.drill:
        return None
    refuse_all(list(_sold_by_terminals(settings.content, demo=settings.demo)))
    configured = configuration.purchases_of(settings.content)
    return configured or (demo.PURCHASES if settings.demo else None)


def policy_of(settings: ServerSettings) -> policy.Policy:
    """The policy for people and the cage, as configured or the default."""
    return policy.read(settings.content)


def tls_context(settings: ServerSettings) -> ssl.SSLContext | None:
    """TLS with the certificate and its key; None where the house has none. A wrong or missing file is refused."""
    if settings.tls_cert is None and settings.tls_key is None:
        return None
    refuse_all(list(_tls_defects(settings.tls_cert, settings.tls_key)))
    assert settings.tls_cert is not None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(settings.tls_cert, settings.tls_key, "")
    return context


def _tls_defects(cert: Path | None, key: Path | None) -> Iterator[Refused]:
    """What is wrong with a certificate and its key."""
    if cert is None or key is None:
        if cert is not key:
            given, missing = ("tls_cert", "tls_key") if key is None else ("tls_key", "tls_cert")
            yield Refused(f"{given} needs {missing} too: a certificate goes with its private key")
        return
    for name, file, what in (("tls_cert", cert, "certificate"), ("tls_key", key, "private key")):
        try:
            text = file.read_bytes()
        except OSError as error:
            yield Refused(f"{name}: cannot read {file}: {error.strerror}")
            return
        if b"-----BEGIN" not in text:
            yield Refused(f"{name}: {file} holds no {what} in PEM")
            return
    if (mode := stat.S_IMODE(key.stat().st_mode)) & OTHERS_MAY_USE:
        yield Refused(f"tls_key: {key} may be used by others than its owner (mode {mode:04o}): chmod 600 {key}")
    try:
        # A password of no length, so that nobody is asked for one: an encrypted key is refused.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, "")
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error)
        apart = reason == "KEY_VALUES_MISMATCH"
        yield Refused(
            f"tls_key: {key} is not the key of the certificate in {cert}"
            if apart
            else f"tls_cert, tls_key: {cert} and {key} are no certificate with its unencrypted key ({reason})"
        )


def _sold_by_terminals(parsed: Mapping[str, Any], *, demo: bool) -> Iterator[Refused]:
    """What is wrong with what terminals sell, in a house that plays for money."""
    configured = configuration.purchases_of(parsed)
    if configured is not None and not demo and "demo" in configured.sources:
        yield Refused("buy_in: demo credits are for a demonstration: this house takes notes or cards")


def _table_defects(name: str, folder: Path, value: Any) -> list[Refused]:
    """The defects of one table."""
    return configuration.table(name, value, folder)[1]


def _section_defects(name: str, folder: Path, value: Any) -> list[Refused]:
    """The defects of one section outside the tables."""
    if name not in FILED:
        return configuration.section_defects(name, value)
    found, defects = _server_section(name, value, folder)
    return defects + [
        Refused(f"{name}: {each.reason}") for each in _tls_defects(found.get("tls_cert"), found.get("tls_key"))
    ]


def _server_section(name: str, value: Any, folder: Path) -> tuple[dict[str, Any], list[Refused]]:
    """One of the server's sections as fields of `ServerSettings`, and its defects. Files are found from the folder."""
    if not isinstance(value, dict):
        return {}, [Refused(f"{name}: write [{name}] as a section of settings")]
    found: dict[str, Any] = {}
    defects: list[Refused] = []
    for key, each in value.items():
        field = FILED[name].get(key)
        if field is None:
            known = ", ".join(FILED[name])
            defects.append(Refused(f"{name}: there is no setting {key}: there are {known}"))
            continue
        try:
            made = _converted(each, SERVER_KINDS[field])
            if key in ("proxies", "metrics"):
                networks(made, key)
            elif (name, key) == ("store", "url"):
                backend(made)
        except (msgspec.ValidationError, Refused) as error:
            said = error.reason if isinstance(error, Refused) else f"{key}: {error}"
            defects.append(Refused(f"{name}: {said}"))
            continue
        found[field] = folder / made if isinstance(made, Path) else made
    return found, defects


def _located(where: source.Source, at: Keys, value: Any, find: Callable[[Any], list[Refused]]) -> Iterable[Defect]:
    """The defects of a part of the file with their lines: each stands at what, taken away, leaves fewer."""
    found = {str(each): each for each in find(value)}
    left = dict(found)
    deepest_first = sorted(_paths(value), key=len, reverse=True) if found else ()
    without = [(path, {str(each) for each in find(_less(value, path))}) for path in deepest_first]
    # Where no setting alone is to blame, it is the one without which the defect would read otherwise.
    for path, rest in [each for each in without if len(each[1]) < len(found)] + without:
        for gone in sorted(left.keys() - rest):
            yield Defect(where.line((*at, *path)), left.pop(gone))
    yield from (Defect(where.line(at), each) for each in left.values())


def _paths(value: Any) -> Iterator[Keys]:
    """The settings of a section, and those within them; not its game, without which nothing else can be read."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if key != "game":
            yield (key,)
            yield from ((key, *path) for path in _paths(inner))


def _less(value: Mapping[str, Any], path: Keys) -> dict[str, Any]:
    """A section without one of its settings."""
    key, *more = path
    if not more:
        return {each: inner for each, inner in value.items() if each != key}
    return {**value, key: _less(value[key], tuple(more))}


def _named(variable: str) -> Keys:
    """The section and the key of an environment variable; two empty texts where it is none of the configuration's."""
    for section in KINDS:
        if variable.startswith(begin := f"{PREFIX}{section.upper()}_"):
            return section, variable.removeprefix(begin).lower()
    return "", ""


def _is_list(kind: Any) -> bool:
    return getattr(kind, "__origin__", None) is tuple


def _converted(value: Any, kind: Any, *, strict: bool = True) -> Any:
    return msgspec.convert(value, kind, strict=strict, dec_hook=lambda cls, text: cls(text))
