"""Windows as the other tests of the window have them."""

from tests.window.conftest import *  # noqa: F403
from tests.window.frame.conftest import open_window  # noqa: F401
