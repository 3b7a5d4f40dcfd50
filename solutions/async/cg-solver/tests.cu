// Builds matrices of grids, has them solved, and looks at what came out in double.
#include "kata_tests.h"

#include <math.h>
#include <stdlib.h>
#include <vector>

int solve(const int *offsets, const int *cols, const float *values, const float *b, float *x,
          int rows, float tolerance, int most);

enum { FINITE, STEPS, SOLVED, AGAIN, NOTHING, KEPT, FREED, FACTS };

struct System {
    std::vector<int> offsets, cols;
    std::vector<float> values, b, x;
    int *d_offsets, *d_cols;
    float *d_values, *d_b, *d_x;
};

// A grid of points. Neighbours are joined with weight 1 + rough * noise, and points at the
// edge with the outside; `sink` on the diagonal. Symmetric, and positive definite.
static void build(System &s, const float *noise, int wide, int high, float sink,
                  float rough) {
    int n = wide * high;
    const float *right = noise, *down = noise + n;
    s.offsets.push_back(0);
    for (int i = 0; i < n; i++) {
        int c = i % wide, r = i / wide;
        float up = r > 0 ? 1 + rough * down[i - wide] : 1;
        float low = r + 1 < high ? 1 + rough * down[i] : 1;
        float left = c > 0 ? 1 + rough * right[i - 1] : 1;
        float far = c + 1 < wide ? 1 + rough * right[i] : 1;
        auto put = [&](bool is_there, int col, float value) {
            if (is_there) s.cols.push_back(col), s.values.push_back(value);
        };
        put(r > 0, i - wide, -up);
        put(c > 0, i - 1, -left);
        put(true, i, up + low + left + far + sink);
        put(c + 1 < wide, i + 1, -far);
        put(r + 1 < high, i + wide, -low);
        s.offsets.push_back((int)s.cols.size());
    }
    s.b.assign(noise + 2 * n, noise + 3 * n);
    s.x.assign(noise + 3 * n, noise + 4 * n);
}

template <typename T> static T *to_device(const std::vector<T> &v) {
    T *d;
    cudaMalloc(&d, v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

template <typename T> static std::vector<T> to_host(const T *d, size_t n) {
    std::vector<T> v(n);
    cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

typedef std::vector<double> Vector;

static Vector times(const System &s, const Vector &x) {
    Vector y(x.size());
    for (size_t r = 0; r < x.size(); r++)
        for (int i = s.offsets[r]; i < s.offsets[r + 1]; i++)
            y[r] += s.values[i] * x[s.cols[i]];
    return y;
}

static double dot(const Vector &x, const Vector &y) {
    double sum = 0;
    for (size_t i = 0; i < x.size(); i++)
        sum += x[i] * y[i];
    return sum;
}

static Vector residual(const System &s, const Vector &x) {
    Vector r = times(s, x);
    for (size_t i = 0; i < r.size(); i++)
        r[i] = s.b[i] - r[i];
    return r;
}

// The same method in double: how many steps does it need?
static int steps_in_double(const System &s, double tolerance, int most, Vector &x) {
    Vector b(s.b.begin(), s.b.end()), r = residual(s, x), p = r;
    double rr = dot(r, r), limit = tolerance * tolerance * dot(b, b);
    int k = 0;
    for (; k < most && rr > limit; k++) {
        Vector q = times(s, p);
        double a = rr / dot(p, q);
        for (size_t i = 0; i < x.size(); i++)
            x[i] += a * p[i], r[i] -= a * q[i];
        double next = dot(r, r);
        for (size_t i = 0; i < x.size(); i++)
            p[i] = r[i] + next / rr * p[i];
        rr = next;
    }
    return k;
}

// Is x as good as that of the same number of steps in double?
static bool is_close(const System &s, const float *d_x, float tolerance, int most,
                     int *steps) {
    Vector want(s.x.begin(), s.x.end());
    *steps = steps_in_double(s, tolerance, most, want);
    std::vector<float> got = to_host(d_x, s.x.size());
    Vector x(got.begin(), got.end()), b(s.b.begin(), s.b.end());
    Vector r = residual(s, x), best = residual(s, want);
    double goal = fmax(sqrt(dot(best, best)), tolerance * sqrt(dot(b, b)));
    double length = sqrt(dot(r, r));
    return length <= 1.3 * goal; // false for NaN
}

static bool is_finite(const float *d_x, size_t n) {
    for (float v : to_host(d_x, n))
        if (!isfinite(v)) return false;
    return true;
}

static int in_use(void) {
    return kata_calls("cudaMalloc") + kata_calls("cudaMallocAsync") +
           kata_calls("cudaMallocManaged") + kata_calls("cudaMallocHost") -
           kata_calls("cudaFree") - kata_calls("cudaFreeAsync") -
           kata_calls("cudaFreeHost");
}

void solve_all(const float *noise, int *facts, int wide, int high, float sink, float rough,
               int most, int once);

void solve_all(const float *noise, int *facts, int wide, int high, float sink, float rough,
               int most, int once) {
    const float tolerance = 1e-4f;
    int rows = wide * high, want;
    System s;
    build(s, noise, wide, high, sink, rough);
    s.d_offsets = to_device(s.offsets), s.d_cols = to_device(s.cols);
    s.d_values = to_device(s.values), s.d_b = to_device(s.b), s.d_x = to_device(s.x);
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;

    int used = in_use();
    int got = solve(s.d_offsets, s.d_cols, s.d_values, s.d_b, s.d_x, rows, tolerance, most);
    if (once) { // for the clock
        facts[SOLVED] = got > 0 && got < most;
    } else {
        facts[FREED] = in_use() <= used;
        facts[FINITE] = is_finite(s.d_x, rows);
        facts[SOLVED] = is_close(s, s.d_x, tolerance, most, &want);
        facts[STEPS] = abs(got - want) <= 1;
        // NaN, or an end that comes too early, says it all.
        facts[STEPS] |= !facts[FINITE];
        facts[SOLVED] |= !facts[FINITE] || got < want - 1;
        facts[KEPT] = to_host(s.d_offsets, s.offsets.size()) == s.offsets &&
                      to_host(s.d_cols, s.cols.size()) == s.cols &&
                      to_host(s.d_values, s.values.size()) == s.values &&
                      to_host(s.d_b, s.b.size()) == s.b;

        // Another right side, from 0.
        for (int i = 0; i < rows; i++)
            s.b[i] = s.x[i] + 0.5f, s.x[i] = 0;
        cudaMemcpy(s.d_b, s.b.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemset(s.d_x, 0, rows * sizeof(float));
        got = solve(s.d_offsets, s.d_cols, s.d_values, s.d_b, s.d_x, rows, tolerance, most);
        facts[AGAIN] = is_close(s, s.d_x, tolerance, most, &want);
        facts[AGAIN] &= abs(got - want) <= 1;
        facts[AGAIN] |= !facts[FINITE] || !facts[STEPS] || !facts[SOLVED];

        // Nothing to do.
        cudaMemset(s.d_b, 0, rows * sizeof(float));
        cudaMemset(s.d_x, 0, rows * sizeof(float));
        got = solve(s.d_offsets, s.d_cols, s.d_values, s.d_b, s.d_x, rows, tolerance, most);
        facts[NOTHING] = got == 0 && to_host(s.d_x, rows) == std::vector<float>(rows);
    }
    cudaFree(s.d_offsets), cudaFree(s.d_cols), cudaFree(s.d_values);
    cudaFree(s.d_b), cudaFree(s.d_x);
}
