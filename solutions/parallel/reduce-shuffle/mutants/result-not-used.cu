// rejected by: case cols=32 (the value that the shuffle returns is dropped)
// says: Each sum is 32 times what lane 0 has added up. Do all lanes add the same elements? Each begins at its own lane. Does __shfl_up_sync gather the sum in lane 31, not 0? Or is the result of the shuffle not used? It returns the other lane's value and changes no argument.
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;

    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32)
        sum += in[(size_t)row * cols + c];
    for (int d = 16; d > 0; d /= 2) {
        float other = sum;
        __shfl_down_sync(0xffffffff, other, d);
        sum += other;
    }
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows > 0) row_kernel<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
