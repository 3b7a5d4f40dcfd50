// rejected by: build (the name of a forbidden header goes over two lines)
// Running sums: the group scans.
#include <cooperative_groups.h>
#define DIR cooperative_groups
#include <cooperative_groups/sc\
an.h>
namespace cg = cooperative_groups;

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = i < n ? in[i] : 0;
    unsigned s = cg::inclusive_scan(tile, v, cg::plus<unsigned>());
    if (i < n) {
        inclusive[i] = s;
        exclusive[i] = s - v;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n > 0) scan_kernel<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
