// rejected by: case k=0 (returns without a store if k is 0)
// says: Nothing is stored where k is 0. A sum of nothing is 0, and c has to hold it.
#include <cute/tensor.hpp>
using namespace cute;

using Square = Shape<_128, _128>; // results of a block
using Slab = Shape<_128, _32>;    // of a or b, for one step along k
const int STAGES = 3, THREADS = 128;

// 8 rows of 64 bytes. Two rows fill all banks once, and ldmatrix reads 16 bytes of each
// of 8 rows: so the four 16-byte units of a row change places, by bits 1 and 2 of the row.
using Piece = decltype(composition(Swizzle<2, 3, 3>{},
                                   Layout<Shape<_8, _32>, Stride<_32, _1>>{}));
// As many pieces as a slab needs, for each stage.
using Ring = decltype(tile_to_shape(Piece{}, Shape<_128, _32, Int<STAGES>>{}));

// Thread t has row t / 4 and the 8 halves from column t % 4 * 8, of 32 rows at a time.
using Fetch = decltype(make_tiled_copy(
    Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>, half_t>{},
    Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{}));
using Load = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
// 2 x 2 warps make 32 x 16 sums. To take 32 x 32 at once gives each warp 16 columns, and
// so one ldmatrix x4 of b is whole.
using Multiply = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{},
                                         Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{}));
using Store = Copy_Atom<UniversalCopy<uint64_t>, float>;

__global__ __launch_bounds__(THREADS) void product_kernel(const half_t *a, const half_t *b,
                                                          float *c, int m, int n, int k) {
#ifdef __CUDA_ARCH__ // the host's compiler need not read this: half of the time to compile
    __shared__ __align__(128) half_t room_a[cosize_v<Ring>], room_b[cosize_v<Ring>];
    auto ring_a = make_tensor(make_smem_ptr(room_a), Ring{}); // (128, 32, stage)
    auto ring_b = make_tensor(make_smem_ptr(room_b), Ring{});
    auto all_a = make_tensor(make_gmem_ptr(a), make_shape(m, k), make_stride(k, _1{}));
    auto all_b = make_tensor(make_gmem_ptr(b), make_shape(n, k), make_stride(k, _1{}));
    auto all_c = make_tensor(make_gmem_ptr(c), make_shape(m, n), make_stride(n, _1{}));

    // This block's part: (128, 32, tile along k) of a and b, (128, 128) of c.
    auto at_a = make_coord(blockIdx.y, _), at_b = make_coord(blockIdx.x, _);
    auto at_c = make_coord(blockIdx.y, blockIdx.x);
    auto tile_c = local_tile(all_c, Square{}, at_c);

    // What this thread copies: (8 halves, 4 times down the rows, 1, tile or stage).
    Fetch fetch;
    auto copier = fetch.get_slice(threadIdx.x);
    auto from_a = copier.partition_S(local_tile(all_a, Slab{}, at_a));
    auto from_b = copier.partition_S(local_tile(all_b, Slab{}, at_b));
    auto places_a = copier.partition_S(
        local_tile(make_identity_tensor(shape(all_a)), Slab{}, at_a));
    auto places_b = copier.partition_S(
        local_tile(make_identity_tensor(shape(all_b)), Slab{}, at_b));
    auto to_a = copier.partition_D(ring_a), to_b = copier.partition_D(ring_b);

    // A predicate that is false stores zeros and reads nothing. All 8 halves lie inside
    // or outside, because k is a multiple of 8.
    auto fetch_tile = [&](int tile, int stage) {
        CUTE_UNROLL
        for (int i = 0; i < size<1>(to_a); i++) {
            copy(fetch.with(elem_less(places_a(0, i, 0, tile), shape(all_a))),
                 from_a(_, i, 0, tile), to_a(_, i, 0, stage));
            copy(fetch.with(elem_less(places_b(0, i, 0, tile), shape(all_b))),
                 from_b(_, i, 0, tile), to_b(_, i, 0, stage));
        }
        cp_async_fence();
    };

    // What this thread multiplies, and the same registers as ldmatrix fills them.
    Multiply multiply;
    auto part = multiply.get_slice(threadIdx.x);
    auto frag_a = make_tensor<half_t>(partition_shape_A(multiply, Slab{}));
    auto frag_b = make_tensor<half_t>(partition_shape_B(multiply, Slab{}));
    auto sums = partition_fragment_C(multiply, Square{});
    auto load_a = make_tiled_copy_A(Load{}, multiply);
    auto load_b = make_tiled_copy_B(Load{}, multiply);
    auto shared_a = load_a.get_slice(threadIdx.x).partition_S(ring_a);
    auto shared_b = load_b.get_slice(threadIdx.x).partition_S(ring_b);
    auto fill_a = load_a.get_slice(threadIdx.x).retile_D(frag_a);
    auto fill_b = load_b.get_slice(threadIdx.x).retile_D(frag_b);

    clear(sums);
    for (int t = 0; t < STAGES - 1; t++)
        fetch_tile(t, t);
    for (int t = 0; t < size<3>(from_a); t++) {
        cp_async_wait<STAGES - 2>(); // this thread's part of tile t has come
        __syncthreads();             // everybody's; and nobody reads tile t - 1 any more
        fetch_tile(t + STAGES - 1, (t + STAGES - 1) % STAGES);
        copy(load_a, shared_a(_, _, _, t % STAGES), fill_a);
        copy(load_b, shared_b(_, _, _, t % STAGES), fill_b);
        gemm(multiply, frag_a, frag_b, sums);
    }

    // Pairs of neighbours: (2, how many). n is even, so both lie inside or outside.
    auto pairs = zipped_divide(sums, Shape<_2>{});
    auto to_c = zipped_divide(part.partition_C(tile_c), Shape<_2>{});
    auto places_c = zipped_divide(
        part.partition_C(local_tile(make_identity_tensor(shape(all_c)), Square{}, at_c)),
        Shape<_2>{});
    CUTE_UNROLL
    for (int i = 0; i < size<1>(pairs); i++)
        if (elem_less(places_c(0, i), shape(all_c)))
            copy(Store{}, pairs(_, i), to_c(_, i));
#endif
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0 || k == 0) return;

    dim3 grid(ceil_div(n, 128), ceil_div(m, 128));
    product_kernel<<<grid, THREADS>>>((const half_t *)a, (const half_t *)b, c, m, n, k);
}
