#!/bin/sh
# Makes .build/cutlass: the headers of CUTLASS and CuTe, for the exercises that
# need them. An interrupted run leaves nothing half made.
#
#   harness/cutlass.sh              fetches them, if they are not here
#   harness/cutlass.sh --or-skip    if they cannot be had, says which exercises
#                                   cannot be checked, and ends with status 0
#
# No root is needed. pip fetches the file whose hash stands in cutlass.txt from
# whatever index it is set up to use. A machine without network can have the
# folder .build/cutlass of another: it holds text alone.
set -eu
cd "$(dirname "$0")/.."

build=.build
at=$build/cutlass
wanted=harness/cutlass.txt
part=$build/cutlass.part
or_skip=
[ "${1:-}" != --or-skip ] || or_skip=yes

who=cutlass name=CUTLASS word=cutlass
. harness/fetch.sh

# Many systems have a pip that only shows in an environment of its own.
find_pip() {
    for pip in "$build/python/bin/python -m pip" "python3 -m pip" \
        "$part/pip/bin/python -m pip"; do
        [ "${pip%% *}" != "$part/pip/bin/python" ] ||
            python3 -m venv "$part/pip" >/dev/null 2>&1 || continue
        if $pip --version >/dev/null 2>&1; then
            echo "$pip"
            return
        fi
    done
}

if [ -n "${KATA_CUTLASS:-}" ] && [ -e "$KATA_CUTLASS/cute/tensor.hpp" ]; then
    say "KATA_CUTLASS has CUTLASS, and that one serves"
    exit
fi
cmp -s "$wanted" "$at/requirements.txt" && exit

mkdir -p "$build"
[ "$(df -Pm "$build" | awk 'NR == 2 { print $4 }')" -ge 100 ] ||
    fail "the disk of $PWD/$build has too little room" \
        "to unpack CUTLASS takes 100 MB for a while"
say "fetching the headers of CUTLASS (7 MB to fetch, 27 MB on the disk, no root needed)"
rm -rf "$part"
# Whatever happens from here on, no half of it stays.
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM HUP
mkdir -p "$part"
pip=$(find_pip)
[ -n "$pip" ] || fail "there is no pip to fetch CUTLASS with" \
    "install python3-pip or python3-venv, or name the folder include/ of a CUTLASS in KATA_CUTLASS"
$pip download -q --disable-pip-version-check --no-deps --only-binary :all: \
    --require-hashes -r "$wanted" --dest "$part/wheels" ||
    fail "pip could not fetch CUTLASS" \
        "its message is above: check the network and pip's index, then make cutlass again; or copy .build/cutlass from a machine that has it"
${pip%% *} - "$part" <<'PYTHON' ||
import glob, os, sys, zipfile
part = sys.argv[1]
wheel = zipfile.ZipFile(glob.glob(part + "/wheels/*.whl")[0])
source = "cutlass_library/source/"
folders = source + "include/", source + "tools/util/include/"
for name in wheel.namelist():
    if name.endswith("/"):
        continue
    inside = [f for f in folders if name.startswith(f)]
    if inside:
        to = name[len(inside[0]):]
    elif "/licenses/" in name:
        to = os.path.basename(name)
    else:
        continue
    to = os.path.join(part, "it", to)
    os.makedirs(os.path.dirname(to), exist_ok=True)
    with open(to, "wb") as f:
        f.write(wheel.read(name))
PYTHON
    fail "the file that was fetched cannot be unpacked" "is the disk full?"
[ -e "$part/it/cute/tensor.hpp" ] && [ -e "$part/it/cutlass/version.h" ] ||
    fail "the file that was fetched has no headers of CUTLASS"
cp "$wanted" "$part/it/requirements.txt"
rm -rf "$at"
mv "$part/it" "$at"
say "ready: $at"
