"""Tables of relations that are compared as one: chains, subtypes, and what cannot be in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.comparison.dependencies.conversion import RelationMap, read_relation_map
from treecompare.errors import ReadError
from treecompare.readers.conll import CONLLU
from treecompare.saved.state import settings_of


def table(tmp_path: Path, text: str) -> RelationMap:
    path = tmp_path / "map.tsv"
    path.write_text(text, "utf-8")
    return read_relation_map(str(path))


def test_chains_go_to_their_end(tmp_path: Path) -> None:
    found = table(tmp_path, "# clauses\nacl\trel\nrel  cl-sub\n\nadvcl\tcl-sub\nobj obj\n\\#\thash\n")
    assert found.new == {"acl": "cl-sub", "rel": "cl-sub", "advcl": "cl-sub", "obj": "obj", "#": "hash"}
    assert [found(one, subtypes=True) for one in ("acl", "acl:relcl", "nsubj")] == ["cl-sub", "acl:relcl", "nsubj"]
    assert [found(one, subtypes=False) for one in ("acl", "acl:relcl", "nsubj:pass")] == [
        "cl-sub",
        "cl-sub",
        "nsubj:pass",
    ]


def test_a_listed_subtype_goes_its_own_way(tmp_path: Path) -> None:
    found = table(tmp_path, "acl cl-sub\nacl:relcl rc\n")
    assert [found(one, subtypes=False) for one in ("acl", "acl:relcl", "acl:x")] == ["cl-sub", "rc", "cl-sub"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b\nb a\n", r"map.tsv:2: a > b > a goes in a circle; expected a relation that stays"),
        ("a b\nb c\nc d\nd b\n", r"map.tsv:4: b > c > d > b goes in a circle"),
        ("a\n", r"map.tsv:1: 1 column; expected 2: a relation and what it becomes"),
        ("a b c\n", r"map.tsv:1: 3 columns"),
        ("a b\n\na c\n", r"map.tsv:3: 'a' becomes 'b' in line 1, here 'c'; expected one of them"),
    ],
)
def test_what_cannot_be_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        table(tmp_path, text)


def test_relations_that_no_treebank_has_are_told(tmp_path: Path) -> None:
    words = CONLLU.read(b"1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tobj:x\t_\t_\n\n", "a", "a").sentences
    assert table(tmp_path, "obj x\nroot root\n").unknown([words]) == ""
    assert table(tmp_path, "obj y\ny x\n").unknown([words]) == ""  # y is on the way
    told = table(tmp_path, "root x\nsubj x\niobj x\n").unknown([words])
    path = tmp_path / "map.tsv"
    assert (
        told
        == f"{path}:2: no treebank has the relation 'subj', nor 1 more of the table; expected relations of the files"
    )


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def conllu(name: str, relation: str) -> str:
        path = tmp_path / name
        path.write_text(f"1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\t{relation}\t_\t_\n\n", "utf-8")
        return str(path)

    files = [conllu("gold.conllu", "csubj"), conllu("s.conllu", "ccomp")]
    path = tmp_path / "map.tsv"
    path.write_text("csubj\tcl-sub\nccomp\tcl-sub\nmark\tcl-sub\n", "utf-8")
    score = ["score", *files, "--measures", "las", "--format", "tsv"]
    assert run_command(score) == 0
    assert "\t0.5\t" in capsys.readouterr().out
    assert run_command([*score, "--relation-map", str(path)]) == 0
    printed = capsys.readouterr()
    assert "\t0.5\t" not in printed.out and "|relation-map:map.tsv|" in printed.out
    assert printed.err.count(f"{path}:3: no treebank has the relation 'mark'; expected relations of the files") == 1
    path.write_text("csubj\tccomp\nccomp\tcsubj\n", "utf-8")
    assert run_command([*score, "--relation-map", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_it_changes_nothing_for_constituents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gold.mrg"
    path.write_text("(S (N a))\n", "utf-8")
    assert run_command(["score", str(path), str(path), "--relation-map", "nowhere.tsv"]) == 0
    assert "--relation-map is for dependencies with one gold; it changes nothing here" in capsys.readouterr().err


def test_comparison_files_keep_it() -> None:
    assert settings_of({"relation_map": "map.tsv"}).as_options() == ["--relation-map", "map.tsv"]
