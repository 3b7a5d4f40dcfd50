// Numerical work: bodies that attract each other, FFT, LU, k-means.
#include "../sim/ok.h"

#include <complex>

// ---- n bodies: positions pass through shared memory a block at a time

__global__ void forces(const float4 *p, float3 *a, int n, float soft) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? p[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += blockDim.x) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? p[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < blockDim.x; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y,
                  dz = tile[k].z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
            float f = tile[k].w * r * r * r;
            sum.x += f * dx, sum.y += f * dy, sum.z += f * dz;
        }
        __syncthreads();
    }
    if (i < n) a[i] = sum;
}

__global__ void move(float4 *p, float3 *v, const float3 *a, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    v[i].x += a[i].x * dt, v[i].y += a[i].y * dt, v[i].z += a[i].z * dt;
    p[i].x += v[i].x * dt, p[i].y += v[i].y * dt, p[i].z += v[i].z * dt;
}

static void bodies() {
    const int n = 300;
    std::vector<float4> p(n);
    for (auto &b : p)
        b = make_float4(unit(), unit(), unit(), unit());
    Dev<float4> dp(p);
    Dev<float3> v(n), a(n);
    v.zero();
    for (int step = 0; step < 3; step++) {
        forces<<<3, 128, 128 * sizeof(float4)>>>(dp, a, n, 0.01f);
        if (step == 0) {
            auto got = a.get();
            int wrong = 0;
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y,
                           dz = p[j].z - p[i].z;
                    sum += p[j].w * dx /
                           pow(dx * dx + dy * dy + dz * dz + 0.01f, 1.5);
                }
                wrong += fabs(got[i].x - sum) > 1e-2 + 1e-4 * fabs(sum);
            }
            CHECK(wrong == 0);
        }
        move<<<3, 128>>>(dp, v, a, n, 0.001f);
    }
    // nothing from outside: momentum stays where it was
    auto vel = v.get();
    double px = 0, all = 0;
    for (int i = 0; i < n; i++)
        px += p[i].w * vel[i].x, all += fabs(p[i].w * vel[i].x);
    CHECK(fabs(px) < 1e-4 * all);
}

// ---- FFT: bits reversed, then log n passes of butterflies in shared memory

__global__ void fft(float2 *v, int bits, float sign) {
    extern __shared__ float2 s[];
    int n = 1 << bits;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[__brev(i) >> (32 - bits)] = v[blockIdx.x * n + i];
    __syncthreads();
    for (int half = 1; half < n; half *= 2) {
        for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
            int k = i & (half - 1), a = 2 * (i - k) + k, b = a + half;
            float co, si;
            sincospif(sign * k / half, &si, &co);
            float2 x = s[a], y = s[b];
            float2 t = make_float2(y.x * co - y.y * si, y.x * si + y.y * co);
            s[a] = make_float2(x.x + t.x, x.y + t.y);
            s[b] = make_float2(x.x - t.x, x.y - t.y);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v[blockIdx.x * n + i] = s[i];
}

static void transforms() {
    const int bits = 8, n = 1 << bits, batch = 3;
    std::vector<float2> h(n * batch);
    for (auto &v : h)
        v = make_float2(unit() - 0.5f, unit() - 0.5f);
    Dev<float2> d(h);
    fft<<<batch, 64, n * sizeof(float2)>>>(d, bits, -1);
    auto f = d.get();
    int wrong = 0;
    for (int k = 0; k < n; k += 7) {
        std::complex<double> sum = 0;
        for (int i = 0; i < n; i++)
            sum += std::complex<double>(h[n + i].x, h[n + i].y) *
                   std::polar(1.0, -2 * M_PI * k * i / n);
        wrong += fabs(sum.real() - f[n + k].x) > 1e-3 ||
                 fabs(sum.imag() - f[n + k].y) > 1e-3;
    }
    fft<<<batch, 64, n * sizeof(float2)>>>(d, bits, 1);
    auto back = d.get();
    for (int i = 0; i < n * batch; i++)
        wrong += fabsf(back[i].x / n - h[i].x) > 1e-5f;
    CHECK(wrong == 0);
}

// ---- LU without pivots: a column, then what is right and below of it

__global__ void lu_column(double *a, int n, int k) {
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i * n + k] /= a[k * n + k];
}

__global__ void lu_rest(double *a, int n, int k) {
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

static void factors() {
    const int n = 60;
    std::vector<double> h(n * n);
    for (int i = 0; i < n * n; i++)
        h[i] = unit() + (i % (n + 1) == 0 ? n : 0);
    Dev<double> d(h);
    for (int k = 0; k < n - 1; k++) {
        lu_column<<<1, 64>>>(d, n, k);
        lu_rest<<<dim3(4, 4), dim3(16, 16)>>>(d, n, k);
    }
    auto lu = d.get();
    double worst = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k <= std::min(i, j); k++)
                sum += (k == i ? 1 : lu[i * n + k]) * lu[k * n + j];
            worst = fmax(worst, fabs(sum - h[i * n + j]));
        }
    CHECK(worst < 1e-10);
}

// ---- k-means

enum { CENTRES = 4 };
__global__ void nearest(const float2 *p, int n, const float2 *centre, int *which,
                        float *sums, int *counts) {
    __shared__ float s[2 * CENTRES];
    __shared__ int c[CENTRES];
    if (threadIdx.x < 2 * CENTRES) s[threadIdx.x] = 0;
    if (threadIdx.x < CENTRES) c[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int best = 0;
        float least = INFINITY;
        for (int k = 0; k < CENTRES; k++) {
            float dx = p[i].x - centre[k].x, dy = p[i].y - centre[k].y;
            float d = dx * dx + dy * dy;
            if (d < least) least = d, best = k;
        }
        which[i] = best;
        atomicAdd(&s[2 * best], p[i].x);
        atomicAdd(&s[2 * best + 1], p[i].y);
        atomicAdd(&c[best], 1);
    }
    __syncthreads();
    if (threadIdx.x < 2 * CENTRES) atomicAdd(&sums[threadIdx.x], s[threadIdx.x]);
    if (threadIdx.x < CENTRES) atomicAdd(&counts[threadIdx.x], c[threadIdx.x]);
}

__global__ void centres(float2 *centre, float *sums, int *counts) {
    int k = threadIdx.x;
    if (counts[k])
        centre[k] = make_float2(sums[2 * k] / counts[k],
                                sums[2 * k + 1] / counts[k]);
    sums[2 * k] = sums[2 * k + 1] = 0;
    counts[k] = 0;
}

static void clusters() {
    const int n = 1000;
    std::vector<float2> p(n);
    for (int i = 0; i < n; i++)
        p[i] = make_float2(i % 4 / 2 * 10 + unit(), i % 2 * 10 + unit());
    Dev<float2> dp(p),
        c(std::vector<float2>{{1, 1}, {2, 8}, {8, 2}, {9, 9}});
    Dev<int> which(n), counts(CENTRES);
    Dev<float> sums(2 * CENTRES);
    counts.zero(), sums.zero();
    for (int i = 0; i < 5; i++) {
        nearest<<<8, 128>>>(dp, n, c, which, sums, counts);
        centres<<<1, CENTRES>>>(c, sums, counts);
    }
    auto got = c.get();
    auto w = which.get();
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += w[i] != i % 4;
    CHECK(wrong == 0 && fabsf(got[3].x - 10.5f) < 0.1f);
}

int main() {
    bodies();
    transforms();
    factors();
    clusters();
    return finish();
}
