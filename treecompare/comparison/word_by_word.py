"""Which comparison fits treebanks with the same words: of constituents, or of dependencies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from treecompare.comparison.base import AnyTreebank, Comparison
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.readers.treebank import Treebank, of_one_kind

if TYPE_CHECKING:
    from treecompare.readers import DependencyTreebank


def word_by_word(
    gold: AnyTreebank,
    systems: Sequence[AnyTreebank],
    settings: Settings | None = None,
    on_demand: bool = True,
    dependencies: Mapping[int, DependencyTreebank] | None = None,
) -> Comparison:
    """A comparison of the kind that the treebanks are of; of dependencies where the settings convert constituents.

    ``on_demand``: whether asking for measures that take long counts them; else they are undefined until someone has them counted.
    ``dependencies``: of treebanks of constituents, by their number (0: the gold), to be scored beside the trees.

    Raises UsageError: there are ``dependencies`` of what is not a tree of constituents; some are of one kind and some of the other,
    and nothing is converted; ReadError: the head rules cannot be read.
    """
    everything = (gold, *systems)
    converts = settings is not None and bool(settings.as_dependencies)
    # an empty file says nothing of its kind
    kinds = {one.kind for one in everything if one.says_its_kind}
    if len(kinds) > 1 and not converts:
        _refuse(gold, systems)
    if converts or kinds == {"dependencies"}:
        from treecompare.comparison.dependencies.comparison import DependencyComparison

        why = "they are compared as dependencies already" if converts else f"{gold.path} holds dependencies"
        _refuse_beside(dependencies, why)
        return DependencyComparison(gold, systems, settings, on_demand)
    from treecompare.comparison.constituents.comparison import ConstituentComparison

    trees_of_gold, *of_systems = [of_one_kind(one, Treebank) for one in everything]
    if dependencies or (settings is not None and settings.with_dependencies):
        from treecompare.comparison.beside import TreesAndDependencies

        return TreesAndDependencies(trees_of_gold, of_systems, settings, on_demand, dependencies)
    return ConstituentComparison(trees_of_gold, of_systems, settings, on_demand)


def _refuse_beside(dependencies: Mapping[int, DependencyTreebank] | None, why: str) -> None:
    if dependencies:
        first = dependencies[min(dependencies)]
        raise UsageError(f"{first.path}: is given as the dependencies of constituents; but {why}")


def _refuse(gold: AnyTreebank, systems: Sequence[AnyTreebank]) -> None:
    """Names the first system that is of another kind than the gold. Raises UsageError: always."""
    held = [one.kind for one in (gold, *systems)]
    other = next(place for place, one in enumerate(held) if one != held[0])
    raise UsageError(
        f"{gold.path} holds {held[0]}, {systems[other - 1].path} {held[other]}; expected files of one kind, or trees scored as "
        "dependencies"
    ).with_option("--as-dependencies converts them")
