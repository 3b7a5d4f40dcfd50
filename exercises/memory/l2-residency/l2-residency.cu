// Every row less its mean. A row may be longer than a block can hold, so there are two
// kernels, and x is read twice.
//
// TODO: the array is larger than L2. When the second kernel begins, where is what the
// first one has read? Launch the two so that it comes from L2.

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

// Subtracts the row's mean from a stretch of it.
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
    sum_kernel<<<rows * stretches, BLOCK>>>(x, sums, cols, stretches);
    subtract_kernel<<<rows * stretches, BLOCK>>>(x, sums, y, cols, stretches);
    cudaFreeAsync(sums, 0);
}
