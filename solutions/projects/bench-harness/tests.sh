# kata's own tests of bench-harness: do the numbers of one run fit together, and do they
# follow operations whose time is known, and wrong ones?
# bash tests.sh NAME SEED, in a copy of the learner's folder.
name=$1 seed=$2

fail() {
    [ -s said.txt ] && echo "it printed: $(grep -v '^$' said.txt | tail -n 3 | tr '\n' ' ')"
    echo "$*"
    exit 1
}

consistent() {
    make bench >said.txt 2>&1 || fail "make bench failed"
    awk '
        # The number after a name, wherever the line has it.
        function number(line, name,    at, rest) {
            at = index(line, name)
            if (!at) return ""
            rest = substr(line, at + length(name))
            if (!match(rest, /[0-9][0-9.]*([eE][-+]?[0-9]+)?/)) return ""
            return substr(rest, RSTART, RLENGTH)
        }
        { n = number($0, "GFLOP/s"); if (n != "") flops = n
          n = number($0, "GB/s"); if (n != "") bytes = n
          n = number($0, "FLOP/byte"); if (n != "") ratio = n
          n = number($0, "spread %"); if (n != "") spread = n }
        END {
            if (spread + 0 == 0) {
                print "spread % is 0: time the operation many times, with a clock that sees the difference"
                exit 1
            }
            product = bytes * ratio
            if (product < 0.9 * flops || product > 1.1 * flops) {
                print "GB/s " bytes " times FLOP/byte " ratio " is " product \
                    ", and GFLOP/s is " flops ": one of them is in another unit, counts something else, or is typed by hand"
                exit 1
            }
        }' said.txt
}

# operation MS WRONG: takes so long, and leaves element WRONG alone; -1: none. A call writes
# its n and the time of the call before to called.txt, while its own time goes on: a busy
# machine may stop it anywhere, and whoever times it sees what it has seen itself.
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
    static double before;
    double from = now();
    for (int i = 0; i < n; i++)
        if (i != $2) a[i] = b[i] + s * c[i];
    FILE *f = fopen("$PWD/called.txt", "a");
    if (f) {
        fprintf(f, "%d %.9g\n", n, before);
        fclose(f);
    }
    while (now() < from + $1e-3) {
    }
    before = now() - from;
}
END
    rm -f called.txt
}

# known: n of the last call, and of all calls with that n the least time and the most that a
# figure may rest on: the upper quartile, or the mean
known() {
    awk '{ n[NR] = $1; t[NR - 1] = $2 }
        END { for (i = 1; i < NR; i++) if (n[i] == n[NR] && t[i] > 0) print t[i], n[NR] }' \
        called.txt | sort -g | awk '
        { t[NR] = $1; n = $2; sum += $1 }
        END {
            if (!NR) exit
            most = t[int((3 * NR + 3) / 4)]
            if (sum / NR > most) most = sum / NR
            print n, t[1], most
        }'
}

# near NAME WORK: the bench printed WORK * n / time / 1e9, of a time that calls took
near() {
    known | awk -v name="$1" -v work="$2" 'NR == FNR { n = $1; least = $2; most = $3; next }
        index($0, name) == 1 { said = $NF; found = 1 }
        END {
            slow = work * n / most / 1e9
            fast = work * n / least / 1e9
            if (!found || said < 0.8 * slow || said > 1.25 * fast) {
                printf "%s has to be near %.3g for %d elements in %.3g s", name, fast, n, least
                if (slow < 0.8 * fast) printf ", and %.3g for those in %.3g s", slow, most
                print ""
                exit 1
            }
        }' - said.txt || fail "the operation of kata took a time that it knows"
}

known_time() {
    for ms in $((6 + seed % 5)) $((20 + seed % 7)); do
        operation $ms -1
        make -B -s bench >said.txt 2>&1 || fail "make bench fails with an operation.c of kata's"
        [ -s called.txt ] || fail "make bench does not call operation() of operation.c"
        [ "$(wc -l <called.txt)" -ge 5 ] ||
            fail "operation() ran $(wc -l <called.txt) times: time it five times at least"
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
