// rejected by: case (lane k stores what it has, and only lane 0 has the sum)
// says: Only lane 0 has the sum of the row after the shuffles downward; the other lanes hold parts of it. Send it to the lane that keeps it, __shfl_sync(0xffffffff, sum, 0), or use __shfl_xor_sync, which gives it to all.
static __global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32;
    float mine = 0;
    for (int k = 0; k < 32 && first + k < rows; k++) {
        float sum = 0;
        for (int c = lane; c < cols; c += 32)
            sum += in[(size_t)(first + k) * cols + c];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (k == lane) mine = sum;
    }
    if (first + lane < rows) out[first + lane] = mine;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows > 0) row_kernel<<<(rows + 127) / 128, 128>>>(in, out, rows, cols);
}
