// Functions of one and two numbers against the host's, in units in the last
// place: as near as CUDA's documentation promises. With -v as the argument,
// the worst case of each is printed.
#include "ok.h"

#include <cfloat>

static bool verbose;
constexpr long double PI = 3.141592653589793238462643383279502884L;

// CUDA's measure: how many units in the last place from the correctly rounded
// result.
template <class T> static double ulps(T got, long double want) {
    if (std::isnan(got) || std::isnan(want))
        return std::isnan(got) && std::isnan(want) ? 0 : 1e9;
    T w = (T)want;
    if (got == w) return 0; // infinities too
    if (std::isinf(got) || std::isinf(w)) return 1e9;
    int e;
    std::frexp(std::fabs(w), &e);
    int digits = sizeof(T) == 4 ? FLT_MANT_DIG : DBL_MANT_DIG;
    int least = sizeof(T) == 4 ? FLT_MIN_EXP : DBL_MIN_EXP;
    e = (e < least || w == 0 ? least : e) - digits;
    return (double)std::fabs(std::ldexp((long double)got - w, -e));
}

template <class T, class F>
__global__ void map1(const T *x, T *y, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = f(x[i]);
}
template <class T, class F>
__global__ void map2(const T *x, const T *z, T *y, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = f(x[i], z[i]);
}

// Half of the arguments evenly from [lo, hi], half over all magnitudes in it.
template <class T> static std::vector<T> arguments(double lo, double hi, int n) {
    std::vector<T> x(n);
    for (int i = 0; i < n; i++) {
        double u = (lcg() + 0.5) / 2147483648.0;
        double v = lo + (hi - lo) * u;
        if (i % 2) {
            double most = std::fmax(std::fabs(lo), std::fabs(hi));
            double m = most * std::exp2(-24 * u);
            v = hi <= 0 || (lo < 0 && lcg() % 2) ? -m : m;
            if (v < lo || v > hi) v = lo + (hi - lo) * u;
        }
        x[i] = (T)v;
    }
    x[0] = (T)lo, x[1] = (T)hi;
    return x;
}

static void judge(const char *name, double worst, double at, double at2,
                  double bound) {
    bool good = worst <= bound;
    failures += !good;
    if (verbose || !good)
        printf("%-12s %9.3f ulp, at most %5.1f, at %.9g, %.9g%s\n", name, worst,
               bound, at, at2, good ? "" : "  TOO FAR");
}

enum { N = 4096 };

template <class T, class F, class G>
static void one(const char *name, double bound, double lo, double hi, F f, G g) {
    auto x = arguments<T>(lo, hi, N);
    Dev<T> dx(x), dy(N);
    map1<<<N / 256, 256>>>(dx.p, dy.p, (int)N, f);
    auto y = dy.get();
    double worst = 0;
    int at = 0;
    for (int i = 0; i < N; i++) {
        double u = ulps(y[i], (long double)g(x[i]));
        if (u > worst) worst = u, at = i;
    }
    judge(name, worst, x[at], 0, bound);
}

template <class T, class F, class G>
static void two(const char *name, double bound, double lo, double hi, double lo2,
                double hi2, F f, G g) {
    auto x = arguments<T>(lo, hi, N), z = arguments<T>(lo2, hi2, N);
    for (int i = 0; i < N; i++) std::swap(z[i], z[lcg() % N]);
    Dev<T> dx(x), dz(z), dy(N);
    map2<<<N / 256, 256>>>(dx.p, dz.p, dy.p, (int)N, f);
    auto y = dy.get();
    double worst = 0;
    int at = 0;
    for (int i = 0; i < N; i++) {
        double u = ulps(y[i], (long double)g(x[i], z[i]));
        if (u > worst) worst = u, at = i;
    }
    judge(name, worst, x[at], z[at], bound);
}

// The function of the same name on the device, and at higher precision here.
struct Of {
#define F1(name)                                                               \
    struct name##_ {                                                           \
        template <class T> __device__ T operator()(T x) const { return ::name(x); } \
    };
#define F2(name)                                                               \
    struct name##_ {                                                           \
        template <class T> __device__ T operator()(T x, T y) const {           \
            return ::name(x, y);                                               \
        }                                                                      \
    };
    F1(sinf) F1(cosf) F1(tanf) F1(expf) F1(exp2f) F1(exp10f) F1(logf) F1(log2f)
    F1(log10f) F1(log1pf) F1(expm1f) F1(erff) F1(erfcf) F1(tgammaf) F1(lgammaf)
    F1(sinhf) F1(coshf) F1(tanhf) F1(asinf) F1(acosf) F1(atanf) F1(asinhf)
    F1(acoshf) F1(atanhf) F1(cbrtf) F1(rsqrtf) F1(sqrtf) F1(sinpif) F1(cospif)
    F1(rcbrtf) F1(floorf) F1(rintf) F1(roundf) F1(truncf) F1(erfinvf)
    F1(normcdff) F1(__expf) F1(__exp10f) F1(__frcp_rn) F1(__fsqrt_rn) F1(logbf)
    F1(sin) F1(cos) F1(tan) F1(exp) F1(exp2) F1(log) F1(log2) F1(log10) F1(log1p)
    F1(expm1) F1(erf) F1(erfc) F1(tgamma) F1(lgamma) F1(sinh) F1(cosh) F1(tanh)
    F1(asin) F1(acos) F1(atan) F1(asinh) F1(acosh) F1(atanh) F1(cbrt) F1(rsqrt)
    F1(sqrt) F1(ceil) F1(rint) F1(round)
    F2(powf) F2(atan2f) F2(hypotf) F2(fmodf) F2(remainderf) F2(fdividef)
    F2(__fdividef) F2(__powf) F2(fdimf) F2(nextafterf) F2(copysignf)
    F2(__fadd_rn) F2(__fdiv_rn) F2(pow) F2(atan2) F2(hypot) F2(fmod)
    F2(remainder) F2(fmax)
};

struct Sin_ {
    __device__ float operator()(float x) const { return __sinf(x); }
};
struct Cos_ {
    __device__ float operator()(float x) const { return __cosf(x); }
};
struct Log_ {
    __device__ float operator()(float x) const { return __logf(x); }
};
struct Div_ {
    template <class T> __device__ T operator()(T x, T y) const { return x / y; }
};
struct Sincos_ {
    template <class T> __device__ T operator()(T x) const {
        T s, c;
        if constexpr (sizeof(T) == 4) sincosf(x, &s, &c);
        else sincos(x, &s, &c);
        return s * s + c * c;
    }
};
struct Split_ { // frexp, ldexp, modf and back
    __device__ float operator()(float x) const {
        int e;
        float m = frexpf(x, &e), whole, part = modff(x, &whole);
        return ldexpf(m, e) == x && whole + part == x ? scalbnf(m, e) : 0;
    }
};

#define HOST(expression) [](auto x) { return (expression); }
#define HOST2(expression) [](auto x, auto y) { return (expression); }

static void singles() {
    typedef double D;
#define ONE(name, bound, lo, hi, host)                                         \
    one<float>(#name, bound, lo, hi, Of::name##_(), HOST(host))
#define TWO(name, bound, lo, hi, lo2, hi2, host)                               \
    two<float>(#name, bound, lo, hi, lo2, hi2, Of::name##_(), HOST2(host))
    ONE(sinf, 2, -1000, 1000, sin((D)x));
    ONE(sinf, 2, -1e30, 1e30, sin((D)x));
    ONE(cosf, 2, -1000, 1000, cos((D)x));
    ONE(cosf, 2, 1e5, 1e9, cos((D)x));
    ONE(tanf, 4, -1000, 1000, tan((D)x));
    ONE(sinpif, 2, -0.9, 2.9, sinl(PI * (D)x));
    ONE(cospif, 2, -0.49, 0.49, cosl(PI * (D)x));
    ONE(expf, 2, -104, 90, exp((D)x));
    ONE(exp2f, 2, -150, 129, exp2((D)x));
    ONE(exp10f, 2, -45, 39, pow(10.0, (D)x));
    ONE(expm1f, 1, -20, 90, expm1((D)x));
    ONE(logf, 1, 1e-40, 100, log((D)x));
    ONE(log2f, 1, 1e-40, 100, log2((D)x));
    ONE(log10f, 2, 1e-40, 100, log10((D)x));
    ONE(log1pf, 1, -0.9999, 1000, log1p((D)x));
    ONE(erff, 2, -5, 5, erf((D)x));
    ONE(erfcf, 4, -5, 11, erfc((D)x));
    ONE(normcdff, 5, -12, 5, 0.5 * erfc(-(D)x / sqrt(2.0)));
    ONE(tgammaf, 5, -1.9, 34, tgamma((D)x));
    ONE(lgammaf, 6, 0.1, 1000, lgamma((D)x));
    ONE(sinhf, 3, -90, 90, sinh((D)x));
    ONE(coshf, 2, -90, 90, cosh((D)x));
    ONE(tanhf, 2, -10, 10, tanh((D)x));
    ONE(asinf, 2, -1, 1, asin((D)x));
    ONE(acosf, 2, -1, 1, acos((D)x));
    ONE(atanf, 2, -100, 100, atan((D)x));
    ONE(asinhf, 3, -1e6, 1e6, asinh((D)x));
    ONE(acoshf, 4, 1, 1e6, acosh((D)x));
    ONE(atanhf, 3, -0.9999, 0.9999, atanh((D)x));
    ONE(cbrtf, 1, -1e9, 1e9, cbrt((D)x));
    ONE(rcbrtf, 1, 1e-9, 1e9, 1 / cbrt((D)x));
    ONE(rsqrtf, 2, 1e-30, 1e30, 1 / sqrt((D)x));
    ONE(sqrtf, 0, 0, 1e30, sqrt((D)x));
    ONE(__fsqrt_rn, 0, 0, 1e-38, sqrt((D)x));
    ONE(__frcp_rn, 0, -1e38, 1e38, 1 / (D)x);
    ONE(floorf, 0, -1e7, 1e7, floor((D)x));
    ONE(truncf, 0, -1e7, 1e7, trunc((D)x));
    ONE(rintf, 0, -1e7, 1e7, rint((D)x));
    ONE(roundf, 0, -1e7, 1e7, round((D)x));
    ONE(logbf, 0, 1e-40, 1e30, logb((D)x));
    ONE(__expf, 2 + 1.173 * 80, -80, 80, exp((D)x));
    ONE(__exp10f, 2 + 2.97 * 30, -30, 30, pow(10.0, (D)x));
    one<float>("__sinf", 8, 0.5, 2.6, Sin_(), HOST(sin((D)x)));
    one<float>("__cosf", 8, -1, 1, Cos_(), HOST(cos((D)x)));
    one<float>("__logf", 3, 2, 1e30, Log_(), HOST(log((D)x)));
    one<float>("sincosf", 2, -1e6, 1e6, Sincos_(), HOST(0 * (D)x + 1));
    one<float>("frexpf", 0, -1e20, 1e20, Split_(), HOST((D)x));
    TWO(powf, 4, 0.01, 100, -10, 10, pow((D)x, (D)y));
    TWO(powf, 4, -30, -1, -6, 6, pow((D)x, (D)y));
    TWO(atan2f, 3, -10, 10, -10, 10, atan2((D)x, (D)y));
    TWO(hypotf, 3, -1e30, 1e30, -1e30, 1e30, hypot((D)x, (D)y));
    TWO(fmodf, 0, -1e6, 1e6, 0.1, 100, fmod((D)x, (D)y));
    TWO(remainderf, 0, -1e6, 1e6, 0.1, 100, remainder((D)x, (D)y));
    TWO(fdimf, 0, -10, 10, -10, 10, fdim((D)x, (D)y));
    TWO(copysignf, 0, -10, 10, -10, 10, copysign((D)x, (D)y));
    TWO(__fdiv_rn, 0, -1e20, 1e20, -1e9, 1e9, (D)x / (D)y);
    TWO(__fadd_rn, 0, -1e20, 1e20, -1e9, 1e9, (D)x + (D)y);
    TWO(fdividef, 0, -1e20, 1e20, -1e9, 1e9, (D)x / (D)y);
    TWO(__fdividef, 2, -1e20, 1e20, -1e9, 1e9, (D)x / (D)y);
    two<float>("x / y", 0, -1e-30, 1e-30, 1, 1e9, Div_(),
               HOST2((D)x / (D)y));
}

static void doubles() {
    typedef long double L;
#define ONED(name, bound, lo, hi, host)                                        \
    one<double>(#name, bound, lo, hi, Of::name##_(), HOST(host))
#define TWOD(name, bound, lo, hi, lo2, hi2, host)                              \
    two<double>(#name, bound, lo, hi, lo2, hi2, Of::name##_(), HOST2(host))
    ONED(sin, 2, -1e4, 1e4, sinl((L)x));
    ONED(sin, 2, -1e100, 1e100, sinl((L)x));
    ONED(cos, 2, -1e4, 1e4, cosl((L)x));
    ONED(tan, 2, -1e4, 1e4, tanl((L)x));
    ONED(exp, 1, -745, 709, expl((L)x));
    ONED(exp2, 1, -1074, 1023, exp2l((L)x));
    ONED(expm1, 1, -40, 709, expm1l((L)x));
    ONED(log, 1, 1e-310, 100, logl((L)x));
    ONED(log2, 1, 1e-310, 100, log2l((L)x));
    ONED(log10, 1, 1e-310, 100, log10l((L)x));
    ONED(log1p, 1, -0.9999, 1000, log1pl((L)x));
    ONED(erf, 2, -6, 6, erfl((L)x));
    ONED(erfc, 5, -6, 26, erfcl((L)x));
    ONED(tgamma, 10, -1.9, 170, tgammal((L)x));
    ONED(lgamma, 4, 0.1, 1e6, lgammal((L)x));
    ONED(sinh, 2, -700, 700, sinhl((L)x));
    ONED(cosh, 1, -700, 700, coshl((L)x));
    ONED(tanh, 2, -20, 20, tanhl((L)x));
    ONED(asin, 2, -1, 1, asinl((L)x));
    ONED(acos, 2, -1, 1, acosl((L)x));
    ONED(atan, 2, -100, 100, atanl((L)x));
    ONED(asinh, 3, -1e6, 1e6, asinhl((L)x));
    ONED(acosh, 3, 1, 1e6, acoshl((L)x));
    ONED(atanh, 2, -0.9999, 0.9999, atanhl((L)x));
    ONED(cbrt, 1, -1e100, 1e100, cbrtl((L)x));
    ONED(rsqrt, 1, 1e-300, 1e300, 1 / sqrtl((L)x));
    // Exact ones are not rounded twice: the host's own double will do.
    ONED(sqrt, 0, 0, 1e300, sqrt(x));
    ONED(ceil, 0, -1e15, 1e15, ceill((L)x));
    ONED(rint, 0, -1e15, 1e15, rintl((L)x));
    ONED(round, 0, -1e15, 1e15, roundl((L)x));
    one<double>("sincos", 3, -1e6, 1e6, Sincos_(), HOST(0 * (L)x + 1));
    TWOD(pow, 2, 0.01, 100, -100, 100, powl((L)x, (L)y));
    TWOD(atan2, 2, -10, 10, -10, 10, atan2l((L)x, (L)y));
    TWOD(hypot, 2, -1e200, 1e200, -1e200, 1e200, hypotl((L)x, (L)y));
    TWOD(fmod, 0, -1e9, 1e9, 0.1, 100, fmodl((L)x, (L)y));
    TWOD(remainder, 0, -1e9, 1e9, 0.1, 100, remainderl((L)x, (L)y));
    two<double>("x / y", 0, -1e200, 1e200, 1e-9, 1e9, Div_(),
                HOST2(x / y));
}

// What has no neighbour: zeros with their sign, infinities, NaNs, subnormals.
__global__ void specials(float *out, float zero, float inf) {
    float nan = zero / zero, tiny = 1e-40f + zero;
    float r[] = {sqrtf(-1 + zero), logf(zero), expf(-inf), powf(zero, 0),
                 fmaxf(nan, 3), fminf(3, nan), 1 / zero, -1 / zero, inf - inf,
                 tiny * 2, sinf(inf), atan2f(-zero, -1), copysignf(1, -zero),
                 nextafterf(zero, 1), fmodf(5, inf), __saturatef(7 + zero),
                 fmaf(1e30f, 1e30f, -inf), rsqrtf(zero), tanhf(inf), erfcf(-inf)};
    for (int i = 0; i < 20; i++) out[i] = r[i];
}

static void edges() {
    Dev<float> d(20);
    specials<<<1, 1>>>(d, 0, INFINITY);
    auto r = d.get();
    float want[] = {NAN, -INFINITY, 0, 1, 3, 3, INFINITY, -INFINITY, NAN, 2 * 1e-40f,
                    NAN, (float)-M_PI, -1, 1e-45f, 5, 1, -INFINITY, INFINITY, 1,
                    2};
    for (int i = 0; i < 20; i++) {
        bool same = r[i] == want[i] || (std::isnan(r[i]) && std::isnan(want[i]));
        if (!same) printf("special %d: %g, not %g\n", i, r[i], want[i]);
        CHECK(same);
    }
}

int main(int argc, char **argv) {
    verbose = argc > 1 && !strcmp(argv[1], "-v");
    singles();
    doubles();
    edges();
    return finish();
}
