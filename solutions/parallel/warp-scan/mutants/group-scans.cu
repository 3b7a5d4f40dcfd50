// rejected by: build (the library of cooperative groups scans the warp)
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int v = i < n ? in[i] : 0;
    unsigned int sum = cg::inclusive_scan(warp, v, cg::plus<unsigned int>());
    if (i < n) {
        inclusive[i] = sum;
        exclusive[i] = sum - v;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n > 0)
        scan_kernel<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
