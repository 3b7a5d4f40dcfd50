// rejected by: case rows=1 (threads without an element bring NaN into the sum of a short row)
// says: A row shorter than the block has threads without an element: their maximum is -INFINITY, and expf(-INFINITY - -INFINITY) is NaN. Where a maximum is -INFINITY, the sum is 0: do not scale it.
const int BLOCK = 256;
__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    __shared__ float ms[BLOCK], ss[BLOCK];
    float m = -INFINITY, s = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float mn = fmaxf(m, x[c]);
        s = s * expf(m - mn) + expf(x[c] - mn);
        m = mn;
    }
    ms[threadIdx.x] = m;
    ss[threadIdx.x] = s;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (threadIdx.x < k) {
            float m2 = ms[threadIdx.x + k], mn = fmaxf(ms[threadIdx.x], m2);
            ss[threadIdx.x] = ss[threadIdx.x] * expf(ms[threadIdx.x] - mn) +
                              ss[threadIdx.x + k] * expf(m2 - mn);
            ms[threadIdx.x] = mn;
        }
        __syncthreads();
    }
    m = ms[0];
    s = ss[0];
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - m) / s;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
