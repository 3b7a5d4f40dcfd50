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

# The notes' mark becomes what was measured.
cp -R "$TOY" toy
export KATA_ROOT=$PWD/toy
echo 'This solution: <!-- measured -->' >>toy/solutions/basics/pass/NOTES.md
printf 'pass\tcopy\t0.5\t10.0\t25.000\t24\t26\tH200\t580\t2026-11-21\n' >toy/solutions/measured.tsv
run kata solution pass --give-up
out "This solution: 25 us on H200 (2026-11-21), 50.0 % of the copy ceiling"
no_out "<!--"
