// The patterns of a first course: maps, stencils, reductions, scans,
// histograms, transposition.
#include "ok.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += step)
        y[i] = a * x[i] + y[i];
}

static void maps() {
    for (int n : {1, 31, 32, 33, 1000, 100003}) {
        std::vector<float> a(n), b(n);
        for (int i = 0; i < n; i++) a[i] = unit(), b[i] = unit();
        Dev<float> da(a), db(b), dc(n);
        add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
        auto c = dc.get();
        for (int i = 0; i < n; i++) CHECK(c[i] == a[i] + b[i]);

        cudaEvent_t from, to;
        OK(cudaEventCreate(&from));
        OK(cudaEventCreate(&to));
        OK(cudaEventRecord(from));
        saxpy<<<7, 96>>>(2.5f, da, db, n);
        OK(cudaEventRecord(to));
        OK(cudaEventSynchronize(to));
        float ms = -1;
        OK(cudaEventElapsedTime(&ms, from, to));
        CHECK(ms > 0 && ms < 1000);
        auto y = db.get();
        for (int i = 0; i < n; i++) CHECK(y[i] == fmaf(2.5f, a[i], b[i]));
        OK(cudaEventDestroy(from));
        OK(cudaEventDestroy(to));
    }
}

constexpr int TILE = 16, R = 2;

__global__ void stencil(const float *in, float *out, int w, int h) {
    __shared__ float t[TILE + 2 * R][TILE + 2 * R];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int dy = threadIdx.y; dy < TILE + 2 * R; dy += TILE)
        for (int dx = threadIdx.x; dx < TILE + 2 * R; dx += TILE) {
            int gx = blockIdx.x * TILE + dx - R, gy = blockIdx.y * TILE + dy - R;
            bool in_range = gx >= 0 && gx < w && gy >= 0 && gy < h;
            t[dy][dx] = in_range ? in[gy * w + gx] : 0;
        }
    __syncthreads();
    if (x >= w || y >= h) return;
    float s = 0;
    for (int k = -R; k <= R; k++)
        s += t[threadIdx.y + R + k][threadIdx.x + R] +
             t[threadIdx.y + R][threadIdx.x + R + k];
    out[y * w + x] = s;
}

static void stencils() {
    int w = 61, h = 45;
    std::vector<float> a(w * h);
    for (auto &v : a) v = (float)(lcg() % 100);
    Dev<float> in(a), out(w * h);
    stencil<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, w, h);
    auto got = out.get();
    auto at = [&](int x, int y) {
        return x < 0 || x >= w || y < 0 || y >= h ? 0.f : a[y * w + x];
    };
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int k = -R; k <= R; k++) s += at(x, y + k) + at(x + k, y);
            CHECK(got[y * w + x] == s);
        }
}

// ---- reductions

__global__ void sum_tree(const int *a, int n, int *out) {
    extern __shared__ int s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (!t) atomicAdd(out, s[0]);
}

__global__ void sum_shuffle(const int *a, int n, int *out) {
    __shared__ int part[32];
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        v += a[i];
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    v = __reduce_add_sync(~0u, v);
    if (threadIdx.x == 0) atomicAdd(out, v);
}

__device__ unsigned blocks_done;

__global__ void sum_last_block(const double *a, int n, double *parts,
                               double *out) {
    __shared__ double s[128];
    __shared__ bool is_last;
    double v = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
        v += a[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int h = 64; h; h /= 2) {
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = s[0];
        __threadfence();
        is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || threadIdx.x) return;
    double all = 0;
    for (unsigned b = 0; b < gridDim.x; b++)
        all += ((volatile double *)parts)[b];
    *out = all;
}

__global__ void extremes(const float *a, int n, int *lo, int *hi, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicMin(lo, (int)a[i]);
    atomicMax(hi, (int)a[i]);
    atomicAdd(sum, a[i]);
}

static void reductions() {
    int n = 10007;
    std::vector<int> a(n);
    std::vector<double> b(n);
    std::vector<float> c(n);
    int want = 0, lo = 1 << 30, hi = -lo;
    double wanted = 0;
    for (int i = 0; i < n; i++) {
        a[i] = (int)(lcg() % 2001) - 1000;
        b[i] = a[i] * 0.25;
        c[i] = (float)a[i];
        want += a[i], wanted += b[i];
        lo = a[i] < lo ? a[i] : lo, hi = a[i] > hi ? a[i] : hi;
    }
    Dev<int> da(a), out(4);
    Dev<double> db(b), parts(20), dout(1);
    Dev<float> dc(c), sum(1);
    out.zero(), sum.zero();
    sum_tree<<<(n + 255) / 256, 256, 256 * 4>>>(da, n, out);
    sum_shuffle<<<9, 160>>>(da, n, out + 1);
    for (int twice = 0; twice < 2; twice++)
        sum_last_block<<<20, 128>>>(db, n, parts, dout);
    int start[2] = {1 << 30, -(1 << 30)};
    OK(cudaMemcpy(out + 2, start, 8, cudaMemcpyHostToDevice));
    extremes<<<(n + 127) / 128, 128>>>(dc, n, out + 2, out + 3, sum);
    auto got = out.get();
    CHECK(got[0] == want);
    CHECK(got[1] == want);
    CHECK(dout.get()[0] == wanted);
    CHECK(got[2] == lo && got[3] == hi);
    CHECK(sum.get()[0] == (float)want);
}

// ---- scans

__global__ void scan_hillis(const int *in, int *out, int n) {
    __shared__ int s[2][512];
    int t = threadIdx.x, k = 0;
    s[0][t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2, k ^= 1) {
        s[k ^ 1][t] = s[k][t] + (t >= d ? s[k][t - d] : 0);
        __syncthreads();
    }
    if (t < n) out[t] = s[k][t];
}

__global__ void scan_blelloch(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, size = 2 * blockDim.x, d = 1;
    s[2 * t] = 2 * t < n ? in[2 * t] : 0;
    s[2 * t + 1] = 2 * t + 1 < n ? in[2 * t + 1] : 0;
    for (int m = size / 2; m; m /= 2, d *= 2) {
        __syncthreads();
        if (t < m) s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
    }
    if (t == 0) s[size - 1] = 0;
    for (int m = 1; m < size; m *= 2) {
        d /= 2;
        __syncthreads();
        if (t >= m) continue;
        int i = d * (2 * t + 1) - 1, j = d * (2 * t + 2) - 1, v = s[i];
        s[i] = s[j];
        s[j] += v;
    }
    __syncthreads();
    if (2 * t < n) out[2 * t] = s[2 * t];
    if (2 * t + 1 < n) out[2 * t + 1] = s[2 * t + 1];
}

// One pass, decoupled look-back: 0 nothing, 1 the tile's sum, 2 the prefix.
struct State {
    unsigned long long word; // flag << 32 | value
};

__global__ void scan_look_back(const int *in, int *out, int n, State *states,
                               unsigned *ticket) {
    __shared__ int s[256], before;
    __shared__ unsigned tile;
    int t = threadIdx.x;
    if (t == 0) tile = atomicAdd(ticket, 1);
    __syncthreads();
    int i = tile * 256 + t, v = i < n ? in[i] : 0;
    s[t] = v;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int w = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += w;
        __syncthreads();
    }
    if (t == 0) {
        unsigned all = (unsigned)s[255];
        volatile State *st = states;
        unsigned long long flag = tile ? 1ull : 2ull;
        st[tile].word = flag << 32 | all;
        __threadfence();
        unsigned prefix = 0;
        for (int k = (int)tile - 1; k >= 0; k--) {
            unsigned long long w;
            while (!((w = st[k].word) >> 32)) {}
            prefix += (unsigned)w;
            if (w >> 32 == 2) break;
        }
        st[tile].word = 2ull << 32 | (prefix + all);
        before = (int)prefix;
    }
    __syncthreads();
    if (i < n) out[i] = before + s[t];
}

static void scans() {
    int n = 500, m = 256 * 40 + 17, tiles = (m + 255) / 256;
    std::vector<int> a(m);
    for (auto &v : a) v = (int)(lcg() % 19) - 9;
    Dev<int> da(a), inc(n), exc(n), all(m);
    Dev<State> states(tiles);
    Dev<unsigned> ticket(1);
    states.zero(), ticket.zero();
    scan_hillis<<<1, 512>>>(da, inc, n);
    scan_blelloch<<<1, 256, 512 * 4>>>(da, exc, n);
    scan_look_back<<<tiles, 256>>>(da, all, m, states, ticket);
    auto i = inc.get(), e = exc.get(), l = all.get();
    int s = 0;
    for (int k = 0; k < m; k++) {
        if (k < n) CHECK(e[k] == s);
        s += a[k];
        if (k < n) CHECK(i[k] == s);
        CHECK(l[k] == s);
    }
}

// ---- histogram, transposition

__global__ void histogram(const unsigned char *a, int n, unsigned *bins) {
    __shared__ unsigned mine[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) mine[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[a[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        atomicAdd(&bins[k], mine[k]);
}

template <class T>
__global__ void transpose(const T *in, T *out, int rows, int cols) {
    __shared__ T t[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < cols && y + k < rows)
            t[threadIdx.y + k][threadIdx.x] = in[(y + k) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < rows && y + k < cols)
            out[(y + k) * rows + x] = t[threadIdx.x][threadIdx.y + k];
}

template <class T> static void transposed(int rows, int cols) {
    std::vector<T> a(rows * cols);
    for (auto &v : a) v = (T)lcg();
    Dev<T> in(a), out(rows * cols);
    transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(
        in.p, out.p, rows, cols);
    auto got = out.get();
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            CHECK(got[c * rows + r] == a[r * cols + c]);
}

static void histograms() {
    int n = 30011;
    std::vector<unsigned char> a(n);
    std::vector<unsigned> want(256);
    for (auto &v : a) v = (unsigned char)(lcg() % 7 ? lcg() : 3), want[v]++;
    Dev<unsigned char> da(a);
    Dev<unsigned> bins(256);
    bins.zero();
    histogram<<<6, 128>>>(da, n, bins);
    CHECK(bins.get() == want);
}

int main() {
    maps();
    stencils();
    reductions();
    scans();
    histograms();
    transposed<float>(70, 45);
    transposed<double>(33, 64);
    transposed<short>(31, 97);
    return finish();
}
