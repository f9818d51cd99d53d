"""Systems that are no files of trees: answers to be read, and uninformed baselines. Both are made from the gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treecompare.comparison.answered import BASELINE, called, file_of
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.comparison.settings import Settings
    from treecompare.extras.raw.system import Outcomes
    from treecompare.readers import AnyTreebank


def made_system(
    gold: AnyTreebank, path: str, name: str, settings: Settings | None
) -> tuple[AnyTreebank, Outcomes | None]:
    """A system that is made from the gold, and the outcomes of its answers. Raises ReadError, OSError: its answers cannot be
    opened; UsageError: the gold is of a kind that answers are not read for, or there is no such baseline."""
    from treecompare.comparison.settings import Settings
    from treecompare.extras.raw.answers import read_answers
    from treecompare.extras.raw.system import system_of
    from treecompare.readers import DependencyTreebank, Treebank

    settings = settings or Settings()
    if not isinstance(gold, DependencyTreebank | Treebank):
        raise UsageError(f"{path}: the gold holds {gold.kind}; expected constituents or dependencies")
    if path.startswith(BASELINE):
        return _baseline(gold, path, name or called(path), settings), None
    level = "close" if settings.repair == "all" else settings.repair
    treebank, outcomes = system_of(gold, read_answers(file_of(path)), name or called(path), level)
    return treebank.with_fields(path=path), outcomes


def _baseline(gold: AnyTreebank, path: str, name: str, settings: Settings) -> AnyTreebank:
    from treecompare.extras.raw.baselines import BASELINES, OF_TREES, OF_WORDS, RANDOM_HEADS, RANDOM_SPANS
    from treecompare.extras.raw.system import baseline
    from treecompare.readers import DependencyTreebank

    wanted, _, seed = path.removeprefix(BASELINE).partition("/")
    is_words = isinstance(gold, DependencyTreebank)
    if wanted not in BASELINES:
        raise UsageError(f"there is no baseline '{wanted[:40]}'; expected {', '.join(BASELINES)}")
    if wanted not in (OF_WORDS if is_words else OF_TREES):
        fitting = ", ".join(OF_WORDS if is_words else OF_TREES)
        raise UsageError(f"baseline {wanted}: the gold holds {gold.kind}; expected {fitting}")
    if seed and wanted not in {*RANDOM_SPANS, *RANDOM_HEADS}:
        raise UsageError(f"baseline {wanted} has no seed")
    words = gold_words_prepared(gold, settings)
    found = baseline(gold, wanted, seed or "0", words.__getitem__, _are_tagged(gold, settings))
    return found.with_fields(path=path, name=name)


def _are_tagged(gold: AnyTreebank, settings: Settings) -> bool:
    """Whether nodes over one word are tags."""
    from treecompare.comparison.settings import PRETERMINALS
    from treecompare.readers import Treebank
    from treecompare.trees.preparation import has_preterminals

    said = PRETERMINALS[settings.preterminals]
    return isinstance(gold, Treebank) and (has_preterminals(gold.trees) if said is None else said)


def gold_words_prepared(gold: AnyTreebank, settings: Settings) -> list[list[str]]:
    """The words of each gold sentence that are compared: what a baseline sees."""
    from treecompare.readers import Treebank

    if not isinstance(gold, Treebank):
        return [gold.words_of(sentence) for sentence in range(gold.count)]
    from dataclasses import replace

    from treecompare.comparison.constituents.comparison import ConstituentComparison

    alone = ConstituentComparison(gold, [gold], replace(settings, with_dependencies=None))
    return [tree.words for tree in alone.pairs(0).gold]
