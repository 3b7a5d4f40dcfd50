// rejected by: case m=80 | case m=144 | case m=128 (keeps its sums in half precision)
// says: The sums are kept in half precision, and each addition loses digits. They have to be floats.
#include <cutlass/gemm/device/gemm.h>

using Row = cutlass::layout::RowMajor;
using Half = cutlass::half_t; // as __half, bit for bit
using Product = cutlass::gemm::device::Gemm<
    Half, Row,                                  // a
    Half, Row,                                  // b
    float, Row,                                 // c
    Half,                                       // the sums
    cutlass::arch::OpClassTensorOp,             // on tensor cores
    cutlass::arch::Sm80,                        // with mma.sync and cp.async
    cutlass::gemm::GemmShape<128, 256, 32>,     // a block
    cutlass::gemm::GemmShape<64, 64, 32>,       // a warp
    cutlass::gemm::GemmShape<16, 8, 16>,        // an instruction
    cutlass::epilogue::thread::LinearCombination<float, 4, Half, float>,
    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<8>, 3>;

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    // c = 1 * a * b + 0 * c: with beta 0 the old c is not read.
    Product::Arguments how({m, n, k}, {(const Half *)a, k},
                           {(const Half *)b, n}, {c, n}, {c, n}, {1, 0});
    Product multiply;
    cutlass::Status status = multiply(how);
    if (status != cutlass::Status::kSuccess)
        printf("CUTLASS: %s\n", cutlassGetStatusString(status));
}
