# A portfolio shows what was passed, and nothing of the machine or of the way.
. "$REGRESS/lib.sh"
need_nvcc
export HOME=$PWD/home
mkdir -p "$HOME"
kata start toy >/dev/null
kata next copy >/dev/null
host=$(uname -n)
{
    echo "// $KATA_WORK/copy/copy.cu on $host, see $HOME/notes </pre><b>"
    cat "$TOY"/solutions/*/copy/copy.cu
} >work/copy/copy.cu
run kata check copy --on sim
status 0
sed -i 's/= in\[\([a-z]*\)\]/= in[\1] + 1/' work/copy/copy.cu
run kata check copy --on sim
status 1
run kata hint copy

run kata dashboard --portfolio --out p.html --title 'By <me>'
status 0
out "1 exercise"
out "replaced"
has() { grep -qF -- "$1" p.html || fail "the portfolio does not say: $1"; }
has_no() { ! grep -qF -- "$1" p.html || fail "the portfolio says: $1"; }
has "By &lt;me&gt;"
has "[path] on "
has "&lt;/pre&gt;&lt;b&gt;"
has "copy.cu"
has_no "$PWD"
has_no "$TOY"
has_no "$HOME"
[ ${#host} -lt 5 ] || has_no "$host"
# Neither failures nor hints, days, reviews, or what is not passed.
has_no "fail"
has_no "hint"
has_no "kata next"
has_no 'id="days"'
has_no 'id="reviews"'
has_no 'id="failure"'
has_no 'id="e-pass"'
has_no "attempt 1"
if command -v python3 >/dev/null; then
    python3 -c 'import xml.dom.minidom as d; d.parse("p.html")' ||
        fail "it is not well formed"
fi

run kata dashboard --portfolio --only copy --json
status 0
json
same "$(field '$.exercises[0].id')" copy
same "$(field '$.days')" ""
same "$(field '$.failed')" ""

run kata dashboard --portfolio --only copy,pass
status 2
err "'pass' is not passed"
run kata dashboard --portfolio --only nothing
status 2
err "there is no exercise 'nothing'"
run kata dashboard --only copy
status 2
run kata dashboard --portfolio --serve
status 2

# A stale pass is none.
record_pass pass
run kata dashboard --portfolio --only pass
status 2
err "stale"
