from __future__ import annotations

from pathlib import Path

import pytest

from tests.extras.batches.made import conllu, task
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError
from treecompare.extras.batches.manifest import Manifest, Pattern, Plan, read_manifest


def test_patterns_say_what_their_placeholders_stand_for(tmp_path: Path) -> None:
    for name in ("a/x.conllu", "a/y.z.conllu", "b/x.conllu", "b/[1].conllu", "b/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    pattern = Pattern(f"{tmp_path}/{{system}}/{{treebank}}.conllu")
    found = [(one["system"], one["treebank"]) for _, one in pattern.files()]
    assert found == [("a", "x"), ("a", "y.z"), ("b", "[1]"), ("b", "x")]
    assert [one["system"] for _, one in pattern.filled({"treebank": "[1]"}).files()] == ["b"]
    assert [one["system"] for _, one in pattern.filled({"treebank": "x"}).files()] == ["a", "b"]
    assert [one for _, one in Pattern(f"{tmp_path}/{{x}}/{{x}}*").files()] == []
    with pytest.raises(TreecompareError, match="expected placeholders"):
        Pattern("a/{No!}.conllu")


def test_a_plan_pairs_treebanks_with_systems_and_says_what_is_missing(tmp_path: Path) -> None:
    path = task(tmp_path)
    (tmp_path / "out/good/cc.conllu").write_text(conllu(), "utf-8")
    plan = Plan(read_manifest(str(path)))
    assert list(plan.golds) == ["aa", "bb"] and list(plan.systems) == ["good", "poor"]
    assert plan.missing == [("bb", "poor")]
    assert plan.told == [f"{tmp_path}/out/good/cc.conllu: there is no gold for this file; it is not scored"]
    assert plan.manifest.results == str(tmp_path / "task.batch")


def test_golds_in_the_same_folder_are_no_systems(tmp_path: Path) -> None:
    for name in ("x.gold", "x.one", "y.gold", "y.one"):
        (tmp_path / f"{name}.conllu").write_text(conllu(), "utf-8")
    given = {"treebanks": "{treebank}.gold.conllu", "systems": "{treebank}.{system}.conllu"}
    plan = Plan(Manifest(given, folder=str(tmp_path)))
    assert list(plan.systems) == ["one"] and not plan.missing and not plan.told


def test_tables_name_files_and_baselines(tmp_path: Path) -> None:
    task(tmp_path)
    given = {
        "treebanks": {"first": "gold/aa.conllu", "second": "gold/bb.conllu"},
        "systems": {"mine": {"first": "out/poor/aa.conllu"}, "next": "baseline:next"},
        "preparations": {"all": {}, "words": {"punctuation": "ignore", "max-length": 3}},
    }
    plan = Plan(Manifest(given, folder=str(tmp_path)))
    assert [(one.treebank, one.preparation, [name for name, _ in one.there]) for one in plan.entries] == [
        ("first", "all", ["mine", "next"]), ("first", "words", ["mine", "next"]),
        ("second", "all", ["next"]), ("second", "words", ["next"]),
    ]  # fmt: skip
    assert plan.preparations == {"all": Settings(), "words": Settings(punctuation="ignore", max_length=3)}
    assert not plan.missing  # nobody expects mine on the second


def test_the_layout_of_universal_dependencies_is_a_pattern(tmp_path: Path) -> None:
    for name in ("UD_English-EWT/en_ewt-ud-test", "UD_English-EWT/en_ewt-ud-dev", "UD_Basque-BDT/eu_bdt-ud-test"):
        for folder in ("ud", "mine"):
            path = tmp_path / folder / f"{name}.conllu"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(conllu(), "utf-8")
    given = {"treebanks": "ud/UD_*/{treebank}-ud-test.conllu", "systems": "{system}/{folder}/{treebank}-ud-test.conllu"}
    plan = Plan(Manifest(given, folder=str(tmp_path)))
    assert sorted(plan.golds) == ["en_ewt", "eu_bdt"] and list(plan.systems) == ["mine"] and not plan.missing
    for treebanks in ("ud/**/{treebank}.conllu", "**/UD_*/{treebank}.conllu"):
        given = {"treebanks": treebanks.replace("**/UD", "ud/**/UD"), "systems": "{system}/{folder}/{treebank}.conllu"}
        plan = Plan(Manifest(given, folder=str(tmp_path)))
        assert sorted(plan.golds) == ["en_ewt-ud-dev", "en_ewt-ud-test", "eu_bdt-ud-test"] and not plan.missing


GOLD, SYSTEMS = 'treebanks = "gold/{treebank}.conllu"\n', 'systems = "out/{system}/{treebank}.conllu"\n'


def test_a_system_for_a_treebank_that_is_not_there_is_told(tmp_path: Path) -> None:
    task(tmp_path)
    given = {
        "treebanks": "gold/{treebank}.conllu",
        "systems": {"a": {"aa": "out/good/aa.conllu", "zz": "out/good/bb.conllu"}},
    }
    with pytest.raises(TreecompareError, match="the batch: system 'a' has a file for 'zz', which is no treebank here"):
        Plan(Manifest(given, folder=str(tmp_path)))
    del given["systems"]["a"]["zz"]  # type: ignore[attr-defined]
    assert [one.treebank for one in Plan(Manifest(given, folder=str(tmp_path))).entries if one.there] == ["aa"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (GOLD + "systms = 3\n", 2, "there is no key 'systms'; expected 'systems'"),
        (GOLD, 0, "says no systems"),
        ('treebanks = "nothing/{treebank}.x"\n' + SYSTEMS, 1, "matches no file; expected gold treebanks"),
        (GOLD + 'systems = "nothing/{system}/{treebank}.x"\n', 2, "matches no file; expected what systems made"),
        (GOLD + 'systems = "out/{treebank}.x"\n', 2, "says no system; expected {system} in it"),
        (GOLD + SYSTEMS + '[preparations.a]\nmising = "zero"\n', 4, "there is no option 'mising'; expected one like missing"),
        (GOLD + SYSTEMS + "[preparations.a]\nmax-lenght = 4\n", 4, "there is no option 'max_lenght'; expected one like max_length"),
        (GOLD + SYSTEMS + "[preparations.a]\nxyzzy = 4\n", 4, "there is no option 'xyzzy'; expected one like"),
        (GOLD + SYSTEMS + '[preparations.a]\nparams = "evalc"\n', 4, "evalc; expected one beside the file that names it"),
        (GOLD + SYSTEMS + '[preparations.a]\nlabel-costs = "no.tsv"\n', 4, "label-costs: there is no file "),
        (GOLD + SYSTEMS + '[preparations.a]\nmissing = "x"\n', 4, "missing is 'x'; expected skip or zero"),
        (GOLD + SYSTEMS + 'measures = "las,loss"\n', 3, "loss"),
        ('systems = "out/{system}/{treebank}.conllu"\n[treebanks]\nxx = "gold/xx.conllu"\n', 3, "'xx' has no gold"),
        (GOLD + 'systems = "baseline:{system}"\n', 2, "says no system; expected {system} in it"),
        (GOLD + '[systems]\na = "out/good/{treebank}.conllu"\na = "out/poor/{treebank}.conllu"\n', 4, "overwrite"),
        (GOLD + 'systems = ["out/{system}/{treebank}.conllu", "o?t2/{system}/{treebank}.conllu"]\n', 2, "two systems are called"),
        (GOLD + '[systems]\na = "out/good/aa.conllu"\n', 3, "would be one file for all treebanks"),
        ('treebanks = ["gold/{treebank}.conllu", "out/good/{treebank}.conllu"]\n' + SYSTEMS, 1, "two golds are called 'aa'"),
        (GOLD + SYSTEMS + 'results = "x.db"\n', 3, "expected a name that ends in .batch"),
        (SYSTEMS + '[treebanks]\nlayout = "ud"\n', 3, "layouts have no names any more; expected treebanks = \"FOLDER/UD_*/"),
        ("treebanks = \n", 1, "Invalid value"),
    ],
)  # fmt: skip
def test_bad_manifests_are_told_in_one_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = task(tmp_path, text)
    other = tmp_path / "out2/good/aa.conllu"
    other.parent.mkdir(parents=True)
    other.write_text(conllu(), "utf-8")
    with pytest.raises(TreecompareError) as raised:
        Plan(read_manifest(str(path)))
    told = str(raised.value)
    assert said in told and "\n" not in told
    assert told.startswith(f"{path}:{line}: " if line else f"{path}: ")


@pytest.mark.parametrize("before", ["", "./", "out/../"])
def test_a_table_of_systems_names_no_file_without_a_gold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    """From the manifest's own folder, too, and however the files are named."""
    treebanks = 'treebanks = "gold/{treebank}.conllu"\n'
    path = task(tmp_path, f'{treebanks}[systems]\nA = "{before}out/good/{{treebank}}.conllu"\n')
    monkeypatch.chdir(tmp_path)
    for name in (path.name, str(path)):
        plan = Plan(read_manifest(name))
        assert not plan.told and not plan.alone and [len(one.there) for one in plan.entries] == [1, 1]


def test_files_are_found_from_a_folder_whose_name_has_brackets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a[1] {x}"
    folder.mkdir()
    path = task(folder)
    monkeypatch.chdir(folder)
    plan = Plan(read_manifest(path.name))
    assert [one.gold for one in plan.entries] == [f"{folder}/gold/{name}.conllu" for name in ("aa", "bb")]
    assert plan.entries[0].there[0] == ("good", f"{folder}/out/good/aa.conllu")


def test_files_of_settings_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = task(tmp_path, GOLD + SYSTEMS + '[preparations.a]\nparams = "my.prm"\n')
    (tmp_path / "my.prm").write_text("DEBUG 0\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert Plan(read_manifest(path.name)).preparations["a"].params == f"{tmp_path}/my.prm"
