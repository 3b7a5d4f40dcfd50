// Arithmetic of a first course: matrix products, row-wise softmax and layer
// normalisation, bodies in double precision, the Mandelbrot set, bitonic sort.
#include "ok.h"

#include <algorithm>

__global__ void matmul_naive(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[row * n + k] * b[k * n + col];
    c[row * n + col] = s;
}

template <int T>
__global__ void matmul_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float sa[T][T], sb[T][T];
    int col = blockIdx.x * T + threadIdx.x, row = blockIdx.y * T + threadIdx.y;
    float s = 0;
    for (int k0 = 0; k0 < n; k0 += T) {
        int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        sa[threadIdx.y][threadIdx.x] = row < n && ka < n ? a[row * n + ka] : 0;
        sb[threadIdx.y][threadIdx.x] = kb < n && col < n ? b[kb * n + col] : 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; k++) s += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = s;
}

// 64x64 per block of 16x16 threads, 4x4 results in registers, float4 copies.
__global__ __launch_bounds__(256) void matmul_registers(const float *a,
                                                        const float *b,
                                                        float *c, int n) {
    __shared__ float sa[16][64], sb[16][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float r[4][4] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        int m = threadIdx.x / 4, k = threadIdx.x % 4 * 4;
        float4 va = *(const float4 *)&a[(row0 + m) * n + k0 + k];
        sa[k][m] = va.x, sa[k + 1][m] = va.y;
        sa[k + 2][m] = va.z, sa[k + 3][m] = va.w;
        *(float4 *)&sb[ty][tx * 4] =
            *(const float4 *)&b[(k0 + ty) * n + col0 + tx * 4];
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 16; kk++) {
            float4 x = *(float4 *)&sa[kk][ty * 4], y = *(float4 *)&sb[kk][tx * 4];
            float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) r[i][j] += xs[i] * ys[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&c[(row0 + ty * 4 + i) * n + col0 + tx * 4] =
            make_float4(r[i][0], r[i][1], r[i][2], r[i][3]);
}

static void products() {
    for (int n : {1, 33, 64, 128}) {
        std::vector<float> a(n * n), b(n * n), want(n * n);
        for (auto &v : a) v = (float)(lcg() % 17) - 8;
        for (auto &v : b) v = (float)(lcg() % 17) - 8;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                for (int j = 0; j < n; j++)
                    want[i * n + j] += a[i * n + k] * b[k * n + j];
        Dev<float> da(a), db(b), dc(n * n);
        dim3 grid((n + 15) / 16, (n + 15) / 16), block(16, 16);
        matmul_naive<<<grid, block>>>(da, db, dc, n);
        CHECK(dc.get() == want);
        dc.zero();
        matmul_tiled<16><<<grid, block>>>(da, db, dc, n);
        CHECK(dc.get() == want);
        dc.zero();
        if (n % 64) continue;
        matmul_registers<<<dim3(n / 64, n / 64), 256>>>(da, db, dc, n);
        CHECK(dc.get() == want);
    }
}

// ---- rows

template <class Op> __device__ float block_all(float v, Op op) {
    __shared__ float part[32];
    for (int d = 16; d; d /= 2) v = op(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[threadIdx.x % 32 % (blockDim.x / 32)];
    for (int d = 16; d; d /= 2) {
        float o = __shfl_xor_sync(~0u, v, d);
        if (d < blockDim.x / 32) v = op(v, o);
    }
    __syncthreads();
    return v;
}

__global__ void softmax(const float *in, float *out, int n) {
    in += blockIdx.x * n, out += blockIdx.x * n;
    float m = -INFINITY, s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, in[i]);
    m = block_all(m, [](float a, float b) { return fmaxf(a, b); });
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += expf(in[i] - m);
    s = block_all(s, [](float a, float b) { return a + b; });
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = expf(in[i] - m) / s;
}

__global__ void layer_norm(const float *in, const float *gain, float *out,
                           int n) {
    in += blockIdx.x * n, out += blockIdx.x * n;
    auto plus = [](float a, float b) { return a + b; };
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i];
    float mean = block_all(s, plus) / n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        q += (in[i] - mean) * (in[i] - mean);
    float scale = rsqrtf(block_all(q, plus) / n + 1e-5f);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = (in[i] - mean) * scale * gain[i];
}

static void rows() {
    for (int n : {1, 100, 1000}) {
        int rows = 5;
        std::vector<float> a(rows * n), g(n);
        for (auto &v : a) v = unit() * 20 - 10;
        for (auto &v : g) v = unit() + 0.5f;
        Dev<float> in(a), gain(g), soft(rows * n), norm(rows * n);
        softmax<<<rows, 128>>>(in, soft, n);
        layer_norm<<<rows, 256>>>(in, gain, norm, n);
        auto s = soft.get(), l = norm.get();
        for (int r = 0; r < rows; r++) {
            const float *x = &a[r * n];
            double m = *std::max_element(x, x + n), sum = 0, mean = 0, var = 0;
            for (int i = 0; i < n; i++) sum += exp(x[i] - m), mean += x[i] / n;
            for (int i = 0; i < n; i++) var += (x[i] - mean) * (x[i] - mean) / n;
            for (int i = 0; i < n; i++) {
                double want = exp(x[i] - m) / sum;
                CHECK(fabs(s[r * n + i] - want) <= 4e-6 * want);
                want = (x[i] - mean) / sqrt(var + 1e-5) * g[i];
                CHECK(fabs(l[r * n + i] - want) <= 4e-5);
            }
        }
    }
}

// ---- bodies, Mandelbrot

struct Body {
    double x, y, z, m;
};

__global__ void accelerate(const Body *b, double3 *acc, int n) {
    __shared__ Body s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Body me = i < n ? b[i] : Body{0, 0, 0, 0};
    double ax = 0, ay = 0, az = 0;
    for (int base = 0; base < n; base += 64) {
        if (base + threadIdx.x < n) s[threadIdx.x] = b[base + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64 && base + k < n; k++) {
            double dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
            double d2 = dx * dx + dy * dy + dz * dz + 1e-3;
            double f = s[k].m / (d2 * sqrt(d2));
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    if (i < n) acc[i] = make_double3(ax, ay, az);
}

static void bodies() {
    int n = 150;
    std::vector<Body> b(n);
    for (auto &v : b) v = {unit(), unit(), unit(), unit() + 0.1};
    Dev<Body> db(b);
    Dev<double3> da(n);
    accelerate<<<(n + 63) / 64, 64>>>(db, da, n);
    auto a = da.get();
    for (int i = 0; i < n; i++) {
        double w[3] = {0, 0, 0}, scale = 0;
        for (int k = 0; k < n; k++) {
            double d[3] = {b[k].x - b[i].x, b[k].y - b[i].y, b[k].z - b[i].z};
            double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3;
            double f = b[k].m / (d2 * sqrt(d2));
            for (int c = 0; c < 3; c++) w[c] += f * d[c], scale += fabs(f * d[c]);
        }
        CHECK(fabs(a[i].x - w[0]) < 1e-13 * scale);
        CHECK(fabs(a[i].y - w[1]) < 1e-13 * scale);
        CHECK(fabs(a[i].z - w[2]) < 1e-13 * scale);
    }
}

__host__ __device__ inline int escape(int px, int py, int w, int h) {
    double cx = -2.2 + 3.2 * px / w, cy = -1.2 + 2.4 * py / h, x = 0, y = 0;
    int k = 0;
    for (; k < 200; k++) {
        // fma both sides, so that host and device round alike.
        double xx = fma(x, x, fma(-y, y, cx)), yy = fma(2 * x, y, cy);
        x = xx, y = yy;
        if (x * x > 4 || y * y > 4) break;
    }
    return k;
}

__global__ void mandelbrot(int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = escape(x, y, w, h);
}

static void sets() {
    int w = 75, h = 50;
    Dev<int> out(w * h);
    mandelbrot<<<dim3(3, 7), dim3(32, 8)>>>(out, w, h);
    auto got = out.get();
    int off = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) off += got[y * w + x] != escape(x, y, w, h);
    CHECK(off == 0);
}

// ---- bitonic sort

__global__ void bitonic_shared(float *a) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = a[t], s[t + 512] = a[t + 512];
    for (unsigned k = 2; k <= 1024; k *= 2)
        for (unsigned j = k / 2; j; j /= 2) {
            __syncthreads();
            unsigned i = 2 * t - (t & (j - 1));
            bool up = !(i & k);
            if ((s[i] > s[i + j]) == up) {
                float x = s[i];
                s[i] = s[i + j], s[i + j] = x;
            }
        }
    __syncthreads();
    a[t] = s[t], a[t + 512] = s[t + 512];
}

__global__ void bitonic_step(unsigned *a, unsigned j, unsigned k) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, o = i ^ j;
    if (o <= i) return;
    if ((a[i] > a[o]) == !(i & k)) {
        unsigned x = a[i];
        a[i] = a[o], a[o] = x;
    }
}

static void sorts() {
    std::vector<float> f(1024);
    std::vector<unsigned> u(4096);
    for (auto &v : f) v = unit() - 0.5f;
    for (auto &v : u) v = lcg();
    Dev<float> df(f);
    Dev<unsigned> du(u);
    bitonic_shared<<<1, 512>>>(df);
    for (unsigned k = 2; k <= 4096; k *= 2)
        for (unsigned j = k / 2; j; j /= 2) bitonic_step<<<16, 256>>>(du, j, k);
    std::sort(f.begin(), f.end());
    std::sort(u.begin(), u.end());
    CHECK(df.get() == f);
    CHECK(du.get() == u);
}

int main() {
    products();
    rows();
    bodies();
    sets();
    sorts();
    return finish();
}
