"""Lattices and segmentation files on the command line."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.resources import path
from treecompare.window.drawings.pictures import paint

HERE = path("samples/words-that-differ")
GOLD, RAW, LATTICE = str(HERE / "gold.mrg"), f"raw={HERE / 'raw-input.mrg'}", str(HERE / "words.lattice")
SYSTEMS = [f"{name}={HERE / f'{name}-input.mrg'}" for name in ("gold", "predicted", "raw")]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert run_command(list(arguments)) == status
    return str(capsys.readouterr().out)


def test_score(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("score", GOLD, RAW, "--measures", "tedeval.lattice,segeval", "--per-sentence", "--format", "json")
    found = json.loads(printed(capsys, *asked, "--lattice", LATTICE))
    first = found["systems"][0]["per_sentence"][0]
    assert round(first["scores"]["tedeval.lattice"], 4) == 0.7273
    assert first["counts"]["tedeval.lattice"] == {"gold": 13, "test": 9, "matched": 8, "deleted": 1, "inserted": 5}
    assert [one["signature"] for one in found["measures"]] == [
        "tedeval.lattice|words:lattice|preterminals:yes|on:common:5|v:0.2.0",
        "segeval|words:lattice|preterminals:yes|on:common:5|v:0.2.0",
    ]  # fmt: skip
    segments = [one for name in ("gold", "raw") for one in ("--segmentation", str(HERE / f"{name}.seg"))]
    other = json.loads(printed(capsys, *asked, *segments))
    assert other["systems"][0]["scores"] == found["systems"][0]["scores"]


def test_all_measures_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "score", GOLD, SYSTEMS[0], "--lattice", LATTICE, "--format", "json"))
    keys = {one["key"] for one in found["measures"]}
    assert {"tedeval.lattice", "segeval.unlabelled", "e.roof.dice", "t.whole.dice"} <= keys
    assert found["systems"][0]["scores"]["segeval"]["pooled"] == 1.0


def test_the_papers_tables(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "report", "scenarios", GOLD, *SYSTEMS, "--lattice", LATTICE)
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.split()[:1]}
    assert text.splitlines()[2].split()[:5] == ["input", "SegEval", "U", "SegEval", "L"]
    assert rows["gold"] == ["100.00", "100.00", "91.23", "91.23", "95.65", "95.65", "5", "0", "100.00"]
    assert rows["predicted"][:2] == ["100.00", "86.21"]
    # other words than the gold's: nothing is compared word by word
    assert rows["raw"][2:4] == ["–", "–"]


def test_table_2_on_hebrew(capsys: pytest.CaptureFixture[str], shared: Path) -> None:
    folder = shared / "data" / "hebrew-spmrl"
    gold = str(folder / "dev.gold.conll")
    lattices = [folder / f"dev.{name}.lattices" for name in ("gold", "gold", "yap")]
    given = [part for one in lattices for part in ("--lattice", str(one))]
    text = printed(capsys, "report", "scenarios", gold, f"gold={gold}", f"raw={folder / 'dev.yap.conll'}", *given)
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.split()[:1]}
    assert rows["gold"] == [*["100.00"] * 6, "493", "7", "98.60"]
    assert rows["raw"] == ["96.21", "92.07", "76.56", "65.33", "92.16", "83.12", "493", "7", "98.60"]
    # what is not aligned rests on fewer sentences, which its cells say
    skipping = ["--differing", "skip", *given[:2], *given[4:]]
    text = printed(capsys, "report", "scenarios", gold, f"raw={folder / 'dev.yap.conll'}", *skipping)
    row = next(line for line in text.splitlines() if line.startswith("raw"))
    assert row.split()[3:7] == ["79.02", "(321)", "68.11", "(321)"]


def test_tedeval_prints_the_same_table(capsys: pytest.CaptureFixture[str]) -> None:
    systems = [part for one in SYSTEMS for part in ("--system", one)]
    shown = printed(capsys, "tedeval", "--gold", GOLD, *systems, "--lattice", LATTICE)
    assert "\npredicted     100.00      86.21" in shown
    for more in (["--lattice", LATTICE], ["--measures", "segeval"], ["--lattice", LATTICE, "--show", "1"]):
        printed(capsys, "tedeval", "--gold", f"heb={GOLD}", "--system", RAW, *more)
    segments = [part for name in ("gold", "raw") for part in ("--segmentation", str(HERE / f"{name}.seg"))]
    printed(capsys, "tedeval", "--gold", f"heb={GOLD}", "--system", RAW, *segments, "--profile", "tedeval-2.2")
    two = ["--gold", f"a={GOLD}", "--gold", GOLD, "--system", SYSTEMS[0], "--system", SYSTEMS[2], "--lattice", LATTICE]
    assert printed(capsys, "tedeval", *two).count("Gold, predicted and raw input") == 2
    for more in ([], ["--per-sentence"]):
        assert len(json.loads(printed(capsys, "tedeval", *two, *more, "--format", "json"))) == 2


def test_tedeval_shows_sentences_over_lattices(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["tedeval", "--gold", GOLD, "--system", SYSTEMS[0], "--system", SYSTEMS[2], "--lattice", LATTICE]
    picture = tmp_path / "out.svg"
    text = printed(capsys, *asked, "--show", "1", "--svg", str(picture))
    assert "H/DEF< NEIM/JJ<" in text and (tmp_path / "out-raw.svg").exists()
    rows = [row.split("\t") for row in printed(capsys, *asked, "--per-sentence", "--format", "tsv").splitlines()]
    head = next(one for one in rows if one[:4] == ["system", "sentence", "id", "length"])
    raw = dict(zip(head, next(one for one in rows if one[:2] == ["raw", "1"]), strict=True))
    assert (raw["status"], raw["segeval"], raw["tedeval.lattice"]) == ("aligned", repr(2 / 3), repr(8 / 11))
    assert run_command([*asked, "--show", "9"]) == 2
    assert "there is no sentence 9; expected a number from 1 to 5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            ["--gold", GOLD],
            "2 golds over lattices or segmentations, and not as many systems; expected one gold for all systems",
        ),
        (
            ["--target", "A"],
            "--target, --labels-from and --function-names are for several golds; expected --gold NAME=FILE, and no lattices or "
            "segmentations",
        ),
        (["--labels-from", "A=B"], "--labels-from and --function-names are for several golds"),
    ],
)
def test_nothing_is_ignored_over_lattices(capsys: pytest.CaptureFixture[str], more: list[str], told: str) -> None:
    assert run_command(["tedeval", "--gold", GOLD, "--system", RAW, "--lattice", LATTICE, *more]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1


def test_ranks_and_significance(capsys: pytest.CaptureFixture[str]) -> None:
    ranked = json.loads(
        printed(
            capsys,
            "rank",
            GOLD,
            RAW,
            "--lattice",
            LATTICE,
            "--a",
            "tedeval.lattice",
            "--b",
            "segeval",
            "--format",
            "json",
        )
    )
    assert len(ranked["systems"][0]["sentences"]) == 5
    text = printed(
        capsys, "significance", GOLD, *SYSTEMS, "--measures", "segeval", "--iterations", "50", "--lattice", LATTICE
    )
    assert "predicted" in text


@pytest.mark.usefixtures("qapp")
def test_a_drawing_of_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ("align", GOLD, RAW, "--sentence", "5", "--lattice", LATTICE)
    row = "2     RAH/VB<        *>RA/VB *>H/PRN  1"
    assert row in printed(capsys, *asked).splitlines()
    assert printed(capsys, *asked, "--layout", "lattice").splitlines()[2] == row
    for layout in ("lattice", "mirrored"):
        here = (*asked, "--layout", layout)
        ElementTree.fromstring(printed(capsys, *here, "--format", "svg", "--right-to-left", "--whole-trees"))
        assert json.loads(printed(capsys, *here, "--format", "json"))["arcs"][0]["form"] == "H"
        assert printed(capsys, *here, "--format", "latex").startswith("\\begin{tikzpicture}")
        assert "\\begin{document}" in printed(capsys, *here, "--format", "document")
        for form, begin in (("pdf", b"%PDF"), ("png", b"\x89PNG"), ("handout", b"%PDF")):
            assert run_command([*here, "--format", form, "--output", str(tmp_path / form)], paint) == 0
            assert (tmp_path / form).read_bytes().startswith(begin)
    assert run_command([*asked, "--format", "brackets"]) == 2
    assert "lattices are drawn as text, svg, latex, document or json" in capsys.readouterr().err


def test_the_papers_trees_over_their_lattice(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("align", GOLD, RAW, "--sentence", "1", "--lattice", LATTICE)
    lines = printed(capsys, *asked).splitlines()
    assert lines[-1] == "TedEval 72.73: 5 added, 1 deleted, 8 kept; SegEval 66.67: 3 added, 1 deleted, 4 kept"
    assert "  B/IN                  B/IN" in lines and "                   >  >HNEIM/VB" in lines
    found = json.loads(printed(capsys, *asked, "--format", "json"))
    texts = [[one["label"] for one in found[f"{side}_nodes"]] for side in ("gold", "test")]
    assert [texts[0][node] for node in found["added"]] == ["H", "NP", "H", "NEIM", "ADJP"]
    assert [texts[1][node] for node in found["deleted"]] == ["HNEIM"]
    assert len(found["kept"]) == 8 and all(texts[0][one] == texts[1][other] for one, other in found["kept"])
    assert found["gold_nodes"][0] == {
        "node": 0,
        "label": "B",
        "tag": "IN",
        "kind": "lexeme",
        "span": [0, 1],
        "parent": 12,
    }
    assert run_command(["align", GOLD, RAW, "--sentence", "1", "--layout", "lattice"]) == 2
    assert "--layout lattice is for words that differ" in capsys.readouterr().err


def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.lattice"
    bad.write_text("0\t1\tB\n")
    for options, message in (
        (("--lattice", str(bad)), "bad.lattice:1: looks like no lattice; expected an SPMRL lattice (8 columns"),
        (("--lattice", str(tmp_path / "none")), "there is no such file"),
        (("--segmentation", str(bad)), "bad.lattice:1: 3 columns; expected a word, a tab"),
        (("--lattice", LATTICE) * 3, "3 lattice files; expected one for all, or one for the gold and for each system"),
    ):
        assert run_command(["score", GOLD, RAW, *options]) == 2
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1


def test_lattices_that_do_not_fit_cost_their_sentences_and_are_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    parts = Path(LATTICE).read_text("utf-8").strip("\n").split("\n\n")
    second = parts[1].split("\n")
    english = "\n".join(
        f"{n}\t{n + 1}\t{word}\t_\tNN\tNN\t_\t{n + 1}" for n, word in enumerate(("nothing", "fits", "here"))
    )
    through = [line for line in second if not line.startswith(("2\t", "1\t", "0\t2"))]
    files = {
        "missing": ([parts[0], *parts[2:]], "missing: no lattice for sentence 2 of gold", 4),
        "extra": ([english, *parts], "extra: 1 lattice of sentences that gold does not have", 5),
        "swapped": (
            [parts[1], parts[0], *parts[2:]],
            "swapped: no lattice for sentence 1 of gold, and 1 lattice of sentences that gold does not have", 4,
        ),
        "cycle": (
            [parts[0], f"{parts[1]}\n6\t0\tX\tX\tNN\tNN\t_\t4", *parts[2:]],
            "cycle: one lattice has states out of place: sentence 2, line 14: a cycle through the states", 4,
        ),
        "gap": (
            [parts[0], "\n".join(through), *parts[2:]],
            "gap: one lattice has states out of place: sentence 2, line 14: a gap: no path leads from state 0 beyond state 1", 4,
        ),
        "english": ([english] * 5, "english: no lattice fits a sentence of gold; is it of another text or language?", 0),
    }  # fmt: skip
    asked = ("score", GOLD, RAW, "--measures", "segeval", "--format", "json", "--per-sentence", "--lattice")
    whole = json.loads(printed(capsys, *asked, LATTICE))["systems"][0]["per_sentence"]
    for name, (lattices, said, scored) in files.items():
        (tmp_path / f"{name}.lattice").write_text("\n\n".join(lattices) + "\n", "utf-8")
        assert run_command([*asked, str(tmp_path / f"{name}.lattice")]) == 0
        out, told = capsys.readouterr()
        lines = [line for line in told.splitlines() if line.startswith(f"treecompare: {name}: ")]
        assert len(lines) == 1 and said in lines[0]
        found = json.loads(out)["systems"][0]["per_sentence"]
        assert sum(one["status"] == "scored" for one in found) == scored
        assert all(
            one["scores"] == other["scores"]
            for one, other in zip(found, whole, strict=True)
            if one["status"] == "scored"
        )


def test_strict(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    short = tmp_path / "short.lattice"
    short.write_text(Path(LATTICE).read_text("utf-8").split("\n\n")[0] + "\n")
    asked = ("score", GOLD, RAW, "--measures", "segeval", "--lattice", str(short))
    printed(capsys, *asked)
    assert run_command([*asked, "--strict"]) == 1
    assert "raw: 4 not scored: gold, short has no lattice of this sentence" in capsys.readouterr().err
