# An exercise in C, from the stub to a pass, on a machine without CUDA: traps of
# the sanitizers, exact counts, what a gate says and advises.
. "$REGRESS/lib.sh"
repo=$(cd "$REGRESS/../../.." && pwd)
export KATA_ROOT=$repo
for part in runner.o cpu_device.o; do
    [ -e "$(dirname "$(dirname "$KATA")")/lib/$part" ] ||
        skip "SKIPPED LOUDLY: $part is not built (make lib)"
done
# No nvcc on the path, and none that is looked for elsewhere.
unset KATA_NVCC CUDA_HOME
mkdir bin
for tool in sh bash cat timeout cc as ld gcc grep objdump sqlite3 valgrind; do
    at=$(command -v $tool) && ln -s "$at" bin/
done
PATH=$PWD/bin
mine=$KATA_WORK/blocked-matmul/blocked-matmul.c
sol=$repo/solutions/cpu/blocked-matmul

run kata start micro-12-week
run kata next blocked-matmul
status 0
out "your file"

# The stub is right, and fails for what is counted: the same everywhere. It does
# not count as a try.
run kata check blocked-matmul
if [ -e bin/valgrind ]; then
    status 1
    out "Your file is still as it was handed out"
    out "l2 traffic"
    out "counted exactly, in modelled caches"
    out "hint: B is larger than the second-level cache"
fi
# Without what counts there is no pass, and no failure either.
KATA_VALGRIND=$PWD/nowhere run kata check blocked-matmul --no-record
status 5
out "missing"
out "valgrind is missing: install it"
out "NOT CHECKED"
no_out "every gate"
KATA_VALGRIND=$PWD/nowhere run kata verify --on auto blocked-matmul
status 0
out "skipped stub"
out "skipped solution"
no_out "FAIL"
KATA_VALGRIND=$PWD/nowhere run kata doctor
out "valgrind is missing"

run kata check blocked-matmul --no-record
# Nothing here is a kernel or runs on a device.
no_out "kernel"
no_out "GPU"

# A trap names the line, and what it did.
cat "$sol/mutants/full-blocks.c" >"$mine"
run kata check blocked-matmul --no-record
status 1
out "AddressSanitizer"
out "TRAP     out-of-bounds"
no_out "device"
out "past the end of a buffer"
out "blocked-matmul.c:"

echo 'void matmul(int' >"$mine"
run kata check blocked-matmul --no-record
status 3
out "BUILD ERROR"
no_out "nvcc"

cat "$sol/blocked-matmul.c" >"$mine"
run kata check blocked-matmul
status 0
out "PASS"
same "$(sql "SELECT group_concat(verdict || ' ' || backend, '; ') FROM attempt
    ORDER BY id")" "pass cpu"
run kata check blocked-matmul --json --no-record
status 0
json
same "$(field '$.verdict')" pass

# What is timed finds its buffers elsewhere in every repetition, and begins at a
# multiple of 64 bytes, whatever it is linked with: neither has a say in a time.
text=$(cat "$sol/blocked-matmul.c")
{
    echo "${text/void matmul/static void product}"
    cat <<'END'
#include <stdint.h>
#include <stdio.h>
static int next(int i) { return i + 1; }
static int over(int i) { return i + 2; }
static int odd(int i) { return i | 1; }
static int behind(int (*f)(int)) { return (int)((uintptr_t)f % 64); }
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    static const float *last;
    static int moves;
    moves += last && last != c;
    last = c;
    if (moves == 20)
        printf("moves, %d behind\n", behind(next) + behind(over) + behind(odd));
    product(a, b, c, m, n, k);
}
END
} >"$mine"
run kata check blocked-matmul --json --no-record
status 0
same "$(field '$.stdout')" "moves, 0 behind"

# A variable that threads share: right with optimisation, and wrong without.
# Nothing in C has a launch.
sol=$repo/solutions/cpu/prefix-sum/prefix-sum.c
run kata check prefix-sum --no-record --file "$sol"
no_out "a race"
cat >shared.c <<'END'
#include <stdlib.h>
void scan(const int *x, long long *before, long long *upto, int n) {
    enum { PART = 256 };
    int parts = (n + PART - 1) / PART;
    long long *start = malloc((parts + 1) * sizeof *start), s, run = 0;
#pragma omp parallel for
    for (int p = 0; p < parts; p++) {
        s = 0;
        for (int i = p * PART; i < n && i < (p + 1) * PART; i++) s += x[i];
        start[p] = s;
    }
    for (int p = 0; p < parts; p++) {
        for (int i = p * PART; i < n && i < (p + 1) * PART; i++) {
            before[i] = run;
            upto[i] = before[i] + x[i];
            run += x[i];
        }
        if (start[p] + before[p * PART] != run) before[p * PART]++;
    }
    free(start);
}
END
if [ "$(/usr/bin/nproc)" -gt 1 ]; then
    run kata check prefix-sum --no-record --file shared.c
    status 1
    out "a race"
fi
/usr/bin/sed 's/s = 0;/long long s = 0;/; s/before\[i\] = run/before[i] = run + x[i]/; s/upto\[i\] = .*;/upto[i] = before[i];/' shared.c >swapped.c
run kata check prefix-sum --no-record --file swapped.c
status 1
no_out "launch"
no_out "kernel"
