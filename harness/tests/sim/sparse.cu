// cuSPARSE against dense loops on the host.
#include "ok.h"

#include <cusparse.h>

#define SPARSE(call)                                                           \
    do {                                                                       \
        cusparseStatus_t s_ = (call);                                          \
        if (s_ != CUSPARSE_STATUS_SUCCESS && failures++ < 20)                  \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cusparseGetErrorName(s_));                                  \
    } while (0)

static cusparseHandle_t h;
enum { ROWS = 23, COLS = 17 };

// A matrix in all formats. Its diagonal is full, so that it has factors.
template <class T> struct Sample {
    int rows, cols;
    std::vector<T> dense, value;
    std::vector<int> offset, row, col;
    Sample(int r, int c) : rows(r), cols(c), dense(r * c) {
        offset.push_back(0);
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < c; j++) {
                bool there = i == j || lcg() % 4 == 0;
                if (!there) continue;
                T v = i == j ? T(4 + unit()) : T(unit() - 0.5);
                dense[i + j * r] = v;
                value.push_back(v);
                row.push_back(i);
                col.push_back(j);
            }
            offset.push_back((int)value.size());
        }
    }
};

template <class T> std::vector<T> numbers(size_t n) {
    std::vector<T> v(n);
    for (auto &x : v)
        x = T(unit() * 2 - 1);
    return v;
}
template <class T>
static void expect(const char *what, const std::vector<T> &got,
                   const std::vector<double> &want, double tolerance) {
    for (size_t i = 0; i < want.size(); i++)
        if (!(fabs(got[i] - want[i]) <= tolerance * (1 + fabs(want[i])))) {
            if (failures++ < 20)
                printf("%s: %g at %zu, not %g\n", what, (double)got[i], i,
                       want[i]);
            return;
        }
}

template <class T>
static void products(cudaDataType type, double tolerance, int base) {
    Sample<T> m(ROWS, COLS);
    int nnz = (int)m.value.size();
    for (auto *v : {&m.offset, &m.row, &m.col})
        for (auto &i : *v)
            i += base;
    auto b = (cusparseIndexBase_t)base;
    Dev<T> value(m.value);
    Dev<int> offset(m.offset), row(m.row), col(m.col);
    cusparseSpMatDescr_t csr, coo;
    SPARSE(cusparseCreateCsr(&csr, ROWS, COLS, nnz, offset, col, value,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, type));
    SPARSE(cusparseCreateCoo(&coo, ROWS, COLS, nnz, row, col, value,
                             CUSPARSE_INDEX_32I, b, type));
    for (int way = 0; way < 4; way++) {
        bool t = way & 1;
        auto op = t ? CUSPARSE_OPERATION_TRANSPOSE
                    : CUSPARSE_OPERATION_NON_TRANSPOSE;
        int nx = t ? ROWS : COLS, ny = t ? COLS : ROWS;
        auto x = numbers<T>(nx), y = numbers<T>(ny);
        T alpha = T(1.5), beta = way & 2 ? T(-0.5) : T(0);
        std::vector<double> want(ny);
        for (int i = 0; i < ny; i++) {
            double sum = 0;
            for (int k = 0; k < nx; k++)
                sum += (double)(t ? m.dense[k + i * ROWS]
                                  : m.dense[i + k * ROWS]) * x[k];
            want[i] = alpha * sum + beta * y[i];
        }
        Dev<T> dx(x), dy(y);
        cusparseDnVecDescr_t vx, vy;
        SPARSE(cusparseCreateDnVec(&vx, nx, dx, type));
        SPARSE(cusparseCreateDnVec(&vy, ny, dy, type));
        size_t bytes;
        SPARSE(cusparseSpMV_bufferSize(h, op, &alpha, csr, vx, &beta, vy, type,
                                       CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
        SPARSE(cusparseSpMV(h, op, &alpha, way & 2 ? coo : csr, vx, &beta, vy,
                            type, CUSPARSE_SPMV_ALG_DEFAULT, NULL));
        expect("SpMV", dy.get(), want, tolerance);
        SPARSE(cusparseDestroyDnVec(vx));
        SPARSE(cusparseDestroyDnVec(vy));
    }
    // C = A B, B by rows, C by columns with room below.
    const int n = 5, ldc = ROWS + 3;
    auto bm = numbers<T>(COLS * n);
    Dev<T> db(bm), dc(ldc * n);
    dc.zero();
    T alpha = 2, beta = 0;
    cusparseDnMatDescr_t mb, mc;
    SPARSE(cusparseCreateDnMat(&mb, COLS, n, n, db, type, CUSPARSE_ORDER_ROW));
    SPARSE(cusparseCreateDnMat(&mc, ROWS, n, ldc, dc, type,
                               CUSPARSE_ORDER_COL));
    SPARSE(cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE,
                        CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, mb,
                        &beta, mc, type, CUSPARSE_SPMM_ALG_DEFAULT, NULL));
    std::vector<double> want(ldc * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < ROWS; i++)
            for (int k = 0; k < COLS; k++)
                want[i + j * ldc] +=
                    2.0 * m.dense[i + k * ROWS] * bm[k * n + j];
    expect("SpMM", dc.get(), want, tolerance);
    Dev<T> dense(ROWS * COLS);
    cusparseDnMatDescr_t md;
    SPARSE(cusparseCreateDnMat(&md, ROWS, COLS, ROWS, dense, type,
                               CUSPARSE_ORDER_COL));
    SPARSE(cusparseSparseToDense(h, coo, md,
                                 CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));
    CHECK(dense.get() == m.dense);
    for (auto d : {mb, mc, md})
        SPARSE(cusparseDestroyDnMat(d));
    SPARSE(cusparseDestroySpMat(csr));
    SPARSE(cusparseDestroySpMat(coo));
    // Row numbers and offsets are the same thing.
    Dev<int> again(ROWS + 1), rows(nnz);
    SPARSE(cusparseXcoo2csr(h, row, nnz, ROWS, again, b));
    SPARSE(cusparseXcsr2coo(h, offset, nnz, ROWS, rows, b));
    CHECK(again.get() == m.offset && rows.get() == m.row);
}

// L, U or their transposes, times the solution, is the right-hand side.
static void triangles() {
    Sample<double> m(COLS, COLS);
    Dev<double> value(m.value);
    Dev<int> offset(m.offset), col(m.col);
    for (int way = 0; way < 8; way++) {
        bool upper = way & 1, unit_diagonal = way & 2, t = way & 4;
        auto fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
        auto diag = unit_diagonal ? CUSPARSE_DIAG_TYPE_UNIT
                                  : CUSPARSE_DIAG_TYPE_NON_UNIT;
        auto op = t ? CUSPARSE_OPERATION_TRANSPOSE
                    : CUSPARSE_OPERATION_NON_TRANSPOSE;
        cusparseSpMatDescr_t a;
        SPARSE(cusparseCreateCsr(&a, COLS, COLS, m.value.size(), offset, col,
                                 value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
        SPARSE(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill,
                                         sizeof fill));
        SPARSE(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diag,
                                         sizeof diag));
        auto x = numbers<double>(COLS);
        std::vector<double> b(COLS);
        for (int i = 0; i < COLS; i++)
            for (int k = 0; k < COLS; k++) {
                int r = t ? k : i, c = t ? i : k;
                double v = m.dense[r + c * COLS];
                if (r == c && unit_diagonal) v = 1;
                if (upper ? c < r : c > r) v = 0;
                b[i] += v * x[k];
            }
        Dev<double> db(b), dy(COLS);
        cusparseDnVecDescr_t vb, vy;
        cusparseSpSVDescr_t d;
        double alpha = 2;
        size_t bytes;
        SPARSE(cusparseCreateDnVec(&vb, COLS, db, CUDA_R_64F));
        SPARSE(cusparseCreateDnVec(&vy, COLS, dy, CUDA_R_64F));
        SPARSE(cusparseSpSV_createDescr(&d));
        CHECK(cusparseSpSV_solve(h, op, &alpha, a, vb, vy, CUDA_R_64F,
                                 CUSPARSE_SPSV_ALG_DEFAULT, d) ==
              CUSPARSE_STATUS_INVALID_VALUE); // before the analysis
        SPARSE(cusparseSpSV_bufferSize(h, op, &alpha, a, vb, vy, CUDA_R_64F,
                                       CUSPARSE_SPSV_ALG_DEFAULT, d, &bytes));
        SPARSE(cusparseSpSV_analysis(h, op, &alpha, a, vb, vy, CUDA_R_64F,
                                     CUSPARSE_SPSV_ALG_DEFAULT, d, NULL));
        SPARSE(cusparseSpSV_solve(h, op, &alpha, a, vb, vy, CUDA_R_64F,
                                  CUSPARSE_SPSV_ALG_DEFAULT, d));
        for (auto &v : x)
            v *= 2;
        expect("SpSV", dy.get(), x, 1e-12);
        SPARSE(cusparseSpSV_destroyDescr(d));
        SPARSE(cusparseDestroyDnVec(vb));
        SPARSE(cusparseDestroyDnVec(vy));
        SPARSE(cusparseDestroySpMat(a));
    }
}

// The product of the factors is A, where A has entries.
static void factors() {
    const int n = COLS;
    Sample<double> m(n, n);
    // Symmetric, for Cholesky: the pattern and the values of A + A^T.
    std::vector<double> value, dense(n * n);
    std::vector<int> offset = {0}, col;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double v = m.dense[i + j * n] + m.dense[j + i * n];
            if (i == j) v += 10;
            if (v == 0) continue;
            dense[i + j * n] = v;
            value.push_back(v);
            col.push_back(j);
        }
        offset.push_back((int)value.size());
    }
    int nnz = (int)value.size();
    cusparseMatDescr_t d;
    SPARSE(cusparseCreateMatDescr(&d));
    for (int cholesky = 0; cholesky < 2; cholesky++) {
        Dev<double> dv(value);
        Dev<int> off(offset), dc(col);
        int bytes, pivot = 0;
        csrilu02Info_t lu;
        csric02Info_t ic;
        SPARSE(cusparseCreateCsrilu02Info(&lu));
        SPARSE(cusparseCreateCsric02Info(&ic));
        if (cholesky) {
            SPARSE(cusparseDcsric02_bufferSize(h, n, nnz, d, dv, off, dc, ic,
                                               &bytes));
            SPARSE(cusparseDcsric02(h, n, nnz, d, dv, off, dc, ic,
                                    CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL));
            SPARSE(cusparseXcsric02_zeroPivot(h, ic, &pivot));
        } else {
            SPARSE(cusparseDcsrilu02_bufferSize(h, n, nnz, d, dv, off, dc, lu,
                                                &bytes));
            SPARSE(cusparseDcsrilu02(h, n, nnz, d, dv, off, dc, lu,
                                     CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL));
            SPARSE(cusparseXcsrilu02_zeroPivot(h, lu, &pivot));
        }
        CHECK(pivot == -1);
        SPARSE(cusparseDestroyCsrilu02Info(lu));
        SPARSE(cusparseDestroyCsric02Info(ic));
        auto got = dv.get();
        std::vector<double> f(n * n);
        for (int i = 0; i < n; i++)
            for (int k = offset[i]; k < offset[i + 1]; k++)
                f[i + col[k] * n] = got[k];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= (cholesky ? i : n - 1); j++) {
                double sum = 0;
                if (dense[i + j * n] == 0) continue;
                for (int k = 0; k <= std::min(i, j); k++) {
                    double l = cholesky || k < i ? f[i + k * n] : 1;
                    sum += l * (cholesky ? f[j + k * n] : f[k + j * n]);
                }
                CHECK(fabs(sum - dense[i + j * n]) < 1e-12);
            }
    }
    SPARSE(cusparseDestroyMatDescr(d));
}

static void sparse_vectors() {
    Dev<int> index(std::vector<int>{4, 1, 7});
    Dev<float> value(std::vector<float>{10, 20, 30});
    std::vector<float> y = {0, 1, 2, 3, 4, 5, 6, 7};
    Dev<float> dy(y), got(3);
    cusparseSpVecDescr_t x, out;
    cusparseDnVecDescr_t v;
    SPARSE(cusparseCreateSpVec(&x, 8, 3, index, value, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    SPARSE(cusparseCreateSpVec(&out, 8, 3, index, got, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    SPARSE(cusparseCreateDnVec(&v, 8, dy, CUDA_R_32F));
    SPARSE(cusparseGather(h, v, out));
    CHECK(got.get() == std::vector<float>{4, 1, 7});
    float alpha = 2, beta = 3;
    SPARSE(cusparseAxpby(h, &alpha, x, &beta, v));
    CHECK(dy.get() == std::vector<float>{0, 43, 6, 9, 32, 15, 18, 81});
    SPARSE(cusparseScatter(h, x, v));
    CHECK(dy.get() == std::vector<float>{0, 20, 6, 9, 10, 15, 18, 30});
    SPARSE(cusparseDestroySpVec(x));
    SPARSE(cusparseDestroySpVec(out));
    SPARSE(cusparseDestroyDnVec(v));
}

int main() {
    SPARSE(cusparseCreate(&h));
    products<float>(CUDA_R_32F, 1e-6, 0);
    products<double>(CUDA_R_64F, 1e-14, 1);
    triangles();
    factors();
    sparse_vectors();
    SPARSE(cusparseDestroy(h));
    return finish();
}
