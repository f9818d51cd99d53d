"""CoNLL-U Plus: columns by their names, in any order, and those that CoNLL-U has not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from treecompare.__main__ import main
from treecompare.errors import ReadError
from treecompare.readers import DependencyTreebank, read_any

PARSEME = """# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE
# sent_id = a
1-2\tgives up\t_\t_\t_\t_\t_\t_\t_\t_\t*
1\tgives\tgive\tVERB\tV\t_\t0\troot\t_\t_\t1:VPC
1.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\t9
2\tup\tup\tADP\tP\t_\t1\tcompound\t_\t_\t1

# sent_id = b
1\tno\tno\tX\t_\t_\t0\troot\t_\t_\t*

"""
TURNED = """# a comment
# global.columns = HEAD X:Y FORM ID
0\t*\tgives\t1
1\t?\tup\t2

"""


def file(folder: Path, text: str, name: str = "in.conllup") -> str:
    (folder / name).write_bytes(text.encode())
    return str(folder / name)


def read(path: str) -> DependencyTreebank:
    found = read_any(path)
    assert isinstance(found, DependencyTreebank)
    return found


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_columns_are_found_by_their_names(end: str, tmp_path: Path) -> None:
    found = read(file(tmp_path, TURNED.replace("\n", end)))
    assert (found.format, found.problems) == ("conlluplus", {})
    assert (found.sentences[0].words, found.sentences[0].heads.tolist()) == (["gives", "up"], [0, 1])
    assert found.sentences[0].relations == ["_", "_"]
    assert found.further is not None
    assert found.further.rows == {0: [("*",), ("?",)]}
    parseme = read(file(tmp_path, PARSEME))
    assert (parseme.ids, parseme.sentences[0].column("lemma")) == (["a", "b"], ["give", "up"])


def test_with_the_columns_of_conllu_it_is_conllu(tmp_path: Path) -> None:
    usual = (
        "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"
    )
    assert read(file(tmp_path, usual)).format == "conllu"


@pytest.mark.parametrize(
    ("columns", "line", "reason"),
    [
        ("ID FORM UPOS", 1, "names no column HEAD; expected ID, FORM and HEAD"),
        ("UPOS", 1, "names no column ID, FORM, HEAD; expected"),
        ("ID FORM HEAD FORM", 1, "names the column FORM twice"),
        ("ID FORM HEAD", 2, "2 columns; expected 3"),
    ],
)
def test_what_is_wrong_is_said(columns: str, line: int, reason: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError) as raised:
        read_any(file(tmp_path, f"# global.columns = {columns}\n1\ta\n\n"))
    assert raised.value.line == line
    assert raised.value.reason.startswith(reason)
    with pytest.raises(ReadError, match="names no columns; expected # global"):
        read_any(file(tmp_path, "1\ta\t0\n\n"), "conlluplus")


def test_a_faulty_sentence_keeps_its_place_and_the_rows_of_others(tmp_path: Path) -> None:
    path = file(tmp_path, PARSEME.replace("2\tup\tup", "3\tup\tup"))
    found = read(path)
    assert list(found.problems) == [0]
    assert found.further is not None
    assert found.further.rows == {1: [("*",)]}
    assert main(["convert", path, str(tmp_path / "out.conllup")]) == 0
    rest = PARSEME.partition("\n")[0] + PARSEME[PARSEME.index("\n# sent_id = b") :]
    assert (tmp_path / "out.conllup").read_text("utf-8") == rest


def test_files_of_a_folder_keep_further_columns_that_all_have(tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    alone = read(file(tmp_path, PARSEME)).further
    for name in ("all/a.conllup", "all/b.conllup"):
        file(tmp_path, PARSEME, name)
    both = read(str(tmp_path / "all")).further
    assert alone is not None and both is not None and both.names == alone.names
    assert both.rows == {**alone.rows, **{sentence + 2: texts for sentence, texts in alone.rows.items()}}
    for other in (
        PARSEME.replace("PARSEME:MWE", "OTHER:MWE"),
        TURNED.replace("X:Y ", "").replace("\t*", "").replace("\t?", ""),
    ):
        file(tmp_path, other, "all/c.conllup")
        assert read(str(tmp_path / "all")).further is None
        file(tmp_path, other, "all/0.conllup")  # also where it is the first
        file(tmp_path, PARSEME, "all/c.conllup")
        assert read(str(tmp_path / "all")).further is None
        (tmp_path / "all" / "0.conllup").unlink()


@pytest.mark.parametrize("text", [PARSEME, PARSEME + PARSEME.partition("\n")[2], TURNED.partition("\n")[2]])
def test_it_comes_back_byte_for_byte(text: str, tmp_path: Path) -> None:
    assert main(["convert", file(tmp_path, text), str(tmp_path / "out.conllup"), "--strict"]) == 0
    assert (tmp_path / "out.conllup").read_text("utf-8") == text


FIELD = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=4)


@settings(max_examples=60 // stride(3))
@given(
    names=st.permutations(["ID", "FORM", "HEAD", "LEMMA", "X:A", "X:B"]),
    sentences=st.lists(st.lists(st.tuples(FIELD, FIELD, FIELD, FIELD), min_size=1, max_size=4), min_size=1, max_size=3),
)
def test_any_columns_come_back(
    names: list[str], sentences: list[list[tuple[str, str, str, str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    lines = [f"# global.columns = {' '.join(names)}"]
    for rows in sentences:
        for number, row in enumerate(rows, 1):
            fields = {"ID": str(number), "HEAD": "0", **dict(zip(("FORM", "LEMMA", "X:A", "X:B"), row, strict=True))}
            lines.append("\t".join(fields[name] for name in names))
            if lines[-1].startswith("#"):
                lines[-1] = "\t".join(fields[name].replace("#", "_") for name in names)
        lines.append("")
    text = "\n".join(lines) + "\n"
    assert main(["convert", file(folder, text), str(folder / "plus.conllup"), "--from", "conlluplus", "--strict"]) == 0
    assert (folder / "plus.conllup").read_bytes() == text.encode()


def test_what_other_formats_lose_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, PARSEME)
    assert main(["convert", path, "-", "--to", "conllu", "--strict"]) == 1
    out, err = capsys.readouterr()
    assert "2 sentences lost PARSEME:MWE" in err
    assert out.startswith("# sent_id = a\n1-2\tgives up\t_\t_\t_\t_\t_\t_\t_\t_\n1\tgives\tgive\tVERB")
    (tmp_path / "out.conllu").write_text(out, "utf-8")
    assert main(["convert", str(tmp_path / "out.conllu"), "-", "--to", "conlluplus", "--strict"]) == 0
    assert capsys.readouterr().out == "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n" + out


def test_trees_become_it_by_head_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, "(S (NP (PRP I)) (VP (VBP see)))\n", "in.mrg")
    assert main(["convert", path, "-", "--to", "conlluplus", "--dependencies"]) == 0
    assert capsys.readouterr().out.startswith("# global.columns = ID FORM")
