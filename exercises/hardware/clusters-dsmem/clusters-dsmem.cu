// A histogram with more bins than one block's shared memory should hold.
//
// TODO: right, and every element goes to global memory. Let the blocks of a cluster
// share the bins: each has a part of them, and all add to all parts.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

const int CLUSTER = 8; // blocks
const int BLOCK = 256; // threads

__global__ void count(const unsigned short *in, unsigned int *out, int n, int bins) {
    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
        atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned short *in, unsigned int *out, int n, int bins) {
    cudaMemsetAsync(out, 0, bins * sizeof(unsigned int));
    if (n == 0) return;

    count<<<CLUSTER * 16, BLOCK>>>(in, out, n, bins);
}
