# diff shows what the learner changed, and says when there is nothing.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
run kata diff
status 2
err "no file for 'pass' yet"
kata next >/dev/null
run kata diff
status 0
out "no difference"
echo "// mine" >>work/pass/pass.cu
run kata diff
status 0
out "+// mine"

# Since the last pass.
run kata diff --passed
status 2
err "has not passed"
if nvcc_path >/dev/null; then
    kata check >/dev/null || fail "no pass"
    run kata diff --passed pass
    status 0
    out "no difference"
    echo "// later" >>work/pass/pass.cu
    run kata diff --passed pass
    out "+// later"
    no_out "+// mine"
fi

# Colour is for terminals, and for whoever forces it.
run kata diff pass
no_out "$(printf '\033')"
CLICOLOR_FORCE=1 TERM=xterm run kata diff pass
out "$(printf '\033[')"
