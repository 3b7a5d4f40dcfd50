# Progress counts what is passed, marks what is stale, and says what is next.
. "$REGRESS/lib.sh"
kata start toy >/dev/null

run kata progress
status 0
out "0/2 passed"
out "next: kata next"
out "planned"

record_pass pass
run kata progress --week 1
out "1/2 passed"
out "1 stale" # the version in the record is of other tests
out "best 412 us"
no_out "week  2"

run kata progress --json
status 0
json
same "$(field '$.exercises')" 2
same "$(field '$.passed')" 1
same "$(field '$.current')" pass # due today, and stale
same "$(field '$.weeks[0].items[0].state')" stale
