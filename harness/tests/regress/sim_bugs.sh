# The simulated device names every planted bug of tests/bugs: the class and the
# line that the program's own comment asks for, and nothing where it says FINE.
REGRESS=${REGRESS:-$(cd "$(dirname "$0")" && pwd)}
. "$REGRESS/lib.sh"
need_nvcc
# By hand, with files: what is written meanwhile goes to a folder that is
# removed, not to where the files are named from.
if [ $# -gt 0 ] && [ -z "${KATA_WORK:-}" ]; then
    KATA=$(realpath "$KATA")
    for file; do
        set -- "$@" "$(realpath "$file")"
        shift
    done
    by_hand=$(mktemp -d)
    trap 'rm -rf "$by_hand"' EXIT
    cd "$by_hand" || exit 1
fi
bugs=$REGRESS/../bugs
[ -f "$bugs/blocks.cu" ] || fail "no planted bugs at $bugs"
bad=0

# Two files at a time, each in a folder of its own.
if [ $# -eq 0 ]; then
    printf '%s\n' "$bugs"/*.cu | xargs -P 2 -I FILE sh -c '
        dir=$(basename FILE .cu) && mkdir "$dir" && cd "$dir" || exit 1
        bash -u "$0" FILE >log 2>&1
        status=$?
        cat log
        exit $status' "$0" ||
        fail "planted bugs are not named as they should be"
    exit
fi

wrong() {
    echo "WRONG: $*"
    bad=$((bad + 1))
}

# "NAME CLASS LINE" of every planted bug of a file, in order
planted() {
    awk '{
        at = $0
        while (match(at, /BUG [a-z0-9-]+: [a-z-]+/)) {
            split(substr(at, RSTART + 4, RLENGTH - 4), part, ": ")
            print part[1], part[2], NR
            at = substr(at, RSTART + RLENGTH)
        }
    }' "$1"
}

# The first report of kata sim: "class line file"; a doubt if nothing is wrong.
# A file may say how it is compiled, "// FLAGS -rdc=true", and that notes and
# clues about results that nothing read or wrote count where nothing else is
# reported: "// NOTES".
first_report() {
    notes=NULL
    grep -q '^// NOTES' "$1" &&
        notes="(SELECT value FROM (SELECT value FROM json_each(t, '\$.notes')
            UNION ALL SELECT value FROM json_each(t, '\$.clues'))
            WHERE json_extract(value, '\$.kind') IN ('unread-result',
                'uninitialised-global') LIMIT 1)"
    # shellcheck disable=SC2046 # words
    "$KATA" sim "$1" $(sed -n 's|^// FLAGS ||p' "$1") --json -- "$2" >stdout.txt 2>stderr.txt
    sqlite3 :memory: "SELECT coalesce(json_extract(f, '\$.kind'), 'nothing') || ' '
        || coalesce(json_extract(f, '\$.line'), 0) || ' '
        || coalesce(json_extract(f, '\$.file'), '') FROM (SELECT
        coalesce(json_extract(t, '\$.traps[0]'), json_extract(t, '\$.doubtful[0]'),
            $notes) AS f
        FROM (SELECT CAST(readfile('stdout.txt') AS TEXT) AS t))"
}

for file in "$@"; do
    name=$(basename "$file")
    planted "$file" >planted.txt
    for bug in $(awk '!seen[$1]++ { print $1 }' planted.txt); do
        got=$(first_report "$file" "$bug")
        kind=${got%% *} line=${got#* } && line=${line%% *}
        if grep -qx "$bug $kind $line" planted.txt &&
            [ "$(basename "${got##* }")" = "$name" ]; then
            echo "ok $name $bug: $kind"
        else
            wrong "$name $bug: $got, not $(awk -v b="$bug" '$1 == b {
                printf "%s%s %s", sep, $2, $3; sep = " or " }' planted.txt)"
            tail -n 3 stderr.txt
        fi
    done
    for bug in $(sed -n 's|.*// FINE \([a-z0-9-]*\).*|\1|p' "$file"); do
        got=$(first_report "$file" "$bug")
        case $got in
        "nothing "*) echo "ok $name $bug: nothing" ;;
        *) wrong "$name $bug: $got, not nothing" ;;
        esac
    done
done
[ "$bad" -eq 0 ] || fail "$bad planted bugs are not named as they should be"
