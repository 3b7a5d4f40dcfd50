// rejected by: case (the weight counts at the first node only)
// says: The weight counts at from[e] only. An edge has two ends, and its weight counts at each of them.
const int BLOCK = 256;

// Adds 1 and w to the counters of `node`; -1: this lane has no edge.
__device__ void count(int *degree, int *strength, int node, int w) {
    if (node < 0) return;
    atomicAdd(&degree[node], 1);
    atomicAdd(&strength[node], w);
}

__global__ void edges_kernel(const int *from, const int *to, const int *weight,
                             int *degree, int *strength, int edges) {
    int e = blockIdx.x * BLOCK + threadIdx.x;
    int u = -1, v = -1, w = 0;
    if (e < edges) u = from[e], v = to[e], w = weight[e];
    count(degree, strength, u, w);
    count(degree, strength, v, 0);
}

// Edge e joins from[e] and to[e]; it counts for both. degree and strength have
// an element for each node, and hold garbage when this is called.
void edge_sums(const int *from, const int *to, const int *weight, int *degree,
               int *strength, int nodes, int edges) {
    cudaMemsetAsync(degree, 0, nodes * sizeof(int));
    cudaMemsetAsync(strength, 0, nodes * sizeof(int));
    if (edges == 0) return;
    edges_kernel<<<(edges + BLOCK - 1) / BLOCK, BLOCK>>>(
        from, to, weight, degree, strength, edges);
}
