// cublasLt against loops on the host: layouts by columns and rows, types,
// epilogues forwards and backwards, batches, vectors of alpha, and what is
// refused.
#include "ok.h"

#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#define LT(call)                                                               \
    do {                                                                       \
        cublasStatus_t s_ = (call);                                            \
        if (s_ != CUBLAS_STATUS_SUCCESS && failures++ < 20)                    \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cublasLtGetStatusName(s_));                                 \
    } while (0)

static cublasLtHandle_t h;

static double num(float v) {
    return v;
}
static double num(double v) {
    return v;
}
static double num(__half v) {
    return __half2float(v);
}
static double num(__nv_bfloat16 v) {
    return __bfloat162float(v);
}
static double num(__nv_fp8_e4m3 v) {
    return float(v);
}
static double num(int8_t v) {
    return v;
}
static double num(int v) {
    return v;
}

template <class T> T made(double v) {
    return T(v);
}
template <> int8_t made<int8_t>(double v) {
    return int8_t(lrint(v * 9));
}
template <> int made<int>(double v) {
    return int(lrint(v * 9));
}

// A matrix of rows x cols on the device, a copy on the host, and its layout.
template <class T> struct Matrix {
    int rows, cols, ld, order, batch;
    std::vector<T> host;
    T *dev;
    cublasLtMatrixLayout_t layout;

    Matrix(cudaDataType type, int rows_, int cols_, int order_ = 0,
           int batch_ = 1)
        : rows(rows_), cols(cols_), order(order_), batch(batch_) {
        ld = ((order ? cols : rows) + 8) / 4 * 4;
        host.resize(stride() * batch);
        for (auto &x : host)
            x = made<T>(unit() * 2 - 1);
        OK(cudaMalloc(&dev, host.size() * sizeof(T)));
        OK(cudaMemcpy(dev, host.data(), host.size() * sizeof(T),
                      cudaMemcpyDefault));
        LT(cublasLtMatrixLayoutCreate(&layout, type, rows, cols, ld));
        if (order) {
            cublasLtOrder_t by_rows = CUBLASLT_ORDER_ROW;
            LT(cublasLtMatrixLayoutSetAttribute(layout,
                                                CUBLASLT_MATRIX_LAYOUT_ORDER,
                                                &by_rows, sizeof by_rows));
        }
        int64_t far = (int64_t)stride();
        LT(cublasLtMatrixLayoutSetAttribute(
            layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch));
        LT(cublasLtMatrixLayoutSetAttribute(
            layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &far,
            sizeof far));
    }
    ~Matrix() {
        cudaFree(dev);
        cublasLtMatrixLayoutDestroy(layout);
    }
    size_t stride() const { return (size_t)ld * (order ? rows : cols); }
    T &at(int i, int j, int b = 0) {
        return host[b * stride() +
                    (order ? (size_t)i * ld + j : (size_t)j * ld + i)];
    }
    void fetch() {
        OK(cudaMemcpy(host.data(), dev, host.size() * sizeof(T),
                      cudaMemcpyDefault));
    }
};

struct Desc {
    cublasLtMatmulDesc_t d;
    Desc(cublasComputeType_t compute, cudaDataType scale) {
        LT(cublasLtMatmulDescCreate(&d, compute, scale));
    }
    ~Desc() { cublasLtMatmulDescDestroy(d); }
    template <class T> void set(cublasLtMatmulDescAttributes_t a, T v) {
        LT(cublasLtMatmulDescSetAttribute(d, a, &v, sizeof v));
    }
    void ops(int ta, int tb) {
        set(CUBLASLT_MATMUL_DESC_TRANSA, ta ? CUBLAS_OP_T : CUBLAS_OP_N);
        set(CUBLASLT_MATMUL_DESC_TRANSB, tb ? CUBLAS_OP_T : CUBLAS_OP_N);
    }
};

template <class M> double op(M &m, int t, int i, int j, int b) {
    return t ? num(m.at(j, i, b)) : num(m.at(i, j, b));
}

static void compare(const char *what, double got, double expected,
                    double tolerance) {
    if (fabs(got - expected) <= tolerance * (1 + fabs(expected))) return;
    if (failures++ < 20) printf("%s: %g, not %g\n", what, got, expected);
}

// ---- products of every type, operand and order

template <class A, class D, class S>
static void product(cudaDataType at, cudaDataType dt, cublasComputeType_t how,
                    cudaDataType st, int ta, int tb, int order, int batch,
                    double alpha, double beta, double tolerance) {
    const int m = 32, n = 20, k = 48;
    Matrix<A> a(at, ta ? k : m, ta ? m : k, order & 1, batch);
    Matrix<A> b(at, tb ? n : k, tb ? k : n, order >> 1 & 1, batch);
    Matrix<D> c(dt, m, n, order >> 2 & 1, batch), d(dt, m, n, 0, batch);
    Desc e(how, st);
    S alpha_s = S(alpha), beta_s = S(beta);
    e.ops(ta, tb);
    LT(cublasLtMatmul(h, e.d, &alpha_s, a.dev, a.layout, b.dev, b.layout,
                      &beta_s, c.dev, c.layout, d.dev, d.layout, NULL, NULL, 0,
                      0));
    d.fetch();
    for (int z = 0; z < batch; z++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                double sum = 0;
                for (int l = 0; l < k; l++)
                    sum += op(a, ta, i, l, z) * op(b, tb, l, j, z);
                sum = alpha * sum + beta * num(c.at(i, j, z));
                if (sizeof(D) == 1) // an int8 stays at its limits
                    sum = fmax(-128, fmin(127, rint(sum)));
                compare("product", num(d.at(i, j, z)), sum, tolerance);
            }
}

static void products() {
    for (int t = 0; t < 4; t++)
        for (int order = 0; order < 8; order++)
            product<float, float, float>(CUDA_R_32F, CUDA_R_32F,
                                         CUBLAS_COMPUTE_32F, CUDA_R_32F, t & 1,
                                         t >> 1, order, 1 + (order & 1), 1.5,
                                         order & 2 ? -0.5 : 0, 1e-5);
    product<double, double, double>(CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F,
                                    CUDA_R_64F, 1, 0, 0, 2, 2, 1, 1e-14);
    product<__half, __half, float>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F,
                                   CUDA_R_32F, 1, 0, 0, 3, 1, 1, 1e-3);
    product<__half, float, float>(CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
                                  CUDA_R_32F, 0, 1, 0, 1, 1, 0, 1e-5);
    product<__nv_bfloat16, __nv_bfloat16, float>(CUDA_R_16BF, CUDA_R_16BF,
                                                 CUBLAS_COMPUTE_32F, CUDA_R_32F,
                                                 0, 0, 0, 1, 1, 0, 8e-3);
    product<int8_t, int, int>(CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I,
                              CUDA_R_32I, 1, 0, 0, 1, 1, 0, 0);
    product<int8_t, int8_t, float>(CUDA_R_8I, CUDA_R_8I, CUBLAS_COMPUTE_32I,
                                   CUDA_R_32F, 1, 0, 0, 1, 0.5, 0, 0);
    product<__nv_fp8_e4m3, float, float>(CUDA_R_8F_E4M3, CUDA_R_32F,
                                         CUBLAS_COMPUTE_32F, CUDA_R_32F, 1, 0,
                                         0, 1, 1, 0, 1e-5);
}

// ---- epilogues

static double gelu(double x) {
    return 0.5 * x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

struct Layer {
    static const int m = 40, n = 24, k = 16;
    Matrix<float> a{CUDA_R_32F, m, k}, b{CUDA_R_32F, k, n}, d{CUDA_R_32F, m, n};
    Matrix<float> bias{CUDA_R_32F, m, 1}, row{CUDA_R_32F, n, 1};
    Matrix<float> aux{CUDA_R_32F, m, n};
    unsigned char *bits; // ld of 128 bits
    Layer() { OK(cudaMalloc(&bits, 16 * n)); }
    ~Layer() { cudaFree(bits); }

    void run(int epilogue, float *bias_at = NULL) {
        Desc e(CUBLAS_COMPUTE_32F, CUDA_R_32F);
        float one = 1, zero = 0;
        bool relu = epilogue & (2 | 8);
        e.set(CUBLASLT_MATMUL_DESC_EPILOGUE, (cublasLtEpilogue_t)epilogue);
        if (bias_at) e.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias_at);
        if (epilogue & 128) {
            void *at = relu ? (void *)bits : (void *)aux.dev;
            e.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, at);
            e.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
                  (int64_t)(relu ? 128 : aux.ld));
        }
        LT(cublasLtMatmul(h, e.d, &one, a.dev, a.layout, b.dev, b.layout, &zero,
                          d.dev, d.layout, d.dev, d.layout, NULL, NULL, 0, 0));
        d.fetch();
        aux.fetch();
    }
    double sum(int i, int j) {
        double s = 0;
        for (int l = 0; l < k; l++)
            s += num(a.at(i, l)) * num(b.at(l, j));
        return s;
    }
    template <class F> void all(const char *what, F f) {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                compare(what, num(d.at(i, j)), f(i, j), 1e-5);
    }
};

static void forwards() {
    Layer t;
    t.run(CUBLASLT_EPILOGUE_RELU);
    t.all("relu", [&](int i, int j) { return fmax(0, t.sum(i, j)); });
    t.run(CUBLASLT_EPILOGUE_BIAS, t.bias.dev);
    t.all("bias",
          [&](int i, int j) { return t.sum(i, j) + num(t.bias.at(i, 0)); });
    t.run(CUBLASLT_EPILOGUE_GELU_AUX_BIAS, t.bias.dev);
    t.all("gelu", [&](int i, int j) {
        double v = t.sum(i, j) + num(t.bias.at(i, 0));
        compare("what gelu keeps", num(t.aux.at(i, j)), v, 1e-5);
        return gelu(v);
    });
}

static void backwards() {
    Layer t;
    t.run(CUBLASLT_EPILOGUE_RELU_AUX_BIAS, t.bias.dev);
    std::vector<float> before = t.d.host;
    Matrix<float> grad(CUDA_R_32F, t.m, 1);
    t.run(CUBLASLT_EPILOGUE_DRELU_BGRAD, grad.dev);
    grad.fetch();
    std::vector<double> rows(t.m);
    t.all("drelu", [&](int i, int j) {
        double v = before[(size_t)j * t.d.ld + i] > 0 ? t.sum(i, j) : 0;
        rows[i] += v;
        return v;
    });
    for (int i = 0; i < t.m; i++)
        compare("bgrad", num(grad.at(i, 0)), rows[i], 1e-4);
    t.run(CUBLASLT_EPILOGUE_GELU_AUX);
    t.run(CUBLASLT_EPILOGUE_DGELU);
    t.all("dgelu", [&](int i, int j) {
        double x = num(t.aux.at(i, j)), e = 1e-4;
        return t.sum(i, j) * (gelu(x + e) - gelu(x - e)) / (2 * e);
    });
}

static void gradients_of_operands() {
    Layer t;
    t.run(CUBLASLT_EPILOGUE_BGRADA, t.bias.dev);
    t.bias.fetch();
    for (int i = 0; i < t.m; i++) {
        double s = 0;
        for (int l = 0; l < t.k; l++)
            s += num(t.a.at(i, l));
        compare("bgrada", num(t.bias.at(i, 0)), s, 1e-5);
    }
    t.run(CUBLASLT_EPILOGUE_BGRADB, t.row.dev);
    t.row.fetch();
    for (int j = 0; j < t.n; j++) {
        double s = 0;
        for (int l = 0; l < t.k; l++)
            s += num(t.b.at(l, j));
        compare("bgradb", num(t.row.at(j, 0)), s, 1e-5);
    }
}

// ---- the rest

static void alpha_by_rows() {
    Layer t;
    Desc e(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    float zero = 0;
    e.set(CUBLASLT_MATMUL_DESC_POINTER_MODE,
          CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST);
    LT(cublasLtMatmul(h, e.d, t.bias.dev, t.a.dev, t.a.layout, t.b.dev,
                      t.b.layout, &zero, t.d.dev, t.d.layout, t.d.dev,
                      t.d.layout, NULL, NULL, 0, 0));
    t.d.fetch();
    t.all("alpha",
          [&](int i, int j) { return t.sum(i, j) * num(t.bias.at(i, 0)); });
}

static void transform() {
    Matrix<float> a(CUDA_R_32F, 9, 14), b(CUDA_R_32F, 14, 9, 1);
    Matrix<__half> c(CUDA_R_16F, 14, 9, 1);
    cublasLtMatrixTransformDesc_t d;
    cublasOperation_t t = CUBLAS_OP_T;
    float alpha = 2, beta = -1;
    LT(cublasLtMatrixTransformDescCreate(&d, CUDA_R_32F));
    LT(cublasLtMatrixTransformDescSetAttribute(
        d, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &t, sizeof t));
    LT(cublasLtMatrixTransform(h, d, &alpha, a.dev, a.layout, &beta, b.dev,
                               b.layout, c.dev, c.layout, 0));
    c.fetch();
    for (int i = 0; i < 14; i++)
        for (int j = 0; j < 9; j++)
            compare("transform", num(c.at(i, j)),
                    2 * num(a.at(j, i)) - num(b.at(i, j)), 1e-3);
    LT(cublasLtMatrixTransformDescDestroy(d));
}

static void algorithms() {
    Layer t;
    Desc e(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulPreference_t p;
    cublasLtMatmulHeuristicResult_t r[4];
    size_t most = 1 << 20, got = 0, written = 0;
    int found = 9;
    LT(cublasLtMatmulPreferenceCreate(&p));
    LT(cublasLtMatmulPreferenceSetAttribute(
        p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most, sizeof most));
    LT(cublasLtMatmulPreferenceGetAttribute(
        p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &got, sizeof got,
        &written));
    CHECK(got == most && written == sizeof got);
    LT(cublasLtMatmulAlgoGetHeuristic(h, e.d, t.a.layout, t.b.layout,
                                      t.d.layout, t.d.layout, p, 4, r, &found));
    CHECK(found == 1 && r[0].state == CUBLAS_STATUS_SUCCESS &&
          r[0].workspaceSize <= most);
    LT(cublasLtMatmulAlgoCheck(h, e.d, t.a.layout, t.b.layout, t.d.layout,
                               t.d.layout, &r[0].algo, &r[1]));
    // Half in, float scale, int8 out: there is no such product.
    Matrix<int8_t> d8(CUDA_R_8I, t.m, t.n);
    CHECK(cublasLtMatmulAlgoGetHeuristic(
              h, e.d, t.a.layout, t.b.layout, d8.layout, d8.layout, p, 4, r,
              &found) == CUBLAS_STATUS_NOT_SUPPORTED &&
          found == 0);
    // Shapes that do not meet.
    CHECK(cublasLtMatmulAlgoGetHeuristic(
              h, e.d, t.a.layout, t.d.layout, t.d.layout, t.d.layout, p, 4, r,
              &found) == CUBLAS_STATUS_INVALID_VALUE);
    // A value of the wrong size.
    short small = 0;
    CHECK(cublasLtMatmulDescSetAttribute(e.d, CUBLASLT_MATMUL_DESC_TRANSA,
                                         &small, sizeof small) ==
          CUBLAS_STATUS_INVALID_VALUE);
    // A bias, and nothing that it could be.
    float one = 1;
    e.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    CHECK(cublasLtMatmul(h, e.d, &one, t.a.dev, t.a.layout, t.b.dev, t.b.layout,
                         &one, t.d.dev, t.d.layout, t.d.dev, t.d.layout, NULL,
                         NULL, 0, 0) == CUBLAS_STATUS_INVALID_VALUE);
    LT(cublasLtMatmulPreferenceDestroy(p));
}

int main() {
    LT(cublasLtCreate(&h));
    CHECK(cublasLtGetVersion() > 130000);
    products();
    forwards();
    backwards();
    gradients_of_operands();
    alpha_by_rows();
    transform();
    algorithms();
    LT(cublasLtDestroy(h));
    return finish();
}
