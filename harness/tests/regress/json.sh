# --json gives one JSON document on every reading verb, errors too.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
record_pass pass

for line in tracks progress "progress --week 1" "history pass" lint doctor; do
    # shellcheck disable=SC2086
    run kata $line --json
    json
    same "$(field '$.schema')" 1
done
run kata check passt --json
status 2
json
out "nearest"
[ ! -s stderr.txt ] || fail "wrote to stderr as well"

# Every key of a check is explained.
run kata check --json-fields
status 0
out "  verdict_id          text"
out "gates[]: one gate"
out "  at_least            number"
no_out "json_"
