"""The tables and pages of an adjudication as files: their names and texts."""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.errors import UsageError, counted
from treecompare.extras.annotators.adjudicated import changed_for, kinds_for, provenance
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.pages.html import as_html
from treecompare.pages.page import Cards, Page, Paragraph, Part, Section, Table
from treecompare.scores.delimited import tsv
from treecompare.scores.result import ResultTable

PROVENANCE = "provenance"


def file_names(adjudication: Adjudication) -> dict[str, str]:
    """A file name for each annotator. Raises UsageError: two would be the same."""
    found = {name: "".join("_" if one in '/\\:*?"<>|' else one for one in name) or "_" for name in adjudication.names}
    if len({one.casefold() for one in (*found.values(), PROVENANCE)}) <= len(found):
        names = ", ".join(found)
        raise UsageError(f"{names}: would be written into the same file; expected names that differ as file names")
    return found


def tables(adjudication: Adjudication, with_people: bool = False) -> dict[str, str]:
    """``provenance.tsv``, and for each annotator NAME.tsv: what was decided otherwise."""
    made = {PROVENANCE: provenance(adjudication, with_people)}
    made |= {called: changed_for(adjudication, name) for name, called in file_names(adjudication).items()}
    return {f"{name}.tsv": f"{tsv(table.exact())}\n" for name, table in made.items()}


def pages(adjudication: Adjudication) -> dict[str, str]:
    """For each annotator NAME.html."""
    return {
        f"{called}.html": as_html(page_for(adjudication, name)) for name, called in file_names(adjudication).items()
    }


def page_for(adjudication: Adjudication, name: str) -> Page:
    """The page of one annotator: how often, by kind, and each place with what stands there now, why, and the sentence."""
    changed = changed_for(adjudication, name)
    decided = adjudication.decided
    others = " and ".join(one for one in adjudication.names if one != name)
    lead: list[Paragraph | Cards] = [
        Cards([(f"{decided:,}", "differences decided"), (f"{len(changed.rows):,}", "decided otherwise")]),
        Paragraph(f"Compared with {others}. What was decided as {name} had it is not listed."),
    ]
    sections = [Section("By kind", [Table(kinds_for(adjudication, name))])] if changed.rows else []
    places: dict[str, list[int]] = {}
    for at, row in enumerate(changed.rows):
        places.setdefault(str(row[0]), []).append(at)
    for kind, rows in places.items():
        listed = ResultTable(kind, changed.columns[1:], [changed.rows[at][1:] for at in rows])
        parts: list[Part] = [Table(listed), *_sentences(adjudication, changed, rows)]
        sections.append(Section(kind, parts, counted(len(rows), "difference")))
    if not changed.rows:
        sections = [Section("Nothing", [Paragraph(f"Nothing was decided otherwise than {name} had it.")])]
    return Page(f"Decided otherwise than {name}", lead, sections)


def _sentences(adjudication: Adjudication, changed: ResultTable, rows: Sequence[int]) -> list[Part]:
    """The sentences of some rows, each once, with their numbers."""
    numbers = dict.fromkeys(int(str(changed.rows[at][1])) for at in rows)
    return [
        Paragraph(f"{number}: {' '.join(adjudication.analyses.words_of(number - 1))}", is_quiet=True)
        for number in list(numbers)[:50]
    ]
