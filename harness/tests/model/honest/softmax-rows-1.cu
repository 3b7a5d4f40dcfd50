// Softmax of rows, stable: one block per row, three passes, trees in shared
// memory.

const int BLOCK = 256;

__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    __shared__ float part[BLOCK];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;

    float most = -3.402823466e+38f;
    for (int c = t; c < cols; c += BLOCK) most = fmaxf(most, x[c]);
    part[t] = most;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) part[t] = fmaxf(part[t], part[t + half]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();

    float sum = 0.0f;
    for (int c = t; c < cols; c += BLOCK) sum += expf(x[c] - most);
    part[t] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    sum = part[0];

    for (int c = t; c < cols; c += BLOCK) y[c] = expf(x[c] - most) / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
