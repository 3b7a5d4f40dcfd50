# Without any nvcc, doctor and check say what to do; what needs no compiler works.
. "$REGRESS/lib.sh"
# The usual places are hidden from this script alone.
places="/usr/local/cuda /usr/lib/nvidia-cuda-toolkit
    $(dirname "$(dirname "$KATA")")/toolkit"
# shellcheck disable=SC2086
if [ -z "${HIDDEN:-}" ] && [ -n "$(ls -d $places 2>/dev/null)" ]; then
    unshare -m true 2>/dev/null ||
        skip "SKIPPED LOUDLY: only root can hide the nvcc that is here"
    HIDDEN=1 exec unshare -m bash -u "$0"
fi
for place in $places; do
    [ ! -e $place ] || mount -t tmpfs none "$(realpath $place)" || exit 1
done
unset KATA_NVCC CUDA_HOME
mkdir bin
for tool in sh cat timeout cc g++ grep sqlite3; do ln -s "$(command -v $tool)" bin/; done
PATH=$PWD/bin

run kata start toy
status 0
run kata next
status 0
out "your file"
run kata check pass --on sim
status 5
err "no CUDA compiler (nvcc) on this machine"
err "make setup"
run kata doctor
status 5
out "no CUDA compiler"
same "$(sql "SELECT count(*) FROM attempt")" 0
