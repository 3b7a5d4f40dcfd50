# A record from a newer kata is refused and left as it is.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
sql "PRAGMA user_version = 7" >/dev/null
before=$(sql "PRAGMA user_version")
run kata next
status 5
err "made by a newer kata (schema 7, this kata knows "
err "update kata"
same "$(sql "PRAGMA user_version")" "$before"
