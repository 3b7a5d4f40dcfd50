// Tensor maps: boxes of one to five dimensions into shared memory and back,
// zeros beyond the tensor, strides, swizzles, multicast, reductions; by libcu++
// and by inline PTX. Expected values come from indices, not from a copy.
#include "ok.h"

#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
namespace cde = cuda::device::experimental;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

typedef decltype(&cuTensorMapEncodeTiled) Encode;

static Encode encode_function() {
    void *fn = nullptr;
    cudaDriverEntryPointQueryResult found;
    OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &fn, 12000,
                                        cudaEnableDefault, &found));
    CHECK(fn && found == cudaDriverEntryPointSuccess);
    return (Encode)fn;
}

struct Shape {
    int rank;
    uint64_t dim[5];
    uint32_t box[5], step[5];
};

// A tensor without gaps between its rows.
static CUtensorMap map_of(const Shape &s, CUtensorMapDataType type, int bytes,
                          void *p, CUtensorMapSwizzle swizzle,
                          CUresult want = CUDA_SUCCESS) {
    static Encode encode = encode_function();
    CUtensorMap m;
    cuuint64_t stride[4], dim[5];
    cuuint32_t step[5];
    uint64_t size = bytes;
    for (int i = 0; i < s.rank; i++) {
        dim[i] = s.dim[i];
        step[i] = s.step[i] ? s.step[i] : 1;
        size *= s.dim[i];
        if (i < 4) stride[i] = size;
    }
    CUresult e = encode(&m, type, s.rank, p, dim, stride, s.box, step,
                        CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                        CU_TENSOR_MAP_L2_PROMOTION_NONE,
                        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    CHECK(e == want);
    return m;
}

static std::vector<int> counted(size_t n) {
    std::vector<int> v(n);
    for (size_t i = 0; i < n; i++)
        v[i] = (int)i + 1;
    return v;
}

// ---- one box, of any rank, to memory word by word

struct Place {
    int at[5];
};

template <int RANK> __device__ void load(void *to, const CUtensorMap *map,
                                         const Place &p, uint64_t *bar) {
    uint32_t s = (uint32_t)__cvta_generic_to_shared(to);
    uint32_t b = (uint32_t)__cvta_generic_to_shared(bar);
#define LOAD(n, coordinates, ...)                                              \
    asm volatile("cp.async.bulk.tensor." #n                                    \
                 "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes " \
                 "[%0], [%1, " coordinates "], [%2];" ::"r"(s),                \
                 "l"(map), "r"(b), __VA_ARGS__                                 \
                 : "memory")
    if (RANK == 1) LOAD(1, "{%3}", "r"(p.at[0]));
    if (RANK == 2) LOAD(2, "{%3, %4}", "r"(p.at[0]), "r"(p.at[1]));
    if (RANK == 3)
        LOAD(3, "{%3, %4, %5}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]));
    if (RANK == 4)
        LOAD(4, "{%3, %4, %5, %6}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]),
             "r"(p.at[3]));
    if (RANK == 5)
        LOAD(5, "{%3, %4, %5, %6, %7}", "r"(p.at[0]), "r"(p.at[1]),
             "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4]));
}

template <int RANK> __global__ void box(const __grid_constant__ CUtensorMap map,
                                        Place p, int *out, int bytes) {
    __shared__ alignas(1024) int tile[2048];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &bar, bytes);
        load<RANK>(tile, &map, p, &bar);
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x)
        out[i] = tile[i];
}

// The word that lies at `i` of the box.
static int expected(const Shape &s, const Place &p, int i) {
    uint64_t at = 0, size = 1;
    bool inside = true;
    for (int k = 0; k < s.rank; k++) {
        int step = k && s.step[k] ? s.step[k] : 1;
        int n = (s.box[k] + step - 1) / step;
        int64_t x = p.at[k] + (int64_t)(i % n) * step;
        i /= n;
        inside &= x >= 0 && x < (int64_t)s.dim[k];
        at += size * x;
        size *= s.dim[k];
    }
    return inside ? (int)at + 1 : 0;
}

template <int RANK> static void boxes(const Shape &s, const Place &p) {
    size_t n = 1;
    int words = 1;
    for (int k = 0; k < s.rank; k++) {
        int step = k && s.step[k] ? s.step[k] : 1;
        n *= s.dim[k];
        words *= (s.box[k] + step - 1) / step;
    }
    Dev<int> in(counted(n)), out(words);
    CUtensorMap m = map_of(s, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, in.p,
                           CU_TENSOR_MAP_SWIZZLE_NONE);
    box<RANK><<<1, 64>>>(m, p, out, words * 4);
    std::vector<int> got = out.get();
    for (int i = 0; i < words; i++)
        CHECK(got[i] == expected(s, p, i));
}

// ---- swizzles: byte address a holds what belongs at a, bits 4.. and 7.. xored

static void swizzled(CUtensorMapSwizzle swizzle, int bits) {
    Shape s = {2, {64, 24}, {4u << bits, 16}, {}};
    Place p = {{4, 5}};
    int words = s.box[0] * s.box[1];
    Dev<int> in(counted(64 * 24)), out(words);
    CUtensorMap m =
        map_of(s, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, in.p, swizzle);
    box<2><<<1, 64>>>(m, p, out, words * 4);
    std::vector<int> got = out.get();
    for (int i = 0; i < words; i++) {
        int a = i * 4, b = a ^ ((a >> 7 & ((1 << bits) - 1)) << 4);
        CHECK(got[b / 4] == expected(s, p, i));
    }
}

// ---- there and back by libcu++, in tiles, with a ragged edge

const int TILE = 16;

__global__ void doubled(const __grid_constant__ CUtensorMap from,
                        const __grid_constant__ CUtensorMap to) {
    __shared__ alignas(128) int tile[TILE][TILE];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier bar;
    int x = blockIdx.x * TILE, y = blockIdx.y * TILE, t = threadIdx.x;
    if (t == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (t == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &from, x, y, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = t; i < TILE * TILE; i += blockDim.x)
        tile[i / TILE][i % TILE] *= 2;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (t == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&to, x, y, &tile);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

static void there_and_back() {
    const int W = 52, H = 37;
    Shape s = {2, {W, H}, {TILE, TILE}, {}};
    Dev<int> in(counted(W * H)), out(std::vector<int>(W * H + 8, -1));
    CUtensorMap from = map_of(s, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, in.p,
                              CU_TENSOR_MAP_SWIZZLE_NONE);
    CUtensorMap to = map_of(s, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, out.p,
                            CU_TENSOR_MAP_SWIZZLE_NONE);
    doubled<<<dim3(4, 3), 64>>>(from, to);
    std::vector<int> got = out.get();
    for (int i = 0; i < W * H + 8; i++)
        CHECK(got[i] == (i < W * H ? 2 * (i + 1) : -1));
}

// ---- the map in global and in constant memory; reductions

__constant__ CUtensorMap constant_map;
__device__ CUtensorMap global_map;

__global__ void add_ones(bool from_global) {
    __shared__ alignas(128) float tile[8][32];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        tile[i / 32][i % 32] = 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x) return;
    const CUtensorMap *map = from_global ? &global_map : &constant_map;
    if (from_global)
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::
                         "l"(map)
                     : "memory");
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
    int at[2] = {(int)blockIdx.x * 16, -4};
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared,
                                     ptx::op_add, map, at, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

static void reductions() {
    const int W = 40, H = 6;
    Shape s = {2, {W, H}, {32, 8}, {}};
    Dev<float> out(W * H);
    out.zero();
    CUtensorMap m = map_of(s, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, out.p,
                           CU_TENSOR_MAP_SWIZZLE_NONE);
    OK(cudaMemcpyToSymbol(constant_map, &m, sizeof m));
    OK(cudaMemcpyToSymbol(global_map, &m, sizeof m));
    add_ones<<<2, 64>>>(false); // columns 0-31 and 16-39, rows 0-3
    add_ones<<<2, 64>>>(true);
    std::vector<float> got = out.get();
    for (int i = 0; i < W * H; i++) {
        int x = i % W, y = i / W;
        CHECK(got[i] == (y < 4 ? 2 * ((x < 32) + (x >= 16)) : 0));
    }
}

// ---- multicast: each block of a pair brings half of what both need

__global__ void __cluster_dims__(2, 1, 1)
    pair(const __grid_constant__ CUtensorMap map, int *out) {
    __shared__ alignas(128) int tile[2][64];
    __shared__ uint64_t bar;
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        asm volatile("fence.mbarrier_init.release.cluster;");
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &bar, sizeof tile);
    }
    cluster.sync();
    if (threadIdx.x == 0) {
        int at[1] = {rank * 64};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global,
                                  tile[rank], &map, at, &bar, (uint16_t)3);
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    int i = threadIdx.x;
    out[rank * 128 + i] = tile[i / 64][i % 64];
    cluster.sync();
}

static void multicast() {
    Shape s = {1, {128}, {64}, {}};
    Dev<int> in(counted(128)), out(256);
    CUtensorMap m = map_of(s, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, in.p,
                           CU_TENSOR_MAP_SWIZZLE_NONE);
    pair<<<2, 128>>>(m, out);
    std::vector<int> got = out.get();
    for (int i = 0; i < 256; i++)
        CHECK(got[i] == i % 128 + 1);
}

int main() {
    boxes<1>({1, {100}, {64}, {}}, {{52}});
    boxes<2>({2, {12, 9}, {8, 6}, {}}, {{-4, 5}});
    boxes<2>({2, {12, 9}, {8, 6}, {}}, {{8, -2}});
    boxes<2>({2, {12, 9}, {8, 9}, {5, 3}}, {{4, 1}}); // every third row
    boxes<3>({3, {8, 5, 4}, {4, 3, 4}, {1, 1, 2}}, {{4, 3, -1}});
    boxes<4>({4, {4, 3, 3, 3}, {4, 2, 3, 2}, {}}, {{0, 2, 1, -1}});
    boxes<5>({5, {4, 3, 2, 3, 2}, {4, 2, 2, 2, 2}, {}}, {{0, 1, 1, 2, 0}});
    boxes<2>({2, {12, 9}, {8, 6}, {}}, {{12, 0}}); // all of it outside
    swizzled(CU_TENSOR_MAP_SWIZZLE_32B, 1);
    swizzled(CU_TENSOR_MAP_SWIZZLE_64B, 2);
    swizzled(CU_TENSOR_MAP_SWIZZLE_128B, 3);
    there_and_back();
    reductions();
    multicast();
    return finish();
}
