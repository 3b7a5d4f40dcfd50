// rejected by: case (the leader adds the weights of the whole warp)
// says: The leader adds the weights of the whole warp to its node. The sum runs over the lanes of its own group only: __reduce_add_sync(same, w).
// Degrees and sums of weights over the edges of a graph: one atomic for each
// node that a warp meets, however many of its lanes meet it.
const int BLOCK = 256;
const unsigned ALL = 0xffffffff;

// Adds 1 and w to the counters of `node`; -1: this lane has no edge. All 32
// lanes of the warp take part.
__device__ void count(int *degree, int *strength, int node, int w) {
    unsigned same = __match_any_sync(ALL, node); // lanes with my node
    int lane = threadIdx.x % 32;
    bool leads = lane == __ffs(same) - 1;
    int sum = __reduce_add_sync(ALL, w);
    if (!leads || node < 0) return;
    atomicAdd(&degree[node], __popc(same));
    atomicAdd(&strength[node], sum);
}

__global__ void edges_kernel(const int *from, const int *to, const int *weight,
                             int *degree, int *strength, int edges) {
    int e = blockIdx.x * BLOCK + threadIdx.x;
    int u = -1, v = -1, w = 0;
    if (e < edges) u = from[e], v = to[e], w = weight[e];
    count(degree, strength, u, w);
    count(degree, strength, v, w);
}

void edge_sums(const int *from, const int *to, const int *weight, int *degree,
               int *strength, int nodes, int edges) {
    cudaMemsetAsync(degree, 0, nodes * sizeof(int));
    cudaMemsetAsync(strength, 0, nodes * sizeof(int));
    if (edges == 0) return;
    edges_kernel<<<(edges + BLOCK - 1) / BLOCK, BLOCK>>>(
        from, to, weight, degree, strength, edges);
}
