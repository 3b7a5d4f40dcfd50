// rejected by: case rows=300 (only warp 0 learns the maximum and the sum of the row)
// says: Only warp 0 has the maximum and the sum of the whole row; the other warps go on with their own. Let warp 0 store each result in shared memory, then a barrier, and let every thread read it.
const int BLOCK = 256;
__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    __shared__ float part[8], part2[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float most = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        most = fmaxf(most, x[c]);
    for (int o = 16; o > 0; o /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
    if (lane == 0)
        part[warp] = most;
    __syncthreads();
    if (warp == 0) {
        most = lane < 8 ? part[lane] : -INFINITY;
        for (int o = 16; o > 0; o /= 2)
            most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
    }
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf(x[c] - most);
    for (int o = 16; o > 0; o /= 2)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0)
        part2[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < 8 ? part2[lane] : 0;
        for (int o = 16; o > 0; o /= 2)
            sum += __shfl_xor_sync(~0u, sum, o);
    }
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - most) / sum;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
