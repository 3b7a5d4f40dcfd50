// rejected by: case (each thread divides by its own maximum)
// says: Each thread divides by the largest of its own elements. All of them need the largest of the row.
// Symmetric int8, one scale for each row: q = rint(x / s), s = largest |x| / 127.
//
// A block has a row, and keeps it in registers between the maximum and the division.

constexpr int BLOCK = 256, WARPS = BLOCK / 32, MOST = 4096, EACH = MOST / BLOCK;

__device__ float block_max(float v) {
    __shared__ float part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        v = fmaxf(v, part[w]);
    return v;
}

__global__ void quantise_rows(const float *x, signed char *q, float *scales, int cols) {
    size_t row = (size_t)blockIdx.x * cols;
    float v[EACH], most = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = k * BLOCK + threadIdx.x;
        v[k] = c < cols ? x[row + c] : 0.0f;
        most = fmaxf(most, fabsf(v[k]));
    }
    block_max(most);
    float scale = most / 127.0f;
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = k * BLOCK + threadIdx.x;
        if (c < cols) q[row + c] = scale > 0.0f ? (signed char)rintf(v[k] / scale) : 0;
    }
}

void quantise(const float *x, signed char *q, float *scales, int rows, int cols) {
    if (rows > 0) quantise_rows<<<rows, BLOCK>>>(x, q, scales, cols);
}
