// What `make bench-sim` times on the simulated device: kernels of lessons, one
// of each kind of memory access, of divergence and of arithmetic.
//
//     kernels [-n REPEATS] [NAME...]
//
// prints a line per kernel: its name, the thread instructions of a launch, the
// median seconds on the wall's clock, and those of processors: where other
// programs run too, a single worker's speed is by the latter. Sizes are such
// that a launch takes some milliseconds.
extern "C" {
#include "sim/sim.h"
}

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda_fp16.h>
#include <functional>
#include <string>
#include <vector>

constexpr int N = 1 << 20, SIDE = 256, WIDE = 1024;

#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- straight lines

__global__ void vadd(const float *a, const float *b, float *c, int n) {
    INDEX;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void saxpy(float k, const float *x, float *y, int n) {
    INDEX;
    if (i < n) y[i] = k * x[i] + y[i];
}

__global__ void matmul(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

template <int T>
__global__ void tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float x[T][T], y[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
    float sum = 0;
    for (int t = 0; t < n; t += T) {
        x[ty][tx] = a[row * n + t + tx];
        y[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += x[ty][k] * y[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void stencil(const float *a, float *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const float *p = a + y * w + x;
    b[y * w + x] = 0.2f * (p[0] + p[-1] + p[1] + p[-w] + p[w]);
}

__global__ void transpose(const float *a, float *b, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        b[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// ---- talk within a block

__global__ void reduce(const float *a, float *out, int n) {
    __shared__ float part[32];
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        s += a[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x == 0) atomicAdd(out, s);
}

__global__ void shuffles(float *a) {
    INDEX;
    float s = a[i];
    for (int k = 0; k < 32; k++)
        for (int d = 16; d; d /= 2)
            s += 0.5f * __shfl_xor_sync(~0u, s, d);
    a[i] = s;
}

__global__ void reduce_shared(const float *a, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 512 + t] + a[blockIdx.x * 512 + t + 256];
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void scan(const float *a, float *out) {
    __shared__ float t[512];
    int i = threadIdx.x;
    t[i] = a[blockIdx.x * 512 + i];
    __syncthreads();
    for (int d = 1; d < 512; d *= 2) {
        float v = i >= d ? t[i - d] : 0;
        __syncthreads();
        t[i] += v;
        __syncthreads();
    }
    out[blockIdx.x * 512 + i] = t[i];
}

__device__ float block_reduce(float v, float *part, bool is_max) {
    for (int d = 16; d; d /= 2) {
        float o = __shfl_xor_sync(~0u, v, d);
        v = is_max ? fmaxf(v, o) : v + o;
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int i = 1; i < blockDim.x / 32; i++)
        v = is_max ? fmaxf(v, part[i]) : v + part[i];
    __syncthreads();
    return v;
}

__global__ void softmax(const float *a, float *out, int n) {
    __shared__ float part[32];
    const float *row = a + blockIdx.x * n;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        most = fmaxf(most, row[i]);
    most = block_reduce(most, part, true);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += __expf(row[i] - most);
    sum = block_reduce(sum, part, false);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = __expf(row[i] - most) / sum;
}

// ---- scattered and divergent

__global__ void gather(const float *a, const int *at, float *out, int n) {
    INDEX;
    if (i < n) out[i] = a[at[i]];
}

__global__ void scatter(const float *a, const int *at, float *out, int n) {
    INDEX;
    if (i < n) out[at[i]] = a[i];
}

__global__ void hash_insert(const int *keys, unsigned *t, int n,
                            unsigned mask) {
    INDEX;
    if (i >= n) return;
    unsigned key = keys[i] + 1, h = key * 2654435761u;
    for (;;) {
        h &= mask;
        unsigned old = atomicCAS(&t[h], 0u, key);
        if (old == 0 || old == key) return;
        h++;
    }
}

__global__ void histogram(const int *a, unsigned *bins, int n) {
    INDEX;
    if (i < n) atomicAdd(&bins[a[i] & 4095], 1u);
}

__global__ void histogram_shared(const int *a, unsigned *bins, int n) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[a[i] & 255], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void collatz(int *out, int n) {
    INDEX;
    unsigned v = i + 1;
    int steps = 0;
    while (v != 1) {
        if (v & 1)
            v = 3 * v + 1;
        else
            v /= 2;
        steps++;
    }
    if (i < n) out[i] = steps;
}

// Eight ways through a loop, each lane its own.
__global__ void diverge(const int *a, int *out, int n) {
    INDEX;
    if (i >= n) return;
    unsigned v = a[i], s = 0;
    for (int k = 0; k < 32; k++) {
        switch (v & 7) {
        case 0: s += v * 3; break;
        case 1: s ^= v << 5; break;
        case 2: s = s * 7 + v; break;
        case 3: s -= v ^ 0x55; break;
        case 4: s = (s >> 3) + v; break;
        case 5: s |= v; out[i] = s; break;
        case 6: s = __popc(s) + v; break;
        default: s = s / (v | 1); break;
        }
        v = v * 1664525u + 1013904223u;
        v ^= v >> 16;
    }
    out[i] = s;
}

__global__ void mandelbrot(int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float cx = -2.0f + 3.0f * x / w, cy = -1.5f + 3.0f * y / h;
    float zx = 0, zy = 0;
    int k = 0;
    for (; k < 256 && zx * zx + zy * zy < 4; k++) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
    }
    out[y * w + x] = k;
}

// A sparse matrix of rows of 1 to 16 entries, a thread per row.
__global__ void spmv(const int *begin, const int *col, const float *value,
                     const float *x, float *y, int rows) {
    INDEX;
    if (i >= rows) return;
    float sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++)
        sum += value[k] * x[col[k]];
    y[i] = sum;
}

__global__ void bfs_step(const int *begin, const int *col, int *depth,
                         int level, int *changed, int nodes) {
    INDEX;
    if (i >= nodes || depth[i] != level) return;
    for (int k = begin[i]; k < begin[i + 1]; k++)
        if (atomicCAS(&depth[col[k]], -1, level + 1) == -1) *changed = 1;
}

// ---- other arithmetic

__global__ void half2_fma(__half2 *a, int n) {
    INDEX;
    if (i >= n) return;
    __half2 v = a[i], k = __float2half2_rn(0.5f);
    for (int j = 0; j < 32; j++)
        v = __hfma2(v, k, v);
    a[i] = v;
}

__global__ void half_convert(const float *a, __half *out, int n) {
    INDEX;
    if (i >= n) return;
    float s = a[i];
    for (int j = 0; j < 16; j++)
        s = __half2float(__float2half(s)) + 1.0f;
    out[i] = __float2half(s);
}

__global__ void doubles(double *a, int n) {
    INDEX;
    if (i >= n) return;
    double v = a[i];
    for (int j = 0; j < 32; j++)
        v = v * 0.999 + 1.0;
    a[i] = v;
}

// An array indexed by what is only known when it runs: local memory.
__global__ void local_array(const int *a, int *out, int n) {
    INDEX;
    if (i >= n) return;
    int bin[16] = {};
    for (int k = 0; k < 16; k++)
        bin[(a[i] >> k) & 15] += k;
    int s = 0;
    for (int k = 0; k < 16; k++)
        s += bin[k] * (k + 1);
    out[i] = s;
}

__device__ __noinline__ float poly(float x, float a, float b) {
    return (a * x + b) * x + 1.0f;
}
__global__ void calls(float *a, int n) {
    INDEX;
    if (i >= n) return;
    float v = a[i];
    for (int k = 0; k < 16; k++)
        v = poly(v, 0.25f, 0.5f);
    a[i] = v;
}

// ---- the host's half

static float *a, *b, *c;
static int *at, *begin, *col;
static unsigned *table;
static int repeats = 5;
static std::vector<std::string> wanted;

// Seconds of this process: of the wall's clock, or of its processors.
static double seconds(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static double counted() {
    double sum = 0;
    for (int i = 0; i < sim_launch_count(); i++)
        sum += (double)sim_launch_at(i)->c.thread_insts;
    return sum;
}

static void row(const char *name, const std::function<void()> &launch) {
    std::vector<double> wall, cpu;
    double insts = 0;

    if (!wanted.empty() &&
        std::find(wanted.begin(), wanted.end(), name) == wanted.end())
        return;
    for (int i = 0; i <= repeats; i++) { // the first decodes, and is dropped
        sim_clear();
        double at = seconds(CLOCK_MONOTONIC);
        double used = seconds(CLOCK_PROCESS_CPUTIME_ID);
        launch();
        cudaDeviceSynchronize();
        if (i) wall.push_back(seconds(CLOCK_MONOTONIC) - at);
        if (i) cpu.push_back(seconds(CLOCK_PROCESS_CPUTIME_ID) - used);
        insts = counted();
    }
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess || sim_trap_count()) {
        fprintf(stderr, "%s failed: %s\n", name,
                sim_trap_count() ? sim_trap_at(0)->message
                                 : cudaGetErrorString(e));
        return;
    }
    printf("%s %.0f %.9f %.9f\n", name, insts, median(wall), median(cpu));
    fflush(stdout);
}

template <class T> static T *device(const std::vector<T> &v) {
    T *p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

static unsigned spread(unsigned i) {
    i *= 2654435761u;
    return i ^ i >> 15;
}

static void make_data() {
    std::vector<float> f(N);
    std::vector<int> index(N), first(1, 0), where;
    for (int i = 0; i < N; i++) {
        f[i] = (float)(spread(i) % 1000) * 0.001f;
        unsigned p = (unsigned)i * 2654435761u % N; // each place once
        index[i] = (int)(p ^ p >> 10);
    }
    for (int r = 0; r < N / 16; r++) {
        for (unsigned k = 0; k <= spread(r) % 16; k++)
            where.push_back((int)(spread(r * 16 + k) % (N / 16)));
        first.push_back((int)where.size());
    }
    a = device(f);
    b = device(f);
    c = device(f);
    at = device(index);
    begin = device(first);
    col = device(where);
    cudaMalloc(&table, N * 4);
}

static void straight_rows() {
    row("vadd", [] { vadd<<<N / 256, 256>>>(a, b, c, N); });
    row("saxpy", [] { saxpy<<<N / 256, 256>>>(0.5f, a, c, N); });
    row("matmul", [] {
        matmul<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(a, b, c, SIDE);
    });
    row("tiled16", [] {
        tiled<16><<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(a, b, c, SIDE);
    });
    row("tiled32", [] {
        tiled<32><<<dim3(SIDE / 32, SIDE / 32), dim3(32, 32)>>>(a, b, c, SIDE);
    });
    row("stencil", [] {
        stencil<<<dim3(WIDE / 32, WIDE / 8), dim3(32, 8)>>>(a, c, WIDE, WIDE);
    });
    row("transpose", [] {
        transpose<<<dim3(WIDE / 32, WIDE / 32), dim3(32, 8)>>>(a, c, WIDE);
    });
}

static void block_rows() {
    row("reduce", [] { reduce<<<264, 256>>>(a, c, N); });
    row("shuffles", [] { shuffles<<<N / 1024, 256>>>(c); });
    row("reduce_shared", [] { reduce_shared<<<N / 512, 256>>>(a, c); });
    row("scan", [] { scan<<<N / 4096, 512>>>(a, c); });
    row("softmax", [] { softmax<<<512, 128>>>(a, c, 1024); });
}

static void scattered_rows() {
    row("gather", [] { gather<<<N / 256, 256>>>(a, at, c, N); });
    row("scatter", [] { scatter<<<N / 256, 256>>>(a, at, c, N); });
    row("hash_insert", [] {
        cudaMemset(table, 0, N * 4);
        hash_insert<<<N / 1024, 256>>>(at, table, N / 4, N - 1);
    });
    row("histogram", [] { histogram<<<N / 256, 256>>>(at, table, N); });
    row("histogram_shared",
        [] { histogram_shared<<<264, 256>>>(at, table, N); });
    row("collatz", [] { collatz<<<N / 16384, 256>>>((int *)c, N / 64); });
    row("diverge", [] { diverge<<<N / 8192, 256>>>(at, (int *)c, N / 32); });
    row("mandelbrot",
        [] { mandelbrot<<<dim3(8, 32), dim3(32, 8)>>>((int *)c, 256, 256); });
    row("spmv",
        [] { spmv<<<N / 4096, 256>>>(begin, col, a, b, c, N / 16); });
    row("bfs", [] {
        int *depth = (int *)table;
        cudaMemset(depth, 0xff, N / 4);
        cudaMemset(depth, 0, 4);
        for (int level = 0; level < 12; level++)
            bfs_step<<<N / 4096, 256>>>(begin, col, depth, level,
                                        depth + N / 16, N / 16);
    });
}

static void arithmetic_rows() {
    cudaMemset(c, 0, N * 4);
    row("half2_fma", [] { half2_fma<<<N / 4096, 256>>>((__half2 *)c, N / 16); });
    row("half_convert",
        [] { half_convert<<<N / 4096, 256>>>(a, (__half *)c, N / 16); });
    cudaMemset(c, 0, N * 4);
    row("doubles", [] { doubles<<<N / 4096, 256>>>((double *)c, N / 16); });
    row("local_array",
        [] { local_array<<<N / 4096, 256>>>(at, (int *)c, N / 16); });
    cudaMemset(c, 0, N * 4);
    row("calls", [] { calls<<<N / 16384, 256>>>(c, N / 64); });
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-n") && i + 1 < argc)
            repeats = atoi(argv[++i]);
        else
            wanted.push_back(argv[i]);
    }
    make_data();
    straight_rows();
    block_rows();
    scattered_rows();
    arithmetic_rows();
}
