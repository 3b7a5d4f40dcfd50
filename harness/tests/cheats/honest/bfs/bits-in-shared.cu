// passes (bits of reached nodes in shared memory: less traffic than all edges)
// Frontiers as BITS: one warp for each word of 32 nodes. A word of zeros is left at once;
// of the others the edges are dealt out among the lanes. Each block keeps a copy of the map
// of reached nodes in shared memory, so that most edges cost only their own four bytes.
struct Search { const int *offsets, *targets; int *levels; unsigned *reached; int nodes, words, copied; };

__global__ void begin(Search s, unsigned *now, int sources)
{
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < s.words * 32; v += gridDim.x * blockDim.x) {
        const unsigned bits = __ballot_sync(~0u, v < sources);
        if (v < s.nodes) s.levels[v] = v < sources ? 0 : -1;
        if (v % 32 == 0) now[v / 32] = s.reached[v / 32] = bits;
    }
}

__global__ void __launch_bounds__(512) level_of(Search s, const unsigned *now, unsigned *next, int *width, int level)
{
    constexpr unsigned ALL = ~0u;
    extern __shared__ unsigned known[];
    for (int i = threadIdx.x; i < s.copied; i += blockDim.x) known[i] = s.reached[i];
    __syncthreads();
    const int lane = threadIdx.x & 31;
    int found = 0;
    for (int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; w < s.words; w += gridDim.x * blockDim.x >> 5) {
        const unsigned bits = now[w];
        if (!bits) continue;                              // the same for the whole warp
        int start = 0, degree = 0;
        if (bits >> lane & 1) {
            start = s.offsets[w * 32 + lane];
            degree = s.offsets[w * 32 + lane + 1] - start;
        }
        int upto = degree;
        for (int d = 1; d < 32; d <<= 1) { int o = __shfl_up_sync(ALL, upto, d); if (lane >= d) upto += o; }
        const int before = upto - degree, total = __shfl_sync(ALL, upto, 31);
        for (int e0 = 0; e0 < total; e0 += 32) {
            const int e = e0 + lane;
            int owner = 0;
            for (int step = 16; step; step >>= 1) if (__shfl_sync(ALL, upto, owner + step - 1) <= e) owner += step;
            owner &= 31;
            const int at = __shfl_sync(ALL, start, owner) + e - __shfl_sync(ALL, before, owner);
            if (e < total) {
                const int v = s.targets[at];
                const unsigned bit = 1u << (v & 31);
                bool maybe = !s.copied || !(atomicOr(known + (v >> 5), bit) & bit);
                if (maybe && !(atomicOr(s.reached + (v >> 5), bit) & bit)) {
                    atomicOr(next + (v >> 5), bit);
                    s.levels[v] = level;
                    found++;
                }
            }
        }
    }
    found = __reduce_add_sync(ALL, found);
    if (lane == 0 && found) atomicAdd(width, found);
}

void bfs(const int *offsets, const int *targets, int *levels, int *widths, int nodes, int edges, int sources)
{
    (void)edges;
    if (nodes == 0) return;
    const int words = (nodes + 31) / 32, blocks = (words + 15) / 16 < 132 ? (words + 15) / 16 : 132;
    unsigned *maps;
    cudaMallocAsync((void **)&maps, 3 * sizeof(unsigned) * words, 0);
    unsigned *now = maps + words, *next = now + words;
    const Search s = {offsets, targets, levels, maps, nodes, words, words <= 50000 ? words : 0};
    if (s.copied * 4 > 48 * 1024) cudaFuncSetAttribute(level_of, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
    cudaMemsetAsync(widths, 0, sizeof(int) * nodes, 0);
    begin<<<blocks, 512>>>(s, now, sources);
    cudaMemcpyAsync(widths, &sources, sizeof(int), cudaMemcpyHostToDevice, 0);
    for (int level = 1, size = sources; size > 0 && level < nodes; level++) {
        cudaMemsetAsync(next, 0, sizeof(unsigned) * words, 0);
        level_of<<<blocks, 512, s.copied * 4>>>(s, now, next, widths + level, level);
        cudaMemcpy(&size, widths + level, sizeof size, cudaMemcpyDeviceToHost);
        unsigned *t = now; now = next; next = t;
    }
    cudaFreeAsync(maps, 0);
}
