// baseline: every node looks at every level whether it is its turn
const int BLOCK = 256;

__global__ void every_node(const int *offsets, const int *targets, int *levels,
                           int *width, int nodes, int level) {
    int u = blockIdx.x * BLOCK + threadIdx.x;
    if (u >= nodes || atomicAdd(&levels[u], 0) != level - 1) return;
    for (int e = offsets[u]; e < offsets[u + 1]; e++)
        if (atomicCAS(&levels[targets[e]], -1, level) == -1)
            atomicAdd(width, 1);
}

__global__ void begin_search(int *levels, int *widths, int sources) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i == 0) widths[0] = sources;
    if (i < sources) levels[i] = 0;
}

void bfs(const int *offsets, const int *targets, int *levels, int *widths,
         int nodes, int edges, int sources) {
    if (nodes == 0) return;
    int blocks = (nodes + BLOCK - 1) / BLOCK, size = sources;
    cudaMemsetAsync(levels, 0xff, nodes * sizeof *levels); // -1
    cudaMemsetAsync(widths, 0, nodes * sizeof *widths);
    begin_search<<<blocks, BLOCK>>>(levels, widths, sources);
    for (int level = 1; level < nodes && size > 0; level++) {
        every_node<<<blocks, BLOCK>>>(offsets, targets, levels, widths + level,
                                      nodes, level);
        cudaMemcpy(&size, widths + level, sizeof size, cudaMemcpyDeviceToHost);
    }
}
