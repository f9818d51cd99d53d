"""Raw output: what language models and failing parsers answered, a text per sentence of the gold, and what can be read of it."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    systems={"raw:": ".system", "baseline:": ".system"},
    analyses={"outcomes": ".analysis:OUTCOME_ANALYSIS"},
    settings=("repair",),
    help=("raw-output.md",),
)
