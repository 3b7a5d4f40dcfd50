# kata log: today's attempts are filled in once, and nothing is overwritten.
. "$REGRESS/lib.sh"
export TZ=UTC KATA_NOW=2025-11-20T18:00 EDITOR=false
kata start toy >/dev/null
record_pass pass # at 2025-11-20 14:46
run kata log
status 0
out "work/log/2025-11-20.md"
page=work/log/2025-11-20.md
grep -q '`pass`.*1 attempt, passed, best 412 us. `kata cite pass`' $page || fail "no attempt"
echo "mine" >>$page
cp $page before
run kata log
cmp $page before || fail "not as it was"
sql "INSERT INTO attempt(at, exercise, verdict, stage, device, backend, modelled,
     summary, version, harness, seed) VALUES(1763658000, 'copy', 'fail',
     'correct', '', 'sim', 1, 'wrong at 3', 'x', 'test', 1)"
run kata log
head -c "$(wc -c <before)" $page | cmp - before || fail "overwritten"
tail -n 1 $page | grep -q 'not passed: wrong at 3' || fail "not appended"
same "$(grep -c '`pass`' $page)" 1
mkdir n && KATA_NOW=2025-11-21 run kata log
status 0
out "2025-11-21.md"
no_out "copy"
kata init lab-notebook nb >/dev/null 2>&1 && {
    run kata log
    out "nb/daily/2025-11-20.md"
}
true
