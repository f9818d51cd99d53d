"""Where two measures rank a parse differently, as a page: the parses on which they disagree most, drawn, and rank differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from treecompare.analyses.methods import command_line, how_made
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


def sentences_drawn(
    comparison: Comparison, told: Iterable[tuple[int, int, str, str]], title: str, is_first_open: bool = True
) -> list[Part]:
    """A list of sentences, each drawn where it is opened, or why it cannot be; and what the signs in them mean. ``told``: of each
    the system, the row, its words, and what stands under the ``title``."""
    rows, inside, legend = list[list[Value]](), dict[int, Sequence[Part]](), ""
    for place, (system, row, words, what) in enumerate(told):
        rows.append([comparison.numbers_of(row), words, what])
        is_turned = reads_right_to_left(comparison.texts()[row].split(" "))
        try:
            drawing = comparison.drawing(system, row, Wanted(width=WIDTH, right_to_left=is_turned))
            scene = drawing.scene()
        except TreecompareError as error:
            inside[place] = [Paragraph(str(error), is_quiet=True)]
            continue
        tags = side_tags(scene, drawing.names, comparison.table.systems[system])
        inside[place] = [Picture(framed(scene, tags=tags), comparison.ids[row])]
        legend = legend or legend_text(scene, drawing.names)
    columns = text_column("sentence", "place"), text_column("words", "context"), text_column(title, "what")
    opened = frozenset({0} if is_first_open else ())
    return [Listing(ResultTable("", columns, rows), "plain lines", inside, opened), Paragraph(legend, is_quiet=True)]


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
    told: list[tuple[int, int, str, str]] = []
    for system, row in chosen:
        one = ranked[system]
        a_rank, b_rank = rank_shown(one.rank_a[row]), rank_shown(one.rank_b[row])
        said = Rich(beginning(comparison.texts()[row]), quiet(f" · {table.systems[system]}"))
        ranks = f"{a_rank} under A, {b_rank} under B: {rank_shown(one.difference[row], sign=True)}"
        told.append((system, row, said, ranks))
    parts: list[Part] = [Paragraph(f"A is {a.title}, B is {b.title}. Rank 1 is the best parse of a system.")]
    if chosen:
        parts += sentences_drawn(comparison, told, "ranks")
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


def methods(comparison: Comparison, keys: Sequence[str], average: Average, further: Sequence[Part] = ()) -> Section:
    """How a page was made, the signatures of its figures, and what is told ``further``."""
    signatures = Paragraph("\n".join(comparison.table.signature(key, average) for key in keys), is_quiet=True)
    parts = [Paragraph(how_made(comparison, keys, average)), signatures, *further]
    return Section("How this was made", parts, "", "methods")


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
    made = methods(comparison, list(dict.fromkeys(keys)), average)
    sections = [*disagreement(comparison, keys, ties, average, limit, listed), made]
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
