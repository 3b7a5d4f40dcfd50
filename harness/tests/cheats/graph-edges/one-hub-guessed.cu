// rejected by: gate atomic_serial (the hub of the first edges is counted apart, and any other by plain atomics)
const int BLOCK = 256, BLOCKS = 132 * 8;

__global__ void edges_kernel(const int *from, const int *to, const int *weight, int *degree, int *strength,
                             int edges) {
    int hub = -1, most = 0, ends = 0, sum = 0;
    for (int i = 0; i < min(edges, 16); i++) { // the node that begins most of the first edges
        int same = 0;
        for (int k = 0; k < min(edges, 16); k++) same += from[k] == from[i];
        if (same > most) most = same, hub = from[i];
    }
    for (int e = blockIdx.x * BLOCK + threadIdx.x; e < edges; e += BLOCKS * BLOCK)
        for (int side = 0; side < 2; side++) {
            int node = side ? to[e] : from[e];
            if (node == hub) {
                ends++, sum += weight[e];
            } else {
                atomicAdd(&degree[node], 1);
                atomicAdd(&strength[node], weight[e]);
            }
        }
    ends = __reduce_add_sync(~0u, ends);
    sum = __reduce_add_sync(~0u, sum);
    if (threadIdx.x % 32 > 0 || !ends) return;
    atomicAdd(&degree[hub], ends);
    atomicAdd(&strength[hub], sum);
}

void edge_sums(const int *from, const int *to, const int *weight, int *degree, int *strength, int nodes,
               int edges) {
    cudaMemsetAsync(degree, 0, nodes * sizeof(int));
    cudaMemsetAsync(strength, 0, nodes * sizeof(int));
    if (edges > 0) edges_kernel<<<BLOCKS, BLOCK>>>(from, to, weight, degree, strength, edges);
}
