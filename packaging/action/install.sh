#!/bin/bash
# Installs treecompare from the checkout that this action is part of.
set -euo pipefail
python3 -m venv "$RUNNER_TEMP/treecompare"
"$RUNNER_TEMP/treecompare/bin/python" -m pip install --quiet "$GITHUB_ACTION_PATH/../.."
