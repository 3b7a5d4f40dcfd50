// c = a b^T from atoms of CuTe.
#include <cute/tensor.hpp>
using namespace cute;

using Square = Shape<_128, _128>; // results of a block
using Slab = Shape<_128, _32>;    // of a or b, for one step along k
const int STAGES = 3, THREADS = 128;

// TODO: the atoms, and how they tile. A layout of the shared memory; a copy to it; a copy
// from it to registers; a product; a copy of the sums to c.

__global__ __launch_bounds__(THREADS) void product_kernel(const half_t *a, const half_t *b,
                                                          float *c, int m, int n, int k) {
#ifdef __CUDA_ARCH__ // the host's compiler need not read this: half of the time to compile
    auto all_a = make_tensor(make_gmem_ptr(a), make_shape(m, k), make_stride(k, _1{}));
    auto all_b = make_tensor(make_gmem_ptr(b), make_shape(n, k), make_stride(k, _1{}));
    auto all_c = make_tensor(make_gmem_ptr(c), make_shape(m, n), make_stride(n, _1{}));

    // This block's part: (128, 32, tile along k) of a and b, (128, 128) of c.
    auto at_a = make_coord(blockIdx.y, _), at_b = make_coord(blockIdx.x, _);
    auto at_c = make_coord(blockIdx.y, blockIdx.x);
    auto tiles_a = local_tile(all_a, Slab{}, at_a);
    auto tiles_b = local_tile(all_b, Slab{}, at_b);
    auto tile_c = local_tile(all_c, Square{}, at_c);

    // TODO: for each tile along k, to shared memory, to registers, a product. Then the sums
    // to c. The coordinates say what lies inside: make_identity_tensor(shape(all_a)), cut
    // like all_a.
#endif
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid(ceil_div(n, 128), ceil_div(m, 128));
    product_kernel<<<grid, THREADS>>>((const half_t *)a, (const half_t *)b, c, m, n, k);
}
