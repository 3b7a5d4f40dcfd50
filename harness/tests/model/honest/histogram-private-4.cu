// Histogram of bytes: 32 copies per block, one for each lane. Copy l lies in
// bank l, so the 32 increments of a warp never meet, whatever the bytes are.

const int THREADS = 256;
const int BLOCKS = 132 * 6;

__device__ void add_word(unsigned int *mine, unsigned int v) {
    atomicAdd(&mine[(v & 255) * 32], 1u);
    atomicAdd(&mine[((v >> 8) & 255) * 32], 1u);
    atomicAdd(&mine[((v >> 16) & 255) * 32], 1u);
    atomicAdd(&mine[(v >> 24) * 32], 1u);
}

__device__ void add_piece(unsigned int *mine, uint4 v) {
    add_word(mine, v.x);
    add_word(mine, v.y);
    add_word(mine, v.z);
    add_word(mine, v.w);
}

__global__ void __launch_bounds__(THREADS)
    count(const unsigned char *__restrict__ in, unsigned int *out, int n) {
    __shared__ unsigned int bins[256 * 32];
    for (int k = threadIdx.x; k < 256 * 32; k += THREADS) bins[k] = 0;
    __syncthreads();

    int lane = threadIdx.x % 32;
    unsigned int *mine = bins + lane;
    const uint4 *in4 = (const uint4 *)in;
    int pieces = n / 16;
    int t = blockIdx.x * THREADS + threadIdx.x;
    int step = gridDim.x * THREADS;
    int i = t;
    for (; i + step < pieces; i += 2 * step) {
        uint4 v = in4[i];
        uint4 u = in4[i + step];
        add_piece(mine, v);
        add_piece(mine, u);
    }
    if (i < pieces) add_piece(mine, in4[i]);
    if (t < n % 16) atomicAdd(&mine[in[pieces * 16 + t] * 32], 1u);
    __syncthreads();

    // Thread v adds up the 32 copies of bin v, each lane from its own bank on.
    unsigned int s = 0;
#pragma unroll 8
    for (int k = 0; k < 32; k++)
        s += bins[threadIdx.x * 32 + ((k + lane) & 31)];
    if (s > 0) atomicAdd(&out[threadIdx.x], s);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    int blocks = (n / 16 + THREADS - 1) / THREADS;
    if (blocks < 1) blocks = 1;
    if (blocks > BLOCKS) blocks = BLOCKS;
    count<<<blocks, THREADS>>>(in, out, n);
}
