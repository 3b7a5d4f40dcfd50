# kata list: the items of the track, numbered; filters and a search.
. "$REGRESS/lib.sh"
run kata list
status 2
kata start toy >/dev/null
run kata list
status 0
out "   1  open      week01/pass, Twice"
out "   4  planned   Copy through shared memory"
out "4 of 4 items"
out "next: kata next week01/pass"

record_pass pass
run kata list --stale
out "1 of 4 items"
out "   1  stale     week01/pass"
sql "INSERT INTO attempt(at, exercise, verdict, stage, device, backend,
     modelled, summary, version, harness, seed)
     VALUES(1763650001, 'copy', 'fail', 'correct', 'x', 'sim', 1, 'no', 'v',
     'test', 1)"
run kata list --failed
out "   2  "
out "week01/copy"
out "1 of 4 items"
run kata list --planned
out "Copy through shared memory"
no_out "Twice"
run kata list --failed --planned
out "2 of 4 items"
run kata list COPY
out "2 of 4 items"
no_out "Twice"
run kata list COPY --failed
out "1 of 4 items"
run kata list nothing-like-this
status 0
out "0 of 4 items"
no_out "outside"

# kata list tells of exercises outside the track: all, those that are searched
# for by name or topic, those that passed. progress and bank tell, too.
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
for id in loops loose; do
    cp -r root/exercises/basics/pass root/exercises/basics/$id
    mv root/exercises/basics/$id/pass.cu root/exercises/basics/$id/$id.cu
done
run kata list
out "outside the track: 2 more exercises, see \`kata bank\`"
run kata list loo
out "0 of 4 items"
out "outside the track, 2 more: loops, loose; \`kata bank\` lists all"
run kata list basics
out "2 of 4 items"
out "2 more: loops"
run kata list --passed
no_out "outside"
run kata progress
out "outside the track: 0 of 2 passed (kata bank lists them)"
record_pass loops
run kata list --passed --stale
out "outside the track, 1 more: loops;"
run kata progress
out "outside the track: 1 of 2 passed (kata list --passed; all: kata bank)"
run kata bank basics
grep -q "pass .* stale  Twice" stdout.txt || fail "the bank does not know the pass"
grep -q "copy .* tried  Copy" stdout.txt || fail "the bank does not know the try"

# --due is what kata today is about, to the last one.
kata start toy --from 2027-01-04 >/dev/null
KATA_NOW=2027-03-01T08:00 run kata today
n=$(grep -c '^  [A-Z][a-z][a-z] ' stdout.txt)
KATA_NOW=2027-03-01T08:00 run kata list --due
out "$n of 4 items"
