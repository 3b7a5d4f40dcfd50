// Matrix products: wmma in every shape and layout, mma.sync with fragments
// filled by hand as PTX lays them out, ldmatrix, stmatrix and movmatrix. All
// against products on the host; the numbers are chosen so that sums are exact.
#include "ok.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

enum { PAD = 48 }; // every stride: a multiple of 16, wider than any tile

// Small whole numbers, which every type holds.
static int small(int range) { return (int)(lcg() % (2 * range + 1)) - range; }

// ---- wmma

template <class T, class E> struct Held { using type = T; };
template <class T> struct Held<T, wmma::precision::tf32> { using type = float; };

template <int M, int N, int K, class T, class H, class S, class LA, class LB>
__global__ void wmma_product(const H *a, const H *b, const S *c, S *d, bool row,
                             bool shared) {
    __shared__ __align__(32) H sa[PAD * PAD];
    __shared__ __align__(32) S sd[PAD * PAD];
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, S> fc;
    for (int i = threadIdx.x; i < PAD * PAD; i += 32)
        sa[i] = a[i], sd[i] = S(0);
    __syncwarp();
    auto layout = row ? wmma::mem_row_major : wmma::mem_col_major;
    if (shared)
        wmma::load_matrix_sync(fa, sa, PAD);
    else
        wmma::load_matrix_sync(fa, a, PAD);
    wmma::load_matrix_sync(fb, b, PAD);
    wmma::load_matrix_sync(fc, c, PAD, layout);
    for (int i = 0; i < fa.num_elements; i++) fa.x[i] = fa.x[i] * H(2);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] + S(1);
    if (shared) {
        wmma::store_matrix_sync(sd, fc, PAD, layout);
        __syncwarp();
        for (int i = threadIdx.x; i < PAD * PAD; i += 32) d[i] = sd[i];
    } else {
        wmma::store_matrix_sync(d, fc, PAD, layout);
    }
}

template <class L> constexpr bool is_row = std::is_same<L, wmma::row_major>::value;

template <int M, int N, int K, class T, class S, class LA, class LB>
void wmma_case(int range) {
    using H = typename Held<T, T>::type;
    std::vector<H> a(PAD * PAD), b(PAD * PAD);
    std::vector<S> c(PAD * PAD);
    for (auto &x : a) x = H((float)small(range));
    for (auto &x : b) x = H((float)small(range));
    for (auto &x : c) x = S((float)small(range));
    Dev<H> da(a), db(b);
    Dev<S> dc(c), dd(PAD * PAD);
    for (int how = 0; how < 4; how++) {
        bool row = how & 1;
        dd.zero();
        wmma_product<M, N, K, T, H, S, LA, LB>
            <<<1, 32>>>(da, db, dc, dd, row, how & 2);
        auto d = dd.get();
        int wrong = 0;
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                int at = row ? i * PAD + j : j * PAD + i;
                double sum = 1 + (double)(float)c[at];
                for (int k = 0; k < K; k++)
                    sum += 2.0 *
                           (float)a[is_row<LA> ? i * PAD + k : k * PAD + i] *
                           (float)b[is_row<LB> ? k * PAD + j : j * PAD + k];
                wrong += (double)(float)d[at] != sum;
            }
        CHECK(wrong == 0);
    }
}

template <int M, int N, int K, class T, class S> void wmma_layouts(int range) {
    wmma_case<M, N, K, T, S, wmma::row_major, wmma::col_major>(range);
    wmma_case<M, N, K, T, S, wmma::row_major, wmma::row_major>(range);
    wmma_case<M, N, K, T, S, wmma::col_major, wmma::col_major>(range);
    wmma_case<M, N, K, T, S, wmma::col_major, wmma::row_major>(range);
}

template <class T, class S> void wmma_shapes(int range) {
    wmma_layouts<16, 16, 16, T, S>(range);
    wmma_layouts<32, 8, 16, T, S>(range);
    wmma_layouts<8, 32, 16, T, S>(range);
}

template <> struct Held<wmma::precision::tf32, wmma::precision::tf32> {
    using type = float;
};

// ---- mma.sync: D = A B + C, fragments filled by hand

// Register r of lane l of an operand with `rows` rows has `per` elements: of row
// .. and from column ..
__device__ int frag_row(int l, int r, int rows) { return l / 4 + 8 * (r % (rows / 8)); }
__device__ int frag_col(int l, int r, int rows, int per) {
    return l % 4 * per + 4 * per * (r / (rows / 8));
}

__device__ unsigned packed(const int *m, int bits, int per) {
    unsigned v = 0;
    for (int i = 0; i < per; i++)
        v |= ((unsigned)m[i] & ((1u << bits) - 1)) << (i * bits);
    return v;
}
__device__ unsigned packed_half(const int *m) {
    __half2 h = __floats2half2_rn((float)m[0], (float)m[1]);
    return *(unsigned *)&h;
}
__device__ unsigned packed_bf16(const int *m) {
    __nv_bfloat162 h = __floats2bfloat162_rn((float)m[0], (float)m[1]);
    return *(unsigned *)&h;
}

enum Kind { F16_K8, F16_K16, F16_F16, BF16_K8, BF16_K16, TF32_K4, TF32_K8, S8_K16,
            S8_M8, U8S8_K32, KINDS };

#define A4 "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3])
#define A2 "r"(a[0]), "r"(a[1])
#define B2 "r"(b[0]), "r"(b[1])
#define FLOAT_4_2(op)                                                          \
    asm(op " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"               \
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])                       \
        : A4, B2)
#define FLOAT_2_1(op)                                                          \
    asm(op " {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"                        \
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3])                       \
        : A2, "r"(b[0]))
#define INT_4_2(op)                                                            \
    asm(op " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"               \
        : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])                       \
        : A4, B2)
#define INT_2_1(op)                                                            \
    asm(op " {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"                        \
        : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])                       \
        : A2, "r"(b[0]))

// a: 16 x 64, b: 8 x 64 (columns of B), c and d: 16 x 8; all ints.
__global__ void mma_kind(int kind, int rows, int k, int bits, const int *ma,
                         const int *mb, const int *mc, int *md) {
    int l = threadIdx.x, per = 32 / bits, s[4] = {};
    unsigned a[4] = {}, b[2] = {};
    float f[4];
    int na = rows / 8 * (k * bits / 128), nb = k * bits / 128;
    for (int r = 0; r < na + nb; r++) {
        const int *m =
            r < na ? ma + 64 * frag_row(l, r, rows) + frag_col(l, r, rows, per)
                   : mb + 64 * frag_row(l, r - na, 8) + frag_col(l, r - na, 8, per);
        unsigned v = kind == F16_K8 || kind == F16_K16 || kind == F16_F16
                         ? packed_half(m)
                     : kind == BF16_K8 || kind == BF16_K16 ? packed_bf16(m)
                     : bits == 32 ? __float_as_uint((float)*m)
                                  : packed(m, bits, per);
        (r < na ? a[r] : b[r - na]) = v;
    }
    for (int r = 0; r < rows / 4; r++) {
        s[r] = mc[(l / 4 + 8 * (r / 2)) * 8 + l % 4 * 2 + r % 2];
        f[r] = (float)s[r];
    }
    unsigned h[2] = {packed_half(s), packed_half(s + 2)};
    switch (kind) {
    case F16_K8: FLOAT_2_1("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"); break;
    case F16_K16: FLOAT_4_2("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"); break;
    case BF16_K8: FLOAT_2_1("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32"); break;
    case BF16_K16: FLOAT_4_2("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"); break;
    case TF32_K4: FLOAT_2_1("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32"); break;
    case TF32_K8: FLOAT_4_2("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"); break;
    case S8_K16: INT_2_1("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32"); break;
    case U8S8_K32: INT_4_2("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32"); break;
    case S8_M8:
        asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1},{%2},{%3},{%0,%1};"
            : "+r"(s[0]), "+r"(s[1]) : "r"(a[0]), "r"(b[0]));
        break;
    case F16_F16:
        asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3,%4,%5},"
            "{%6,%7},{%0,%1};" : "+r"(h[0]), "+r"(h[1]) : A4, B2);
        for (int r = 0; r < 4; r++)
            f[r] = __half2float(r % 2 ? __high2half(*(__half2 *)&h[r / 2])
                                      : __low2half(*(__half2 *)&h[r / 2]));
        break;
    }
    bool is_int = kind >= S8_K16;
    for (int r = 0; r < rows / 4; r++)
        md[(l / 4 + 8 * (r / 2)) * 8 + l % 4 * 2 + r % 2] = is_int ? s[r] : (int)f[r];
}

static void mma_case(int kind, int rows, int k, int bits, int low, int high,
                     int c_scale) {
    std::vector<int> a(16 * 64), b(8 * 64), c(16 * 8);
    auto pick = [&](int lo, int hi) { return lo + (int)(lcg() % (hi - lo + 1)); };
    for (auto &x : a) x = pick(kind == U8S8_K32 ? 0 : low, kind == U8S8_K32 ? 255 : high);
    for (auto &x : b) x = pick(low, high);
    for (auto &x : c) x = pick(-100, 100) * c_scale;
    Dev<int> da(a), db(b), dc(c), dd(16 * 8);
    dd.zero();
    mma_kind<<<1, 32>>>(kind, rows, k, bits, da, db, dc, dd);
    auto d = dd.get();
    int wrong = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 8; j++) {
            long long sum = c[i * 8 + j];
            for (int x = 0; x < k; x++) sum += a[i * 64 + x] * b[j * 64 + x];
            if (kind == U8S8_K32) sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            wrong += d[i * 8 + j] != (int)sum;
        }
    if (wrong) printf("kind %d: %d wrong\n", kind, wrong);
    CHECK(wrong == 0);
}

// ---- rows of shared memory

__global__ void rows(const unsigned short *in, unsigned *out, unsigned short *back) {
    __shared__ __align__(16) unsigned short m[32 * 8], n[32 * 8];
    int l = threadIdx.x;
    for (int i = l; i < 256; i += 32) m[i] = in[i], n[i] = 0;
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(m + 8 * l);
    unsigned to = (unsigned)__cvta_generic_to_shared(n + 8 * l), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    for (int i = 0; i < 4; i++) out[i * 32 + l] = r[i];
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1},[%2];"
                 : "=r"(r[0]), "=r"(r[1]) : "r"(at));
    for (int i = 0; i < 2; i++) out[(4 + i) * 32 + l] = r[i];
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0},[%1];"
                 : "=r"(r[0]) : "l"(m + 8 * (l & 7)));
    out[6 * 32 + l] = r[0];
    asm("movmatrix.sync.aligned.m8n8.trans.b16 %0,%1;" : "=r"(r[1]) : "r"(r[0]));
    out[7 * 32 + l] = r[1];
#if __CUDA_ARCH__ >= 900
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0],{%1,%2};"
                 :: "r"(to), "r"(out[0 * 32 + l]), "r"(out[1 * 32 + l]));
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0],{%1};"
                 :: "r"(to + 256), "r"(out[2 * 32 + l]));
#endif
    __syncthreads();
    for (int i = l; i < 256; i += 32) back[i] = n[i];
}

static void rows_case() {
    std::vector<unsigned short> in(256);
    for (int i = 0; i < 256; i++) in[i] = (unsigned short)(1000 + i);
    Dev<unsigned short> din(in), dback(256);
    Dev<unsigned> dout(8 * 32);
    rows<<<1, 32>>>(din, dout, dback);
    auto out = dout.get();
    auto back = dback.get();
    int wrong = 0;
    for (int l = 0; l < 32; l++) {
        int r = l / 4, c = l % 4 * 2;
        auto at = [&](int m, int i, int j) { return (unsigned)in[m * 64 + i * 8 + j]; };
        for (int m = 0; m < 4; m++)
            wrong += out[m * 32 + l] != (at(m, r, c) | at(m, r, c + 1) << 16);
        for (int m = 0; m < 2; m++)
            wrong += out[(4 + m) * 32 + l] != (at(m, c, r) | at(m, c + 1, r) << 16);
        wrong += out[6 * 32 + l] != (at(0, r, c) | at(0, r, c + 1) << 16);
        wrong += out[7 * 32 + l] != (at(0, c, r) | at(0, c + 1, r) << 16);
    }
    CHECK(wrong == 0);
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, 0));
    for (int i = 0; i < 256 && p.major >= 9; i++) {
        int m = i / 64, r = i / 8 % 8, c = i % 8;
        int want = m < 2 ? in[m * 64 + c * 8 + r] : m == 2 ? in[i] : 0;
        wrong += back[i] != want;
    }
    CHECK(wrong == 0);
}

int main() {
    wmma_shapes<__half, float>(8);
    wmma_shapes<__half, __half>(4);
    wmma_shapes<__nv_bfloat16, float>(8);
    wmma_shapes<signed char, int>(60);
    wmma_shapes<unsigned char, int>(0);
    wmma_layouts<16, 16, 8, wmma::precision::tf32, float>(100);
    wmma_layouts<8, 8, 4, double, double>(1000);
    mma_case(F16_K8, 16, 8, 16, -50, 50, 1);
    mma_case(F16_K16, 16, 16, 16, -50, 50, 1);
    mma_case(F16_F16, 16, 16, 16, -8, 8, 1);
    mma_case(BF16_K8, 16, 8, 16, -50, 50, 1);
    mma_case(BF16_K16, 16, 16, 16, -50, 50, 1);
    mma_case(TF32_K4, 16, 4, 32, -500, 500, 1);
    mma_case(TF32_K8, 16, 8, 32, -500, 500, 1);
    mma_case(S8_K16, 16, 16, 8, -128, 127, 1);
    mma_case(S8_M8, 8, 16, 8, -128, 127, 1);
    mma_case(U8S8_K32, 16, 32, 8, -128, 127, 21474836);
    rows_case();
    return finish();
}
