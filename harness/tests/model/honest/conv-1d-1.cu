// A tile with its halo, and the taps, in shared memory. One output per thread.
const int BLOCK = 256, MAXK = 31;

__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[BLOCK + MAXK - 1];
    __shared__ float filter[MAXK];
    int start = blockIdx.x * BLOCK - k / 2; // input of tile[0]

    for (int t = threadIdx.x; t < BLOCK + k - 1; t += BLOCK) {
        int at = start + t;
        tile[t] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    if (threadIdx.x < k) filter[threadIdx.x] = taps[threadIdx.x];
    __syncthreads();

    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float sum = 0.0f;
    for (int j = 0; j < k; j++) sum += filter[j] * tile[threadIdx.x + j];
    out[i] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, taps, out, n, k);
}
