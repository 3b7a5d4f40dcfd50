// What is computed point by point: life, Mandelbrot, convolution, a stencil in
// three dimensions, histograms, Monte Carlo, Black and Scholes.
#include "../sim/ok.h"

// ---- the game of life, on a torus, in shared memory with a rim

enum { SIDE = 16 };
__global__ void life(const uint8_t *from, uint8_t *to, int w, int h) {
    __shared__ uint8_t s[SIDE + 2][SIDE + 2];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    for (int j = threadIdx.y; j < SIDE + 2; j += SIDE)
        for (int i = threadIdx.x; i < SIDE + 2; i += SIDE)
            s[j][i] = from[(blockIdx.y * SIDE + j - 1 + h) % h * w +
                           (blockIdx.x * SIDE + i - 1 + w) % w];
    __syncthreads();
    int n = 0, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            n += (i || j) && s[ty + j][tx + i];
    if (x < w && y < h) to[y * w + x] = n == 3 || (n == 2 && s[ty][tx]);
}

static void gliders() {
    const int n = 48;
    std::vector<uint8_t> h(n * n, 0);
    for (int p : {1, n + 2, 2 * n, 2 * n + 1, 2 * n + 2})
        h[p] = 1;
    Dev<uint8_t> a(h), b(n * n);
    for (int i = 0; i < 4 * n; i++) // a glider is back after 4n steps
        life<<<dim3(n / SIDE, n / SIDE), dim3(SIDE, SIDE)>>>(
            i % 2 ? b : a, i % 2 ? a : b, n, n);
    CHECK(a.get() == h);
}

// ---- Mandelbrot

__global__ void mandelbrot(int *out, int n, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    double cx = -2 + 2.5 * x / n, cy = -1.25 + 2.5 * y / n, zx = 0, zy = 0;
    int i = 0;
    while (i < most && zx * zx + zy * zy <= 4) {
        double t = __dadd_rn(__dadd_rn(__dmul_rn(zx, zx), -__dmul_rn(zy, zy)), cx);
        zy = __dadd_rn(__dmul_rn(2 * zx, zy), cy);
        zx = t;
        i++;
    }
    out[y * n + x] = i;
}

static void fractal() {
    const int n = 64, most = 200;
    Dev<int> d(n * n);
    mandelbrot<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(d, n, most);
    auto got = d.get();
    int inside = 0, wrong = 0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            volatile double cx = -2 + 2.5 * x / n, cy = -1.25 + 2.5 * y / n;
            volatile double zx = 0, zy = 0, a, b, m;
            int i = 0;
            for (;; i++) {
                a = zx * zx, b = zy * zy;
                m = a + b;
                if (i >= most || m > 4) break;
                m = a - b;
                a = 2 * zx;
                b = a * zy;
                zx = m + cx;
                zy = b + cy;
            }
            inside += i == most;
            // |z|^2 may be fused on the device: at the rim a step apart
            wrong += abs(got[y * n + x] - i) > 1;
        }
    CHECK(wrong == 0 && inside > 500);
}

// ---- convolution, mask in constant memory

__constant__ float mask[25];
__global__ void convolve(const float *in, float *out, int w, int h) {
    __shared__ float s[20][20];
    int x0 = blockIdx.x * 16 - 2, y0 = blockIdx.y * 16 - 2;
    for (int i = threadIdx.y * 16 + threadIdx.x; i < 400; i += 256) {
        int x = x0 + i % 20, y = y0 + i / 20;
        s[i / 20][i % 20] =
            x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
    }
    __syncthreads();
    int x = x0 + 2 + threadIdx.x, y = y0 + 2 + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 5; i++)
            sum += mask[j * 5 + i] * s[threadIdx.y + j][threadIdx.x + i];
    out[y * w + x] = sum;
}

static void convolution() {
    const int w = 50, h = 37;
    std::vector<float> in(w * h), m(25);
    for (auto &v : in)
        v = unit();
    for (auto &v : m)
        v = unit();
    OK(cudaMemcpyToSymbol(mask, m.data(), 100));
    Dev<float> a(in), b(w * h);
    convolve<<<dim3(4, 3), dim3(16, 16)>>>(a, b, w, h);
    auto got = b.get();
    int wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double sum = 0;
            for (int j = -2; j <= 2; j++)
                for (int i = -2; i <= 2; i++)
                    if (x + i >= 0 && x + i < w && y + j >= 0 && y + j < h)
                        sum += m[(j + 2) * 5 + i + 2] * in[(y + j) * w + x + i];
            wrong += fabs(sum - got[y * w + x]) > 1e-4;
        }
    CHECK(wrong == 0);
}

// ---- heat in a box: planes march through registers

__global__ void heat(const float *from, float *to, int n) {
    __shared__ float s[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, plane = n * n;
    bool in = x < n && y < n, core = in && x > 0 && y > 0 && x < n - 1 && y < n - 1;
    int at = y * n + x;
    float below = 0, here = in ? from[at] : 0, above = in ? from[at + plane] : 0;
    for (int z = 1; z < n - 1; z++) {
        below = here, here = above;
        above = in ? from[at + (z + 1) * plane] : 0;
        __syncthreads();
        s[ty][tx] = here;
        if (core && threadIdx.x == 0) s[ty][0] = from[at + z * plane - 1];
        if (core && threadIdx.x == 15) s[ty][17] = from[at + z * plane + 1];
        if (core && threadIdx.y == 0) s[0][tx] = from[at + z * plane - n];
        if (core && threadIdx.y == 15) s[17][tx] = from[at + z * plane + n];
        __syncthreads();
        if (core)
            to[at + z * plane] =
                here + 0.1f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] +
                               s[ty + 1][tx] + below + above - 6 * here);
    }
}

static void stencil() {
    const int n = 34;
    std::vector<float> h(n * n * n);
    for (auto &v : h)
        v = unit();
    Dev<float> a(h), b(h);
    heat<<<dim3(3, 3), dim3(16, 16)>>>(a, b, n);
    auto got = b.get();
    int wrong = 0;
    for (int z = 1; z < n - 1; z++)
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++) {
                int p = (z * n + y) * n + x;
                double want = h[p] + 0.1 * (h[p - 1] + h[p + 1] + h[p - n] +
                                            h[p + n] + h[p - n * n] +
                                            h[p + n * n] - 6 * h[p]);
                wrong += fabs(want - got[p]) > 1e-5;
            }
    CHECK(wrong == 0 && got[0] == h[0]);
}

// ---- histograms

__global__ void histogram(const uint8_t *v, int n, unsigned *bins) {
    __shared__ unsigned s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        atomicAdd(&s[v[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (s[i]) atomicAdd(&bins[i], s[i]);
}

static void histograms() {
    std::vector<uint8_t> v(30001);
    std::vector<unsigned> want(256, 0);
    for (auto &x : v)
        want[x = (uint8_t)(lcg() % 16 * (lcg() % 16))]++;
    Dev<uint8_t> d(v);
    Dev<unsigned> bins(256);
    bins.zero();
    histogram<<<10, 128>>>(d, (int)v.size(), bins);
    CHECK(bins.get() == want);
}

// ---- chance and money

__global__ void throw_darts(unsigned long long *hits, int per) {
    uint64_t s = (blockIdx.x * blockDim.x + threadIdx.x + 1) *
                 0x9e3779b97f4a7c15ull;
    unsigned in = 0;
    for (int i = 0; i < per; i++) {
        s ^= s << 13, s ^= s >> 7, s ^= s << 17;
        float x = (uint32_t)s * 0x1p-32f, y = (uint32_t)(s >> 32) * 0x1p-32f;
        in += x * x + y * y < 1;
    }
    for (int d = 16; d > 0; d /= 2)
        in += __shfl_down_sync(0xffffffff, in, d);
    if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)in);
}

__device__ float normal_below(float x) {
    return 0.5f * erfcf(-x * 0.70710678f);
}

__global__ void price(const float *spot, const float *strike, const float *years,
                      float *call, float *put, int n, float rate, float sigma) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float root = sigma * sqrtf(years[i]);
    float d1 = (logf(spot[i] / strike[i]) +
                (rate + 0.5f * sigma * sigma) * years[i]) /
               root;
    float d2 = d1 - root, later = strike[i] * expf(-rate * years[i]);
    call[i] = spot[i] * normal_below(d1) - later * normal_below(d2);
    put[i] = later * normal_below(-d2) - spot[i] * normal_below(-d1);
}

static void options() {
    const int n = 500;
    std::vector<float> spot(n), strike(n), years(n);
    for (int i = 0; i < n; i++) {
        spot[i] = 5 + 25 * unit();
        strike[i] = 1 + 99 * unit();
        years[i] = 0.25f + 9 * unit();
    }
    Dev<float> s(spot), k(strike), t(years), c(n), p(n);
    price<<<4, 128>>>(s, k, t, c, p, n, 0.02f, 0.3f);
    auto call = c.get(), put = p.get();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        double root = 0.3 * sqrt(years[i]);
        double d1 = (log((double)spot[i] / strike[i]) + 0.065 * years[i]) / root;
        double later = strike[i] * exp(-0.02 * years[i]);
        double want = spot[i] * 0.5 * erfc(-d1 / sqrt(2.0)) -
                      later * 0.5 * erfc(-(d1 - root) / sqrt(2.0));
        wrong += fabs(call[i] - want) > 1e-3;
        // put and call differ by what is certain
        wrong += fabs(call[i] - put[i] - spot[i] + later) > 1e-3;
    }
    CHECK(wrong == 0);

    Dev<unsigned long long> hits(1);
    hits.zero();
    throw_darts<<<16, 128>>>(hits, 100);
    CHECK(fabs(4.0 * hits.get()[0] / (16 * 128 * 100) - M_PI) < 0.02);
}

int main() {
    gliders();
    fractal();
    convolution();
    stencil();
    histograms();
    options();
    return finish();
}
