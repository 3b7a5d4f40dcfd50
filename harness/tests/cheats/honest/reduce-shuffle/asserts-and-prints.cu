// passes (an assert and a printf in the kernel, for what never happens)
#include <assert.h>
#include <stdio.h>

__global__ void sum_rows(const float *__restrict__ in, float *__restrict__ out,
                         int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    assert(blockDim.x % 32 == 0);
    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32)
        sum += __ldg(&in[(size_t)row * cols + c]);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (cols < 0) printf("row %d: PASS\n", row);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows > 0) sum_rows<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
