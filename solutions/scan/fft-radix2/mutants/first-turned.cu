// rejected by: case n=4 (the first number of a pair is turned, not the second)
// says: The first number of each pair is turned. The factor belongs to the second one, b.
// x * exp(-i pi p / s)
__device__ float2 turn(float2 x, int p, int s) {
    float sine, cosine;
    sincospif(-(float)p / s, &sine, &cosine);
    return make_float2(x.x * cosine - x.y * sine, x.x * sine + x.y * cosine);
}

__global__ void fft_kernel(const float2 *in, float2 *out, int n) {
    extern __shared__ float2 sh[];
    float2 *x = sh, *y = sh + n;
    size_t first = (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = in[first + i];
    __syncthreads();
    for (int s = 1; s < n; s *= 2) {
        for (int j = threadIdx.x; j < n / 2; j += blockDim.x) {
            int p = j % s;
            float2 a = turn(x[j], p, s), b = x[j + n / 2];
            int w = 2 * (j - p) + p;
            y[w] = make_float2(a.x + b.x, a.y + b.y);
            y[w + s] = make_float2(a.x - b.x, a.y - b.y);
        }
        __syncthreads();
        float2 *t = x; x = y; y = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[first + i] = x[i];
}

void fft(const float *in, float *out, int batch, int n) {
    if (batch == 0) return;
    int bytes = 2 * n * sizeof(float2);
    cudaFuncSetAttribute(fft_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    fft_kernel<<<batch, 256, bytes>>>((const float2 *)in, (float2 *)out, n);
}
