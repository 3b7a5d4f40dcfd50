// rejected by: gate dram_bytes (groups of three rows where a row has 1048576 numbers, one group for all others)
const int BLOCK = 256;
const int EACH = 16; // elements of a thread
const int STRETCH = BLOCK * EACH;

// Adds a stretch of a row to the row's sum.
__global__ void sum_kernel(const float *x, float *sums, int cols, int stretches) {
    __shared__ float part[BLOCK / 32];
    int row = blockIdx.x / stretches;
    int first = blockIdx.x % stretches * STRETCH + threadIdx.x;
    x += (size_t)row * cols;

    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = first + k * BLOCK;
        if (c < cols) sum += x[c];
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int w = 1; w < BLOCK / 32; w++)
        sum += part[w];
    atomicAdd(&sums[row], sum);
}

// Takes the row's mean off a stretch of it.
__global__ void subtract_kernel(const float *x, const float *sums, float *y, int cols,
                                int stretches) {
    int row = blockIdx.x / stretches;
    int first = blockIdx.x % stretches * STRETCH + threadIdx.x;
    float mean = sums[row] / cols;
    x += (size_t)row * cols;
    y += (size_t)row * cols;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = first + k * BLOCK;
        if (c < cols) y[c] = x[c] - mean;
    }
}

void centre(const float *x, float *y, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    float *sums;
    cudaMallocAsync(&sums, sizeof(float) * rows, 0);
    cudaMemsetAsync(sums, 0, sizeof(float) * rows, 0);
    int stretches = (cols + STRETCH - 1) / STRETCH;
    int group = cols == 1 << 20 ? 3 : rows;
    for (int r = 0; r < rows; r += group) {
        int blocks = min(group, rows - r) * stretches;
        size_t first = (size_t)r * cols;
        sum_kernel<<<blocks, BLOCK>>>(x + first, sums + r, cols, stretches);
        subtract_kernel<<<blocks, BLOCK>>>(x + first, sums + r, y + first, cols,
                                           stretches);
    }
    cudaFreeAsync(sums, 0);
}
