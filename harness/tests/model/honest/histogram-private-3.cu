// Histogram of bytes: 16 bytes per load, the frequent zeros counted in a
// register, the rest in two copies per block.

const int THREADS = 512;
const int BLOCKS = 528;

__device__ void add_word(unsigned int *bins, unsigned int v, unsigned int &zeros) {
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned int b = (v >> (8 * k)) & 255;
        if (b == 0)
            zeros++;
        else
            atomicAdd(&bins[b], 1u);
    }
}

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[2][256];
    (&bins[0][0])[threadIdx.x] = 0; // 512 threads, 512 counters
    __syncthreads();

    unsigned int *mine = bins[(threadIdx.x / 32) % 2];
    unsigned int zeros = 0;
    const uint4 *in4 = (const uint4 *)in;
    int pieces = n / 16;
    int t = blockIdx.x * THREADS + threadIdx.x;
    for (int i = t; i < pieces; i += gridDim.x * THREADS) {
        uint4 v = in4[i];
        add_word(mine, v.x, zeros);
        add_word(mine, v.y, zeros);
        add_word(mine, v.z, zeros);
        add_word(mine, v.w, zeros);
    }
    if (t < n % 16) atomicAdd(&mine[in[pieces * 16 + t]], 1u);

    for (int d = 16; d > 0; d /= 2)
        zeros += __shfl_down_sync(0xffffffffu, zeros, d);
    if (threadIdx.x % 32 == 0) atomicAdd(&mine[0], zeros);
    __syncthreads();

    if (threadIdx.x < 256) {
        unsigned int s = bins[0][threadIdx.x] + bins[1][threadIdx.x];
        if (s > 0) atomicAdd(&out[threadIdx.x], s);
    }
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    int blocks = (n / 16 + THREADS - 1) / THREADS;
    if (blocks < 1) blocks = 1;
    if (blocks > BLOCKS) blocks = BLOCKS;
    count<<<blocks, THREADS>>>(in, out, n);
}
