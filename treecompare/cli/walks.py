"""Shipped walks: listed, printed with their figures, or written as pages."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from treecompare.cli.options import natural
from treecompare.errors import UsageError
from treecompare.trees.visible import visible_lines

if TYPE_CHECKING:
    from treecompare.lessons.stages import Stages


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    walk = command("walk", _walk, "examples step by step: their texts, or pages with drawings and formulas")
    walk.add_argument("name", nargs="?", metavar="NAME", help="of a shipped walk; without it they are listed")
    walk.add_argument("--step", type=natural, metavar="N", help="one step only, from 1")
    walk.add_argument("--output", metavar="FILE", help="write PDF (a page for each step), or SVG of one step")


def _walk(options: argparse.Namespace) -> int:
    from treecompare import resources
    from treecompare.lessons.stages import Stages
    from treecompare.lessons.walks import walk

    if options.name is None:
        if options.step is not None or options.output is not None:
            raise UsageError("--step and --output are of one walk; expected its name")
        for one in resources.walk_files():
            print(f"{one.key:15} {one.title}\n{'':15} {one.about}")
        return 0
    stages = Stages(walk(options.name))
    if options.step is not None and options.step > len(stages):
        raise UsageError(f"there is no step {options.step}; '{options.name}' has {len(stages)}")
    numbers = range(1, len(stages) + 1) if options.step is None else [options.step]
    if options.output is None:
        print(visible_lines(_as_text(stages, numbers)))
    else:
        options.paint_walk(stages, numbers, options.output)
    return 0


def _as_text(stages: Stages, numbers: Sequence[int]) -> str:
    """Each step with its scores: what can be read aloud."""
    from treecompare.lessons.figures import filled
    from treecompare.measures import measure

    lines = [stages.walk.title, ""]
    for number in numbers:
        exercise, step = stages.exercise(number), stages.step(number)
        lines.append(f"{number}. {stages.text(number)}")
        lines += [f"     {measure(key).title}: {filled(f'{{{key}}}', exercise)}" for key in step.measures]
    return "\n".join(lines)
