"""The colours of the window, light and dark. Ratios of contrast are in the design and tested; a colour means the same in both."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Colours:
    """As ``#rrggbb``.

    ``paper``: what is read stands on it; ``surface``: menus, tool bar, foot and rail; ``hairline`` parts them. ``border``: of
    controls. ``accent``: selection, tab, focus, link, what is lit. ``selection``, ``hover``: grounds of rows and buttons.
    ``handle``: of scroll bars. ``notice``: the ground of a banner.
    """

    paper: str
    surface: str
    hairline: str
    text: str
    muted: str
    disabled: str
    border: str
    accent: str
    on_accent: str
    selection: str
    hover: str
    handle: str
    gold: str
    fault: str
    notice: str


LIGHT = Colours(
    paper="#ffffff", surface="#f5f7fa", hairline="#dde3ea", text="#1d2430", muted="#55606f", disabled="#9aa3b0",
    border="#7f8997", accent="#1b5faa", on_accent="#ffffff", selection="#e1ecf9", hover="#eef2f7", handle="#b9c2ce",
    gold="#8a3b00", fault="#b3261e", notice="#fdf0d2",
)  # fmt: skip
DARK = Colours(
    paper="#12161d", surface="#1a2029", hairline="#313a47", text="#e6eaf0", muted="#a3aebd", disabled="#66707e",
    border="#727d8c", accent="#7fb2f5", on_accent="#12161d", selection="#1f3a5c", hover="#232b36", handle="#465162",
    gold="#ffb67d", fault="#ff9a8f", notice="#423822",
)  # fmt: skip
