// rejected by: case rows=3 cols=4096 (a thread has four columns)
// says: Only the first 1024 columns of a row are taken. A row has up to 4096: 16 for each of 256 threads.
constexpr int BLOCK = 256;

__global__ void quantise_rows(const float *x, signed char *q, float *scales,
                              int cols) {
    size_t row = (size_t)blockIdx.x * cols;
    float v[4], most = 0.0f;
    for (int e = 0; e < 4; e++) {
        int c = threadIdx.x + e * BLOCK;
        v[e] = c < cols ? x[row + c] : 0.0f;
        most = fmaxf(most, fabsf(v[e]));
    }
    __shared__ float part[8];
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = most;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        most = fmaxf(most, part[w]);
    float scale = most / 127.0f;
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
    for (int e = 0; e < 4; e++) {
        int c = threadIdx.x + e * BLOCK;
        if (c < cols)
            q[row + c] = scale > 0 ? (signed char)rintf(v[e] / scale) : 0;
    }
}

void quantise(const float *x, signed char *q, float *scales, int rows,
              int cols) {
    if (rows > 0) quantise_rows<<<rows, BLOCK>>>(x, q, scales, cols);
}
