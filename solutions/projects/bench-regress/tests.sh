# kata's own tests of bench-regress: files of times with a known difference.
# bash tests.sh NAME SEED, in a copy of the learner's folder.
name=$1 seed=$2

# The last line is what the learner reads, so it holds what their tool printed.
fail() {
    said=$(grep -v -e '^$' -e '^make' said.txt 2>/dev/null | tail -n 2 | cut -c 1-80 | tr '\n' ' ')
    echo "$*${said:+; it printed: ${said% }}"
    exit 1
}

# times N SEED US [MACHINE [OPERATION]]: N times around US, with noise of 3 %
times() {
    echo "# ${5-sum} ${4-here}"
    awk -v n="$1" -v seed="$2" -v us="$3" 'BEGIN {
        srand(seed)
        for (i = 0; i < n; i++)
            print us * (1 + 0.03 * sqrt(-2 * log(1 - rand())) * cos(6.28318530718 * rand()))
    }'
}

compare() { make -s compare BASE="$1" NEW="$2" >said.txt 2>&1; }
passes() { compare a.txt b.txt || fail "$1: make compare has to pass, and it failed"; }
flags() {
    compare a.txt b.txt && fail "$1: make compare has to fail, and it passed"
    grep -q "$2" said.txt || fail "$1: it failed without printing $2"
}
# says FROM UNTIL: the number after "change %"
says() {
    awk -v from="$1" -v until="$2" '/^change %/ { c = $3; found = 1 }
        END { exit !(found && c + 0 > from && c + 0 < until) }' said.txt ||
        fail "change % has to lie between $1 and $2"
}

# What is drawn is drawn three times: nobody is right by luck.
draw() {
    for i in 1 2 3; do
        d=$((seed + 1000 * i))
        "$@"
    done
}

noise() {
    times 200 $d 100 >a.txt
    times 200 $((d + 7)) 100 >b.txt
    passes "noise of 3 %, no change"
    says -2 2
}
slower() {
    times 200 $d 100 >a.txt
    times 200 $((d + 7)) 105 >b.txt
    flags "slower by 5 % with noise of 3 %" REGRESSION
    says 3.5 6.5
}
short_times() {
    times 200 $d 0.001 >a.txt
    times 200 $((d + 7)) 0.00105 >b.txt
    flags "slower by 5 %, from 0.001 us to 0.00105 us" REGRESSION
}
long_times() {
    times 200 $d 3e6 >a.txt
    times 200 $((d + 7)) 3e6 >b.txt
    passes "times of 3 s with noise of 3 %, no change"
}
faster() {
    times 200 $d 100 >a.txt
    times 200 $((d + 7)) 90 >b.txt
    passes "faster by 10 %"
    says -12 -8
}
disturbed() {
    times 200 $d 100 >a.txt
    { times 200 $((d + 7)) 100 && printf '900\n900\n900\n900\n'; } >b.txt
    passes "no change, and four times of 900 us"
}
lucky() {
    { times 200 $d 100 && printf '40\n40\n'; } >a.txt
    times 200 $((d + 7)) 100 >b.txt
    passes "no change, and two times of 40 us in the baseline"
}
hidden() { # by two lucky times
    times 200 $d 100 >a.txt
    { times 200 $((d + 7)) 106 && printf '40\n40\n'; } >b.txt
    flags "slower by 6 %, but for two times of 40 us" REGRESSION
}
counts() {
    times 400 $d 100 >a.txt
    times 150 $((d + 7)) 105 >b.txt
    flags "slower by 5 %, 400 times against 150" REGRESSION
    times 150 $((d + 9)) 100 >b.txt
    passes "no change, 400 times against 150"
}
unsorted() { # a drift in one run: the same values in another order are the same
    { times 1 1 1 | head -n 1 && times 200 $d 100 | grep -v '#' | sort -g; } >a.txt
    { times 1 1 1 | head -n 1 && times 200 $((d + 7)) 100 | grep -v '#' | sort -gr; } >b.txt
    passes "no change, one file rising and the other falling"
}

stale() {
    times 200 1 100 here >a.txt
    times 200 2 100 elsewhere >b.txt
    flags "a baseline of another machine" STALE
    times 200 1 100 here scan >a.txt
    times 200 2 100 here sum >b.txt
    flags "a baseline of another operation" STALE
    times 200 1 100 here >a.txt
    times 200 2 105 elsewhere >b.txt
    compare a.txt b.txt && fail "slower, and of another machine: make compare has to fail"
    grep -q STALE said.txt || fail "slower, and of another machine: STALE is what counts"
}
no_baseline() {
    times 200 1 100 >b.txt
    rm -f a.txt
    compare a.txt b.txt && fail "without a baseline make compare has to fail, and it passed"
    : >a.txt
    compare a.txt b.txt && fail "with an empty baseline make compare has to fail, and it passed"
    echo "# sum here" >a.txt
    compare a.txt b.txt && fail "with a baseline of no times make compare has to fail, and it passed"
    times 200 1 100 >a.txt
    echo "# sum here" >b.txt
    compare a.txt b.txt && fail "with no new times make compare has to fail, and it passed"
    return 0
}

# ---- the learner's own times

bench() {
    rm -f t.txt
    from=$(date +%s%N)
    make -s bench OUT=t.txt >said.txt 2>&1 || fail "make bench OUT=t.txt failed"
    took=$((($(date +%s%N) - from) / 1000))
    [ -f t.txt ] || fail "make bench OUT=t.txt wrote no file t.txt"
    head -n 1 t.txt | grep -Eq '^# +[^ ]+ +[^ ]+' || fail "the first line has to be: # operation machine"
    n=$(grep -vc '^#' t.txt)
    different=$(grep -v '^#' t.txt | sort -u | wc -l)
    [ "$n" -ge 20 ] || fail "there are $n times, and at least 20 are needed"
    # The clock of a quiet machine steps by 10 ns, and many times are alike.
    [ $((10 * different)) -ge "$n" ] || fail "of $n times only $different differ: were they measured?"
    grep -v '^#' t.txt | awk '!($1 + 0 > 0) { exit 1 }' || fail "a line is no time above 0"
    grep -v '^#' t.txt | awk -v took=$took '{ sum += $1 } END { exit sum > took }' ||
        fail "the times add up to more than the $took us that make bench took: are they in microseconds"
    cp t.txt first.txt
    make -s bench OUT=t.txt >said.txt 2>&1
    cmp -s t.txt first.txt && fail "two runs wrote the very same times"
    return 0
}
slow_bench() {
    make -s bench OUT=a.txt >said.txt 2>&1 || fail "make bench failed"
    make -s bench OUT=b.txt SLOW=1 >said.txt 2>&1 || fail "make bench SLOW=1 failed"
    flags "SLOW=1 takes four times as long" REGRESSION
    says 100 1200
    make -s bench OUT=b.txt >said.txt 2>&1
    compare b.txt a.txt
    grep -q STALE said.txt && fail "two runs on one machine were told to be STALE"
    return 0
}

case $name in
stale | no_baseline | bench | slow_bench) $name ;;
*) draw $name ;;
esac
