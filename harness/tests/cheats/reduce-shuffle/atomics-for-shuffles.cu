// rejected by: gate global_atomics (lanes add to global memory)
// Row sums: eight lanes for each row, and the memory adds up their parts.
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    if (row >= rows) return;
    const float *x = in + (size_t)row * cols;
    float sum = 0.0f;
    if (cols % 4 == 0)
        for (int c = lane; c < cols / 4; c += 8) {
            float4 v = ((const float4 *)x)[c];
            sum += (v.x + v.y) + (v.z + v.w);
        }
    else
        for (int c = lane; c < cols; c += 8)
            sum += x[c];
    atomicAdd(&out[row], sum);
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    cudaMemsetAsync(out, 0, rows * sizeof *out);
    if (cols > 0) row_kernel<<<(rows + 31) / 32, 256>>>(in, out, rows, cols);
}
