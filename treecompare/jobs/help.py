"""What the help says: its pages, those that are made of measures, of keys and of what went wrong, and what is found in them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from treecompare import resources
from treecompare.jobs.keys import KEYS, keys_of
from treecompare.jobs.report import about, log_path
from treecompare.registry import is_here

MEASURES, KEYS_PAGE, LOG, ABOUT = "measures-here", "keys", "log", "about"
"""Names of the pages that are made."""
MOST = 60
"""So many places are found."""


class Page(NamedTuple):
    """A page. ``made``: its HTML, where it is no shipped file."""

    name: str
    title: str
    made: Callable[[], str] | None = None

    def file(self) -> Path:
        """That of a shipped page."""
        return resources.path(f"help/{self.name}.md")

    def sections(self) -> Iterator[Section]:
        """What stands under its headings, in their order."""
        if self.made is None:
            text = re.sub("^#+ ", "\0", self.file().read_text("utf-8"), flags=re.MULTILINE)
        else:
            plain = re.sub("<[^>]*>", " ", self.made().replace("<h2>", "\0").replace("</h2>", "\n"))
            text = html.unescape(plain)
        for number, one in enumerate(text.lstrip().removeprefix("\0").split("\0")):
            yield Section(self, one.partition("\n")[0].strip(), number, one.casefold())


class Section(NamedTuple):
    """What stands under a heading of a page, in small letters; ``number``: of the heading."""

    page: Page
    title: str
    number: int
    text: str = ""


def pages(named: Callable[[str], str]) -> list[Page]:
    """All of them. ``named``: how the system writes a key."""
    shipped = (Page(name, title) for name, title in help_pages().items())
    first, *others = sorted(shipped, key=lambda one: one.name != "window")  # most people come for it
    measures, keys = Page(MEASURES, "What the measures count", help_text), partial(keys_text, named)
    own = Page(LOG, "Report a problem", log_text), Page(ABOUT, "About treecompare", about_text)
    return [first, measures, Page(KEYS_PAGE, "Keyboard", keys), *others, *own]


def found(sections: Sequence[Section], typed: str) -> list[Section]:
    """The places where all words are that were typed, those first that have them in their title."""
    words = typed.casefold().split()
    hits = [one for one in sections if all(word in one.text for word in words)]
    hits.sort(key=lambda one: -sum(word in one.title.casefold() for word in words))  # stable: pages stay together
    return hits[:MOST]


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
measure A minus its rank under measure B: far from 0, the two measures see the parse quite differently.</p>
<h2>Keys</h2>
<p>Letters are commands in lists and drawings; elsewhere they are text. <b>Ctrl+K</b> finds any command, measure,
system, sentence or help page by a few letters; <b>?</b> lists all keys.</p>
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
    return {one.stem: one.read_text("utf-8").partition("\n")[0].strip("# ") for one in files if is_here(one.name)}


@cache
def commands_on(page: str) -> list[str]:
    """The commands of the command line that a shipped page shows, in order of the alphabet."""
    text = resources.path(f"help/{page}.md").read_text("utf-8")
    return sorted(set(re.findall(r"(?:^    |`)treecompare ([a-z]+)\b", text, re.MULTILINE)))


def keys_text(named: Callable[[str], str]) -> str:
    """The keys of all jobs as HTML. ``named``: how the system writes a key."""
    rows = [(", ".join(map(named, keys_of(key))), one.said) for key, one in KEYS.items()]
    answers = ("Digits, E", "An answer where Why asks")
    cells = "".join(
        f"<tr><td><b>{html.escape(keys)}</b>&nbsp;&nbsp;&nbsp;</td><td>{html.escape(said)}</td></tr>"
        for keys, said in (*rows, answers, *HERE)
    )
    said = "<h2>Keyboard</h2><p>Letters are commands in lists and drawings, text where one types.</p>"
    return f"{said}<table cellpadding='2'>{cells}</table>"


HERE = (
    ("Arrow keys, in a list", "The next row, or the one before"),
    ("Arrow keys, in the drawing", "From node to node"),
    ("Tab", "The next part of the window that takes keys"),
)
"""Keys that act only where they are pressed."""
MOST_LOG = 40_000
"""Characters of the end of the log that are shown."""
COPY = "copy:report"
"""A link that copies the report."""
MADE = (
    "It compares syntactically annotated sentences under every measure of five papers: Sampson & Babarczy 2003, Emms 2008, Kübler "
    "et al. 2008, Tsarfaty et al. 2011 and 2012. MIT licence."
)


def log_text() -> str:
    """How a problem is reported, and what the program noted of faults, the newest last."""
    try:
        said = log_path().read_text("utf-8", "replace")[-MOST_LOG:]
    except OSError:
        said = ""
    how = (
        f"<p>Say what you did and what you expected, and add the report (<a href='{COPY}'>Copy the report</a>): version, system "
        "and the last commands, nothing of your treebanks or folders.</p>"
    )
    kept = f"<p>Kept in {html.escape(str(log_path()))}; nothing of it is sent anywhere.</p>"
    log = html.escape(said) or "Nothing so far."
    return f"<h2>Report a problem</h2>{how}<h2>What went wrong</h2>{kept}<pre>{log}</pre>"


def about_text() -> str:
    """Version and licence, and where newer versions are."""
    lines = (*about().splitlines(), MADE, resources.newer_versions())
    return f"<h2>About treecompare</h2>{''.join(f'<p>{html.escape(one)}</p>' for one in lines)}"
