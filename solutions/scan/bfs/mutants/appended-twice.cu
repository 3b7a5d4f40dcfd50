// rejected by: case | trap out-of-bounds | guard (all who arrive append)
// says: A node that several edges reach is appended once for each of them. Only the thread that marks the node appends it.
// Breadth-first search. A block takes BLOCK nodes of the frontier, scans their
// degrees, and deals out their edges; several blocks (gridDim.y) share the
// edges of the same nodes. widths[level] counts the nodes of the next frontier.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int SLICES = 16; // blocks that share the edges of BLOCK nodes
const unsigned ALL = 0xffffffff;

// The exclusive scan over the block; the sum of all in *total.
__device__ int block_scan(int v, int *total) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, scan = v, before = 0;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(ALL, scan, d);
        if (lane >= d) scan += left;
    }
    if (lane == 31) sums[warp] = scan;
    __syncthreads();
    *total = 0;
    for (int w = 0; w < WARPS; w++) {
        if (w < warp) before += sums[w];
        *total += sums[w];
    }
    return before + scan - v;
}

// The last of BLOCK rising numbers that is at most e.
__device__ int owner_of(const int *start, int e) {
    int at = 0;
    for (int d = BLOCK / 2; d > 0; d /= 2)
        if (start[at + d] <= e) at += d;
    return at;
}

__global__ void expand(const int *offsets, const int *targets, int *levels,
                       const int *frontier, int size, int *next, int *next_size,
                       int level) {
    __shared__ int start[BLOCK], first[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x, begin = 0, degree = 0, total;
    if (i < size) {
        int node = frontier[i];
        begin = offsets[node];
        degree = offsets[node + 1] - begin;
    }
    int before = block_scan(degree, &total);
    start[threadIdx.x] = before;
    first[threadIdx.x] = begin;
    __syncthreads();

    int lane = threadIdx.x % 32;
    for (int e0 = blockIdx.y * BLOCK; e0 < total; e0 += gridDim.y * BLOCK) {
        int e = e0 + threadIdx.x, v = 0;
        bool fresh = false;
        if (e < total) {
            int owner = owner_of(start, e);
            v = targets[first[owner] + e - start[owner]];
            fresh = atomicCAS(&levels[v], -1, level) == -1 ||
                    atomicAdd(&levels[v], 0) == level;
        }
        unsigned kept = __ballot_sync(ALL, fresh);
        if (kept == 0) continue; // the whole warp
        int place = 0;
        if (lane == 0) place = atomicAdd(next_size, __popc(kept));
        place = __shfl_sync(ALL, place, 0);
        if (fresh) next[place + __popc(kept & ((1u << lane) - 1))] = v;
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
        dim3 grid((size + BLOCK - 1) / BLOCK, SLICES);
        expand<<<grid, BLOCK>>>(offsets, targets, levels, frontier, size, next,
                                widths + level, level);
        cudaMemcpy(&size, widths + level, sizeof size, cudaMemcpyDeviceToHost);
        int *t = frontier;
        frontier = next;
        next = t;
    }
    cudaFreeAsync(lists, 0);
}
