// rejected by: gate launches (every pass goes through global memory)
// Many Fourier transforms of n complex numbers each.

// x * exp(-i pi p / s)
__device__ float2 turn(float2 x, int p, int s) {
    float sine, cosine;
    sincospif(-(float)p / s, &sine, &cosine);
    return make_float2(x.x * cosine - x.y * sine, x.x * sine + x.y * cosine);
}

// Element i goes to the place with the bits of i in reverse.
__global__ void reverse_kernel(const float2 *in, float2 *out, int n, int log_n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t first = (size_t)blockIdx.y * n;
    if (i < n) out[first + (log_n ? __brev(i) >> (32 - log_n) : 0)] = in[first + i];
}

// One pass over the whole array: pairs at a distance of s.
__global__ void pass_kernel(float2 *x, int n, int s) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n / 2) return;

    int p = j % s;
    size_t low = (size_t)blockIdx.y * n + 2 * (j - p) + p;
    float2 a = x[low], b = turn(x[low + s], p, s);
    x[low] = make_float2(a.x + b.x, a.y + b.y);
    x[low + s] = make_float2(a.x - b.x, a.y - b.y);
}

void fft(const float *in, float *out, int batch, int n) {
    if (batch == 0) return;

    int log_n = 0;
    while (1 << log_n < n)
        log_n++;
    dim3 grid((n + 255) / 256, batch);
    reverse_kernel<<<grid, 256>>>((const float2 *)in, (float2 *)out, n, log_n);
    for (int s = 1; s < n; s *= 2)
        pass_kernel<<<grid, 256>>>((float2 *)out, n, s);
}
