"""A scene as SVG: self-contained, for papers and hand-outs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from treecompare.drawing.scene import Dash, Dot, Group, Label, Mark, Rect, Scene, Stroke
from treecompare.drawing.style import FONT_SIZE, PAPER, THEMES, Theme
from treecompare.trees.characters import visible

FONTS = "'Source Sans 3', 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"


def scene_svg(scene: Scene, theme: str = "light", width: float = 0.0, font: str = "") -> str:
    """A scene as it is. ``theme``: ``light`` or ``dark``; ``width``: centimetres, 0 for as large as it is; ``font``: a family."""
    colours = THEMES[theme]
    size = f'width="{scene.width:.0f}" height="{scene.height:.0f}"'
    if width:
        size = f'width="{width:g}cm" height="{width * scene.height / max(scene.width, 1.0):.2f}cm"'
    marks = _written(scene.marks, colours)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {scene.width:.1f} {scene.height:.1f}" '
            f'font-family="{font or FONTS}" font-size="{FONT_SIZE:g}">',
            f"<title>{_xml(scene.said)}</title>",
            f'<rect width="{scene.width:.1f}" height="{scene.height:.1f}" fill="{colours.background}"/>',
            *marks,
            "</svg>",
        ]
    )


def _xml(text: str) -> str:
    return escape(visible(text), quote=False)


def _written(marks: Sequence[Mark], colours: Theme) -> list[str]:
    found: list[str] = []
    for mark in marks:
        match mark:
            case Stroke():
                found.append(_stroke(mark, colours))
            case Rect():
                found.append(_rect(mark, colours))
            case Label():
                found.append(_label(mark, colours))
            case Dot(x, y, radius):
                inks = f'fill="{colours.colours[mark.fill]}" stroke="{colours.colours[mark.ink]}"'
                found.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {inks}/>')
            case Group(x, y, inner):
                found += [f'<g transform="translate({x:.1f} {y:.1f})">', *_written(inner, colours), "</g>"]
    return found


def _stroke(mark: Stroke, colours: Theme) -> str:
    path = f"M{mark.start[0]:.1f} {mark.start[1]:.1f}"
    for step in mark.steps:
        path += "LQC"[len(step) // 2 - 1] + " ".join(f"{place:.1f}" for place in step)
    ends = ' stroke-linecap="round"' if mark.is_round else ""
    line = _line(mark.ink, mark.width, mark.dash, colours)
    return f'<path d="{path}{"Z" if mark.is_closed else ""}" fill="{_fill(mark.fill, colours)}"{line}{ends}/>'


def _rect(mark: Rect, colours: Theme) -> str:
    corners = f' rx="{mark.radius:g}"' if mark.radius else ""
    return (
        f'<rect x="{mark.x:.1f}" y="{mark.y:.1f}" width="{mark.width:.1f}" height="{mark.height:.1f}"{corners} '
        f'fill="{_fill(mark.fill, colours)}"{_line(mark.ink, mark.line, mark.dash, colours)}/>'
    )


def _label(mark: Label, colours: Theme) -> str:
    behind = ""
    if mark.room:
        height = mark.size + 1
        behind = _rect(Rect(mark.x - mark.room / 2, mark.y - height / 2, mark.room, height, PAPER), colours)
    return (
        f'{behind}<text x="{mark.x:.1f}" y="{mark.y + mark.size * 0.35:.1f}" font-size="{mark.size:g}" '
        f'font-weight="{mark.weight}" fill="{colours.colours[mark.ink]}" text-anchor="{mark.anchor}">{_xml(mark.text)}</text>'
    )


def _fill(fill: str, colours: Theme) -> str:
    return colours.colours[fill] if fill else "none"


def _line(ink: str, width: float, dash: Dash, colours: Theme) -> str:
    if not ink:
        return ""
    dashes = f' stroke-dasharray="{" ".join(f"{one:g}" for one in dash)}"' if dash else ""
    return f' stroke="{colours.colours[ink]}" stroke-width="{width:g}"{dashes}'
