// cuSOLVER's routines that are told the type at the call, syevj and orgqr, by
// what their results have to fulfil.
#include <cmath>
#include <cstdio>
#include <cusolverDn.h>
#include <vector>

enum { N = 6, M = 8, LD = M + 1 };
static int wrong;
static cusolverDnHandle_t h;
static cusolverDnParams_t params;
static int *info;

static void near_to(const char *what, double got, double want, double tol) {
    if (std::fabs(got - want) <= tol * (1 + std::fabs(want))) return;
    if (wrong++ < 20) printf("%s: %g, not %g\n", what, got, want);
}
#define OK(call) near_to(#call, (int)(call), 0, 0)

template <typename T> struct Array {
    T *d;
    std::vector<T> h;
    explicit Array(int n) : h(n) { cudaMalloc(&d, n * sizeof(T)); }
    Array(const Array &) = delete;
    ~Array() { cudaFree(d); }
    void up() { cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice); }
    void down() { cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost); }
};
template <typename T> static void fill(Array<T> &a, int rows, int cols, bool definite) {
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++) {
            int lo = i < j ? i : j, hi = i < j ? j : i;
            a.h[i + j * LD] = definite ? (T)(i == j ? 10 + i : (lo * 3 + hi * 5) % 4) : (T)((i * 7 + j * 13) % 11 - 5);
        }
    a.up();
}
static void check_info(const char *what) {
    int got = -1;
    cudaMemcpy(&got, info, sizeof got, cudaMemcpyDeviceToHost);
    near_to(what, got, 0, 0);
}

template <typename T> static void all(cudaDataType t, double tol) {
    size_t on_device, on_host;
    void *work;
    cudaMalloc(&work, 1 << 12);
    const bool wide = sizeof(T) == 8;
    // A x = b by LU and by Cholesky
    for (int definite = 0; definite < 2; definite++) {
        Array<T> a(LD * N), b(LD);
        Array<int64_t> pivots(N);
        fill(a, N, N, definite);
        std::vector<T> was = a.h;
        for (int i = 0; i < N; i++) b.h[i] = (T)(i + 1);
        b.up();
        if (definite) {
            OK(cusolverDnXpotrf_bufferSize(h, params, CUBLAS_FILL_MODE_LOWER, N, t, a.d, LD, t, &on_device, &on_host));
            OK(cusolverDnXpotrf(h, params, CUBLAS_FILL_MODE_LOWER, N, t, a.d, LD, t, work, on_device, NULL, on_host, info));
            check_info("potrf");
            OK(cusolverDnXpotrs(h, params, CUBLAS_FILL_MODE_LOWER, N, 1, t, a.d, LD, t, b.d, LD, info));
        } else {
            OK(cusolverDnXgetrf_bufferSize(h, params, N, N, t, a.d, LD, t, &on_device, &on_host));
            OK(cusolverDnXgetrf(h, params, N, N, t, a.d, LD, pivots.d, t, work, on_device, NULL, on_host, info));
            check_info("getrf");
            OK(cusolverDnXgetrs(h, params, CUBLAS_OP_N, N, 1, t, a.d, LD, pivots.d, t, b.d, LD, info));
            pivots.down();
            near_to("a pivot", pivots.h[0] >= 1 && pivots.h[0] <= N, 1, 0);
        }
        b.down();
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) sum += (double)was[i + j * LD] * b.h[j];
            near_to("A x", sum, i + 1, tol);
        }
    }
    // A = Q R with Q's columns
    {
        Array<T> a(LD * N), tau(N);
        fill(a, M, N, false);
        std::vector<T> was = a.h;
        OK(cusolverDnXgeqrf_bufferSize(h, params, M, N, t, a.d, LD, t, tau.d, t, &on_device, &on_host));
        OK(cusolverDnXgeqrf(h, params, M, N, t, a.d, LD, t, tau.d, t, work, on_device, NULL, on_host, info));
        a.down();
        std::vector<T> r = a.h;
        int n;
        if (wide) {
            OK(cusolverDnDorgqr_bufferSize(h, M, N, N, (double *)a.d, LD, (double *)tau.d, &n));
            OK(cusolverDnDorgqr(h, M, N, N, (double *)a.d, LD, (double *)tau.d, (double *)work, n, info));
        } else {
            OK(cusolverDnSorgqr_bufferSize(h, M, N, N, (float *)a.d, LD, (float *)tau.d, &n));
            OK(cusolverDnSorgqr(h, M, N, N, (float *)a.d, LD, (float *)tau.d, (float *)work, n, info));
        }
        a.down();
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++) {
                double sum = 0;
                for (int k = 0; k <= j; k++) sum += (double)a.h[i + k * LD] * r[k + j * LD];
                near_to("Q R", sum, was[i + j * LD], tol);
            }
    }
    // A v = w v, twice
    for (int jacobi = 0; jacobi < 2; jacobi++) {
        Array<T> a(LD * N), w(N);
        fill(a, N, N, true);
        std::vector<T> was = a.h;
        auto vectors = CUSOLVER_EIG_MODE_VECTOR;
        auto low = CUBLAS_FILL_MODE_LOWER;
        syevjInfo_t j;
        OK(cusolverDnCreateSyevjInfo(&j));
        OK(cusolverDnXsyevjSetTolerance(j, 1e-7));
        int n;
        if (!jacobi) {
            OK(cusolverDnXsyevd_bufferSize(h, params, vectors, low, N, t, a.d, LD, t, w.d, t, &on_device, &on_host));
            OK(cusolverDnXsyevd(h, params, vectors, low, N, t, a.d, LD, t, w.d, t, work, on_device, NULL, on_host, info));
        } else if (wide) {
            OK(cusolverDnDsyevj_bufferSize(h, vectors, low, N, (double *)a.d, LD, (double *)w.d, &n, j));
            OK(cusolverDnDsyevj(h, vectors, low, N, (double *)a.d, LD, (double *)w.d, (double *)work, n, info, j));
        } else {
            OK(cusolverDnSsyevj_bufferSize(h, vectors, low, N, (float *)a.d, LD, (float *)w.d, &n, j));
            OK(cusolverDnSsyevj(h, vectors, low, N, (float *)a.d, LD, (float *)w.d, (float *)work, n, info, j));
        }
        OK(cusolverDnDestroySyevjInfo(j));
        a.down(), w.down();
        for (int v = 0; v < N; v++)
            for (int i = 0; i < N; i++) {
                double sum = 0;
                for (int k = 0; k < N; k++) sum += (double)was[i + k * LD] * a.h[k + v * LD];
                near_to("A v", sum, (double)w.h[v] * a.h[i + v * LD], tol);
            }
    }
    // A = U S V
    {
        Array<T> a(LD * N), s(N), u(LD * N), vt(LD * N);
        fill(a, M, N, false);
        std::vector<T> was = a.h;
        OK(cusolverDnXgesvd_bufferSize(h, params, 'S', 'S', M, N, t, a.d, LD, t, s.d, t, u.d, LD, t, vt.d, LD, t,
                                       &on_device, &on_host));
        OK(cusolverDnXgesvd(h, params, 'S', 'S', M, N, t, a.d, LD, t, s.d, t, u.d, LD, t, vt.d, LD, t, work, on_device,
                            NULL, on_host, info));
        s.down(), u.down(), vt.down();
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++) {
                double sum = 0;
                for (int k = 0; k < N; k++) sum += (double)u.h[i + k * LD] * s.h[k] * vt.h[k + j * LD];
                near_to("U S V", sum, was[i + j * LD], tol);
            }
    }
    cudaFree(work);
}

int main() {
    cudaMalloc(&info, sizeof *info);
    OK(cusolverDnCreate(&h));
    OK(cusolverDnCreateParams(&params));
    OK(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
    all<float>(CUDA_R_32F, 1e-4);
    all<double>(CUDA_R_64F, 1e-11);
    OK(cusolverDnDestroyParams(params));
    OK(cusolverDnDestroy(h));
    cudaFree(info);
    puts(wrong ? "wrong" : "ok");
    return wrong != 0;
}
