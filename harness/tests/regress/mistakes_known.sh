# Wrong values that a shipped wrong solution has as well: the screen names the
# mistake, however the learner wrote it (solutions/mistakes.tsv).
. "$REGRESS/lib.sh"
unset KATA_KNOWN
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# Other names, another block size, another loop: the same mistake as
# solutions/parallel/reduce-naive/mutants/adds-index.cu.
cat >wrong.cu <<'END'
__global__ void add_up(const int *from, int *to, int count) {
    int stride = gridDim.x * blockDim.x;
    for (int k = threadIdx.x + blockIdx.x * blockDim.x; k < count; k += stride)
        atomicAdd(to, k);
}
void sum(const int *in, int *out, int n) {
    cudaMemset(out, 0, sizeof *out);
    if (n > 0) add_up<<<64, 128>>>(in, out, n);
}
END
given reduce-naive
out "a known mistake: The thread adds"
no_out "by hand"

# Rounding differs from that of the shipped file, and nothing else.
cat >wrong.cu <<'END'
#include <cuda_fp16.h>
__global__ void add_all(const float *a, const float *b, float *c, int n) {
    for (int k = blockIdx.x * 64 + threadIdx.x; k < n; k += gridDim.x * 64) {
        __half x = a[k], y = b[k];
        c[k] = x + y;
    }
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add_all<<<(n + 63) / 64, 64>>>(a, b, c, n);
}
END
given vector-add
out "a known mistake: The sums are computed in half precision."

# Another mistake, which no shipped file makes, has no such sentence.
sed -i 's/x + y/x + y + y + x + y/' wrong.cu
given vector-add
no_out "known mistake"

# Nothing is told of a file that writes nothing: many mistakes look so.
sed -i 's/if (n) add_all/if (n < 0) add_all/' wrong.cu
given vector-add
no_out "known mistake"

# The file has what its wrong solutions give today.
for id in reduce-naive vector-add softmax-rows; do
    "$KATA" verify $id --on sim --mistakes now.tsv >table.txt ||
        fail "$id: $(cat table.txt)"
done
grep -v '^#' now.tsv >now.txt
grep -E '^(reduce-naive|vector-add|softmax-rows)	' \
    "$KATA_ROOT/solutions/mistakes.tsv" >before.txt
sort now.txt >now.sorted
sort before.txt | cmp -s - now.sorted ||
    fail "solutions/mistakes.tsv is not what the wrong solutions give: make mistakes"

"$KATA" verify vector-add --mistakes x.tsv --solutions --on sim >out.txt 2>&1 &&
    fail "--mistakes with --solutions"
grep -q "is about all wrong solutions" out.txt || fail "$(cat out.txt)"

# The pixels of the edge outside of an image, in both passes of a filter.
cat >wrong.cu <<'END2'
__global__ void pass(const float *from, const float *taps, float *to, int h, int w, int r, bool rows) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int j = -r; j <= r; j++) {
        int cx = rows ? min(max(x + j, 0), w - 1) : x, cy = rows ? y : min(max(y + j, 0), h - 1);
        sum += taps[j + r] * from[cy * w + cx];
    }
    to[y * w + x] = sum;
}
void filter(const float *in, const float *taps_x, const float *taps_y, float *between, float *out,
            int h, int w, int r) {
    if (h == 0 || w == 0) return;
    dim3 blocks((w + 31) / 32, (h + 7) / 8), threads(32, 8);
    pass<<<blocks, threads>>>(in, taps_x, between, h, w, r, true);
    pass<<<blocks, threads>>>(between, taps_y, out, h, w, r, false);
}
END2
given conv-separable
out "the pixels of the edge are repeated, in both passes"
sed -i 's/min(max(y + j, 0), h - 1)/y/' wrong.cu
given conv-separable
no_out "in both passes"
