#!/usr/bin/env bash
# Command-line tests: every script beside this one, one behaviour each, on the
# toy curriculum, in a folder of its own. Prints one line per script; a log is
# shown and kept only on failure.
#
#   KATA=.build/dev/kata bash harness/tests/regress/run.sh [NAME...]
set -u
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../../.." && pwd)
export KATA=${KATA:-$repo/.build/dev/kata}
export TOY=$repo/harness/tests/toy REGRESS=$here
export LC_ALL=C.UTF-8
unset NO_COLOR COLUMNS KATA_DB KATA_WORK KATA_ROOT

if [ ! -x "$KATA" ]; then
    echo "run.sh: $KATA is not there: make" >&2
    exit 1
fi
if [ $# -eq 0 ]; then
    set -- "$here"/*.sh
else
    set -- "${@/#/$here/}"
    set -- "${@/%/.sh}"
fi

passed=0 failed=0 skipped=0
for script; do
    name=$(basename "$script" .sh)
    case $name in run | lib) continue ;; esac
    dir=$(mktemp -d "${TMPDIR:-/tmp}/kata-$name-XXXXXX")
    start=$(date +%s.%N)
    (
        cd "$dir" || exit 1
        export KATA_ROOT=$TOY KATA_WORK=$dir/work KATA_DB=$dir/progress.db
        bash -u "$script"
    ) >"$dir/log" 2>&1
    status=$?
    seconds=$(echo "$start $(date +%s.%N)" | awk '{printf "%.1f", $2 - $1}')
    case $status in
    0) word=PASS passed=$((passed + 1)) ;;
    77) word=SKIP skipped=$((skipped + 1)) ;;
    *) word=FAIL failed=$((failed + 1)) ;;
    esac
    printf '%s  %5s s  %s' "$word" "$seconds" "$name"
    [ $word = SKIP ] && printf ': %s' "$(tail -n 1 "$dir/log")"
    echo
    if [ $word = FAIL ]; then
        sed 's/^/    /' "$dir/log"
        echo "    (kept: $dir)"
    else
        chmod -R u+w "$dir" && rm -rf "$dir"
    fi
done
echo "regress: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
