# kata verify judges several rows at once and shows them in order; a job that is
# killed is a row that says so; where kata ends, its jobs do.
. "$REGRESS/lib.sh"
need_nvcc
run kata verify --on sim --jobs 1
status 0
cp stdout.txt one.txt
run kata verify --on sim --jobs 7
status 0
cmp stdout.txt one.txt || fail "rows depend on how many are judged at once"
run kata verify --on sim --jobs 3 --json copy
status 0
json
same "$(field '$.rows[0].what') $(field '$.rows[6].what')" "stub twice.cu"
run kata verify --jobs 0
status 2
err "--jobs"

# The jobs of a kata that runs in the background, as the kernel tells them.
jobs_of() { cat "/proc/$1/task/$1/children" 2>/dev/null; }
wait_for_job() {
    until job=$(jobs_of "$1") && [ -n "$job" ]; do
        kill -0 "$1" 2>/dev/null || fail "it has ended before a job was seen"
        sleep 0.01
    done
    job=${job%% *}
}

# Many rounds: each job lives for a while.
"$KATA" verify --on sim --jobs 1 --rounds 5 copy >killed.txt &
kata=$!
wait_for_job $kata
kill -KILL "$job"
wait $kata
same $? 1
grep -q "got: the process that judged it died: Killed" killed.txt ||
    fail "$(cat killed.txt)"
grep -q "FAIL: 6 of 7 as they should be" killed.txt ||
    fail "$(cat killed.txt)"

"$KATA" verify --on sim --jobs 2 --rounds 5 >ended.txt &
kata=$!
wait_for_job $kata
kill -STOP "$job" # so that it cannot end by itself
kill -TERM $kata
wait $kata
for i in $(seq 100); do
    [ -e "/proc/$job" ] || break
    sleep 0.1
done
[ ! -e "/proc/$job" ] || fail "a job has outlived kata"

# reference.c alone of the author's files runs in kata's own process: verify
# says which fault is its.
cp -r "$TOY" toy
chmod -R u+w toy
export KATA_ROOT=$PWD/toy
reference=toy/solutions/basics/copy/reference.c
cp "$reference" was.c
sed '0,/{/s/{/{\n    extern int nowhere(int);\n    nowhere(0);/' was.c >"$reference"
run kata verify copy --on sim --solutions
status 1
out "reference.c uses 'nowhere'"
sed '0,/{/s/{/{\n    *(volatile int *)(long)n = 1;/' was.c >"$reference"
run kata verify copy --on sim --solutions
status 1
tr -s '\n ' ' ' <stdout.txt >flat.txt
grep -q "copy/reference.c crashed: does it stay within its arrays" flat.txt ||
    fail "no word of the crash"
# One without an end is waited for once, not for every row.
sed '0,/{/s/{/{\n    for (volatile int go = 1; go;) ;/' was.c >"$reference"
KATA_REFERENCE_S=1 run kata verify copy --on sim --jobs 1
status 1
tr -s '\n ' ' ' <stdout.txt >flat.txt
grep -q "a call of $PWD/$reference did not end within 1 s" flat.txt ||
    fail "no word of the loop"
same "$(grep -o 'did not end within' flat.txt | wc -l)" 1
same "$(grep -o 'not judged: reference.c does not end' flat.txt | wc -l)" 6
KATA_REFERENCE_S=1 run kata check copy --on sim --no-record \
    --file toy/solutions/basics/copy/copy.cu
status 5
err "copy/reference.c did not end within 1 s"
