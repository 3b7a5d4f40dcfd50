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
set -eu
cd "$(dirname "$0")/.."

build=.build
toolkit=$build/toolkit
# One minor release, so that its parts fit together.
cuda=13.0
wheels="nvidia-cuda-nvcc==$cuda.* nvidia-nvvm==$cuda.* nvidia-cuda-crt==$cuda.*
        nvidia-cuda-runtime==$cuda.* nvidia-cuda-cccl==$cuda.*"
# Of these the headers only: the libraries are huge, and nothing here links them.
header_wheels="nvidia-curand==10.4.0.* nvidia-cublas==$cuda.*"
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
    has valgrind || echo valgrind
    has pkg-config || echo pkg-config
    while read -r module package; do
        pkg-config --exists "$module" 2>/dev/null || echo "$package"
    done <<END
yaml-0.1 libyaml-dev
sqlite3 libsqlite3-dev
libzstd libzstd-dev
zlib zlib1g-dev
libseccomp libseccomp-dev
libmd libmd-dev
check check
END
}

# Runs a command as root: directly, or through sudo.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "$@"
}

install_packages() {
    has apt-get || fail "these are missing: $*" \
        "install your system's packages of that name, then make setup again"
    [ "$(id -u)" = 0 ] ||
        { has sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; } ||
        fail "these are missing, and only root can install them: $*" \
            "have this run, then make setup again: apt-get install $*"
    say "installing: $*"
    apt_install "$@" 2>/dev/null && return
    say "refreshing the list of packages"
    as_root apt-get update -q
    apt_install "$@" || fail "apt-get could not install: $*" \
        "see its message above"
}

# ---- nvcc

# Some seconds for a question, minutes for an answer: nothing waits for ever.
within() {
    seconds=$1
    shift
    if has timeout; then timeout -k 5 "$seconds" "$@"; else "$@"; fi
}

# The compilers that nvcc may be told to use, best first; none is its own choice.
host_compilers() {
    echo default
    for v in 15 14 13 12 11 10 9 8 7; do echo "g++-$v"; done
    echo clang++
    for v in 20 19 18 17 16 15 14 13; do echo "clang++-$v"; done
}

# Compiles a kernel: the only proof that a toolkit is whole. What it said last
# is in $build/setup.log.
works() {
    dir=$(mktemp -d) || fail "no temporary folder" "is the disk full?"
    mkdir -p "$build"
    printf '%s\n' '__global__ void k(float *a) { a[threadIdx.x] = 1; }' \
        'void f(float *a) { k<<<1, 32>>>(a); }' >"$dir/try.cu"
    rc=1
    for cxx in ${NVCC_CCBIN:-$(host_compilers)}; do
        if [ "$cxx" = default ]; then
            set -- "$1"
        else
            at=$(command -v "$cxx") || continue
            set -- "$1" -ccbin "$at"
        fi
        compiles "$@" && rc=0 && break
        # Too new for this nvcc, but mostly it works. Last, as in kata.
    done
    [ $rc = 0 ] ||
        { compiles "$1" -ccbin "$(command -v g++)" -allow-unsupported-compiler &&
            rc=0; } || true
    rm -rf "$dir"
    return $rc
}
compiles() {
    within 120 "$@" -c -std=c++17 -o "$dir/try.o" "$dir/try.cu" \
        >"$build/setup.log" 2>&1
}

# Whether it answers, and is of 11.8 or newer.
usable() {
    release=$(within 30 "$1" --version 2>/dev/null |
        sed -n 's/.*release \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    # shellcheck disable=SC2086 # words are meant
    set -- "$1" ${release:-0 0}
    [ $(($2 * 100 + $3)) -ge 1108 ] && return
    say "passing over $1: it $([ "$2" = 0 ] && echo "does not answer" ||
        echo "is of CUDA $2.$3, and kata needs 11.8 or newer")" >&2
    return 1
}

# The order of build/toolkit.c.
find_nvcc() {
    if [ -n "${KATA_NVCC:-}" ]; then
        at=$(command -v "$KATA_NVCC") || fail "KATA_NVCC names '$KATA_NVCC', \
which is not there" "give the full path of nvcc, or unset KATA_NVCC"
        usable "$at" || fail "KATA_NVCC names it" \
            "give the full path of another nvcc, or unset KATA_NVCC"
        echo "$at"
        return
    fi
    for name in nvcc ${CUDA_HOME:+"$CUDA_HOME/bin/nvcc"} \
        /usr/local/cuda/bin/nvcc "$toolkit/bin/nvcc" \
        /usr/lib/nvidia-cuda-toolkit/bin/nvcc; do
        at=$(command -v "$name") && usable "$at" && echo "$at" && return
    done
    return 0
}

# Many systems have a pip that only shows in an environment of its own.
find_pip() {
    for at in "python3 -m pip" pip3 pip "$part/pip/bin/pip"; do
        [ "$at" != "$part/pip/bin/pip" ] ||
            python3 -m venv "$part/pip" >/dev/null 2>&1 || continue
        if $at --version >/dev/null 2>&1; then
            echo "$at"
            return
        fi
    done
}

# Fetches wheels into $part/wheels. On a terminal pip shows how far it is.
download() {
    quiet=-q
    [ ! -t 1 ] || quiet=
    # shellcheck disable=SC2086
    $pip download $quiet --disable-pip-version-check --no-deps \
        --only-binary :all: --dest "$part/wheels" "$@"
}

# Unpacks what has been fetched into $part/tree, and removes it: all of it, or
# only what matches a pattern.
unpack() {
    for wheel in "$part"/wheels/*.whl; do
        if has unzip; then
            unzip -q -o "$wheel" "$@" -d "$part/tree"
        else
            python3 - "$wheel" "$part/tree" "$@" <<'END'
import fnmatch, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
like = sys.argv[3] if len(sys.argv) > 3 else "*"
wheel.extractall(sys.argv[2], fnmatch.filter(wheel.namelist(), like))
END
        fi || fail "cannot unpack $wheel" "is the disk full?"
        rm -f "$wheel"
    done
}

fetch_toolkit() {
    mkdir -p "$build"
    rm -rf "$build"/toolkit.part.* # of one that was killed
    [ "$(df -Pm "$build" | awk 'NR == 2 { print $4 }')" -ge 1000 ] ||
        fail "the disk of $PWD/$build has too little room" \
            "the compiler is 270 MB; to unpack it takes 1000 MB for a while"
    part=$(mktemp -d "$build/toolkit.part.XXXXXX")
    # Whatever happens from here on, no half of it stays.
    trap 'rm -rf "$part"' EXIT
    trap 'exit 130' INT TERM HUP
    pip=$(find_pip)
    if [ -z "$pip" ]; then
        install_packages python3 python3-pip
        pip=$(find_pip)
        [ -n "$pip" ] || fail "there is no pip to fetch the compiler with" \
            "install pip, or a CUDA toolkit (11.8 or newer) from NVIDIA"
    fi

    say "fetching NVIDIA's CUDA $cuda compiler (some 110 MB, no root needed)"
    # shellcheck disable=SC2086 # words are meant
    download $wheels ||
        fail "pip could not fetch the compiler" \
            "check the network, pip's index and the space on the disk, or \
install a CUDA toolkit (11.8 or newer) and have nvcc on the PATH"
    unpack
    # Each wheel holds a part of nvidia/cu13: together they are a toolkit.
    new=$(echo "$part"/tree/nvidia/cu*)
    chmod -R u+w,+rX "$new"
    chmod +x "$new"/bin/* "$new"/nvvm/bin/*
    [ -e "$new/lib64" ] || ln -s lib "$new/lib64" # where this nvcc looks
    works "$new/bin/nvcc" || {
        cat "$build/setup.log" >&2
        fail "the fetched compiler does not work" "its message is above"
    }
    say "fetching the headers of cuRAND and cuBLAS (some 480 MB to fetch, 3 MB \
to keep)"
    for wheel in $header_wheels; do
        download "$wheel" && unpack '*/include/*' ||
            say "they did not come: only programs that include them need them; \
harness/setup.sh --wheels tries again"
    done
    rm -rf "$toolkit"
    mv "$new" "$toolkit"
    echo "$toolkit/bin/nvcc" >"$build/setup.ok"
    say "CUDA compiler: $toolkit/bin/nvcc"
}

# ---- all of it

packages=$(missing_packages | tr '\n' ' ')
if [ "$mode" = --check ]; then
    nvcc=$(find_nvcc)
    [ -z "$packages" ] || say "missing: $packages"
    [ -n "$nvcc" ] || say "missing: nvcc"
    [ -z "$packages" ] && [ -n "$nvcc" ]
    exit
fi
# shellcheck disable=SC2086
[ -z "$packages" ] || install_packages $packages

nvcc=$(find_nvcc)
if [ "$mode" = --wheels ]; then
    fetch_toolkit
    [ -z "$nvcc" ] || [ "$nvcc" = "$toolkit/bin/nvcc" ] ||
        say "kata goes on with $nvcc; to have it use this one: \
export KATA_NVCC=$PWD/$toolkit/bin/nvcc"
elif [ -z "$nvcc" ]; then
    fetch_toolkit
elif [ "$(cat "$build/setup.ok" 2>/dev/null)" != "$nvcc" ]; then
    # Tried once for each nvcc: a second `make` costs nothing.
    works "$nvcc" || {
        cat "$build/setup.log" >&2
        fail "the nvcc at $nvcc does not work" "its message is above; \
harness/setup.sh --wheels fetches another"
    }
    mkdir -p "$build"
    echo "$nvcc" >"$build/setup.ok"
fi
