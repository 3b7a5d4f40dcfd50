// arch: 90
// Tensor cores: where elements lie, how sums round, every type of mma.sync.
#include "diff.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

static uint32_t noise_state = 1;
static uint32_t noise() {
    noise_state = noise_state * 1664525u + 1013904223u;
    return noise_state >> 8;
}
// Four registers of A, two of B, four of C, for 32 lanes each: r * 32 + lane.
static std::vector<uint32_t> words(int n, uint32_t keep, uint32_t set) {
    std::vector<uint32_t> v(n);
    for (auto &x : v) {
        uint32_t high = noise() << 16;
        x = ((high ^ noise()) & keep) | set;
    }
    return v;
}

#define REGS                                                                   \
    int l = threadIdx.x;                                                       \
    uint32_t a0 = a[l], a1 = a[l + 32], a2 = a[l + 64], a3 = a[l + 96],        \
             b0 = b[l], b1 = b[l + 32];                                        \
    (void)a2, (void)a3, (void)b1

#define FLOATS(name, op)                                                       \
    __global__ void name(const uint32_t *a, const uint32_t *b, const float *c, \
                         float *d) {                                           \
        REGS;                                                                  \
        float f[4] = {c[l], c[l + 32], c[l + 64], c[l + 96]};                  \
        asm(op " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"           \
            : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])                   \
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));           \
        for (int i = 0; i < 4; i++)                                            \
            d[l + 32 * i] = f[i];                                              \
    }
#define FLOATS_SHORT(name, op)                                                 \
    __global__ void name(const uint32_t *a, const uint32_t *b, const float *c, \
                         float *d) {                                           \
        REGS;                                                                  \
        float f[4] = {c[l], c[l + 32], c[l + 64], c[l + 96]};                  \
        asm(op " {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"                    \
            : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])                   \
            : "r"(a0), "r"(a1), "r"(b0));                                      \
        for (int i = 0; i < 4; i++)                                            \
            d[l + 32 * i] = f[i];                                              \
    }
FLOATS(f16_k16, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")
FLOATS(bf16_k16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")
FLOATS(tf32_k8, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32")
FLOATS(e4m3_k32, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32")
FLOATS(e5m2_k32, "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32")
FLOATS_SHORT(f16_k8, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32")
FLOATS_SHORT(bf16_k8, "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32")
FLOATS_SHORT(tf32_k4, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32")

typedef void FloatKernel(const uint32_t *, const uint32_t *, const float *, float *);

static void run_floats(FloatKernel *k, uint32_t keep, uint32_t set, int ulps) {
    noise_state = 1;
    Device<uint32_t> a(words(128, keep, set)), b(words(64, keep, set));
    std::vector<float> hc(128);
    for (auto &x : hc)
        x = (float)(noise() % 4096) / 512;
    Device<float> c(hc), d(128);
    k<<<1, 32>>>(a.p, b.p, c.p, d.p);
    out_floats("d", d.host(), ulps);
}

// All positive, so that no sum cancels: what is left are the places cut off.
PROGRAM(halves_of_16_with_float_sums) { run_floats(f16_k16, 0x07ff07ff, 0x38003800, 1); }
PROGRAM(halves_of_8_with_float_sums) { run_floats(f16_k8, 0x07ff07ff, 0x38003800, 1); }
PROGRAM(brains_of_16_with_float_sums) { run_floats(bf16_k16, 0x00ff00ff, 0x3f003f00, 1); }
PROGRAM(brains_of_8_with_float_sums) { run_floats(bf16_k8, 0x00ff00ff, 0x3f003f00, 1); }
PROGRAM(tf32_of_8_with_float_sums) { run_floats(tf32_k8, 0x00ffffff, 0x3f000000, 1); }
PROGRAM(tf32_of_4_with_float_sums) { run_floats(tf32_k4, 0x00ffffff, 0x3f000000, 1); }
PROGRAM(bytes_e4m3_with_float_sums) { run_floats(e4m3_k32, 0x0f0f0f0f, 0x30303030, 1); }
PROGRAM(bytes_e5m2_with_float_sums) { run_floats(e5m2_k32, 0x07070707, 0x38383838, 1); }

// Both signs and a wide range of exponents; the sums are near their largest
// term often enough, but may cancel: a loose bound.
PROGRAM(halves_of_both_signs) { run_floats(f16_k16, 0x8fff8fff, 0x30003000, 64); }

// One row and column: what is cut, and where.
static float dot(const std::vector<float> &x, const std::vector<float> &y, float c) {
    std::vector<uint32_t> a(128, 0), b(64, 0);
    std::vector<float> hc(128, 0.0f);
    for (int k = 0; k < (int)x.size(); k++) {
        int lane = k % 8 / 2, shift = 16 * (k % 2);
        uint32_t hx = __half_as_ushort(__float2half(x[k]));
        uint32_t hy = __half_as_ushort(__float2half(y[k]));
        a[(k / 8 * 2) * 32 + lane] |= hx << shift;
        b[(k / 8) * 32 + lane] |= hy << shift;
    }
    hc[0] = c;
    Device<uint32_t> da(a), db(b);
    Device<float> dc(hc), d(128);
    f16_k16<<<1, 32>>>(da.p, db.p, dc.p, d.p);
    return d.host()[0];
}
PROGRAM(sums_are_cut_not_rounded) {
    out_float("whole", dot({1, 2, 3, 4}, {5, 6, 7, 8}, 1));
    out_float("cut", dot({4096, 1.5f}, {4096, 1}, 1.5f));
    out_float("negative", dot({-4096, -1.5f}, {4096, 1}, -1.5f));
    out_float("quarters", dot({4096, .25f, .25f, .25f}, {4096, 1, 1, 1}, .25f));
    out_float("quarter left", dot({4096, -4096}, {4096, 4096}, 0.25f));
    out_float("half left", dot({4096, -4096}, {4096, 4096}, 0.5f));
    out_float("eighth left", dot({4096, -4096}, {4096, 4096}, 0.125f));
    out_float("far apart", dot({4096, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, -4096},
                               {4096, 0, 0, 0, 0, 0, 0, 0, .5f, 0, 0, 0, 0, 0, 0, 4096}, 0));
    out_float("tiny", dot({0x1p-24f, 0x1p-24f}, {0x1p-24f, 0x1p-24f}, 0));
    out_float("subnormal sum", dot({0}, {0}, 0x1p-140f));
    out_float("inf", dot({65504, 65504}, {65504, 65504}, 3.4e38f));
}

__global__ void f16_sums(const uint32_t *a, const uint32_t *b, const uint32_t *c,
                         uint32_t *d) {
    REGS;
    uint32_t h0 = c[l], h1 = c[l + 32];
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3,%4,%5},"
        "{%6,%7},{%0,%1};"
        : "+r"(h0), "+r"(h1) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    d[l] = h0, d[l + 32] = h1;
}
PROGRAM(halves_with_half_sums) {
    noise_state = 1;
    Device<uint32_t> a(words(128, 0x07ff07ff, 0x38003800)),
        b(words(64, 0x07ff07ff, 0x38003800)), c(words(64, 0x07ff07ff, 0x38003800)), d(64);
    f16_sums<<<1, 32>>>(a.p, b.p, c.p, d.p);
    out_ints("d", d.host());
}

#define INTS(name, op)                                                         \
    __global__ void name(const uint32_t *a, const uint32_t *b, const uint32_t *c, \
                         uint32_t *d) {                                        \
        REGS;                                                                  \
        uint32_t s[4] = {c[l], c[l + 32], c[l + 64], c[l + 96]};               \
        asm(op " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"           \
            : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])                   \
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));           \
        for (int i = 0; i < 4; i++)                                            \
            d[l + 32 * i] = s[i];                                              \
    }
INTS(s8_k32, "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32")
INTS(u8s8_k32, "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32")
INTS(u8_sat, "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32")
INTS(s4_k64, "mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32")
INTS(b1_xor, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc")
INTS(b1_and, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc")
static void run_ints(void (*k)(const uint32_t *, const uint32_t *, const uint32_t *,
                               uint32_t *), uint32_t set) {
    noise_state = 1;
    Device<uint32_t> a(words(128, ~0u, 0)), b(words(64, ~0u, 0)),
        c(words(128, ~0u, set)), d(128);
    k<<<1, 32>>>(a.p, b.p, c.p, d.p);
    out_ints("d", d.host());
}
PROGRAM(signed_bytes) { run_ints(s8_k32, 0); }
PROGRAM(unsigned_by_signed_bytes) { run_ints(u8s8_k32, 0); }
PROGRAM(unsigned_bytes_saturate) { run_ints(u8_sat, 0x7ff00000); }
PROGRAM(nibbles) { run_ints(s4_k64, 0); }
PROGRAM(bits_that_differ) { run_ints(b1_xor, 0); }
PROGRAM(bits_in_both) { run_ints(b1_and, 0); }

__global__ void f64_k4(const double *a, const double *b, double *c) {
    int l = threadIdx.x;
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
        : "+d"(c[l]), "+d"(c[l + 32]) : "d"(a[l]), "d"(b[l]));
}
PROGRAM(doubles) {
    noise_state = 1;
    std::vector<double> v(64);
    for (auto &x : v)
        x = (double)noise() / 3;
    Device<double> a(v), b(v), c(v);
    f64_k4<<<1, 32>>>(a.p, b.p, c.p);
    auto d = c.host();
    for (int i = 0; i < 64; i += 5)
        out_double("c", d[i], 1);
}

// ---- fragments: which lane has which element

template <int M, int N, int K, class T, class L, class U>
__global__ void elements(const T *m, float *out) {
    wmma::fragment<U, M, N, K, T, L> f;
    wmma::load_matrix_sync(f, m, 32);
    for (int i = 0; i < f.num_elements; i++)
        out[threadIdx.x * 16 + i] = (float)f.x[i];
}
template <int M, int N, int K, class T> __global__ void sums(const T *m, float *out, bool row) {
    wmma::fragment<wmma::accumulator, M, N, K, T> f;
    wmma::load_matrix_sync(f, m, 32, row ? wmma::mem_row_major : wmma::mem_col_major);
    for (int i = 0; i < f.num_elements; i++)
        out[threadIdx.x * 16 + i] = (float)f.x[i];
}
template <class T> static std::vector<T> numbered(int limit) {
    std::vector<T> v(32 * 32);
    for (int i = 0; i < 32 * 32; i++)
        v[i] = (T)(float)(i % limit);
    return v;
}
static std::vector<int> as_ints(const std::vector<float> &v) {
    return std::vector<int>(v.begin(), v.end());
}
template <int M, int N, int K, class T> static void fragments(int limit) {
    Device<T> m(numbered<T>(limit));
    Device<float> o(512);
    std::vector<float> zero(512);
    auto run = [&](const char *what, void (*k)(const T *, float *)) {
        TRY(cudaMemset(o.p, 0, 2048));
        k<<<1, 32>>>(m.p, o.p);
        out_ints(what, as_ints(o.host()));
    };
    run("a row", elements<M, N, K, T, wmma::row_major, wmma::matrix_a>);
    run("a col", elements<M, N, K, T, wmma::col_major, wmma::matrix_a>);
    run("b row", elements<M, N, K, T, wmma::row_major, wmma::matrix_b>);
    run("b col", elements<M, N, K, T, wmma::col_major, wmma::matrix_b>);
}
template <int M, int N, int K, class T> static void fragments_sums() {
    Device<T> m(numbered<T>(1000));
    Device<float> o(512);
    for (int row = 0; row < 2; row++) {
        TRY(cudaMemset(o.p, 0, 2048));
        sums<M, N, K, T><<<1, 32>>>(m.p, o.p, row);
        out_ints(row ? "row" : "col", as_ints(o.host()));
    }
}
PROGRAM(fragments_of_halves_16_16) { fragments<16, 16, 16, __half>(1024); }
PROGRAM(fragments_of_halves_32_8) { fragments<32, 8, 16, __half>(1024); }
PROGRAM(fragments_of_halves_8_32) { fragments<8, 32, 16, __half>(1024); }
PROGRAM(fragments_of_brains_16_16) { fragments<16, 16, 16, __nv_bfloat16>(256); }
PROGRAM(fragments_of_brains_8_32) { fragments<8, 32, 16, __nv_bfloat16>(256); }
PROGRAM(fragments_of_bytes_16_16) { fragments<16, 16, 16, signed char>(128); }
PROGRAM(fragments_of_bytes_32_8) { fragments<32, 8, 16, signed char>(128); }
PROGRAM(fragments_of_bytes_8_32) { fragments<8, 32, 16, signed char>(128); }
PROGRAM(fragments_of_float_sums_16_16) { fragments_sums<16, 16, 16, float>(); }
PROGRAM(fragments_of_float_sums_32_8) { fragments_sums<32, 8, 16, float>(); }
PROGRAM(fragments_of_float_sums_8_32) { fragments_sums<8, 32, 16, float>(); }
PROGRAM(fragments_of_half_sums_16_16) { fragments_sums<16, 16, 16, __half>(); }
PROGRAM(fragments_of_half_sums_8_32) { fragments_sums<8, 32, 16, __half>(); }
PROGRAM(fragments_of_doubles) { fragments<8, 8, 4, double>(1024); }

__global__ void tf32_elements(const float *m, float *out) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b;
    wmma::load_matrix_sync(a, m, 32);
    wmma::load_matrix_sync(b, m, 32);
    for (int i = 0; i < 4; i++)
        out[threadIdx.x * 8 + i] = a.x[i], out[threadIdx.x * 8 + 4 + i] = b.x[i];
}
PROGRAM(fragments_of_tf32) {
    Device<float> m(numbered<float>(1024)), o(256);
    tf32_elements<<<1, 32>>>(m.p, o.p);
    out_ints("x", as_ints(o.host()));
}

// ---- matrices in shared memory

__global__ void matrices(uint32_t *out) {
    __shared__ __align__(16) uint16_t m[32 * 8], n[32 * 8];
    int l = threadIdx.x;
    for (int i = l; i < 256; i += 32)
        m[i] = (uint16_t)(i * 7), n[i] = 0;
    __syncwarp();
    unsigned at = (unsigned)__cvta_generic_to_shared(m + 8 * (31 - l));
    unsigned to = (unsigned)__cvta_generic_to_shared(n + 8 * l);
    uint32_t r[4], t[4], x;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3},[%4];"
                 : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(at));
    asm("movmatrix.sync.aligned.m8n8.trans.b16 %0,%1;" : "=r"(x) : "r"(r[2]));
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0],{%1,%2};"
                 :: "r"(to), "r"(r[1]), "r"(t[3]));
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0],{%1};"
                 :: "r"(to + 256), "r"(r[0]));
    __syncwarp();
    for (int i = 0; i < 4; i++)
        out[i * 32 + l] = r[i], out[(4 + i) * 32 + l] = t[i];
    out[8 * 32 + l] = x;
    for (int i = 0; i < 4; i++)
        out[(9 + i) * 32 + l] = ((uint32_t *)n)[i * 32 + l];
}
PROGRAM(matrices_of_shared_memory) {
    Device<uint32_t> o(13 * 32);
    matrices<<<1, 32>>>(o.p);
    out_ints("out", o.host());
}
