"""Where two measures rank a parse differently, as a page: the parses on which they disagree most, drawn, and rank differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from treecompare.analyses.methods import command_line, methods_paragraph
from treecompare.analyses.rank_exports import EVERYTHING, Listed, ranges, ranks_tables
from treecompare.analyses.sentence_list import rank_shown
from treecompare.comparison.base import Comparison
from treecompare.drawing.scene import framed, legend_text, side_tags
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.style import reads_right_to_left
from treecompare.errors import TreecompareError, counted
from treecompare.measures import measure
from treecompare.pages.html import Folded, Listing, Page, Paragraph, Part, Picture, Section, Table
from treecompare.scores.ranks import RankComparison, compare_ranks
from treecompare.scores.result import ResultTable, Value, text_column
from treecompare.scores.rich import Rich, quiet
from treecompare.scores.table import Average

MOST = 10
"""So many sentences on which measures disagree most are drawn."""
LISTED = 25
"""So many rank differences of each system are listed where nobody says how many."""
MOST_WORDS = 120
"""Longer sentences are not drawn."""
WIDTH = 860.0
"""Of drawings of arcs, in points; other drawings are as wide as they are."""
WORDS = 14
"""So many words of a sentence are told beside its number."""


def beginning(text: str) -> str:
    """The first words of a sentence."""
    words = text.split(" ")
    return text if len(words) <= WORDS else f"{' '.join(words[:WORDS])} …"


def drawn(comparison: Comparison, system: int, row: int) -> tuple[list[Part], str]:
    """A sentence of a system as it stands on a page, and what the signs in it mean; why it cannot be drawn, where that is so."""
    words = comparison.texts()[row].split(" ")
    try:
        drawing = comparison.drawing(system, row, Wanted(width=WIDTH, right_to_left=reads_right_to_left(words)))
        scene = drawing.scene()
    except TreecompareError as error:
        return [Paragraph(str(error), is_quiet=True)], ""
    tags = side_tags(scene, drawing.names, comparison.table.systems[system])
    return [Picture(framed(scene, tags=tags), comparison.ids[row])], legend_text(scene, drawing.names)


def disagreeing(
    comparison: Comparison, ranked: Mapping[int, RankComparison], listed: Listed = EVERYTHING
) -> list[tuple[int, int]]:
    """The listed parses that two measures rank differently, as (system, row), the largest difference first; of equal ones the first
    system, then the first sentence."""
    found = []
    for system, one in ranked.items():
        mask, _ = listed.rows(comparison, system)
        rows = (row for row in one.order() if mask[row] and one.difference[row])
        found += [(-abs(float(one.difference[row])), system, row) for row in rows]
    return [(system, row) for _, system, row in sorted(found)]


def disagreement(
    comparison: Comparison,
    keys: tuple[str, str],
    ties: str = "mean",
    average: Average = "pooled",
    limit: int | None = None,
    listed: Listed = EVERYTHING,
) -> Iterator[Section]:
    """The sections of such a page; none where both measures are the same. ``ties``, ``limit``, ``listed``: as those of
    :func:`~treecompare.analyses.rank_exports.ranks_tables`."""
    table, (a, b) = comparison.table, map(measure, keys)
    if keys[0] == keys[1]:
        return
    ranked = {
        system: compare_ranks(table, system, *keys, ties)
        for system, name in enumerate(table.systems)
        if listed.system in ("", name)
    }
    found, lengths = disagreeing(comparison, ranked, listed), comparison.word_counts()
    chosen = [one for one in found if lengths[one[1]] <= MOST_WORDS][:MOST]
    rows, inside, legend = list[list[Value]](), dict[int, Sequence[Part]](), ""
    for place, (system, row) in enumerate(chosen):
        one = ranked[system]
        a_rank, b_rank = rank_shown(one.rank_a[row]), rank_shown(one.rank_b[row])
        ranks = f"{a_rank} under A, {b_rank} under B: {rank_shown(one.difference[row], sign=True)}"
        said = Rich(beginning(comparison.texts()[row]), quiet(f" · {table.systems[system]}"))
        rows.append([comparison.numbers_of(row), said, ranks])
        inside[place], meant = drawn(comparison, system, row)
        legend = legend or meant
    parts: list[Part] = [Paragraph(f"A is {a.title}, B is {b.title}. Rank 1 is the best parse of a system.")]
    if chosen:
        columns = text_column("sentence", "place"), text_column("words", "context"), text_column("ranks", "what")
        parts.append(Listing(ResultTable("", columns, rows), "plain lines", inside, frozenset({0})))
        parts.append(Paragraph(legend, is_quiet=True))
    else:
        parts.append(Paragraph(_nothing(bool(found), any(one.order() for one in ranked.values()), listed)))
    tables = ranks_tables(comparison, *keys, ties, average, limit or LISTED, False, listed)
    parts += [Folded(one.title, [Table(one)]) if n else Table(one) for n, one in enumerate(tables)]
    drawn_of = f"{len(chosen):,} of " if len(chosen) < len(found) else ""
    title = f"Where A and B disagree: {drawn_of}{counted(len(found), 'parse')}"
    yield Section(title, parts, f"largest difference of ranks first, up to {MOST_WORDS} words", "disagreement")


def _nothing(is_long: bool, has_ranks: bool, listed: Listed) -> str:
    """Why no parse is drawn."""
    if is_long:
        return f"All of these sentences have more than {MOST_WORDS} words, and are not drawn."
    these = "all parses" if listed == EVERYTHING else "all of the listed parses"
    return f"Both measures rank {these} alike." if has_ranks else "No parse has a rank under both measures."


def rank_page(
    comparison: Comparison,
    keys: tuple[str, str],
    ties: str = "mean",
    average: Average = "pooled",
    limit: int | None = None,
    listed: Listed = EVERYTHING,
) -> Page:
    """The page of ``rank --html``. Parameters as those of :func:`disagreement`."""
    a, b = map(measure, keys)
    said, _, signatures = methods_paragraph(comparison, list(dict.fromkeys(keys)), average).partition(
        "\n\nSignatures:\n"
    )
    methods = Section(
        "How this was made", [Paragraph(said), Paragraph(signatures.strip(), is_quiet=True)], "", "methods"
    )
    sections = [*disagreement(comparison, keys, ties, average, limit, listed), methods]
    more = {
        "--ties": ties if ties != "mean" else "",
        "--limit": limit,
        "--where": listed.pattern,
        "--system": listed.system,
    }
    options = ["--a", keys[0], "--b", keys[1], "--average", average]
    options += [text for name, value in more.items() if value for text in (name, str(value))]
    options += [*(["--only", ranges(listed.numbers)] if listed.numbers is not None else []), "--html", "ranks.html"]
    told = comparison.names().told
    lead = [Paragraph(Rich(quiet(told(one)))) for one in comparison.warnings]
    title = f"Ranks under {a.title} and {b.title}"
    return Page(title, lead, sections, foot=f"Again: {command_line(comparison, 'rank', options)}")
