// rejected by: trap global-race | case (all levels in one kernel; a barrier waits for its block only)
const int BLOCK = 256;
__global__ void search(const int *offsets, const int *targets, int *levels,
                       int *widths, int nodes, int sources) {
    int v = blockIdx.x * BLOCK + threadIdx.x;
    if (v < nodes) {
        levels[v] = v < sources ? 0 : -1;
        widths[v] = v == 0 ? sources : 0;
    }
    __syncthreads();
    for (int level = 1; level < nodes; level++) {
        if (v < nodes && levels[v] == level - 1)
            for (int e = offsets[v]; e < offsets[v + 1]; e++)
                if (atomicCAS(&levels[targets[e]], -1, level) == -1)
                    atomicAdd(&widths[level], 1);
        __syncthreads();
        if (widths[level] == 0) break;
    }
}
void bfs(const int *offsets, const int *targets, int *levels, int *widths,
         int nodes, int edges, int sources) {
    if (nodes == 0) return;
    search<<<(nodes + BLOCK - 1) / BLOCK, BLOCK>>>(offsets, targets, levels,
                                                   widths, nodes, sources);
}
