// Histograms of bytes and of ints by 256 bins, and products of float matrices
// by blocks of many shapes.
#include "../variants.h"

#include <vector>

namespace {

#define V(name, ...)                                                           \
    {                                                                          \
        name, [](const Pool &p) { __VA_ARGS__; }                               \
    }

// ---- histograms. The words lie in c, so that a and b stay what they are; the
// bins in index.

// The same 4 MiB again and again.
void words(const Pool &p, uint32_t (*of)(Random &)) {
    std::vector<uint32_t> v(MI);
    Random r(11);
    for (uint32_t &x : v)
        x = of(r);
    for (int i = 0; i < 16; i++)
        cudaMemcpy(p.c + i * MI, v.data(), 4 * MI, cudaMemcpyHostToDevice);
    cudaMemset(p.index, 0, 4ull * MI * 4);
}
// every value as often as another
void even(const Pool &p) {
    words(p, [](Random &r) { return r.next(); });
}
// a few of 32 values make up most
void skewed(const Pool &p) {
    words(p, [](Random &r) {
        return r.next() & r.next() & r.next() & r.next() & 0x1f1f1f1f;
    });
}
// four values
void four(const Pool &p) {
    words(p, [](Random &r) { return r.next() & 0xc0c0c0c0; });
}

// One for the block.
__device__ void clear(unsigned *s, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
}
__device__ void flush(const unsigned *s, unsigned *bins) {
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (s[i]) atomicAdd(&bins[i], s[i]);
}
__global__ void bytes_one(const unsigned char *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    clear(s, 256);
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[a[i]], 1);
    flush(s, bins);
}
__global__ void bytes_word(const unsigned *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    clear(s, 256);
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        unsigned v = a[i];
        atomicAdd(&s[v & 255], 1);
        atomicAdd(&s[v >> 8 & 255], 1);
        atomicAdd(&s[v >> 16 & 255], 1);
        atomicAdd(&s[v >> 24], 1);
    }
    flush(s, bins);
}
__device__ __forceinline__ void add4(unsigned *s, unsigned v) {
    atomicAdd(s + (v & 0xff), 1u);
    atomicAdd(s + ((v >> 8) & 0xff), 1u);
    atomicAdd(s + ((v >> 16) & 0xff), 1u);
    atomicAdd(s + ((v >> 24) & 0xff), 1u);
}
__global__ void bytes_four(const uint4 *__restrict__ a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    clear(s, 256);
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = a[i];
        add4(s, v.x);
        add4(s, v.y);
        add4(s, v.z);
        add4(s, v.w);
    }
    flush(s, bins);
}
// a piece of neighbours for every block
__global__ void bytes_piece(const uint4 *a, unsigned *bins, int each) {
    __shared__ unsigned s[256];
    clear(s, 256);
    a += (size_t)blockIdx.x * each;
    for (int i = threadIdx.x; i < each; i += blockDim.x) {
        uint4 v = a[i];
        const unsigned w[4] = {v.x, v.y, v.z, v.w};
        for (int k = 0; k < 4; k++)
            for (int b = 0; b < 32; b += 8)
                atomicAdd(&s[w[k] >> b & 255], 1);
    }
    flush(s, bins);
}
// One for the warp.
template <int T>
__global__ void bytes_warp(const unsigned *a, unsigned *bins, int n) {
    __shared__ unsigned s[T / 32][256];
    clear(&s[0][0], T / 32 * 256);
    unsigned *own = s[threadIdx.x / 32];
    for (int i = INDEX; i < n; i += gridDim.x * T)
        add4(own, a[i]);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += T) {
        unsigned sum = 0;
        for (int w = 0; w < T / 32; w++)
            sum += s[w][i];
        atomicAdd(&bins[i], sum);
    }
}
template <int T>
__global__ void bytes_warp4(const uint4 *a, unsigned *bins, int n) {
    __shared__ unsigned s[T / 32 * 256];
    clear(s, T / 32 * 256);
    unsigned *own = s + threadIdx.x / 32 * 256;
    for (int i = INDEX; i < n; i += gridDim.x * T) {
        uint4 v = a[i];
        add4(own, v.x);
        add4(own, v.y);
        add4(own, v.z);
        add4(own, v.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += T) {
        unsigned sum = 0;
#pragma unroll
        for (int w = 0; w < T / 32; w++)
            sum += s[w * 256 + i];
        if (sum) atomicAdd(&bins[i], sum);
    }
}
// C copies of every bin next to each other, a lane's by its number.
template <int C>
__global__ void bytes_copies(const unsigned *a, unsigned *bins, int n) {
    __shared__ unsigned s[256 * C];
    clear(s, 256 * C);
    int copy = threadIdx.x % C;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        unsigned v = a[i];
        atomicAdd(&s[(v & 255) * C + copy], 1);
        atomicAdd(&s[(v >> 8 & 255) * C + copy], 1);
        atomicAdd(&s[(v >> 16 & 255) * C + copy], 1);
        atomicAdd(&s[(v >> 24) * C + copy], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned sum = 0;
        for (int k = 0; k < C; k++)
            sum += s[i * C + k];
        atomicAdd(&bins[i], sum);
    }
}
// C copies one after another, padded, 16 bytes a read
template <int C>
__global__ void bytes_in_a_row(const uint4 *a, unsigned *bins, int n) {
    __shared__ unsigned s[C][257];
    clear(&s[0][0], C * 257);
    unsigned *own = s[threadIdx.x % C];
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = a[i];
        add4(own, v.x);
        add4(own, v.y);
        add4(own, v.z);
        add4(own, v.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned sum = 0;
        for (int k = 0; k < C; k++)
            sum += s[k][i];
        if (sum) atomicAdd(bins + i, sum);
    }
}
// equal neighbours are counted first
__global__ void bytes_runs(const uint4 *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    clear(s, 256);
    unsigned last = 0, count = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = a[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 16; k++) {
            unsigned bin = w[k / 4] >> k % 4 * 8 & 255;
            if (bin == last) {
                count++;
            } else {
                atomicAdd(&s[last], count);
                last = bin;
                count = 1;
            }
        }
    }
    atomicAdd(&s[last], count);
    flush(s, bins);
}
// Ints, by their upper bits.
__global__ void ints_one(const unsigned *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    clear(s, 256);
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[a[i] >> 24], 1);
    flush(s, bins);
}
__global__ void ints_four(const uint4 *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    clear(s, 256);
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = a[i];
        atomicAdd(&s[v.x >> 24], 1);
        atomicAdd(&s[v.y >> 24], 1);
        atomicAdd(&s[v.z >> 24], 1);
        atomicAdd(&s[v.w >> 24], 1);
    }
    flush(s, bins);
}
template <int T>
__global__ void ints_warp(const unsigned *a, unsigned *bins, int n) {
    __shared__ unsigned s[T / 32][256];
    clear(&s[0][0], T / 32 * 256);
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[threadIdx.x / 32][a[i] >> 24], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < T / 32; w++)
            sum += s[w][i];
        atomicAdd(&bins[i], sum);
    }
}
template <int C>
__global__ void ints_copies(const unsigned *__restrict__ a, unsigned *bins,
                            int n) {
    __shared__ unsigned s[256 * C];
    clear(s, 256 * C);
    int step = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = INDEX; i < n; i += step)
        atomicAdd(&s[(a[i] >> 24) * C + threadIdx.x % C], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned sum = 0;
        for (int k = 0; k < C; k++)
            sum += s[i * C + k];
        atomicAdd(&bins[i], sum);
    }
}
// lanes of a bin meet first
__global__ void ints_met(const unsigned *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    clear(s, 256);
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        unsigned bin = a[i] >> 24, with = __match_any_sync(__activemask(), bin);
        if (__ffs(with) - 1 == (int)(threadIdx.x % 32))
            atomicAdd(&s[bin], __popc(with));
    }
    flush(s, bins);
}
// no shared memory at all
__global__ void ints_global(const unsigned *a, unsigned *bins, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[a[i] >> 24], 1);
}

constexpr int BYTES = 64 * MI;
#define U ((const unsigned *)p.c)
#define Q ((const uint4 *)p.c)
#define I p.index
#define H(name, prepare, ...)                                                  \
    {                                                                          \
        name ", " #prepare, [](const Pool &p) { __VA_ARGS__; }, prepare        \
    }
#define ONE(B, T, P)                                                           \
    H("bytes, " #B " of " #T, P,                                               \
      bytes_one<<<B, T>>>((const unsigned char *)p.c, I, BYTES))
#define WORD(B, T, P)                                                          \
    H("words, " #B " of " #T, P, bytes_word<<<B, T>>>(U, I, BYTES / 4))
#define FOUR(B, T, P)                                                          \
    H("16 at once, " #B " of " #T, P,                                          \
      bytes_four<<<B, T>>>(Q, I, BYTES / 16))
#define PIECE(B, T, P)                                                         \
    H("pieces, " #B " of " #T, P,                                              \
      bytes_piece<<<B, T>>>(Q, I, BYTES / 16 / B))
#define WARP(B, T, P)                                                          \
    H("a warp's, " #B " of " #T, P, bytes_warp<T><<<B, T>>>(U, I, BYTES / 4))
#define WARP4(B, T, P)                                                         \
    H("a warp's, 16 at once, " #B " of " #T, P,                                \
      bytes_warp4<T><<<B, T>>>(Q, I, BYTES / 16))
#define COPIES(C, B, T, P)                                                     \
    H("copies " #C ", " #B " of " #T, P,                                       \
      bytes_copies<C><<<B, T>>>(U, I, BYTES / 4))
#define IN_A_ROW(C, B, T, P)                                                     \
    H("in a row " #C ", " #B " of " #T, P,                                       \
      bytes_in_a_row<C><<<B, T>>>(Q, I, BYTES / 16))
#define RUNS(B, T, P)                                                          \
    H("runs, " #B " of " #T, P, bytes_runs<<<B, T>>>(Q, I, BYTES / 16))
#define INTS(HOW, K, B, T, P)                                                  \
    H("ints" HOW ", " #B " of " #T, P, K<<<B, T>>>(U, I, BYTES / 4))
#define INTS4(B, T, P)                                                         \
    H("ints, 4 at once, " #B " of " #T, P,                                     \
      ints_four<<<B, T>>>(Q, I, BYTES / 16))
#define FEW(HOW, K, N, B, T, P)                                                \
    H("ints, " HOW ", " #B " of " #T, P, K<<<B, T>>>(U, I, N))

// clang-format off
const Variant bins[] = {
    ONE(528, 512, even), ONE(1056, 256, skewed), ONE(264, 1024, four),
    WORD(132, 1024, even), WORD(264, 512, skewed), WORD(528, 256, even), WORD(1056, 256, four), WORD(264, 1024, even),
    FOUR(132, 512, even), FOUR(528, 256, skewed), FOUR(264, 1024, even), FOUR(1056, 256, even), FOUR(132, 1024, four),
    PIECE(512, 256, even), PIECE(256, 512, skewed),
    WARP(132, 1024, even), WARP(528, 256, even), WARP(528, 512, skewed), WARP(1056, 256, four),
    WARP4(264, 512, even), WARP4(528, 256, skewed), WARP4(132, 1024, skewed), WARP4(1056, 256, even),
    COPIES(2, 528, 256, even), COPIES(4, 264, 512, even), COPIES(8, 132, 1024, even),
    COPIES(2, 264, 1024, skewed), COPIES(4, 528, 512, skewed), COPIES(8, 1056, 256, skewed), COPIES(8, 528, 256, four),
    IN_A_ROW(2, 264, 512, even), IN_A_ROW(4, 528, 256, skewed), IN_A_ROW(8, 264, 1024, even), IN_A_ROW(4, 132, 512, four),
    RUNS(528, 256, even), RUNS(264, 512, skewed), RUNS(1056, 256, four),
    INTS("", ints_one, 264, 512, even), INTS("", ints_one, 1056, 256, skewed), INTS("", ints_one, 132, 1024, four), INTS("", ints_one, 528, 1024, even),
    INTS4(264, 256, even), INTS4(528, 512, skewed), INTS4(1056, 256, four),
    INTS(", a warp's", ints_warp<256>, 528, 256, even), INTS(", a warp's", ints_warp<512>, 264, 512, skewed), INTS(", a warp's", ints_warp<1024>, 132, 1024, even),
    INTS(", copies 2", ints_copies<2>, 528, 256, skewed), INTS(", copies 4", ints_copies<4>, 264, 512, even), INTS(", copies 8", ints_copies<8>, 1056, 256, four),
    INTS(", meeting first", ints_met, 264, 512, skewed), INTS(", meeting first", ints_met, 528, 256, even),
    FEW("512 Ki, global", ints_global, MI / 2, 132, 256, even), FEW("512 Ki, global", ints_global, MI / 2, 528, 256, skewed),
};
// clang-format on
Family bins_family("bins", bins, 2);

// ---- c (m by n) = a (m by k) times b (k by n)

#define PRODUCT                                                                \
    const float *__restrict__ a, const float *__restrict__ b,                  \
        float *__restrict__ c, int n, int K

// A tile of 32 by 32, one a thread.
__global__ void tile32(const float *a, const float *b, float *c, int n, int K) {
    __shared__ float s[32][32], t[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
    float sum = 0;
    for (int k = 0; k < K; k += 32) {
        s[ty][tx] = a[row * K + k + tx];
        t[ty][tx] = b[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += s[ty][i] * t[i][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
// A tile of 32 by 32, R below each other a thread.
template <int R> __global__ void tile32_rows(PRODUCT) {
    __shared__ float s[32][33], t[32][33];
    int tx = threadIdx.x, ty = threadIdx.y, Y = blockIdx.y * 32;
    int col = blockIdx.x * 32 + tx;
    float sum[R] = {};
    for (int k = 0; k < K; k += 32) {
#pragma unroll
        for (int r = 0; r < R; r++) {
            int y = ty + r * (32 / R);
            s[y][tx] = a[(Y + y) * K + k + tx];
            t[y][tx] = b[(k + y) * n + col];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++)
#pragma unroll
            for (int r = 0; r < R; r++)
                sum[r] += s[ty + r * (32 / R)][i] * t[i][tx];
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < R; r++)
        c[(Y + ty + r * (32 / R)) * n + col] = sum[r];
}
// M by N a block, D deep, X by Y a thread; as one writes it first.
template <int M, int N, int D, int X, int Y>
__global__ void __launch_bounds__(M / X *N / Y) plain(PRODUCT) {
    constexpr int T = M / X * N / Y;
    __shared__ float s[M][D], t[D][N];
    int tx = threadIdx.x % (N / Y) * Y, ty = threadIdx.x / (N / Y) * X;
    int row = blockIdx.y * M, col = blockIdx.x * N;
    float sum[X][Y] = {};
    for (int k = 0; k < K; k += D) {
        for (int i = threadIdx.x; i < M * D; i += T)
            s[i / D][i % D] = a[(row + i / D) * K + k + i % D];
        for (int i = threadIdx.x; i < D * N; i += T)
            t[i / N][i % N] = b[(k + i / N) * n + col + i % N];
        __syncthreads();
        for (int d = 0; d < D; d++)
#pragma unroll
            for (int i = 0; i < X; i++)
#pragma unroll
                for (int j = 0; j < Y; j++)
                    sum[i][j] += s[ty + i][d] * t[d][tx + j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < X; i++)
#pragma unroll
        for (int j = 0; j < Y; j++)
            c[(row + ty + i) * n + col + tx + j] = sum[i][j];
}
// a's tile transposed, a thread's columns apart
template <int M, int N, int D, int X, int Y>
__global__ void __launch_bounds__(M / X *N / Y) turned(PRODUCT) {
    constexpr int T = M / X * N / Y, W = N / Y;
    __shared__ float s[D][M + 1], t[D][N];
    int tx = threadIdx.x % W, ty = threadIdx.x / W;
    a += blockIdx.y * M * K;
    b += blockIdx.x * N;
    float sum[X][Y] = {};
    for (int k = 0; k < K; k += D) {
#pragma unroll
        for (int i = threadIdx.x; i < M * D; i += T)
            s[i % D][i / D] = a[i / D * K + k + i % D];
#pragma unroll
        for (int i = threadIdx.x; i < D * N; i += T)
            t[i / N][i % N] = b[(k + i / N) * n + i % N];
        __syncthreads();
#pragma unroll
        for (int d = 0; d < D; d++) {
            float u[X], v[Y];
#pragma unroll
            for (int i = 0; i < X; i++)
                u[i] = s[d][ty * X + i];
#pragma unroll
            for (int j = 0; j < Y; j++)
                v[j] = t[d][tx + j * W];
#pragma unroll
            for (int i = 0; i < X; i++)
#pragma unroll
                for (int j = 0; j < Y; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    c += (blockIdx.y * M + ty * X) * n + blockIdx.x * N + tx;
#pragma unroll
    for (int i = 0; i < X; i++)
#pragma unroll
        for (int j = 0; j < Y; j++)
            c[i * n + j * W] = sum[i][j];
}
// X by Y products of what lies at s and t, by float4
template <int X, int Y>
__device__ __forceinline__ void outer(const float *s, const float *t,
                                      float (&sum)[X][Y]) {
    float u[X], v[Y];
#pragma unroll
    for (int i = 0; i < X; i += 4)
        *(float4 *)&u[i] = *(const float4 *)&s[i];
#pragma unroll
    for (int j = 0; j < Y; j += 4)
        *(float4 *)&v[j] = *(const float4 *)&t[j];
#pragma unroll
    for (int i = 0; i < X; i++)
#pragma unroll
        for (int j = 0; j < Y; j++)
            sum[i][j] += u[i] * v[j];
}
template <int X, int Y>
__device__ __forceinline__ void put4(float *c, int n,
                                     const float (&sum)[X][Y]) {
#pragma unroll
    for (int i = 0; i < X; i++)
#pragma unroll
        for (int j = 0; j < Y; j += 4)
            *(float4 *)&c[i * n + j] = *(const float4 *)&sum[i][j];
}
// all by float4
template <int M, int N, int D, int X, int Y>
__global__ void __launch_bounds__(M / X *N / Y) by_four(PRODUCT) {
    constexpr int T = M / X * N / Y;
    __shared__ __align__(16) float s[D][M], t[D][N];
    int tx = threadIdx.x % (N / Y) * Y, ty = threadIdx.x / (N / Y) * X;
    a += blockIdx.y * M * K;
    b += blockIdx.x * N;
    float sum[X][Y] = {};
    for (int k = 0; k < K; k += D) {
        for (int i = threadIdx.x; i < M * D / 4; i += T) {
            int r = i / (D / 4), q = i % (D / 4) * 4;
            float4 v = *(const float4 *)&a[r * K + k + q];
            s[q][r] = v.x;
            s[q + 1][r] = v.y;
            s[q + 2][r] = v.z;
            s[q + 3][r] = v.w;
        }
        for (int i = threadIdx.x; i < D * N / 4; i += T) {
            int r = i / (N / 4), q = i % (N / 4) * 4;
            *(float4 *)&t[r][q] = *(const float4 *)&b[(k + r) * n + q];
        }
        __syncthreads();
#pragma unroll
        for (int d = 0; d < D; d++)
            outer<X, Y>(&s[d][ty], &t[d][tx], sum);
        __syncthreads();
    }
    put4<X, Y>(c + (blockIdx.y * M + ty) * n + blockIdx.x * N + tx, n, sum);
}
// BUFFERS 1: the next tiles wait in registers; 2: they go to a second
// pair of tiles, a barrier a step.
template <int M, int N, int D, int X, int Y, int BUFFERS>
__global__ void __launch_bounds__(M / X *N / Y) ahead(PRODUCT) {
    constexpr int T = M / X * N / Y, A = M * D / 4 / T, B = D * N / 4 / T;
    static_assert(A > 0 && B > 0, "a float4 of each for a thread");
    __shared__ __align__(16) float s[BUFFERS][D][M + 4], t[BUFFERS][D][N];
    int tx = threadIdx.x % (N / Y) * Y, ty = threadIdx.x / (N / Y) * X;
    a += blockIdx.y * M * K;
    b += blockIdx.x * N;
    float4 p[A], q[B];
    float sum[X][Y] = {};
    auto get = [&](int k) {
#pragma unroll
        for (int i = 0; i < A; i++) {
            int at = threadIdx.x + i * T;
            p[i] = *(const float4 *)&a[at / (D / 4) * K + k + at % (D / 4) * 4];
        }
#pragma unroll
        for (int i = 0; i < B; i++) {
            int at = threadIdx.x + i * T;
            q[i] =
                *(const float4 *)&b[(k + at / (N / 4)) * n + at % (N / 4) * 4];
        }
    };
    auto put = [&](int to) {
#pragma unroll
        for (int i = 0; i < A; i++) {
            int at = threadIdx.x + i * T;
            int r = at / (D / 4), d = at % (D / 4) * 4;
            s[to][d][r] = p[i].x;
            s[to][d + 1][r] = p[i].y;
            s[to][d + 2][r] = p[i].z;
            s[to][d + 3][r] = p[i].w;
        }
#pragma unroll
        for (int i = 0; i < B; i++) {
            int at = threadIdx.x + i * T;
            *(float4 *)&t[to][at / (N / 4)][at % (N / 4) * 4] = q[i];
        }
    };
    get(0);
    put(0);
    __syncthreads();
    int now = 0;
    for (int k = D; k <= K; k += D) {
        if (k < K) get(k);
#pragma unroll
        for (int d = 0; d < D; d++)
            outer<X, Y>(&s[now][d][ty], &t[now][d][tx], sum);
        if (BUFFERS == 1) __syncthreads();
        if (BUFFERS == 2) now ^= 1;
        if (k < K) put(now);
        __syncthreads();
    }
    put4<X, Y>(c + (blockIdx.y * M + ty) * n + blockIdx.x * N + tx, n, sum);
}

#define CALL(M, N, T, m, n, k)                                                 \
    <<<dim3((n) / N, (m) / M), T>>>(p.a, p.b, p.c, n, k)
#define TILE32(m, n, k)                                                        \
    V("a tile of 32, " #m " x " #n " x " #k,                                   \
      tile32 CALL(32, 32, dim3(32, 32), m, n, k))
#define ROWS32(R, m, n, k)                                                     \
    V("a tile of 32, " #R " a thread, " #m " x " #n " x " #k,                  \
      tile32_rows<R> CALL(32, 32, dim3(32, 32 / R), m, n, k))
#define BY(HOW, KIND, M, N, D, X, Y, m, n, k)                                  \
    V(HOW " " #M " x " #N " by " #X " x " #Y ", " #D " deep, " #m " x " #n     \
            " x " #k,                                                          \
      (KIND<M, N, D, X, Y>)CALL(M, N, (M / X * N / Y), m, n, k))
#define AHEAD(BUFFERS, M, N, D, X, Y, m, n, k)                                 \
    V("ahead " #BUFFERS ", " #M " x " #N " by " #X " x " #Y ", " #D            \
      " deep, " #m " x " #n " x " #k,                                          \
      (ahead<M, N, D, X, Y, BUFFERS>)CALL(M, N, (M / X * N / Y), m, n, k))

// clang-format off
const Variant blocked[] = {
    TILE32(1024, 1024, 1024), TILE32(2048, 2048, 512),
    ROWS32(4, 1024, 2048, 1024), ROWS32(2, 1024, 1024, 1024), ROWS32(8, 2048, 2048, 512),
    BY("plain", plain, 64, 64, 16, 4, 4, 1024, 2048, 1024), BY("plain", plain, 64, 64, 8, 4, 4, 1024, 1024, 1024),
    BY("plain", plain, 128, 64, 8, 8, 4, 2048, 2048, 512), BY("plain", plain, 128, 128, 16, 8, 8, 1024, 2048, 1024),
    BY("plain", plain, 128, 128, 8, 8, 8, 1536, 1536, 1536),
    BY("turned", turned, 64, 64, 16, 4, 4, 1536, 1536, 1536), BY("turned", turned, 64, 64, 8, 4, 4, 2048, 2048, 512),
    BY("turned", turned, 128, 64, 16, 8, 4, 1024, 2048, 1024), BY("turned", turned, 128, 64, 8, 8, 4, 1024, 1024, 1024),
    BY("turned", turned, 128, 128, 8, 8, 8, 2048, 2048, 512), BY("turned", turned, 128, 128, 16, 8, 8, 1536, 1536, 1536),
    BY("float4", by_four, 64, 64, 16, 4, 4, 1024, 1024, 1024), BY("float4", by_four, 64, 64, 8, 4, 4, 1024, 2048, 1024),
    BY("float4", by_four, 128, 64, 16, 8, 4, 1536, 1536, 1536), BY("float4", by_four, 128, 64, 8, 8, 4, 2048, 2048, 512),
    BY("float4", by_four, 128, 128, 8, 8, 8, 1024, 2048, 1024), BY("float4", by_four, 128, 128, 16, 8, 8, 1024, 1024, 1024),
    AHEAD(1, 64, 64, 16, 4, 4, 1024, 2048, 1024), AHEAD(1, 128, 64, 16, 8, 4, 1024, 1024, 1024),
    AHEAD(1, 128, 128, 8, 8, 8, 2048, 2048, 512), AHEAD(1, 128, 128, 16, 8, 8, 1536, 1536, 1536),
    AHEAD(2, 64, 64, 16, 4, 4, 1536, 1536, 1536), AHEAD(2, 128, 64, 16, 8, 4, 2048, 2048, 512),
    AHEAD(2, 128, 128, 8, 8, 8, 1536, 1536, 1536), AHEAD(2, 128, 128, 16, 8, 8, 1024, 2048, 1024),
    AHEAD(2, 128, 128, 8, 8, 8, 1024, 1024, 1024),
};
// clang-format on
Family blocked_family("blocked", blocked, 2);

} // namespace
