// rejected by: case (passes in place, and nobody puts the elements in order)
// says: The passes get the numbers in the wrong order. Passes in place need the reversed order of bits. Stockham's order needs none, but writes to another place than it reads.
// A block has a transform in shared memory: elements in reversed order, then all passes
// in place.
const int LARGEST = 4096;
const int THREADS = 512;

// x * exp(-i pi p / s)
__device__ float2 turn(float2 x, int p, int s) {
    float sine, cosine;
    sincospif(-(float)p / s, &sine, &cosine);
    return make_float2(x.x * cosine - x.y * sine, x.x * sine + x.y * cosine);
}

__global__ void fft_kernel(const float2 *in, float2 *out, int n, int log_n) {
    __shared__ float re[LARGEST], im[LARGEST];
    in += (size_t)blockIdx.x * n;
    out += (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int r = i;
        float2 x = in[i];
        re[r] = x.x, im[r] = x.y;
    }
    __syncthreads();
    for (int s = 1; s < n; s *= 2) {
        for (int j = threadIdx.x; j < n / 2; j += blockDim.x) {
            int p = j & (s - 1), low = 2 * j - p;
            float2 a = make_float2(re[low], im[low]);
            float2 b = turn(make_float2(re[low + s], im[low + s]), p, s);
            re[low] = a.x + b.x, im[low] = a.y + b.y;
            re[low + s] = a.x - b.x, im[low + s] = a.y - b.y;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = make_float2(re[i], im[i]);
}

void fft(const float *in, float *out, int batch, int n) {
    if (batch == 0) return;

    int log_n = 0;
    while (1 << log_n < n)
        log_n++;
    int threads = min(THREADS, max(32, n / 2));
    fft_kernel<<<batch, threads>>>((const float2 *)in, (float2 *)out, n, log_n);
}
