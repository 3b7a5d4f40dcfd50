// rejected by: gate coalescing | gate bandwidth (a thread walks over a row)
__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float *x = in + (size_t)row * cols;
    float *y = out + (size_t)row * cols;
    float m = -INFINITY, s = 0.0f;
    for (int c = 0; c < cols; c++)
        m = fmaxf(m, x[c]);
    for (int c = 0; c < cols; c++)
        s += expf(x[c] - m);
    for (int c = 0; c < cols; c++)
        y[c] = expf(x[c] - m) / s;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<(rows + 63) / 64, 64>>>(in, out, rows, cols);
}
