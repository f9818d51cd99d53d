"""Walks, shipped and one's own: listed, or printed with their figures."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.cli.options import command
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.extras.teaching.stages import Stages


@command("walk")
def _walk(options: argparse.Namespace) -> int:
    """Examples step by step: their texts with the figures.

    name NAME?: of a shipped walk, a lesson saved in the window (.toml), or a saved comparison (.treecompare) with a walk of its
        own; without it the shipped ones are listed
    --step N: one step only, from 1
    --output OUTPUT: {hidden}
    """
    from treecompare import resources
    from treecompare.cli.printing import say
    from treecompare.comparison.files import is_comparison_file
    from treecompare.extras.teaching.stages import Stages
    from treecompare.extras.teaching.walk_files import SUFFIX, read_walk_file
    from treecompare.extras.teaching.walks import walk

    if options.output is not None:
        raise UsageError(
            "--output: walks are not written as pages any more; in the window Save drawing saves each of their steps"
        )
    if options.name is None:
        if options.step is not None:
            raise UsageError("--step is for one walk; expected its name")
        for one in resources.walk_files():
            say(f"{one.key:15} {one.title}\n{'':15} {one.about}")
        return 0
    if is_comparison_file(options.name):
        stages = _of_file(options.name)
    else:
        is_file = options.name.endswith(f".{SUFFIX}")
        stages = Stages(read_walk_file(options.name) if is_file else walk(options.name))
    if options.step is not None and options.step > len(stages):
        raise UsageError(f"there is no step {options.step}; '{options.name}' has {len(stages)}")
    numbers = range(1, len(stages) + 1) if options.step is None else [options.step]
    say(_as_text(stages, numbers))
    return 0


def _of_file(path: str) -> Stages:
    """The walk that a saved comparison keeps; its sentences are those of the treebanks that it names."""
    from treecompare.cli.printing import tell
    from treecompare.comparison.base import score
    from treecompare.extras.teaching.stages import Own, Stages
    from treecompare.extras.teaching.walks import Walk, read_steps
    from treecompare.saved.opening import read_again
    from treecompare.saved.project import Project
    from treecompare.saved.rows import WALK

    project = Project.open(Path(path))
    try:
        steps, remarks = read_steps(project.values(WALK))
        found = read_again(project)
        for remark in remarks:
            tell(f"{path}: {remark}")
        if not steps:
            raise UsageError(f"{path}: has no walk; in the window, Lesson ▸ Add as step makes one")
    finally:
        project.close()
    score(found.comparison)
    return Stages(Walk(Path(path).stem, "", tuple(steps)), Own.of(found))


def _as_text(stages: Stages, numbers: Sequence[int]) -> str:
    """Each step with its scores: what can be read aloud."""
    from treecompare.extras.teaching.stages import filled
    from treecompare.measures import measure

    lines = [stages.walk.title, ""]
    for number in numbers:
        frame = stages.frame(number)
        lines.append(f"{number}. {frame.text}")
        if frame.exercise is not None:
            scores = ((measure(key).title, filled(f"{{{key}}}", frame.exercise)) for key in frame.measures or ())
            lines += [f"     {title}: {score}" for title, score in scores]
    return "\n".join(lines)
