// rejected by: case (distances of 32 and more reach no other warp)
// says: A shuffle reaches the 32 lanes of its own warp only. At a distance of 32 or more each lane gets its own value, so it counts twice, and the other warps are lost: give a row to one warp, and begin at 16.
static __global__ void row_kernel(const float *in, float *out, int cols) {
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum += in[(size_t)blockIdx.x * cols + c];
    for (int d = blockDim.x / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows > 0) row_kernel<<<rows, 128>>>(in, out, cols);
}
