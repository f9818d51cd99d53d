"""Which measures stand together where one is chosen."""

from __future__ import annotations

from collections.abc import Iterable

from treecompare.measures import DEPENDENCY_MEASURES, JUDGED_MEASURES, LATTICE_MEASURES, SCHEME_MEASURES, Measure


def by_family(measures: Iterable[Measure], is_of_words: bool = False) -> list[tuple[str, list[Measure]]]:
    """Measures family by family, each with a title; the first is that of the first measure. ``is_of_words``: families of measures
    of words need not say that they are."""
    found: dict[str, list[Measure]] = {}
    for one in measures:
        found.setdefault(_family(one, is_of_words), []).append(one)
    return list(found.items())


def _family(one: Measure, is_of_words: bool) -> str:
    if one in LATTICE_MEASURES or one in SCHEME_MEASURES:
        return "TedEval and SegEval"
    if one in JUDGED_MEASURES:
        return "Judgements"
    if one in DEPENDENCY_MEASURES:
        ends = {"precision": "Precision", "recall": "Recall", "aligned": "Of aligned words"}
        title = ends.get(one.key.rpartition(".")[2] if "." in one.key else "", "F1")
        return title if is_of_words else f"Dependencies: {title}"
    if one.key.startswith("e.discontinuous"):
        return "Discontinuous constituents (E)"
    titles = {"e": "Same label and span (E)", "t": "Tree distance (T)"}
    family = titles.get(one.key.partition(".")[0], "Others")
    return f"{family}, unlabelled" if one.key.endswith(".unlabelled") else family
