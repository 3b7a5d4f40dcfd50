// rejected by: case m=8 | case m=64 (adds the bias to what comes out of GELU)
// says: The bias is added after GELU. It belongs into the sum: GELU takes a b + bias.
#include <cutlass/gemm/device/gemm.h>

using Row = cutlass::layout::RowMajor;
using Half = cutlass::half_t; // as __half, bit for bit

// What becomes of 8 neighbours in a row of the product. The library calls it for every
// such group of the result, and loads and stores what it takes and returns.
struct Finish {
    using ElementOutput = Half;
    using FragmentOutput = cutlass::Array<Half, 8>;
    static const int kCount = 8;

    struct Params {
        float limit = 0;
    };

    float limit;

    CUTLASS_HOST_DEVICE Finish(const Params &p) : limit(p.limit) {
    }
    CUTLASS_HOST_DEVICE bool is_source_needed() const {
        return true;
    }
    // Only a product that is split along k would call this.
    CUTLASS_HOST_DEVICE void set_k_partition(int, int) {
    }

    CUTLASS_DEVICE float one(float u) const {
        float y = 0.5f * u * (1.0f + tanhf(0.7978845608f * (u + 0.044715f * u * u * u)));
        return fminf(y, limit);
    }

    CUTLASS_DEVICE FragmentOutput operator()(const cutlass::Array<float, 8> &sums,
                                             const FragmentOutput &source) const {
        FragmentOutput out;
        CUTLASS_PRAGMA_UNROLL
        for (int i = 0; i < 8; i++)
            out[i] = Half(fminf(one(sums[i]) + float(source[i]), limit));
        return out;
    }
    // Without a source. It must exist, and is never called.
    CUTLASS_DEVICE FragmentOutput operator()(const cutlass::Array<float, 8> &sums) const {
        FragmentOutput none;
        none.clear();
        return (*this)(sums, none);
    }
};

using Linear = cutlass::gemm::device::Gemm<
    Half, Row, Half, Row, // a, b
    Half, Row, float,     // c and its source; the sums
    cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80,
    cutlass::gemm::GemmShape<128, 256, 32>, // a block
    cutlass::gemm::GemmShape<64, 64, 32>,   // a warp
    cutlass::gemm::GemmShape<16, 8, 16>,    // an instruction
    Finish, cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<8>, 3>;

void linear_gelu(const __half *a, const __half *b, const __half *bias, float limit,
                 __half *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    // Row i of the source is i * 0 elements after the first: all rows are the bias.
    Linear::Arguments how({m, n, k}, {(const Half *)a, k}, {(const Half *)b, n},
                          {(const Half *)bias, 0}, {(Half *)c, n}, {limit});
    Linear linear;
    cutlass::Status status = linear(how);
    if (status != cutlass::Status::kSuccess)
        printf("CUTLASS: %s\n", cutlassGetStatusString(status));
}
