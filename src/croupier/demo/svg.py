"""A picture of a terminal as a self-contained SVG."""

from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from croupier.refused import Refused

SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, monospace; font-size: {char_height}px; line-height: {line_height}px }}
.{unique_id}-title {{ font-family: system-ui, sans-serif; font-size: 18px; font-weight: bold }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The template of the picture: the one that Rich has loads fonts from the network."""
FELT = TerminalTheme((6, 20, 15), (242, 246, 240), [(0, 0, 0)] * 8)


def save(console: Console, title: str, path: Path) -> None:
    """Save what a recording console has shown."""
    drawn = console.export_svg(title=title, theme=FELT, code_format=SVG, unique_id="croupier")
    try:
        path.write_text(drawn, "utf-8")
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror}") from None
