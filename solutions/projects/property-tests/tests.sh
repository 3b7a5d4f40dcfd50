# kata's own tests of property-tests: what the tests print, and whether they tell
# right sums of kata's from wrong ones. bash tests.sh NAME SEED, in a copy of the
# learner's folder.
name=$1 RANDOM=$2

fail() {
    echo "$*"
    exit 1
}

# of NAME: the number after a name at the beginning of a line of said.txt
of() { awk -v name="$1" 'index($0, name) == 1 { n = $NF } END { print n }' said.txt; }
last() { echo "it ended with \"$(grep -v '^make' said.txt | tail -n 1 | cut -c 1-80)\""; }

passes() { make test SEED="$1" >said.txt 2>&1 || fail "make test SEED=$1 failed without a planted mistake: $(tail -n 1 said.txt)"; }

near() {
    passes 1
    e=$(of "largest error") t=$(of tolerance)
    awk -v e="$e" -v t="$t" 'BEGIN {
        if (e + 0 <= 0) { print "largest error " e ": rounding leaves an error above 0, unless a result is compared with itself"; exit 1 }
        if (t + 0 >= 0.01) { print "tolerance " t ": so wide a limit hides mistakes; it has to be below 0.01"; exit 1 }
        if (e + 0 > t + 0) { print "largest error " e " is above tolerance " t ", and the tests passed"; exit 1 }
    }' || exit 1
}

# by_property COMMAND: it failed because a property did not hold
by_property() {
    grep -qi fail said.txt || [ -n "$(of cases)" -a -n "$(of tolerance)" ] ||
        fail "$1 $(last): a property has to find the mistake, not a crash, the compiler or make; print \"failed\" and the case"
}

own_bug() {
    for s in 1 2; do
        make test SEED=$s BUG=1 >said.txt 2>&1 &&
            fail "make test SEED=$s BUG=1 passed: no input that was drawn shows this mistake, or the exit status does not tell"
        by_property "make test SEED=$s BUG=1"
    done
}

lines() { grep -E '^(cases|seed|largest|tolerance)' said.txt; }

same_seed() {
    passes 3
    first=$(lines)
    for i in 1 2 3; do
        passes 3
        [ "$(lines)" = "$first" ] ||
            fail "make test SEED=3 printed other numbers in another run: \"$(lines | tr '\n' ' ')\" and \"$(echo "$first" | tr '\n' ' ')\""
    done
}

other_seeds() {
    for i in 1 2 3 4 5 6; do
        passes $i
        of "largest error"
    done >errors.txt
    [ "$(sort -u errors.txt | wc -l)" -gt 1 ] ||
        fail "largest error is $(head -n 1 errors.txt) for each SEED from 1 to 6. Either the seed does not reach the generator, or this number is not measured"
}

# ---- sums of kata's in place of sum.c

# Both right ones and all that are wrong in some way are one text: a drawn number
# says which it is. called.txt gets the size of each call, its relative error
# ("nan" where none is defined), and a hash of its elements.
# sum_file MODE OFF
tree=0 double=1 first=2 last_one=3 middle=4 empty=5 single=6 nan=7 infinite=8 huge=9 off=10
sum_file() {
    salt=$((1 + RANDOM % 900))
    rm -f called.txt
    cat >sum.c <<END
#include <float.h>
#include <math.h>
#include <stdio.h>
static float kata_tree(const float *x, int n) {
    if (n < 2) return n ? x[0] : 0;
    return kata_tree(x, n / 2) + kata_tree(x + n / 2, n - n / 2);
}
static float kata_sum(const float *x, int n, double exact, double size) {
    int mode = ($((salt * 11 + $1)) + n * 11) % 11;
    float all = mode % 2 || mode > 8 ? (float)exact : kata_tree(x, n);
    switch (mode) {
    case $first: return n > 1 ? kata_tree(x + 1, n - 1) : all;
    case $last_one: return n > 2 && n % 2 ? kata_tree(x, n - 1) : all;
    case $middle: return n > 8 ? kata_tree(x, n / 2) + kata_tree(x + n / 2 + 1, n - n / 2 - 1) : all;
    case $empty: return n ? all : 1;
    case $single: return n == 1 ? 0 : all;
    }
    if (mode == $off) return isfinite(exact) ? (float)(exact + $2 * (n < 32 && $2 < 3e-7 ? 0 : size)) : all;
    if (mode < $nan) return all;
    double s = 0;
    for (int i = 0; i < n; i++) {
        float v = x[i];
        if (mode == $nan && isnan(v)) v = 0;
        if (mode == $infinite && isinf(v)) v = copysignf(FLT_MAX, v);
        if (mode == $huge && isfinite(v) && fabsf(v) > 1e20f) v = 0;
        s += v;
    }
    return (float)s;
}
float sum(const float *x, int n);
float sum(const float *x, int n) {
    static FILE *out;
    double exact = 0, size = 0;
    unsigned hash = 2166136261u;
    for (int i = 0; i < n; i++) {
        union { float f; unsigned u; } bits = {x[i]};
        hash = (hash ^ bits.u) * 16777619u;
        hash ^= hash >> 15;
        exact += x[i];
        size += fabs(x[i]);
    }
    float y = kata_sum(x, n, exact, size);
    if (!out) out = fopen("$PWD/called.txt", "w");
    if (out) {
        fprintf(out, "%d %.6g %u\n", n, isfinite(exact) && size > 0 ? fabs(y - exact) / size : NAN, hash);
        fflush(out);
    }
    return y;
}
END
}

restore() { [ -f kept-sum.c ] && mv kept-sum.c sum.c; }

begin() {
    [ -f sum.c ] || fail "there is no sum.c: it holds what is tested, float sum(const float *x, int n)"
    cp sum.c kept-sum.c
    trap restore EXIT
}

works() {
    make -B -s test SEED=1 >said.txt 2>&1 || fail "make test SEED=1 failed with a sum.c of kata's that is right ($1): $(last)"
    [ -s called.txt ] || fail "make test SEED=1 does not call sum() of sum.c"
}

finds() {
    make -B -s test SEED=1 >said.txt 2>&1 && fail "make test SEED=1 passed with a sum.c of kata's that $1"
    [ -s called.txt ] || fail "make test SEED=1 does not call sum() of sum.c: $(last)"
    by_property "with a sum.c of kata's that $1, make test"
}

# Of a right sum and a wrong one, in drawn order. both MODE WORDS [OFF]
both() {
    right=$((RANDOM % 2)) turn=$((RANDOM % 2))
    for i in 0 1; do
        if [ $i = $turn ]; then
            sum_file $right 0
            works "$([ $right = $tree ] && echo in a tree || echo in double)"
        else
            sum_file "$1" "${3:-0}"
            finds "$2"
        fi
    done
}

right() {
    begin
    for mode in $tree $double; do
        sum_file $mode 0
        works "$([ $mode = $tree ] && echo in a tree || echo in double)"
    done
    cases=$(of cases) calls=$(wc -l <called.txt)
    [ "${cases:-0}" -le "$calls" ] 2>/dev/null ||
        fail "it prints cases $cases, and sum() was called $calls times"
}

# Inputs are drawn: many different ones, and others for another seed.
drawn() {
    begin
    sum_file $tree 0
    works "in a tree"
    cases=$(of cases)
    awk '{ print $1, $3 }' called.txt | sort -u >drawn-1.txt
    own=$(wc -l <drawn-1.txt)
    [ $((own * 2)) -ge "${cases:-0}" ] ||
        fail "it prints cases $cases, and sum() was called with $own different inputs: draw each input anew"
    rm -f called.txt
    make -B -s test SEED=2 >said.txt 2>&1 || fail "make test SEED=2 failed with a sum.c of kata's that is right: $(last)"
    [ -s called.txt ] || fail "make test SEED=2 does not call sum() of sum.c"
    awk '{ print $1, $3 }' called.txt | sort -u >drawn-2.txt
    both=$(comm -12 drawn-1.txt drawn-2.txt | wc -l)
    [ $((both * 2)) -le "$own" ] ||
        fail "$both of $own inputs are the same with SEED=1 and SEED=2: draw all of them from the seed"
}

# A mistake that stands in sum.c is gone with it.
planted() {
    begin
    sum_file $double 0
    make -B -s test SEED=1 BUG=1 >said.txt 2>&1 && return 0
    [ -s called.txt ] || return 0 # another file has the mistake
    fail "with a sum.c of kata's, which is right, make test SEED=1 BUG=1 fails all the same: plant the mistake in sum.c, so that a property has to find it"
}

# An error of a known size for 32 elements and more: any tolerance allows it.
measured() {
    begin
    for i in 1 2 3; do
        sum_file $off "1.$((RANDOM % 7))$((RANDOM % 9))e-7"
        works "each result off by 1 to 2 times 1e-7 of the magnitudes"
        e=$(of "largest error")
        awk -v e="$e" '$2 > e * 0.93 && $2 < e * 1.07 { found = 1 } END { exit !found }' called.txt ||
            fail "it prints largest error $e, and no result had such an error: it is the distance from the sum in double, over the sum of magnitudes"
    done
}

elements() {
    begin
    both $((first + RANDOM % 3)) "leaves an element out"
}
sizes() {
    begin
    both $empty "is 1 for no elements"
    both $single "is 0 for one element"
}
special() {
    begin
    both $nan "takes a NaN for 0"
    both $infinite "takes an infinity for the largest float"
}
large() {
    begin
    both $huge "takes numbers beyond 1e20 for 0"
}
tolerance() {
    begin
    sum_file $tree 0
    works "in a tree"
    t=$(of tolerance)
    both $off "is off by thirty times the tolerance $t that was printed" "$(awk -v t="$t" 'BEGIN { print 30 * t }')"
}

case $name in
near | own_bug | planted | same_seed | other_seeds | drawn | right | measured | elements | sizes | special | large | tolerance) "$name" ;;
*) fail "no test $name" ;;
esac
