// rejected by: gate fp64_ops (sums and sums of squares in double; nothing is merged)
// Nothing is merged: sums and sums of squares, moved by the row's first element, in double.
const int BLOCK = 256;
__global__ void welford_kernel(const float *in, const int *lengths, float *mean, float *var, int cols) {
    __shared__ double a[BLOCK / 32], b[BLOCK / 32];
    const float *x = in + (size_t)blockIdx.x * cols;
    int n = lengths[blockIdx.x];
    float first = n > 0 ? x[0] : 0.0f;
    double s = 0, q = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK) {
        double d = x[i] - first;
        s += d, q += d * d;
    }
    for (int k = 16; k > 0; k /= 2) s += __shfl_xor_sync(~0u, s, k), q += __shfl_xor_sync(~0u, q, k);
    if (threadIdx.x % 32 == 0) a[threadIdx.x / 32] = s, b[threadIdx.x / 32] = q;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = q = 0;
        for (int w = 0; w < BLOCK / 32; w++) s += a[w], q += b[w];
        double m = n > 0 ? s / n : 0;
        mean[blockIdx.x] = (float)(first + m);
        var[blockIdx.x] = n > 0 ? (float)fmax(q / n - m * m, 0.0) : 0.0f;
    }
}
void welford(const float *in, const int *lengths, float *mean, float *var, int rows, int cols) {
    if (rows == 0) return;
    welford_kernel<<<rows, BLOCK>>>(in, lengths, mean, var, cols);
}
