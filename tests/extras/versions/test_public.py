"""Cases after public bug reports, as versions."""

from __future__ import annotations

from tests.commands import as_json, treecompare
from tests.oracles.test_public import CASES, needs_cases

pytestmark = needs_cases


def test_only_the_order_changed_is_nothing_changed() -> None:
    folder = CASES / "d54-only-order-changed"
    a, b = (str(folder / name) for name in ("a.conllu", "b.conllu"))
    assert treecompare("diff", a, b, "--fail-on", "changed").returncode == 0
    scores = as_json("score", a, b, "--measures", "ufeats,elas")["systems"][0]["scores"]
    assert [scores[key]["pooled"] for key in ("ufeats", "elas")] == [1, 1]


def test_letters_composed_otherwise_are_a_rule_of_their_own() -> None:
    folder = CASES / "d10-lemma-decomposed"
    done = treecompare("diff", str(folder / "NFC.conllu"), str(folder / "NFD.conllu"))
    assert "FORM: * → *" not in done.stdout and "FORM: * -> *" not in done.stdout
