// rejected by: gate global_atomics (an atomic for each element)
// Adds up rows of any length.

__global__ void sum_rows(const int *offsets, const float *values, float *out,
                         int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    out[row] = 0;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        atomicAdd(&out[row], values[i]);
}

void row_sums(const int *offsets, const float *values, float *out, int rows) {
    const int threads = 128;
    int blocks = (rows + threads - 1) / threads;
    if (rows > 0) sum_rows<<<blocks, threads>>>(offsets, values, out, rows);
}
