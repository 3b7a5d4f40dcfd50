// Radix 4: 256 -> 64 -> 16 -> 4 -> 1. Half as many barriers as in the tree
// of pairs, and no thread stores a number twice in the same step.
const int N = 256;

__global__ void radix4(const float *in, float *out, int n) {
    __shared__ float a[N];
    __shared__ float b[N / 4];
    const int t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * N + t;

    a[t] = i < (size_t)n ? in[i] : 0.0f;
    __syncthreads();
    if (t < 64) b[t] = (a[t] + a[t + 64]) + (a[t + 128] + a[t + 192]);
    __syncthreads();
    if (t < 16) a[t] = (b[t] + b[t + 16]) + (b[t + 32] + b[t + 48]);
    __syncthreads();
    if (t < 4) b[t] = (a[t] + a[t + 4]) + (a[t + 8] + a[t + 12]);
    __syncthreads();
    if (t == 0) out[blockIdx.x] = (b[0] + b[1]) + (b[2] + b[3]);
}

void block_sums(const float *in, float *out, int n) {
    const int stretches = n / N + (n % N != 0);
    if (stretches == 0) return;
    radix4<<<stretches, N>>>(in, out, n);
}
