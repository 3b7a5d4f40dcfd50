// Tensor maps and wgmma: maps that cannot be, copies that count wrong, registers
// and tiles that are used while wgmma works with them.
#include "bug.h"

#include <cuda.h>
#include <cuda/ptx>
#include <cuda_fp16.h>

namespace ptx = cuda::ptx;

static CUresult encode(CUtensorMap *map, void *p, cuuint64_t pitch,
                       cuuint32_t columns) {
    cuuint64_t sizes[] = {60, 40}, strides[] = {pitch};
    cuuint32_t box[] = {columns, 8}, steps[] = {1, 1};
    CUresult e = cuTensorMapEncodeTiled( // BUG pitch: tensor-map; BUG odd-box: tensor-map
        map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, p, sizes, strides, box, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
        CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE); // BUG pitch: tensor-map; BUG odd-box: tensor-map
    return e;
}

static __device__ uint32_t address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

#define START(bytes)                                                           \
    __shared__ uint64_t bar;                                                   \
    if (threadIdx.x == 0) {                                                    \
        ptx::mbarrier_init(&bar, 1);                                           \
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,       \
                                       ptx::space_shared, &bar, bytes);        \
    }                                                                          \
    __syncthreads()
#define COPY(tile, map) COPY_FROM(tile, map, 0)
#define COPY_FROM(tile, map, column)                                           \
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"   \
                 "complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(       \
                     address(tile)),                                           \
                 "l"(map), "r"(column), "r"(0), "r"(address(&bar))             \
                 : "memory")
#define WAIT()                                                                 \
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))

__global__ void load(const __grid_constant__ CUtensorMap map, int *out,
                     int bytes) {
    __shared__ alignas(128) int tile[8][32];
    START(bytes);
    if (threadIdx.x == 0) COPY(tile, &map);
    WAIT(); // BUG too-few-bytes: deadlock; BUG too-many-bytes: deadlock
    out[threadIdx.x] = tile[0][threadIdx.x];
}

__global__ void no_wait(const __grid_constant__ CUtensorMap map, int *out) {
    __shared__ alignas(128) int tile[8][32];
    START(1024);
    if (threadIdx.x == 0) COPY(tile, &map);
    out[threadIdx.x] = tile[0][threadIdx.x]; // BUG no-wait: async-copy
}

__global__ void by_value(CUtensorMap map, int *out) {
    __shared__ alignas(128) int tile[8][32];
    START(1024);
    if (threadIdx.x == 0) COPY(tile, &map); // BUG by-value: tensor-map
    WAIT();
    out[threadIdx.x] = tile[0][threadIdx.x];
}

__global__ void unmade(const CUtensorMap *map, int *out) {
    __shared__ alignas(128) int tile[8][32];
    START(1024);
    if (threadIdx.x == 0) COPY(tile, map); // BUG unmade: tensor-map
    WAIT();
    out[threadIdx.x] = tile[0][threadIdx.x];
}

__global__ void unaligned(const __grid_constant__ CUtensorMap map, int *out) {
    __shared__ alignas(128) int tile[9][32];
    START(1024);
    if (threadIdx.x == 0) COPY(&tile[0][4], &map); // BUG unaligned: misaligned
    WAIT();
    out[threadIdx.x] = tile[0][threadIdx.x];
}

__global__ void from_column(const __grid_constant__ CUtensorMap map, int *out,
                            int column) {
    __shared__ alignas(128) int tile[8][32];
    START(1024);
    if (threadIdx.x == 0)
        COPY_FROM(tile, &map, column); // BUG column-minus-1: tensor-map
    WAIT();
    out[threadIdx.x] = tile[0][threadIdx.x];
}

__global__ void store(const __grid_constant__ CUtensorMap map, bool fenced) {
    __shared__ alignas(128) int tile[8][32];
    for (int i = 0; i < 8; i++)
        tile[i][threadIdx.x] = i;
    if (fenced) ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x) return;
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], "
        "[%1];" ::"l"(&map),
        "r"(address(tile)), "r"(40), "r"(36) // BUG no-fence: missing-proxy-fence
        : "memory"); // FINE store
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

// ---- wgmma: 64 x 8 sums, four of a thread

static __device__ uint64_t plain(const void *p) {
    return (uint64_t)(address(p) >> 4) | 8ull << 16 | 16ull << 32;
}

#define FENCE()  asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT_GROUP(n)                                                          \
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(n) : "memory")
#define PRODUCT(d, a, b)                                                       \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n"                    \
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "          \
                 "{%0,%1,%2,%3}, %4, %5, p, 1, 1, 0, 0;\n}"                    \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])              \
                 : "l"(plain(a)), "l"(plain(b)), "r"(1)                                \
                 : "memory")

enum How {
    RIGHT,
    NO_FENCE,
    EARLY,
    ONE_LEFT,
    CHANGED,
    OVERWRITTEN,
    NO_PROXY_FENCE,
    TOO_FEW,
    OWN_ROWS,
    OWN_LANE,
};

template <int HOW> __global__ void multiply(float *out) {
    __shared__ alignas(128) __half a[128 * 16], b[8 * 16]; // two tiles of A
    int t = threadIdx.x;
    for (int i = t; i < 128 * 16; i += blockDim.x)
        a[i] = 1;
    b[t] = 2;
    if (HOW != NO_PROXY_FENCE) ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    float d[4] = {}, e[4] = {};
    if (HOW != NO_FENCE) FENCE();
    PRODUCT(d, a, b); // BUG no-wgmma-fence: wgmma-order; BUG no-proxy-fence: missing-proxy-fence; BUG two-warps: partial-warp
    COMMIT();
    if (HOW == EARLY) out[t] = d[0]; // BUG early: wgmma-order
    if (HOW == OVERWRITTEN) {
        __syncthreads();
        a[t] = 3; // BUG overwritten: wgmma-order
    } else {
        int row = HOW == OWN_ROWS ? t / 32 * 16 : HOW == OWN_LANE ? t % 8 : 0;
        PRODUCT(e, a + row * 16, b); // BUG own-rows: wgmma-descriptor; BUG own-lane: wgmma-descriptor
    }
    COMMIT();
    WAIT_GROUP(1);
    out[t] = d[1]; // the first group is over
    if (HOW == ONE_LEFT) out[t] = e[1]; // BUG one-left: wgmma-order
    WAIT_GROUP(0);
    if (HOW == CHANGED) {
        for (int i = 0; i < 4; i++)
            d[i] = d[i] * out[t];
        PRODUCT(d, a, b); // BUG changed: wgmma-order
        COMMIT();
        WAIT_GROUP(0);
    }
    out[t] = d[0] + d[2] + e[0] + e[3]; // FINE right
}

// ---- programs

struct Memory {
    int *in, *out;
    CUtensorMap map;
    explicit Memory(cuuint64_t pitch = 240, cuuint32_t columns = 32) {
        cudaMalloc(&in, 240 * 40);
        cudaMemset(in, 0, 240 * 40);
        cudaMalloc(&out, 4096);
        encode(&map, in, pitch, columns);
    }
    ~Memory() {
        cudaDeviceSynchronize();
        cudaFree(in);
        cudaFree(out);
    }
};

static void pitch() { Memory m(236); }
static void odd_box() { Memory m(240, 34); }
static void too_few_bytes() {
    Memory m;
    load<<<1, 32>>>(m.map, m.out, 512);
}
static void too_many_bytes() {
    Memory m;
    load<<<1, 32>>>(m.map, m.out, 2048);
}
static void right_bytes() { // FINE right-bytes
    Memory m;
    load<<<1, 32>>>(m.map, m.out, 1024);
}
static void without_wait() {
    Memory m;
    no_wait<<<1, 32>>>(m.map, m.out);
}
static void value() {
    Memory m;
    by_value<<<1, 32>>>(m.map, m.out);
}
static void blank() {
    Memory m;
    unmade<<<1, 32>>>((CUtensorMap *)m.in, m.out);
}
static void sixteen() {
    Memory m;
    unaligned<<<1, 32>>>(m.map, m.out);
}
static void column_minus_1() {
    Memory m;
    from_column<<<1, 32>>>(m.map, m.out, -1);
}
static void column_minus_4() { // FINE column-minus-4
    Memory m;
    from_column<<<1, 32>>>(m.map, m.out, -4);
}
static void without_fence() {
    Memory m;
    store<<<1, 32>>>(m.map, false);
}
static void with_fence() {
    Memory m;
    store<<<1, 32>>>(m.map, true);
}
template <int HOW> static void product() {
    Memory m;
    multiply<HOW><<<1, HOW == TOO_FEW ? 64 : 128>>>((float *)m.out);
}

// Eight warps take registers; the four before them give theirs away, or forget
// to.
// FINE registers-given
template <bool GIVES> __global__ void __launch_bounds__(384, 1) shares(int *out) {
    if (threadIdx.x < 128) {
        if (GIVES) asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); // BUG registers-taken: deadlock
    out[threadIdx.x % 32] = 1;
}
template <bool GIVES> static void registers() {
    Memory m;
    shares<GIVES><<<1, 384>>>(m.out);
}

static const Bug bugs[] = {
    {"pitch", pitch},
    {"odd-box", odd_box},
    {"too-few-bytes", too_few_bytes},
    {"too-many-bytes", too_many_bytes},
    {"right-bytes", right_bytes},
    {"no-wait", without_wait},
    {"by-value", value},
    {"unmade", blank},
    {"unaligned", sixteen},
    {"column-minus-1", column_minus_1},
    {"column-minus-4", column_minus_4},
    {"no-fence", without_fence},
    {"store", with_fence},
    {"no-wgmma-fence", product<NO_FENCE>},
    {"early", product<EARLY>},
    {"one-left", product<ONE_LEFT>},
    {"changed", product<CHANGED>},
    {"overwritten", product<OVERWRITTEN>},
    {"no-proxy-fence", product<NO_PROXY_FENCE>},
    {"two-warps", product<TOO_FEW>},
    {"own-rows", product<OWN_ROWS>},
    {"own-lane", product<OWN_LANE>},
    {"right", product<RIGHT>},
    {"registers-taken", registers<false>},
    {"registers-given", registers<true>},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
