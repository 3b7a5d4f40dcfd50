# One kernel at one size has one time: check, explain and bench agree.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
solution=$KATA_ROOT/solutions/basics/vector-add/vector-add.cu

# DRAM opens other rows in every process: 0.1 % or so.
alike() {
    echo "$1 $2" | awk '{ exit !($1 > 0 && $2 > 0.99 * $1 && $2 < 1.01 * $1) }' ||
        fail "$1 us and $2 us"
}

run kata check vector-add --no-record --json --on sim --file "$solution"
status 0
json
time=$(field '$.time.median_us')
[ "$time" ] || fail "the check has no time"
run kata explain vector-add --json --file "$solution"
status 0
json
alike "$time" "$(field '$.call_us')"
run kata bench vector-add --json --on sim --file "$solution"
status 0
json
last=$(sqlite3 :memory: "SELECT json_extract(value, '\$.you.median_us')
    FROM json_each(CAST(readfile('stdout.txt') AS TEXT), '\$.sizes') ORDER BY key DESC LIMIT 1")
alike "$time" "$last"

# Each call starts with an empty L2. This one waits for DRAM all the time, and
# its arrays fit in L2: were some still there, it would take half as long.
stub=$KATA_ROOT/exercises/profiling/ilp/ilp.cu
run kata check ilp --no-record --json --on sim --file "$stub"
status 1
json
time=$(field '$.time.median_us')
run kata explain ilp --json --file "$stub"
status 0
json
alike "$time" "$(field '$.call_us')"
