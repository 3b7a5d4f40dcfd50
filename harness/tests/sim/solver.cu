// cuSOLVER's dense part and cuBLAS's LU: factors multiplied out, systems put in.
#include "ok.h"

#include <algorithm>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#define SOLVER(call)                                                           \
    do {                                                                       \
        int s_ = (int)(call);                                                  \
        if (s_ != 0 && failures++ < 20)                                        \
            printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, s_);          \
    } while (0)

static cusolverDnHandle_t h;

template <class T> std::vector<T> numbers(size_t n) {
    std::vector<T> v(n);
    for (auto &x : v)
        x = T(unit() * 2 - 1);
    return v;
}
// max |A X - B|, A n x n or its transpose.
template <class T>
static double residual(const std::vector<T> &a, const std::vector<T> &x,
                       const std::vector<T> &b, int n, int lda, int nrhs,
                       bool t) {
    double most = 0;
    for (int c = 0; c < nrhs; c++)
        for (int i = 0; i < n; i++) {
            double sum = -(double)b[i + c * n];
            for (int k = 0; k < n; k++)
                sum += (double)(t ? a[k + i * lda] : a[i + k * lda]) *
                       x[k + c * n];
            most = fmax(most, fabs(sum));
        }
    return most;
}

// n beyond a block of columns, so that blocks are joined.
static void lu() {
    const int n = 107, lda = 110, nrhs = 3;
    auto a = numbers<double>(lda * n), b = numbers<double>(n * nrhs);
    for (int t = 0; t < 2; t++) {
        Dev<double> da(a), db(b);
        Dev<int> pivots(n), info(1);
        int elements = 0;
        SOLVER(cusolverDnDgetrf_bufferSize(h, n, n, da, lda, &elements));
        Dev<double> work(elements);
        SOLVER(cusolverDnDgetrf(h, n, n, da, lda, work, pivots, info));
        CHECK(info.get()[0] == 0);
        SOLVER(cusolverDnDgetrs(h, t ? CUBLAS_OP_T : CUBLAS_OP_N, n, nrhs, da,
                                lda, pivots, db, n, info));
        CHECK(residual(a, db.get(), b, n, lda, nrhs, t) < 1e-11);
    }
    // A column of zeros: the pivot is named.
    auto z = numbers<float>(9);
    z[3] = z[4] = z[5] = 0;
    Dev<float> dz(z), work(1);
    Dev<int> pivots(3), info(1);
    SOLVER(cusolverDnSgetrf(h, 3, 3, dz, 3, work, pivots, info));
    CHECK(info.get()[0] == 2);
}

static void cholesky() {
    const int n = 101, nrhs = 2;
    auto r = numbers<double>(n * n), b = numbers<double>(n * nrhs);
    std::vector<double> a(n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++)
                a[i + j * n] += r[i + k * n] * r[j + k * n];
            if (i == j) a[i + j * n] += 1;
        }
    for (int upper = 0; upper < 2; upper++) {
        auto uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        // The other triangle is neither read nor written.
        auto half = a;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (upper ? i > j : i < j) half[i + j * n] = 1e30;
        Dev<double> da(half), db(b);
        Dev<int> info(1);
        int elements = 0;
        SOLVER(cusolverDnDpotrf_bufferSize(h, uplo, n, da, n, &elements));
        Dev<double> work(elements);
        SOLVER(cusolverDnDpotrf(h, uplo, n, da, n, work, elements, info));
        CHECK(info.get()[0] == 0);
        SOLVER(cusolverDnDpotrs(h, uplo, n, nrhs, da, n, db, n, info));
        CHECK(residual(a, db.get(), b, n, n, nrhs, false) < 1e-9);
        auto f = da.get();
        CHECK(f[upper ? n - 1 : (n - 1) * n] == 1e30);
    }
    Dev<double> bad(std::vector<double>{1, 2, 2, 1}), work(1);
    Dev<int> info(1);
    SOLVER(cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, bad, 2, work, 1,
                            info));
    CHECK(info.get()[0] == 2);
}

// Q R is A; Q^T Q is the identity; Q from both sides.
static void qr() {
    const int m = 37, n = 20;
    auto a = numbers<double>(m * n);
    Dev<double> da(a), tau(n), work(m * 32);
    Dev<int> info(1);
    SOLVER(cusolverDnDgeqrf(h, m, n, da, m, tau, work, m * 32, info));
    auto f = da.get();
    std::vector<double> r(m * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++)
            r[i + j * m] = f[i + j * m];
    Dev<double> c(r);
    SOLVER(cusolverDnDormqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, n, n, da, m,
                            tau, c, m, work, m * 32, info));
    auto back = c.get();
    for (int i = 0; i < m * n; i++)
        CHECK(fabs(back[i] - a[i]) < 1e-12);
    SOLVER(cusolverDnDormqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, n, n, da, m,
                            tau, c, m, work, m * 32, info));
    back = c.get();
    for (int i = 0; i < m * n; i++)
        CHECK(fabs(back[i] - r[i]) < 1e-12);
    // (Q^T E)^T is E^T Q.
    std::vector<double> e(m * m), g(m * m);
    for (int i = 0; i < m; i++)
        e[i + i * m] = g[i + i * m] = 1;
    Dev<double> left(e), right(g);
    SOLVER(cusolverDnDormqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, m, n, da, m,
                            tau, left, m, work, m * 32, info));
    SOLVER(cusolverDnDormqr(h, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, m, m, n, da, m,
                            tau, right, m, work, m * 32, info));
    auto l = left.get(), q = right.get();
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            CHECK(fabs(l[i + j * m] - q[j + i * m]) < 1e-12);
}

static void batches() {
    const int n = 12, count = 5;
    cublasHandle_t blas;
    SOLVER(cublasCreate(&blas));
    auto a = numbers<float>(n * n * count), b = numbers<float>(n * count);
    Dev<float> da(a), db(b), inverse(n * n * count);
    std::vector<float *> pa, pb, pi;
    for (int i = 0; i < count; i++) {
        pa.push_back(da.p + i * n * n);
        pb.push_back(db.p + i * n);
        pi.push_back(inverse.p + i * n * n);
    }
    Dev<float *> ta(pa), tb(pb), ti(pi);
    Dev<int> pivots(n * count), info(count);
    int status = -1;
    SOLVER(cublasSgetrfBatched(blas, n, ta, n, pivots, info, count));
    SOLVER(cublasSgetriBatched(blas, n, ta, n, pivots, ti, n, info, count));
    SOLVER(cublasSgetrsBatched(blas, CUBLAS_OP_N, n, 1, ta, n, pivots, tb, n,
                               &status, count));
    CHECK(status == 0 && info.get() == std::vector<int>(count));
    auto x = db.get(), inv = inverse.get();
    for (int i = 0; i < count; i++) {
        std::vector<float> one(a.begin() + i * n * n,
                               a.begin() + (i + 1) * n * n);
        std::vector<float> sol(x.begin() + i * n, x.begin() + (i + 1) * n),
            rhs(b.begin() + i * n, b.begin() + (i + 1) * n), unit_m(n * n),
            im(inv.begin() + i * n * n, inv.begin() + (i + 1) * n * n);
        for (int k = 0; k < n; k++)
            unit_m[k + k * n] = 1;
        CHECK(residual(one, sol, rhs, n, n, 1, false) < 1e-3);
        CHECK(residual(one, im, unit_m, n, n, n, false) < 1e-3);
    }
    SOLVER(cublasDestroy(blas));
}

// Matrices of the host, columns over the devices that there are.
static void over_devices() {
    const int m = 33, n = 21, k = 17;
    int there = 1, devices[] = {0, 1};
    OK(cudaGetDeviceCount(&there));
    auto a = numbers<double>(k * m), b = numbers<double>(n * k),
         c = numbers<double>(m * n);
    auto was = c;
    double alpha = 2, beta = -1;
    cublasXtHandle_t xt;
    SOLVER(cublasXtCreate(&xt));
    SOLVER(cublasXtDeviceSelect(xt, std::min(there, 2), devices));
    SOLVER(cublasXtSetBlockDim(xt, 16));
    SOLVER(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &alpha,
                         a.data(), k, b.data(), n, &beta, c.data(), m));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[l + i * k] * b[j + l * n];
            CHECK(fabs(c[i + j * m] - (2 * sum - was[i + j * m])) < 1e-12);
        }
    SOLVER(cublasXtDestroy(xt));
}

// A grid's five-point matrix with shuffled rows, from 1, not symmetric in values.
static void sparse() {
    const int side = 9, n = side * side;
    std::vector<double> dense(n * n), values;
    std::vector<int> offsets = {1}, indices, where(n);
    for (int i = 0; i < n; i++)
        where[i] = i * 32 % n; // 32 and 81 have no common factor
    for (int i = 0; i < n; i++)
        for (int j : {i, i % side ? i - 1 : -1, (i + 1) % side ? i + 1 : -1,
                      i - side, i + side})
            if (j >= 0 && j < n)
                dense[where[i] + where[j] * n] =
                    i == j ? 4 + unit() : -unit();
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (dense[i + j * n] != 0) {
                values.push_back(dense[i + j * n]);
                indices.push_back(j + 1);
            }
        offsets.push_back((int)values.size() + 1);
    }
    int nnz = (int)values.size(), singular = 0, symmetric = 0;
    auto b = numbers<double>(n);
    std::vector<double> x(n);
    cusolverSpHandle_t sp;
    cusparseMatDescr_t d;
    SOLVER(cusolverSpCreate(&sp));
    SOLVER(cusparseCreateMatDescr(&d));
    SOLVER(cusparseSetMatIndexBase(d, CUSPARSE_INDEX_BASE_ONE));
    SOLVER(cusolverSpXcsrissymHost(sp, n, nnz, d, offsets.data(),
                                   offsets.data() + 1, indices.data(),
                                   &symmetric));
    CHECK(symmetric == 1);
    SOLVER(cusolverSpDcsrlsvluHost(sp, n, nnz, d, values.data(),
                                   offsets.data(), indices.data(), b.data(),
                                   1e-12, 0, x.data(), &singular));
    CHECK(singular == -1 && residual(dense, x, b, n, n, 1, false) < 1e-12);
    Dev<double> dv(values), db(b), dx(n);
    Dev<int> doff(offsets), dind(indices);
    SOLVER(cusolverSpDcsrlsvqr(sp, n, nnz, d, dv, doff, dind, db, 1e-12, 1, dx,
                               &singular));
    CHECK(residual(dense, dx.get(), b, n, n, 1, false) < 1e-12);
    csrqrInfo_t qr_info;
    SOLVER(cusolverSpCreateCsrqrInfo(&qr_info));
    SOLVER(cusolverSpDcsrqrSetup(sp, n, n, nnz, d, dv, doff, dind, 0.5,
                                 qr_info));
    SOLVER(cusolverSpDcsrqrFactor(sp, n, n, nnz, NULL, NULL, qr_info, NULL));
    SOLVER(cusolverSpDcsrqrSolve(sp, n, n, db, dx, qr_info, NULL));
    auto shifted = dense;
    for (int i = 0; i < n; i++)
        shifted[i + i * n] -= 0.5;
    CHECK(residual(shifted, dx.get(), b, n, n, 1, false) < 1e-12);
    SOLVER(cusolverSpDestroyCsrqrInfo(qr_info));

    // B = A(p, p) in the order that narrows the band.
    std::vector<int> p(n), map(nnz), offs = offsets, inds = indices;
    size_t bytes = 0;
    for (int k = 0; k < nnz; k++)
        map[k] = k;
    SOLVER(cusolverSpXcsrsymrcmHost(sp, n, nnz, d, offs.data(), inds.data(),
                                    p.data()));
    SOLVER(cusolverSpXcsrperm_bufferSizeHost(sp, n, n, nnz, d, offs.data(),
                                             inds.data(), p.data(), p.data(),
                                             &bytes));
    SOLVER(cusolverSpXcsrpermHost(sp, n, n, nnz, d, offs.data(), inds.data(),
                                  p.data(), p.data(), map.data(), NULL));
    int band = 0;
    for (int i = 0; i < n; i++)
        for (int k = offs[i] - 1; k < offs[i + 1] - 1; k++) {
            int j = inds[k] - 1;
            CHECK(values[map[k]] == dense[p[i] + p[j] * n]);
            band = std::max(band, abs(i - j));
        }
    CHECK(band <= 2 * side);

    // Cholesky tells of a matrix that is not positive definite.
    std::vector<double> two = {1, 2, 2, 1}, r = {1, 1}, y(2);
    std::vector<int> off2 = {1, 3, 5}, ind2 = {1, 2, 1, 2};
    SOLVER(cusolverSpDcsrlsvcholHost(sp, 2, 4, d, two.data(), off2.data(),
                                     ind2.data(), r.data(), 0, 0, y.data(),
                                     &singular));
    CHECK(singular == 1);
    SOLVER(cusparseDestroyMatDescr(d));
    SOLVER(cusolverSpDestroy(sp));
}

static cuDoubleComplex times(cuDoubleComplex a, cuDoubleComplex b) {
    return cuCmul(a, b);
}

// A V = V diag(W), with V^H V = 1, of a Hermitian matrix of which one triangle
// alone is right.
static void eigen_complex(int n, bool upper) {
    const int lda = n + 2;
    auto r = numbers<double>(2 * n * n);
    std::vector<cuDoubleComplex> a(n * n), part(lda * n);
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            a[i + j * n] = {r[2 * (i + j * n)],
                            i == j ? 0 : r[2 * (i + j * n) + 1]};
            a[j + i * n] = cuConj(a[i + j * n]);
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            part[i + j * lda] = (upper ? i <= j : i >= j)
                                    ? a[i + j * n]
                                    : make_cuDoubleComplex(7, 7);
    auto uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    Dev<cuDoubleComplex> da(part);
    Dev<double> w(n);
    Dev<int> info(1);
    int elements = 0;
    SOLVER(cusolverDnZheevd_bufferSize(h, CUSOLVER_EIG_MODE_VECTOR, uplo, n, da,
                                       lda, w, &elements));
    Dev<cuDoubleComplex> work(elements);
    SOLVER(cusolverDnZheevd(h, CUSOLVER_EIG_MODE_VECTOR, uplo, n, da, lda, w,
                            work, elements, info));
    auto v = da.get();
    auto values = w.get();
    double most = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            cuDoubleComplex sum = {0, 0}, inner = {i == j ? -1. : 0., 0};
            for (int k = 0; k < n; k++) {
                sum = cuCadd(sum, times(a[i + k * n], v[k + j * lda]));
                inner = cuCadd(inner,
                               times(cuConj(v[k + i * lda]), v[k + j * lda]));
            }
            cuDoubleComplex at = v[i + j * lda];
            most = fmax(most, fabs(sum.x - values[j] * at.x));
            most = fmax(most, fabs(sum.y - values[j] * at.y));
            most = fmax(most, cuCabs(inner));
        }
    CHECK(most < 1e-12 * n);
    CHECK(std::is_sorted(values.begin(), values.end()));
    CHECK(info.get()[0] == 0);
}

static void eigen() {
    for (int n : {1, 2, 3, 40})
        for (bool upper : {false, true})
            eigen_complex(n, upper);
    // 2 on the diagonal and -1 beside it: 2 - 2 cos(k pi / (n + 1)). Values
    // alone.
    const int n = 33;
    std::vector<float> a(n * n), one(9);
    for (int i = 0; i < n; i++) {
        a[i + i * n] = 2;
        if (i) a[i + (i - 1) * n] = -1;
    }
    Dev<float> da(a), w(n), work(32 * n);
    Dev<int> info(1);
    SOLVER(cusolverDnSsyevd(h, CUSOLVER_EIG_MODE_NOVECTOR,
                            CUBLAS_FILL_MODE_LOWER, n, da, n, w, work, 32 * n,
                            info));
    auto values = w.get();
    for (int k = 0; k < n; k++)
        CHECK(fabs(values[k] - (2 - 2 * cos((k + 1) * M_PI / (n + 1)))) < 1e-6);
    // A unit matrix has nothing to be done.
    one[0] = one[4] = one[8] = 1;
    Dev<float> unit_matrix(one);
    SOLVER(cusolverDnSsyevd(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER,
                            3, unit_matrix, 3, w, work, 32 * n, info));
    CHECK(unit_matrix.get() == one && w.get()[2] == 1);
}

// A = U S V^T, U orthogonal beyond its n columns too; `rank` columns are
// independent.
static void singular(int m, int n, int rank, signed char job) {
    auto a = numbers<double>(m * n);
    for (int j = rank; j < n; j++)
        for (int i = 0; i < m; i++)
            a[i + j * m] = a[i];
    int cols = job == 'A' ? m : n;
    Dev<double> da(a), s(n), u(m * cols), vt(n * n);
    Dev<int> info(1);
    int elements = 0;
    SOLVER(cusolverDnDgesvd_bufferSize(h, m, n, &elements));
    Dev<double> work(elements);
    SOLVER(cusolverDnDgesvd(h, job, job, m, n, da, m, s, u, m, vt, n, work,
                            elements, nullptr, info));
    auto su = u.get(), sv = vt.get(), ss = s.get();
    double most = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double sum = -a[i + j * m];
            for (int k = 0; k < n; k++)
                sum += su[i + k * m] * ss[k] * sv[k + j * n];
            most = fmax(most, fabs(sum));
        }
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < cols; i++) {
            double sum = i == j ? -1 : 0;
            for (int k = 0; k < m; k++)
                sum += su[k + i * m] * su[k + j * m];
            most = fmax(most, fabs(sum));
        }
    CHECK(most < 1e-12 * m);
    CHECK(std::is_sorted(ss.rbegin(), ss.rend()));
    CHECK(rank == n || ss[rank] < 1e-13);
    CHECK(cusolverDnDgesvd(h, job, job, n - 1, n, da, m, s, u, m, vt, n, work,
                           elements, nullptr,
                           info) == CUSOLVER_STATUS_INVALID_VALUE);
}

int main() {
    sparse();
    SOLVER(cusolverDnCreate(&h));
    lu();
    cholesky();
    qr();
    eigen();
    singular(30, 17, 17, 'S');
    singular(12, 12, 12, 'A');
    singular(20, 6, 3, 'A');
    batches();
    over_devices();
    SOLVER(cusolverDnDestroy(h));
    return finish();
}
