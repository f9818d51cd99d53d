"""treecompare: compare syntactically annotated sentences under every measure of five papers.

As a library::

    import treecompare as tc

    comparison = tc.compare("gold.mrg", {"bllip": "bllip.mrg", "collins": "collins.mrg"})
    print(comparison.scores())
    print(tc.score("gold.mrg", "bllip.mrg", "e.roof.dice"))

What is offered is listed in ``__all__``, and imported when it is first asked for: importing treecompare itself costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; importing typing would take longer than all the rest

__version__ = "0.2.0"

__all__ = [
    "Adjudication",
    "Batch",
    "Comparison",
    "Diff",
    "Measure",
    "Pair",
    "ReadError",
    "Row",
    "Score",
    "Table",
    "Tables",
    "Treebank",
    "TreecompareError",
    "Triage",
    "UsageError",
    "__version__",
    "adjudicate",
    "agreement",
    "batch",
    "check",
    "compare",
    "consensus",
    "detective",
    "diff",
    "measures",
    "read",
    "score",
    "triage",
    "trust",
]

if TYPE_CHECKING:
    from treecompare.api import (
        Comparison,
        Measure,
        Pair,
        Row,
        Score,
        Table,
        Tables,
        Treebank,
        check,
        compare,
        read,
        score,
    )
    from treecompare.errors import ReadError, TreecompareError, UsageError
    from treecompare.extras.annotators.library import Adjudication, Triage, adjudicate, agreement, consensus, triage
    from treecompare.extras.batches.library import Batch, batch
    from treecompare.extras.conventions.library import detective
    from treecompare.extras.queries.library import trust
    from treecompare.extras.versions.library import Diff, diff

    def measures() -> list[Measure]:
        """All measures, each with ``key``, ``title``, ``paper`` and ``explanation``."""

else:  # a type checker that sees this takes any name for one that is offered
    _all = __all__
    del __all__  # what is asked for is without the names of extras that are not installed

    def __getattr__(name: str) -> object:
        if name not in ("__all__", *_all):
            raise AttributeError(f"module 'treecompare' has no attribute '{name}'")
        from importlib import import_module

        if name == "measures":
            return import_module("treecompare.measures")  # which can be called
        registry = import_module("treecompare.registry")
        if name == "__all__":
            return [one for one in _all if registry.is_here(one)]
        if not registry.is_here(name):
            raise AttributeError(registry.missing(name))
        api = "treecompare.errors" if name.endswith("Error") else "treecompare.api"
        value = registry.find("functions", name) or getattr(import_module(api), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    from treecompare import __all__ as offered

    return sorted({*globals(), *offered})
