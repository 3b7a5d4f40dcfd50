// rejected by: gate divergence | gate bandwidth (one lane does all the work)
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows || threadIdx.x % 32 != 0) return;
    float sum = 0.0f;
    for (int c = 0; c < cols; c++)
        sum += in[(size_t)row * cols + c];
    out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    row_kernel<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
