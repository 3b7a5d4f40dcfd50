// cuBLAS against loops on the host: what a program may call, every way to store
// an operand, and what is refused.
#include "ok.h"

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define BLAS(call)                                                             \
    do {                                                                       \
        cublasStatus_t s_ = (call);                                            \
        if (s_ != CUBLAS_STATUS_SUCCESS && failures++ < 20)                    \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cublasGetStatusName(s_));                                   \
    } while (0)

static cublasHandle_t h;

template <class T> std::vector<T> numbers(size_t n) {
    std::vector<T> v(n);
    for (auto &x : v)
        x = T(unit() * 2 - 1);
    return v;
}
static double num(float v) { return v; }
static double num(double v) { return v; }
static double num(__half v) { return __half2float(v); }
static double num(__nv_bfloat16 v) { return __bfloat162float(v); }
static double num(int8_t v) { return v; }
static double num(int v) { return v; }

static bool near(double a, double b, double tolerance) {
    return fabs(a - b) <= tolerance * (1 + fabs(b));
}

struct Shape {
    cublasOperation_t ta, tb;
    int m, n, k, lda, ldb, ldc;
    size_t na() const { return (size_t)lda * (ta == CUBLAS_OP_N ? k : m); }
    size_t nb() const { return (size_t)ldb * (tb == CUBLAS_OP_N ? n : k); }
    size_t nc() const { return (size_t)ldc * n; }
};
static Shape shape(int ta, int tb, int m, int n, int k, int pad) {
    return {ta ? CUBLAS_OP_T : CUBLAS_OP_N,
            tb ? CUBLAS_OP_T : CUBLAS_OP_N,
            m,
            n,
            k,
            (ta ? k : m) + pad,
            (tb ? n : k) + pad,
            m + pad};
}

template <class A, class C>
void expect(const Shape &s, double alpha, const A *a, const A *b, double beta,
            const C *before, const C *after, double tolerance) {
    int wrong = 0;
    for (int j = 0; j < s.n; j++)
        for (int i = 0; i < s.ldc; i++) {
            size_t at = (size_t)j * s.ldc + i;
            double sum = num(before[at]);
            if (i < s.m) {
                double p = 0;
                for (int l = 0; l < s.k; l++)
                    p += num(s.ta ? a[(size_t)i * s.lda + l]
                                  : a[(size_t)l * s.lda + i]) *
                         num(s.tb ? b[(size_t)l * s.ldb + j]
                                  : b[(size_t)j * s.ldb + l]);
                sum = alpha * p + (beta == 0 ? 0 : beta * sum);
            }
            wrong += !near(num(after[at]), sum, tolerance);
        }
    if (wrong && failures++ < 20)
        printf("gemm %d%d %dx%dx%d: %d wrong\n", s.ta, s.tb, s.m, s.n, s.k,
               wrong);
}

// ---- products

static void sgemm_every_way() {
    for (int way = 0; way < 16; way++) {
        Shape s = shape(way & 1, way >> 1 & 1, 37, 29, 53, way & 4 ? 5 : 0);
        float alpha = 1.5f, beta = way & 8 ? -0.5f : 0;
        auto a = numbers<float>(s.na()), b = numbers<float>(s.nb()),
             c = numbers<float>(s.nc());
        // With beta 0 what was there does not count, not even a NaN.
        auto before = c;
        if (beta == 0)
            for (int j = 0; j < s.n; j++)
                c[(size_t)j * s.ldc + 3] = NAN;
        Dev<float> da(a), db(b), dc(c);
        BLAS(cublasSgemm(h, s.ta, s.tb, s.m, s.n, s.k, &alpha, da, s.lda, db,
                         s.ldb, &beta, dc, s.ldc));
        expect(s, alpha, a.data(), b.data(), beta, before.data(),
               dc.get().data(), 1e-5);
    }
}

static void dgemm_with_scalars_on_the_device() {
    Shape s = shape(1, 0, 20, 21, 22, 3);
    auto a = numbers<double>(s.na()), b = numbers<double>(s.nb()),
         c = numbers<double>(s.nc());
    Dev<double> da(a), db(b), dc(c), scalars(std::vector<double>{2, -1});
    BLAS(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasDgemm(h, s.ta, s.tb, s.m, s.n, s.k, scalars.p, da, s.lda, db,
                     s.ldb, scalars.p + 1, dc, s.ldc));
    BLAS(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
    expect(s, 2, a.data(), b.data(), -1, c.data(), dc.get().data(), 1e-13);
}

static void halves() {
    Shape s = shape(0, 1, 32, 24, 48, 8);
    auto a = numbers<__half>(s.na()), b = numbers<__half>(s.nb()),
         c = numbers<__half>(s.nc());
    Dev<__half> da(a), db(b), dc(c);
    __half ha = __float2half(1), hb = __float2half(0.5f);
    BLAS(cublasHgemm(h, s.ta, s.tb, s.m, s.n, s.k, &ha, da, s.lda, db, s.ldb,
                     &hb, dc, s.ldc));
    // cuBLAS may sum in halves
    expect(s, 1, a.data(), b.data(), 0.5, c.data(), dc.get().data(), 2e-2);

    float alpha = 1, beta = 0;
    Dev<float> df(s.nc());
    df.zero();
    auto zero = df.get();
    BLAS(cublasGemmEx(h, s.ta, s.tb, s.m, s.n, s.k, &alpha, da, CUDA_R_16F,
                      s.lda, db, CUDA_R_16F, s.ldb, &beta, df, CUDA_R_32F,
                      s.ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    expect(s, 1, a.data(), b.data(), 0, zero.data(), df.get().data(), 1e-5);
    BLAS(cublasSgemmEx(h, s.ta, s.tb, s.m, s.n, s.k, &alpha, da, CUDA_R_16F,
                       s.lda, db, CUDA_R_16F, s.ldb, &beta, df, CUDA_R_32F,
                       s.ldc));
    expect(s, 1, a.data(), b.data(), 0, zero.data(), df.get().data(), 1e-5);
}

static void bfloats() {
    Shape s = shape(1, 1, 16, 40, 64, 0);
    auto a = numbers<__nv_bfloat16>(s.na()), b = numbers<__nv_bfloat16>(s.nb()),
         c = numbers<__nv_bfloat16>(s.nc());
    Dev<__nv_bfloat16> da(a), db(b), dc(c);
    float alpha = 0.25f, beta = 1;
    BLAS(cublasGemmEx(h, s.ta, s.tb, s.m, s.n, s.k, &alpha, da, CUDA_R_16BF,
                      s.lda, db, CUDA_R_16BF, s.ldb, &beta, dc, CUDA_R_16BF,
                      s.ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    expect(s, 0.25, a.data(), b.data(), 1, c.data(), dc.get().data(), 8e-3);
}

static void bytes() {
    Shape s = shape(1, 0, 16, 12, 300, 4);
    std::vector<int8_t> a(s.na()), b(s.nb());
    for (auto &v : a)
        v = (int8_t)lcg();
    for (auto &v : b)
        v = (int8_t)lcg();
    std::vector<int> c(s.nc(), 7);
    Dev<int8_t> da(a), db(b);
    Dev<int> dc(c);
    int alpha = 3, beta = -2;
    BLAS(cublasGemmEx(h, s.ta, s.tb, s.m, s.n, s.k, &alpha, da, CUDA_R_8I,
                      s.lda, db, CUDA_R_8I, s.ldb, &beta, dc, CUDA_R_32I, s.ldc,
                      CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
    expect(s, 3, a.data(), b.data(), -2, c.data(), dc.get().data(), 0);
}

// TF32 keeps 10 bits: near the exact product, but not the float one.
static void tf32() {
    Shape s = shape(0, 0, 64, 64, 64, 0);
    auto a = numbers<float>(s.na()), b = numbers<float>(s.nb());
    std::vector<float> c(s.nc(), 0);
    Dev<float> da(a), db(b), dc(c), de(c);
    float one = 1, zero = 0;
    BLAS(cublasGemmEx(h, s.ta, s.tb, s.m, s.n, s.k, &one, da, CUDA_R_32F, s.lda,
                      db, CUDA_R_32F, s.ldb, &zero, dc, CUDA_R_32F, s.ldc,
                      CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_GEMM_DEFAULT));
    expect(s, 1, a.data(), b.data(), 0, c.data(), dc.get().data(), 4e-3);
    BLAS(cublasSgemm(h, s.ta, s.tb, s.m, s.n, s.k, &one, da, s.lda, db, s.ldb,
                     &zero, de, s.ldc));
    CHECK(dc.get() != de.get());
}

static void batches() {
    enum { BATCH = 5 };
    Shape s = shape(0, 1, 9, 11, 13, 2);
    long long sa = s.na() + 7, sb = s.nb(), sc = s.nc() + 1;
    auto a = numbers<float>(sa * BATCH), b = numbers<float>(sb * BATCH),
         c = numbers<float>(sc * BATCH);
    Dev<float> da(a), db(b), dc(c), dd(c), de(c);
    float alpha = 2, beta = 0.5f;
    BLAS(cublasSgemmStridedBatched(h, s.ta, s.tb, s.m, s.n, s.k, &alpha, da,
                                   s.lda, sa, db, s.ldb, sb, &beta, dc, s.ldc,
                                   sc, BATCH));
    BLAS(cublasGemmStridedBatchedEx(
        h, s.ta, s.tb, s.m, s.n, s.k, &alpha, da, CUDA_R_32F, s.lda, sa, db,
        CUDA_R_32F, s.ldb, sb, &beta, de, CUDA_R_32F, s.ldc, sc, BATCH,
        CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    std::vector<const float *> pa, pb;
    std::vector<float *> pd;
    for (int i = 0; i < BATCH; i++) {
        pa.push_back(da + i * sa);
        pb.push_back(db + i * sb);
        pd.push_back(dd + i * sc);
    }
    Dev<const float *> dpa(pa), dpb(pb);
    Dev<float *> dpd(pd);
    BLAS(cublasSgemmBatched(h, s.ta, s.tb, s.m, s.n, s.k, &alpha, dpa, s.lda,
                            dpb, s.ldb, &beta, dpd, s.ldc, BATCH));
    auto got = dc.get();
    for (int i = 0; i < BATCH; i++)
        expect(s, 2, &a[i * sa], &b[i * sb], 0.5, &c[i * sc], &got[i * sc],
               1e-5);
    CHECK(dd.get() == got);
    CHECK(de.get() == got);
}

// ---- vectors

static void vectors() {
    const int n = 1000;
    auto x = numbers<float>(3 * n), y = numbers<float>(2 * n);
    Dev<float> dx(x), dy(y);
    float alpha = 3, r = 0;
    BLAS(cublasSaxpy(h, n, &alpha, dx, 3, dy, 2));
    auto got = dy.get();
    int wrong = 0;
    for (int i = 0; i < 2 * n; i++)
        wrong += !near(got[i], i % 2 ? y[i] : y[i] + 3 * x[i / 2 * 3], 1e-6);
    CHECK(wrong == 0);

    double dot = 0, sum = 0, squares = 0;
    int most = 0, least = 0;
    for (int i = 0; i < n; i++) {
        dot += (double)x[3 * i] * x[3 * (n - 1 - i)];
        sum += fabs(x[i]);
        squares += (double)x[i] * x[i];
        if (fabs(x[i]) > fabs(x[most])) most = i;
        if (fabs(x[i]) < fabs(x[least])) least = i;
    }
    BLAS(cublasSdot(h, n, dx, 3, dx, -3, &r)); // the second from its end
    CHECK(near(r, dot, 1e-4));
    BLAS(cublasSasum(h, n, dx, 1, &r));
    CHECK(near(r, sum, 1e-5));
    BLAS(cublasSnrm2(h, n, dx, 1, &r));
    CHECK(near(r, sqrt(squares), 1e-5));
    int at = 0;
    BLAS(cublasIsamax(h, n, dx, 1, &at));
    CHECK(at == most + 1);
    BLAS(cublasIsamin(h, n, dx, 1, &at));
    CHECK(at == least + 1);
    BLAS(cublasIsamin(h, 0, dx, 1, &at));
    CHECK(at == 0);
    BLAS(cublasSdot(h, -1, dx, 1, dx, 1, &r));
    CHECK(r == 0);

    BLAS(cublasSscal(h, n, &alpha, dx, 1));
    CHECK(near(dx.get()[5], 3 * x[5], 1e-6));
    BLAS(cublasScopy(h, n, dx, 1, dy, 1));
    CHECK(dy.get()[n - 1] == dx.get()[n - 1]);
    Dev<double> d1(std::vector<double>{3, 4}), d2(std::vector<double>{1, 2});
    double norm;
    BLAS(cublasDswap(h, 2, d1, 1, d2, 1));
    CHECK(d1.get()[1] == 2 && d2.get()[0] == 3);
    BLAS(cublasDnrm2(h, 2, d2, 1, &norm));
    CHECK(norm == 5);
    double tenth = 0.1;
    BLAS(cublasDaxpy(h, 2, &tenth, d1, 1, d2, 1));
    CHECK(near(d2.get()[1], 4.2, 1e-15));

    auto half = numbers<__half>(n);
    Dev<__half> dh(half);
    double hh = 0;
    for (auto v : half)
        hh += num(v) * num(v);
    BLAS(cublasDotEx(h, n, dh, CUDA_R_16F, 1, dh, CUDA_R_16F, 1, &r, CUDA_R_32F,
                     CUDA_R_32F));
    CHECK(near(r, hh, 1e-4));
    // A result on the device.
    Dev<float> dr(1);
    BLAS(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasSasum(h, n, dy, 1, dr));
    BLAS(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
    CHECK(near(dr.get()[0], 3 * sum, 1e-5));
}

// ---- matrices and vectors

static void level2() {
    const int m = 33, n = 21, lda = 40;
    auto a = numbers<float>(lda * n), x = numbers<float>(64),
         y = numbers<float>(64);
    Dev<float> da(a), dx(x);
    float alpha = 2, beta = -1;
    for (int t = 0; t < 2; t++) {
        Dev<float> dy(y);
        BLAS(cublasSgemv(h, t ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, &alpha, da,
                         lda, dx, 1, &beta, dy, 1));
        auto got = dy.get();
        int wrong = 0;
        for (int i = 0; i < (t ? n : m); i++) {
            double sum = 0;
            for (int j = 0; j < (t ? m : n); j++)
                sum += (double)(t ? a[i * lda + j] : a[j * lda + i]) * x[j];
            wrong += !near(got[i], 2 * sum - y[i], 1e-5);
        }
        CHECK(wrong == 0 && got[m] == y[m]);
    }
    BLAS(cublasSger(h, m, n, &alpha, dx, 1, dx, 2, da, lda));
    auto got = da.get();
    CHECK(near(got[4 * lda + 7], a[4 * lda + 7] + 2 * x[7] * x[8], 1e-5));
    CHECK(got[4 * lda + m] == a[4 * lda + m]);
}

static void sums_and_transposes() {
    const int m = 5, n = 7;
    auto a = numbers<float>(m * n), b = numbers<float>(m * n);
    Dev<float> da(a), db(b), dc(m * n);
    float one = 1, zero = 0, two = 2;
    BLAS(cublasSgeam(h, CUBLAS_OP_T, CUBLAS_OP_N, n, m, &one, da, m, &zero,
                     nullptr, n, dc, n));
    auto t = dc.get();
    int wrong = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            wrong += t[i * n + j] != a[j * m + i];
    CHECK(wrong == 0);
    BLAS(cublasSgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, &one, da, m, &two, db,
                     m, dc, m));
    CHECK(near(dc.get()[11], a[11] + 2 * b[11], 1e-6));
    BLAS(cublasSdgmm(h, CUBLAS_SIDE_LEFT, m, n, da, m, db, 1, dc, m));
    CHECK(near(dc.get()[11], a[11] * b[1], 1e-6));
}

static void triangles() {
    const int n = 12, k = 9;
    auto a = numbers<float>(n * k), c = numbers<float>(n * n);
    Dev<float> da(a), dc(c);
    float one = 1, beta = 0.5f;
    BLAS(cublasSsyrk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, &one, da, n,
                     &beta, dc, n));
    auto got = dc.get();
    double sum = 0;
    for (int l = 0; l < k; l++)
        sum += (double)a[l * n + 8] * a[l * n + 3];
    CHECK(near(got[3 * n + 8], sum + 0.5 * c[3 * n + 8], 1e-5));
    CHECK(got[8 * n + 3] == c[8 * n + 3]); // the other triangle stays

    // A X = B and X A = B, every triangle: multiply back.
    for (int way = 0; way < 16; way++) {
        bool left = way & 1, lower = way & 2, t = way & 4, unit_ = way & 8;
        auto tri = numbers<double>(n * n), b = numbers<double>(n * n);
        for (int i = 0; i < n; i++)
            tri[i * n + i] = 4 + i;
        Dev<double> dt(tri), db(b);
        double two = 2;
        BLAS(cublasDtrsm(h, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT,
                         lower ? CUBLAS_FILL_MODE_LOWER
                               : CUBLAS_FILL_MODE_UPPER,
                         t ? CUBLAS_OP_T : CUBLAS_OP_N,
                         unit_ ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, n, n,
                         &two, dt, n, db, n));
        auto x = db.get();
        auto at = [&](int i, int j) { // of op(A)
            if (t) std::swap(i, j);
            if (i == j) return unit_ ? 1.0 : tri[i * n + i];
            return (i > j) == lower ? tri[j * n + i] : 0.0;
        };
        int wrong = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double s = 0;
                for (int l = 0; l < n; l++)
                    s += left ? at(i, l) * x[j * n + l]
                              : x[l * n + i] * at(l, j);
                wrong += !near(s, 2 * b[j * n + i], 1e-9);
            }
        CHECK(wrong == 0);
    }
}

// ---- handles and copies

static void copies() {
    std::vector<float> v = {1, 2, 3, 4, 5, 6}, w(6, 0);
    Dev<float> d(12);
    d.zero();
    BLAS(cublasSetVector(3, 4, v.data(), 2, d, 1));
    BLAS(cublasGetVector(3, 4, d, 1, w.data(), 1));
    CHECK(w[0] == 1 && w[1] == 3 && w[2] == 5 && w[3] == 0);
    BLAS(cublasSetMatrix(2, 3, 4, v.data(), 2, d, 4));
    CHECK(d.get()[4] == 3 && d.get()[5] == 4);
    BLAS(cublasGetMatrix(2, 3, 4, d, 4, w.data(), 2));
    CHECK(w == v);
    CHECK(cublasSetMatrix(2, 3, 4, v.data(), 1, d, 4) ==
          CUBLAS_STATUS_INVALID_VALUE);
}

static void what_is_refused() {
    Dev<float> d(64);
    d.zero();
    float one = 1;
    auto N = CUBLAS_OP_N;
    CHECK(cublasSgemm(nullptr, N, N, 2, 2, 2, &one, d, 2, d, 2, &one, d, 2) ==
          CUBLAS_STATUS_NOT_INITIALIZED);
    CHECK(cublasSgemm(h, N, N, 4, 2, 2, &one, d, 3, d, 2, &one, d, 4) ==
          CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasSgemm(h, N, N, -1, 2, 2, &one, d, 3, d, 2, &one, d, 4) ==
          CUBLAS_STATUS_INVALID_VALUE);
    CHECK(cublasSgemm(h, N, N, 0, 2, 2, &one, d, 1, d, 2, &one, d, 1) ==
          CUBLAS_STATUS_SUCCESS);
    CHECK(cublasGemmEx(h, N, N, 2, 2, 2, &one, d, CUDA_R_32F, 2, d, CUDA_R_16F,
                       2, &one, d, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F,
                       CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
    CHECK(!strcmp(cublasGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED),
                  "CUBLAS_STATUS_NOT_SUPPORTED"));
}

static void streams_and_time() {
    cudaStream_t s, back;
    cudaEvent_t from, to;
    OK(cudaStreamCreate(&s));
    OK(cudaEventCreate(&from));
    OK(cudaEventCreate(&to));
    BLAS(cublasSetStream(h, s));
    BLAS(cublasGetStream(h, &back));
    CHECK(back == s);
    const int n = 256;
    Dev<float> a(numbers<float>(n * n)), b(numbers<float>(n * n)), c(n * n);
    float one = 1, zero = 0, ms = 0;
    OK(cudaEventRecord(from, s));
    BLAS(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n,
                     &zero, c, n));
    OK(cudaEventRecord(to, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaEventElapsedTime(&ms, from, to));
    CHECK(ms > 0);
    BLAS(cublasSetStream(h, nullptr));
    OK(cudaEventDestroy(from));
    OK(cudaEventDestroy(to));
    OK(cudaStreamDestroy(s));
}

// A captured product is a node of the graph, and runs when the graph does.
static void in_a_graph() {
    const int n = 16;
    Dev<float> a(numbers<float>(n * n)), b(n * n), c(n * n);
    float one = 1, zero = 0;
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    OK(cudaStreamCreate(&s));
    BLAS(cublasSetStream(h, s));
    b.zero(), c.zero();
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    BLAS(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n,
                     &zero, c, n));
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&e, g, 0));
    std::vector<float> unity(n * n, 0);
    for (int i = 0; i < n; i++)
        unity[i * n + i] = 1;
    OK(cudaMemcpy(b, unity.data(), n * n * 4, cudaMemcpyHostToDevice));
    CHECK(c.get()[3] == 0);
    OK(cudaGraphLaunch(e, s));
    OK(cudaStreamSynchronize(s));
    CHECK(c.get() == a.get());
    BLAS(cublasSetStream(h, nullptr));
    OK(cudaGraphExecDestroy(e));
    OK(cudaGraphDestroy(g));
    OK(cudaStreamDestroy(s));
}

// The simulated device counts handles; elsewhere nobody does.
struct SimCall {
    const char *name;
    unsigned long long count;
};
extern "C" __attribute__((weak)) const SimCall *sim_call_at(int i);

static void handles_are_counted() {
    const char *const names[] = {"cublasCreate", "cublasDestroy"};
    for (const char *name : names) {
        unsigned long long count = 0;
        for (int i = 0; sim_call_at && sim_call_at(i); i++)
            if (strcmp(sim_call_at(i)->name, name) == 0)
                count = sim_call_at(i)->count;
        CHECK(!sim_call_at || count == 1);
    }
}

int main() {
    BLAS(cublasCreate(&h));
    int version = 0;
    BLAS(cublasGetVersion(h, &version));
    CHECK(version > 10000);
    BLAS(cublasSetMathMode(h, CUBLAS_DEFAULT_MATH));
    sgemm_every_way();
    dgemm_with_scalars_on_the_device();
    halves();
    bfloats();
    bytes();
    tf32();
    batches();
    vectors();
    level2();
    sums_and_transposes();
    triangles();
    copies();
    what_is_refused();
    streams_and_time();
    in_a_graph();
    BLAS(cublasDestroy(h));
    handles_are_counted();
    return finish();
}
