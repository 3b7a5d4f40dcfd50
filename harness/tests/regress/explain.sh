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
