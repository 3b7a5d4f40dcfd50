# A record that may not be written: who wants to write to it hears so, and what
# to set; who only looks sees it.
. "$REGRESS/lib.sh"
as=()
if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null || skip "root may write everything"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    "${as[@]}" test -x "$KATA" || skip "nobody may not run $KATA"
fi
kata start toy >/dev/null
record_pass pass
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
for mode in 555 755; do # of the folder: files may be made there, or not
    chmod $mode "$where"
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
done
chmod 755 "$where"
same "$(sqlite3 "$KATA_DB" .dump | sha256sum)" "$before"

# A name with what has a meaning in a URI.
cp "$KATA_DB" "$where/50%25 a?b#c.db"
chmod 444 "$where"/50*
chmod 555 "$where"
KATA_DB="$where/50%25 a?b#c.db" as_reader history
status 0
out "pass"
chmod 755 "$where"
