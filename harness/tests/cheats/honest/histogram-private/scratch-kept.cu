// passes (counts per block in scratch that it keeps, then adds)
const int BLOCK = 256, BLOCKS = 1056;

__device__ void count4(unsigned int *bins, unsigned int four) {
    atomicAdd(&bins[four & 255], 1u);
    atomicAdd(&bins[four >> 8 & 255], 1u);
    atomicAdd(&bins[four >> 16 & 255], 1u);
    atomicAdd(&bins[four >> 24], 1u);
}

__global__ void count(const unsigned char *in, unsigned int *part, int n,
                      bool merge) {
    __shared__ unsigned int bins[8][256];
    for (int i = threadIdx.x; i < 8 * 256; i += BLOCK)
        bins[0][i] = 0;
    __syncthreads();
    unsigned int *mine = bins[threadIdx.x / 32];
    int all = gridDim.x * BLOCK, t = blockIdx.x * BLOCK + threadIdx.x;
    for (int i = t; i < n / 16; i += all) {
        uint4 v = ((const uint4 *)in)[i];
        count4(mine, v.x);
        count4(mine, v.y);
        count4(mine, v.z);
        count4(mine, v.w);
    }
    if (n / 16 * 16 + t < n) atomicAdd(&mine[in[n / 16 * 16 + t]], 1u);
    __syncthreads();
    unsigned int total = 0;
    for (int w = 0; w < 8; w++)
        total += bins[w][threadIdx.x];
    if (merge)
        atomicAdd(&part[threadIdx.x], total);
    else
        part[blockIdx.x * 256 + threadIdx.x] = total;
}
__global__ void add_up(const unsigned int *part, unsigned int *out,
                       int blocks) {
    unsigned int total = 0;
    for (int b = blockIdx.x; b < blocks; b += gridDim.x)
        total += part[b * 256 + threadIdx.x];
    if (total > 0) atomicAdd(&out[threadIdx.x], total);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    static unsigned int *part;
    cudaMemsetAsync(out, 0, 256 * sizeof *out);
    if (!part) cudaMalloc(&part, BLOCKS * 256 * sizeof *part);
    int blocks = (n + 16 * BLOCK - 1) / (16 * BLOCK);
    blocks = blocks < 1 ? 1 : blocks < BLOCKS ? blocks : BLOCKS;
    if (n > 100000) { // merged at once: that is faster
        count<<<blocks, BLOCK>>>(in, out, n, true);
        return;
    }
    count<<<blocks, BLOCK>>>(in, part, n, false);
    add_up<<<(blocks + 31) / 32, 256>>>(part, out, blocks);
}
