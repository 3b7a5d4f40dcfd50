// Second set: the shipped solutions of exercises, each in its own namespace, as
// they stand in solutions/. What the model is off for one of them it is off for
// learners who solve the exercise alike.
#include "../variants.h"

#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include <cfloat>
#include <cmath>

namespace coalescing {
#include "../../../../solutions/memory/coalescing/coalescing.cu"
} // namespace coalescing
namespace conv_1d {
#include "../../../../solutions/memory/conv-1d/conv-1d.cu"
} // namespace conv_1d
namespace dot_product {
#include "../../../../solutions/parallel/dot-product/dot-product.cu"
} // namespace dot_product
namespace gemv {
#include "../../../../solutions/linear/gemv/gemv.cu"
} // namespace gemv
namespace histogram_private {
#include "../../../../solutions/parallel/histogram-private/histogram-private.cu"
} // namespace histogram_private
namespace layernorm {
#include "../../../../solutions/norms/layernorm/layernorm.cu"
} // namespace layernorm
namespace map_2d {
#include "../../../../solutions/basics/map-2d/map-2d.cu"
} // namespace map_2d
namespace matmul_tiled {
#include "../../../../solutions/linear/matmul-tiled/matmul-tiled.cu"
} // namespace matmul_tiled
namespace pool_2d {
#include "../../../../solutions/memory/pool-2d/pool-2d.cu"
} // namespace pool_2d
namespace reduce_grid {
#include "../../../../solutions/parallel/reduce-grid/reduce-grid.cu"
} // namespace reduce_grid
namespace reduce_shared {
#include "../../../../solutions/parallel/reduce-shared/reduce-shared.cu"
} // namespace reduce_shared
namespace reduce_shuffle {
#include "../../../../solutions/parallel/reduce-shuffle/reduce-shuffle.cu"
} // namespace reduce_shuffle
namespace relu_scale {
#include "../../../../solutions/basics/relu-scale/relu-scale.cu"
} // namespace relu_scale
namespace rmsnorm {
#include "../../../../solutions/norms/rmsnorm/rmsnorm.cu"
} // namespace rmsnorm
namespace saxpy {
#include "../../../../solutions/basics/saxpy/saxpy.cu"
} // namespace saxpy
namespace softmax_rows {
#include "../../../../solutions/norms/softmax-rows/softmax-rows.cu"
} // namespace softmax_rows
namespace stencil_3d {
#include "../../../../solutions/basics/stencil-3d/stencil-3d.cu"
} // namespace stencil_3d
namespace transpose {
#include "../../../../solutions/memory/transpose/transpose.cu"
} // namespace transpose
namespace vector_add {
#include "../../../../solutions/basics/vector-add/vector-add.cu"
} // namespace vector_add
namespace warp_scan {
#include "../../../../solutions/parallel/warp-scan/warp-scan.cu"
} // namespace warp_scan

namespace {

const Variant solved[] = {
    {"coalescing",
     [](const Pool &p) {
         coalescing::split_points(p.a, p.c, p.c + 8 * MI, p.c + 16 * MI,
                                  p.c + 24 * MI, 8 * MI);
     }},
    {"conv-1d",
     [](const Pool &p) { conv_1d::correlate(p.a, p.b, p.c, 32 * MI, 9); }},
    {"dot-product",
     [](const Pool &p) { dot_product::dot(p.a, p.b, p.c, 32 * MI); }},
    {"gemv",
     [](const Pool &p) {
         gemv::gemv(p.a, p.c + 8192, p.c, p.b, p.c + 2 * 8192, p.c + 3 * 8192,
                    4096, 8192);
     }},
    {"histogram-private",
     [](const Pool &p) {
         histogram_private::histogram((unsigned char *)p.a, (unsigned *)p.c,
                                      128 * MI);
     }},
    {"layernorm",
     [](const Pool &p) {
         layernorm::layernorm(p.a, p.b, p.b + 8192, p.c, p.b + MI, p.b + 2 * MI,
                              8000, 4096, 1e-5f);
     }},
    {"map-2d",
     [](const Pool &p) {
         map_2d::brighten((unsigned char *)p.a, (unsigned char *)p.c, 8064,
                          16384, 16512, 60);
     }},
    {"matmul-tiled",
     [](const Pool &p) {
         matmul_tiled::matmul(p.a, p.b, p.c, 1024, 2048, 1024);
     }},
    {"pool-2d",
     [](const Pool &p) {
         pool_2d::max_pool(p.a, p.c, 32, 1024, 1024, 3, 1, 1);
     }},
    {"reduce-grid", [](const Pool &p) { reduce_grid::sum(p.a, p.c, 32 * MI); }},
    {"reduce-shared",
     [](const Pool &p) { reduce_shared::block_sums(p.a, p.c, 32 * MI); }},
    {"reduce-shuffle",
     [](const Pool &p) {
         reduce_shuffle::row_sums(p.a, p.c, 256 * 1024, 128);
     }},
    {"relu-scale",
     [](const Pool &p) {
         relu_scale::relu_scale(p.a, p.c, 1.25f, .1f, 1.f, 32 * MI);
     }},
    {"rmsnorm",
     [](const Pool &p) {
         rmsnorm::rmsnorm(p.a, p.b, p.a + 16 * MI, p.c, p.c + 16 * MI, 4096,
                          4096, 1e-5f);
     }},
    {"saxpy", [](const Pool &p) { saxpy::saxpy(2.f, p.a, p.c, 32 * MI); }},
    {"softmax-rows",
     [](const Pool &p) { softmax_rows::softmax(p.a, p.c, 8192, 4096); }},
    {"stencil-3d",
     [](const Pool &p) { stencil_3d::stencil(p.a, p.c, 512, 512, 128); }},
    {"transpose",
     [](const Pool &p) { transpose::transpose(p.a, p.c, 4096, 8192); }},
    {"vector-add",
     [](const Pool &p) { vector_add::vector_add(p.a, p.b, p.c, 32 * MI); }},
    {"warp-scan",
     [](const Pool &p) {
         warp_scan::warp_scans((unsigned *)p.a, (unsigned *)p.b,
                               (unsigned *)p.c, 32 * MI);
     }},
};
Family solved_family("solved", solved, 2);

} // namespace
