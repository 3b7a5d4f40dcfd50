# kata's own tests of torch-ci: does ci.sh fail, and for the right reason? Does it
# judge files that it has never seen?
# bash tests.sh NAME SEED, in a copy of the learner's folder.
name=$1 RANDOM=$2

fail() {
    echo "$*"
    exit 1
}

run() { bash ci.sh "$@" >said.txt 2>&1; }
last() { echo "the last line was \"$(tail -n 1 said.txt | cut -c 1-80)\""; }

# The last number after the word ratio.
ratio() {
    grep -io 'ratio[^0-9]*[0-9][0-9.]*' said.txt | tail -n 1 | grep -o '[0-9][0-9.]*$'
}

steady() {
    for i in 1 2 3; do
        run || fail "bash ci.sh failed in run $i of 3, and nothing had changed: $(last)"
    done
    [ -n "$(ratio)" ] || fail "bash ci.sh has to print ratio and a number: the time of the new version over that of the old one"
}

lost="its status is lost in ci.sh, by a later command or by a pipe: set -e, set -o pipefail"

wrong() {
    if run --wrong; then
        grep -qi 'wrong result' said.txt &&
            fail "bash ci.sh --wrong prints wrong result and passes: $lost"
        fail "bash ci.sh --wrong passed: the option does not reach the version under test, or no result is compared; $(last)"
    fi
    grep -qi 'wrong result' said.txt ||
        fail "bash ci.sh --wrong failed without printing \"wrong result\", so a crash or an unknown option may have stopped it; $(last)"
}

slow() {
    run || fail "bash ci.sh failed: $(last)"
    usual=$(ratio)
    run --slow
    status=$? slowed=$(ratio)
    [ -n "$slowed" ] ||
        fail "bash ci.sh --slow printed no ratio with a number, so something other than a comparison of times decides; $(last)"
    awk -v a="$usual" -v b="$slowed" 'BEGIN { exit !(b > 1.1 * a) }' ||
        fail "bash ci.sh printed ratio $usual and bash ci.sh --slow ratio $slowed: the option does not reach the version under test, or that one is not slower"
    [ $status != 0 ] ||
        fail "bash ci.sh --slow printed ratio $slowed and passed: the limit is above that, or $lost"
}

# ---- versions of kata's in place of old.c and new.c

# version WHICH US WRONG: takes so long; WRONG 1: counts wrong. One text for all:
# what it is follows from drawn numbers. It writes down the times of each call, by
# the clock on the wall and by the processor's, and its n.
version() {
    salt=$((1 + RANDOM % 900))
    cat >$1.c <<END
#include <stdio.h>
#include <time.h>
static double kata_clock(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int count_$1(const int *x, int n);
int count_$1(const int *x, int n) {
    const clockid_t wall = CLOCK_MONOTONIC, cpu = CLOCK_PROCESS_CPUTIME_ID;
    double from = kata_clock(wall), worked = kata_clock(cpu);
    int found = 0, odd = ($((salt * 2 + $3)) + 2 * n) % 2;
    for (int i = 0; i < n; i++)
        found += x[i] > 0;
    while (kata_clock(cpu) < worked + ($((salt + $2)) - $salt) * 1e-6) {
    }
    static FILE *out;
    if (!out) out = fopen("$PWD/called-$1.txt", "w");
    if (out) {
        fprintf(out, "%g %g %d\\n", kata_clock(wall) - from, kata_clock(cpu) - worked, n);
        fflush(out);
    }
    return odd ? found - 1 : found;
}
END
}

restore() { mv kept-old.c old.c && mv kept-new.c new.c; }

begin() {
    [ -f old.c ] && [ -f new.c ] ||
        fail "old.c and new.c are not there: they hold the two versions, int count_old(const int *x, int n) and int count_new"
    cp old.c kept-old.c && cp new.c kept-new.c
    trap restore EXIT
}

# judge OLD NEW WRONG: ci.sh on versions that take so many microseconds
judge() {
    version old $1 0
    version new $2 $3
    rm -f called-old.txt called-new.txt
    run
    status=$?
    # A judge that finds a wrong result need not call the old version any more.
    for f in $([ $3 = 0 ] && echo old) new; do
        [ -s called-$f.txt ] || fail "bash ci.sh does not call count_$f() of $f.c, which kata had written anew; $(last)"
    done
}

# longest FILE: the calls with the most elements, which are those that are timed
longest() { awk '{ at[NR] = $0; n[NR] = $3; if ($3 > most) most = $3 }
    END { for (i = 1; i <= NR; i++) if (n[i] == most) print at[i] }' called-$1.txt; }

# typical FILE COLUMN: of those calls the median, the least and the mean
typical() {
    longest $1 | sort -g -k "$2,$2" | awk -v c="$2" '{ t[NR] = $c; sum += $c }
        END { print t[int((NR + 1) / 2)], t[1], sum / NR }'
}

# The ratio is that of the medians, of the least times or of the means, of the
# calls that there were.
fits() {
    r=$(ratio)
    [ -n "$r" ] || fail "with versions of kata's bash ci.sh printed no ratio with a number; $(last)"
    for f in old new; do
        [ "$(wc -l <called-$f.txt)" -ge 3 ] || fail "count_$f() was called $(wc -l <called-$f.txt) times: time each version several times"
    done
    echo "$(typical old 1) $(typical old 2) $(typical new 1) $(typical new 2)" |
        awk -v r="$r" '{ for (i = 1; i <= 6; i++) near = near || (r > 0.75 * $(i + 6) / $i && r < 1.25 * $(i + 6) / $i)
            if (near) exit 0
            printf "it printed ratio %s, and the median of the calls of kata'"'"'s new.c was %.2g s and that of old.c %.2g s: the ratio is the time of the new version over that of the old one\n", r, $7, $1
            exit 1 }' || exit 1
}

tells_wrong() {
    begin
    us=$((200 + RANDOM % 100)) is=$((RANDOM % 2))
    for i in 1 2 3; do
        judge $us $us $is
        if [ $is = 0 ]; then
            [ $status = 0 ] || fail "bash ci.sh failed with versions of kata's that are right and as fast as each other; $(last)"
            grep -qi 'wrong result' said.txt && fail "it printed wrong result, and both versions of kata's are right"
            fits
        else
            [ $status != 0 ] || fail "bash ci.sh passed with a new.c of kata's that counts one element less; $(last)"
            grep -qi 'wrong result' said.txt || fail "a new.c of kata's counts one element less, and it did not print wrong result; $(last)"
        fi
        [ $i = 2 ] && is=$((RANDOM % 2)) || is=$((1 - is))
    done
}

tells_slow() {
    begin
    us=$((200 + RANDOM % 100)) is=$((RANDOM % 2))
    for i in 1 2 3; do
        slower=$((is ? us * (40 + RANDOM % 21) / 10 : us))
        judge $us $slower 0
        fits
        if [ $is = 0 ]; then
            [ $status = 0 ] || fail "bash ci.sh failed with versions of kata's that are as fast as each other; $(last)"
        else
            [ $status != 0 ] || fail "bash ci.sh passed with a new.c of kata's that takes $slower us where old.c takes $us; $(last)"
        fi
        [ $i = 2 ] && is=$((RANDOM % 2)) || is=$((1 - is))
    done
}

# A mistake that is planted in new.c is gone with it. A version that is slow because it is called
# again and again is one, too.
planted() {
    begin
    version old 250 0
    version new 250 0
    rm -f called-new.txt
    run --wrong || [ ! -s called-new.txt ] ||
        fail "with a new.c of kata's, which is right, bash ci.sh --wrong fails all the same: plant the mistake in new.c, so that ci.sh has to find it"
    for try in 1 2 3; do
        rm -f called-old.txt called-new.txt
        run --slow && return 0
        [ -s called-new.txt ] && [ -s called-old.txt ] || return 0 # another file is slow
        [ "$(longest new | wc -l)" -lt $(($(longest old | wc -l) * 3 / 2)) ] || return 0
    done
    fail "with versions of kata's, which are as fast as each other, bash ci.sh --slow printed ratio $(ratio) and failed: make new.c slow, so that ci.sh has to measure it"
}

case $name in
steady | wrong | slow | planted | tells_wrong | tells_slow) "$name" ;;
*) fail "no test $name" ;;
esac
