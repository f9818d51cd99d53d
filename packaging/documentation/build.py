"""Builds the site: the pages that the program shows, and those that are made by running it. ``packaging/site`` starts it."""

from __future__ import annotations

import re
import shutil
import sys
import time
from pathlib import Path

import gallery
import links
import measure_pages
import notebooks
from sphinx.cmd.build import main as sphinx

from treecompare import resources

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def stage(source: Path) -> None:
    """Puts the pages together: what is written here and in ``resources/help`` is copied, the rest is made."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(HERE / "pages", source)
    shutil.copytree(resources.path("help"), source / "help")
    for name in ("gallery", "measures"):
        (source / name).mkdir()
    shutil.copy(resources.path("screenshot.png"), source)
    for name, file in (("changes", "packaging/CHANGELOG.md"), ("contributing", ".github/CONTRIBUTING.md")):
        text = (ROOT / file).read_text("utf-8")
        (source / f"{name}.md").write_text(re.sub(r"\]\((?:\.\./)+resources/help/", "](help/", text), "utf-8")
    (source / "gallery" / "index.md").write_text(gallery.as_page(source / "gallery"), "utf-8")
    measure_pages.write(source / "measures")
    for file in sorted(resources.path("notebooks").glob("*.ipynb")):
        shutil.copy(file, source / "notebooks")
        (source / "notebooks" / f"{file.stem}.md").write_text(notebooks.as_page(file, source / "notebooks"), "utf-8")


def build(folder: Path) -> int:
    """Builds the site in a folder; warnings and links that lead nowhere are errors. The status of the program."""
    started = time.process_time()
    source = folder.with_name(f"{folder.name}-source")
    stage(source)
    status = sphinx(["-b", "html", "-W", "--keep-going", "-q", "-c", str(HERE), str(source), str(folder)])
    shutil.rmtree(folder / ".doctrees", ignore_errors=True)
    lost = [] if status else links.broken(folder)
    for one in lost:
        print(f"a link leads nowhere: {one}", file=sys.stderr)
    status = status or int(bool(lost))
    if not status:
        shutil.rmtree(source)
        print(f"{folder / 'index.html'}: built in {time.process_time() - started:.0f} s")
    return status


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]).resolve()))
