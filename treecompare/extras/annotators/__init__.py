"""Several analyses of the same sentences, none of them gold: consensus, agreement, what may be accepted unseen, decisions."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"agreement": ".commands"},
    functions={
        "agreement": ".library:agreement",
        "consensus": ".library:consensus",
        "adjudicate": ".library:adjudicate",
        "Adjudication": ".library:Adjudication",
        "triage": ".library:triage",
        "Triage": ".library:Triage",
    },
    systems={"consensus:": ".results"},
    analyses={"annotators": ".analysis:ANNOTATORS"},
    entries={"decision": ".kept"},
    jobs={"beside:annotators": ".beside:DecideBeside"},
    help=("adjudication.md", "agreement.md"),
    samples=("two-annotators",),
)
