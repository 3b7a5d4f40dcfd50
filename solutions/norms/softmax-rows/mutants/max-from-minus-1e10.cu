// rejected by: case all -1e30 (the maximum begins at -1e10)
// says: The maximum begins at a finite number, and a row can lie below it. Begin at -INFINITY.
const int BLOCK = 256;
__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    __shared__ float red[BLOCK];
    float most = -1e10f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        most = fmaxf(most, x[c]);
    red[threadIdx.x] = most;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
        __syncthreads();
    }
    most = red[0];
    __syncthreads();
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf(x[c] - most);
    red[threadIdx.x] = sum;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            red[threadIdx.x] += red[threadIdx.x + s];
        __syncthreads();
    }
    sum = red[0];

    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - most) / sum;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
