"""Cases after public bug reports of programs that do the same job: what was expected there, of files that strangers have.

``expected.txt`` in each folder says where a case comes from and why its figures are right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.commands import as_json, treecompare
from tests.conftest import SHARED

CASES = SHARED / "oracles" / "public"
pytestmark = needs_cases = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases of strangers (shared/oracles/public) are not beside the checkout"
)

# gold, system, further options, scores in percent (or as they are, under a key that ends in !)
SCORED: dict[str, tuple[str, str, str, dict[str, float | None]]] = {
    "c01-tab-inside-tree": (
        "gold.mrg", "system.mrg", "--params evalb", {"e.roof.recall": 85.71, "e.roof.precision": 85.71, "tagging": 100},
    ),
    "c03-unescaped-brackets/lrb": ("gold.mrg", "system-lrb.mrg", "", {"e.whole.dice": 100, "la": 100, "tagging": 100}),
    "c03-unescaped-brackets/tag": ("gold.mrg", "system-tag.mrg", "", {"e.whole.dice": 100, "la": 100, "tagging": 100}),
    "c05-prm-deletes-vroot": (
        "gold.mrg", "system.mrg", "--params german.prm", {"e.roof.recall": 100, "e.roof.precision": 100, "tagging": 100},
    ),
    "c06-prm-delete-word/words": (
        "gold.mrg", "system.mrg", "--params words.prm", {"e.roof.dice": 100, "complete": 100, "tagging": 100},
    ),
    "c06-prm-delete-word/unknown": (
        "gold.mrg", "system.mrg", "--params unknown.prm", {"e.roof.recall": 71.43, "e.roof.precision": 71.43},
    ),
    "c08-lines-between-trees/evalb": (
        "stars.pen", "stars.system", "--params evalb", {"e.roof.recall": 85.71, "e.roof.precision": 85.71},
    ),
    "c08-lines-between-trees/standard": (
        "stars.pen", "stars.system", "", {"e.roof.recall": 85.71, "e.roof.precision": 85.71},
    ),
    "c09-words-with-blanks": (
        "gold.mrg", "system.mrg", "", {"e.roof.recall": 83.33, "e.roof.precision": 90.91, "tagging": 90},
    ),
    "c12-encoding-gb18030": (
        "gold.utf8.mrg", "system.gb18030.mrg", "--encoding gb18030", {"e.roof.dice": 100, "e.whole.dice": 100, "la": 100},
    ),
    "c15-trivial-spans": ("gold.mrg", "system.mrg", "", {"e.sets": 71.43, "e.sets mean": 63.75}),
    "c22-double-root/evalb": (
        "gold.mrg", "system.mrg", "--params evalb", {"e.roof.recall": 100, "e.roof.precision": 66.67},
    ),
    "c22-double-root/standard": ("gold.mrg", "system.mrg", "", {"e.roof.recall": 100, "e.roof.precision": 100}),
    "d01-blank-or-underscore": (
        "gold.conllu", "malt.conll", "", {"tokens": 100, "words": 100, "uas": 100, "las": 100},
    ),
    "d04-head-unspecified": (
        "anna.conllu", "bert.conllu", "",
        {"words": 100, "upos": 100, "uas": 71.43, "las": 71.43, "clas": 90.91, "mlas": 72.73, "blex": 90.91},
    ),
    "d06-running-numbers": ("gold.conllu", "sys.conllu", "", {"uas": 85.71, "las": 85.71}),
    "d08-conll2008": ("gold.conll08", "system.conll08", "", {"uas": 75, "las": 50, "label-accuracy": 75}),
    "d10-lemma-decomposed": ("NFC.conllu", "NFD.conllu", "", {"words": 100, "lemmas": 100, "blex": 100}),
    "d11-empty-columns": ("gold.conllu", "sys.conllu", "", {"upos": None, "lemmas": None, "xpos": None, "uas": 100}),
    "d12-pairing-says-no-other-characters": ("g.conllu", "bommid.conllu", "", {"words": 100}),
    "d13-other-tables": ("gold.conllu", "corenlp2.conll", "", {"uas": 100, "las": 75}),
    "d51-empty-node-in-multiword-token": (
        "gold.conllu", "system.conllu", "", {"words": 100, "uas": 100, "las": 100, "mlas": 100, "blex": 100},
    ),
    "d52-range-of-one-word": (
        "gold.conllu", "system.conllu", "", {"las": 80, "clas": 66.67, "mlas": 66.67, "blex": 66.67},
    ),
    "d56-newline-token-of-spacy": ("gold.conllu", "spacy.conllu", "", {"uas": 100, "las": 50}),
    "d57-line-separators-in-fields/same": ("gold.conllu", "same.conllu", "", {"words": 100, "las": 100}),
    "d57-line-separators-in-fields/nbsp": ("nbsp.gold.conllu", "nbsp.split.conllu", "", {"words": 57.14, "las": 57.14}),
    "d58-two-roots-basic-and-enhanced": ("gold.conllu", "sys.conllu", "", {"las": 25, "elas": 22.22}),
    "d59-split-and-joined": ("gold.conllu", "system.conllu", "", {"sentences": 25, "uas": 77.78, "las": 77.78}),
    "d62-values-in-other-order": ("gold.conllu", "s.conllu", "", {"ufeats": 50, "mlas": 0}),
}  # fmt: skip


def _folder(case: str) -> Path:
    return CASES / case.partition("/")[0]


def _scored(case: str) -> dict[str, Any]:
    gold, system, options, expected = SCORED[case]
    folder = _folder(case)
    given = [str(folder / one) if one.endswith(".prm") else one for one in options.split()]
    keys = ",".join(dict.fromkeys(key.partition(" ")[0] for key in expected))
    found: dict[str, Any] = as_json("score", str(folder / gold), str(folder / system), "--measures", keys, *given)
    return found


@pytest.mark.parametrize("case", SCORED)
def test_figures_are_those_that_were_expected(case: str) -> None:
    scores = _scored(case)["systems"][0]["scores"]
    for key, expected in SCORED[case][3].items():
        measure, _, average = key.partition(" ")
        found = scores[measure][average or "pooled"]
        assert (found if found is None else round(100 * found, 2)) == expected, key


def test_every_case_has_a_test() -> None:
    told = {
        "c04-export-number-table", "c13-sgml-wrappers", "c17-brackets-in-labels", "c18-conll2012", "c25-invalid-xml",
        "c27-missing-line",
        "d54-only-order-changed", "d61-answers-of-models",  # tests/extras
        "c19-rtl-list",  # what the list of sentences draws: tests/window
    }  # fmt: skip
    assert {path.name for path in CASES.iterdir() if path.is_dir()} == told | {
        case.partition("/")[0] for case in SCORED
    }


def _statistics(*names: str) -> list[tuple[object, object]]:
    """Sentences and words of each file."""
    table = as_json("stats", *(str(CASES / name) for name in names))[0]
    places = [table["columns"].index(name) for name in ("sentences", "words")]
    return [(row[places[0]], row[places[1]]) for row in table["rows"]]


def test_export_behind_a_table_of_numbers() -> None:
    assert _statistics("c04-export-number-table/gold.export") == [(1, 3)]
    done = treecompare("convert", str(CASES / "c04-export-number-table" / "gold.export"), "-", "--to", "brackets")
    assert "(S (PPER Er) (VVFIN schläft))" in done.stdout


def test_lines_that_hold_no_tree_are_remarks() -> None:
    names = [f"c08-lines-between-trees/{name}" for name in ("semicolon.txt", "stars.pen", "header-and-text.ptb")]
    assert [sentences for sentences, _ in _statistics(*names)] == [2, 2, 2]
    for case in ("c08-lines-between-trees/evalb", "c08-lines-between-trees/standard"):
        system = _scored(case)["systems"][0]
        assert (system["scored"], system["coverage"]) == (2, 1.0)


def test_lines_of_sgml_are_no_trees() -> None:
    folder = CASES / "c13-sgml-wrappers"
    assert _statistics("c13-sgml-wrappers/ctb-like.fid", "c13-sgml-wrappers/ctb-like.mrg") == [(2, 6), (2, 6)]
    texts = [
        treecompare("convert", str(folder / name), "-", "--to", "brackets").stdout
        for name in ("ctb-like.fid", "ctb-like.mrg")
    ]
    assert texts[0] == texts[1] and texts[0]
    assert _statistics("c13-sgml-wrappers/s-with-id.prd")[0][0] == 2


def test_labels_that_hold_brackets_are_told() -> None:
    done = treecompare("stats", str(CASES / "c17-brackets-in-labels" / "gold.mrg"))
    assert "bracket" in done.stderr or _statistics("c17-brackets-in-labels/gold.mrg") == [(1, 3)]


def test_the_parses_of_conll_2012_are_read() -> None:
    assert _statistics("c18-conll2012/gold.conll") == [(1, 3)]


def test_xml_that_is_not_well_formed_is_named_with_its_line() -> None:
    done = treecompare("stats", str(CASES / "c25-invalid-xml" / "alp.xml"))
    assert done.returncode == 2 and "alp.xml:4: " in done.stderr


def test_a_line_that_is_missing_shifts_nothing() -> None:
    folder = CASES / "c27-missing-line"
    files = [str(folder / name) for name in ("gold.mrg", "system.mrg")]
    asked = ("--measures", "e.roof.recall,e.roof.precision", "--per-sentence")
    rows = as_json("score", *files, *asked)["systems"][0]["per_sentence"]
    assert [row["status"] for row in rows] == ["scored", "skipped", "scored", "scored"]
    assert [row["scores"]["e.roof.recall"] for row in rows if row["status"] == "scored"] == [1, 0.8, 1]
    assert as_json("score", *files, *asked, "--params", "evalb")["systems"][0]["scored"] == 1


def test_a_file_in_another_encoding_is_refused_in_one_line_that_names_it() -> None:
    folder = CASES / "c12-encoding-gb18030"
    done = treecompare("score", str(folder / "gold.utf8.mrg"), str(folder / "system.gb18030.mrg"))
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert "UTF-8" in done.stderr and "--encoding" in done.stderr and "gb18030" in done.stderr.lower()
    assert treecompare("convert", str(folder / "system.gb18030.mrg"), "-", "--to", "brackets").returncode == 2


def test_unknown_directives_are_told() -> None:
    folder = CASES / "c06-prm-delete-word"
    done = treecompare(
        "score", str(folder / "gold.mrg"), str(folder / "system.mrg"), "--params", str(folder / "unknown.prm")
    )
    assert done.returncode == 0 and "SOME_NEW_KEY" in done.stderr


def test_signs_that_cannot_be_seen_are_named() -> None:
    folder = CASES / "d12-pairing-says-no-other-characters"
    files = [str(folder / name) for name in ("g.conllu", "bommid.conllu")]
    done = treecompare("report", "pairing", *files)
    assert "U+FEFF" in done.stdout + done.stderr
    table = as_json("report", "pairing", *files)[0]
    assert any(
        "other characters" in str(cell)
        for cell in [*table["columns"], *(cell for row in table["rows"] for cell in row)]
    )


@pytest.mark.parametrize(("name", "format_"), [("wa.tsv", "WebAnno TSV 3"), ("sdp.sdp", "SDP")])
def test_tables_that_are_not_read_are_named(name: str, format_: str) -> None:
    folder = CASES / "d13-other-tables"
    done = treecompare("score", str(folder / "gold.conllu"), str(folder / name), "--measures", "uas")
    assert done.returncode == 2 and f"looks like {format_}" in done.stderr


def test_columns_that_are_blank_are_told_and_the_program_has_its_figures() -> None:
    folder = CASES / "d11-empty-columns"
    done = treecompare(
        "score", str(folder / "gold.conllu"), str(folder / "sys.conllu"), "--measures", "conll18", "--format", "json"
    )
    assert done.returncode == 0 and "UPOS" in done.stdout + done.stderr and "XPOS" in done.stdout + done.stderr
    scores = as_json("score", str(folder / "gold.conllu"), str(folder / "sys.conllu"), "--measures", "conll18")[
        "systems"
    ][0]["scores"]
    found = {key: scores[key]["pooled"] for key in ("upos", "lemmas", "mlas", "blex", "xpos")}
    assert found == {"upos": 0, "lemmas": 0, "mlas": 0, "blex": 0, "xpos": 1}


def test_what_convert_writes_scores_full_against_its_source(tmp_path: Path) -> None:
    gold = str(CASES / "d01-blank-or-underscore" / "gold.conllu")
    own = str(tmp_path / "own.conll")
    assert treecompare("convert", gold, own).returncode == 0
    scores = as_json("score", gold, own, "--measures", "words,uas,las")["systems"][0]["scores"]
    assert [scores[key]["pooled"] for key in ("words", "uas", "las")] == [1, 1, 1]
