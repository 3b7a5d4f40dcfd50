// A product put together from the parts of CUTLASS 2.x.
#include <cutlass/gemm/device/gemm.h>

using Row = cutlass::layout::RowMajor;
using Half = cutlass::half_t; // as __half, bit for bit

// TODO: using Product = cutlass::gemm::device::Gemm<...>: types and layouts of a, b
// and c, type of the sums, tensor cores, architecture, three tiles, epilogue,
// order of the blocks, stages.

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    // TODO: the arguments, the call, and a look at the status that it returns.
}
