# Help, version, and the one thing to type for somebody who types only `kata`.
. "$REGRESS/lib.sh"

run kata
status 0
out "kata start TRACK"
[ ! -e "$KATA_DB" ] || fail "looking made a record"

run kata help
status 0
for verb in start next check hint progress doctor verify; do out "kata $verb"; done
run kata --help
status 0
run kata --version
status 0
out "kata "
run kata check --help
status 0
out "--file F"
run kata help check
status 0
out "--file F"

kata start toy >/dev/null
run kata
status 0
out "next: kata next"
