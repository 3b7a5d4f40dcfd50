// A transpose of which every index is a layout's.
//
//   a      in as it is:               (rows, cols):(cols, 1)
//   b      out, by in's coordinates:  (rows, cols):(1, rows)
//   turn   the tile in shared memory: (32, 32):(33, 1)
//
// b(r, c) is out[c][r]: to copy a to b is to transpose. What is left to decide is
// which thread copies which elements of a tile. Neighbouring threads read
// neighbours of a row of a, and write neighbours of a column of b.
#include <cute/tensor.hpp>
using namespace cute;

using Edge = Int<32>;
using Square = Shape<Edge, Edge>;
// One word more than a row has: a column lies in 32 banks.
using Padded = Layout<Square, Stride<Int<33>, Int<1>>>;
// Thread t has row t / 32, column t % 32, of 8 rows at a time ...
using ByRows = Layout<Shape<Int<8>, Edge>, Stride<Edge, Int<1>>>;
// ... or row t % 32, column t / 32, of 8 columns at a time.
using ByCols = Layout<Shape<Edge, Int<8>>, Stride<Int<1>, Edge>>;

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float room[cosize_v<Padded>];
    auto shape = make_shape(rows, cols);
    auto a = make_tensor(make_gmem_ptr(in), shape, make_stride(cols, Int<1>{}));
    auto b =
        make_tensor(make_gmem_ptr(out), shape, make_stride(Int<1>{}, rows));
    auto where = make_identity_tensor(shape); // where(r, c) is (r, c)
    auto turn = make_tensor(make_smem_ptr(room), Padded{});

    auto at = make_coord(blockIdx.y, blockIdx.x);
    auto from = local_tile(a, Square{}, at);
    auto to = local_tile(b, Square{}, at);
    auto places = local_tile(where, Square{}, at);

    auto row_places = local_partition(places, ByRows{}, threadIdx.x);
    auto row_part = local_partition(turn, ByRows{}, threadIdx.x);
    copy_if([&](int i) { return elem_less(row_places(i), shape); },
            local_partition(from, ByRows{}, threadIdx.x), row_part);
    __syncthreads(); // the tile is complete

    auto col_places = local_partition(places, ByCols{}, threadIdx.x);
    auto col_part = local_partition(to, ByCols{}, threadIdx.x);
    copy_if([&](int i) { return elem_less(col_places(i), shape); },
            local_partition(turn, ByCols{}, threadIdx.x), col_part);
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 grid(ceil_div(cols, Edge{}), ceil_div(rows, Edge{}));
    transpose_kernel<<<grid, int(size(ByRows{}))>>>(in, out, rows, cols);
}
