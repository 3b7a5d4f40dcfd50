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

# operation MS WRONG [MOST]: takes so long, and leaves element WRONG alone; -1: none. With
# MOST a call takes from MS to MOST, by chance; with MOST and the word turns the one and
# the other in turn. A call writes its n and the time of the call before to called.txt,
# while its own time goes on: a busy machine may stop it anywhere, and whoever times it
# sees what it has seen itself.
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
    static unsigned turn = 77;
    double from = now(), ms = $1;
    turn = $([ "$4" = turns ] && echo "~turn" || echo "turn * 1103515245u + 12345");
    ms += (${3:-$1} - $1) * ((turn >> 16) % 1024 / 1023.0);
    for (int i = 0; i < n; i++)
        if (i != $2) a[i] = b[i] + s * c[i];
    FILE *f = fopen("$PWD/called.txt", "a");
    if (f) {
        fprintf(f, "%d %.9g\n", n, before);
        fclose(f);
    }
    while (now() < from + ms * 1e-3) {
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

# ---- is what bench says of its own doing so?

# bench_of WORDS...: runs make bench on the operation.c that is there; *calls* of it
bench_of() {
    rm -f called.txt
    make -B -s bench "$@" >said.txt 2>&1 || fail "make bench $* fails with an operation.c of kata's"
    [ -s called.txt ] || fail "make bench $* does not call operation() of operation.c"
    calls=$(wc -l <called.txt)
}

# less A B TIMES: A is less than TIMES B
less() { awk -v a="$1" -v b="$2" -v times="$3" 'BEGIN { exit !(a < times * b) }'; }

# The learner's operation, which writes down the time of each call.
timed_operation() {
    cp operation.c kept-operation.c
    cat >operation.c <<END
#define operation theirs
#include "kept-operation.c"
#undef operation
#include <stdio.h>
#include <time.h>
void operation(float *a, const float *b, const float *c, float s, int n);
void operation(float *a, const float *b, const float *c, float s, int n) {
    struct timespec t, u;
    clock_gettime(CLOCK_MONOTONIC, &t);
    theirs(a, b, c, s, n);
    clock_gettime(CLOCK_MONOTONIC, &u);
    FILE *f = fopen("$PWD/called.txt", "a");
    if (!f) return;
    fprintf(f, "%d %.9g\n", n, (double)(u.tv_sec - t.tv_sec) + 1e-9 * (double)(u.tv_nsec - t.tv_nsec));
    fclose(f);
}
END
}

median() { sort -g -k 2,2 called.txt | awk '{ t[NR] = $2 } END { print t[int((NR + 1) / 2)] }'; }

spread_of() { awk 'index($0, "spread %") == 1 { n = $NF } END { print n + 0 }' said.txt; }

# How far the times lie apart, in some unit: percent of a time are no time.
distance() { awk 'index($0, "spread %") == 1 { n = $NF }
    index($0, "GB/s") == 1 { rate = $NF } END { print n / (rate > 0 ? rate : 1) }' said.txt; }

# SLOW=1 is seen in what operation.c does, or in how often it is called. Who times for a
# certain time calls it as often, and a sample is two calls.
twice() {
    if grep -q SLOW operation.c; then
        timed_operation
        bench_of
        once=$(median)
        bench_of SLOW=1
        less "$(median)" "$once" 1.5 || return 0
        fail "operation() of operation.c takes $once s, and with SLOW=1 $(median) s: it has to do its work twice"
    fi
    operation 8 -1
    bench_of
    once=$calls
    bench_of SLOW=1
    slow=$calls
    less "$slow" "$once" 1.5 || return 0
    operation 24 -1
    bench_of
    less "$calls" "$once" 0.8 ||
        fail "make bench calls operation() $once times, and with SLOW=1 $slow times: the operation has to be done twice in what is timed"
    operation 10 -1 50 turns
    for try in 1 2 3; do
        bench_of
        uneven=$(distance)
        bench_of SLOW=1
        less "$(distance)" "$uneven" 0.5 && return 0
    done
    fail "with SLOW=1 what is timed has to be two calls of operation(): it takes 10 ms and 50 ms in turn here, and two calls always take 60 ms, but the times lie as far apart as those of one call"
}

# Of an operation that takes 2 to 20 ms, and of one that takes 11 ms each time.
spread() {
    operation 2 -1 20
    bench_of
    uneven=$(spread_of)
    for try in 1 2 3; do
        operation 11 -1
        bench_of
        even=$(spread_of)
        less "$uneven" 5 1 || less "$uneven" "$even" 1.5 || return 0
    done
    fail "spread % is $uneven for an operation of kata's that takes from 2 to 20 ms by chance, and $even for one that takes 11 ms each time: it has to be worked out from the times of the repetitions"
}

# A mistake that stands in operation.c is gone with it.
planted() {
    operation 1 -1
    rm -f called.txt
    make -B -s test BUG=1 >said.txt 2>&1 && return 0
    [ -s called.txt ] || return 0 # another file has the mistake
    fail "with an operation.c of kata's, which is right, make test BUG=1 fails all the same: plant the mistake in operation.c, so that the test has to find it"
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
