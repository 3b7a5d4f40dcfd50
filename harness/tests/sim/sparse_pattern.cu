// cuSPARSE where the result is sparse, or a triangle has many right-hand sides,
// against plain loops over the dense matrices on the host.
#include <cmath>
#include <cstdio>
#include <cusparse.h>
#include <vector>

enum { N = 6, M = 4 };
static int wrong;
static cusparseHandle_t h;
static const cusparseOperation_t AS_IS = CUSPARSE_OPERATION_NON_TRANSPOSE;
static const cusparseOperation_t TURNED = CUSPARSE_OPERATION_TRANSPOSE;

static void near_to(const char *what, double got, double want) {
    if (std::fabs(got - want) <= 1e-5 * (1 + std::fabs(want))) return;
    if (wrong++ < 20) printf("%s: %g, not %g\n", what, got, want);
}
#define OK(call) near_to(#call, (int)(call), 0)

template <typename T> static T *up(const std::vector<T> &v) {
    T *p;
    cudaMalloc(&p, v.size() * sizeof(T) + 1);
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
template <typename T> static std::vector<T> down(const T *p, int64_t n) {
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

// rows x cols by rows; about half of the elements are not 0.
static std::vector<float> dense_of(int rows, int cols, int seed) {
    std::vector<float> a(rows * cols);
    for (int i = 0; i < rows * cols; i++)
        a[i] = (i * 7 + seed) % 5 < 2 ? 0 : (float)((i * 11 + seed) % 9 - 4);
    return a;
}

// Its sparse form, made by cusparseDenseToSparse.
struct Sparse {
    int rows, cols;
    int64_t nnz;
    int *lines, *indices;
    float *values;
    cusparseSpMatDescr_t m;
};

static Sparse sparse_of(const std::vector<float> &a, int rows, int cols, cusparseFormat_t format) {
    Sparse s = {rows, cols};
    float *d = up(a);
    cusparseDnMatDescr_t from;
    void *buffer;
    size_t bytes;
    int64_t r, c;
    OK(cusparseCreateDnMat(&from, rows, cols, cols, d, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    cudaMalloc(&s.lines, (rows + cols + 1) * sizeof(int));
    auto i32 = CUSPARSE_INDEX_32I;
    auto base = CUSPARSE_INDEX_BASE_ONE;
    if (format == CUSPARSE_FORMAT_CSR)
        OK(cusparseCreateCsr(&s.m, rows, cols, 0, s.lines, NULL, NULL, i32, i32, base, CUDA_R_32F));
    else if (format == CUSPARSE_FORMAT_CSC)
        OK(cusparseCreateCsc(&s.m, rows, cols, 0, s.lines, NULL, NULL, i32, i32, base, CUDA_R_32F));
    else
        OK(cusparseCreateCoo(&s.m, rows, cols, 0, NULL, NULL, NULL, i32, base, CUDA_R_32F));
    auto alg = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
    OK(cusparseDenseToSparse_bufferSize(h, from, s.m, alg, &bytes));
    cudaMalloc(&buffer, bytes);
    OK(cusparseDenseToSparse_analysis(h, from, s.m, alg, buffer));
    OK(cusparseSpMatGetSize(s.m, &r, &c, &s.nnz));
    cudaMalloc(&s.indices, s.nnz * sizeof(int));
    cudaMalloc(&s.values, s.nnz * sizeof(float));
    if (format == CUSPARSE_FORMAT_COO) {
        cudaFree(s.lines);
        cudaMalloc(&s.lines, s.nnz * sizeof(int));
        OK(cusparseCooSetPointers(s.m, s.lines, s.indices, s.values));
    } else if (format == CUSPARSE_FORMAT_CSC) {
        OK(cusparseCscSetPointers(s.m, s.lines, s.indices, s.values));
    } else {
        OK(cusparseCsrSetPointers(s.m, s.lines, s.indices, s.values));
    }
    OK(cusparseDenseToSparse_convert(h, from, s.m, alg, buffer));
    OK(cusparseDestroyDnMat(from));
    cudaFree(d), cudaFree(buffer);
    return s;
}

static void drop(const Sparse &s) {
    cusparseDestroySpMat(s.m);
    cudaFree(s.lines), cudaFree(s.indices), cudaFree(s.values);
}

static void check_dense(const char *what, const Sparse &s, const std::vector<float> &want) {
    float *d;
    cudaMalloc(&d, want.size() * sizeof(float));
    cusparseDnMatDescr_t to;
    OK(cusparseCreateDnMat(&to, s.rows, s.cols, s.cols, d, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    OK(cusparseSparseToDense(h, s.m, to, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));
    std::vector<float> got = down(d, want.size());
    for (size_t i = 0; i < want.size(); i++) near_to(what, got[i], want[i]);
    OK(cusparseDestroyDnMat(to));
    cudaFree(d);
}

static void products() {
    std::vector<float> a = dense_of(N, M, 1), b = dense_of(M, N, 3), want(N * N);
    Sparse sa = sparse_of(a, N, M, CUSPARSE_FORMAT_CSR), sb = sparse_of(b, M, N, CUSPARSE_FORMAT_CSR);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < M; k++) want[i * N + j] += 2 * a[i * M + k] * b[k * N + j];
    Sparse c = {N, N};
    float alpha = 2, beta = 0;
    size_t bytes = 0;
    void *buffer;
    int64_t r, s;
    cudaMalloc(&c.lines, (N + 1) * sizeof(int));
    OK(cusparseCreateCsr(&c.m, N, N, 0, c.lines, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    cusparseSpGEMMDescr_t d;
    OK(cusparseSpGEMM_createDescr(&d));
#define GEMM h, AS_IS, AS_IS, &alpha, sa.m, sb.m, &beta, c.m, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d
    OK(cusparseSpGEMM_workEstimation(GEMM, &bytes, NULL));
    cudaMalloc(&buffer, bytes);
    OK(cusparseSpGEMM_workEstimation(GEMM, &bytes, buffer));
    OK(cusparseSpGEMM_compute(GEMM, &bytes, NULL));
    OK(cusparseSpGEMM_compute(GEMM, &bytes, buffer));
    OK(cusparseSpMatGetSize(c.m, &r, &s, &c.nnz));
    cudaMalloc(&c.indices, c.nnz * sizeof(int));
    cudaMalloc(&c.values, c.nnz * sizeof(float));
    OK(cusparseCsrSetPointers(c.m, c.lines, c.indices, c.values));
    OK(cusparseSpGEMM_copy(GEMM));
    OK(cusparseSpGEMM_destroyDescr(d));
    check_dense("SpGEMM", c, want);
    cudaFree(buffer);
    drop(sa), drop(sb), drop(c);
}

static void sampled() {
    std::vector<float> a = dense_of(N, M, 2), b = dense_of(N, M, 4), c = dense_of(N, N, 0), want(N * N);
    Sparse s = sparse_of(c, N, N, CUSPARSE_FORMAT_CSR);
    float *da = up(a), *db = up(b), alpha = 2, beta = 3;
    for (int i = 0; i < N * N; i++)
        for (int k = 0; k < M && c[i]; k++) want[i] += 2 * a[i / N * M + k] * b[i % N * M + k];
    for (int i = 0; i < N * N; i++) want[i] += 3 * c[i];
    cusparseDnMatDescr_t ma, mb;
    OK(cusparseCreateDnMat(&ma, N, M, M, da, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    OK(cusparseCreateDnMat(&mb, N, M, M, db, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    size_t bytes;
#define SDDMM h, AS_IS, TURNED, &alpha, ma, mb, &beta, s.m, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT
    OK(cusparseSDDMM_bufferSize(SDDMM, &bytes));
    OK(cusparseSDDMM_preprocess(SDDMM, NULL));
    OK(cusparseSDDMM(SDDMM, NULL));
    check_dense("SDDMM", s, want);
    OK(cusparseDestroyDnMat(ma)), OK(cusparseDestroyDnMat(mb));
    cudaFree(da), cudaFree(db);
    drop(s);
}

// A C = 2 B for a lower triangle A.
static void columns() {
    std::vector<float> a(N * N), b = dense_of(N, M, 3), want = b;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) a[i * N + j] = i == j ? (float)(i + 2) : (float)((i + j) % 3);
    Sparse s = sparse_of(a, N, N, CUSPARSE_FORMAT_COO);
    cusparseFillMode_t low = CUSPARSE_FILL_MODE_LOWER;
    OK(cusparseSpMatSetAttribute(s.m, CUSPARSE_SPMAT_FILL_MODE, &low, sizeof low));
    float *db = up(b), *dc, alpha = 2;
    cudaMalloc(&dc, N * M * sizeof *dc);
    cusparseDnMatDescr_t mb, mc;
    OK(cusparseCreateDnMat(&mb, N, M, M, db, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    OK(cusparseCreateDnMat(&mc, N, M, N, dc, CUDA_R_32F, CUSPARSE_ORDER_COL));
    cusparseSpSMDescr_t d;
    size_t bytes;
    OK(cusparseSpSM_createDescr(&d));
#define SPSM h, AS_IS, AS_IS, &alpha, s.m, mb, mc, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, d
    OK(cusparseSpSM_bufferSize(SPSM, &bytes));
    OK(cusparseSpSM_analysis(SPSM, NULL));
    OK(cusparseSpSM_solve(SPSM));
    OK(cusparseSpSM_destroyDescr(d));
    std::vector<float> c = down(dc, N * M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) sum += a[i * N + k] * c[k + j * N];
            near_to("SpSM", sum, 2 * b[i * M + j]);
        }
    OK(cusparseDestroyDnMat(mb)), OK(cusparseDestroyDnMat(mc));
    cudaFree(db), cudaFree(dc);
    drop(s);
}

static void inner() {
    std::vector<int> at = {1, 4, 5};
    std::vector<float> x = {2, 3, -1}, y = {1, 2, 3, 4, 5, 6};
    int *di = up(at);
    float *dx = up(x), *dy = up(y), got = 0;
    cusparseSpVecDescr_t vx;
    cusparseDnVecDescr_t vy;
    size_t bytes;
    OK(cusparseCreateSpVec(&vx, N, 3, di, dx, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    OK(cusparseCreateDnVec(&vy, N, dy, CUDA_R_32F));
    OK(cusparseSpVV_bufferSize(h, AS_IS, vx, vy, &got, CUDA_R_32F, &bytes));
    OK(cusparseSpVV(h, AS_IS, vx, vy, &got, CUDA_R_32F, NULL));
    near_to("SpVV", got, 2 * 2 + 3 * 5 - 6);
    // In a graph it runs later.
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamCreate(&s);
    OK(cusparseSetStream(h, s));
    got = 0;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cusparseSpVV(h, AS_IS, vx, vy, &got, CUDA_R_32F, NULL));
    OK(cudaStreamEndCapture(s, &g));
    near_to("SpVV, captured", got, 0);
    OK(cudaGraphInstantiate(&e, g, 0));
    OK(cudaGraphLaunch(e, s));
    OK(cudaStreamSynchronize(s));
    near_to("SpVV in a graph", got, 2 * 2 + 3 * 5 - 6);
    OK(cusparseSetStream(h, NULL));
    cudaGraphExecDestroy(e), cudaGraphDestroy(g), cudaStreamDestroy(s);
    OK(cusparseDestroySpVec(vx)), OK(cusparseDestroyDnVec(vy));
    cudaFree(di), cudaFree(dx), cudaFree(dy);
}

int main() {
    OK(cusparseCreate(&h));
    std::vector<float> a = dense_of(N, M, 5);
    for (cusparseFormat_t f : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
        Sparse s = sparse_of(a, N, M, f);
        check_dense("DenseToSparse", s, a);
        drop(s);
    }
    products(), sampled(), columns(), inner();
    OK(cusparseDestroy(h));
    puts(wrong ? "wrong" : "ok");
    return wrong != 0;
}
