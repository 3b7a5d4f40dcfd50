// wgmma: operands in shared memory in each layout that a descriptor can say,
// put there word by word or by the TMA; A in registers; all types; groups in
// flight. Elements are small whole numbers, so that every sum is exact.
#include "ok.h"

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define DEV static __device__ __forceinline__

enum Layout { PLAIN, SWIZZLE_128, SWIZZLE_64, SWIZZLE_32 }; // bits 62, 63

DEV uint32_t shared_address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

DEV uint64_t descriptor(const void *p, int layout, int leading, int stride) {
    return (uint64_t)(shared_address(p) >> 4 & 0x3fff) |
           (uint64_t)(leading >> 4) << 16 | (uint64_t)(stride >> 4) << 32 |
           (uint64_t)layout << 62;
}

DEV void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
DEV void commit() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N> DEV void wait() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

// ---- n = 32: 16 sums of a thread

#define SUMS                                                                   \
    "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}"
#define EACH(c, d)                                                             \
    c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5]), c(d[6]), c(d[7]),    \
        c(d[8]), c(d[9]), c(d[10]), c(d[11]), c(d[12]), c(d[13]), c(d[14]),    \
        c(d[15])
#define F(x) "+f"(x)
#define R(x) "+r"(x)
#define WGMMA(shape, options, c, d, a, b, adds)                                \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %18, 0;\n"                  \
                 "wgmma.mma_async.sync.aligned." shape " " SUMS                \
                 ", %16, %17, p" options ";\n}"                                \
                 : EACH(c, d)                                                  \
                 : "l"(a), "l"(b), "r"((int)(adds)))

template <int TURN_A, int TURN_B>
DEV void halves(float (&d)[16], uint64_t a, uint64_t b, bool adds) {
    if (TURN_A && TURN_B)
        WGMMA("m64n32k16.f32.f16.f16", ", 1, 1, 1, 1", F, d, a, b, adds);
    else if (TURN_A)
        WGMMA("m64n32k16.f32.f16.f16", ", 1, 1, 1, 0", F, d, a, b, adds);
    else if (TURN_B)
        WGMMA("m64n32k16.f32.f16.f16", ", 1, 1, 0, 1", F, d, a, b, adds);
    else
        WGMMA("m64n32k16.f32.f16.f16", ", 1, 1, 0, 0", F, d, a, b, adds);
}

// Sum i of a thread is at row, column of the 64 x 32 that a group has.
DEV int row_of(int i) {
    int t = threadIdx.x % 128;
    return t / 32 * 16 + t % 32 / 4 + i % 4 / 2 * 8;
}
DEV int column_of(int i) {
    return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
}

// ---- operands of 64 or 32 rows by 64 halves along k, word by word

// The offset of element (r, k) in bytes: rows of 16 << s bytes, of which 8 repeat
// every `stride` bytes, if k runs along the rows.
DEV uint32_t place(int layout, bool turned, int rows, int r, int k) {
    int s = layout == PLAIN ? 0 : 4 - layout, span = 16 << s;
    uint32_t at;
    if (!turned && !s) // cores of 8 rows by 8, those along k 128 bytes apart
        at = r / 8 * 1024 + k / 8 * 128 + r % 8 * 16 + k % 8 * 2;
    else if (!turned)
        at = k / (span / 2) * (rows * span) + r / 8 * (8 * span) +
             r % 8 * span + k % (span / 2) * 2;
    else if (!s) // cores of 8 along r by 8 of k
        at = k / 8 * (rows * 16) + r / 8 * 128 + k % 8 * 16 + r % 8 * 2;
    else
        at = r / (span / 2) * (64 * span) + k / 8 * (8 * span) + k % 8 * span +
             r % (span / 2) * 2;
    return at ^ (at >> 7 & ((1 << s) - 1)) << 4;
}

template <int LAYOUT, bool TURNED>
DEV uint64_t operand(const char *tile, int rows, int k) {
    int s = LAYOUT == PLAIN ? 0 : 4 - LAYOUT, span = 16 << s;
    if (!TURNED && !s) return descriptor(tile + k * 16, LAYOUT, 128, 1024);
    if (!TURNED)
        return descriptor(tile + k / (span / 2) * rows * span +
                              k % (span / 2) * 2,
                          LAYOUT, 16, 8 * span);
    if (!s)
        return descriptor(tile + k / 8 * rows * 16, LAYOUT, rows * 16, 128);
    return descriptor(tile + k * span, LAYOUT, 64 * span, 8 * span);
}

template <int LAYOUT, bool TURN_A, bool TURN_B>
__global__ void by_words(const __half *a, const __half *b, float *c) {
    __shared__ alignas(1024) char ta[64 * 128], tb[32 * 128];
    for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x) {
        int r = i / 64, k = i % 64;
        *(__half *)(ta + place(LAYOUT, TURN_A, 64, r, k)) = a[i];
        if (r < 32) *(__half *)(tb + place(LAYOUT, TURN_B, 32, r, k)) = b[i];
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    float d[16] = {};
    fence();
    for (int k = 0; k < 64; k += 16)
        halves<TURN_A, TURN_B>(d, operand<LAYOUT, TURN_A>(ta, 64, k),
                               operand<LAYOUT, TURN_B>(tb, 32, k), k > 0);
    commit();
    wait<0>();
    for (int i = 0; i < 16; i++)
        c[row_of(i) * 32 + column_of(i)] = d[i];
}

static std::vector<float> whole(size_t n, int seed) {
    std::vector<float> v(n);
    for (size_t i = 0; i < n; i++)
        v[i] = (float)((i * 7 + i / 11 * seed) % 13) - 6;
    return v;
}
template <class T> static std::vector<T> as(const std::vector<float> &v) {
    std::vector<T> h(v.size());
    for (size_t i = 0; i < v.size(); i++)
        h[i] = T(v[i]);
    return h;
}

// c[m][n] = sum over k of a[m][k] b[n][k]
static bool is_product(const std::vector<float> &c, const std::vector<float> &a,
                       const std::vector<float> &b, int m, int n, int k) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int x = 0; x < k; x++)
                sum += a[i * k + x] * b[j * k + x];
            if (c[i * n + j] != sum) return false;
        }
    return true;
}

template <int LAYOUT, bool TURN_A, bool TURN_B> static void layout() {
    auto a = whole(64 * 64, 3), b = whole(32 * 64, 5);
    Dev<__half> da(as<__half>(a)), db(as<__half>(b));
    Dev<float> c(64 * 32);
    by_words<LAYOUT, TURN_A, TURN_B><<<1, 128>>>(da, db, c);
    CHECK(is_product(c.get(), a, b, 64, 32, 64));
}

// ---- by the TMA: two groups of warps, 128 rows; B as it is for C = A B

__global__ void by_tma(const __grid_constant__ CUtensorMap ma,
                       const __grid_constant__ CUtensorMap mb, float *c) {
    __shared__ alignas(1024) __half ta[128][64], tb[64][64]; // tb: k, n
    __shared__ uint64_t bar;
    uint32_t full = shared_address(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(full));
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
                         full),
                     "r"((int)(sizeof ta + sizeof tb))
                     : "memory");
#define COPY(tile, map)                                                        \
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"   \
                 "complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(       \
                     shared_address(tile)),                                    \
                 "l"(&map), "r"(0), "r"(0), "r"(full)                          \
                 : "memory")
        COPY(ta, ma);
        COPY(tb, mb);
    }
    asm volatile("{\n.reg .pred p;\nWAIT:\n"
                 "mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n"
                 "@!p bra WAIT;\n}" ::"r"(full)
                 : "memory");
    int group = threadIdx.x / 128;
    float d[2][16] = {};
    for (int half = 0; half < 2; half++) { // 32 columns each, in flight at once
        fence();
        for (int k = 0; k < 64; k += 16)
            halves<0, 1>(d[half],
                         descriptor(&ta[group * 64][k], SWIZZLE_128, 16, 1024),
                         descriptor(&tb[k][half * 32], SWIZZLE_128, 8192, 1024),
                         true);
        commit();
    }
    wait<1>();
    for (int i = 0; i < 16; i++)
        c[(group * 64 + row_of(i)) * 64 + column_of(i)] = d[0][i];
    wait<0>();
    for (int i = 0; i < 16; i++)
        c[(group * 64 + row_of(i)) * 64 + 32 + column_of(i)] = d[1][i];
}

static CUtensorMap map_of(void *p, int rows) {
    CUtensorMap m;
    cuuint64_t dim[2] = {64, (cuuint64_t)rows}, stride[1] = {128};
    cuuint32_t box[2] = {64, (cuuint32_t)rows}, step[2] = {1, 1};
    CHECK(cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, dim,
                                 stride, box, step,
                                 CU_TENSOR_MAP_INTERLEAVE_NONE,
                                 CU_TENSOR_MAP_SWIZZLE_128B,
                                 CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                                 CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) ==
          CUDA_SUCCESS);
    return m;
}

static void tma() {
    auto a = whole(128 * 64, 3), bt = whole(64 * 64, 5), b = bt;
    for (int k = 0; k < 64; k++)
        for (int n = 0; n < 64; n++)
            b[k * 64 + n] = bt[n * 64 + k];
    Dev<__half> da(as<__half>(a)), db(as<__half>(b));
    Dev<float> c(128 * 64);
    by_tma<<<1, 256>>>(map_of(da, 128), map_of(db, 64), c);
    CHECK(is_product(c.get(), a, bt, 128, 64, 64));
}

// ---- types: rows of 32 bytes, swizzled by 32

enum Kind { HALF, BFLOAT, TFLOAT, BYTES, SHORT_SUMS, MINUS, IN_REGISTERS };

template <int KIND, class T> __global__ void types(const T *a, const T *b,
                                                   float *c) {
    const int K = 32 / sizeof(T);
    __shared__ alignas(256) T ta[64][K], tb[32][K];
    for (int i = threadIdx.x; i < 64 * K; i += blockDim.x) {
        uint32_t at = i * sizeof(T), to = at ^ (at >> 7 & 1) << 4;
        *(T *)((char *)ta + to) = a[i];
        if (i < 32 * K) *(T *)((char *)tb + to) = b[i];
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    uint64_t x = descriptor(ta, SWIZZLE_32, 16, 256);
    uint64_t y = descriptor(tb, SWIZZLE_32, 16, 256);
    float d[16] = {};
    int n[16] = {};
    uint32_t h[8];
    fence();
    if (KIND == BFLOAT)
        WGMMA("m64n32k16.f32.bf16.bf16", ", 1, 1, 0, 0", F, d, x, y, 0);
    if (KIND == TFLOAT)
        WGMMA("m64n32k8.f32.tf32.tf32", ", 1, 1", F, d, x, y, 0);
    if (KIND == MINUS)
        WGMMA("m64n32k16.f32.f16.f16", ", -1, 1, 0, 0", F, d, x, y, 0);
    if (KIND == BYTES) WGMMA("m64n32k32.s32.s8.s8", "", R, n, x, y, 0);
    if (KIND == SHORT_SUMS)
        asm volatile("wgmma.mma_async.sync.aligned.m64n32k16.f16.f16.f16 "
                     "{%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, 0, 1, 1, 0, 0;"
                     : "=r"(h[0]), "=r"(h[1]), "=r"(h[2]), "=r"(h[3]),
                       "=r"(h[4]), "=r"(h[5]), "=r"(h[6]), "=r"(h[7])
                     : "l"(x), "l"(y));
    if (KIND == IN_REGISTERS) {
        const uint32_t *w = (const uint32_t *)a; // two halves each
        int t = threadIdx.x, r = t / 32 * 16 + t % 32 / 4, k = t % 4;
        uint32_t f[4] = {w[r * 8 + k], w[(r + 8) * 8 + k], w[r * 8 + k + 4],
                         w[(r + 8) * 8 + k + 4]};
        fence();
        asm volatile("wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 " SUMS
                     ", {%16,%17,%18,%19}, %20, 0, 1, 1, 0;"
                     : EACH(F, d)
                     : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "l"(y));
    }
    commit();
    wait<0>();
    for (int i = 0; i < 16; i++) {
        float v = d[i];
        if (KIND == BYTES) v = (float)n[i];
        if (KIND == MINUS) v = -v;
        if (KIND == SHORT_SUMS) {
            __half2 two = *(__half2 *)&h[i / 2];
            v = __half2float(i % 2 ? two.y : two.x);
        }
        c[row_of(i) * 32 + column_of(i)] = v;
    }
}

template <int KIND, class T> static void type() {
    const int K = 32 / sizeof(T);
    auto a = whole(64 * K, 3), b = whole(32 * K, 5);
    Dev<T> da(as<T>(a)), db(as<T>(b));
    Dev<float> c(64 * 32);
    types<KIND, T><<<1, 128>>>(da, db, c);
    CHECK(is_product(c.get(), a, b, 64, 32, K));
}

int main() {
    layout<PLAIN, false, false>();
    layout<SWIZZLE_32, false, false>();
    layout<SWIZZLE_64, false, false>();
    layout<SWIZZLE_128, false, false>();
    layout<PLAIN, true, true>();
    layout<SWIZZLE_32, true, true>();
    layout<SWIZZLE_64, true, true>();
    layout<SWIZZLE_128, true, false>();
    tma();
    type<BFLOAT, __nv_bfloat16>();
    type<TFLOAT, float>();
    type<BYTES, signed char>();
    type<SHORT_SUMS, __half>();
    type<MINUS, __half>();
    type<IN_REGISTERS, __half>();
    return finish();
}
