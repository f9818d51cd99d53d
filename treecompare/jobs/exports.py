"""What people take out of a comparison besides its list, its drawings and its tables: a report, a hand-out, how it was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from treecompare.analyses.methods import methods_paragraph
from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import explain_sentence
from treecompare.jobs.base import Copy, Handout, Later, Save
from treecompare.measures import MEASURES_OF
from treecompare.scores.result import View
from treecompare.writing import file_name

LONGEST = 90
"""Characters of a score's arithmetic on a hand-out."""


def paragraph(comparison: Comparison, view: View, baseline: int | None = None) -> Copy:
    """How the figures were made, for a paper, with signatures."""
    return Copy("the paragraph", methods_paragraph(comparison, view.keys, view.average, baseline))


def report(comparison: Comparison, view: View, sources: Sequence[str] = ()) -> Save:
    """One page to send: ranks with intervals, errors, telling sentences drawn, methods, signatures."""

    def made(form: str) -> Later:
        return Later("Making the report… (Esc: stop)", lambda cancel, _tell: _page(comparison, view, form, cancel))

    formats = ("Page", "html"), ("Markdown", "md")
    return Save("Save the report", formats, f"{comparison.gold.name} report", made, sources)


def _page(comparison: Comparison, view: View, form: str, cancel: Any) -> str:
    """Raises Cancelled: nobody waits any more."""
    from treecompare.analyses.report_page import report_page
    from treecompare.pages.html import as_html, as_markdown

    page = report_page(comparison, replace(view, cancel=cancel.flag))
    return as_markdown(page) if form == "md" else as_html(page)


# -- hand-out ----------------------------------------------------------------------------------------------------------------


def handout(comparison: Comparison, system: int, sentence: int, words: str, sources: Sequence[str] = ()) -> Handout:
    """A page to hand out: a sentence, and every score of it with its arithmetic."""
    name = f"sentence-{comparison.numbers_of(sentence)}-{comparison.table.systems[system]}"
    foot = f"{Path(comparison.gold.path).name} · {comparison.table.sentence_signature('')}"
    title, scores = comparison.drawn_title(system, sentence), _scores(comparison, system, sentence)
    return Handout(title, words, scores, foot, file_name(name), sources)


def _scores(comparison: Comparison, system: int, sentence: int) -> list[tuple[str, str, str]]:
    """Per measure that applies: its title, the score, the arithmetic, but for measures that stand in that of others:
    2·21 / (28 + 30) holds 21 / 28 and 21 / 30."""
    found, implied = [], (".aligned",) if comparison.has_variants else (".aligned", ".precision", ".recall")
    for one in MEASURES_OF[comparison.kind]:
        if not comparison.table.has(one.part) or one.key.endswith(implied):
            continue
        if comparison.not_counted([one.part]):
            continue  # it takes long, and nobody asked for it
        told = explain_sentence(comparison, system, sentence, one.key)
        how = told.text if told.numbers is not None else told.undefined
        if len(how) > LONGEST and told.fraction:  # the scores of thirty words, added up
            how = f"{told.fraction} = {told.value}"
        found.append((told.title, told.shown, how))
    return found
