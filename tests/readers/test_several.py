"""Folders and patterns of names as one treebank."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

import treecompare as tc
from treecompare.__main__ import main
from treecompare.errors import ReadError, TooLarge
from treecompare.folders import are_parts, natural, parts_of
from treecompare.readers import DependencyTreebank, Treebank, parse, read, read_any
from treecompare.readers.brackets import as_written
from treecompare.readers.treebank import MARKED
from treecompare.reading import rules, treebank_name

TREES = {
    "wsj_0002.mrg": "(S (A two))\n(S (B b))\n", "wsj_0010.mrg": "(S (A ten))\n", "wsj_0001.mrg": "(S (A one))\n",
    "notes.md": "no trees", ".hidden.mrg": "(S",
}  # fmt: skip


def folder(path: Path, files: dict[str, str], name: str = "00") -> str:
    (path / name).mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (path / name / file).write_text(text, "utf-8")
    return str(path / name)


@pytest.mark.parametrize("form", ["{}", "{}/", "{}/*.mrg", "{}/wsj_*"])
def test_a_folder_or_a_pattern_is_one_treebank_in_natural_order(form: str, tmp_path: Path) -> None:
    found = read_any(form.format(folder(tmp_path, TREES)))
    assert isinstance(found, Treebank)
    assert [tree.words for tree in found.trees] == [["one"], ["two"], ["b"], ["ten"]]
    assert found.ids == ["wsj_0001:1", "wsj_0002:1", "wsj_0002:2", "wsj_0010:1"]
    assert found.lines.tolist() == [1, 1, 2, 1]
    assert (found.name, found.warnings, found.problems) == ("wsj" if form.endswith("wsj_*") else "00", [], {})
    assert read(form.format(tmp_path / "00")).ids == found.ids


def test_remarks_and_brackets_as_words_stay_what_they_are(tmp_path: Path) -> None:
    first, second = "(S (A a))\n***\n(S (A b))\n", "***\n(S (-LRB- () (A c) (-RRB- )))\n***\n(S (A d))\n"
    parts = read(folder(tmp_path, {"a.mrg": first, "b.mrg": second}))
    whole = parse(first + second)
    assert parts.remarks is not None and whole.remarks is not None
    assert (
        parts.remarks[:, [0, 2]].tolist()
        == whole.remarks[:, [0, 2]].tolist()
        == [[1, MARKED], [2, MARKED], [3, MARKED]]
    )
    assert parts.unescaped == whole.unescaped and list(whole.unescaped) == [2]
    one, other = (as_written(found).line_by_line() for found in (parts, whole))
    assert [tree.brackets() for tree in one.trees] == [tree.brackets() for tree in other.trees]
    assert not any("left out" in said for said in one.warnings + other.warnings)


def test_numbers_are_counted() -> None:
    assert sorted(["wsj_10", "wsj_2", "a/9/x", "a/10/x"], key=natural) == ["a/9/x", "a/10/x", "wsj_2", "wsj_10"]
    assert sorted(["x" + "9" * 5000, "x1"], key=natural)[0] == "x1"
    assert are_parts(["a/wsj_0001.mrg", "a/wsj_0002.mrg"])
    assert not are_parts(["gold.mrg", "bllip.mrg"])
    assert not are_parts(["a/gold.mrg", "b/gold.mrg"])
    assert not are_parts(["wsj_0001.mrg"])


@pytest.mark.parametrize(
    ("pattern", "name"),
    [("wsj/00/*.mrg", "00"), ("out/wsj_00*.mrg.gz", "wsj_00"), ("x/[0-9]*.mrg", "x"), ("v1.2/**", "v1.2")],
)
def test_what_a_pattern_is_called(pattern: str, name: str) -> None:
    assert treebank_name(pattern) == name


def test_a_folder_with_an_ending_keeps_it(tmp_path: Path) -> None:
    assert treebank_name(folder(tmp_path, TREES, "parser.v2")) == "parser.v2"


def test_folders_in_a_folder(tmp_path: Path) -> None:
    for name in ("10", "2"):
        folder(tmp_path / "wsj", {"a.mrg": f"(S (A {name}))\n"}, name)
    (tmp_path / "wsj/2/round").symlink_to(tmp_path / "wsj", target_is_directory=True)
    (tmp_path / "wsj/readme.txt").mkdir()
    found = read(str(tmp_path / "wsj"))
    assert ([tree.words for tree in found.trees], found.ids) == ([["2"], ["10"]], ["2/a.mrg:1", "10/a.mrg:1"])


def test_nobody_looks_at_a_whole_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from treecompare.saved.files import is_treebank

    path = folder(tmp_path, TREES)
    monkeypatch.setattr("treecompare.folders.MOST_LOOKED_AT", 3)
    for form in (path, f"{path}/*", str(tmp_path)):
        with pytest.raises(ReadError, match="more than 3 files would be looked at; expected the folder of a treebank"):
            read(form)
        assert not is_treebank(form)


def test_what_is_wrong_in_a_file_is_told_with_its_name(tmp_path: Path) -> None:
    path = folder(tmp_path, {**TREES, "wsj_0002.mrg": "(S (A two))\n(S (B b)\n"})
    found = read(path)
    assert list(found.problems) == [2]
    assert found.problems[2].line == 2
    assert found.problems[2].reason.startswith("in wsj_0002.mrg: 1 bracket is not closed")
    for number in range(20, 30):
        Path(path, f"wsj_{number}.mrg").write_bytes("(S (A \xe9))\n".encode("latin-1"))
    with rules(encodings={"": "iso-8859-1"}):
        warnings = read(path).warnings
    assert warnings[0] == "wsj_20.mrg: read as iso-8859-1, because line 1 is not UTF-8"
    assert (len(warnings), warnings[-1]) == (6, "5 more files with such warnings")


def test_what_makes_no_treebank_is_refused(tmp_path: Path) -> None:
    empty = folder(tmp_path, {"readme.md": "x"}, "empty")
    for path, what in ((empty, "is a folder"), (f"{empty}/*.mrg", "there is no such file")):
        with pytest.raises(ReadError) as raised:
            read_any(path)
        assert str(raised.value).startswith(f"{path}: {what}; expected a text file of trees, or of files")
    mixed = folder(tmp_path, {"a.mrg": "(S (A a))\n", "b.conllu": "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"}, "mixed")
    with pytest.raises(ReadError, match=r"b\.conllu: holds dependencies, a\.mrg constituents; expected files of one"):
        read_any(mixed)
    bad = folder(tmp_path, {**TREES, "wsj_0003.mrg": "prose\n"}, "bad")
    with pytest.raises(ReadError, match=r"wsj_0003\.mrg:1: does not look like a treebank"):
        read_any(bad)
    with rules(most=30), pytest.raises(TooLarge):
        read_any(folder(tmp_path, TREES))
    with pytest.raises(ReadError):
        read_any(str(tmp_path / ("x" * 400)))


def test_dependencies_keep_all_their_columns(tmp_path: Path, shared: Path) -> None:
    gold = shared / "data/ewt/test.gold.conllu"
    whole = gold.read_text("utf-8")
    sentences = whole.split("\n\n")[:-1]
    for number in range(12):
        part = sentences[number * 170 : (number + 1) * 170 if number < 11 else None]
        name = f"part{number}.conllu"
        data = ("\n\n".join(part) + "\n\n").encode()
        (tmp_path / (f"{name}.gz" if number % 2 else name)).write_bytes(gzip.compress(data) if number % 2 else data)
    out = tmp_path / "out.txt"
    assert main(["convert", str(tmp_path), str(out), "--to", "conllu", "--strict"]) == 0
    assert out.read_text("utf-8") == whole
    found = read_any(str(tmp_path / "part*"))
    assert isinstance(found, DependencyTreebank)
    assert found.ids == read_any(str(gold)).ids


def test_gold_and_systems_may_be_folders_on_the_command_line_and_in_the_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = folder(tmp_path, TREES, "gold")
    system = folder(tmp_path, {**TREES, "wsj_0002.mrg": "(S (A two))\n(X (B b))\n"}, "parser")
    assert main(["score", gold, f"mine={system}/*.mrg", "--measures", "e.whole.dice"]) == 0
    assert "mine" in capsys.readouterr().out
    assert main(["align", gold, system, "--sentence", "3"]) == 0
    assert "1 relabelled" in capsys.readouterr().out
    comparison = tc.compare(gold, system)
    assert comparison.ids == ["wsj_0001:1", "wsj_0002:1", "wsj_0002:2", "wsj_0010:1"]
    assert len(tc.read(f"{gold}/*.mrg")) == 4


def test_a_saved_comparison_keeps_the_folder_and_tells_what_changed(tmp_path: Path) -> None:
    from treecompare.saved.project import Project

    gold, pattern = folder(tmp_path, TREES, "gold"), f"{folder(tmp_path, TREES, 'parser')}/*.mrg"
    project = Project.create(tmp_path / "a.treecompare", [("gold", "gold", gold), ("system", "parser", pattern)])
    assert [one.path for one in project.treebanks] == [gold, pattern]
    assert project.changes() == []
    os.utime(Path(gold, "wsj_0001.mrg"), (1, 1))  # another date, the same content
    assert project.changes() == []
    for name, change in (("wsj_0001.mrg", "(S (A two))\n"), ("wsj_0003.mrg", "(S (A three))\n")):
        Path(gold, name).write_text(change, "utf-8")
        assert [(one.treebank.role, one.what) for one in project.changes()] == [("gold", "changed")]
        project.accept(project.treebanks[0])
        assert project.changes() == []
    Path(tmp_path, "parser").rename(tmp_path / "elsewhere")
    assert [(one.treebank.role, one.what) for one in project.changes()] == [("system", "missing")]
    project.close()


def test_where_parts_are_looked_for(tmp_path: Path) -> None:
    path = folder(tmp_path, TREES)
    assert parts_of(str(Path(path, "wsj_0001.mrg"))) == []
    assert parts_of("") == parts_of("\0") == []
    assert [Path(one).name for one in parts_of(path)] == ["wsj_0001.mrg", "wsj_0002.mrg", "wsj_0010.mrg"]
    odd = Path(path, "a[1].mrg")
    odd.write_text("(S (A a))\n")
    assert parts_of(str(odd)) == []
    assert read(odd).ids is None


def test_tiger_xml_of_many_documents_is_the_corpus(shared: Path) -> None:
    folder = shared / "data/german-tiger"
    found, export = read(folder / "pcc-tigerxml"), read(folder / "pcc25.export4.export")
    assert (len(found.trees), int(found.trees.word_counts.sum())) == (317, 4762)
    assert [tree.words for tree in found.trees] == [tree.words for tree in export.trees]
    assert found.trees.crossing.tolist() == export.trees.crossing.tolist()


def test_ids_are_kept_where_every_sentence_has_its_own_and_one_is_more_than_a_number(tmp_path: Path) -> None:
    word = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    for case, (first, second, expected) in enumerate([
        ("# sent_id = x\n", "# sent_id = y\n", ["x", "y"]),
        ("# sent_id = 7\n", "# sent_id = y\n", ["7", "y"]),
        ("# sent_id = 7\n", "# sent_id = 8\n", ["a:7", "b:8"]),
        ("# sent_id = x\n", "# sent_id = x\n", ["a:x", "b:x"]),
        ("# sent_id = x\n", "", ["a:x", "b:1"]),
    ]):  # fmt: skip
        found = read_any(folder(tmp_path, {"a.conllu": first + word, "b.conllu": second + word}, str(case)))
        assert found.ids == expected
