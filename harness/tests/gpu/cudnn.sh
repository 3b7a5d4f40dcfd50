#!/usr/bin/env bash
# NVIDIA's cuDNN on this machine's GPU: is it found, does the exercise hold with
# it, and does it agree with the checks of the simulated one?
#
#   cudnn.sh KATA OUT [ROUNDS]
#
# KATA_PYTHON names a Python that has PyTorch for CUDA, whose wheels bring
# cuDNN. Without its headers kata's are taken.
set -u
kata=$1
out=$2
repo=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$out"
export KATA_ROOT=$repo
bad=0

file=$("$kata" doctor | sed -n 's/^ *cuDNN *ok *//p')
if [ -z "$file" ]; then
    echo "cudnn.sh: kata doctor names no cuDNN" >&2
    exit 2
fi
lib=$(dirname "$file")
include=$(dirname "$lib")/include
[ -e "$include/cudnn.h" ] || include=$repo/harness/libs/include/cudnn
echo "# $file, headers $include" | tee "$out/cudnn.txt"

# tests/sim/dnn.cu compares with loops of the host. Lines about which
# algorithms suit may differ from release to release; values may not.
rpath=$lib
for near in cublas cuda_nvrtc cu13 cu12; do
    [ -d "$lib/../../$near/lib" ] && rpath=$rpath:$lib/../../$near/lib
done
if nvcc -std=c++17 -arch=native -isystem "$include" -o "$out/dnn" \
    "$repo/harness/tests/sim/dnn.cu" -L"$lib" -l:"$(basename "$file")" \
    -Xlinker --disable-new-dtags -Xlinker -rpath="$rpath"; then
    "$out/dnn" | tee -a "$out/cudnn.txt"
    [ "${PIPESTATUS[0]}" = 0 ] || bad=1
else
    bad=1
fi

"$kata" verify cudnn-call --on gpu --rounds "${3:-1}" \
    --measured "$out/measured.tsv" | tee -a "$out/cudnn.txt"
[ "${PIPESTATUS[0]}" = 0 ] || bad=1
exit "$bad"
