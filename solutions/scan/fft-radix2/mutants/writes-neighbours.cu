// rejected by: case n=4 (each pass writes the pair to 2 j and 2 j + 1)
// says: Every pass writes pair j to 2 j and 2 j + 1, which is right for s = 1 alone. It writes to 2 (j - p) + p, and s further.
// A block keeps a transform in shared memory, Stockham's order.
__device__ float2 turn(float2 x, int p, int s) {
    float sine, cosine;
    sincospif(-(float)p / s, &sine, &cosine);
    return make_float2(x.x * cosine - x.y * sine, x.x * sine + x.y * cosine);
}

__global__ void fft_kernel(const float2 *in, float2 *out, int n) {
    extern __shared__ float2 mem[];
    float2 *from = mem, *to = mem + n;
    size_t first = (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) from[i] = in[first + i];
    __syncthreads();
    for (int s = 1; s < n; s *= 2) {
        for (int j = threadIdx.x; j < n / 2; j += blockDim.x) {
            int p = j % s, at = 2 * j;
            float2 a = from[j], b = turn(from[j + n / 2], p, s);
            to[at] = make_float2(a.x + b.x, a.y + b.y);
            to[at + 1] = make_float2(a.x - b.x, a.y - b.y);
        }
        __syncthreads();
        float2 *t = from; from = to; to = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[first + i] = from[i];
}

void fft(const float *in, float *out, int batch, int n) {
    if (batch == 0) return;
    int bytes = 2 * n * sizeof(float2);
    cudaFuncSetAttribute(fft_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    fft_kernel<<<batch, 256, bytes>>>((const float2 *)in, (float2 *)out, n);
}
