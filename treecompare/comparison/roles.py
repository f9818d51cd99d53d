"""What files are to each other, by their names, and what is missing until they can be compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.comparison.answered import is_made, likely_gold, name_parts, scheme_names
from treecompare.comparison.answered import named as named_file
from treecompare.comparison.files import Files, Versions, is_comparison_file
from treecompare.folders import SUFFIXES
from treecompare.reading import unpacked_name

if TYPE_CHECKING:
    from treecompare.resources import Sample

LATTICE_NAME = re.compile(r"\.(lattices?|conllul)(\.(gz|bz2|xz))?$", re.IGNORECASE)
SEGMENTATION_NAME = re.compile(r"\.seg(\.txt)?(\.(gz|bz2|xz))?$", re.IGNORECASE)
GOLD_NAME = re.compile(r"(^|[^a-z])(gold|ref|reference|key)([^a-z]|$)", re.IGNORECASE)

RAW = re.compile(r"[._-]raw$", re.IGNORECASE)

ROLES = {
    "system": "system", "raw": "raw output", "gold": "gold", "other gold": "another gold", "lattice": "lattice",
    "segmentation": "segmentation", "": "ignore",
}  # fmt: skip
"""Every role with its title; the empty one is that of a file that is left out."""
BESIDE = {role: title for role, title in ROLES.items() if "gold" not in role}
OF_VERSIONS = {"older": "older version", "newer": "newer version", "": "ignore"}
BESIDE_WORDS = {"lattice", "segmentation"}
"""Those of files that stand beside treebanks."""


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


def named_files(named: Mapping[str, Any]) -> tuple[Files | Versions | None, list[str]]:
    """What the command line named: ``golds``, ``systems``, ``lattices``, ``segmentations``, or two ``versions``; or the paths of
    which it does not say what they are.

    ``NAME=FILE`` names a file, ``FILE@GOLD`` says which of several golds it follows; without a gold the names of files decide.
    ``no_gold``: neither analysis is gold.
    """
    if named.get("versions"):
        older, newer = list(named["golds"]) + list(named["systems"])
        return Versions(older, newer), []
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


def missing(roles: Sequence[str], is_beside: bool, no_gold: bool, has_made: bool) -> str:
    """What is to be done before files of these roles can be compared; empty if nothing is.

    ``is_beside``: they are added to a comparison. ``no_gold``: people say that no file is gold. ``has_made``: a system is made,
    a baseline or a consensus.
    """
    there = set(roles)
    if not there:
        if is_beside:
            return "Add files or a baseline, or drop files here."
        return f"Add {'the files of all annotators' if no_gold else 'a gold file and the systems'}, or drop files here."
    if "other gold" in there and no_gold:
        return "With several golds each of them is one: make the others systems, or take the mark away."
    if is_beside and not {"system", "raw", *BESIDE_WORDS} & there:
        return "All files are ignored."
    if not is_beside and (hint := _without_beside(roles, no_gold)):
        return hint
    if (has_made or "raw" in there) and {"other gold", *BESIDE_WORDS} & there:
        return "Raw output and baselines are compared with one gold, over its words."
    return ""


def _without_beside(roles: Sequence[str], no_gold: bool) -> str:
    there = set(roles)
    if "gold" not in there:
        if no_gold:
            return "Choose which file the others are compared with."
        return "Choose which file is the gold; or choose above that neither is."
    if not {"system", "raw"} & there:
        return "Add at least one more file." if no_gold else "Add at least one file to compare with the gold."
    if "other gold" in there and BESIDE_WORDS & there:
        return "Several golds are not compared over a lattice: ignore either the other golds or the lattice."
    return number_fault(roles)


def number_fault(roles: Sequence[str]) -> str:
    """What is wrong with the number of lattices or segmentations; empty if nothing is."""
    most = 1 + roles.count("system")
    for role in ("lattice", "segmentation"):
        there = roles.count(role)
        if there not in (0, 1, most):
            return f"{there} files of {role}s: keep one for all, or one for the gold and for each system ({most})."
    return ""
