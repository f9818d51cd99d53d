"""Several analyses of the same sentences, none of them gold: consensus, agreement, what may be accepted unseen, decisions."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={
        "agreement": ".commands",
        "adjudicate": ".commands_adjudicate",
    },
    functions={
        "agreement": ".library:agreement",
        "consensus": ".library:consensus",
        "adjudicate": ".library_adjudicate:adjudicate",
        "Adjudication": ".library_adjudicate:Adjudication",
        "triage": ".library_triage:triage",
        "Triage": ".library_triage:Triage",
    },
    systems={"consensus:": ".made"},
    analyses={"annotators": ".analysis:ANNOTATORS"},
    entries={"decision": ".kept"},
    windows={"decide": "treecompare.app.decide.commands:DecideCommands"},
    help=("adjudication.md", "agreement.md"),
    samples=("two-annotators",),
)
