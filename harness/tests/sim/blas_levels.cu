// cuBLAS of complex numbers, bands and packed triangles against plain loops on
// the host, over full matrices that the stored ones stand for.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cublas_api.h>
#include <vector>

typedef std::complex<double> Number;
typedef std::vector<Number> Full; // N x N by columns

enum { N = 7, K = 2, LD = N + 1 };
static int wrong;
static unsigned seed = 1;

static double random_part() {
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 16) / 32768 - 1;
}

// ---- the four types
struct S { typedef float T; typedef float R; };
struct D { typedef double T; typedef double R; };
struct C { typedef cuComplex T; typedef float R; };
struct Z { typedef cuDoubleComplex T; typedef double R; };
static Number get(float v) { return v; }
static Number get(double v) { return v; }
static Number get(cuComplex v) { return Number(v.x, v.y); }
static Number get(cuDoubleComplex v) { return Number(v.x, v.y); }
static void put(float &v, Number x) { v = (float)x.real(); }
static void put(double &v, Number x) { v = x.real(); }
static void put(cuComplex &v, Number x) { v = make_cuComplex((float)x.real(), (float)x.imag()); }
static void put(cuDoubleComplex &v, Number x) { v = make_cuDoubleComplex(x.real(), x.imag()); }

// An array of the device, filled by chance; rounded to its type.
template <typename T> struct Array {
    T *d;
    std::vector<T> h;
    explicit Array(int n, bool filled = true) : h(n) {
        for (int i = 0; i < n; i++)
            put(h[i], filled ? Number(random_part(), random_part()) : Number(0));
        cudaMalloc(&d, n * sizeof(T));
        up();
    }
    Array(const Array &) = delete;
    ~Array() { cudaFree(d); }
    void up() { cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice); }
    void down() { cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost); }
    Number operator()(int i, int j = 0, int ld = 1) const { return get(h[i + j * ld]); }
};

static void near_to(const char *what, Number got, Number want, double tol) {
    if (std::abs(got - want) <= tol * (1 + std::abs(want))) return;
    if (wrong++ < 20)
        printf("%s: %g %g, not %g %g\n", what, got.real(), got.imag(), want.real(), want.imag());
}
#define OK(call) near_to(#call, (int)(call), 0, 0)
template <typename L> static double tolerance() { return sizeof(typename L::R) == 4 ? 1e-4 : 1e-12; }

// ---- full matrices
static Number op(const Full &a, cublasOperation_t t, int i, int j) {
    return t == CUBLAS_OP_N ? a[i + j * N] : t == CUBLAS_OP_T ? a[j + i * N] : std::conj(a[j + i * N]);
}
static Full times(const Full &a, cublasOperation_t ta, const Full &b, cublasOperation_t tb) {
    Full c(N * N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++) c[i + j * N] += op(a, ta, i, k) * op(b, tb, k, j);
    return c;
}
// True if a triangle, and of a band, has (i, j).
static bool has(cublasFillMode_t u, int i, int j, int k = N) {
    return u == CUBLAS_FILL_MODE_LOWER ? i >= j && i - j <= k : i <= j && j - i <= k;
}
// The place that storage keeps it at: 0 dense, 1 a band of K, 2 packed.
static int where(int storage, cublasFillMode_t u, int i, int j) {
    bool low = u == CUBLAS_FILL_MODE_LOWER;
    if (storage == 0) return i + j * LD;
    if (storage == 1) return (low ? i - j : K + i - j) + j * LD;
    return low ? i + (2 * N - j - 1) * j / 2 : i + j * (j + 1) / 2;
}
// The matrix that the triangle stands for: 's'ymmetric, 'h'ermitian, 't'riangle,
// 'u'nit triangle.
template <typename T> static Full full_of(const Array<T> &a, int storage, cublasFillMode_t u, char kind) {
    Full f(N * N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            if (!has(u, i, j, storage == 1 ? K : N)) continue;
            Number v = a(where(storage, u, i, j));
            if (kind == 'h' && i == j) v = v.real();
            if (kind == 'u' && i == j) v = 1;
            f[i + j * N] = v;
            if (kind == 's') f[j + i * N] = v;
            if (kind == 'h') f[j + i * N] = std::conj(v);
        }
    return f;
}

static cublasHandle_t h;
static const cublasFillMode_t halves[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
static const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

// y = 2 A x + 3 y against the matrix that A stands for
template <typename T, typename F> static void check_mv(const char *what, const Full &f, double tol, F call) {
    Array<T> x(2 * N), y(N);
    Full old(N);
    for (int i = 0; i < N; i++) old[i] = y(i);
    T alpha, beta;
    put(alpha, Number(2, 1)), put(beta, 3);
    OK(call(&alpha, x.d, 2, &beta, y.d, 1));
    y.down();
    for (int i = 0; i < N; i++) {
        Number want = 3.0 * old[i];
        for (int j = 0; j < N; j++) want += get(alpha) * f[i + j * N] * x(2 * j);
        near_to(what, y(i), want, tol);
    }
}

template <typename T, typename F, typename G>
static void check_triangle(const char *what, const Full &f, cublasOperation_t t, double tol, F mult, G solve) {
    Array<T> x(N);
    Full old(N);
    for (int i = 0; i < N; i++) old[i] = x(i);
    OK(mult(x.d, 1));
    x.down();
    for (int i = 0; i < N; i++) {
        Number want = 0;
        for (int j = 0; j < N; j++) want += op(f, t, i, j) * old[j];
        near_to(what, x(i), want, tol);
    }
    OK(solve(x.d, 1));
    x.down();
    for (int i = 0; i < N; i++) near_to(what, x(i), old[i], 100 * tol);
}

// A gets a part of x y^T: checked in the triangle, the rest stays.
template <typename T, typename F>
static void check_rank(const char *what, int storage, cublasFillMode_t u, bool herm, bool two, double tol, F call) {
    Array<T> a(LD * N), x(N), y(N);
    Full before(LD * N);
    if (herm)
        for (int i = 0; i < N; i++) {
            T &d = a.h[where(storage, u, i, i)];
            put(d, get(d).real());
        }
    a.up();
    for (int i = 0; i < LD * N; i++) before[i] = a(i);
    T alpha;
    put(alpha, herm && !two ? Number(2) : Number(2, 1));
    Number f = get(alpha);
    OK(call(&alpha, x.d, y.d, a.d));
    a.down();
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            if (!has(u, i, j)) continue;
            Number yj = herm ? std::conj(y(j)) : y(j), xj = herm ? std::conj(x(j)) : x(j);
            Number want = before[where(storage, u, i, j)];
            want += two ? f * x(i) * yj + (herm ? std::conj(f) : f) * y(i) * xj : f * x(i) * xj;
            near_to(what, a(where(storage, u, i, j)), want, tol);
        }
    if (storage == 0) near_to("the rest stays", a(LD * N - 1), before[LD * N - 1], 0);
}

#define TRIANGLES(L)                                                                                            \
    static void triangles(L) {                                                                                  \
        typedef L::T T;                                                                                         \
        double tol = tolerance<L>();                                                                            \
        for (cublasFillMode_t u : halves)                                                                       \
            for (cublasOperation_t t : ops)                                                                     \
                for (cublasDiagType_t g : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {                           \
                    Array<T> a(LD * N);                                                                         \
                    for (int s = 0; s < 3; s++)                                                                 \
                        for (int i = 0; i < N; i++) put(a.h[where(s, u, i, i)], 3);                             \
                    a.up();                                                                                     \
                    char kind = g == CUBLAS_DIAG_UNIT ? 'u' : 't';                                              \
                    check_triangle<T>(                                                                          \
                        #L "trmv", full_of(a, 0, u, kind), t, tol,                                              \
                        [&](T *x, int d) { return cublas##L##trmv(h, u, t, g, N, a.d, LD, x, d); },             \
                        [&](T *x, int d) { return cublas##L##trsv(h, u, t, g, N, a.d, LD, x, d); });            \
                    check_triangle<T>(                                                                          \
                        #L "tbmv", full_of(a, 1, u, kind), t, tol,                                              \
                        [&](T *x, int d) { return cublas##L##tbmv(h, u, t, g, N, K, a.d, LD, x, d); },          \
                        [&](T *x, int d) { return cublas##L##tbsv(h, u, t, g, N, K, a.d, LD, x, d); });         \
                    check_triangle<T>(                                                                          \
                        #L "tpmv", full_of(a, 2, u, kind), t, tol,                                              \
                        [&](T *x, int d) { return cublas##L##tpmv(h, u, t, g, N, a.d, x, d); },                 \
                        [&](T *x, int d) { return cublas##L##tpsv(h, u, t, g, N, a.d, x, d); });                \
                    for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {                       \
                        Array<T> b(N * N), c(N * N), back(N * N);                                               \
                        T one, inverse;                                                                         \
                        put(one, 2), put(inverse, 0.5);                                                         \
                        Full f = full_of(a, 0, u, kind), fb(N * N);                                             \
                        for (int i = 0; i < N * N; i++) fb[i] = b(i);                                           \
                        bool left = side == CUBLAS_SIDE_LEFT;                                                   \
                        Full want = left ? times(f, t, fb, CUBLAS_OP_N) : times(fb, CUBLAS_OP_N, f, t);         \
                        OK(cublas##L##trmm(h, side, u, t, g, N, N, &one, a.d, LD, b.d, N, c.d, N));             \
                        c.down();                                                                               \
                        for (int i = 0; i < N * N; i++) near_to(#L "trmm", c(i), 2.0 * want[i], tol);           \
                        T *host[] = {c.d}, **as, **bs, *ha[] = {a.d};                                           \
                        cudaMalloc(&as, sizeof as), cudaMalloc(&bs, sizeof bs);                                 \
                        cudaMemcpy(as, ha, sizeof ha, cudaMemcpyHostToDevice);                                  \
                        cudaMemcpy(bs, host, sizeof host, cudaMemcpyHostToDevice);                              \
                        OK(cublas##L##trsmBatched(h, side, u, t, g, N, N, &inverse, as, LD, bs, N, 1));         \
                        c.down();                                                                               \
                        for (int i = 0; i < N * N; i++) near_to(#L "trsmBatched", c(i), fb[i], 100 * tol);      \
                        cudaFree(as), cudaFree(bs);                                                             \
                    }                                                                                           \
                }                                                                                               \
    }
TRIANGLES(S)
TRIANGLES(D)
TRIANGLES(C)
TRIANGLES(Z)

#define MV(L, name, storage, kind, ...)                                                                         \
    check_mv<T>(#L #name, full_of(a, storage, u, kind), tol,                                                    \
                [&](T *al, T *x, int ix, T *be, T *y, int iy) {                                                 \
                    return cublas##L##name(h, u, N, __VA_ARGS__, x, ix, be, y, iy);                             \
                });
#define REAL_HALVES(L)                                                                                          \
    static void halves_of(L) {                                                                                  \
        typedef L::T T;                                                                                         \
        double tol = tolerance<L>();                                                                            \
        for (cublasFillMode_t u : halves) {                                                                     \
            Array<T> a(LD * N);                                                                                 \
            MV(L, sbmv, 1, 's', K, al, a.d, LD)                                                                 \
            MV(L, spmv, 2, 's', al, a.d)                                                                        \
            check_rank<T>(#L "syr", 0, u, false, false, tol,                                                    \
                          [&](T *al, T *x, T *, T *p) { return cublas##L##syr(h, u, N, al, x, 1, p, LD); });    \
            check_rank<T>(#L "syr2", 0, u, false, true, tol, [&](T *al, T *x, T *y, T *p) {                     \
                return cublas##L##syr2(h, u, N, al, x, 1, y, 1, p, LD);                                         \
            });                                                                                                 \
            check_rank<T>(#L "spr", 2, u, false, false, tol,                                                    \
                          [&](T *al, T *x, T *, T *p) { return cublas##L##spr(h, u, N, al, x, 1, p); });        \
            check_rank<T>(#L "spr2", 2, u, false, true, tol, [&](T *al, T *x, T *y, T *p) {                     \
                return cublas##L##spr2(h, u, N, al, x, 1, y, 1, p);                                             \
            });                                                                                                 \
        }                                                                                                       \
    }
REAL_HALVES(S)
REAL_HALVES(D)
#define COMPLEX_HALVES(L)                                                                                       \
    static void halves_of(L) {                                                                                  \
        typedef L::T T;                                                                                         \
        typedef L::R R;                                                                                         \
        double tol = tolerance<L>();                                                                            \
        for (cublasFillMode_t u : halves) {                                                                     \
            Array<T> a(LD * N);                                                                                 \
            MV(L, symv, 0, 's', al, a.d, LD)                                                                    \
            MV(L, hemv, 0, 'h', al, a.d, LD)                                                                    \
            MV(L, hbmv, 1, 'h', K, al, a.d, LD)                                                                 \
            MV(L, hpmv, 2, 'h', al, a.d)                                                                        \
            check_rank<T>(#L "syr", 0, u, false, false, tol,                                                    \
                          [&](T *al, T *x, T *, T *p) { return cublas##L##syr(h, u, N, al, x, 1, p, LD); });    \
            check_rank<T>(#L "her", 0, u, true, false, tol,                                                     \
                          [&](T *al, T *x, T *, T *p) { return cublas##L##her(h, u, N, (R *)al, x, 1, p, LD); }); \
            check_rank<T>(#L "her2", 0, u, true, true, tol, [&](T *al, T *x, T *y, T *p) {                      \
                return cublas##L##her2(h, u, N, al, x, 1, y, 1, p, LD);                                         \
            });                                                                                                 \
            check_rank<T>(#L "hpr", 2, u, true, false, tol,                                                     \
                          [&](T *al, T *x, T *, T *p) { return cublas##L##hpr(h, u, N, (R *)al, x, 1, p); });   \
            check_rank<T>(#L "hpr2", 2, u, true, true, tol, [&](T *al, T *x, T *y, T *p) {                      \
                return cublas##L##hpr2(h, u, N, al, x, 1, y, 1, p);                                             \
            });                                                                                                 \
        }                                                                                                       \
    }
COMPLEX_HALVES(C)
COMPLEX_HALVES(Z)

// gbmv, packed copies, symm, syr2k, syrkx: all types
#define SQUARES(L)                                                                                              \
    static void squares(L) {                                                                                    \
        typedef L::T T;                                                                                         \
        double tol = tolerance<L>();                                                                            \
        Array<T> g(LD * N), a(N * N), b(N * N);                                                                 \
        Full f(N * N), fa(N * N), fb(N * N);                                                                    \
        for (int j = 0; j < N; j++)                                                                             \
            for (int i = 0; i < N; i++) {                                                                       \
                if (i - j <= 1 && j - i <= K) f[i + j * N] = g(K + i - j, j, LD);                               \
                fa[i + j * N] = a(i, j, N), fb[i + j * N] = b(i, j, N);                                         \
            }                                                                                                   \
        for (cublasOperation_t t : ops) {                                                                       \
            Full of(N * N);                                                                                     \
            for (int i = 0; i < N * N; i++) of[i] = op(f, t, i % N, i / N);                                     \
            check_mv<T>(#L "gbmv", of, tol, [&](T *al, T *x, int ix, T *be, T *y, int iy) {                     \
                return cublas##L##gbmv(h, t, N, N, 1, K, al, g.d, LD, x, ix, be, y, iy);                        \
            });                                                                                                 \
        }                                                                                                       \
        T two, three;                                                                                           \
        put(two, Number(2, 1)), put(three, 3);                                                                  \
        for (cublasFillMode_t u : halves) {                                                                     \
            Array<T> packed(N * (N + 1) / 2), back(N * N, false);                                               \
            OK(cublas##L##trttp(h, u, N, a.d, N, packed.d));                                                    \
            OK(cublas##L##tpttr(h, u, N, packed.d, back.d, N));                                                 \
            back.down();                                                                                        \
            for (int i = 0; i < N * N; i++)                                                                     \
                near_to(#L "tpttr", back(i), has(u, i % N, i / N) ? fa[i] : Number(0), 0);                      \
            for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {                               \
                Array<T> s(LD * N), c(N * N);                                                                   \
                Full fs = full_of(s, 0, u, 's'), fc(N * N);                                                     \
                for (int i = 0; i < N * N; i++) fc[i] = c(i);                                                   \
                Full p = side == CUBLAS_SIDE_LEFT ? times(fs, CUBLAS_OP_N, fb, CUBLAS_OP_N)                     \
                                                  : times(fb, CUBLAS_OP_N, fs, CUBLAS_OP_N);                    \
                OK(cublas##L##symm(h, side, u, N, N, &two, s.d, LD, b.d, N, &three, c.d, N));                   \
                c.down();                                                                                       \
                for (int i = 0; i < N * N; i++)                                                                 \
                    near_to(#L "symm", c(i), get(two) * p[i] + 3.0 * fc[i], tol);                               \
            }                                                                                                   \
            for (cublasOperation_t t : {CUBLAS_OP_N, CUBLAS_OP_T}) {                                            \
                cublasOperation_t o = t == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;                             \
                Array<T> c(N * N), k(N * N);                                                                    \
                Full fc(N * N), fk(N * N), p = times(fa, t, fb, o), q = times(fb, t, fa, o);                    \
                for (int i = 0; i < N * N; i++) fc[i] = c(i), fk[i] = k(i);                                     \
                OK(cublas##L##syr2k(h, u, t, N, N, &two, a.d, N, b.d, N, &three, c.d, N));                      \
                OK(cublas##L##syrkx(h, u, t, N, N, &two, a.d, N, b.d, N, &three, k.d, N));                      \
                c.down(), k.down();                                                                             \
                for (int i = 0; i < N * N; i++) {                                                               \
                    bool in = has(u, i % N, i / N);                                                             \
                    near_to(#L "syr2k", c(i), in ? get(two) * (p[i] + q[i]) + 3.0 * fc[i] : fc[i], tol);        \
                    near_to(#L "syrkx", k(i), in ? get(two) * p[i] + 3.0 * fk[i] : fk[i], tol);                 \
                }                                                                                               \
            }                                                                                                   \
        }                                                                                                       \
    }
SQUARES(S)
SQUARES(D)
SQUARES(C)
SQUARES(Z)

#define COMPLEX(L, l, RL, r)                                                                                    \
    static void products(L) {                                                                                   \
        typedef L::T T;                                                                                         \
        typedef L::R R;                                                                                         \
        double tol = tolerance<L>();                                                                            \
        Array<T> a(N * N), b(N * N), x(N), y(N);                                                                \
        Full fa(N * N), fb(N * N);                                                                              \
        for (int i = 0; i < N * N; i++) fa[i] = a(i), fb[i] = b(i);                                             \
        T two, three;                                                                                           \
        R real = 2, more = 3;                                                                                   \
        put(two, Number(2, 1)), put(three, 3);                                                                  \
        for (cublasOperation_t t : ops)                                                                         \
            for (cublasOperation_t o : ops) {                                                                   \
                Array<T> c(N * N), m(2 * N * N, false), s(N * N);                                               \
                Full fc(N * N), p = times(fa, t, fb, o);                                                        \
                for (int i = 0; i < N * N; i++) fc[i] = c(i);                                                   \
                OK(cublas##L##gemm(h, t, o, N, N, N, &two, a.d, N, b.d, N, &three, c.d, N));                    \
                OK(cublas##L##gemmStridedBatched(h, t, o, N, N, N, &two, a.d, N, 0, b.d, N, 0, &three, m.d, N,  \
                                                 N * N, 2));                                                    \
                OK(cublas##L##geam(h, t, o, N, N, &two, a.d, N, &three, b.d, N, s.d, N));                       \
                c.down(), m.down(), s.down();                                                                   \
                for (int i = 0; i < N * N; i++) {                                                               \
                    near_to(#L "gemm", c(i), get(two) * p[i] + 3.0 * fc[i], tol);                               \
                    near_to(#L "gemmStridedBatched", m(N * N + i), get(two) * p[i], tol);                       \
                    near_to(#L "geam", s(i),                                                                    \
                            get(two) * op(fa, t, i % N, i / N) + 3.0 * op(fb, o, i % N, i / N), tol);           \
                }                                                                                               \
            }                                                                                                   \
        for (cublasFillMode_t u : halves)                                                                       \
            for (cublasOperation_t t : {CUBLAS_OP_N, CUBLAS_OP_C}) {                                            \
                cublasOperation_t o = t == CUBLAS_OP_N ? CUBLAS_OP_C : CUBLAS_OP_N;                             \
                Array<T> c(N * N, false), k(N * N, false);                                                      \
                Full p = times(fa, t, fa, o), q = times(fa, t, fb, o), z = times(fb, t, fa, o);                 \
                OK(cublas##L##herk(h, u, t, N, N, &real, a.d, N, &more, c.d, N));                               \
                OK(cublas##L##her2k(h, u, t, N, N, &two, a.d, N, b.d, N, &more, k.d, N));                       \
                c.down(), k.down();                                                                             \
                for (int i = 0; i < N * N; i++) {                                                               \
                    bool in = has(u, i % N, i / N);                                                             \
                    near_to(#L "herk", c(i), in ? 2.0 * p[i] : Number(0), tol);                                 \
                    near_to(#L "her2k", k(i),                                                                   \
                            in ? get(two) * q[i] + std::conj(get(two)) * z[i] : Number(0), 10 * tol);           \
                }                                                                                               \
                Array<T> s(LD * N), m(N * N, false);                                                            \
                Full fs = full_of(s, 0, u, 'h'), w = times(fs, CUBLAS_OP_N, fb, CUBLAS_OP_N);                   \
                OK(cublas##L##hemm(h, CUBLAS_SIDE_LEFT, u, N, N, &two, s.d, LD, b.d, N, &three, m.d, N));       \
                m.down();                                                                                       \
                for (int i = 0; i < N * N; i++) near_to(#L "hemm", m(i), get(two) * w[i], tol);                 \
            }                                                                                                   \
        Number u = 0, c = 0;                                                                                    \
        double sum = 0, length = 0, most = -1;                                                                  \
        int where_most = 0, index;                                                                              \
        for (int i = 0; i < N; i++) {                                                                           \
            u += x(i) * y(i), c += std::conj(x(i)) * y(i);                                                      \
            double parts = fabs(x(i).real()) + fabs(x(i).imag());                                               \
            sum += parts, length += std::norm(x(i));                                                            \
            if (parts > most) most = parts, where_most = i + 1;                                                 \
        }                                                                                                       \
        T got;                                                                                                  \
        R r_;                                                                                                   \
        OK(cublas##L##dotu(h, N, x.d, 1, y.d, 1, &got)), near_to(#L "dotu", get(got), u, tol);                  \
        OK(cublas##L##dotc(h, N, x.d, 1, y.d, 1, &got)), near_to(#L "dotc", get(got), c, tol);                  \
        OK(cublas##RL##l##nrm2(h, N, x.d, 1, &r_)), near_to(#L "nrm2", r_, sqrt(length), tol);                  \
        OK(cublas##RL##l##asum(h, N, x.d, 1, &r_)), near_to(#L "asum", r_, sum, tol);                           \
        OK(cublasI##l##amax(h, N, x.d, 1, &index)), near_to(#L "amax", index, where_most, 0);                   \
        OK(cublas##L##axpy(h, N, &two, x.d, 1, y.d, 1));                                                        \
        OK(cublas##L##r##scal(h, N, &real, x.d, 1));                                                            \
        OK(cublas##L##swap(h, N, x.d, 1, y.d, 1));                                                              \
        Number x0 = x(0), y0 = y(0);                                                                            \
        x.down(), y.down();                                                                                     \
        near_to(#L "axpy, swap", x(0), get(two) * x0 + y0, tol);                                                \
        near_to(#L "scal", y(0), 2.0 * x0, tol);                                                                \
        Array<T> rank(N * N, false);                                                                            \
        OK(cublas##L##gerc(h, N, N, &two, x.d, 1, y.d, 1, rank.d, N));                                          \
        OK(cublas##L##dgmm(h, CUBLAS_SIDE_RIGHT, N, N, rank.d, N, x.d, 1, rank.d, N));                          \
        rank.down();                                                                                            \
        near_to(#L "gerc, dgmm", rank(1, 2, N), get(two) * x(1) * std::conj(y(2)) * x(2), 10 * tol);            \
        OK(cublas##L##gemv(h, CUBLAS_OP_C, N, N, &two, a.d, N, x.d, 1, &three, y.d, 1));                        \
        Number want = 3.0 * y(3);                                                                               \
        for (int i = 0; i < N; i++) want += get(two) * std::conj(fa[i + 3 * N]) * x(i);                         \
        y.down();                                                                                               \
        near_to(#L "gemv", y(3), want, tol);                                                                    \
    }
COMPLEX(C, c, S, s)
COMPLEX(Z, z, D, d)

static void rotations() {
    double a = 3, b = 4, c, s, p[5] = {-5, -5, -5, -5, -5};
    OK(cublasDrotg(h, &a, &b, &c, &s));
    near_to("rotg", Number(a, b), Number(5, 1 / .6), 1e-12);
    near_to("rotg", Number(c, s), Number(.6, .8), 1e-12);
    Array<double> x(N), y(N);
    OK(cublasDrot(h, N, x.d, 1, y.d, 1, &c, &s));
    double d1 = 2, d2 = 3, x1 = 1.5, y1 = -2.5, q = d1 * x1 * x1 + d2 * y1 * y1, hx = x1, hy = y1;
    OK(cublasDrotmg(h, &d1, &d2, &x1, &y1, p));
    near_to("rotmg keeps the length", d1 * x1 * x1, q, 1e-12);
    // Applied to (x1, y1) it gives (x1', 0).
    x.h[1] = hx, y.h[1] = hy, x.up(), y.up();
    OK(cublasDrotm(h, N, x.d, 1, y.d, 1, p));
    x.down(), y.down();
    near_to("rotm", Number(x(1).real(), y(1).real()), Number(x1, 0), 1e-12);
}

template <typename L> static void all(L l) { triangles(l), halves_of(l), squares(l); }

int main() {
    cublasCreate(&h);
    all(S()), all(D()), all(C()), all(Z());
    products(C()), products(Z());
    rotations();
    cublasDestroy(h);
    puts(wrong ? "wrong" : "ok");
    return wrong != 0;
}
