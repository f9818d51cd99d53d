#!/bin/bash
# Compares two versions of the treebank in the folder TREEBANK: BASE and HEAD, or what is checked out where HEAD is empty.
# Writes the job summary and the page. Ends with the status of treecompare diff.
set -euo pipefail
cd "$TREEBANK"
fetched() { # checkouts hold one commit only
  git cat-file -e --end-of-options "$1^{commit}" 2>/dev/null || git fetch --quiet --no-tags --depth=1 origin --end-of-options "$1"
}
if [ -z "$BASE" ] || [[ "$BASE" =~ ^0+$ ]]; then
  echo "There is no earlier version to compare with." | tee -a "$GITHUB_STEP_SUMMARY"
  exit 0
fi
fetched "$BASE"
versions=("$BASE")
if [ -n "$HEAD" ]; then
  fetched "$HEAD"
  versions+=("$HEAD")
fi
links="${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-}/blob/${GITHUB_SHA:-HEAD}/$(git rev-parse --show-prefix){file}#L{line}"
read -ra further <<<"$ARGUMENTS"
status=0
"$RUNNER_TEMP/treecompare/bin/treecompare" diff --git . "${versions[@]}" --links "$links" --fail-on "$FAIL_ON" \
  --markdown "$RUNNER_TEMP/treebank-changes.md" --html "$RUNNER_TEMP/treebank-changes.html" \
  ${further[@]+"${further[@]}"} || status=$?
if [ -s "$RUNNER_TEMP/treebank-changes.md" ]; then
  cat "$RUNNER_TEMP/treebank-changes.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
