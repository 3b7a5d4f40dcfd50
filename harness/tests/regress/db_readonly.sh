# A record that may not be written says so, and what to set.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
chmod 555 .
chmod 444 progress.db
as=()
if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null || skip "root may write everything"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    "${as[@]}" test -x "$KATA" || skip "nobody may not run $KATA"
fi
"${as[@]}" "$KATA" next >/tmp/kata-ro.$$ 2>&1
last_status=$?
chmod 755 .
mv /tmp/kata-ro.$$ stderr.txt
cat stderr.txt
status 5
err "cannot be written"
err "KATA_DB"
