"""The types of the API for the terminals, in TypeScript, generated from the OpenAPI document.

python -m croupier.server.typescript > terminal/src/api/types.ts
"""

import json
import re
from typing import Any

from croupier.server.app import ENDPOINTS
from croupier.server.openapi import document

HEAD = "// Made of the server's OpenAPI document by `make types`; a test says when it is stale.\n"


def types() -> str:
    """Every component as an exported type.

    >>> "export type Limits = {" in types()
    True
    """
    schemas: dict[str, Any] = document(ENDPOINTS)["components"]["schemas"]
    return HEAD + "".join(f"\n{_comment(each)}export type {name} = {_type(each)}\n" for name, each in schemas.items())


def _type(schema: dict[str, Any], deep: str = "") -> str:
    match schema:
        case {"$ref": str() as ref}:
            return ref.rpartition("/")[2]
        case {"enum": list() as values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"const": value}:
            return json.dumps(value)
        case {"anyOf": list() as kinds} | {"oneOf": list() as kinds}:
            return " | ".join(dict.fromkeys(_type(kind, deep) for kind in kinds))
        case {"type": list() as kinds}:
            return " | ".join(_type({**schema, "type": kind}, deep) for kind in kinds)
        case {"type": "object", "properties": dict() as fields}:
            return _object(fields, set(schema.get("required", ())), deep)
        case {"type": "object"}:
            inside = schema.get("additionalProperties", {})
            return f"Record<string, {_type(inside, deep) if isinstance(inside, dict) else 'unknown'}>"
        case {"type": "array", "prefixItems": list() as items}:
            return f"[{', '.join(_type(item, deep) for item in items)}]"
        case {"type": "array"}:
            inside = _type(schema.get("items", {}), deep)
            return f"({inside})[]" if " | " in inside else f"{inside}[]"
        case {"type": str() as kind}:
            return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}[
                kind
            ]
        case _:
            return "unknown"


def _object(fields: dict[str, Any], required: set[str], deep: str) -> str:
    inner = deep + "  "
    lines = [
        f"{_comment(field, inner)}{inner}{_key(name)}{'' if name in required else '?'}: {_type(field, inner)}\n"
        for name, field in fields.items()
    ]
    return f"{{\n{''.join(lines)}{deep}}}"


def _comment(schema: dict[str, Any], deep: str = "") -> str:
    description = schema.get("description")
    return f"{deep}/** {' '.join(description.split())} */\n" if description else ""


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else f'"{name}"'


if __name__ == "__main__":
    print(types(), end="")
