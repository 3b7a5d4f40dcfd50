// cuDNN on the simulated device beside plain loops of the host: layouts, groups,
// gradients by differences, refusals. Prints ok, or what differs.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <cudnn.h>
#include <vector>

static int wrong;
#define CHECK(ok)                                                              \
    if (!(ok)) wrong++, printf("line %d: %s\n", __LINE__, #ok)
#define DNN(call)                                                              \
    do {                                                                       \
        cudnnStatus_t s_ = (call);                                             \
        if (s_) wrong++, printf("line %d: %s\n", __LINE__, cudnnGetErrorString(s_)); \
    } while (0)

typedef std::vector<float> Floats;
static cudnnHandle_t h;
static const float one = 1, zero = 0;

static Floats random_of(size_t n) {
    Floats v(n);
    for (float &x : v)
        x = (float)rand() / RAND_MAX - 0.5f;
    return v;
}

struct Memory {
    float *p;
    explicit Memory(size_t n) { cudaMalloc(&p, n * 4 + 4); }
    explicit Memory(const Floats &v) : Memory(v.size()) {
        cudaMemcpy(p, v.data(), v.size() * 4, cudaMemcpyHostToDevice);
    }
    ~Memory() { cudaFree(p); }
    Floats get(size_t n) const {
        Floats v(n);
        cudaMemcpy(v.data(), p, n * 4, cudaMemcpyDeviceToHost);
        return v;
    }
};

static double apart(const Floats &a, const Floats &b) {
    double most = a.size() == b.size() ? 0 : 1e9;
    for (size_t i = 0; i < a.size() && most < 1e9; i++)
        most = fmax(most, fabs((double)a[i] - b[i]));
    return most;
}

struct Shape {
    int n, c, h, w, k, r, s, pad, stride, dilation, groups;
    int p() const { return (h + 2 * pad - (r - 1) * dilation - 1) / stride + 1; }
    int q() const { return (w + 2 * pad - (s - 1) * dilation - 1) / stride + 1; }
    int of_group() const { return c / groups; }
    size_t xs() const { return (size_t)n * c * h * w; }
    size_t ws() const { return (size_t)k * of_group() * r * s; }
    size_t ys() const { return (size_t)n * k * p() * q(); }
};

// All NCHW, in double.
static Floats conv(const Shape &f, const Floats &x, const Floats &w, bool turned) {
    Floats y(f.ys());
    size_t at = 0;
    for (int n = 0; n < f.n; n++)
        for (int k = 0; k < f.k; k++)
            for (int p = 0; p < f.p(); p++)
                for (int q = 0; q < f.q(); q++) {
                    double sum = 0;
                    int g = k / (f.k / f.groups);
                    for (int c = 0; c < f.of_group(); c++)
                        for (int r = 0; r < f.r; r++)
                            for (int s = 0; s < f.s; s++) {
                                int ih = p * f.stride - f.pad + r * f.dilation;
                                int iw = q * f.stride - f.pad + s * f.dilation;
                                if (ih < 0 || iw < 0 || ih >= f.h || iw >= f.w) continue;
                                int rr = turned ? f.r - 1 - r : r, ss = turned ? f.s - 1 - s : s;
                                sum += (double)x[((n * f.c + g * f.of_group() + c) * f.h + ih) * f.w + iw] *
                                       w[((k * f.of_group() + c) * f.r + rr) * f.s + ss];
                            }
                    y[at++] = (float)sum;
                }
    return y;
}

// NCHW to NHWC.
static Floats last(const Floats &v, int n, int c, int places) {
    Floats out(v.size());
    for (int i = 0; i < n; i++)
        for (int j = 0; j < c; j++)
            for (int p = 0; p < places; p++)
                out[(i * places + p) * c + j] = v[(i * c + j) * places + p];
    return out;
}

struct Descriptors {
    cudnnTensorDescriptor_t x, y, b;
    cudnnFilterDescriptor_t w;
    cudnnConvolutionDescriptor_t c;
    Descriptors(const Shape &f, cudnnTensorFormat_t format, cudnnConvolutionMode_t mode) {
        DNN(cudnnCreateTensorDescriptor(&x));
        DNN(cudnnCreateTensorDescriptor(&y));
        DNN(cudnnCreateTensorDescriptor(&b));
        DNN(cudnnCreateFilterDescriptor(&w));
        DNN(cudnnCreateConvolutionDescriptor(&c));
        DNN(cudnnSetTensor4dDescriptor(x, format, CUDNN_DATA_FLOAT, f.n, f.c, f.h, f.w));
        DNN(cudnnSetTensor4dDescriptor(y, format, CUDNN_DATA_FLOAT, f.n, f.k, f.p(), f.q()));
        DNN(cudnnSetTensor4dDescriptor(b, format, CUDNN_DATA_FLOAT, 1, f.k, 1, 1));
        DNN(cudnnSetFilter4dDescriptor(w, CUDNN_DATA_FLOAT, format, f.k, f.of_group(), f.r, f.s));
        DNN(cudnnSetConvolution2dDescriptor(c, f.pad, f.pad, f.stride, f.stride, f.dilation,
                                            f.dilation, mode, CUDNN_DATA_FLOAT));
        DNN(cudnnSetConvolutionGroupCount(c, f.groups));
        DNN(cudnnSetConvolutionMathType(c, CUDNN_FMA_MATH));
    }
    ~Descriptors() {
        DNN(cudnnDestroyTensorDescriptor(x));
        DNN(cudnnDestroyTensorDescriptor(y));
        DNN(cudnnDestroyTensorDescriptor(b));
        DNN(cudnnDestroyFilterDescriptor(w));
        DNN(cudnnDestroyConvolutionDescriptor(c));
    }
};

static void forward(const Shape &f, bool nhwc, bool turned) {
    Floats x = random_of(f.xs()), w = random_of(f.ws()), b = random_of(f.k), z = random_of(f.ys());
    Floats want = conv(f, x, w, turned);
    int in = f.h * f.w, out = f.p() * f.q(), win = f.r * f.s;
    Memory dx(nhwc ? last(x, f.n, f.c, in) : x), dw(nhwc ? last(w, f.k, f.of_group(), win) : w);
    Memory db(b), dy(f.ys()), dz(nhwc ? last(z, f.n, f.k, out) : z);
    Descriptors d(f, nhwc ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW,
                  turned ? CUDNN_CONVOLUTION : CUDNN_CROSS_CORRELATION);
    int size[4], found;
    DNN(cudnnGetConvolution2dForwardOutputDim(d.c, d.x, d.w, size, size + 1, size + 2, size + 3));
    CHECK(size[0] == f.n && size[1] == f.k && size[2] == f.p() && size[3] == f.q());
    cudnnConvolutionFwdAlgoPerf_t all[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
    DNN(cudnnFindConvolutionForwardAlgorithm(h, d.x, d.w, d.c, d.y, 8, &found, all));
    CHECK(found == 8 && all[0].status == CUDNN_STATUS_SUCCESS && all[0].time > 0);
    int suits = 0;
    for (int i = 0; i < found; i++) {
        if (i && all[i].status == CUDNN_STATUS_SUCCESS) CHECK(all[i - 1].time <= all[i].time);
        if (all[i].status) continue;
        suits++;
        size_t bytes = 1;
        DNN(cudnnGetConvolutionForwardWorkspaceSize(h, d.x, d.w, d.c, d.y, all[i].algo, &bytes));
        CHECK(bytes == all[i].memory);
        Memory space(bytes / 4);
        if (bytes) CHECK(cudnnConvolutionForward(h, &one, d.x, dx.p, d.w, dw.p, d.c, all[i].algo, space.p,
                                      bytes - 1, &zero, d.y, dy.p) == CUDNN_STATUS_BAD_PARAM);
        DNN(cudnnConvolutionForward(h, &one, d.x, dx.p, d.w, dw.p, d.c, all[i].algo, space.p, bytes,
                                    &zero, d.y, dy.p));
        Floats got = dy.get(f.ys());
        CHECK(apart(got, nhwc ? last(want, f.n, f.k, out) : want) < 1e-5);
    }
    CHECK(suits >= 2);

    // Fused: max(0, 2 conv + 0.5 z + bias).
    const float two = 2, half = 0.5f;
    cudnnActivationDescriptor_t a;
    DNN(cudnnCreateActivationDescriptor(&a));
    DNN(cudnnSetActivationDescriptor(a, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0));
    DNN(cudnnConvolutionBiasActivationForward(h, &two, d.x, dx.p, d.w, dw.p, d.c,
                                              CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0,
                                              &half, d.y, dz.p, d.b, db.p, a, d.y, dy.p));
    for (size_t i = 0; i < want.size(); i++)
        want[i] = fmaxf(0, 2 * want[i] + 0.5f * z[i] + b[i / out % f.k]);
    CHECK(apart(dy.get(f.ys()), nhwc ? last(want, f.n, f.k, out) : want) < 1e-5);
    DNN(cudnnSetActivationDescriptor(a, CUDNN_ACTIVATION_TANH, CUDNN_NOT_PROPAGATE_NAN, 0));
    CHECK(cudnnConvolutionBiasActivationForward(
              h, &two, d.x, dx.p, d.w, dw.p, d.c, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0,
              &half, d.y, dz.p, d.b, db.p, a, d.y, dy.p) == CUDNN_STATUS_NOT_SUPPORTED);
    char why[200];
    cudnnGetLastErrorString(why, sizeof why);
    CHECK(strstr(why, "neither RELU nor IDENTITY"));
    DNN(cudnnDestroyActivationDescriptor(a));
}

static double dot(const Floats &a, const Floats &b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); i++)
        sum += (double)a[i] * b[i];
    return sum;
}

// <dy, conv(x, w)> is linear in x and in w: it equals <dx, x> and <dw, w>.
static void backward(const Shape &f) {
    Floats x = random_of(f.xs()), w = random_of(f.ws()), dy = random_of(f.ys());
    double want = dot(dy, conv(f, x, w, false));
    Memory mx(x), mw(w), mdy(dy), mdx(f.xs()), mdw(f.ws()), mdb(f.k);
    Descriptors d(f, CUDNN_TENSOR_NCHW, CUDNN_CROSS_CORRELATION);
    int found;
    cudnnConvolutionBwdDataAlgoPerf_t data[6];
    cudnnConvolutionBwdFilterAlgoPerf_t filter[7];
    DNN(cudnnGetConvolutionBackwardDataAlgorithm_v7(h, d.w, d.y, d.c, d.x, 6, &found, data));
    CHECK(found == 6 && data[0].status == 0);
    Memory s1(data[0].memory / 4);
    DNN(cudnnConvolutionBackwardData(h, &one, d.w, mw.p, d.y, mdy.p, d.c, data[0].algo, s1.p,
                                     data[0].memory, &zero, d.x, mdx.p));
    DNN(cudnnGetConvolutionBackwardFilterAlgorithm_v7(h, d.x, d.y, d.c, d.w, 7, &found, filter));
    CHECK(found == 7 && filter[0].status == 0);
    Memory s2(filter[0].memory / 4);
    DNN(cudnnConvolutionBackwardFilter(h, &one, d.x, mx.p, d.y, mdy.p, d.c, filter[0].algo, s2.p,
                                       filter[0].memory, &zero, d.w, mdw.p));
    CHECK(fabs(dot(mdx.get(f.xs()), x) - want) < 1e-3);
    CHECK(fabs(dot(mdw.get(f.ws()), w) - want) < 1e-3);
    DNN(cudnnConvolutionBackwardBias(h, &one, d.y, mdy.p, &zero, d.b, mdb.p));
    Floats db(f.k);
    for (size_t i = 0; i < dy.size(); i++)
        db[i / (f.p() * f.q()) % f.k] += dy[i];
    CHECK(apart(mdb.get(f.k), db) < 1e-5);
}

// A loss <g, y(x)>, its gradient by differences at a few places.
template <typename F, typename B> static void by_differences(int line, Floats x, const Floats &g, F y, B dx) {
    Floats got = dx(x);
    for (size_t i = 0; i < x.size(); i += 7) {
        Floats up = x, down = x;
        up[i] += 1e-2f;
        down[i] -= 1e-2f;
        double want = (dot(g, y(up)) - dot(g, y(down))) / (up[i] - (double)down[i]);
        if (fabs(want - got[i]) > 2e-3)
            wrong++, printf("line %d: gradient %zu is %g, by differences %g\n", line, i, got[i], want);
    }
}

static void layers() {
    const int n = 2, c = 3, hh = 6, ww = 5;
    const size_t all = (size_t)n * c * hh * ww;
    cudnnTensorDescriptor_t t, p, q;
    DNN(cudnnCreateTensorDescriptor(&t));
    DNN(cudnnCreateTensorDescriptor(&p));
    DNN(cudnnCreateTensorDescriptor(&q));
    DNN(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, hh, ww));
    Floats x = random_of(all), g = random_of(all);
    Memory mx(x), my(all), mg(g), mdx(all);
    auto put = [](Memory &m, const Floats &v) { cudaMemcpy(m.p, v.data(), v.size() * 4, cudaMemcpyHostToDevice); };

    const cudnnActivationMode_t modes[] = {CUDNN_ACTIVATION_SIGMOID, CUDNN_ACTIVATION_TANH,
                                           CUDNN_ACTIVATION_ELU, CUDNN_ACTIVATION_SWISH};
    cudnnActivationDescriptor_t a;
    DNN(cudnnCreateActivationDescriptor(&a));
    for (cudnnActivationMode_t mode : modes) {
        DNN(cudnnSetActivationDescriptor(a, mode, CUDNN_NOT_PROPAGATE_NAN, 1));
        auto y = [&](const Floats &v) {
            put(mx, v);
            DNN(cudnnActivationForward(h, a, &one, t, mx.p, &zero, t, my.p));
            return my.get(all);
        };
        by_differences(__LINE__, x, g, y, [&](const Floats &v) {
            y(v);
            DNN(cudnnActivationBackward(h, a, &one, t, my.p, t, mg.p, t, mx.p, &zero, t, mdx.p));
            return mdx.get(all);
        });
    }
    DNN(cudnnDestroyActivationDescriptor(a));

    for (int algo = CUDNN_SOFTMAX_FAST; algo <= CUDNN_SOFTMAX_LOG; algo++)
        for (int mode = 0; mode < 2; mode++) {
            auto y = [&](const Floats &v) {
                put(mx, v);
                DNN(cudnnSoftmaxForward(h, (cudnnSoftmaxAlgorithm_t)algo, (cudnnSoftmaxMode_t)mode, &one, t,
                                        mx.p, &zero, t, my.p));
                return my.get(all);
            };
            by_differences(__LINE__, x, g, y, [&](const Floats &v) {
                y(v);
                DNN(cudnnSoftmaxBackward(h, (cudnnSoftmaxAlgorithm_t)algo, (cudnnSoftmaxMode_t)mode, &one, t,
                                         my.p, t, mg.p, &zero, t, mdx.p));
                return mdx.get(all);
            });
            if (algo == CUDNN_SOFTMAX_LOG) continue;
            double sum = 0;
            for (float v : y(x))
                sum += v;
            CHECK(fabs(sum - (mode ? n * hh * ww : n)) < 1e-4);
        }

    cudnnPoolingDescriptor_t pool;
    DNN(cudnnCreatePoolingDescriptor(&pool));
    for (int mode = CUDNN_POOLING_MAX; mode <= CUDNN_POOLING_MAX_DETERMINISTIC; mode++) {
        int size[4];
        DNN(cudnnSetPooling2dDescriptor(pool, (cudnnPoolingMode_t)mode, CUDNN_NOT_PROPAGATE_NAN, 3, 2, 1, 1, 2, 2));
        DNN(cudnnGetPooling2dForwardOutputDim(pool, t, size, size + 1, size + 2, size + 3));
        CHECK(size[0] == n && size[1] == c && size[2] == 3 && size[3] == 3);
        DNN(cudnnSetTensor4dDescriptor(p, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, 3, 3));
        size_t some = (size_t)n * c * 9;
        Floats few(g.begin(), g.begin() + some), ramp = x;
        for (size_t i = 0; i < all; i++) // no two are near: the maximum stays
            ramp[i] = (float)(i * 37 % 101);
        auto y = [&](const Floats &v) {
            put(mx, v);
            DNN(cudnnPoolingForward(h, pool, &one, t, mx.p, &zero, p, my.p));
            return my.get(some);
        };
        by_differences(__LINE__, ramp, few, y, [&](const Floats &v) {
            y(v);
            DNN(cudnnPoolingBackward(h, pool, &one, p, my.p, p, mg.p, t, mx.p, &zero, t, mdx.p));
            return mdx.get(all);
        });
    }
    DNN(cudnnDestroyPoolingDescriptor(pool));

    for (int mode = 0; mode < 2; mode++) {
        DNN(cudnnDeriveBNTensorDescriptor(p, t, (cudnnBatchNormMode_t)mode));
        size_t bytes, groups;
        DNN(cudnnGetTensorSizeInBytes(p, &bytes));
        groups = bytes / 4;
        CHECK(groups == (size_t)(mode ? c : c * hh * ww));
        Floats s = random_of(groups), b = random_of(groups), start(groups, 1);
        Memory ms(s), mb(b), rm(start), rv(start), sm(groups), si(groups), ds(groups), dbias(groups);
        const double eps = mode ? 1e-5 : 0.1; // two values are +-1 otherwise
        auto y = [&](const Floats &v) {
            put(mx, v);
            DNN(cudnnBatchNormalizationForwardTraining(h, (cudnnBatchNormMode_t)mode, &one, &zero, t, mx.p, t,
                                                       my.p, p, ms.p, mb.p, 0.25, rm.p, rv.p, eps, sm.p, si.p));
            return my.get(all);
        };
        y(x);
        Floats mean = sm.get(groups), kept = rm.get(groups);
        for (size_t i = 0; i < groups; i++)
            CHECK(fabs(kept[i] - (0.75 + 0.25 * mean[i])) < 1e-6);
        by_differences(__LINE__, x, g, y, [&](const Floats &v) {
            y(v);
            DNN(cudnnBatchNormalizationBackward(h, (cudnnBatchNormMode_t)mode, &one, &zero, &one, &zero, t, mx.p,
                                                t, mg.p, t, mdx.p, p, ms.p, ds.p, dbias.p, eps, sm.p, si.p));
            return mdx.get(all);
        });
        DNN(cudnnBatchNormalizationForwardInference(h, (cudnnBatchNormMode_t)mode, &one, &zero, t, mx.p, t, my.p,
                                                    p, ms.p, mb.p, sm.p, rv.p, eps));
        Floats out = my.get(all), in = mx.get(all), var = rv.get(groups);
        Floats m2 = sm.get(groups);
        for (size_t i = 0; i < all; i += 11) {
            size_t k = mode ? i / (hh * ww) % c : i % (c * hh * ww);
            CHECK(fabs(out[i] - (s[k] * (in[i] - m2[k]) / sqrt(var[k] + eps) + b[k])) < 1e-4);
        }
    }

    // A bias is repeated; strides leave gaps that nothing writes; types change.
    DNN(cudnnSetTensor4dDescriptor(p, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, c, 1, 1));
    put(mx, x);
    const float two = 2;
    DNN(cudnnAddTensor(h, &two, p, mg.p, &one, t, mx.p));
    Floats sum = mx.get(all);
    for (size_t i = 0; i < all; i++)
        CHECK(fabs(sum[i] - (x[i] + 2 * g[i / (hh * ww) % c])) < 1e-6);
    DNN(cudnnSetTensor4dDescriptor(q, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, n, c, hh, ww));
    put(mx, x);
    DNN(cudnnTransformTensor(h, &one, t, mx.p, &zero, q, my.p));
    DNN(cudnnTransformTensor(h, &one, q, my.p, &zero, t, mdx.p));
    CHECK(apart(mdx.get(all), x) < 1e-3 && apart(mdx.get(all), x) > 0);
    cudnnOpTensorDescriptor_t op;
    DNN(cudnnCreateOpTensorDescriptor(&op));
    DNN(cudnnSetOpTensorDescriptor(op, CUDNN_OP_TENSOR_MUL, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN));
    DNN(cudnnOpTensor(h, op, &one, t, mx.p, &two, t, mg.p, &zero, t, my.p));
    Floats product = my.get(all);
    for (size_t i = 0; i < all; i++)
        CHECK(fabs(product[i] - 2 * x[i] * g[i]) < 1e-6);
    DNN(cudnnDestroyOpTensorDescriptor(op));
    DNN(cudnnDestroyTensorDescriptor(t));
    DNN(cudnnDestroyTensorDescriptor(p));
    DNN(cudnnDestroyTensorDescriptor(q));
}

// Along h and w, of every kind of reduction.
static void reductions() {
    const int n = 2, c = 3, places = 12;
    cudnnTensorDescriptor_t a, r;
    cudnnReduceTensorDescriptor_t d;
    DNN(cudnnCreateTensorDescriptor(&a));
    DNN(cudnnCreateTensorDescriptor(&r));
    DNN(cudnnCreateReduceTensorDescriptor(&d));
    DNN(cudnnSetTensor4dDescriptor(a, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, 3, 4));
    DNN(cudnnSetTensor4dDescriptor(r, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, 1, 1));
    Floats v = random_of(n * c * places);
    v[5] = 0;
    Memory mv(v), mr(n * c);
    for (int op = CUDNN_REDUCE_TENSOR_ADD; op <= CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS; op++) {
        size_t bytes = 0;
        DNN(cudnnSetReduceTensorDescriptor(d, (cudnnReduceTensorOp_t)op, CUDNN_DATA_FLOAT,
                                           CUDNN_NOT_PROPAGATE_NAN, CUDNN_REDUCE_TENSOR_NO_INDICES,
                                           CUDNN_32BIT_INDICES));
        DNN(cudnnGetReductionWorkspaceSize(h, d, a, r, &bytes));
        Memory space(bytes / 4 + 1);
        DNN(cudnnReduceTensor(h, d, nullptr, 0, space.p, bytes, &one, a, mv.p, &zero, r, mr.p));
        Floats got = mr.get(n * c);
        for (int g = 0; g < n * c; g++) {
            const float *x = &v[g * places];
            double sum = 0, one_norm = 0, squares = 0, product = 1, kept = 1, least = x[0], most = x[0];
            for (int i = 0; i < places; i++) {
                sum += x[i], one_norm += fabs(x[i]), squares += (double)x[i] * x[i], product *= x[i];
                kept *= x[i] == 0 ? 1 : x[i];
                least = fmin(least, x[i]), most = fmax(most, x[i]);
            }
            double want[] = {sum, product, least, most, fmax(most, -least), sum / places,
                             one_norm, sqrt(squares), kept};
            CHECK(fabs(got[g] - want[op]) < 1e-6);
        }
    }
    DNN(cudnnDestroyReduceTensorDescriptor(d));
    DNN(cudnnDestroyTensorDescriptor(r));
    DNN(cudnnDestroyTensorDescriptor(a));
}

// Three dimensions of space, in double, into rows with gaps that stay: a window
// of ones sums up 8 places.
static void volumes() {
    cudnnTensorDescriptor_t x, y;
    cudnnFilterDescriptor_t w;
    cudnnConvolutionDescriptor_t c;
    const int xs[] = {1, 1, 3, 3, 3}, ws[] = {1, 1, 2, 2, 2}, ys[] = {1, 1, 2, 2, 2};
    const int gaps[] = {24, 24, 12, 6, 2}, none[] = {0, 0, 0}, ones[] = {1, 1, 1};
    const double a = 1, b = 0;
    std::vector<double> hx(27), hw(8, 1), hy(24, -7);
    for (int i = 0; i < 27; i++)
        hx[i] = i;
    double *p;
    cudaMalloc(&p, 64 * 8);
    cudaMemcpy(p, hx.data(), 27 * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(p + 27, hw.data(), 8 * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(p + 35, hy.data(), 24 * 8, cudaMemcpyHostToDevice);
    DNN(cudnnCreateTensorDescriptor(&x));
    DNN(cudnnCreateTensorDescriptor(&y));
    DNN(cudnnCreateFilterDescriptor(&w));
    DNN(cudnnCreateConvolutionDescriptor(&c));
    DNN(cudnnSetTensorNdDescriptorEx(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_DOUBLE, 5, xs));
    DNN(cudnnSetTensorNdDescriptor(y, CUDNN_DATA_DOUBLE, 5, ys, gaps));
    DNN(cudnnSetFilterNdDescriptor(w, CUDNN_DATA_DOUBLE, CUDNN_TENSOR_NCHW, 5, ws));
    DNN(cudnnSetConvolutionNdDescriptor(c, 3, none, ones, ones, CUDNN_CROSS_CORRELATION, CUDNN_DATA_DOUBLE));
    DNN(cudnnConvolutionForward(h, &a, x, p, w, p + 27, c, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
                                nullptr, 0, &b, y, p + 35));
    cudaMemcpy(hy.data(), p + 35, 24 * 8, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24; i++) {
        int d = i / 12, row = i / 6 % 2, col = i % 6 / 2;
        bool gap = i % 2 || i % 6 / 2 > 1;
        CHECK(hy[i] == (gap ? -7 : 8 * (d * 9 + row * 3 + col) + 52));
    }
    cudaFree(p);
    DNN(cudnnDestroyConvolutionDescriptor(c));
    DNN(cudnnDestroyFilterDescriptor(w));
    DNN(cudnnDestroyTensorDescriptor(y));
    DNN(cudnnDestroyTensorDescriptor(x));
}

// The default arithmetic rounds factors to TF32: 1 + 2^-12 becomes 1.
static void tf32() {
    Shape f = {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1};
    Descriptors d(f, CUDNN_TENSOR_NCHW, CUDNN_CROSS_CORRELATION);
    Memory x(Floats(1, 1 + 0x1p-12f)), w(Floats(1, 1)), y(1);
    for (cudnnMathType_t math : {CUDNN_FMA_MATH, CUDNN_DEFAULT_MATH}) {
        DNN(cudnnSetConvolutionMathType(d.c, math));
        DNN(cudnnConvolutionForward(h, &one, d.x, x.p, d.w, w.p, d.c, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
                                    nullptr, 0, &zero, d.y, y.p));
        CHECK(y.get(1)[0] == (math == CUDNN_FMA_MATH ? 1 + 0x1p-12f : 1));
    }
}

static void refusals() {
    Shape f = {1, 4, 5, 5, 6, 3, 3, 0, 1, 1, 1};
    Descriptors d(f, CUDNN_TENSOR_NHWC, CUDNN_CROSS_CORRELATION);
    size_t bytes;
    auto space = [&](cudnnConvolutionFwdAlgo_t algo) {
        return cudnnGetConvolutionForwardWorkspaceSize(h, d.x, d.w, d.c, d.y, algo, &bytes);
    };
    CHECK(space(CUDNN_CONVOLUTION_FWD_ALGO_DIRECT) == CUDNN_STATUS_NOT_SUPPORTED);
    CHECK(space(CUDNN_CONVOLUTION_FWD_ALGO_GEMM) == CUDNN_STATUS_NOT_SUPPORTED);
    DNN(cudnnSetFilter4dDescriptor(d.w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 6, 4, 3, 3));
    CHECK(space(CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM) == CUDNN_STATUS_NOT_SUPPORTED);
    DNN(cudnnSetFilter4dDescriptor(d.w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NHWC, 6, 3, 3, 3));
    CHECK(space(CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM) == CUDNN_STATUS_BAD_PARAM);
    CHECK(cudnnSetTensor4dDescriptor(d.x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 0, 1, 1, 1) == CUDNN_STATUS_BAD_PARAM);
    CHECK(cudnnSetTensor4dDescriptor(d.x, CUDNN_TENSOR_NCHW, CUDNN_DATA_INT8, 1, 1, 1, 1) == CUDNN_STATUS_NOT_SUPPORTED);
    CHECK(CUDNN_STATUS_CATEGORY(CUDNN_STATUS_NOT_SUPPORTED_LAYOUT) == CUDNN_STATUS_NOT_SUPPORTED);
    CHECK(!strcmp(cudnnGetErrorString(CUDNN_STATUS_BAD_PARAM), "CUDNN_STATUS_BAD_PARAM"));
    CHECK(cudnnSetStream(nullptr, 0) == CUDNN_STATUS_NOT_INITIALIZED);
}

int main() {
    DNN(cudnnCreate(&h));
    CHECK(cudnnGetVersion() / 10000 == 9);
    const Shape shapes[] = {
        {2, 3, 7, 6, 4, 3, 3, 1, 1, 1, 1},  {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1},
        {2, 4, 9, 8, 6, 3, 2, 2, 2, 1, 2},  {1, 6, 11, 10, 6, 3, 3, 2, 1, 2, 6},
        {3, 5, 4, 4, 2, 1, 1, 0, 1, 1, 1},
    };
    for (const Shape &f : shapes) {
        forward(f, false, false);
        forward(f, true, false);
        forward(f, false, true);
        backward(f);
    }
    layers();
    reductions();
    volumes();
    tf32();
    refusals();
    DNN(cudnnDestroy(h));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    puts(wrong ? "WRONG" : "ok");
    return wrong != 0;
}
