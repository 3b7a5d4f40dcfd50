// Rows and columns that are read once, or twice: what is still in L1 and L2
// when all blocks of an SM, or of the chip, have read theirs.
#include "../variants.h"

namespace {

__global__ void rowsum(const float *a, float *c, int wide) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float *x = a + (size_t)row * wide;
    float s = 0;
    for (int i = lane; i < wide; i += 32)
        s += x[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    if (!lane) c[row] = s;
}
__global__ void rowsum4(const float4 *a, float *c, int wide) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float4 *x = a + (size_t)row * wide;
    float s = 0;
    for (int i = lane; i < wide; i += 32) {
        float4 v = x[i];
        s += v.x + v.y + v.z + v.w;
    }
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    if (!lane) c[row] = s;
}
__global__ void rowscale(const float *a, float *c, int wide) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float *x = a + (size_t)row * wide;
    float *y = c + (size_t)row * wide;
    float s = 0;
    for (int i = lane; i < wide; i += 32)
        s += x[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    s *= 1e-3f;
    for (int i = lane; i < wide; i += 32)
        y[i] = x[i] * s;
}
__global__ void rowscale4(const float4 *a, float4 *c, int wide) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float4 *x = a + (size_t)row * wide;
    float4 *y = c + (size_t)row * wide;
    float s = 0;
    for (int i = lane; i < wide; i += 32) {
        float4 v = x[i];
        s += v.x + v.y + v.z + v.w;
    }
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    s *= 1e-3f;
    for (int i = lane; i < wide; i += 32) {
        float4 v = x[i];
        v.x *= s;
        v.y *= s;
        v.z *= s;
        v.w *= s;
        y[i] = v;
    }
}
__global__ void rowcopy(const float *a, float *c, int wide) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float *x = a + (size_t)row * wide;
    float *y = c + (size_t)row * wide;
    for (int i = lane; i < wide; i += 32)
        y[i] = x[i] * 2;
}
__global__ void rowtwice(const float *a, float *c, int wide) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float *x = a + (size_t)row * wide;
    float s = 0;
    for (int i = lane; i < wide; i += 32)
        s += x[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    float q = 0;
    for (int i = lane; i < wide; i += 32)
        q += (x[i] - s) * (x[i] - s);
    for (int d = 16; d; d /= 2)
        q += __shfl_xor_sync(~0u, q, d);
    if (!lane) c[row] = q;
}
__global__ void colsum(const float *a, float *c, int rows, int cols) {
    int x = INDEX;
    float s = 0;
    for (int r = 0; r < rows; r++)
        s += a[(size_t)r * cols + x];
    c[x] = s;
}
__global__ void colscale(const float *a, float *c, int rows, int cols) {
    int x = INDEX;
    float s = 0;
    for (int r = 0; r < rows; r++)
        s += a[(size_t)r * cols + x];
    s *= 1e-3f;
    for (int r = 0; r < rows; r++)
        c[(size_t)r * cols + x] = a[(size_t)r * cols + x] * s;
}

#define V(name, ...)                                                           \
    {                                                                          \
        name, [](const Pool &p) { __VA_ARGS__; }                               \
    }
#define RW(K, WORD, W, B)                                                      \
    V(#K " rows of " #W ", " #B " blocks",                                     \
      K<<<B, 256>>>((const WORD *)p.a, p.c, W / (int)(sizeof(WORD) / 4)))
#define RX(K, WORD, W, B)                                                      \
    V(#K " rows of " #W ", " #B " blocks",                                     \
      K<<<B, 256>>>((const WORD *)p.a, (WORD *)p.c,                            \
                    W / (int)(sizeof(WORD) / 4)))
// clang-format off
#define SHAPES(M, K, WORD)                                                     \
    M(K, WORD, 128, 8192), M(K, WORD, 512, 4096), M(K, WORD, 1024, 2048),      \
    M(K, WORD, 2048, 132), M(K, WORD, 2048, 264), M(K, WORD, 2048, 528),       \
    M(K, WORD, 2048, 1056), M(K, WORD, 4096, 512), M(K, WORD, 8192, 256)
#define COLUMNS(K, ROWS, T, B)                                                 \
    V(#K " " #ROWS ", blocks of " #T, K<<<B, T>>>(p.a, p.c, ROWS, B * T))

const Variant again[] = {
    SHAPES(RW, rowsum, float), SHAPES(RW, rowsum4, float4),
    SHAPES(RW, rowtwice, float), SHAPES(RX, rowscale, float),
    SHAPES(RX, rowscale4, float4), SHAPES(RX, rowcopy, float),
    COLUMNS(colsum, 128, 256, 512), COLUMNS(colsum, 1024, 256, 64),
    COLUMNS(colsum, 1024, 64, 256), COLUMNS(colscale, 128, 256, 512),
    COLUMNS(colscale, 128, 128, 512), COLUMNS(colscale, 32, 256, 2048),
};
// clang-format on
Family again_family("again", again, 2);

} // namespace
