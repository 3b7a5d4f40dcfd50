# On a terminal, reset asks; n changes nothing, y does.
. "$REGRESS/lib.sh"
command -v script >/dev/null || skip "no script(1) to make a terminal with"
kata start toy >/dev/null
kata next >/dev/null
echo "// mine" >>work/pass/pass.cu

echo n | script -qec "$KATA reset" /dev/null
grep -q "// mine" work/pass/pass.cu || fail "reset after n"
echo y | script -qec "$KATA reset" /dev/null
! grep -q "// mine" work/pass/pass.cu || fail "not reset after y"
