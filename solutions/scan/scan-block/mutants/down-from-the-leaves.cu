// rejected by: case (the way down goes through the levels from the leaves to the root)
// says: The way down begins at the leaves. It has to begin at the root: a node passes on what comes before it, and has to know that first.
// Running sums of rows: a tree in shared memory, up and then down.
//
//   up      each node becomes the sum of its two children
//   root    set to 0: nothing comes before the first element
//   down    the left child gets the parent's value (what comes before both),
//           the right child that plus the old left one
//
// Afterwards, the leaves hold the exclusive sums.

const int BLOCK = 512;
const int MOST = 4096;         // elements of a row
const int EACH = MOST / BLOCK; // elements of a thread, kept in registers
const int BANKS = 32;

// The word of leaf i: one unused word after every 32, so that words which are
// 2, 4, ... 32 apart lie in different banks.
__device__ int at(int i) {
    return i + i / BANKS;
}

// Adds up the tree. Leaves: a power of two.
__device__ void sweep_up(unsigned int *tile, int leaves) {
    for (int d = 1; d < leaves; d *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < leaves / (2 * d); k += BLOCK) {
            int left = (2 * k + 1) * d - 1, right = left + d;
            tile[at(right)] += tile[at(left)];
        }
    }
}

__device__ void sweep_down(unsigned int *tile, int leaves) {
    for (int d = 1; d < leaves; d *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < leaves / (2 * d); k += BLOCK) {
            int left = (2 * k + 1) * d - 1, right = left + d;
            unsigned int before = tile[at(right)], sum = tile[at(left)];
            tile[at(left)] = before;
            tile[at(right)] = before + sum;
        }
    }
}

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols, int leaves) {
    __shared__ unsigned int tile[MOST + MOST / BANKS];
    size_t row = (size_t)blockIdx.x * cols;
    unsigned int own[EACH];

    for (int k = 0; k < EACH; k++) {
        int i = threadIdx.x + k * BLOCK;
        own[k] = i < cols ? in[row + i] : 0;
        if (i < leaves) tile[at(i)] = own[k];
    }
    sweep_up(tile, leaves);
    // Thread 0 has added up the root itself: no barrier between the two.
    if (threadIdx.x == 0) tile[at(leaves - 1)] = 0;
    sweep_down(tile, leaves);
    __syncthreads();

    for (int k = 0; k < EACH; k++) {
        int i = threadIdx.x + k * BLOCK;
        if (i >= cols) continue;
        exclusive[row + i] = tile[at(i)];
        inclusive[row + i] = tile[at(i)] + own[k];
    }
}

void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    int leaves = 1;
    while (leaves < cols)
        leaves *= 2;
    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols, leaves);
}
