"""What files are to each other, by their names: gold, system, another gold, lattice, segmentation; empty: left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.comparison.answered import is_made
from treecompare.comparison.files import Files, is_comparison_file
from treecompare.comparison.treebank_names import likely_gold, name_parts, scheme_names
from treecompare.comparison.treebank_names import named as named_file
from treecompare.folders import SUFFIXES
from treecompare.reading import unpacked_name

if TYPE_CHECKING:
    from treecompare.resources import Sample

LATTICE_NAME = re.compile(r"\.(lattices?|conllul)(\.(gz|bz2|xz))?$", re.IGNORECASE)
SEGMENTATION_NAME = re.compile(r"\.seg(\.txt)?(\.(gz|bz2|xz))?$", re.IGNORECASE)
GOLD_NAME = re.compile(r"(^|[^a-z])(gold|ref|reference|key)([^a-z]|$)", re.IGNORECASE)

RAW = re.compile(r"[._-]raw$", re.IGNORECASE)


def usual_role(path: str) -> str:
    """What a file is, by its name: gold, lattice, segmentation or system."""
    name = Path(path).name
    if LATTICE_NAME.search(name):
        return "lattice"
    if SEGMENTATION_NAME.search(name):
        return "segmentation"
    return "gold" if GOLD_NAME.search(name) else "system"


def names_treebank(path: str) -> bool:
    """Whether the name of a file says that it is a treebank, belongs to one, or holds answers in JSON lines."""
    ending = Path(unpacked_name(path)).suffix.lower().removeprefix(".")
    return ending in SUFFIXES or is_made(path)


def usual_roles(paths: Sequence[str]) -> list[str]:
    """What files are to each other, by their names: as :func:`usual_role`; golds after the first are other golds. A raw twin of a
    gold (gold.raw.mrg beside gold.mrg: the same trees before they were cleaned) is left out.

    Beside lattices or segmentations there is one gold, the one named most plainly: gold-input.mrg is a parse of gold input.
    """
    roles = [usual_role(path) for path in paths]
    plain = {_stem(path) for path, role in zip(paths, roles, strict=True) if role == "gold"}
    roles = [
        "" if role == "gold" and (twin := RAW.sub("", _stem(path))) != _stem(path) and twin in plain else role
        for path, role in zip(paths, roles, strict=True)
    ]
    golds = [place for place, role in enumerate(roles) if role == "gold"]
    if len(golds) < 2:
        return roles
    has_segments = "lattice" in roles or "segmentation" in roles
    first = min(golds, key=lambda place: len(name_parts(paths[place]))) if has_segments else golds[0]
    for place in golds:
        roles[place] = "gold" if place == first else "system" if has_segments else "other gold"
    return roles


def in_order(paths: Sequence[str]) -> list[str]:
    """Golds first, then systems, what stands beside them, and what is left out; else as they come."""
    ranks = {role: rank for rank, role in enumerate(("gold", "other gold", "system", "lattice", "segmentation", ""))}
    roles = dict(zip(paths, usual_roles(paths), strict=True))
    return sorted(roles, key=lambda path: ranks[roles[path]])


def _stem(path: str) -> str:
    """A path without the endings that say how the file is written."""
    return str(Path(unpacked_name(path)).with_suffix(""))


def guess(paths: Sequence[str]) -> Files | None:
    """The comparison that these files stand for, if exactly one is named like a gold and there are others."""
    roles = dict(zip(paths, usual_roles(paths), strict=True))
    if {"other gold", ""} & {*roles.values()}:
        return None  # to be seen and settled in the dialog
    gold = [path for path in paths if roles[path] == "gold"]
    systems = tuple(("", path) for path in paths if roles[path] == "system")
    if len(gold) != 1 or not systems:
        return None
    beside = {role: tuple(path for path in paths if roles[path] == role) for role in ("lattice", "segmentation")}
    return Files(gold[0], systems, lattices=beside["lattice"], segmentations=beside["segmentation"])


def added(paths: Sequence[str]) -> Files:
    """What files are that are added to a comparison, by their names; the gold is empty."""
    roles = {path: usual_role(path) for path in paths}
    systems = tuple(("", path) for path in paths if roles[path] in ("system", "gold"))
    beside = {role: tuple(path for path in paths if roles[path] == role) for role in ("lattice", "segmentation")}
    return Files("", systems, lattices=beside["lattice"], segmentations=beside["segmentation"])


def sample_files(sample: Sample) -> Files:
    """The files of a shipped comparison: a system follows the gold whose file is named like its own."""
    golds = [sample.gold, *sample.golds]
    follows = [(path, likely_gold(path, golds) or 0) for path in sample.systems] if sample.golds else []
    systems, further = ([("", path) for path in paths] for paths in (sample.systems, sample.golds))
    return Files(
        sample.gold, tuple(systems), tuple(further), tuple(follows), lattices=sample.lattices, no_gold=sample.no_gold
    )


def has_own_golds(paths: Sequence[str]) -> bool:
    """Whether these files are a comparison of their own with several golds, not more systems for another."""
    roles = usual_roles(paths)
    return "other gold" in roles and "system" in roles


def named_files(named: Mapping[str, Any]) -> tuple[Files | None, list[str]]:
    """What the command line named: ``golds``, ``systems``, ``lattices``, ``segmentations``; or the paths of which it does not say
    what they are.

    ``NAME=FILE`` names a file, ``FILE@GOLD`` says which of several golds it follows; without a gold the names of files decide.
    ``no_gold``: neither analysis is gold.
    """
    golds = [named_file(one) for one in named.get("golds", ())]
    systems = list(named.get("systems", ()))
    if golds and is_comparison_file(golds[0][1]) and not systems:
        return Files(golds[0][1], ()), []
    if golds and systems:
        known = scheme_names(golds)
        found, follows = [], []
        for system in systems:
            file, at, gold = system.rpartition("@")
            is_named = bool(at) and gold in known
            name, path = named_file(file if is_named else system)
            found.append((name, path))
            number = known.index(gold) if is_named else likely_gold(path, [one for _, one in golds])
            if number:
                follows.append((path, number))
        lattices, segmentations = (tuple(named.get(name, ())) for name in ("lattices", "segmentations"))
        gold_name, gold = golds[0]
        files = Files(
            gold, tuple(found), tuple(golds[1:]), tuple(follows), lattices, segmentations, gold_name,
            no_gold=named.get("no_gold", False),
        )  # fmt: skip
        return files.with_encodings(named.get("encoding", ())), []
    if golds:
        return None, [path for _, path in golds]
    names = {path: name for name, path in map(named_file, systems)}
    guessed = guess(list(names)) if names else None
    if guessed is None:
        return None, list(names)
    return replace(guessed, systems=tuple((names[path], path) for _, path in guessed.systems)), []
