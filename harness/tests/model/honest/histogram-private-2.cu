// Histogram of bytes: a copy for each warp, four bytes per load.

const int THREADS = 256;
const int WARPS = THREADS / 32;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[WARPS][256];
    for (int k = 0; k < WARPS; k++) bins[k][threadIdx.x] = 0;
    __syncthreads();

    unsigned int *mine = bins[threadIdx.x / 32];
    const unsigned int *words = (const unsigned int *)in;
    int t = blockIdx.x * THREADS + threadIdx.x;
    int step = gridDim.x * THREADS;
    for (int i = t; i < n / 4; i += step) {
        unsigned int v = words[i];
        atomicAdd(&mine[v & 255], 1u);
        atomicAdd(&mine[(v >> 8) & 255], 1u);
        atomicAdd(&mine[(v >> 16) & 255], 1u);
        atomicAdd(&mine[v >> 24], 1u);
    }
    if (t < n % 4) atomicAdd(&mine[in[n / 4 * 4 + t]], 1u);
    __syncthreads();

    unsigned int s = 0;
    for (int k = 0; k < WARPS; k++) s += bins[k][threadIdx.x];
    if (s > 0) atomicAdd(&out[threadIdx.x], s);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    int blocks = (n / 4 + THREADS - 1) / THREADS;
    if (blocks < 1) blocks = 1;
    if (blocks > 1056) blocks = 1056;
    count<<<blocks, THREADS>>>(in, out, n);
}
