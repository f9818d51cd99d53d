"""What people take out of a comparison besides drawings and tables: formulas, a report, a hand-out, commands that do the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from treecompare.analyses.methods import average_option, command_line, methods_paragraph
from treecompare.analyses.rank_exports import ranges
from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import explain_sentence
from treecompare.jobs.base import Answer, Copy, Handout, Later, Numbers, Save
from treecompare.jobs.drawn import KINDS, SentenceDrawn
from treecompare.measures import MEASURES_OF
from treecompare.scores.result import View
from treecompare.writing import file_name

LONGEST = 90
"""Characters of a score's arithmetic on a hand-out."""


class Taken(NamedTuple):
    """Of what something is taken out: a sentence, a system under A and B (``view``), what is listed. ``sources``: the files."""

    comparison: Comparison
    place: int
    view: View
    listed: Numbers
    words: str
    sources: Sequence[str]


def drawing_command(one: SentenceDrawn, a: str) -> str:
    """The command that draws a sentence as it is drawn in the window. ``a``: the key of A, by which systems are ranked."""
    comparison, drawn, kind = one.comparison, one.drawn, KINDS[one.comparison.kind]
    options = ["--sentence", str(comparison.number_of(one.sentence)), *one.options()]
    options += ["--whole-trees"] if kind.folds and drawn.scene is not None and not drawn.is_folded else []
    options += ["--right-to-left"] if drawn.is_right_to_left else []
    options += ["--format", "svg", "--output", f"{file_name(drawn.title)}.svg"]
    if one.asked.is_stacked:
        return command_line(comparison, "align", [*options, "--layout", "stacked", "--a", a])
    return command_line(comparison, "align", options, [one.system])


def list_command(of: Taken) -> str:
    """The command that ranks the sentences that are listed."""
    comparison, systems, view = of.comparison, of.comparison.table.systems, of.view
    options = ["--a", view.key_a, "--b", view.key_b, *average_option(view.average)]
    options += ["--system", systems[view.system]] if len(systems) > 1 else []
    if len(of.listed) < comparison.sentences:
        options += ["--only", ranges(map(comparison.number_of, of.listed.tolist()))]
    return command_line(comparison, "rank", options)


def formulas(of: Taken) -> str:
    """A and B of a sentence for a paper or a letter: formula, numbers, words, where it is from, signature."""
    told = (explain_sentence(of.comparison, of.view.system, of.place, key) for key in of.view.keys)
    return "\n\n".join(
        "\n".join((f"{one.title}: {one.symbolic.text}", one.text, one.words, one.paper, one.signature)) for one in told
    )


def paragraph(comparison: Comparison, view: View, baseline: int | None = None) -> Copy:
    """How the figures were made, for a paper, with signatures."""
    return Copy("the paragraph", methods_paragraph(comparison, view.keys, view.average, baseline))


def report(comparison: Comparison, view: View, sources: Sequence[str] = ()) -> Save:
    """One page to send: ranks with intervals, errors, telling sentences drawn, methods, signatures."""

    def made(form: str) -> Later:
        def written(cancel: Any, _tell: object) -> str:
            from treecompare.analyses.report_page import report_page
            from treecompare.pages.html import as_html, as_markdown

            page = report_page(comparison, replace(view, cancel=cancel.flag))
            return as_markdown(page) if form == "md" else as_html(page)

        return Later("Making the report… (Esc: stop)", written)

    formats = ("Page", "html"), ("Markdown", "md")
    return Save("Save the report", formats, f"{comparison.gold.name} report", made, sources)


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


class Export(NamedTuple):
    """Something that is taken out of a sentence, or of all."""

    title: str
    about: str
    make: Callable[[Taken], Answer]


EXPORTS: Mapping[str, Export] = {
    "copy-scores": Export(
        "Formulas and scores", "Of A and B here, with their signatures",
        lambda of: Copy("formulas and scores", formulas(of)),
    ),
    "save-report": Export(
        "Report…", "HTML or Markdown to send: ranks, errors, telling sentences, methods",
        lambda of: report(of.comparison, of.view, of.sources),
    ),
    "handout": Export(
        "Hand-out…", "PDF with the drawing and all scores of the sentence",
        lambda of: handout(of.comparison, of.view.system, of.place, of.words, of.sources),
    ),
    "copy-sentence": Export("Sentence", "Its words", lambda of: Copy("the sentence", of.words)),
    "copy-list": Export(
        "List as command", "The command that ranks the sentences that are listed",
        lambda of: Copy("the command", list_command(of)),
    ),
    "copy-paragraph": Export(
        "Methods paragraph", "How it was made, for a paper, with signatures",
        lambda of: paragraph(of.comparison, of.view),
    ),
}  # fmt: skip
"""By the keys of commands."""
