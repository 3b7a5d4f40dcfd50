// rejected by: gate traffic (a row's first number in place of its largest; where that fails, three passes)
const int THREADS = 256;

__device__ float all_of(float v, bool largest) {
    __shared__ float part[THREADS / 32];
    for (int d = 16; d; d /= 2) {
        float w = __shfl_xor_sync(~0u, v, d);
        v = largest ? fmaxf(v, w) : v + w;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < THREADS / 32; w++)
        v = largest ? fmaxf(v, part[w]) : v + part[w];
    return v;
}

__device__ float sum_of(const float *x, float less, int cols) {
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += THREADS)
        sum += expf(x[c] - less);
    return all_of(sum, false);
}

__global__ void row_of(const float *in, float *out, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float less = x[0], sum = sum_of(x, less, cols);
    if (!(sum >= 1 && sum < 1e12f)) {
        float most = -INFINITY;
        for (int c = threadIdx.x; c < cols; c += THREADS)
            most = fmaxf(most, x[c]);
        less = all_of(most, true);
        sum = sum_of(x, less, cols);
    }
    for (int c = threadIdx.x; c < cols; c += THREADS)
        out[(size_t)blockIdx.x * cols + c] = expf(x[c] - less) / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) row_of<<<rows, THREADS>>>(in, out, cols);
}
