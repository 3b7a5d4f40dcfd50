// cuFFT against the transform's definition, summed in double precision: every
// type, lengths of every kind, layouts, what is refused.
#include "ok.h"

#include <complex>
#include <cufft.h>
#include <cufftXt.h>

typedef std::complex<double> Z;

#define FFT(call)                                                              \
    do {                                                                       \
        cufftResult r_ = (call);                                               \
        if (r_ != CUFFT_SUCCESS && failures++ < 20)                            \
            printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, (int)r_);     \
    } while (0)

static std::vector<Z> random_numbers(size_t n) {
    std::vector<Z> v(n);
    for (auto &x : v) {
        double re = unit() * 2 - 1;
        x = Z(re, unit() * 2 - 1);
    }
    return v;
}

// Along each dimension in turn, by definition.
static std::vector<Z> transform(std::vector<Z> x, std::vector<int> n,
                                int sign) {
    size_t total = x.size(), inner = total;
    for (int len : n) {
        inner /= len;
        std::vector<Z> y(total);
        for (size_t o = 0; o < total / (len * inner); o++)
            for (size_t i = 0; i < inner; i++)
                for (int k = 0; k < len; k++) {
                    Z sum = 0;
                    for (int j = 0; j < len; j++)
                        sum += x[(o * len + j) * inner + i] *
                               std::polar(1.0, sign * 2 * M_PI *
                                                   ((long long)j * k % len) /
                                                   len);
                    y[(o * len + k) * inner + i] = sum;
                }
        x = y;
    }
    return x;
}

static void expect(const char *what, const std::vector<Z> &got,
                   const std::vector<Z> &want, double tolerance) {
    double most = 0, largest = 0;
    for (size_t i = 0; i < want.size(); i++) {
        most = std::fmax(most, std::abs(got[i] - want[i]));
        largest = std::fmax(largest, std::abs(want[i]));
    }
    if (!(most <= tolerance * (1 + largest)) && failures++ < 20)
        printf("%s of %zu: off by %g\n", what, want.size(), most);
}

template <class C> static std::vector<C> narrow(const std::vector<Z> &v) {
    std::vector<C> out(v.size());
    for (size_t i = 0; i < v.size(); i++) {
        out[i].x = v[i].real();
        out[i].y = v[i].imag();
    }
    return out;
}
template <class C> static std::vector<Z> wide(const std::vector<C> &v) {
    std::vector<Z> out(v.size());
    for (size_t i = 0; i < v.size(); i++)
        out[i] = Z(v[i].x, v[i].y);
    return out;
}
// As cuFFT sees them: rounded to float first.
static std::vector<Z> rounded(const std::vector<Z> &v) {
    return wide(narrow<cufftComplex>(v));
}

static void lines() {
    for (int n : {1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 37, 60, 64, 74, 97, 120, 210,
                  256, 289, 512, 1018, 1024, 1369}) {
        auto x = rounded(random_numbers(n));
        Dev<cufftComplex> in(narrow<cufftComplex>(x)), out(n);
        cufftHandle p;
        FFT(cufftPlan1d(&p, n, CUFFT_C2C, 1));
        FFT(cufftExecC2C(p, in, out, CUFFT_FORWARD));
        expect("C2C", wide(out.get()), transform(x, {n}, -1), 1e-6);
        FFT(cufftExecC2C(p, in, in, CUFFT_INVERSE)); // in place
        expect("C2C inverse", wide(in.get()), transform(x, {n}, 1), 1e-6);
        FFT(cufftDestroy(p));
    }
    auto x = random_numbers(4 * 90);
    Dev<cufftDoubleComplex> d(narrow<cufftDoubleComplex>(x));
    cufftHandle p;
    FFT(cufftPlan1d(&p, 90, CUFFT_Z2Z, 4));
    FFT(cufftExecZ2Z(p, d, d, CUFFT_FORWARD));
    auto got = wide(d.get());
    for (int b = 0; b < 4; b++)
        expect("Z2Z", {got.begin() + 90 * b, got.begin() + 90 * (b + 1)},
               transform({x.begin() + 90 * b, x.begin() + 90 * (b + 1)}, {90},
                         -1),
               1e-14);
    FFT(cufftDestroy(p));
}

static void several_dimensions() {
    auto x = rounded(random_numbers(12 * 10 * 7));
    Dev<cufftComplex> d(narrow<cufftComplex>(x));
    cufftHandle p;
    FFT(cufftPlan3d(&p, 12, 10, 7, CUFFT_C2C));
    FFT(cufftExecC2C(p, d, d, CUFFT_FORWARD));
    expect("3d", wide(d.get()), transform(x, {12, 10, 7}, -1), 1e-6);
    FFT(cufftDestroy(p));

    auto y = random_numbers(20 * 33);
    Dev<cufftDoubleComplex> e(narrow<cufftDoubleComplex>(y));
    FFT(cufftPlan2d(&p, 20, 33, CUFFT_Z2Z));
    FFT(cufftExecZ2Z(p, e, e, CUFFT_INVERSE));
    expect("2d", wide(e.get()), transform(y, {20, 33}, 1), 1e-14);
    FFT(cufftDestroy(p));
}

// Rows of n numbers become n/2 + 1, and come back times the number of all.
static void real_numbers(std::vector<int> n, bool in_place) {
    int rank = n.size(), last = n[rank - 1], half = last / 2 + 1, rows = 1;
    for (int d = 0; d < rank - 1; d++)
        rows *= n[d];
    int width = in_place ? 2 * half : last;
    std::vector<double> x(rows * width, -5);
    std::vector<Z> all(rows * last), want;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < last; i++)
            all[r * last + i] = x[r * width + i] = unit() * 2 - 1;
    auto whole = transform(all, n, -1);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < half; i++)
            want.push_back(whole[r * last + i]);

    Dev<double> real(x);
    Dev<cufftDoubleComplex> apart(rows * half);
    auto *complex = in_place ? (cufftDoubleComplex *)real.p : apart.p;
    cufftHandle there, back;
    FFT(cufftCreate(&there));
    FFT(cufftCreate(&back));
    size_t bytes = 0;
    FFT(cufftMakePlanMany(there, rank, n.data(), NULL, 1, 0, NULL, 1, 0,
                          CUFFT_D2Z, 1, &bytes));
    FFT(cufftMakePlanMany(back, rank, n.data(), NULL, 1, 0, NULL, 1, 0,
                          CUFFT_Z2D, 1, &bytes));
    FFT(cufftExecD2Z(there, real, complex));
    std::vector<cufftDoubleComplex> got(rows * half);
    OK(cudaMemcpy(got.data(), complex, got.size() * sizeof got[0],
                  cudaMemcpyDeviceToHost));
    expect(in_place ? "D2Z in place" : "D2Z", wide(got), want, 1e-14);
    if (!in_place) real.zero();
    FFT(cufftExecZ2D(back, complex, real));
    auto again = real.get();
    double most = 0;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < last; i++)
            most = fmax(most, fabs(again[r * width + i] / (rows * last) -
                                   all[r * last + i].real()));
    CHECK(most < 1e-14);
    FFT(cufftDestroy(there));
    FFT(cufftDestroy(back));
}

static void single_real() {
    std::vector<float> x(3 * 50);
    for (auto &v : x)
        v = unit();
    Dev<float> in(x);
    Dev<cufftComplex> out(3 * 26);
    cufftHandle p;
    FFT(cufftPlan1d(&p, 50, CUFFT_R2C, 3));
    FFT(cufftExecR2C(p, in, out));
    auto got = wide(out.get());
    for (int b = 0; b < 3; b++) {
        std::vector<Z> row(x.begin() + 50 * b, x.begin() + 50 * (b + 1));
        row = transform(row, {50}, -1);
        row.resize(26);
        expect("R2C", {got.begin() + 26 * b, got.begin() + 26 * (b + 1)}, row,
               1e-6);
    }
    FFT(cufftDestroy(p));
    FFT(cufftPlan1d(&p, 50, CUFFT_C2R, 3));
    FFT(cufftExecC2R(p, out, in));
    auto back = in.get();
    for (size_t i = 0; i < x.size(); i++)
        CHECK(fabsf(back[i] / 50 - x[i]) < 1e-6f);
    FFT(cufftDestroy(p));
}

// The columns of a matrix inside a larger one, transposed on the way.
static void layouts() {
    enum { ROWS = 9, COLS = 5, WIDTH = 8 };
    int n[] = {ROWS}, in_box[] = {ROWS}, out_box[] = {ROWS};
    auto x = random_numbers(ROWS * WIDTH);
    Dev<cufftDoubleComplex> in(narrow<cufftDoubleComplex>(x));
    Dev<cufftDoubleComplex> out(COLS * ROWS);
    cufftHandle p;
    FFT(cufftPlanMany(&p, 1, n, in_box, WIDTH, 1, out_box, 1, ROWS, CUFFT_Z2Z,
                      COLS));
    FFT(cufftExecZ2Z(p, in, out, CUFFT_FORWARD));
    auto got = wide(out.get());
    for (int c = 0; c < COLS; c++) {
        std::vector<Z> col(ROWS);
        for (int r = 0; r < ROWS; r++)
            col[r] = x[r * WIDTH + c];
        expect("column", {got.begin() + c * ROWS, got.begin() + (c + 1) * ROWS},
               transform(col, {ROWS}, -1), 1e-14);
    }
    FFT(cufftDestroy(p));

    // A box of 4 x 6 in one of 5 x 7, twice; what lies around it stays.
    long long box[] = {4, 6}, room[] = {5, 7};
    auto y = random_numbers(2 * 35);
    Dev<cufftDoubleComplex> d(narrow<cufftDoubleComplex>(y));
    size_t bytes;
    FFT(cufftCreate(&p));
    FFT(cufftXtMakePlanMany(p, 2, box, room, 1, 35, CUDA_C_64F, room, 1, 35,
                            CUDA_C_64F, 2, &bytes, CUDA_C_64F));
    FFT(cufftXtExec(p, d, d, CUFFT_INVERSE));
    got = wide(d.get());
    for (int b = 0; b < 2; b++) {
        std::vector<Z> inner;
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 6; c++)
                inner.push_back(y[b * 35 + r * 7 + c]);
        inner = transform(inner, {4, 6}, 1);
        std::vector<Z> want(y.begin() + 35 * b, y.begin() + 35 * (b + 1));
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 6; c++)
                want[r * 7 + c] = inner[r * 6 + c];
        expect("box", {got.begin() + 35 * b, got.begin() + 35 * (b + 1)}, want,
               1e-14);
    }
    FFT(cufftDestroy(p));
}

static void on_two_gpus() {
    int gpus[] = {0, 1}, there = 0;
    OK(cudaGetDeviceCount(&there));
    if (there < 2) return;
    auto x = rounded(random_numbers(17 * 12));
    auto host = narrow<cufftComplex>(x);
    size_t bytes[2];
    cufftHandle p;
    cudaLibXtDesc *d;
    FFT(cufftCreate(&p));
    FFT(cufftXtSetGPUs(p, 2, gpus));
    FFT(cufftMakePlan2d(p, 17, 12, CUFFT_C2C, bytes));
    FFT(cufftXtMalloc(p, &d, CUFFT_XT_FORMAT_INPLACE));
    CHECK(d->descriptor->nGPUs == 2);
    CHECK(d->descriptor->size[0] == 9 * 12 * sizeof(cufftComplex));
    FFT(cufftXtMemcpy(p, d, host.data(), CUFFT_COPY_HOST_TO_DEVICE));
    FFT(cufftXtExecDescriptorC2C(p, d, d, CUFFT_FORWARD));
    FFT(cufftXtMemcpy(p, host.data(), d, CUFFT_COPY_DEVICE_TO_HOST));
    expect("on two GPUs", wide(host), transform(x, {17, 12}, -1), 1e-6);
    FFT(cufftXtFree(d));
    FFT(cufftDestroy(p));
}

static void refusals() {
    cufftHandle p = 0;
    Dev<cufftComplex> d(16);
    d.zero();
    CHECK(cufftPlan1d(&p, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
    CHECK(cufftPlan1d(&p, 8, (cufftType)1, 1) == CUFFT_INVALID_TYPE);
    CHECK(cufftExecC2C(12345, d, d, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
    CHECK(cufftDestroy(CUFFT_PLAN_NULL) == CUFFT_INVALID_PLAN);
    FFT(cufftPlan1d(&p, 16, CUFFT_C2C, 1));
    CHECK(cufftExecC2C(p, d, d, 0) == CUFFT_INVALID_VALUE);
    CHECK(cufftExecR2C(p, (float *)d.p, d) == CUFFT_INVALID_PLAN);
    cufftHandle second;
    FFT(cufftPlan1d(&second, 16, CUFFT_C2C, 1));
    CHECK(second != p);
    FFT(cufftDestroy(p));
    CHECK(cufftExecC2C(p, d, d, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
    FFT(cufftDestroy(second));
}

// A stream of its own, and a graph: the plan may be gone before it runs.
static void captured() {
    auto x = rounded(random_numbers(64));
    Dev<cufftComplex> d(narrow<cufftComplex>(x));
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cufftHandle p;
    OK(cudaStreamCreate(&s));
    FFT(cufftPlan1d(&p, 64, CUFFT_C2C, 1));
    FFT(cufftSetStream(p, s));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    FFT(cufftExecC2C(p, d, d, CUFFT_FORWARD));
    OK(cudaStreamEndCapture(s, &graph));
    FFT(cufftDestroy(p));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    expect("in a graph", wide(d.get()), transform(x, {64}, -1), 1e-6);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(s));
}

int main() {
    lines();
    several_dimensions();
    for (int in_place = 0; in_place < 2; in_place++) {
        for (int n : {1, 2, 9, 10, 64, 97})
            real_numbers({n}, in_place);
        real_numbers({6, 10}, in_place);
        real_numbers({5, 1}, in_place);
        real_numbers({3, 4, 7}, in_place);
    }
    single_real();
    layouts();
    on_two_gpus();
    refusals();
    captured();
    return finish();
}
