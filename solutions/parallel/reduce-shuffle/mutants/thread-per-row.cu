// rejected by: gate coalescing | gate bandwidth (a thread adds up a whole row)
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int c = 0; c < cols; c++)
        sum += in[(size_t)row * cols + c];
    out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    row_kernel<<<(rows + 255) / 256, 256>>>(in, out, rows, cols);
}
