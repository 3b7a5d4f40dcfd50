// rejected by: case (the shuffles go up, but lane 0 stores)
// says: Each sum is 32 times what lane 0 has added up. Do all lanes add the same elements? Each begins at its own lane. Does __shfl_up_sync gather the sum in lane 31, not 0? Or is the result of the shuffle not used? It returns the other lane's value and changes no argument.
const int WARP = 32;

__device__ float warp_sum(float v) {
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_up_sync(0xffffffff, v, d);
    return v;
}

__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return;

    const float *mine = in + (size_t)row * cols;
    float sum = 0.0f;
    for (int c = lane; c < cols; c += WARP)
        sum += mine[c];

    sum = warp_sum(sum);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;

    int warps = 8;
    row_kernel<<<(rows + warps - 1) / warps, warps * WARP>>>(in, out, rows,
                                                             cols);
}
