# kata next hands a stub out once and never overwrites what is there.
. "$REGRESS/lib.sh"
kata start toy >/dev/null

run kata next
status 0
out "your file: work/pass/pass.cu"
out "next: edit it, then kata check week01/pass"
cmp work/pass/pass.cu "$TOY/exercises/basics/pass/pass.cu" || fail "not the stub"

echo "// mine" >>work/pass/pass.cu
run kata next
status 0
out "as you left it"
grep -q "// mine" work/pass/pass.cu || fail "my line is gone"

run kata next copy
status 0
out "work/copy/copy.cu"

# One exercise, and no track.
mkdir alone && cd alone || exit 1
export KATA_DB=$PWD/alone.db
run kata next pass
status 0
out "next: edit it, then kata check pass"
run kata next
status 2
err "no track is active yet"
