"""Encodings: what a file that is not UTF-8 may be in, what options and comparison files say of it, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import treecompare as tc
from tests.commands import as_json
from treecompare.__main__ import main
from treecompare.comparison.files import Files, open_files, opened
from treecompare.errors import ReadError, TooLarge, UsageError
from treecompare.readers import read
from treecompare.reading import ENCODINGS, encodings_of, known, possible, rules
from treecompare.saved.opening import files_of
from treecompare.saved.project import Project

CHINESE = "( (IP (NP (PN 他)) (VP (VV 来) (AS 了)) (PU 。)))\n( (IP (NP (NR 北京)) (VP (ADVP (AD 很)) (VP (VA 大)))))\n"
TEXTS = {
    "iso-8859-1": "(S (NE schläft) (NN Straße) (ADV früher) (X Über))\n",
    "windows-1252": "(S (N été) (X là) (V naïf) (N cœur) (X Noël))\n",
    "iso-8859-2": "(S (N żółty) (N język) (V idą) (X Łódź))\n",
    "windows-1251": "(S (N Привет) (N мир) (N дела) (V Москва))\n",
    "koi8-r": "(S (N Привет) (N мир) (N дела) (V Москва))\n",
    "iso-8859-7": "(S (N Γειά) (N σου) (N κόσμε))\n",
    "gb18030": CHINESE,
    "big5": "(S (N 他) (V 來) (N 北京) (PU 。) (N 學生))\n",
    "euc-jp": "(S (N 私は) (N 東京) (V 行きます) (PU 。) (N コーヒー))\n",
    "shift-jis": "(S (N 私は) (N 東京) (V 行きます) (PU 。) (N コーヒー))\n",
    "euc-kr": "(S (N 나는) (N 학교에) (V 갑니다) (X 한국어))\n",
}


def written(folder: Path, text: str, encoding: str, name: str = "trees.mrg") -> str:
    path = folder / name
    path.write_bytes(text.encode(ENCODINGS.get(encoding, encoding)))
    return str(path)


@pytest.mark.parametrize("encoding", TEXTS)
def test_what_is_not_utf8_is_refused_with_encodings_in_which_it_is_letters(encoding: str, tmp_path: Path) -> None:
    path = written(tmp_path, TEXTS[encoding], encoding)
    with pytest.raises(ReadError, match=":1: is not UTF-8; it may be in") as raised:
        read(path)
    assert encoding in str(raised.value).partition(" may be in ")[2].partition(";")[0].replace(" or ", ", ").split(", ")
    assert raised.value.option.startswith("--encoding ")
    with rules(encodings=encodings_of([encoding])):
        found = read(path)
    assert found.trees[0].words == read(written(tmp_path, TEXTS[encoding], "utf-8", "utf8.mrg")).trees[0].words
    assert found.warnings == [f"read as {encoding}, because line 1 is not UTF-8"]


def test_of_encodings_in_which_it_is_the_same_text_one_is_offered() -> None:
    assert possible(TEXTS["iso-8859-1"].encode("latin-1")) == ["iso-8859-1"]
    assert possible(CHINESE.encode("gb18030"))[0] == "gb18030"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("They don’t know “what” he said — it’s fine…", "windows-1252"),
        ("a\u00a0b costs £5 or 20 °C", "iso-8859-1"),
        ("어제 나는 빵을 사러 가게에 갔다", "euc-kr"),
        ("昨日私はパンを買いに店へ行きました。", "euc-jp"),
        ("昨日私はパンを買いに店へ行きました。", "shift-jis"),
        ("אתמול הלכתי לחנות כדי לקנות לחם", "iso-8859-8"),
        ("เมื่อวานฉันไปร้านค้าเพื่อซื้อขนมปัง", "iso-8859-11"),
        ("Šodien ir ļoti skaista diena, bērni spēlējas dārzā.", "iso-8859-13"),
        ("Včera jsem šel do obchodu koupit chléb, žluťoučký kůň úpěl.", "iso-8859-2"),
        ("Bugün hava çok güzel, çocuklar şarkı söylüyor. Öğretmen geldi mi?", "iso-8859-9"),
        ("Вчера я пошёл в магазин, чтобы купить хлеб.", "koi8-r"),
    ],
)
def test_the_likeliest_encoding_comes_first(text: str, encoding: str) -> None:
    assert possible(text.encode(ENCODINGS[encoding]))[0] == encoding


@pytest.mark.parametrize(
    "name", ["zip", "unicode_escape", "idna", "rot13", "base64", "utf-7", "punycode", "", "undefined"]
)
def test_only_encodings_of_text_are_known(name: str) -> None:
    assert known(name) is None
    with pytest.raises(UsageError, match="is no encoding that is known here; expected one of utf-8, utf-16"):
        encodings_of([name])


def test_names_are_spelt_in_many_ways() -> None:
    spelt = {
        "GBK": "gb18030",
        "Latin1": "iso-8859-1",
        "latin-9": "iso-8859-15",
        "EUC_KR": "euc-kr",
        "cp1252": "windows-1252",
    }
    assert {name: known(name) for name in spelt} == spelt
    with pytest.raises(UsageError, match="two encodings for sys; expected one"):
        encodings_of(["sys=big5", "sys=gbk"])


def test_a_file_that_is_utf8_stays_so_and_a_name_says_it_of_one(tmp_path: Path) -> None:
    gold, system = written(tmp_path, CHINESE, "utf-8", "gold.mrg"), written(tmp_path, CHINESE, "gb18030", "sys.mrg")
    for option in ("gb18030", "sys=gbk", "mine=gb2312", f"{system}=gb18030"):
        argument = f"mine={system}" if option.startswith("mine") else system
        found = as_json("score", gold, argument, "--measures", "e.whole.dice", "--encoding", option)["systems"][0]
        assert (found["scored"], found["scores"]["e.whole.dice"]["pooled"]) == (2, 1)


def test_convert_refuses_or_writes_the_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = written(tmp_path, CHINESE, "gb18030"), tmp_path / "out.mrg"
    assert main(["convert", path, str(out)]) == 2
    assert not out.exists()
    error = capsys.readouterr().err
    assert (
        error.count("\n") == 1
        and "is not UTF-8" in error
        and "--encoding gb18030 reads it in the first of these" in error
    )
    assert main(["convert", path, str(out), "--encoding", "gb18030"]) == 0
    assert "北京" in out.read_text("utf-8")
    assert main(["stats", path, "--encoding", "gb18030", "--encoding", "other=big5"]) == 0
    assert "no file that was read is called other" in capsys.readouterr().err


def test_utf16_without_a_mark_and_limits_after_decoding(tmp_path: Path) -> None:
    path = written(tmp_path, CHINESE, "utf-16-le")
    with pytest.raises(ReadError, match="UTF-16 without a byte order mark") as raised:
        read(path)
    assert raised.value.option == "--encoding utf-16-le reads it so"
    with rules(encodings={"": "utf-16-le"}):
        assert read(path).trees[0].words == ["他", "来", "了", "。"]
    large = written(tmp_path, "(S (N 大))\n" * 100, "gb18030", "large.mrg")
    with rules(most=1100, encodings={"": "gb18030"}), pytest.raises(TooLarge):
        read(large)


def test_declared_encodings_of_xml_hold(tmp_path: Path) -> None:
    head = '<?xml version="1.0" encoding="GB2312"?>\n'
    text = head + '<alpino_ds><node cat="top"><node begin="0" pos="n" word="他"/></node></alpino_ds>'
    path = written(tmp_path, text, "gb18030", "a.xml")
    for given in ({}, {"": "big5"}):
        with rules(encodings=given):
            assert read(path).trees[0].words == ["他"]


def test_the_library_takes_encodings(tmp_path: Path) -> None:
    gold, system = written(tmp_path, CHINESE, "utf-8", "gold.mrg"), written(tmp_path, CHINESE, "gb18030", "sys.mrg")
    assert tc.read(system, encoding="gb18030").words(1) == tc.read(gold).words(1)
    for encoding in ("gb18030", {"sys": "gbk"}):
        assert tc.score(gold, system, "e.whole.dice", encoding=encoding).value == 1
    with pytest.raises(tc.ReadError, match="is not UTF-8"):
        tc.compare(gold, [system])


def test_comparison_files_keep_formats_and_encodings(tmp_path: Path) -> None:
    gold, system = written(tmp_path, CHINESE, "utf-8", "gold.mrg"), written(tmp_path, CHINESE, "gb18030", "sys.mrg")
    roles = [("gold", "", gold), ("system", "sys", system)]
    state = {"encodings": {system: "gb18030", gold: "zip"}, "formats": {system: "brackets"}}
    project = Project.create(tmp_path / "a.treecompare", roles, state)
    project.close()
    project = Project.open(tmp_path / "a.treecompare")
    assert "is not known" in project.remarks[0]
    files, _ = files_of(project)
    assert (files.encodings, files.formats) == (((system, "gb18030"),), ((system, "brackets"),))
    assert opened(open_files(files)).comparison.gold_sentences == 2
    moved = written(tmp_path, CHINESE, "gb18030", "moved.mrg")
    project.relocate("system", "sys", moved)
    assert files_of(project)[0].encodings == ((moved, "gb18030"),)
    project.close()
    older = Project.create(tmp_path / "older.treecompare", roles)
    assert dict(files_of(older)[0].encodings) == {gold: "iso-8859-1", system: "iso-8859-1"}
    older.close()
    named = Files(gold, (("mine", system),)).with_encodings(["mine=gbk"])
    assert named.encodings == ((system, "gb18030"),)


def test_a_name_that_no_file_has_is_told_in_the_library_too(tmp_path: Path) -> None:
    gold, system = (written(tmp_path, CHINESE, "utf-8", name) for name in ("gold.mrg", "sys.mrg"))
    found = tc.compare(gold, {"a": system}, encoding={"zz": "big5", "a": "gb18030"})
    told = "encoding zz=big5: no file that was read is called zz; its name or path is expected"
    assert [one for one in found.warnings if "encoding" in one] == [told]
    assert [one for one in found.renamed("a", "b").warnings if "encoding" in one] == [told]
