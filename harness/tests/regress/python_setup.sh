# make torch: what it says where PyTorch cannot be had, and that nothing half
# done stays. The Python of the environment is a script, whose pip does as told.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
unset KATA_PYTHON
mkdir -p here/harness/python here/exercises/a/needs here/exercises/a/not \
    here/.build/python/bin tools
cd here || exit 1
cp "$repo/harness/fetch.sh" "$repo/harness/python.sh" harness
cp "$repo"/harness/python/*.txt harness/python
cp harness/python/requirements.txt .build/python/numpy.txt
echo 'machine: [torch]' >exercises/a/needs/exercise.yaml
echo 'machine: [numpy]' >exercises/a/not/exercise.yaml
cat >.build/python/bin/python <<'END'
#!/bin/sh
case $* in
*--target*)
    while [ "$1" != --target ]; do shift; done
    mkdir -p "$2/torch"
    case $MODE in
    offline) echo "WARNING: Retrying (Retry(total=0))" >&2
        echo "ERROR: No matching distribution found for torch" >&2; exit 1 ;;
    cuda) echo "ERROR: Could not find (from versions: 2.12.0, 2.13.0)" >&2
        echo "ERROR: No matching distribution found for torch" >&2; exit 1 ;;
    killed) kill -TERM "$PPID"; exec sleep 1 ;;
    esac ;;
*"import torch"*) [ "$MODE" != broken ] || {
    echo "ImportError: libtorch.so: file too short" >&2; exit 1; } ;;
*) cat >/dev/null; echo pth >pth ;;
esac
END
chmod +x .build/python/bin/python
torch() {
    MODE=$1
    shift
    run env MODE="$MODE" sh harness/python.sh torch "$@"
}
nothing_half_done() {
    [ ! -e .build/torch.part ] || fail "a half stays"
    [ ! -e .build/python/torch-2.13.0 ] || fail "it counts as installed"
    [ ! -e pth ] || fail "the environment would find it"
}

torch offline
status 5
out "210 MB to fetch, 0.9 GB on the disk"
err "pip could not fetch PyTorch"
err "check the network"
nothing_half_done
torch cuda
status 5
err "no PyTorch 2.13.0 built for processors"
err "PIP_EXTRA_INDEX_URL"
nothing_half_done
torch broken
status 5
err "libtorch.so: file too short"
err "the PyTorch that was fetched does not work"
nothing_half_done
torch killed
status 130
nothing_half_done
printf '#!/bin/sh\nprintf "x\\n1 2 3 100\\n"\n' >../tools/df
chmod +x ../tools/df
PATH=$PWD/../tools:$PATH torch fine
status 5
err "too little room"
nothing_half_done

# The tests go on without it, and say so.
torch offline --or-skip
status 0
err "pip could not fetch PyTorch"
err "SKIPPED LOUDLY: PyTorch is not here, so these 1 cannot be checked:"
grep -qx "  needs" stderr.txt || fail "does not name the exercises"

# Another one serves.
printf '#!/bin/sh\necho 2.11.0\n' >../tools/python9
chmod +x ../tools/python9
KATA_PYTHON=$PWD/../tools/python9 torch offline
status 0
out "KATA_PYTHON has PyTorch 2.11.0"
nothing_half_done

# Its exercises are left out, in words, and what is left out proves nothing.
run env KATA_ROOT="$repo" KATA_PYTHON=/bin/false "$KATA" verify compile-breaks
status 2
out "skipped"
tr -s '\n ' '  ' <stdout.txt | grep -qF "no PyTorch (make torch)" ||
    fail "does not say why"
err "nothing was verified"

torch fine
status 0
out "ready"
[ -d .build/python/torch-2.13.0/torch ] && [ -e pth ] || fail "not installed"
torch offline
status 0
no_out "fetching"
