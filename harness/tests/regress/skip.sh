# A skipped exercise is passed over, and can be taken back.
. "$REGRESS/lib.sh"
kata start toy >/dev/null

run kata skip
status 0
out "pass is skipped"
run kata next
out "week01/copy"
run kata progress
out "1 skipped"
run kata skip pass --undo
status 0
run kata next
out "week01/pass"
run kata skip --undo
status 2
err "which exercise?"

kata skip pass >/dev/null
kata skip copy >/dev/null
run kata next
status 0
out "Toy track is done."
out "reading"
out "planned"
