# A record that may not be written: who wants to write to it hears so, and what
# to set; who only looks sees it, also where an older kata made it.
. "$REGRESS/lib.sh"
as=()
if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null || skip "root may write everything"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    "${as[@]}" test -x "$KATA" || skip "nobody may not run $KATA"
fi
kata start toy >/dev/null
record_pass pass
old=$(sql "PRAGMA user_version")
kept=$PWD
where=$kept/readonly
mkdir "$where"
mv progress.db* "$where"
export KATA_DB=$where/progress.db
before=$(sqlite3 "$KATA_DB" .dump | sha256sum)
rm -f "$KATA_DB"-wal "$KATA_DB"-shm
chmod 755 "$kept"
chmod 444 "$KATA_DB"*

as_reader() { run "${as[@]}" "$KATA" "$@"; }
looks_at_it() { # $1: mode of the folder: files may be made there, or not
    chmod "$1" "$where"
    as_reader next
    status 5
    err "cannot be written"
    err "KATA_DB"
    as_reader progress
    status 0
    out "Toy track"
    as_reader history
    status 0
    out "pass"
    as_reader list
    status 0
    out "1 of 2 done"
    as_reader today
    status 0
    as_reader week
    status 0
    as_reader roofline
    status 0
    chmod 755 "$where"
}
looks_at_it 555
looks_at_it 755
same "$(sqlite3 "$KATA_DB" .dump | sha256sum)" "$before"
same "$(sqlite3 "$KATA_DB" "PRAGMA user_version")" "$old"
[ ! -e "$KATA_DB.bak-v$old" ] || fail "a backup of what is not changed"

# The same record, brought up to date.
chmod 644 "$KATA_DB"
kata progress >/dev/null
[ "$(sqlite3 "$KATA_DB" "PRAGMA user_version")" -gt "$old" ] ||
    fail "kata progress left the record at schema $old"
chmod 444 "$KATA_DB"
looks_at_it 555
looks_at_it 755

# A name with what has a meaning in a URI.
cp "$KATA_DB" "$where/50%25 a?b#c.db"
chmod 444 "$where"/50*
chmod 555 "$where"
KATA_DB="$where/50%25 a?b#c.db" as_reader history
status 0
out "pass"
chmod 755 "$where"
