# Options may stand before or after the exercise, with = or without.
. "$REGRESS/lib.sh"
kata start toy >/dev/null

for line in "history --limit 3 pass" "history pass --limit 3" \
    "history pass --limit=3" "history --json pass" "hist pass"; do
    # shellcheck disable=SC2086
    run kata $line
    status 0
    out "week01/pass"
done
