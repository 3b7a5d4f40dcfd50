# A reset keeps what was there, asks first, and undo goes back step by step.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
kata next >/dev/null
file=work/pass/pass.cu

echo "// one" >>$file
cp $file one.txt
run kata reset </dev/null
status 2
err "--yes"
cmp $file one.txt || fail "changed without a yes"

run kata reset --yes
status 0
out "kata undo"
cmp $file "$TOY/exercises/basics/pass/pass.cu" || fail "not the stub"

echo "// two" >>$file
cp $file two.txt
kata reset --yes >/dev/null
echo "// three" >>$file
run kata undo
status 0
cmp $file two.txt || fail "the first undo is not the second text"
run kata undo
cmp $file one.txt || fail "the second undo is not the first text"
run kata undo
status 2
err "nothing to undo"
[ "$(sql "SELECT count(*) FROM snapshot")" -ge 4 ] || fail "a text was lost"
