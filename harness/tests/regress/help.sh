# Help, version, and the one thing to type for somebody who types only `kata`.
. "$REGRESS/lib.sh"

run kata
status 0
out "kata start TRACK"
[ ! -e "$KATA_DB" ] || fail "looking made a record"

run kata help
status 0
for verb in start next check hint progress; do out "kata $verb"; done
for verb in doctor verify quiz zoo dashboard; do out "$verb"; done
[ "$(wc -l <stdout.txt)" -le 24 ] || fail "help is longer than 24 lines"
[ "$(wc -L <stdout.txt)" -le 80 ] || fail "help is wider than 80 columns"
run kata help all
for verb in start next check hint progress doctor verify completion; do
    out "kata $verb"
done
run kata help measure
status 0
out "kata doctor"
no_out "kata hint"
run kata help no-such-topic
status 2
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
