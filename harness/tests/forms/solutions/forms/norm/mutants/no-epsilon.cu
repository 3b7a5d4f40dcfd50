// rejected by: case cols=1 | pattern nan (a row of one value has no variance)
// Mean 0 and variance 1 for each row: a warp for each.

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_xor_sync(0xffffffff, v, step);
    return v;
}

__global__ void norm_rows(const float *in, float *out, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols, sum = 0, squares = 0;
    for (int c = threadIdx.x; c < cols; c += 32)
        sum += x[c];
    float mean = warp_sum(sum) / cols;
    for (int c = threadIdx.x; c < cols; c += 32)
        squares += (x[c] - mean) * (x[c] - mean);
    float scale = rsqrtf(warp_sum(squares) / cols);
    for (int c = threadIdx.x; c < cols; c += 32)
        y[c] = (x[c] - mean) * scale;
}

void norm(const float *in, float *out, int rows, int cols) {
    if (rows > 0) norm_rows<<<rows, 32>>>(in, out, cols);
}
