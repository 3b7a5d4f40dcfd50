# shellcheck shell=sh disable=SC2154 # or_skip is set by the script
# Sourced by the scripts that fetch things for some exercises (python.sh,
# cutlass.sh): their messages, and their end if a thing cannot be had.
#
# who: the script's name, at the beginning of a line. name, word: the thing, and
# its word under `machine:`. or_skip: empty, or an exercise that cannot
# be checked is no error.

say() { printf '%s\n' "$who: $*"; }
fail() {
    printf '%s\n' "$who: $1" >&2
    [ -z "${2:-}" ] || printf '%s\n' "  hint: $2" >&2
    [ -z "$or_skip" ] || skip
    exit 5
}
# The exercises that need it, by name.
skip() {
    set -- $(grep -l "^machine: .*$word" exercises/*/*/exercise.yaml |
        awk -F/ '{ print $3 }')
    say "SKIPPED LOUDLY: $name is not here, so these $# cannot be checked:" >&2
    printf '%s\n' "$*" | fold -s -w 76 | sed 's/^/  /' >&2
    exit 0
}
