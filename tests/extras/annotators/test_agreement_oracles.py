"""Agreement of annotators and parsers against figures of other programs."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from treecompare.cli import run_command

NDT = "data/iaa-ndt/{}-norwegian.conll"
CGEL = "data/iaa-cgel/ewt-test_iaa50.{}.validator.mrg"
SSD = "data/iaa-ssd/{}.tsv"
REAL = {
    "ndt-norwegian": [("thor", NDT), ("odin", NDT)],
    "ndt-caterpillar": [(name, "data/iaa-ndt/{}-caterpillar.conll") for name in ("thor", "odin")],
    "ewt-parsers": [(name, "oracles/alpha/ewt-parsers/{}.conllu") for name in ("gold", "udpipe", "eager", "lazy")],
    "wsj-parsers": [
        (name, "oracles/alpha/wsj-parsers/{}.mrg") for name in ("gold", "bllip", "berkeley-sm6", "stanford-pcfg")
    ],
    "cgel-validator": [(name, CGEL) for name in ("nschneid", "brettrey")],
}
AS_THEY_ARE = ("cgel-validator",)
"""Sets whose trees are compared without any preparation."""
TINY = (
    "all_equal", "label_underscore_program_differs", "one_sentence_differs", "one_sentence_equal",
    "three_annotators_one_missing", "two_sentences", "unit_with_one_value_is_left_out",
)  # fmt: skip


def table(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("name", [*REAL, *(f"tiny_{one}" for one in TINY)])
def test_alphas_and_kappas(shared: Path, tmp_path: Path, name: str) -> None:
    folder = shared / "oracles" / "alpha" / name
    files = [f"{who}={shared / path.format(who)}" for who, path in REAL.get(name, [])]
    files = files or [f"{path.stem}={path}" for path in sorted(folder.glob("?.conllu"))]
    params = ["--params", "none"] if name in AS_THEY_ARE else []
    assert (
        run_command(["agreement", *files, *params, "--no-intervals", "--tables", str(tmp_path), "--format", "tsv"]) == 0
    )
    found = {(who, what): value for who, what, value in table(tmp_path / "alpha.tsv")}
    wanted = {(who, what): value for who, what, value in table(folder / "expected.tsv") if "_leaves" not in what}
    assert {key: found.get(key) for key in wanted} == wanted


def test_derivation_trees_without_words(shared: Path, tmp_path: Path) -> None:
    """Children without brackets are leaves: each stands here as the tag of some word, another one in each sentence."""
    names, trees = ("emily2", "woodley"), []
    for name in names:
        rows = dict(one.split("\t") for one in (shared / SSD.format(name)).read_text("utf-8").splitlines())
        trees.append({
            key: re.sub(r"(?<=[ ])([^() ]+)(?=[ )])", rf"(\1 {chr(0x4E00 + int(key) % 10_000)})", text)
            for key, text in rows.items()
        })  # fmt: skip
    for name, of_name in zip(names, trees, strict=True):
        both = [text for key, text in of_name.items() if all(key in one for one in trees)]
        (tmp_path / f"{name}.mrg").write_text("\n".join(both) + "\n", "utf-8")
    files = [f"{name}={tmp_path / name}.mrg" for name in names]
    options = ["--params", "none", "--no-intervals", "--tables", str(tmp_path), "--format", "tsv"]
    assert run_command(["agreement", *files, *options]) == 0
    found = {(who, what): value for who, what, value in table(tmp_path / "alpha.tsv")}
    expected = table(shared / "oracles" / "alpha" / "ssd-emily2-woodley" / "expected.tsv")
    wanted = {(who, what): value for who, what, value in expected if "_leaves" not in what}
    assert {key: found.get(key) for key in wanted} == wanted


def test_partial_overlap(shared: Path, tmp_path: Path) -> None:
    paths = [shared / "data" / "ewt" / f"test.{name}.conllu" for name in ("udpipe", "malt-eager", "malt-lazy")]
    sentences = paths[2].read_text("utf-8").split("\n\n")[:-1]
    (tmp_path / "part.conllu").write_text(
        "".join(f"{one}\n\n" for at, one in enumerate(sentences, 1) if at % 5), "utf-8"
    )
    files = [f"udpipe={paths[0]}", f"malt-eager={paths[1]}", f"malt-lazy={tmp_path / 'part.conllu'}"]
    assert (
        run_command(
            [
                "agreement",
                *files,
                "--no-trees",
                "--no-intervals",
                "--methods",
                "--set",
                "ewt-test",
                "--tables",
                str(tmp_path),
            ]
        )
        == 0
    )
    found = table(tmp_path / "overlap.tsv")
    wanted = table(shared / "oracles" / "agreement" / "overlap.expected.tsv")
    assert [one for one in wanted if one not in found] == []


def test_features(shared: Path, tmp_path: Path) -> None:
    pairs = table(shared / "oracles" / "agreement" / "tiny.feats.tsv")
    for side, name in enumerate("ab"):
        rows = [f"{n}\tw\t_\t_\t_\t{pair[side] or '_'}\t{n - 1}\tx\t_\t_" for n, pair in enumerate(pairs, 1)]
        (tmp_path / f"{name}.conllu").write_text("\n".join(rows) + "\n\n", "utf-8")
    found = []
    ndt = [f"{who}={shared / NDT.format(who)}" for who in ("odin", "thor")]
    for name, files in (("ndt-norwegian", ndt), ("tiny", [str(tmp_path / "a.conllu"), str(tmp_path / "b.conllu")])):
        assert (
            run_command(
                [
                    "agreement",
                    *files,
                    "--no-trees",
                    "--no-intervals",
                    "--set",
                    name,
                    "--tables",
                    str(tmp_path),
                    "--format",
                    "tsv",
                ]
            )
            == 0
        )
        found += table(tmp_path / "features.tsv")
    wanted = table(shared / "oracles" / "agreement" / "features.expected.tsv")
    assert [one for one in wanted if one not in found] == []
