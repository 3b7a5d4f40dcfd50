# History is newest first, limited, and survives a reader that goes away.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
run kata history pass
status 0
out "0 attempts"
out "next: kata check week01/pass"

for us in 900 500 400; do record_pass pass v $us; done
run kata history pass --limit 2
status 0
out "3 attempts"
out "400 us"
no_out "900 us"
run kata history pass
out "900 us to 400 us"
run kata history pass --json --limit 1
json
same "$(field '$.attempts[0].median_us')" 400

kata history pass | head -n 1 >/dev/null
same "${PIPESTATUS[0]}" 0
