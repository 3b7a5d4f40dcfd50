// rejected by: case n=30001 (stores the cluster's counts over those of others)
// says: Each cluster stores its counts over those of the others. All of them have to be added up.
// A histogram whose bins are spread over the shared memory of a cluster of blocks.
//
// Block r of a cluster has the bins r * each ... r * each + each - 1. Any thread of the
// cluster adds to any of them, over the network between the SMs.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

const int CLUSTER = 8; // blocks
const int BLOCK = 256; // threads
const int MOST_BINS = 32768, EACH = MOST_BINS / CLUSTER; // 16 KiB a block

__global__ void __cluster_dims__(CLUSTER, 1, 1)
count(const unsigned short *in, unsigned int *out, int n, int bins) {
    __shared__ unsigned int own[EACH];
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank(), each = (bins + CLUSTER - 1) / CLUSTER;

    for (int i = threadIdx.x; i < each; i += BLOCK)
        own[i] = 0;
    cluster.sync(); // all bins of all blocks are zero

    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all) {
        int bin = in[i];
        unsigned int *theirs = cluster.map_shared_rank(own, bin / each);
        atomicAdd(&theirs[bin % each], 1u);
    }
    cluster.sync(); // all are counted, and nobody needs another block any more

    for (int i = threadIdx.x; i < each; i += BLOCK) {
        int bin = rank * each + i;
        if (bin < bins && own[i] > 0) out[bin] = own[i];
    }
}

void histogram(const unsigned short *in, unsigned int *out, int n, int bins) {
    const int MOST_CLUSTERS = 16; // as many as there are copies to add up
    cudaMemsetAsync(out, 0, bins * sizeof(unsigned int));
    if (n == 0) return;

    int useful = (n + BLOCK * CLUSTER * 4 - 1) / (BLOCK * CLUSTER * 4);
    count<<<CLUSTER * min(useful, MOST_CLUSTERS), BLOCK>>>(in, out, n, bins);
}
