# A profile: the sheet and its program are handed out, an export of the program
# is judged, one of something else is not. And what kata new makes for authors.
. "$REGRESS/lib.sh"
need_nvcc
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
run kata new exercise basics/gaps --kind profile
status 0
out "created 6 files:"
run kata verify gaps
status 0
kata start toy >/dev/null

run kata next gaps
status 0
file=work/gaps/gaps.md
[ -s work/gaps/gaps.cu ] || fail "the program is not handed out"
blocks=$(sed -n 's/.*kata sim gaps.cu --json -- \([0-9]*\) .*/\1/p' $file)
[ -n "$blocks" ] || fail "the sheet has no command"

run kata check gaps
status 1
out "there is no such file beside the sheet"

(cd work/gaps && kata sim gaps.cu --json -- "$blocks" >profile.json) 2>/dev/null
us() { sqlite3 :memory: "SELECT json_extract(readfile('work/gaps/profile.json'), '\$.kernels[$1].us')"; }
share() { awk -v a="$(us "$1")" -v b="$(us 0)" -v c="$(us 1)" 'BEGIN { print 100 * a / (b + c) }'; }
answer() { sed -i "s/^\(answer[^:]*:\).*/\1 $1/" $file; }
answer "$(share 0) %"
run kata check gaps
status 1
out "that is the other kernel"
out "found the same figures"

# Of another run, edited, of another tool that saw other launches.
cp work/gaps/profile.json good.json
answer "$(share 1) %"
(cd work/gaps && kata sim gaps.cu --json -- $((blocks + 1)) >profile.json) 2>/dev/null
run kata check gaps
status 1
out "other-arguments"
sed 's/"us":/"us":1/' good.json >work/gaps/profile.json
run kata check gaps
status 1
out "the time of row 1 differs"
cp "$(dirname "$REGRESS")/fixtures/tools/ncu-raw-good.csv" work/gaps/profile.csv
sed -i 's/^export:.*/export: profile.csv/' $file
run kata check gaps
status 1
out "the export has no"

sed -i 's/^export:.*/export: profile.json/' $file
cp good.json work/gaps/profile.json
run kata check gaps
status 0
out "PASS"
same "$(sql "SELECT verdict FROM attempt WHERE exercise = 'gaps' ORDER BY id DESC LIMIT 1")" pass
run kata solution gaps
status 0

# A program in Python is started, not compiled.
run kata new exercise basics/script --kind profile
status 0
mv root/exercises/basics/script/script.cu root/exercises/basics/script/script.py
sed -i 's/script\.cu/script.py/' root/exercises/basics/script/exercise.yaml
run kata next script
status 0
grep -q 'ncu .* python3 script\.py [0-9]' work/script/script.md ||
    fail "the sheet does not say how the script is profiled"
grep -q nvcc work/script/script.md && fail "the sheet compiles a script"
true
