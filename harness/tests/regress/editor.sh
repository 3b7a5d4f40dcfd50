# kata init editor: settings of clangd and VS Code; clangd then finds what is
# wrong in a kernel, and nothing in one that is right.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
kata next copy >/dev/null
run kata init editor
status 0
out "clangd and VS Code"
for file in .clangd compile_commands.json .vscode/tasks.json; do
    [ -s work/$file ] || fail "no work/$file"
done
for file in work/compile_commands.json work/.vscode/tasks.json; do
    cp $file stdout.txt
    json
done
grep -q '"check", "${file}"' work/.vscode/tasks.json || fail "no task"
echo "// mine" >>work/.vscode/tasks.json
run kata init editor
status 0
grep -q "// mine" work/.vscode/tasks.json || fail "tasks.json was replaced"

nvcc_path >/dev/null || skip "no nvcc: clangd has no CUDA to read"
grep -q -- "-xcuda" work/.clangd || fail ".clangd knows no CUDA"
[ "$(grep -c '"file"' work/compile_commands.json)" -eq 2 ] ||
    fail "compile_commands.json does not list both files"
command -v clangd-19 >/dev/null || exit 0 # the files are there, at least
judge() {
    clangd-19 --check="$KATA_WORK/copy/copy.cu" 2>&1 | grep "^E\["
}
cat >work/copy/copy.cu <<'END'
#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <mma.h>
__global__ void k(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = min(in[i], 1.0f);
}
void copy(const float *in, float *out, int n) {
    k<<<min(n, 7), 256>>>(in, out, n);
}
END
judge && fail "errors in a file that is right"
echo "void wrong() { k<<<1, 1>>>(0, 0); nothing(); }" >>work/copy/copy.cu
judge | grep -q nothing || fail "a mistake was not found"
true
