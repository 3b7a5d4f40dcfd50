// rejected by: case (the numbers are not turned)
// says: Each pass adds and subtracts the numbers as they are. The second number of a pair has to be multiplied by exp(-i pi p / s) first. Is the factor missing, or is p / s a division of whole numbers, which gives 0?
// Many Fourier transforms of n complex numbers each: a block has one of them.
//
//   global --> registers --pass 1--> shared --pass 2--> shared ... --last pass--> global
//
// Stockham's order: a pass reads j and j + n/2, and writes where the next one looks for
// it. After the last pass all is in its place, so that no bits are reversed.

const int LARGEST = 4096;
const int THREADS = 512;
const int PAIRS = LARGEST / 2 / THREADS; // of a thread, at the most

// x * exp(-i pi p / s)
__device__ float2 turn(float2 x, int p, int s) {
    float sine, cosine;
    sincospif(-(float)p / s, &sine, &cosine);
    return make_float2(x.x * cosine - x.y * sine, x.x * sine + x.y * cosine);
}

// Where element i lies in shared memory. A pass over distance s writes s neighbours,
// leaves out s, and so on: lanes 0-15 and 16-31 of a warp would use the same 16 banks.
// In every second row of 32 the places are changed by xor s, to use the banks left out.
__device__ unsigned place(unsigned i, unsigned s) {
    return s < 32 && i & 32 ? i ^ s : i;
}

__global__ void fft_kernel(const float2 *in, float2 *out, int n) {
    __shared__ float re[LARGEST], im[LARGEST];
    int half = n / 2;
    in += (size_t)blockIdx.x * n;
    out += (size_t)blockIdx.x * n;

    float2 a[PAIRS], b[PAIRS];
#pragma unroll
    for (int q = 0; q < PAIRS; q++) {
        int j = q * THREADS + threadIdx.x;
        if (j < half) a[q] = in[j], b[q] = in[j + half];
    }
    for (int s = 1; s < n; s *= 2) {
        bool is_last = s == half;
        __syncthreads(); // nobody reads the previous pass any more
#pragma unroll
        for (int q = 0; q < PAIRS; q++) {
            int j = q * THREADS + threadIdx.x;
            if (j >= half) continue;

            int p = j & (s - 1), to = 2 * j - p; // s is a power of two
            float2 c = b[q];
            float2 low = make_float2(a[q].x + c.x, a[q].y + c.y);
            float2 high = make_float2(a[q].x - c.x, a[q].y - c.y);
            if (is_last) {
                out[to] = low, out[to + s] = high;
                continue;
            }
            re[place(to, s)] = low.x, im[place(to, s)] = low.y;
            re[place(to + s, s)] = high.x, im[place(to + s, s)] = high.y;
        }
        if (is_last) return;

        __syncthreads(); // the pass is complete
#pragma unroll
        for (int q = 0; q < PAIRS; q++) {
            int j = q * THREADS + threadIdx.x;
            if (j >= half) continue;

            int i = place(j, s), k = place(j + half, s);
            a[q] = make_float2(re[i], im[i]);
            b[q] = make_float2(re[k], im[k]);
        }
    }
    if (n == 1) out[0] = in[0];
}

void fft(const float *in, float *out, int batch, int n) {
    if (batch == 0) return;

    int threads = min(THREADS, max(32, n / 2));
    fft_kernel<<<batch, threads>>>((const float2 *)in, (float2 *)out, n);
}
