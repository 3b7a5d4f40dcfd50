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
