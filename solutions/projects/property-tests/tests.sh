# kata's own tests of property-tests: what the tests print, and whether they find
# planted mistakes. bash tests.sh NAME SEED, in a copy of the learner's folder.

fail() {
    echo "$*"
    exit 1
}

# of NAME: the number after a name at the beginning of a line of said.txt
of() { awk -v name="$1" 'index($0, name) == 1 { n = $NF } END { print n }' said.txt; }

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

# finds BUG SEED
finds() {
    make test SEED="$2" BUG="$1" >said.txt 2>&1 &&
        fail "make test SEED=$2 BUG=$1 passed: no input that was drawn shows this mistake, or the exit status does not tell"
    grep -qi fail said.txt || [ -n "$(of cases)" -a -n "$(of tolerance)" ] ||
        fail "make test SEED=$2 BUG=$1 ended with \"$(grep -v '^make' said.txt | tail -n 1 | cut -c 1-80)\": a property has to find the mistake, not a crash, the compiler or make; print \"failed\" and the case"
}

bug_1() { finds 1 1 && finds 1 2; }
bug_2() { finds 2 1; }
bug_3() { finds 3 1; }
bug_4() { finds 4 1; }
bug_5() { finds 5 1; }

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

case $1 in
near | bug_[1-5] | same_seed | other_seeds) "$1" ;;
*) fail "no test $1" ;;
esac
