"""The tables and pages of an adjudication as files: their names and texts."""

from __future__ import annotations

from treecompare.errors import UsageError
from treecompare.extras.annotators.adjudicated import changed_for, provenance
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.page import page_for
from treecompare.pages.html import as_html
from treecompare.scores.delimited import tsv

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
