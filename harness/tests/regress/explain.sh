# kata explain and kata sim --explain: the cost of every line, and why.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
start() { kata start micro-12-week >/dev/null; }
start

run kata explain coalescing --file "$KATA_ROOT/solutions/memory/coalescing/coalescing.cu"
status 0
out "modelled on"
out "float4 p = points[i];"
out "that matter"

# A slow kernel that is right is explained; the wasteful line comes first.
slow=$KATA_ROOT/exercises/memory/coalescing/coalescing.cu
line=$(grep -n 'points\[' "$slow" | head -n 1 | cut -d: -f1)
run kata explain coalescing --file "$slow" --json
status 0
json
same "$(field '$.causes[0].cause')" uncoalesced
[ "$(field '$.lines[0].us')" ] || fail "lines have no time"

# A check gives the same reason, and the same line. Its hint asks for bytes under
# way only where the kernel waits for memory.
dot=$KATA_ROOT/solutions/parallel/dot-product/mutants
run kata check dot-product --file "$dot/stretches.cu"
status 1
line=$(grep -n "a\[i\] \* b\[i\]" "$dot/stretches.cu" | head -n 1 | cut -d: -f1)
out "costliest line: stretches.cu:$line"
out "touches 32.0 sectors"
no_out "Count the bytes"
sed 's/<<<1, 256>>>/<<<66, 256>>>/' "$dot/one-block.cu" >few.cu
run kata check dot-product --no-record --file few.cu
status 1
out "Count the bytes"
run kata check dot-product --file "$dot/one-block.cu"
status 1
out "The launch has 1 block"
no_out "Count the bytes"

# A wrong one gets its check instead; nothing is recorded either way.
cat >wrong.cu <<'END'
void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {}
END
run kata explain coalescing --file wrong.cu
status 1
out "wrong"
same "$(sql 'SELECT count(*) FROM attempt')" 0

# Code for this processor has no kernel, and kata bench nothing to sweep.
solution() { ls "$KATA_ROOT"/solutions/*/"$1"/"$1".*; }
run kata explain openmp-scale --file "$(solution openmp-scale)"
status 2
err "'openmp-scale' is in C, for this processor: there is no kernel to explain"
run kata explain torch-fuse --file "$(solution torch-fuse)"
status 2
err "is in Python, for this processor"
run kata bench openmp-scale
status 2
err "is in C, and kata bench times kernels at many sizes"
run kata bench cublas-call
status 2
err "is timed at one size"

# Kernels of kata's own tests are not the learner's; a time has one whole.
run kata explain cublas-call --file "$(solution cublas-call)"
status 0
out "kata's own kernels, left out below:"
out "(busy)"
out "no line of yours to explain"
no_out "tests.cu"
run kata check cublas-call --verbose --no-record --file "$(solution cublas-call)"
out "kata's own kernels are in it:"
out "cublasSgemm: 1 % of the time, limited by"
run kata explain allreduce-ring --file "$(solution allreduce-ring)"
out "(fill, check)"
no_out "tests.cu"
run kata explain find-event --file "$(solution find-event)"
out "copies"
out "of the kernels' time"
run kata check find-event --verbose --no-record --file "$(solution find-event)"
out "decode: 14 % of the time, limited by"

# A limiter is no more than the whole time.
cat >busy.cu <<'END'
__device__ float sink;
__global__ void busy(int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    if (x == 12345) sink = x;
}
int main() {
    busy<<<1, 32>>>(400000);
    return cudaDeviceSynchronize();
}
END
run kata sim --json busy.cu
json
[ "$(sqlite3 :memory: "SELECT $(field '$.kernels[0].share') <= 1")" = 1 ] ||
    fail "a limiter's part is more than 1"

cat >gather.cu <<'END'
#include <cuda_runtime.h>
__global__ void gather(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * 33 % 4096];
}
int main() {
    float *in, *out;
    cudaMalloc(&in, 4096 * 4);
    cudaMalloc(&out, 4096 * 4);
    cudaMemset(in, 0, 4096 * 4);
    gather<<<16, 256>>>(in, out);
    return cudaDeviceSynchronize();
}
END
run kata sim --explain gather.cu
status 0
err "sectors for"
err "1. line 4"
run kata sim --explain --json gather.cu
json
same "$(field '$.explain.causes[0].line')" 4
same "$(field '$.explain.lines[0].file' | sed 's|.*/||')" gather.cu

run kata explain coalescing --gpu voodoo2
status 2
run kata explain coalescing --file nothere.cu
status 2

# On a GPU ncu counts; without one it says so.
run kata explain coalescing --on moon
status 2
err "--on does not take"
if [ ! -e /dev/nvidiactl ]; then
    run kata explain coalescing --on gpu --json --file gather.cu
    status 5
    out "there is no GPU"
fi
