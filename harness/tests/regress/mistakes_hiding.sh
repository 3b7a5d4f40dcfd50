# An edit that makes every case right may hide the mistake of another line: the
# edit of that line is told, or that the two lines do not go together.
. "$REGRESS/lib.sh"
export KATA_EDITS=60
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# Rows are padded where they are stored, and are not where they are read.
# turn STORED READ [MORE]: the index of either, and a line before.
turn() {
    cat >wrong.cu <<END2
const int SIDE = 32;
const int PITCH = SIDE + 1;
__global__ void turn(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[SIDE * PITCH];
    int x0 = blockIdx.x * SIDE, y0 = blockIdx.y * SIDE, x = threadIdx.x;
    ${3-}
    for (int y = threadIdx.y; y < SIDE; y += 8)
        if (y0 + y < rows && x0 + x < cols)
            tile[$1] = in[(size_t)(y0 + y) * cols + x0 + x];
    __syncthreads();
    for (int y = threadIdx.y; y < SIDE; y += 8)
        if (x0 + y < cols && y0 + x < rows)
            out[(size_t)(x0 + y) * rows + y0 + x] = tile[$2];
}
void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 blocks((cols + SIDE - 1) / SIDE, (rows + SIDE - 1) / SIDE);
    turn<<<blocks, dim3(SIDE, 8)>>>(in, out, rows, cols);
}
END2
    given transpose
}
turn "y * PITCH + x" "x * SIDE + y"
out "with \`x * PITCH\` for \`x * SIDE\` in line 13 every case is right. Work out why."
turn "y * PITCH + x" "32 * x + y"
out "with \`PITCH * x\` for \`32 * x\` in line 13 every case is right"
turn "y * PITCH + x" "from + y + (x >> 9)" "int from = x * SIDE;"
out "without \`+ 1\` in line 2 every case is right. That does not make line 2 wrong"
out "Look at each line that uses \`PITCH\`, and at those that should: which one is wrong?"
no_out "Work out why"

# The loop counts warps, and its step counts threads.
groups() {
    cat >wrong.cu <<END2
const int THREADS = 128, EACH = 4;
__global__ void groups(float a, const float *x, float *y, int n) {
    int group = (blockIdx.x * THREADS + threadIdx.x) / 32;
    for (; group * 32 < n; group += gridDim.x * THREADS) {
        int i = group * 32 + threadIdx.x % 32;
        if (i < n) y[i] = a * x[i] + y[i];
    }
}
__global__ void parts(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    float v = a * x[i];
    while (i < n) {
        y[i] = v + y[i];
        i += gridDim.x * THREADS;
    }
}
void saxpy(float a, const float *x, float *y, int n) {
    int blocks = (n + THREADS * EACH - 1) / (THREADS * EACH);
    if (n) $1<<<blocks, THREADS>>>(a, x, y, n);
}
END2
    given saxpy
}
groups groups
out "with \`/ 32\` after \`gridDim.x * THREADS\` in line 4, as line 3 has it, every case is right"

# One round of a loop leaves a wrong value for the next: more blocks hide it.
groups parts
out "in line 19 every case is right. With that there is another number of blocks"
out "whose step depends on it in line 15, may have no second round. So line 19 need not be wrong"
out "Look at the step of the loop first, and then at what is set before it and is not made anew in each round."
no_out "Work out why"

# All lanes add the sum of their warp, which lane 0 has alone.
added() {
    cat >wrong.cu <<END2
__device__ float over_warp(float v) {
    for (int d = 16; d > 0; d /= 2) v += $1(0xffffffffu, v, d);
    return v;
}
__global__ void dots(const float *a, const float *b, float *out, int n) {
    int lane = threadIdx.x & 31;$2
    float v = 0.0f;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        v += a[i] * b[i];
    v = over_warp(v) + lane * 0.0f;
    $3
    atomicAdd(out, v);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n) dots<<<min(512, (n + 255) / 256), 256>>>(a, b, out, n);
}
END2
    given dot-product
}
added __shfl_down_sync "" ""
out "All 32 lanes of a warp come to the atomicAdd of line 12. After __shfl_down_sync in line 2 lane 0 alone has the sum of the warp, and the others add parts of it once more. Let one lane of each warp add \`v\`: \`if (threadIdx.x % 32 == 0)\` before it."
no_out "kata has tried"
added __shfl_xor_sync "" ""
out "After __shfl_xor_sync in line 2 each of them has the sum of the warp, so that enters 32 times"
added __shfl_down_sync " if (n < 0) return;" ""
out "with \`if (lane == 0)\` before the atomicAdd of line 12, so that one lane of a warp does it and not all lanes, every case is right"
no_out "without \`v"
no_out "hands it out"

# The other lanes have nothing to add, and the sum itself is wrong.
added __shfl_down_sync "" "if (lane) v = 1.0f;"
no_out "All 32 lanes"
