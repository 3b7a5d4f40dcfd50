# kata's own tests of torch-ci: does ci.sh fail, and for the right reason?
# bash tests.sh NAME SEED, in a copy of the learner's folder.

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

case $1 in
steady | wrong | slow) "$1" ;;
*) fail "no test $1" ;;
esac
