#!/bin/sh
# Makes .build/python: a Python environment with NumPy, for exercises of kind
# python, and Triton, for those of kind triton. Fetches what is missing and
# leaves the rest as it is. An interrupted run leaves nothing half made.
#
#   harness/python.sh            NumPy and Triton
#   harness/python.sh numpy      NumPy alone
#   harness/python.sh torch      NumPy and PyTorch, built for processors
#   harness/python.sh numba      NumPy and Numba
#   harness/python.sh --check    change nothing; status 1: something is missing
#
# --or-skip, of the last two: if the package cannot be had, says which exercises
# cannot be checked, and ends with status 0.
#
# No root is needed. pip fetches from whatever index it is set up to use, and
# takes only the files whose hashes stand in the requirements.txt of each. Of
# PyTorch only the version is fixed: its builds for processors come from an index
# of their own, or as a file that somebody has put on the machine, and the same
# version is built more than once. What it needs beside NumPy has hashes too.
set -eu
cd "$(dirname "$0")/.."

build=.build
env=$build/python
torch=2.13.0

who=python name=PyTorch word=torch
. harness/fetch.sh

wanted_by() {
    case $1 in
    numpy) echo harness/python/requirements.txt ;;
    triton) echo harness/triton/requirements.txt ;;
    torch) echo harness/python/torch.txt ;;
    numba) echo harness/python/numba.txt ;;
    esac
}
# Where the environment keeps what was installed last.
mark_of() {
    case $1 in
    numpy) echo "$env/numpy.txt" ;;
    triton) echo "$env/requirements.txt" ;;
    torch) echo "$env/torch-$torch/requirements.txt" ;;
    numba) echo "$env/numba.txt" ;;
    esac
}
complete() { cmp -s "$(wanted_by "$1")" "$(mark_of "$1")"; }

packages="numpy triton"
or_skip=
[ "${2:-}" != --or-skip ] || or_skip=yes
case ${1:-} in
--check)
    for package in $packages; do complete "$package" || exit 1; done
    exit
    ;;
numpy) packages=numpy ;;
torch) packages="numpy torch" ;;
numba) packages="numpy numba" name=Numba word=numba ;;
esac

# The versions that Triton has wheels for.
find_python() {
    for at in ${KATA_PYTHON:-python3 python3.12 python3.11 python3.13 \
        python3.10 python3.14}; do
        "$at" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 14))' \
            2>/dev/null && echo "$at" && return
    done
    return 0
}

need_room() {
    [ "$(df -Pm "$build" | awk 'NR == 2 { print $4 }')" -ge "$1" ] ||
        fail "the disk of $PWD/$build has too little room" \
            "to unpack $2 takes $1 MB for a while"
}

make_environment() {
    python=$(find_python)
    [ -n "$python" ] || fail "there is no Python 3.10 to 3.14 on the PATH" \
        "install python3 and python3-venv, or name one in KATA_PYTHON"
    part=$build/python.part
    rm -rf "$part"
    # Whatever happens from here on, no half of it stays.
    trap 'rm -rf "$part"' EXIT
    trap 'exit 130' INT TERM HUP
    "$python" -m venv "$part" >"$build/python.log" 2>&1 || {
        tail -n 3 "$build/python.log" >&2
        fail "$python cannot make an environment" \
            "install its venv module (apt-get install python3-venv)"
    }
    rm -rf "$env"
    mv "$part" "$env"
}

# What pip was told to fetch, and what it said, if it failed.
pip_install() {
    quiet=-q
    [ ! -t 1 ] || quiet= # a terminal shows how far it is
    # shellcheck disable=SC2086 # words are meant
    "$env/bin/python" -m pip install $quiet --disable-pip-version-check \
        --no-cache-dir --only-binary :all: "$@"
}

# Says why pip has no PyTorch for this machine, from what it said.
fail_torch() {
    log=$1
    cat "$log" >&2
    if grep -q 'No matching distribution' "$log" &&
        ! grep -q 'Retrying\|NewConnectionError\|from versions: none' "$log"; then
        fail "pip's index has no PyTorch $torch built for processors and this Python" \
            "name the index of PyTorch's CPU builds (its site lists it) in PIP_EXTRA_INDEX_URL, then make torch again; or name a Python that has PyTorch and NumPy in KATA_PYTHON"
    fi
    fail "pip could not fetch PyTorch" \
        "its message is above: check the network and pip's index, then make torch again"
}

# PyTorch lies in a folder of its own, which becomes part of the environment
# when it is whole.
install_torch() {
    need_room 1500 PyTorch
    say "fetching PyTorch $torch for processors (210 MB to fetch, 0.9 GB on the disk,"
    say "no root needed)"
    part=$build/torch.part at=$env/torch-$torch
    rm -rf "$part" "$at"
    mkdir -p "$part/tmp"
    trap 'rm -rf "$part"' EXIT
    trap 'exit 130' INT TERM HUP
    here=$PWD
    export TMPDIR="$here/$part/tmp"
    pip_install --no-deps --target "$part/it" "torch==$torch+cpu" \
        2>"$part/log" || fail_torch "$part/log"
    pip_install --no-deps --target "$part/it" --require-hashes \
        -r "$(wanted_by torch)" 2>"$part/log" || fail_torch "$part/log"
    # What it is good for: an operator of its own, and an array of NumPy's.
    PYTHONPATH=$part/it "$env/bin/python" -B -c \
        'import torch; assert float((torch.ones(2, 2) @ torch.ones(2)).numpy().sum()) == 4' \
        2>"$build/python.log" || {
        tail -n 3 "$build/python.log" >&2
        fail "the PyTorch that was fetched does not work" "its message is above"
    }
    cp "$(wanted_by torch)" "$part/it/requirements.txt"
    mv "$part/it" "$at"
    "$env/bin/python" -I - "$here/$at" <<'END'
import os, sys, sysconfig
with open(os.path.join(sysconfig.get_path("purelib"), "kata-torch.pth"), "w") as f:
    f.write(os.path.relpath(sys.argv[1], os.path.dirname(f.name)) + "\n")
END
    rm -rf "$part"
}

install() {
    case $1 in
    torch) install_torch; return ;;
    numpy) need_room 200 NumPy; say "fetching NumPy (17 MB, no root needed)" ;;
    triton)
        need_room 1200 Triton
        say "fetching Triton (190 MB to fetch, 0.7 GB on the disk, no root needed)"
        ;;
    numba)
        need_room 500 Numba
        say "fetching Numba (64 MB to fetch, 0.2 GB on the disk, no root needed)"
        ;;
    esac
    again=python
    [ "$1" != numba ] || again=numba
    # Until it is whole, it does not count as installed.
    rm -f "$(mark_of "$1")"
    pip_install --no-deps --require-hashes -r "$(wanted_by "$1")" ||
        fail "pip could not fetch $1" \
            "its message is above: check the network and pip's index, then make $again again"
    "$env/bin/python" -I -c "import $1" 2>"$build/python.log" || {
        tail -n 3 "$build/python.log" >&2
        fail "the $1 that was fetched cannot be loaded" "its message is above"
    }
    cp "$(wanted_by "$1")" "$(mark_of "$1")"
}

mkdir -p "$build"
# Who has named a Python that has PyTorch needs no other.
if [ "${1:-}" = torch ] && [ -n "${KATA_PYTHON:-}" ] && has=$("$KATA_PYTHON" -I \
    -c 'import numpy, torch; print(torch.__version__)' 2>/dev/null); then
    say "KATA_PYTHON has PyTorch $has, and that one serves"
    exit
fi
did=
for package in $packages; do
    complete "$package" && continue
    [ -x "$env/bin/python" ] || make_environment
    install "$package"
    did=yes
done
[ -z "$did" ] || say "ready: $env"
