"""Several analyses of the same sentences, none of them gold: consensus, agreement, what may be accepted unseen, decisions."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={
        "agreement": "treecompare.extras.annotators.commands",
        "adjudicate": "treecompare.extras.annotators.commands_adjudicate",
    },
    functions={
        "agreement": "treecompare.extras.annotators.library:agreement",
        "consensus": "treecompare.extras.annotators.library:consensus",
        "adjudicate": "treecompare.extras.annotators.library_adjudicate:adjudicate",
        "Adjudication": "treecompare.extras.annotators.library_adjudicate:Adjudication",
        "triage": "treecompare.extras.annotators.library_triage:triage",
        "Triage": "treecompare.extras.annotators.library_triage:Triage",
    },
    systems={"consensus:": "treecompare.extras.annotators.made"},
    analyses={"annotators": "treecompare.extras.annotators.analysis:ANNOTATORS"},
    entries={"decision": "treecompare.extras.annotators.kept"},
    windows={"decide": "treecompare.app.decide.commands:DecideCommands"},
    help=("adjudication.md", "agreement.md"),
)
