// rejected by: trap out-of-bounds | case (the number of an edge in its block is not reduced by its node's scan)
const int BLOCK = 256;
const int NODES = 64;
__global__ void init(int *levels, int *widths, int *queue, int nodes,
                     int sources) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= nodes) return;
    levels[i] = i < sources ? 0 : -1;
    widths[i] = i == 0 ? sources : 0;
    if (i < sources) queue[i] = i;
}
__global__ void expand(const int *offsets, const int *targets, int *levels,
                       int *count, const int *in, int size, int *out,
                       int level) {
    __shared__ int begin[NODES], scan[NODES + 1];
    int t = threadIdx.x, i = blockIdx.x * NODES + t;
    if (t < NODES) {
        int u = i < size ? in[i] : -1;
        begin[t] = u >= 0 ? offsets[u] : 0;
        scan[t + 1] = u >= 0 ? offsets[u + 1] - offsets[u] : 0;
        if (t == 0) scan[0] = 0;
    }
    __syncthreads();
    for (int d = 1; d <= NODES; d *= 2) {
        int x = 0;
        if (t <= NODES && t >= d) x = scan[t - d];
        __syncthreads();
        if (t <= NODES) scan[t] += x;
        __syncthreads();
    }
    int total = scan[NODES];
    for (int e = t; e < total; e += BLOCK) {
        int lo = 0;
        for (int step = NODES / 2; step > 0; step /= 2)
            if (scan[lo + step] <= e) lo += step;
        int v = targets[begin[lo] + e];
        if (levels[v] == -1 && atomicCAS(&levels[v], -1, level) == -1)
            out[atomicAdd(count, 1)] = v;
    }
}
void bfs(const int *offsets, const int *targets, int *levels, int *widths,
         int nodes, int edges, int sources) {
    if (nodes == 0) return;
    int *a, *b;
    cudaMallocAsync(&a, nodes * sizeof(int), 0);
    cudaMallocAsync(&b, nodes * sizeof(int), 0);
    init<<<(nodes + BLOCK - 1) / BLOCK, BLOCK>>>(levels, widths, a, nodes,
                                                 sources);
    int size = sources;
    for (int level = 1; level < nodes && size > 0; level++) {
        expand<<<(size + NODES - 1) / NODES, BLOCK>>>(
            offsets, targets, levels, widths + level, a, size, b, level);
        cudaMemcpy(&size, widths + level, sizeof(int), cudaMemcpyDeviceToHost);
        int *t = a;
        a = b;
        b = t;
    }
    cudaFreeAsync(a, 0);
    cudaFreeAsync(b, 0);
}
