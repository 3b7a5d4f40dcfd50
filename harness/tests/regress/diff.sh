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
