// A fixed number of warps; each of them takes a run of neighbouring rows, one
// row after the other.
__global__ void runs_of_rows(const float *in, float *out, int rows, int cols, int per_warp) {
    int lane = threadIdx.x & 31;
    int w = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    long long first = (long long)w * per_warp;
    long long end = first + per_warp < rows ? first + per_warp : rows;

    for (long long r = first; r < end; ++r) {
        const float *p = in + r * cols;
        float acc = 0.f;
#pragma unroll 1
        for (int k = lane; k < cols; k += 32) acc = acc + p[k];
        acc += __shfl_xor_sync(0xffffffffu, acc, 16);
        acc += __shfl_xor_sync(0xffffffffu, acc, 8);
        acc += __shfl_xor_sync(0xffffffffu, acc, 4);
        acc += __shfl_xor_sync(0xffffffffu, acc, 2);
        acc += __shfl_xor_sync(0xffffffffu, acc, 1);
        if (lane == 0) out[r] = acc;
    }
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows <= 0) return;
    const int blocks = 132, warps_per_block = 4;
    int total = blocks * warps_per_block;
    int per_warp = (rows + total - 1) / total;
    runs_of_rows<<<blocks, 32 * warps_per_block>>>(in, out, rows, cols, per_warp);
}
