// rejected by: gate divergence (31 lanes wait for a large node)
const int BLOCK = 256;

__global__ void expand(const int *offsets, const int *targets, int *levels,
                       const int *frontier, int size, int *next, int *next_size,
                       int level) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= size) return;
    int node = frontier[i];
    for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        int v = targets[e];
        if (atomicCAS(&levels[v], -1, level) == -1)
            next[atomicAdd(next_size, 1)] = v;
    }
}

__global__ void begin_search(int *levels, int *frontier, int *widths,
                             int sources) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i == 0) widths[0] = sources;
    if (i >= sources) return;
    levels[i] = 0;
    frontier[i] = i;
}

void bfs(const int *offsets, const int *targets, int *levels, int *widths,
         int nodes, int edges, int sources) {
    if (nodes == 0) return;
    int *lists, size = sources;
    cudaMallocAsync(&lists, 2 * (size_t)nodes * sizeof *lists, 0);
    int *frontier = lists, *next = lists + nodes;
    cudaMemsetAsync(levels, 0xff, nodes * sizeof *levels); // -1
    cudaMemsetAsync(widths, 0, nodes * sizeof *widths);
    begin_search<<<(sources + BLOCK - 1) / BLOCK, BLOCK>>>(levels, frontier,
                                                           widths, sources);
    for (int level = 1; level < nodes && size > 0; level++) {
        dim3 grid((size + BLOCK - 1) / BLOCK);
        expand<<<grid, BLOCK>>>(offsets, targets, levels, frontier, size, next,
                                widths + level, level);
        cudaMemcpy(&size, widths + level, sizeof size, cudaMemcpyDeviceToHost);
        int *t = frontier;
        frontier = next;
        next = t;
    }
    cudaFreeAsync(lists, 0);
}
