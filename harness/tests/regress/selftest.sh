# Cheats that are rejected otherwise than they say, and honest kernels that
# fail, make kata selftest fail; what is shipped does not.
. "$REGRESS/lib.sh"
need_nvcc

# A curriculum whose programs say wrong things of themselves.
cp -r "$TOY" root
mkdir -p root/harness/tests/cheats/copy root/harness/tests/cheats/honest/copy
export KATA_ROOT=$PWD/root
cheats=root/harness/tests/cheats
printf '%s\n' '// rejected by: timeout (does nothing)' \
    'void copy(const float *, float *, int) {}' >$cheats/copy/idle.cu
printf '%s\n' '// passes (does nothing, and says that it is honest)' \
    'void copy(const float *, float *, int) {}' >$cheats/honest/copy/idle.cu
sed '1i// rejected by: stale (is as it should be)' \
    "$TOY/solutions/basics/copy/copy.cu" >$cheats/copy/right.cu
run kata selftest --on sim
status 1
out "FAIL: 0 of 2 cheats rejected for the reason they state, 0 of 1 honest"
out "pass at done"
run kata selftest --on sim copy/right --json
status 1
json
same "$(field '$.rows[0].result')" FAIL
same "$(field '$.rows[1].result')" ""

echo 'void copy(const float *, float *, int) {}' >$cheats/copy/mute.cu
run kata selftest --on sim mute
status 2
err "does not say what rejects it"
run kata selftest --on sim nothing-like-it
status 2
err "no program is called 'nothing-like-it'"
run kata selftest --part 3/2
status 2
err "--part takes K/N"

# Those that are shipped: a fifth of them, or all.
unset KATA_ROOT
repo=$(cd "$REGRESS/../../.." && pwd)
part="--part 2/5"
[ -z "${KATA_LONG:-}" ] || part=
KATA_ROOT=$repo run "$KATA" selftest --on sim $part
status 0
no_out "FAIL"
out "cheats rejected for the reason they state"
[ ! -e "$KATA_DB" ] || [ "$(sql "SELECT count(*) FROM attempt")" = 0 ] ||
    fail "selftest recorded attempts"

# A race between the clock's end and who answers later, won every time.
for _ in 1 2 3 4 5; do
    KATA_ROOT=$repo run kata selftest --on sim answers-later
    status 0
done
