# Two checks at once are both recorded, and a killed one leaves nothing half.
. "$REGRESS/lib.sh"
need_nvcc
kata start toy >/dev/null
kata next >/dev/null
kata check pass --on sim >/dev/null || fail "the first check"

kata check pass --on sim >one.txt &
one=$!
kata check pass --on sim >two.txt &
two=$!
wait $one || fail "one"
wait $two || fail "two"
same "$(sql "SELECT count(*) FROM attempt")" 3
same "$(sql "SELECT attempts FROM summary")" 3

kata check pass --on sim >killed.txt &
pid=$!
sleep 0.2
kill -9 $pid
wait $pid 2>/dev/null
# In one look: what was killed may have a child that is still recording.
same "$(sql "SELECT count(*) FROM attempt WHERE
    (SELECT count(*) FROM attempt_case WHERE attempt = attempt.id) <> 5")" 0
same "$(sql "PRAGMA integrity_check")" ok
