"""Where the frozen program begins."""

import os
import sys

import platformdirs

from treecompare.__main__ import main

# what matplotlib knows of fonts is kept apart from that of other versions
os.environ.setdefault("MPLCONFIGDIR", platformdirs.user_cache_dir("treecompare", appauthor=False))
if sys.argv[1:] == ["selfcheck"]:
    from selfcheck import show_tried, tried

    from treecompare.cli import status_of

    sys.exit(status_of(lambda: show_tried(tried())))
sys.exit(main())
