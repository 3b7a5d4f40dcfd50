# The solution is for after a pass, or for giving up; the record keeps which.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
kata next >/dev/null
kata next copy >/dev/null

run kata solution copy
status 2
err "is not passed yet"
err "--give-up"
run kata diff copy --solution
status 2
run kata solution copy --give-up
status 0
out "__global__"
run kata diff copy --solution
status 0
out "+++"
run kata progress --week 1
out "solution seen"

record_pass pass
run kata solution pass
status 0
out "__global__"
same "$(sql "SELECT saw_solution FROM summary WHERE exercise = 'pass'")" 0
