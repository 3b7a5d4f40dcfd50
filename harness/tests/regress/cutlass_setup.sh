# make cutlass: what it says where CUTLASS cannot be had, and that nothing half
# done stays. The Python of the environment is a script, whose pip does as told.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
unset KATA_CUTLASS
mkdir -p here/harness here/exercises/a/needs here/exercises/a/not \
    here/.build/python/bin tools
cd here || exit 1
cp "$repo/harness/fetch.sh" "$repo/harness/cutlass.sh" "$repo/harness/cutlass.txt" harness
echo 'machine: [cutlass, sim]' >exercises/a/needs/exercise.yaml
echo 'machine: [sim]' >exercises/a/not/exercise.yaml
cat >.build/python/bin/python <<'END2'
#!/bin/sh
case $* in
*--version*) ;;
*--dest*)
    while [ "$1" != --dest ]; do shift; done
    mkdir -p "$2"
    [ "$MODE" != offline ] || { echo "ERROR: no network" >&2; exit 1; }
    [ "$MODE" != killed ] || { kill -TERM "$PPID"; exec sleep 1; } ;;
*)
    cat >/dev/null
    [ "$MODE" != full ] || { echo "OSError: no space" >&2; exit 1; }
    mkdir -p "$2/it/cute" "$2/it/cutlass"
    echo >"$2/it/cutlass/version.h"
    [ "$MODE" = other ] || echo >"$2/it/cute/tensor.hpp" ;;
esac
END2
chmod +x .build/python/bin/python
cutlass() {
    MODE=$1
    shift
    run env MODE="$MODE" sh harness/cutlass.sh "$@"
}
nothing_half_done() {
    [ ! -e .build/cutlass.part ] || fail "a half stays"
    [ ! -e .build/cutlass ] || fail "it counts as installed"
}

cutlass offline
status 5
out "7 MB to fetch, 27 MB on the disk"
err "pip could not fetch CUTLASS"
err "copy .build/cutlass from a machine that has it"
nothing_half_done
cutlass full
status 5
err "cannot be unpacked"
nothing_half_done
cutlass other
status 5
err "has no headers of CUTLASS"
nothing_half_done
cutlass killed
status 130
nothing_half_done
printf '#!/bin/sh\nprintf "x\\n1 2 3 50\\n"\n' >../tools/df
chmod +x ../tools/df
PATH=$PWD/../tools:$PATH cutlass fine
status 5
err "too little room"
nothing_half_done

# The tests go on without it, and say so.
cutlass offline --or-skip
status 0
err "SKIPPED LOUDLY: CUTLASS is not here, so these 1 cannot be checked:"
grep -qx "  needs" stderr.txt || fail "does not name the exercises"

cutlass fine
status 0
out "ready"
[ -e .build/cutlass/cute/tensor.hpp ] || fail "not installed"
cutlass offline
status 0
no_out "fetching"

# Another one serves.
KATA_CUTLASS=$PWD/.build/cutlass cutlass offline
status 0
out "KATA_CUTLASS has CUTLASS"

# Its exercises are left out, in words; a check says which command brings it.
run env KATA_ROOT="$repo" KATA_CUTLASS=/nowhere "$KATA" verify cute-tensors
status 2
out "skipped"
tr -s '\n ' '  ' <stdout.txt | grep -qF "no CUTLASS (make cutlass)" ||
    fail "does not say why"
run env KATA_ROOT="$repo" KATA_CUTLASS=/nowhere "$KATA" check cute-tensors --file "$repo/exercises/linear/cute-tensors/cute-tensors.cu"
status 5
err "KATA_CUTLASS names '/nowhere', which has no CUTLASS"
tr -s '\n ' '  ' <stderr.txt | grep -qF "then make cutlass" ||
    fail "does not say which command brings it"
