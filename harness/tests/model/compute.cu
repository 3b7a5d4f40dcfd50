// Arithmetic: chains of dependent instructions, pipes, divergence, stencils,
// launches with hardly any work, and last waves.
#include "variants.h"

#include <cuda_fp16.h>

// ---- chains: K of them side by side in a thread

template <int K, typename T, typename F>
__device__ void chains(float *c, int times, F step) {
    T v[K];
#pragma unroll
    for (int k = 0; k < K; k++)
        v[k] = (T)(threadIdx.x + k);
#pragma unroll 4
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < K; k++)
            v[k] = step(v[k]);
    T sum = v[0];
#pragma unroll
    for (int k = 1; k < K; k++)
        sum = sum + v[k];
    c[INDEX] = (float)sum;
}
template <int K>
__global__ void chain_fma(float *c, float x, float y, int times) {
    chains<K, float>(c, times, [=](float v) { return v * x + y; });
}
template <int K>
__global__ void chain_double(float *c, double x, double y, int times) {
    chains<K, double>(c, times, [=](double v) { return v * x + y; });
}
template <int K> __global__ void chain_int(float *c, int x, int y, int times) {
    chains<K, int>(c, times, [=](int v) { return v * x + y; });
}
template <int K>
__global__ void chain_logic(float *c, unsigned x, unsigned y, int times) {
    chains<K, unsigned>(c, times,
                        [=](unsigned v) { return ((v << 1) + x) ^ y; });
}
template <int K> __global__ void chain_root(float *c, float y, int times) {
    chains<K, float>(c, times, [=](float v) { return rsqrtf(v) + y; });
}
template <int K> __global__ void chain_exp(float *c, float y, int times) {
    chains<K, float>(c, times, [=](float v) { return __expf(v * y); });
}
template <int K> __global__ void chain_divide(float *c, float y, int times) {
    chains<K, float>(c, times, [=](float v) { return y / (v + 1); });
}
template <int K> __global__ void chain_modulo(float *c, int y, int times) {
    chains<K, int>(c, times, [=](int v) { return v * 3 + v % y; });
}
__global__ void chain_half(float *c, __half2 x, __half2 y, int times) {
    __half2 v[4];
    for (int k = 0; k < 4; k++)
        v[k] = __floats2half2_rn(threadIdx.x, k);
#pragma unroll 4
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < 4; k++)
            v[k] = __hfma2(v[k], x, y);
    c[INDEX] = __low2float(v[0] + v[1] + v[2] + v[3]);
}

// A block of `threads` an SM, or as many as fit.
#define FEW  SMS, 128
#define FULL SMS * 8, 256
static const Variant ilp[] = {
    {"fma, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_fma<1><<<FEW>>>(p.c, .5f, 1, 4096); }},
    {"fma, 2 chains, 4 warps an SM",
     [](const Pool &p) { chain_fma<2><<<FEW>>>(p.c, .5f, 1, 4096); }},
    {"fma, 4 chains, 4 warps an SM",
     [](const Pool &p) { chain_fma<4><<<FEW>>>(p.c, .5f, 1, 4096); }},
    {"fma, 8 chains, 4 warps an SM",
     [](const Pool &p) { chain_fma<8><<<FEW>>>(p.c, .5f, 1, 2048); }},
    {"fma, 1 chain, full",
     [](const Pool &p) { chain_fma<1><<<FULL>>>(p.c, .5f, 1, 1024); }},
    {"fma, 4 chains, full",
     [](const Pool &p) { chain_fma<4><<<FULL>>>(p.c, .5f, 1, 512); }},
    {"fp64 fma, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_double<1><<<FEW>>>(p.c, .5, 1, 2048); }},
    {"fp64 fma, 4 chains, full",
     [](const Pool &p) { chain_double<4><<<FULL>>>(p.c, .5, 1, 256); }},
    {"int mad, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_int<1><<<FEW>>>(p.c, 5, 1, 4096); }},
    {"int mad, 4 chains, full",
     [](const Pool &p) { chain_int<4><<<FULL>>>(p.c, 5, 1, 512); }},
    {"shift, add, xor, 4 chains, full",
     [](const Pool &p) { chain_logic<4><<<FULL>>>(p.c, 5, 9, 256); }},
    {"shift, add, xor, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_logic<1><<<FEW>>>(p.c, 5, 9, 2048); }},
    {"rsqrt, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_root<1><<<FEW>>>(p.c, 1, 1024); }},
    {"rsqrt, 4 chains, full",
     [](const Pool &p) { chain_root<4><<<FULL>>>(p.c, 1, 128); }},
    {"exp, 4 chains, full",
     [](const Pool &p) { chain_exp<4><<<FULL>>>(p.c, .5f, 128); }},
    {"exp, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_exp<1><<<FEW>>>(p.c, .5f, 1024); }},
    {"divide, 4 chains, full",
     [](const Pool &p) { chain_divide<4><<<FULL>>>(p.c, 2, 64); }},
    {"divide, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_divide<1><<<FEW>>>(p.c, 2, 512); }},
    {"modulo, 4 chains, full",
     [](const Pool &p) { chain_modulo<4><<<FULL>>>(p.c, 77, 32); }},
    {"modulo, 1 chain, 4 warps an SM",
     [](const Pool &p) { chain_modulo<1><<<FEW>>>(p.c, 77, 512); }},
    {"half2 fma, 4 chains, full",
     [](const Pool &p) {
         chain_half<<<FULL>>>(p.c, __floats2half2_rn(.5f, .5f),
                              __floats2half2_rn(1, 1), 512);
     }},
    {"fma, 1 chain, 32 warps an SM",
     [](const Pool &p) { chain_fma<1><<<SMS, 1024>>>(p.c, .5f, 1, 2048); }},
};
static Family ilp_family("ilp", ilp);

// ---- divergence: the same work, differently spread over lanes

__device__ float work(float v, float x, int times) {
    for (int i = 0; i < times; i++)
        v = v * x + 1;
    return v;
}
__global__ void branch_ways(float *c, unsigned ways, unsigned by) {
    float v = INDEX;
    unsigned way = INDEX / by % ways;
    for (unsigned w = 0; w < ways; w++)
        if (way == w) v = work(v, .5f + w, 256);
    c[INDEX] = v;
}
__global__ void trips(float *c, int step) {
    c[INDEX] = work(INDEX, .5f, 16 + threadIdx.x % 32 * step);
}
__global__ void mandelbrot(float *c, int wide, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, i = 0;
    float cx = x * (3.0f / wide) - 2, cy = y * (3.0f / wide) - 1.5f;
    float zx = 0, zy = 0;
    for (; i < most && zx * zx + zy * zy < 4; i++) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
    }
    c[y * wide + x] = i;
}
__global__ void collatz(float *c, unsigned from) {
    unsigned long long v = from + INDEX;
    int n = 0;
    for (; v > 1; n++)
        v = v & 1 ? 3 * v + 1 : v >> 1;
    c[INDEX] = n;
}
#define WAYS(n, by)                                                            \
    [](const Pool &p) { branch_ways<<<SMS * 8, 256>>>(p.c, n, by); }
static const Variant branches[] = {
    {"all lanes one way", WAYS(1, 1)},
    {"2 ways, by lane", WAYS(2, 1)},
    {"2 ways, by warp", WAYS(2, 32)},
    {"8 ways, by lane", WAYS(8, 1)},
    {"4 ways, by lane", WAYS(4, 1)},
    {"8 ways, by warp", WAYS(8, 32)},
    {"trips 16 to 264 by lane",
     [](const Pool &p) { trips<<<SMS * 8, 256>>>(p.c, 8); }},
    {"trips 16 to 1008 by lane",
     [](const Pool &p) { trips<<<SMS * 8, 256>>>(p.c, 32); }},
    {"mandelbrot, 32 x 8",
     [](const Pool &p) {
         mandelbrot<<<dim3(32, 128), dim3(32, 8)>>>(p.c, 1024, 256);
     }},
    {"mandelbrot, 8 x 8",
     [](const Pool &p) {
         mandelbrot<<<dim3(128, 128), dim3(8, 8)>>>(p.c, 1024, 256);
     }},
    {"collatz", [](const Pool &p) { collatz<<<4096, 256>>>(p.c, 1000); }},
    {"collatz, few blocks",
     [](const Pool &p) { collatz<<<SMS, 256>>>(p.c, 1000); }},
};
static Family branch_family("divergence", branches);

// ---- stencils

constexpr int SIDE = 4096, CUBE = 256, LINE = 16 * MI;

__global__ void cross(const float *a, float *c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= SIDE - 1 || y >= SIDE - 1) return;
    const float *m = a + y * SIDE + x;
    c[y * SIDE + x] = .2f * (m[0] + m[-1] + m[1] + m[-SIDE] + m[SIDE]);
}
__global__ void cross_tile(const float *a, float *c) {
    __shared__ float s[10][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, at = y * SIDE + x;
    s[ty][tx] = a[at];
    if (threadIdx.y == 0 && y > 0) s[0][tx] = a[at - SIDE];
    if (threadIdx.y == 7 && y < SIDE - 1) s[9][tx] = a[at + SIDE];
    if (threadIdx.x == 0 && x > 0) s[ty][0] = a[at - 1];
    if (threadIdx.x == 31 && x < SIDE - 1) s[ty][33] = a[at + 1];
    __syncthreads();
    if (x < 1 || y < 1 || x >= SIDE - 1 || y >= SIDE - 1) return;
    c[at] = .2f * (s[ty][tx] + s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] +
                   s[ty + 1][tx]);
}
__global__ void cube(const float *a, float *c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= CUBE - 1 || y >= CUBE - 1 ||
        z >= CUBE - 1)
        return;
    const float *m = a + (z * CUBE + y) * CUBE + x;
    c[(z * CUBE + y) * CUBE + x] = m[0] - (m[-1] + m[1] + m[-CUBE] + m[CUBE] +
                                           m[-CUBE * CUBE] + m[CUBE * CUBE]) /
                                              6;
}
template <int R> __global__ void line(const float *a, float *c, int n) {
    int i = INDEX;
    if (i < R || i >= n - R) return;
    float sum = 0;
#pragma unroll
    for (int k = -R; k <= R; k++)
        sum += a[i + k];
    c[i] = sum;
}
template <int R> __global__ void line_shared(const float *a, float *c, int n) {
    __shared__ float s[256 + 2 * R];
    int i = INDEX, t = threadIdx.x;
    s[t + R] = a[i];
    if (t < R) s[t] = i >= R ? a[i - R] : 0;
    if (t >= 256 - R) s[t + 2 * R] = i < n - R ? a[i + R] : 0;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * R; k++)
        sum += s[t + k];
    c[i] = sum;
}
__global__ void blur(const float *a, float *c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || y < 2 || x >= SIDE - 2 || y >= SIDE - 2) return;
    float sum = 0;
#pragma unroll
    for (int j = -2; j <= 2; j++)
#pragma unroll
        for (int i = -2; i <= 2; i++)
            sum += a[(y + j) * SIDE + x + i];
    c[y * SIDE + x] = sum / 25;
}
static const Variant stencils[] = {
    {"cross, 32 x 8",
     [](const Pool &p) {
         cross<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(p.a, p.c);
     }},
    {"cross, 16 x 16",
     [](const Pool &p) {
         cross<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(p.a, p.c);
     }},
    {"cross, tile in shared memory",
     [](const Pool &p) {
         cross_tile<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(p.a, p.c);
     }},
    {"7 points in a cube",
     [](const Pool &p) {
         cube<<<dim3(CUBE / 32, CUBE / 8, CUBE), dim3(32, 8)>>>(p.a, p.c);
     }},
    {"17 in a line",
     [](const Pool &p) { line<8><<<LINE / 256, 256>>>(p.a, p.c, LINE); }},
    {"17 in a line, shared memory",
     [](const Pool &p) {
         line_shared<8><<<LINE / 256, 256>>>(p.a, p.c, LINE);
     }},
    {"5 in a line, shared memory",
     [](const Pool &p) {
         line_shared<2><<<LINE / 256, 256>>>(p.a, p.c, LINE);
     }},
    {"5 in a line",
     [](const Pool &p) { line<2><<<LINE / 256, 256>>>(p.a, p.c, LINE); }},
    {"5 x 5 mean, 32 x 8",
     [](const Pool &p) {
         blur<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(p.a, p.c);
     }},
    {"5 x 5 mean, 16 x 16",
     [](const Pool &p) {
         blur<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(p.a, p.c);
     }},
};
static Family stencil_family("stencil", stencils);

// ---- hardly any work, and last waves

__global__ void nothing(float *c) {
    if (c == nullptr) *c = 0;
}
__global__ void add_one(float *c, int n) {
    if ((int)INDEX < n) c[INDEX] += 1;
}
__global__ void busy(float *c, int times) {
    c[INDEX] = work(INDEX, .5f, times);
}
__global__ void uneven(float *c, int times, int heavy) {
    c[INDEX] = work(INDEX, .5f, blockIdx.x == 0 ? times * heavy : times);
}
static const Variant tiny[] = {
    {"nothing, a block", [](const Pool &p) { nothing<<<1, 32>>>(p.c); }},
    {"nothing, 1 Ki blocks",
     [](const Pool &p) { nothing<<<1024, 256>>>(p.c); }},
    {"nothing, 64 Ki blocks",
     [](const Pool &p) { nothing<<<65536, 256>>>(p.c); }},
    {"nothing, 64 Ki blocks of 32",
     [](const Pool &p) { nothing<<<65536, 32>>>(p.c); }},
    {"add 1 to 1 Ki", [](const Pool &p) { add_one<<<4, 256>>>(p.c, 1024); }},
    {"add 1 to 32 Ki",
     [](const Pool &p) { add_one<<<128, 256>>>(p.c, 32768); }},
    {"add 1 to 256 Ki",
     [](const Pool &p) { add_one<<<1024, 256>>>(p.c, MI / 4); }},
    {"add 1 to 1 Mi", [](const Pool &p) { add_one<<<4096, 256>>>(p.c, MI); }},
    {"nothing, 16 Ki blocks of 1024",
     [](const Pool &p) { nothing<<<16384, 1024>>>(p.c); }},
    {"add 1 to 1 Mi, blocks of 64",
     [](const Pool &p) { add_one<<<16384, 64>>>(p.c, MI); }},
};
static Family tiny_family("tiny", tiny);

static const Variant waves[] = {
    {"a block of 1024 an SM",
     [](const Pool &p) { busy<<<SMS, 1024>>>(p.c, 2048); }},
    {"2 blocks of 1024 an SM",
     [](const Pool &p) { busy<<<SMS * 2, 1024>>>(p.c, 2048); }},
    {"2 blocks of 1024 an SM and 1",
     [](const Pool &p) { busy<<<SMS * 2 + 1, 1024>>>(p.c, 2048); }},
    {"3 blocks of 1024 an SM",
     [](const Pool &p) { busy<<<SMS * 3, 1024>>>(p.c, 2048); }},
    {"4 blocks of 1024 an SM and 1",
     [](const Pool &p) { busy<<<SMS * 4 + 1, 1024>>>(p.c, 2048); }},
    {"half the SMs", [](const Pool &p) { busy<<<SMS / 2, 1024>>>(p.c, 2048); }},
    {"8 blocks of 256 an SM and 1",
     [](const Pool &p) { busy<<<SMS * 8 + 1, 256>>>(p.c, 2048); }},
    {"8 blocks of 256 an SM",
     [](const Pool &p) { busy<<<SMS * 8, 256>>>(p.c, 2048); }},
    {"one block 10 times as long",
     [](const Pool &p) { uneven<<<SMS * 8, 256>>>(p.c, 1024, 10); }},
    {"one block 3 times as long",
     [](const Pool &p) { uneven<<<SMS * 8, 256>>>(p.c, 2048, 3); }},
};
static Family wave_family("waves", waves);
