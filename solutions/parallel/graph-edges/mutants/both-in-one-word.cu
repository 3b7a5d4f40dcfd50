// rejected by: case (one 64-bit counter for both: a negative sum borrows from the degree)
// says: Degree and strength share one word, and a negative sum borrows from the degree. Keep two counters.
// Degrees and sums of weights over the edges of a graph: one atomic for each
// node that a warp meets, however many of its lanes meet it.
const int BLOCK = 256;
const unsigned ALL = 0xffffffff;
const int MOST = 1 << 20; // nodes

__device__ unsigned long long both[MOST]; // degree, then strength

// Adds 1 and w to the counters of `node`; -1: this lane has no edge. All 32
// lanes of the warp take part.
__device__ void count(int *degree, int *strength, int node, int w) {
    unsigned same = __match_any_sync(ALL, node); // lanes with my node
    int lane = threadIdx.x % 32;
    bool leads = lane == __ffs(same) - 1;
    int sum = __reduce_add_sync(same, w);
    if (!leads || node < 0) return;
    atomicAdd(&both[node],
              ((unsigned long long)__popc(same) << 32) + (long long)sum);
}

__global__ void edges_kernel(const int *from, const int *to, const int *weight,
                             int *degree, int *strength, int edges) {
    int e = blockIdx.x * BLOCK + threadIdx.x;
    int u = -1, v = -1, w = 0;
    if (e < edges) u = from[e], v = to[e], w = weight[e];
    count(degree, strength, u, w);
    count(degree, strength, v, w);
}

__global__ void clear(int nodes) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < nodes) both[i] = 0;
}

__global__ void split(int *degree, int *strength, int nodes) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= nodes) return;
    degree[i] = (int)(both[i] >> 32);
    strength[i] = (int)both[i];
}

void edge_sums(const int *from, const int *to, const int *weight, int *degree,
               int *strength, int nodes, int edges) {
    int blocks = (nodes + BLOCK - 1) / BLOCK;
    clear<<<blocks, BLOCK>>>(nodes);
    if (edges > 0)
    edges_kernel<<<(edges + BLOCK - 1) / BLOCK, BLOCK>>>(from, to, weight,
                                                         degree, strength,
                                                         edges);
    split<<<blocks, BLOCK>>>(degree, strength, nodes);
}
