// rejected by: case (every block counts the last n % 16 bytes)
// says: The tail is counted by the first threads of each block, so it counts once for every block. It must be counted once in the whole grid.
const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int BINS = 256;

__device__ void count4(unsigned int *bins, unsigned int four) {
    atomicAdd(&bins[four & 255], 1u);
    atomicAdd(&bins[four >> 8 & 255], 1u);
    atomicAdd(&bins[four >> 16 & 255], 1u);
    atomicAdd(&bins[four >> 24], 1u);
}

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[WARPS][BINS];
    for (int i = threadIdx.x; i < WARPS * BINS; i += BLOCK)
        bins[0][i] = 0;
    __syncthreads(); // all zero before anybody counts

    unsigned int *mine = bins[threadIdx.x / 32];
    int all = gridDim.x * BLOCK;
    int t = blockIdx.x * BLOCK + threadIdx.x;
    for (int i = t; i < n / 16; i += all) {
        uint4 v = ((const uint4 *)in)[i];
        count4(mine, v.x);
        count4(mine, v.y);
        count4(mine, v.z);
        count4(mine, v.w);
    }
    int rest = n / 16 * 16 + threadIdx.x;
    if (rest < n) atomicAdd(&mine[in[rest]], 1u); // the last n % 16

    __syncthreads(); // all counted before anybody merges
    for (int v = threadIdx.x; v < BINS; v += BLOCK) {
        unsigned int total = 0;
        for (int w = 0; w < WARPS; w++)
            total += bins[w][v];
        if (total > 0) atomicAdd(&out[v], total);
    }
}

static int fill_the_gpu() {
    static int blocks; // the device does not change under us
    if (blocks == 0) {
        int device = 0, sms = 0, each = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, count, BLOCK, 0);
        blocks = sms * each;
    }
    return blocks;
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int));
    if (n == 0) return;

    int useful = (n + 16 * BLOCK - 1) / (16 * BLOCK);
    count<<<min(useful, fill_the_gpu()), BLOCK>>>(in, out, n);
}
