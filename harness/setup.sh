#!/bin/sh
# Makes this machine ready for kata: what is missing, and nothing else.
#
#   harness/setup.sh             packages, then a CUDA compiler if there is none
#   harness/setup.sh --wheels    NVIDIA's compiler wheels even if there is one
#   harness/setup.sh --check     change nothing; status 1: something is missing
#
# Asks for root only to install packages. The CUDA compiler needs none: it comes
# from NVIDIA's wheels, fetched by pip from whatever index pip is set up to use,
# unpacked into .build/toolkit. No GPU and no driver is needed for either.
# KATA_BUILD names another folder than .build.
set -eu
cd "$(dirname "$0")/.."

build=${KATA_BUILD:-.build}
toolkit=$build/toolkit
# One minor release, so that its parts fit together.
cuda=13.0
wheels="nvidia-cuda-nvcc==$cuda.* nvidia-nvvm==$cuda.* nvidia-cuda-crt==$cuda.*
        nvidia-cuda-runtime==$cuda.* nvidia-cuda-cccl==$cuda.*"
mode=${1:-}

say() { printf '%s\n' "setup: $*"; }
fail() {
    printf '%s\n' "setup: $1" >&2
    [ -z "${2:-}" ] || printf '%s\n' "  hint: $2" >&2
    exit 5
}
has() { command -v "$1" >/dev/null 2>&1; }

# ---- packages

# Asks for what is used, not for package names: other systems name them
# otherwise. Prints the Debian name of everything that is missing.
missing_packages() {
    has cc || echo gcc
    has g++ || echo g++
    has make || echo make
    has objcopy || echo binutils
    has sqlite3 || echo sqlite3
    has pkg-config || echo pkg-config
    while read -r module package; do
        pkg-config --exists "$module" 2>/dev/null || echo "$package"
    done <<END
yaml-0.1 libyaml-dev
sqlite3 libsqlite3-dev
libzstd libzstd-dev
libseccomp libseccomp-dev
libmd libmd-dev
check check
END
}

# Runs a command as root: directly, or through sudo.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif has sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        sudo "$@"
    else
        fail "packages are missing, and only root can install them" "$(
            echo "have this run, then make setup again: $*")"
    fi
}

install_packages() {
    say "installing: $*"
    has apt-get || fail "these are missing: $*" \
        "install your system's packages of that name, then make setup again"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "$@" && return
    say "refreshing the list of packages"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "$@" ||
        fail "apt-get could not install: $*" "see its message above"
}

# ---- nvcc

# Compiles a kernel: the only proof that a toolkit is whole.
works() {
    dir=$(mktemp -d) || fail "no temporary folder" "is the disk full?"
    printf '%s\n' '__global__ void k(float *a) { a[threadIdx.x] = 1; }' \
        'void f(float *a) { k<<<1, 32>>>(a); }' >"$dir/try.cu"
    rc=0
    "$1" -c -std=c++17 -o "$dir/try.o" "$dir/try.cu" >"$dir/log" 2>&1 || rc=1
    [ $rc = 0 ] || [ "${2:-}" != loud ] || cat "$dir/log" >&2
    rm -rf "$dir"
    return $rc
}

# The order of build/toolkit.c.
find_nvcc() {
    if [ -n "${KATA_NVCC:-}" ]; then
        command -v "$KATA_NVCC" || fail "KATA_NVCC names '$KATA_NVCC', which \
is not there" "give the full path of nvcc, or unset KATA_NVCC"
        return
    fi
    for at in nvcc ${CUDA_HOME:+"$CUDA_HOME/bin/nvcc"} \
        /usr/local/cuda/bin/nvcc "$toolkit/bin/nvcc" \
        /usr/lib/nvidia-cuda-toolkit/bin/nvcc; do
        if command -v "$at"; then return; fi
    done
}

find_pip() {
    for at in "python3 -m pip" pip3 pip; do
        if $at --version >/dev/null 2>&1; then
            echo "$at"
            return
        fi
    done
}

fetch_toolkit() {
    pip=$(find_pip)
    if [ -z "$pip" ]; then
        install_packages python3 python3-pip
        pip=$(find_pip)
        [ -n "$pip" ] || fail "there is no pip to fetch the compiler with" \
            "install pip, or a CUDA toolkit (11.8 or newer) from NVIDIA"
    fi

    mkdir -p "$build"
    rm -rf "$build"/toolkit.part.* # of one that was killed
    part=$(mktemp -d "$build/toolkit.part.XXXXXX")
    # Whatever happens from here on, no half of it stays.
    trap 'rm -rf "$part"' EXIT
    trap 'exit 130' INT TERM HUP
    say "fetching NVIDIA's CUDA $cuda compiler (some 110 MB, no root needed)"
    # shellcheck disable=SC2086 # words are meant
    $pip download -q --disable-pip-version-check --no-deps --only-binary :all: \
        --dest "$part/wheels" $wheels ||
        fail "pip could not fetch the compiler" \
            "check the network and pip's index, or install a CUDA toolkit \
(11.8 or newer) and have nvcc on the PATH"
    for wheel in "$part"/wheels/*.whl; do
        if has unzip; then
            unzip -q -o "$wheel" -d "$part/tree"
        else
            python3 -m zipfile -e "$wheel" "$part/tree"
        fi || fail "cannot unpack $wheel" "is the disk full?"
    done
    # Each wheel holds a part of nvidia/cu13: together they are a toolkit.
    new=$(echo "$part"/tree/nvidia/cu*)
    chmod -R u+w,+rX "$new"
    chmod +x "$new"/bin/* "$new"/nvvm/bin/*
    [ -e "$new/lib64" ] || ln -s lib "$new/lib64" # where this nvcc looks
    works "$new/bin/nvcc" loud || fail "the fetched compiler does not work" \
        "its message is above"
    rm -rf "$toolkit"
    mv "$new" "$toolkit"
    say "CUDA compiler: $toolkit/bin/nvcc"
}

# ---- all of it

packages=$(missing_packages | tr '\n' ' ')
nvcc=$(find_nvcc || true)
if [ "$mode" = --check ]; then
    [ -z "$packages" ] || say "missing: $packages"
    [ -n "$nvcc" ] || say "missing: nvcc"
    [ -z "$packages" ] && [ -n "$nvcc" ]
    exit
fi
# shellcheck disable=SC2086
[ -z "$packages" ] || install_packages $packages

if [ "$mode" = --wheels ]; then
    fetch_toolkit
elif [ -z "$nvcc" ]; then
    [ -z "${KATA_NVCC:-}" ] || exit 5 # find_nvcc has said why
    fetch_toolkit
elif [ "$(cat "$build/setup.ok" 2>/dev/null)" != "$nvcc" ]; then
    # Tried once for each nvcc: a second `make` costs nothing.
    works "$nvcc" loud || fail "the nvcc at $nvcc does not work" \
        "its message is above; harness/setup.sh --wheels fetches another"
    mkdir -p "$build"
    echo "$nvcc" >"$build/setup.ok"
fi
