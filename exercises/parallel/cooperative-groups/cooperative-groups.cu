// Sums and maxima of groups of 4, 8, 16 or 32, by tiles of threads.
#include <climits>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The sum over the group, in its thread of rank 0.
template <class Group> __device__ int sum_of(Group group, int v) {
    // TODO: group.size(), group.shfl_down
    (void)group;
    return v;
}

template <int SIZE>
__global__ void sum_kernel(const int *in, int *sums, int *best, int n) {
    auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    int v = i < n ? in[i] : 0;
    int sum = sum_of(tile, v);
    // TODO: the maximum, too. What does a thread without an element bring?
    if (tile.thread_rank() == 0 && i < n) {
        sums[i / SIZE] = sum;
        best[i / SIZE] = v;
    }
}

void group_sums(const int *in, int *sums, int *best, int n, int size) {
    if (n == 0) return;

    int blocks = (n + 255) / 256;
    // TODO: the kernel for this size.
    sum_kernel<32><<<blocks, 256>>>(in, sums, best, n);
    (void)size;
}
