// Adds up rows of any length.

__global__ void sum_rows(const int *offsets, const float *values, float *out,
                         int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        sum += values[i];
    out[row] = sum;
}

void row_sums(const int *offsets, const float *values, float *out, int rows) {
    const int threads = 128;
    int blocks = (rows + threads - 1) / threads;
    if (rows > 0) sum_rows<<<blocks, threads>>>(offsets, values, out, rows);
}
