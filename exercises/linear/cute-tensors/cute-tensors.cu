// A transpose of which every index is a layout's.
#include <cute/tensor.hpp>
using namespace cute;

using Edge = Int<32>;
using Square = Shape<Edge, Edge>;
// Which thread has which element, of 8 rows at a time: thread t has row t / 32
// and column t % 32.
using ByRows = Layout<Shape<Int<8>, Edge>, Stride<Edge, Int<1>>>;

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    auto shape = make_shape(rows, cols);
    auto a = make_tensor(make_gmem_ptr(in), shape, make_stride(cols, Int<1>{}));
    auto where = make_identity_tensor(shape); // where(r, c) is (r, c)

    // The tile of this block, and of it the elements of this thread.
    auto at = make_coord(blockIdx.y, blockIdx.x);
    auto from = local_tile(a, Square{}, at);
    auto row_part = local_partition(from, ByRows{}, threadIdx.x);

    // TODO: a tensor b over `out` with the same shape, so that b(r, c) is
    // out[c][r]; its tile; a tile in shared memory between the two; two copies,
    // each with a partition of its own, and only within the shape.
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 grid(ceil_div(cols, Edge{}), ceil_div(rows, Edge{}));
    transpose_kernel<<<grid, int(size(ByRows{}))>>>(in, out, rows, cols);
}
