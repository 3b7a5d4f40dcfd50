// rejected by: trap host-pointer | trap out-of-bounds | trap uninitialised-global | case (the number of sources is used as the start node)
const int BLOCK = 256;
__global__ void init(int *levels, int *widths, int *queue, int nodes,
                     int sources) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= nodes) return;
    levels[i] = i == sources ? 0 : -1;
    widths[i] = i == 0 ? 1 : 0;
    if (i == sources) queue[0] = i;
}
__global__ void expand(const int *offsets, const int *targets, int *levels,
                       int *count, const int *in, int size, int *out,
                       int level) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= size) return;
    int u = in[i];
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        int v = targets[e];
        if (atomicCAS(&levels[v], -1, level) == -1)
            out[atomicAdd(count, 1)] = v;
    }
}
void bfs(const int *offsets, const int *targets, int *levels, int *widths,
         int nodes, int edges, int sources) {
    if (nodes == 0) return;
    int *a, *b;
    cudaMalloc(&a, nodes * sizeof(int));
    cudaMalloc(&b, nodes * sizeof(int));
    init<<<(nodes + BLOCK - 1) / BLOCK, BLOCK>>>(levels, widths, a, nodes,
                                                 sources);
    int size = 1;
    for (int level = 1; level < nodes && size > 0; level++) {
        expand<<<(size + BLOCK - 1) / BLOCK, BLOCK>>>(
            offsets, targets, levels, widths + level, a, size, b, level);
        cudaMemcpy(&size, widths + level, sizeof(int), cudaMemcpyDeviceToHost);
        int *t = a;
        a = b;
        b = t;
    }
    cudaFree(a);
    cudaFree(b);
}
