// rejected by: case one element far (squares around the row's first element; nothing is merged)
// Sums of x - x[0] and of its square: right while x[0] lies among the others.
const int BLOCK = 256;

__global__ void moments(const float *in, const int *lengths, float *mean, float *var, int cols) {
    __shared__ float part[2][BLOCK / 32];
    const float *x = in + (size_t)blockIdx.x * cols;
    int n = lengths[blockIdx.x], i = threadIdx.x;
    float first = n > 0 ? x[0] : 0.0f, s = 0, q = 0;
    for (; i + 7 * BLOCK < n; i += 8 * BLOCK) {
        float v[8];
        for (int k = 0; k < 8; k++)
            v[k] = x[i + k * BLOCK];
        for (int k = 0; k < 8; k++)
            s += v[k] - first, q += (v[k] - first) * (v[k] - first);
    }
    for (; i < n; i += BLOCK)
        s += x[i] - first, q += (x[i] - first) * (x[i] - first);
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(~0u, s, d), q += __shfl_xor_sync(~0u, q, d);
    if (threadIdx.x % 32 == 0) part[0][threadIdx.x / 32] = s, part[1][threadIdx.x / 32] = q;
    __syncthreads();
    if (threadIdx.x) return;
    s = q = 0;
    for (int w = 0; w < BLOCK / 32; w++)
        s += part[0][w], q += part[1][w];
    float d = n > 0 ? s / n : 0.0f;
    mean[blockIdx.x] = first + d;
    var[blockIdx.x] = n > 0 ? fmaxf(q / n - d * d, 0.0f) : 0.0f;
}

void welford(const float *in, const int *lengths, float *mean, float *var, int rows, int cols) {
    if (rows) moments<<<rows, BLOCK>>>(in, lengths, mean, var, cols);
}
