"""Pictures with all that stands around them, as SVG."""

from __future__ import annotations

from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import Scene, picture
from treecompare.drawing.scene_svg import scene_svg


def picture_svg(
    scene: Scene, theme: str = "light", title: str = "", names: Names = PLAIN, system: str = "system", note: str = ""
) -> str:
    """A scene with what stands around it: see :func:`treecompare.drawing.scene.picture`."""
    return scene_svg(picture(scene, title, names, system, note), theme)
