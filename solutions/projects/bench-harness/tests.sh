# kata's own tests of bench-harness: operations whose time is known, and wrong ones.
# bash tests.sh NAME SEED, in a copy of the learner's folder.
name=$1 seed=$2

fail() {
    [ -s said.txt ] && echo "it printed: $(grep -v '^$' said.txt | tail -n 3 | tr '\n' ' ')"
    echo "$*"
    exit 1
}

# operation MS WRONG: takes so long, and leaves element WRONG alone; -1: none
operation() {
    cat >operation.c <<END
#include <stdio.h>
#include <time.h>
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
void operation(float *a, const float *b, const float *c, float s, int n);
void operation(float *a, const float *b, const float *c, float s, int n) {
    double from = now();
    for (int i = 0; i < n; i++)
        if (i != $2) a[i] = b[i] + s * c[i];
    while (now() < from + $1e-3) {
    }
    static int calls;
    FILE *f = fopen("$PWD/called.txt", "w");
    if (!f) return;
    fprintf(f, "%d %d %g\n", ++calls, n, now() - from);
    fclose(f);
}
END
    rm -f called.txt
}

# near NAME WORK: of the last lines that the bench printed, WORK * n / time / 1e9
near() {
    awk -v name="$1" -v work="$2" 'NR == FNR { n = $2; t = $3; next }
        index($0, name) == 1 { said = $NF; found = 1 }
        END {
            want = work * n / t / 1e9
            if (!found || said < 0.8 * want || said > 1.25 * want) {
                printf "%s has to be near %.3g for %d elements in %.3g s\n", name, want, n, t
                exit 1
            }
        }' called.txt said.txt || fail "the operation of kata took a time that it knows"
}

known_time() {
    for ms in $((6 + seed % 5)) $((15 + seed % 7)); do
        operation $ms -1
        make -B -s bench >said.txt 2>&1 || fail "make bench fails with an operation.c of kata's"
        [ -s called.txt ] || fail "make bench does not call operation() of operation.c"
        read -r calls n t <called.txt
        [ "$calls" -ge 5 ] || fail "operation() ran $calls times: time it five times at least"
        near GB/s 12
        near GFLOP/s 2
    done
}

right() {
    operation 1 -1
    make -B -s test >said.txt 2>&1 || fail "make test fails, and the operation.c of kata's is right"
    [ -s called.txt ] || fail "make test does not call operation() of operation.c"
}

wrong() {
    for at in 0 $((1 + seed % 90)); do
        operation 1 $at
        make -B -s test >said.txt 2>&1 && fail "make test passes, and element $at is never written"
    done
    return 0
}

$name
exit 0
