// Arithmetic as a first course meets it.
#include "diff.h"

__global__ void divide(const int *a, const int *b, int *q, int *r) {
    int i = threadIdx.x;
    q[i] = a[i] / b[i];
    r[i] = a[i] % b[i];
}
PROGRAM(integers_divide_towards_zero) {
    Device<int> a({7, -7, 7, -7, 2147483647, -2147483647, 0, 1});
    Device<int> b({2, 2, -2, -2, 3, 7, 5, -1}), q(8), r(8);
    divide<<<1, 8>>>(a.p, b.p, q.p, r.p);
    out_ints("q", q.host());
    out_ints("r", r.host());
}

__global__ void shift(uint32_t v, uint32_t *left, uint32_t *right, int *sign) {
    int i = threadIdx.x;
    left[i] = v << i;
    right[i] = v >> i;
    sign[i] = (int)v >> i;
}
PROGRAM(shifts_by_every_amount) {
    Device<uint32_t> l(32), r(32);
    Device<int> s(32);
    shift<<<1, 32>>>(0x87654321u, l.p, r.p, s.p);
    out_ints("left", l.host());
    out_ints("right", r.host());
    out_ints("sign", s.host());
}

__global__ void convert(const float *v, int *toward, int *nearest, int *up,
                        int *down, unsigned *u) {
    int i = threadIdx.x;
    toward[i] = (int)v[i];
    nearest[i] = __float2int_rn(v[i]);
    up[i] = __float2int_ru(v[i]);
    down[i] = __float2int_rd(v[i]);
    u[i] = (unsigned)v[i];
}
PROGRAM(floats_become_integers_and_saturate) {
    std::vector<float> v = {0.5f,  1.5f,  2.5f, -0.5f,     -1.5f,    3e9f,
                            -3e9f, 5e9f,  NAN,  INFINITY, -INFINITY, 1e-40f,
                            -0.0f, 0.999f, 8388609.5f, 2147483520.0f};
    Device<float> d(v);
    Device<int> a(16), b(16), c(16), e(16);
    Device<unsigned> u(16);
    convert<<<1, 16>>>(d.p, a.p, b.p, c.p, e.p, u.p);
    out_ints("toward", a.host());
    out_ints("nearest", b.host());
    out_ints("up", c.host());
    out_ints("down", e.host());
    out_ints("unsigned", u.host());
}

__global__ void arithmetic(const float *a, const float *b, float *v) {
    int i = threadIdx.x, n = blockDim.x;
    v[i] = a[i] + b[i];
    v[n + i] = a[i] * b[i];
    v[2 * n + i] = a[i] / b[i];
    v[3 * n + i] = fmaf(a[i], b[i], -a[i]);
    v[4 * n + i] = sqrtf(fabsf(a[i]));
    v[5 * n + i] = fminf(a[i], b[i]);
    v[6 * n + i] = fmaxf(a[i], b[i]);
    v[7 * n + i] = fmodf(a[i], b[i]);
}
PROGRAM(floats_round_as_ieee_says) {
    std::vector<float> a = {1.0f, 1e38f, 1e-38f, 3.0f, NAN, -0.0f, 16777217.0f,
                            0.1f};
    std::vector<float> b = {3.0f, 10.0f, 1e-3f, -7.0f, 1.0f, 0.0f, 0.3333333f,
                            -0.2f};
    Device<float> x(a), y(b), v(64);
    arithmetic<<<1, 8>>>(x.p, y.p, v.p);
    out_floats("v", v.host());
}

// CUDA C++ Programming Guide, "Mathematical Functions": largest errors in ulps.
__global__ void functions(float x, float *v) {
    v[0] = expf(x);
    v[1] = logf(x);
    v[2] = sinf(x);
    v[3] = cosf(x);
    v[4] = tanhf(x);
    v[5] = powf(x, 1.7f);
    v[6] = cbrtf(x);
    v[7] = erff(x);
    v[8] = rsqrtf(x);
    v[9] = atan2f(x, 2.5f);
}
PROGRAM(functions_of_math_h) {
    static const int ulps[] = {2, 1, 2, 2, 2, 4, 1, 2, 2, 3};
    static const char *const name[] = {"exp",  "log",  "sin", "cos",   "tanh",
                                       "pow",  "cbrt", "erf", "rsqrt", "atan2"};
    Device<float> v(10);
    for (float x : {0.001f, 0.5f, 1.0f, 2.75f, 31.5f}) {
        functions<<<1, 1>>>(x, v.p);
        std::vector<float> h = v.host();
        for (int i = 0; i < 10; i++)
            out_float(name[i], h[i], ulps[i]);
    }
}
