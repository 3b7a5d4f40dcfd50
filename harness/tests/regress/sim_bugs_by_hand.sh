# sim_bugs.sh in a shell, with a file: nothing is left where it was called.
. "$REGRESS/lib.sh"
need_nvcc
mkdir files here
cat >files/one.cu <<'END'
// FINE nothing
int main() { return 0; }
END
cd here || exit 1
run env -u KATA_WORK -u REGRESS bash "$REGRESS/sim_bugs.sh" ../files/one.cu
status 0
out "ok one.cu nothing: nothing"
rm stdout.txt stderr.txt # of run, above
[ -z "$(ls)" ] || fail "left there: $(ls)"
