"""Systems that are no files of trees: answers to be read, and uninformed baselines. Both are made from the gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treecompare.comparison.answered import BASELINE, called, file_of
from treecompare.comparison.previews import FIRST_WORDS, RAW_OUTPUT, Preview
from treecompare.errors import TreecompareError, UsageError, counted
from treecompare.extras.raw.answers import read_answers
from treecompare.extras.raw.baselines import BASELINES, OF_TREES, OF_WORDS, gold_words_prepared
from treecompare.extras.raw.system import Outcomes, baseline, number_of_trees, system_of
from treecompare.readers import AnyTreebank, DependencyTreebank, Treebank

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.comparison.settings import Settings
    from treecompare.scores.result import ResultTable


MOST_LOOKED_AT = 200_000
"""So many characters of a text that is no treebank are looked at for trees."""


def offered(kind: str) -> dict[str, list[str]]:
    """The baselines for golds of a kind, of any where it is empty, by what they are trees of."""
    names = {"constituents": [*OF_TREES], "dependencies": [*OF_WORDS]}
    return {of: found for of, found in names.items() if kind in ("", of)}


def made_system(
    gold: AnyTreebank, path: str, name: str, settings: Settings | None
) -> tuple[AnyTreebank, Outcomes | None]:
    """A system that is made from the gold, and the outcomes of its answers. Raises ReadError, OSError: its answers cannot be
    opened; UsageError: the gold is of a kind that answers are not read for, or there is no such baseline."""
    from treecompare.comparison.settings import Settings

    settings = settings or Settings()
    if not isinstance(gold, DependencyTreebank | Treebank):
        raise UsageError(f"{path}: the gold holds {gold.kind}; expected constituents or dependencies")
    if path.startswith(BASELINE):
        return _baseline(gold, path, name or called(path), settings), None
    level = "close" if settings.repair == "all" else settings.repair
    treebank, outcomes = system_of(gold, read_answers(file_of(path)), name or called(path), level)
    return treebank.with_fields(path=path), outcomes


def _baseline(gold: AnyTreebank, path: str, name: str, settings: Settings) -> AnyTreebank:
    wanted, _, seed = path.removeprefix(BASELINE).partition("/")
    is_words = isinstance(gold, DependencyTreebank)
    if wanted not in BASELINES:
        raise UsageError(f"there is no baseline '{wanted[:40]}'; expected {', '.join(BASELINES)}")
    if wanted not in (OF_WORDS if is_words else OF_TREES):
        fitting = ", ".join(OF_WORDS if is_words else OF_TREES)
        raise UsageError(f"baseline {wanted}: the gold holds {gold.kind}; expected {fitting}")
    if seed and not BASELINES[wanted].trees:
        raise UsageError(f"baseline {wanted} has no seed")
    words = gold_words_prepared(gold, settings)
    found = baseline(gold, wanted, seed or "0", words.__getitem__, _are_tagged(gold, settings))
    return found.with_fields(path=path, name=name)


def _are_tagged(gold: AnyTreebank, settings: Settings) -> bool:
    """Whether nodes over one word are tags."""
    from treecompare.comparison.settings import PRETERMINALS
    from treecompare.trees.preparation import has_preterminals

    said = PRETERMINALS[settings.preterminals]
    return isinstance(gold, Treebank) and (has_preterminals(gold.trees) if said is None else said)


def preview(path: str) -> Preview:
    """What is in a file or folder of answers. Raises ReadError: it cannot be opened."""
    found = read_answers(file_of(path))
    first = next((text for text in found.texts.values() if text and text.strip()), "")
    words = " ".join(first.split()[:FIRST_WORDS])
    count = len(found.texts) if found.container != "file" else number_of_trees(found.whole)
    return Preview(path, RAW_OUTPUT, RAW_OUTPUT, count, words, tuple(found.told))


LEAST_TREES = 2
"""A text with fewer trees somewhere in it is no raw output unless people say so."""


def preview_of_text(path: str) -> Preview | None:
    """A file or folder that is no treebank as raw output, where there are trees in it."""
    try:
        found = read_answers(path)
        trees = sum(number_of_trees(text[:MOST_LOOKED_AT]) for text in found.texts.values() if text)
        return preview(path) if trees >= LEAST_TREES else None
    except (TreecompareError, OSError):
        return None


def against(made: Preview, gold: Preview) -> str:
    """What is worth knowing of raw output or a baseline before it is compared with a gold; mostly nothing."""
    if gold.kind not in ("constituents", "dependencies"):
        return f"is for constituents and dependencies; the gold holds {gold.kind}"
    if made.kind == "baseline":
        name = made.path.removeprefix(BASELINE).partition("/")[0]
        other = {"constituents": "dependencies", "dependencies": "constituents"}[gold.kind]
        return f"is for {other}" if name not in (OF_WORDS if gold.kind == "dependencies" else OF_TREES) else ""
    missing = gold.sentences - made.sentences
    return f"{counted(made.sentences, 'answer')}, the gold has {counted(gold.sentences, 'sentence')}" if missing else ""


def made_tables(comparison: Comparison, draws: int | None = None, has_bars: bool = False) -> list[ResultTable]:
    """What stands above the scores of systems that are made from the gold."""
    from treecompare.extras.raw import analysis

    return analysis.made_tables(comparison, draws, has_bars)
