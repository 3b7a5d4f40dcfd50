// rejected by: case n=100 (the group is all active threads of the warp)
// says: The group is the whole warp, 32 threads, and only its rank 0 stores. coalesced_threads() are all active threads of a warp; a group of `size` threads comes from tiled_partition.
#include <climits>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

const int BLOCK = 256;
const int EACH = 2; // elements per thread, both loaded before the first step

// The sum over the group, in its thread of rank 0.
template <class Group> __device__ int sum_of(Group group, int v) {
    for (int d = group.size() / 2; d > 0; d /= 2)
        v += group.shfl_down(v, d);
    return v;
}

template <class Group> __device__ int most_of(Group group, int v) {
    for (int d = group.size() / 2; d > 0; d /= 2)
        v = max(v, group.shfl_down(v, d));
    return v;
}

template <int SIZE>
__global__ void sum_kernel(const int *in, int *sums, int *best, int n) {
    int first = blockIdx.x * BLOCK * EACH + threadIdx.x;

    for (int k = 0; k < EACH; k++) {
        int i = first + k * BLOCK;
        if (i >= n) return;
        auto tile = cg::coalesced_threads();
        int sum = sum_of(tile, in[i]);
        int most = most_of(tile, in[i]);
        if (tile.thread_rank() == 0) {
            sums[i / SIZE] = sum;
            best[i / SIZE] = most;
        }
    }
}

template <int SIZE>
static void start(const int *in, int *sums, int *best, int n) {
    int each = BLOCK * EACH; // elements per block
    sum_kernel<SIZE><<<(n + each - 1) / each, BLOCK>>>(in, sums, best, n);
}

void group_sums(const int *in, int *sums, int *best, int n, int size) {
    if (n == 0) return;
    switch (size) { // the compiler has to know it
    case 4: return start<4>(in, sums, best, n);
    case 8: return start<8>(in, sums, best, n);
    case 16: return start<16>(in, sums, best, n);
    default: return start<32>(in, sums, best, n);
    }
}
