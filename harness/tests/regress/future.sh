# A clock that is far ahead, or was: every screen answers, and says so.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
for now in 2300-01-05T08:00 9999-12-30T08:00; do
    for verb in today week progress log history; do
        KATA_NOW=$now run timeout 20 "$KATA" $verb
        status 0
    done
done
kata today >stdout.txt
no_out "from the future"

# An attempt of then, and one with a time that no calendar has.
for at in 10413792000 9223372036854775000; do
    sql "INSERT INTO attempt(at, exercise, verdict, stage, device, backend,
         modelled, summary, version, harness, seed, median_us)
         VALUES($at, 'copy', 'fail', 'done', 'NVIDIA H200', 'gpu', 0,
         'wrong', 'x', 'test', 1, NULL)"
    for verb in today week progress history list "dashboard --out page.html"; do
        run timeout 20 "$KATA" $verb
        status 0
    done
done
run kata today
out "2 attempts are from the future, up to 9999"
run kata doctor
out "2 attempts are from the future"

# kata did not write them.
out "2 attempts have no checksum of kata's"
run kata progress
out "2 attempts of this record are not as kata wrote them"

# What is changed past kata is found.
sql "DROP TRIGGER attempt_final; UPDATE attempt SET exercise = 'pass'"
sql "INSERT INTO attempt_sum VALUES(1, 'another')"
run kata doctor
out "1 attempt was changed after being recorded"
