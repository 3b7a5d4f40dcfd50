# kata's own tests of bench-harness: do the numbers of one run fit together?
# bash tests.sh NAME SEED, in a copy of the learner's folder.

fail() {
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

case $1 in
consistent) "$1" ;;
*) fail "no test $1" ;;
esac
