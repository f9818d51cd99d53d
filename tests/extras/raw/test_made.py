"""Systems that are made from the gold, on either side of a comparison."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.jobs.test_choosing import read
from tests.made import gold_trees, write
from treecompare.analyses.catalogue import ANALYSES, View
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import Files, OpeningError, Versions, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.jobs.choosing import ToCompare

GOLD = (
    "(S (NP (DT The) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))) (. .))\n(S (NP (PRP She)) (VP (VBD slept)) (. .))\n"
)
WORDS = "1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n1\tc\t_\tX\t_\t_\t0\troot\t_\t_\n\n"


def files(folder: Path, gold: str, baseline: str) -> Files:
    """A gold, answers that repeat it but for the last line, the gold again, and a baseline."""
    gold *= 6
    parts = [part for part in gold.split("\n\n" if "\t" in gold else "\n") if part]
    (folder / "gold.txt").write_text(gold, "utf-8")
    lines = [json.dumps({"id": number, "output": f"Sure:\n{part}"}) for number, part in enumerate(parts[:-1], 1)]
    (folder / "raw.jsonl").write_text("\n".join(lines), "utf-8")
    systems = (
        ("m", f"raw:{folder / 'raw.jsonl'}"),
        ("same", str(folder / "gold.txt")),
        ("low", f"baseline:{baseline}"),
    )
    return Files(str(folder / "gold.txt"), systems)


def compared(wanted: Files) -> Comparison:
    return score(opened(open_files(wanted, Settings(repair="extract"))).comparison)


@pytest.mark.parametrize(("gold", "baseline"), [(GOLD, "right-branching"), (WORDS, "previous")])
def test_answers_stand_on_the_golds_side_and_every_table_can_be_made(tmp_path: Path, gold: str, baseline: str) -> None:
    """What was asked stays the gold that was opened: the other systems are made from it as before."""
    wanted = files(tmp_path, gold, baseline)
    before = compared(wanted)
    assert before.outcomes[0].repaired == 11 and before.baselines == {2}
    turned = compared(replace(wanted, swapped=wanted.systems[0][1]))
    assert turned.gold.name == "m" and turned.table.systems == ["gold", "same", "low"]
    assert turned.baselines == {2} and not turned.outcomes
    assert turned.table.reasons(0), "what was not answered cannot be compared"
    key = before.usual_keys[0]
    assert turned.table.averaged(key, ("pooled",))[1][0][0] == before.table.averaged(key, ("pooled",))[1][0][0] == 1
    for comparison in (before, turned):
        for one in (one for one in ANALYSES if comparison.kind in one.kinds):
            for table in one.tables(comparison, View(key_a=key, key_b=comparison.usual_keys[1])):
                assert all(len(row) == len(table.columns) for row in table.rows), one.key


def test_a_gold_is_no_answer(tmp_path: Path) -> None:
    wanted = files(tmp_path, GOLD, "random")
    with pytest.raises((OpeningError, UsageError), match="systems beside one gold"):
        compared(replace(wanted, gold=wanted.systems[0][1], systems=wanted.systems[1:]))


def test_answers_of_models_are_proposed_as_raw_output(tmp_path: Path) -> None:
    """As they come: one JSON object a line, or chats around trees; people may say otherwise. A treebank is a system, a text that
    answers nothing is left out."""
    wanted = files(tmp_path, GOLD, "random")
    paths = {name: str(tmp_path / name) for name in ("gold.txt", "raw.jsonl", "chat.txt", "parsed.mrg", "licence.txt")}
    trees = GOLD * 6
    chat = "".join(f"Sure, here is the tree:\n\n```\n{tree}\n```\n\nAnything else?\n\n" for tree in trees.splitlines())
    for name, text in (("chat.txt", chat), ("parsed.mrg", trees), ("licence.txt", "Do with it (all) as you like.\n")):
        Path(paths[name]).write_text(text, "utf-8")
    chosen = ToCompare()
    chosen.add([*paths.values()])
    read(chosen)
    rows = {one.path: row for row, one in enumerate(chosen.rows)}
    assert {name: chosen.roles[rows[path]] for name, path in paths.items()} == {
        "gold.txt": "gold", "raw.jsonl": "raw", "chat.txt": "raw", "parsed.mrg": "system", "licence.txt": "",
    }  # fmt: skip
    assert wanted.systems[0][1] in [path for _, path in chosen.files().systems]  # type: ignore[union-attr]
    assert not chosen.missing() and "raw" in chosen.offered(rows[paths["parsed.mrg"]])
    chosen.give(rows[paths["chat.txt"]], "")
    assert f"raw:{paths['chat.txt']}" not in str(read(chosen).files())


def test_baselines_that_are_chosen_fit_the_gold_and_are_no_versions(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.mrg", gold_trees(3)) for name in ("gold", "one")]
    chosen = ToCompare()
    chosen.add(paths[:1])
    offered = [path for group in read(chosen).baselines() for _, path in group]
    assert "baseline:right-branching" in offered
    chosen.add(["baseline:right-branching"])
    assert chosen.offered(1) == {"system": "baseline", "": "ignore"} and read(chosen).title(1) == "baseline"
    chosen.give(0, "")
    chosen.choose("annotators")
    assert chosen.roles == ["", "system"], "what is made is no analysis that others are compared with"
    chosen.choose("versions")
    chosen.add(paths[1:2])
    assert chosen.roles == ["older", "", "newer"] and chosen.files() == Versions(paths[0], paths[1])
