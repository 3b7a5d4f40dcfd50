#!/usr/bin/env bash
# Command-line tests: every script beside this one, one behaviour each, on the
# toy curriculum, in a folder of its own. Prints one line per script as it ends;
# a log is shown and kept only on failure. Two run at a time, as much of what
# they wait for is one compiler on one core: KATA_JOBS=1 has them take turns.
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

# Runs one script. Its line is written at once, so that no two mix.
run_one() {
    script=$1 name=$(basename "$1" .sh)
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
    0) word=PASS ;;
    77) word=SKIP ;;
    *) word=FAIL ;;
    esac
    line=$(printf '%s  %5s s  %s' "$word" "$seconds" "$name")
    [ $word = SKIP ] && line="$line: $(tail -n 1 "$dir/log")"
    if [ $word = FAIL ]; then
        line="$line
$(sed 's/^/    /' "$dir/log")
    (kept: $dir)"
    else
        chmod -R u+w "$dir" && rm -rf "$dir"
    fi
    printf '%s\n' "$line"
    echo "$word" >>"$words"
}

words=$(mktemp "${TMPDIR:-/tmp}/kata-regress-XXXXXX")
trap 'rm -f "$words"' EXIT
asked=0
for script; do
    case $(basename "$script" .sh) in run | lib) continue ;; esac
    while [ "$(jobs -rp | wc -l)" -ge "${KATA_JOBS:-2}" ]; do
        wait -n
    done
    asked=$((asked + 1))
    # Its fork bombs take all the processes that the sandbox's user may have:
    # beside it a compiler cannot start.
    if [ "$(basename "$script")" = escapes.sh ]; then
        wait
        run_one "$script" </dev/null
        continue
    fi
    run_one "$script" </dev/null &
done
wait

count() { grep -c "$1" "$words"; }
echo "regress: $(count PASS) passed, $(count FAIL) failed," \
    "$(count SKIP) skipped"
[ "$asked" -gt 0 ] && [ "$(wc -l <"$words")" -eq "$asked" ] &&
    [ "$(count FAIL)" -eq 0 ]
