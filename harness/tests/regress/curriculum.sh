# Every line of the syllabi has its place; the bank and the coverage can be
# looked at, by topic, by track, by exercise, as data.
. "$REGRESS/lib.sh"
repo=$(cd "$REGRESS/../../.." && pwd)

run kata lint --coverage
status 0
out "6 of 6 lines placed. Of the 5 that ask for something:"
run kata lint --coverage toy
out "toy-006       announced copy-tiled"
run kata lint --coverage toi
status 2
err "no track 'toi'"

run kata bank
status 0
out "copy-tiled               cuda        25 min -      Copy through shared"
run kata bank copy-tiled
out "needs     copy"
run kata bank copy
out "copy, about 10 minutes"
run kata bank copy-tilde
status 2
err "did you mean 'copy-tiled'?"
run kata bank --json basics
out '"id":"copy-tiled","topic":"basics"'

# The real one.
export KATA_ROOT=$repo
run kata lint --coverage
status 0
lines=$(($(wc -l <"$repo/curriculum/items.tsv") - 1))
out "$lines of $lines lines placed."
no_out "nothing answers"
percent() { awk -v level="$1:" '$4 == level {print int($1)}' stdout.txt; }
[ "$(percent run)" -ge 30 ] || fail "only $(percent run) % run code"
[ "$(percent announced)" -le 24 ] || fail "$(percent announced) % announced"
run kata lint
status 0
out ", 0 errors, 0 warnings" # no gate stands open, every reason explains
run kata tracks
for track in accelerated-roadmap-30-month bootcamp-12-month dl-kernels-8-week \
    kernel-engineer-6-month micro-12-week; do
    out "$track"
done
