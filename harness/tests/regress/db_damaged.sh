# A damaged record is named, with the command that brings the backup back.
. "$REGRESS/lib.sh"
mkdir "a folder" && export KATA_DB="$PWD/a folder/progress.db"
cd "a folder" || exit 1
kata start toy >/dev/null
kata hint >/dev/null
kata hint >/dev/null # the day's backup has the track and one hint by now
[ -e progress.db.bak ] || fail "no backup was made"
printf 'not a database at all, but long enough to be looked at as one' >progress.db
rm -f progress.db-wal progress.db-shm

run kata next
status 5
err "is damaged"
command=$(grep -o 'cd .*' stderr.txt)
[ -n "$command" ] || fail "no command to type"
bash -c "$command" || fail "the command failed"
run kata next
status 0
out "week01/pass"

# A table of kata's that is gone is no sound record.
sqlite3 "$KATA_DB" "DROP TABLE attempt_sum"
run kata doctor
out "cannot read the attempts"
no_out ", sound"
