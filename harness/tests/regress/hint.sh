# Hints come one by one, are remembered, and --list shows no more than was seen.
. "$REGRESS/lib.sh"
kata start toy >/dev/null

run kata hint
status 0
out "hint 1 of 2"
run kata hint --list
out "hint 2 of 2: not shown yet"
run kata hint
out "hint 2 of 2"
run kata hint
out "that was the last one"
same "$(sql "SELECT count(*) FROM note WHERE what = 'hint'")" 2
run kata progress
out "2 hints"

# One that answers the last failure comes first.
sql "INSERT INTO attempt(at, exercise, verdict, stage, device, backend,
     modelled, summary, version, harness, seed)
     VALUES(1, 'copy', 'fail', 'correct', '', 'sim', 1, '', '', '', 1);
     INSERT INTO attempt_case VALUES(last_insert_rowid(), 0, 'n=1', 'fail',
     '1 of 1 wrong; out[0]: expected 1, got nothing (never-written)', 1)"
run kata hint copy
out "for your last check: The kernel is launched"
out "hint 1 of 2"

# If nothing was written, there is no wrong element to work out by hand.
need_nvcc
KATA_ROOT=$(cd "$REGRESS/../../.." && pwd)
export KATA_ROOT
run kata check vector-add --on sim --no-record \
    --file "$KATA_ROOT/exercises/basics/vector-add/vector-add.cu"
status 1
out "Have the kernel store its results; then check again."
no_out "by hand"
