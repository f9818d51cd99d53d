"""The pages of the help: those that are made of measures and keys, those that are shipped; and the About page."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMessageBox, QTextBrowser, QWidget

from treecompare import __version__, resources
from treecompare.app.window.help_window import HelpWindow, Page
from treecompare.registry import is_here

MEASURES, KEYS = "measures-here", "keys"
"""Names of the pages that are made."""

_INTRODUCTION = """
<h2>How trees are compared</h2>
<p>Every score comes from a <b>mapping</b> between the gold tree and the system's: which node stands for which.</p>
<p><b>E</b>, same label and span: a node stands for the node with the same label over the same words. This is what
precision and recall (evalb) count.</p>
<p><b>T</b>, tree distance: the cheapest way to turn one tree into the other by deleting, inserting and relabelling
nodes (each costs 1), keeping the order of words and who is above whom. Words are nodes, too.</p>
<p>In the drawing: <b>deleted</b> nodes (orange, &lt;) are in the gold tree only; <b>inserted</b> nodes (green, &gt;) in
the system's only;
<b>relabelled</b> nodes (blue or violet, dotted link) stand for each other under different labels; matched nodes are plain.</p>
<p>The <b>roof</b> is the tree without words and part-of-speech tags; the <b>whole</b> tree has the tags.</p>
<h2>One figure for a system</h2>
<p><b>Pooled</b>: add up over all sentences, then divide; long sentences weigh more. <b>Mean</b>: the mean of the
sentences' scores. Beware of names: Emms and Tsarfaty call pooled “macro” and the mean “micro”; others do it the other
way round.</p>
<p>A score of a sentence that is not defined (0 of 0) is shown as “–” and adds nothing to either.</p>
<h2>Ranks</h2>
<p>Rank 1 is the best; equal scores share their mean rank. The <b>rank difference</b> of a sentence is its rank under
measure A minus its rank under measure B: far from 0, the two measures see the parse quite differently. <b>↑</b> and
<b>↓</b> in the systems table mark ranks that are better or worse than under measure A.</p>
<h2>Keys</h2>
<p>Letters are commands in tables and drawings; elsewhere they are text. <b>Ctrl+K</b> finds any command, table, plot,
system, sentence or help page by a few letters; <b>Ctrl+F1</b> or <b>?</b> lists all keys.</p>
<p>Files that are dropped on the window are added as systems, unless one of them is called gold, ref or key: then they
are opened as a new comparison.</p>
"""


def help_text() -> str:
    """The page as HTML; the measures come from their one list."""
    from treecompare.measures import ALL_MEASURES
    from treecompare.measures.sources import PAPERS, PEERS, peers_of

    parts = [_INTRODUCTION, "<h2>The measures</h2>"]
    for one in ALL_MEASURES:
        better = "higher is better" if one.higher_is_better else "lower is better"
        also = ", ".join(peer.program for peer in peers_of(one))
        parts.append(
            f"<p><b>{html.escape(one.title)}</b> &nbsp;<code>{html.escape(one.key)}</code><br>{html.escape(one.explanation)}"
            f"<br><i>{html.escape(one.paper)}; {better}{html.escape(f'; also in {also}' if also else '')}</i></p>"
        )
    parts.append("<h2>Other programs, and what they do otherwise</h2>")
    for peer in PEERS:
        parts.append(
            f"<p><b>{html.escape(f'{peer.program} {peer.version}'.strip())}</b>: {html.escape(peer.differs)}</p>"
        )
    parts.append("<h2>Papers</h2>")
    parts += [f"<p>{html.escape(full)}</p>" for full in PAPERS.values()]
    return "".join(parts)


def help_pages() -> dict[str, str]:
    """The pages that are shipped: the title of each, by its file's name without suffix."""
    files = sorted(resources.path("help").glob("*.md"))
    return {file.stem: _first_line(file).lstrip("# ").rstrip() for file in files if is_here(file.name)}


@cache
def commands_on(page: str) -> list[str]:
    """The commands of the command line that a shipped page shows, in order of the alphabet."""
    text = resources.path(f"help/{page}.md").read_text("utf-8")
    return sorted(set(re.findall(r"(?:^    |`)treecompare ([a-z]+)\b", text, re.MULTILINE)))


def _first_line(file: Path) -> str:
    with file.open(encoding="utf-8") as lines:
        return lines.readline()


def pages_of(keys: Callable[[], Iterable[tuple[str, str, str]]]) -> list[Page]:
    """All pages of the help: what the measures count, the keys, then those that are shipped. ``keys``: as in
    :func:`shortcuts_text`."""
    shipped = (Page(name, title) for name, title in help_pages().items())
    first = sorted(shipped, key=lambda one: one.name != "window")  # most people come for it
    return [
        first[0],
        Page(MEASURES, "What the measures count", help_text),
        Page(KEYS, "Keyboard shortcuts", lambda: shortcuts_text(keys())),
        *first[1:],
    ]


def show_page(parent: QWidget, name: str, keys: Callable[[], Iterable[tuple[str, str, str]]]) -> QTextBrowser:
    """Shows a page in the help window, which is opened if it is not there."""
    there = (one for one in parent.findChildren(HelpWindow) if one.isVisible())
    return (next(there, None) or HelpWindow(pages_of(keys), parent)).show_page(name)


def add_help(opened: QMainWindow, page: str, window: QWidget) -> None:
    """The page of the help that a further window of a main ``window`` is about, in a menu of its own and under the same key."""
    action = opened.menuBar().addMenu("&Help").addAction("&Help")
    action.setShortcut(QKeySequence("F1"))
    action.triggered.connect(lambda *_: window.view.show_page(page))  # type: ignore[attr-defined]


def _other_keys() -> tuple[tuple[str, str], ...]:
    """Keys that are not commands of the window: they act only where they are pressed."""
    return (
        ("Arrow keys, in a list", "The next row, or the one before"),
        ("Arrow keys, in the drawing", "From node to node; Tab goes to the next change"),
        ("Menu key or Shift+F10, on a sentence", "What can be done with it"),
        ("1 to 9, in Notes", "Set a phenomenon, or take it away"),
        ("Y, N, U, in Notes", "Parsed correctly; not; undecided"),
        ("Ctrl+Enter, in Notes", "Store and go to the next sentence"),
        ("Esc, in Notes or the find field", "Back to the sentences"),
    )


def shortcuts_text(commands: Iterable[tuple[str, str, str]]) -> str:
    """The list of keys as HTML. ``commands``: menu, title and keys of each; those without keys are left out."""
    menus: dict[str, list[tuple[str, str]]] = {}
    for path, title, keys in commands:
        if keys:
            menus.setdefault(path.split(" ▸ ")[0], []).append((keys, title.rstrip("…")))
    parts = []
    for heading, rows in (*menus.items(), ("Where they are pressed", _other_keys())):
        cells = "".join(
            f"<tr><td><b>{html.escape(keys)}</b>&nbsp;&nbsp;&nbsp;</td><td>{html.escape(title)}</td></tr>"
            for keys, title in rows
        )
        parts.append(f"<h3>{html.escape(heading)}</h3><table cellpadding='2'>{cells}</table>")
    return "<h2>Keyboard shortcuts</h2>" + "".join(parts)


def show_about(parent: QWidget) -> QMessageBox:
    """Version and licence; where newer versions are only where that is asked for."""
    import platform

    import PySide6

    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("About treecompare")
    box.setIconPixmap(parent.windowIcon().pixmap(96, 96))
    box.setText(f"<h3>treecompare {__version__}</h3>")
    box.setInformativeText(
        "Compares syntactically annotated sentences under every measure of five papers: Sampson & Babarczy 2003, Emms 2008, "
        "Kübler et al. 2008, Tsarfaty et al. 2011 and 2012.\n\n"
        f"MIT licence. Python {platform.python_version()}, PySide6 {PySide6.__version__}."
    )
    newer = box.addButton("&Newer versions…", QMessageBox.ButtonRole.ActionRole)
    newer.clicked.disconnect()  # else it closes the dialog

    def tell() -> None:
        newer.setEnabled(False)
        box.setInformativeText(f"{box.informativeText()}\n\n{resources.newer_versions()}")

    newer.clicked.connect(tell)
    box.addButton(QMessageBox.StandardButton.Close)
    box.setDefaultButton(QMessageBox.StandardButton.Close)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.open()
    return box
