# Pictures and pages of single things: the times of an exercise, a roofline, a
# check with the cost of every line.
. "$REGRESS/lib.sh"
formed() {
    [ -s "$1" ] || fail "no $1"
    if command -v python3 >/dev/null; then
        python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' \
            "$1" || fail "$1 is not well formed"
    fi
}
kata start toy >/dev/null
run kata history copy --svg none.svg
status 2
err "no attempt at 'copy' was timed"
run kata roofline --svg none.svg
status 2
err "nothing to draw"

record_pass copy v 100
record_pass copy v 70
run kata history copy --svg history.svg
status 0
out "written: history.svg"
formed history.svg
grep -q "copy ceiling" history.svg || fail "no ceiling"
grep -q "best so far" history.svg || fail "no curve"
run kata roofline --svg roof.svg --no-plot
status 0
formed roof.svg
grep -q "week01/copy" roof.svg || fail "the point has no name"
grep -q "write, copy, triad" roof.svg || fail "no ceiling"
run kata history copy --svg /dev/null/no.svg
status 5

need_nvcc
run kata check copy --on sim --no-record --html check.html \
    --file "$TOY"/solutions/basics/copy/copy.cu
status 0
formed check.html
grep -q "id=\"L1\"" check.html || fail "no source"
grep -q "class=\"bar\"" check.html || fail "no line has a cost"
grep -q "sectors per request" check.html || fail "no gate"
run kata check copy --on sim --no-record --html /dev/null/no.html \
    --file "$TOY"/solutions/basics/copy/copy.cu
status 5
