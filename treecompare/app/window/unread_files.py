"""What is said of files that could not be read, and how large ones are read all the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from treecompare.app.session.session import Session
from treecompare.app.shell.banner import Banner
from treecompare.app.window.file_commands import FileCommands
from treecompare.errors import TooLarge
from treecompare.saved.opening import Request, room_for


class UnreadFiles:
    """Tells of them in the banner; ``shown`` is called when there is one."""

    def __init__(self, banner: Banner, session: Session, files: FileCommands, shown: Callable[[], None]) -> None:
        self._banner, self._session, self._files, self._shown = banner, session, files, shown

    def tell(self, errors: Sequence[Exception], intro: str, request: Request | None) -> None:
        """Tells of files; those that are larger than the memory seems to allow may be read all the same."""
        large = [one for one in errors if isinstance(one, TooLarge)]
        retry = None
        if large and request is not None:
            tip = "Reading may take all the memory of this computer."
            retry = "Read anyway", tip, partial(self._read_anyway, large, request)
        self._banner.tell(errors, intro, retry)
        self._shown()

    def _read_anyway(self, large: Sequence[TooLarge], request: Request) -> None:
        self._session.most = room_for(large)
        if request.project is not None:
            self._files.open(str(request.project.path))
        else:
            self._session.open(request.files, request.settings)
