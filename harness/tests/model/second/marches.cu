// Stencils that march through a cube or stand at one point of it, transposes by
// tiles of many shapes, and structs taken apart to arrays and put together.
#include "../variants.h"

namespace {

#define V(name, ...)                                                           \
    {                                                                          \
        name, [](const Pool &p) { __VA_ARGS__; }                               \
    }

// ---- stencils. What lies outside is 0, or is left as it was.

// Sizes: x fastest.
struct Box {
    int x, y, z;
};
constexpr Box LONG{512, 256, 256}, CUBE{256, 256, 256}, ODD{320, 320, 320},
    FLAT{1024, 1024, 32};

// One point a thread.
__global__ void point(const float *a, float *c, Box n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n.x - 1 || y >= n.y - 1 || z >= n.z - 1)
        return;
    int sheet = n.x * n.y, i = z * sheet + y * n.x + x;
    c[i] = -6 * a[i] + a[i - 1] + a[i + 1] + a[i - n.x] + a[i + n.x] +
           a[i - sheet] + a[i + sheet];
}
// all of it numbered along one line
__global__ void point_line(const float *__restrict__ a, float *__restrict__ c,
                           int nx, int ny, int nz) {
    int i = INDEX;
    int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
    if (z >= nz) return;
    float v = 0.4f * a[i];
    v += x > 0 ? 0.1f * a[i - 1] : 0;
    v += x < nx - 1 ? 0.1f * a[i + 1] : 0;
    v += y > 0 ? 0.1f * a[i - nx] : 0;
    v += y < ny - 1 ? 0.1f * a[i + nx] : 0;
    v += z > 0 ? 0.1f * a[i - nx * ny] : 0;
    v += z < nz - 1 ? 0.1f * a[i + nx * ny] : 0;
    c[i] = v;
}
// edges by clamping, and a coefficient for every point
__global__ void point_clamped(const float *a, const float *b, float *c, Box n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= n.x || y >= n.y) return;
    auto at = [&](int i, int j, int k) {
        i = min(max(i, 0), n.x - 1);
        j = min(max(j, 0), n.y - 1);
        k = min(max(k, 0), n.z - 1);
        return a[((size_t)k * n.y + j) * n.x + i];
    };
    float here = at(x, y, z);
    size_t i = ((size_t)z * n.y + y) * n.x + x;
    c[i] = here + b[i] * (at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) +
                          at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1) -
                          6 * here);
}
// the lanes of a warp one above another
__global__ void point_across(const float *a, float *c, Box n) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    int x = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n.x - 1 || y >= n.y - 1 || z >= n.z - 1)
        return;
    int sheet = n.x * n.y, i = z * sheet + y * n.x + x;
    c[i] = 0.5f * a[i] + 0.25f * (a[i - 1] + a[i + 1]) +
           0.125f * (a[i - n.x] + a[i + n.x] + a[i - sheet] + a[i + sheet]);
}
// a tile of 32 x 4 x 4 and what lies around it
__global__ void point_shared(const float *a, float *c, Box n) {
    __shared__ float s[6][6][34];
    int X = blockIdx.x * 32, Y = blockIdx.y * 4, Z = blockIdx.z * 4;
    int t = (threadIdx.z * 4 + threadIdx.y) * 32 + threadIdx.x;
    for (int i = t; i < 6 * 6 * 34; i += 512) {
        int x = X + i % 34 - 1, y = Y + i / 34 % 6 - 1, z = Z + i / 204 - 1;
        bool in = x >= 0 && y >= 0 && z >= 0 && x < n.x && y < n.y && z < n.z;
        (&s[0][0][0])[i] = in ? a[((size_t)z * n.y + y) * n.x + x] : 0;
    }
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
    c[((size_t)(Z + z - 1) * n.y + Y + y - 1) * n.x + X + x - 1] =
        s[z][y][x - 1] + s[z][y][x + 1] + s[z][y - 1][x] + s[z][y + 1][x] +
        s[z - 1][y][x] + s[z + 1][y][x] - 6 * s[z][y][x];
}
// Walks up by `deep`, reads all seven at each step.
__global__ void walk(const float *a, float *c, Box n, int deep) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int from = max(blockIdx.z * deep, 1);
    int to = min((int)(blockIdx.z + 1) * deep, n.z - 1);
    if (x < 1 || y < 1 || x >= n.x - 1 || y >= n.y - 1) return;
    int sheet = n.x * n.y;
    for (int z = from; z < to; z++) {
        int i = z * sheet + y * n.x + x;
        c[i] = 0.4f * a[i] + 0.1f * (a[i - 1] + a[i + 1] + a[i - n.x] +
                                     a[i + n.x] + a[i - sheet] + a[i + sheet]);
    }
}
// the three above one another are kept
__global__ void march(const float *__restrict__ a, float *__restrict__ c, Box n,
                      int deep) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int from = max(blockIdx.z * deep, 1);
    int to = min((int)(blockIdx.z + 1) * deep, n.z - 1);
    if (x < 1 || y < 1 || x >= n.x - 1 || y >= n.y - 1) return;
    int sheet = n.x * n.y, i = from * sheet + y * n.x + x;
    float below = a[i - sheet], here = a[i];
    for (int z = from; z < to; z++, i += sheet) {
        float above = a[i + sheet];
        c[i] = below + above + a[i - 1] + a[i + 1] + a[i - n.x] + a[i + n.x] -
               6 * here;
        below = here;
        here = above;
    }
}
template <int DEEP>
__global__ void march_unrolled(const float *__restrict__ a,
                               float *__restrict__ c, Box n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n.x - 1 || y >= n.y - 1) return;
    int sheet = n.x * n.y, z = blockIdx.z * DEEP;
    int i = z * sheet + y * n.x + x;
    float v[DEEP + 2];
#pragma unroll
    for (int k = 0; k < DEEP + 2; k++)
        v[k] = z + k >= 1 && z + k <= n.z ? a[i + (k - 1) * sheet] : 0;
#pragma unroll
    for (int k = 0; k < DEEP; k++, i += sheet)
        c[i] = v[k] + v[k + 2] + a[i - 1] + a[i + 1] + a[i - n.x] + a[i + n.x] -
               6 * v[k + 1];
}
// the sheet it is in lies in shared memory
template <int W, int H>
__global__ void march_shared(const float *a, float *c, Box n, int deep) {
    __shared__ float s[H + 2][W + 2];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * W + tx, y = blockIdx.y * H + ty, z = blockIdx.z * deep;
    size_t sheet = (size_t)n.x * n.y, i = z * sheet + y * n.x + x;
    float below = z > 0 ? a[i - sheet] : 0, here = a[i];
    for (int end = min(z + deep, n.z); z < end; z++, i += sheet) {
        float above = z + 1 < n.z ? a[i + sheet] : 0;
        __syncthreads();
        s[ty + 1][tx + 1] = here;
        if (ty == 0) s[0][tx + 1] = y > 0 ? a[i - n.x] : 0;
        if (ty == H - 1) s[H + 1][tx + 1] = y < n.y - 1 ? a[i + n.x] : 0;
        if (tx == 0) s[ty + 1][0] = x > 0 ? a[i - 1] : 0;
        if (tx == W - 1) s[ty + 1][W + 1] = x < n.x - 1 ? a[i + 1] : 0;
        __syncthreads();
        c[i] = below + above + s[ty + 1][tx] + s[ty + 1][tx + 2] +
               s[ty][tx + 1] + s[ty + 2][tx + 1] - 6 * here;
        below = here;
        here = above;
    }
}
// two sheets by turns, one barrier a step; neighbours beyond the tile from
// memory
template <int W, int H>
__global__ void march_turns(const float *a, float *c, Box n, int deep) {
    __shared__ float s[2][H][W];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * W + tx, y = blockIdx.y * H + ty, z = blockIdx.z * deep;
    int sheet = n.x * n.y, i = z * sheet + y * n.x + x;
    float below = z > 0 ? a[i - sheet] : 0, here = a[i];
    for (int k = 0; k < deep; k++, z++, i += sheet) {
        float above = z + 1 < n.z ? a[i + sheet] : 0;
        float(*t)[W] = s[k % 2];
        t[ty][tx] = here;
        __syncthreads();
        float l = tx > 0 ? t[ty][tx - 1] : x > 0 ? a[i - 1] : 0;
        float r = tx < W - 1 ? t[ty][tx + 1] : x < n.x - 1 ? a[i + 1] : 0;
        float u = ty > 0 ? t[ty - 1][tx] : y > 0 ? a[i - n.x] : 0;
        float d = ty < H - 1 ? t[ty + 1][tx] : y < n.y - 1 ? a[i + n.x] : 0;
        c[i] = 0.4f * here + 0.1f * (below + above + l + r + u + d);
        below = here;
        here = above;
    }
}
// four along x a thread
__global__ void march4(const float *__restrict__ a, float *__restrict__ c,
                       Box n, int deep) {
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int from = max(blockIdx.z * deep, 1);
    int to = min((int)(blockIdx.z + 1) * deep, n.z - 1);
    if (y < 1 || y >= n.y - 1) return;
    int sheet = n.x * n.y, i = from * sheet + y * n.x + x;
    auto at = [&](int j) { return *(const float4 *)(a + j); };
    float4 below = at(i - sheet), here = at(i);
    for (int z = from; z < to; z++, i += sheet) {
        float4 above = at(i + sheet), u = at(i - n.x), d = at(i + n.x), v;
        float l = x > 0 ? a[i - 1] : 0, r = x + 4 < n.x ? a[i + 4] : 0;
        v.x = below.x + above.x + u.x + d.x + l + here.y - 6 * here.x;
        v.y = below.y + above.y + u.y + d.y + here.x + here.z - 6 * here.y;
        v.z = below.z + above.z + u.z + d.z + here.y + here.w - 6 * here.z;
        v.w = below.w + above.w + u.w + d.w + here.z + r - 6 * here.w;
        *(float4 *)(c + i) = v;
        below = here;
        here = above;
    }
}

// In a plane: five points.
__global__ void five(const float *a, float *c, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
        int i = y * w + x;
        c[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
    }
}
template <int W, int H>
__global__ void five_shared(const float *a, float *c, int w, int h) {
    __shared__ float s[H + 2][W + 2];
    int X = blockIdx.x * W, Y = blockIdx.y * H;
    for (int i = threadIdx.y * W + threadIdx.x; i < (W + 2) * (H + 2);
         i += W * H) {
        int x = X + i % (W + 2) - 1, y = Y + i / (W + 2) - 1;
        s[i / (W + 2)][i % (W + 2)] =
            x >= 0 && x < w && y >= 0 && y < h ? a[(size_t)y * w + x] : 0;
    }
    __syncthreads();
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    c[(size_t)(Y + ty - 1) * w + X + tx - 1] =
        0.6f * s[ty][tx] + 0.1f * (s[ty][tx - 1] + s[ty][tx + 1] +
                                   s[ty - 1][tx] + s[ty + 1][tx]);
}
__global__ void five_down(const float *a, float *c, int w, int h, int deep) {
    int x = INDEX, y = blockIdx.y * deep;
    if (x >= w) return;
    float up = y > 0 ? a[(y - 1) * w + x] : 0, here = a[y * w + x];
    for (int end = min(y + deep, h); y < end; y++) {
        int i = y * w + x;
        float down = y < h - 1 ? a[i + w] : 0;
        float l = x > 0 ? a[i - 1] : 0, r = x < w - 1 ? a[i + 1] : 0;
        c[i] = l + r + up + down - 4 * here;
        up = here;
        here = down;
    }
}
__global__ void five4(const float4 *a, float4 *c, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < 1 || y >= h - 1 || x >= w) return;
    int i = y * w + x;
    float4 v = a[i], u = a[i - w], d = a[i + w];
    float l = x > 0 ? ((const float *)a)[i * 4 - 1] : 0;
    float r = x < w - 1 ? ((const float *)a)[i * 4 + 4] : 0;
    c[i] = make_float4(l + v.y + u.x + d.x - 4 * v.x,
                       v.x + v.z + u.y + d.y - 4 * v.y,
                       v.y + v.w + u.z + d.z - 4 * v.z,
                       v.z + r + u.w + d.w - 4 * v.w);
}

#define OVER(N, W, H, D)                                                       \
    <<<dim3((N.x + W - 1) / W, (N.y + H - 1) / H, (N.z + D - 1) / D),          \
       dim3(W, H)>>>
#define POINT(N, W, H)                                                         \
    V("a point, " #W " x " #H ", " #N, point OVER(N, W, H, 1)(p.a, p.c, N))
#define UP(K, N, W, H, D)                                                      \
    V(#K " " #D ", " #W " x " #H ", " #N,                                      \
      K OVER(N, W, H, D)(p.a, p.c, N, D))
#define UPS(HOW, K, N, W, H, D)                                                \
    V("march " HOW " " #D ", " #W " x " #H ", " #N,                            \
      (K<W, H>)OVER(N, W, H, D)(p.a, p.c, N, D))
#define ROLL(N, W, H, D)                                                       \
    V("unrolled " #D ", " #W " x " #H ", " #N,                                 \
      march_unrolled<D> OVER(N, W, H, D)(p.a, p.c, N))
#define FIVE(W, H)                                                             \
    V("five, " #W " x " #H,                                                    \
      five<<<dim3(8192 / W, 4096 / H), dim3(W, H)>>>(p.a, p.c, 8192, 4096))
#define FIVES(W, H)                                                            \
    V("five shared, " #W " x " #H,                                             \
      (five_shared<W, H>)<<<dim3(4096 / W, 4096 / H), dim3(W, H)>>>(           \
          p.a, p.c, 4096, 4096))
#define DOWN(T, D)                                                             \
    V("five down " #D ", blocks of " #T,                                       \
      five_down<<<dim3(8192 / T, 4096 / D), T>>>(p.a, p.c, 8192, 4096, D))

// clang-format off
const Variant marches[] = {
    POINT(LONG, 32, 8), POINT(LONG, 32, 16), POINT(LONG, 64, 4),
    POINT(CUBE, 32, 32), POINT(CUBE, 16, 16), POINT(LONG, 128, 2),
    POINT(ODD, 32, 8), POINT(FLAT, 128, 4), POINT(CUBE, 256, 1),
    V("a point, 8 x 8 x 8, CUBE",
      point<<<dim3(32, 32, 32), dim3(8, 8, 8)>>>(p.a, p.c, CUBE)),
    V("a point, 16 x 4 x 4, CUBE",
      point<<<dim3(16, 64, 64), dim3(16, 4, 4)>>>(p.a, p.c, CUBE)),
    V("a point, in a line, blocks of 256",
      point_line<<<16 * MI / 256, 256>>>(p.a, p.c, 256, 256, 256)),
    V("a point, in a line, blocks of 1024, 320 cubed",
      point_line<<<320 * 320 * 320 / 1024, 1024>>>(p.a, p.c, 320, 320, 320)),
    V("clamped, 32 x 8, CUBE",
      point_clamped OVER(CUBE, 32, 8, 1)(p.a, p.b, p.c, CUBE)),
    V("clamped, 64 x 8, LONG",
      point_clamped OVER(LONG, 64, 8, 1)(p.a, p.b, p.c, LONG)),
    V("lanes along y, 32 x 8, 128 cubed",
      point_across<<<dim3(4, 16, 128), dim3(32, 8)>>>(p.a, p.c, Box{128, 128, 128})),
    V("a tile of 32 x 4 x 4, CUBE",
      point_shared<<<dim3(8, 64, 64), dim3(32, 4, 4)>>>(p.a, p.c, CUBE)),
    UP(walk, LONG, 32, 8, 4), UP(walk, CUBE, 32, 16, 16), UP(walk, LONG, 64, 4, 32),
    UP(walk, CUBE, 32, 8, 256),
    UP(march, LONG, 32, 8, 4), UP(march, LONG, 32, 8, 8), UP(march, CUBE, 32, 8, 16),
    UP(march, LONG, 32, 16, 16), UP(march, LONG, 64, 4, 32), UP(march, CUBE, 32, 32, 32),
    UP(march, LONG, 32, 8, 256), UP(march, CUBE, 16, 16, 8), UP(march, LONG, 128, 2, 16),
    UP(march, CUBE, 32, 16, 256), UP(march, ODD, 32, 8, 32),
    ROLL(LONG, 32, 8, 4), ROLL(LONG, 64, 4, 8),
    UPS("shared", march_shared, LONG, 32, 8, 4), UPS("shared", march_shared, CUBE, 32, 8, 16),
    UPS("shared", march_shared, LONG, 32, 16, 32), UPS("shared", march_shared, LONG, 32, 32, 256),
    UPS("shared", march_shared, CUBE, 16, 16, 8), UPS("shared", march_shared, LONG, 64, 4, 256),
    UPS("shared", march_shared, FLAT, 128, 2, 8),
    UPS("by turns", march_turns, LONG, 32, 8, 16), UPS("by turns", march_turns, CUBE, 32, 16, 256),
    UPS("by turns", march_turns, ODD, 32, 16, 32),
    V("march4 8, 32 x 8, LONG",
      march4<<<dim3(4, 32, 32), dim3(32, 8)>>>(p.a, p.c, LONG, 8)),
    V("march4 32, 16 x 16, CUBE",
      march4<<<dim3(4, 16, 8), dim3(16, 16)>>>(p.a, p.c, CUBE, 32)),
    V("march4 256, 64 x 4, LONG",
      march4<<<dim3(2, 64, 1), dim3(64, 4)>>>(p.a, p.c, LONG, 256)),
    FIVE(32, 8), FIVE(32, 32), FIVE(16, 16), FIVE(128, 2), FIVE(256, 1), FIVE(8, 32),
    FIVES(32, 8), FIVES(16, 16), FIVES(32, 32),
    DOWN(128, 8), DOWN(256, 16), DOWN(64, 32), DOWN(256, 256),
    V("five float4, 32 x 8",
      five4<<<dim3(64, 512), dim3(32, 8)>>>((const float4 *)p.a, (float4 *)p.c, 2048, 4096)),
    V("five float4, 64 x 2",
      five4<<<dim3(16, 2048), dim3(64, 2)>>>((const float4 *)p.a, (float4 *)p.c, 1024, 4096)),
};
// clang-format on
Family marches_family("marches", marches, 2);

// ---- transposes of h rows of w

__global__ void turn_read(const float *a, float *c, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) c[x * h + y] = a[y * w + x];
}
__global__ void turn_write(const float *__restrict__ a, float *__restrict__ c,
                           int w, int h) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    int x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) c[x * h + y] = a[y * w + x];
}
// naive, four rows a thread
__global__ void turn_four(const float *a, float *c, int w, int h) {
    int x = INDEX, y = blockIdx.y * 4;
    for (int k = 0; k < 4; k++)
        c[x * h + y + k] = a[(y + k) * w + x];
}
// four rows' floats to one float4
__global__ void turn_four4(const float *__restrict__ a, float *__restrict__ c,
                           int w, int h) {
    int x = INDEX, y = blockIdx.y * 4;
    float4 v;
    v.x = a[y * w + x];
    v.y = a[(y + 1) * w + x];
    v.z = a[(y + 2) * w + x];
    v.w = a[(y + 3) * w + x];
    *(float4 *)(c + x * h + y) = v;
}
// reads a float4, writes it down a column
__global__ void turn_load4(const float4 *a, float *c, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float4 v = a[y * (w / 4) + x];
    c[(x * 4) * h + y] = v.x;
    c[(x * 4 + 1) * h + y] = v.y;
    c[(x * 4 + 2) * h + y] = v.z;
    c[(x * 4 + 3) * h + y] = v.w;
}
// A tile of W columns and H rows by W x T threads.
template <int W, int H, int T, int PAD>
__global__ void turn_tile(const float *a, float *c, int w, int h) {
    __shared__ float s[H][W + PAD];
    int X = blockIdx.x * W, Y = blockIdx.y * H;
    for (int y = threadIdx.y; y < H; y += T)
        s[y][threadIdx.x] = a[(size_t)(Y + y) * w + X + threadIdx.x];
    __syncthreads();
    if (W == H) {
        for (int y = threadIdx.y; y < W; y += T)
            c[(size_t)(X + y) * h + Y + threadIdx.x] = s[threadIdx.x][y];
    } else {
        for (int i = threadIdx.y * W + threadIdx.x; i < W * H; i += W * T)
            c[(size_t)(X + i / H) * h + Y + i % H] = s[i % H][i / H];
    }
}
// A tile of 64 by T threads in a line.
template <int T, int PAD>
__global__ void turn_64(const float *__restrict__ a, float *__restrict__ c,
                        int w, int h) {
    __shared__ float s[64][64 + PAD];
    int tx = threadIdx.x % 64, ty = threadIdx.x / 64;
    int X = blockIdx.x * 64, Y = blockIdx.y * 64;
#pragma unroll
    for (int y = 0; y < 64; y += T / 64)
        s[y + ty][tx] = a[(Y + y + ty) * w + X + tx];
    __syncthreads();
#pragma unroll
    for (int y = 0; y < 64; y += T / 64)
        c[(X + y + ty) * h + Y + tx] = s[tx][y + ty];
}
// A tile of 32 by float4: 8 x 32 threads; stores by scalars, or by float4.
template <bool STORES>
__global__ void turn_tile4(const float4 *a, float *c, int w, int h) {
    __shared__ float s[32][33];
    int tx = threadIdx.x % 8, ty = threadIdx.x / 8;
    int X = blockIdx.x * 32, Y = blockIdx.y * 32;
    float4 v = a[((Y + ty) * w + X) / 4 + tx];
    s[ty][tx * 4] = v.x;
    s[ty][tx * 4 + 1] = v.y;
    s[ty][tx * 4 + 2] = v.z;
    s[ty][tx * 4 + 3] = v.w;
    __syncthreads();
    if (STORES) {
        float4 u = {s[tx * 4][ty], s[tx * 4 + 1][ty], s[tx * 4 + 2][ty],
                    s[tx * 4 + 3][ty]};
        *(float4 *)(c + (X + ty) * h + Y + tx * 4) = u;
    } else {
        int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        for (int k = warp; k < 32; k += 8)
            c[(X + k) * h + Y + lane] = s[lane][k];
    }
}

#define SQUARE 4096, 4096
#define WIDE   8192, 2048
#define GRID(w, h, W, H) dim3((w) / (W), (h) / (H))
#define READ(W, H)                                                             \
    V("reads in a row, " #W " x " #H,                                          \
      turn_read<<<GRID(4096, 4096, W, H), dim3(W, H)>>>(p.a, p.c, SQUARE))
#define READW(W, H)                                                            \
    V("reads in a row, " #W " x " #H ", 2048 x 8192",                          \
      turn_read<<<GRID(8192, 2048, W, H), dim3(W, H)>>>(p.a, p.c, WIDE))
#define WRITE(W, H)                                                            \
    V("writes in a row, " #W " x " #H,                                         \
      turn_write<<<GRID(4096, 4096, W, H), dim3(W, H)>>>(p.a, p.c, SQUARE))
#define WRITEW(W, H)                                                           \
    V("writes in a row, " #W " x " #H ", 2048 x 8192",                         \
      turn_write<<<GRID(2048, 8192, W, H), dim3(W, H)>>>(p.a, p.c, WIDE))
#define TILE(W, H, T, PAD)                                                     \
    V("tile " #W " x " #H " by " #T " rows, pad " #PAD,                        \
      (turn_tile<W, H, T, PAD>)<<<GRID(4096, 4096, W, H), dim3(W, T)>>>(       \
          p.a, p.c, SQUARE))
#define TILEW(W, H, T, PAD)                                                    \
    V("tile " #W " x " #H " by " #T " rows, pad " #PAD ", 2048 x 8192",        \
      (turn_tile<W, H, T, PAD>)<<<GRID(8192, 2048, W, H), dim3(W, T)>>>(       \
          p.a, p.c, WIDE))
#define T64(T, PAD)                                                            \
    V("tile 64 by " #T ", pad " #PAD,                                          \
      (turn_64<T, PAD>)<<<dim3(64, 64), T>>>(p.a, p.c, SQUARE))

// clang-format off
const Variant squares[] = {
    READ(16, 16), READ(64, 4), READ(8, 32), READW(32, 8),
    WRITE(32, 16), WRITE(64, 4), WRITE(8, 32), WRITEW(32, 32), WRITEW(16, 8),
    V("four rows a thread, blocks of 128", turn_four<<<dim3(32, 1024), 128>>>(p.a, p.c, SQUARE)),
    V("four rows to a float4, blocks of 128", turn_four4<<<dim3(32, 1024), 128>>>(p.a, p.c, SQUARE)),
    V("four rows to a float4, blocks of 256, 2048 x 8192", turn_four4<<<dim3(32, 512), 256>>>(p.a, p.c, WIDE)),
    V("float4 down a column, 8 x 32", turn_load4<<<dim3(128, 128), dim3(8, 32)>>>((const float4 *)p.a, p.c, SQUARE)),
    V("float4 down a column, 32 x 8, 2048 x 8192", turn_load4<<<dim3(64, 256), dim3(32, 8)>>>((const float4 *)p.a, p.c, WIDE)),
    TILE(16, 16, 16, 0), TILEW(16, 16, 16, 1), TILE(16, 16, 4, 1),
    TILE(32, 32, 8, 0), TILE(32, 32, 32, 0), TILE(32, 32, 16, 1), TILEW(32, 32, 8, 1), TILE(32, 32, 4, 1),
    TILE(32, 32, 32, 1), TILEW(32, 32, 32, 1), TILE(32, 32, 2, 1),
    T64(128, 1), T64(256, 1), T64(512, 1), T64(256, 0), T64(1024, 1),
    TILE(128, 32, 2, 1), TILE(128, 32, 4, 1), TILEW(128, 32, 8, 0), TILE(32, 128, 8, 1), TILEW(64, 16, 4, 1),
    V("tile 32, float4 read", turn_tile4<false><<<dim3(128, 128), 256>>>((const float4 *)p.a, p.c, SQUARE)),
    V("tile 32, float4 both ways", turn_tile4<true><<<dim3(128, 128), 256>>>((const float4 *)p.a, p.c, SQUARE)),
    V("tile 32, float4 both ways, 2048 x 8192", turn_tile4<true><<<dim3(256, 64), 256>>>((const float4 *)p.a, p.c, WIDE)),
};
// clang-format on
Family squares_family("squares", squares, 2);

// ---- structs

template <int F> struct Thing {
    float f[F];
};

// Each field by itself, to F arrays of n.
template <int F>
__global__ void apart(const Thing<F> *a, float *c, int n) {
    int i = INDEX;
    if (i >= n) return;
#pragma unroll
    for (int f = 0; f < F; f++)
        c[(size_t)f * n + i] = a[i].f[f];
}
template <int F>
__global__ void apart_stride(const Thing<F> *a, float *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        Thing<F> t = a[i];
#pragma unroll
        for (int f = 0; f < F; f++)
            c[(size_t)f * n + i] = t.f[f];
    }
}
template <int F> __global__ void joined(const float *a, Thing<F> *c, int n) {
    int i = INDEX;
    if (i >= n) return;
#pragma unroll
    for (int f = 0; f < F; f++)
        c[i].f[f] = a[(size_t)f * n + i];
}
template <int F>
__global__ void joined_stride(const float *__restrict__ a,
                              Thing<F> *__restrict__ c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
#pragma unroll
        for (int f = 0; f < F; f++)
            c[i].f[f] = a[(size_t)f * n + i];
}
__global__ void apart4(const float4 *a, float *x, float *y, float *z, float *w,
                       int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        x[i] = v.x;
        y[i] = v.y;
        z[i] = v.z;
        w[i] = v.w;
    }
}
__global__ void joined4(const float *x, const float *y, const float *z,
                        const float *w, float4 *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = make_float4(x[i], y[i], z[i], w[i]);
}
// Through shared memory, T structs a block.
template <int F, int T>
__global__ void apart_shared(const float *a, float *c, int n) {
    __shared__ float s[F * T];
    size_t from = (size_t)blockIdx.x * T;
#pragma unroll
    for (int f = 0; f < F; f++)
        s[f * T + threadIdx.x] = a[from * F + f * T + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int f = 0; f < F; f++)
        c[(size_t)f * n + from + threadIdx.x] = s[threadIdx.x * F + f];
}
template <int F, int T>
__global__ void joined_shared(const float *a, float *c, int n) {
    __shared__ float s[F * T];
    for (size_t from = (size_t)blockIdx.x * T; from < n;
         from += (size_t)gridDim.x * T) {
        for (int f = 0; f < F; f++)
            s[threadIdx.x * F + f] = a[(size_t)f * n + from + threadIdx.x];
        __syncthreads();
        for (int i = threadIdx.x; i < F * T; i += T)
            c[from * F + i] = s[i];
        __syncthreads();
    }
}
// four structs of three a thread, by float4 all of it
__global__ void apart3_four(const float4 *a, float4 *x, float4 *y, float4 *z,
                            int n) {
    for (int i = INDEX; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 u = a[i * 3], v = a[i * 3 + 1], w = a[i * 3 + 2];
        x[i] = make_float4(u.x, u.w, v.z, w.y);
        y[i] = make_float4(u.y, v.x, v.w, w.z);
        z[i] = make_float4(u.z, v.y, w.x, w.w);
    }
}
// six by three float2
__global__ void apart6_two(const float2 *a, float *c, int n) {
    int i = INDEX;
    if (i >= n) return;
    float2 u = a[i * 3], v = a[i * 3 + 1], w = a[i * 3 + 2];
    c[i] = u.x;
    c[n + i] = u.y;
    c[2 * n + i] = v.x;
    c[3 * n + i] = v.y;
    c[4 * n + i] = w.x;
    c[5 * n + i] = w.y;
}
// places by speeds, in place
__global__ void moved(Thing<6> *c, int n, float dt) {
    int i = INDEX;
    if (i >= n) return;
    c[i].f[0] += dt * c[i].f[3];
    c[i].f[1] += dt * c[i].f[4];
    c[i].f[2] += dt * c[i].f[5];
}
__global__ void moved_arrays(float *c, int n, float dt) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
#pragma unroll
        for (int f = 0; f < 3; f++)
            c[(size_t)f * n + i] += dt * c[(size_t)(f + 3) * n + i];
}
// lengths of the three
template <int F>
__global__ void lengths(const Thing<F> *a, float *c, int n) {
    int i = INDEX;
    if (i < n) {
        float x = a[i].f[0], y = a[i].f[1], z = a[i].f[2];
        c[i] = sqrtf(x * x + y * y + z * z);
    }
}

constexpr int M4 = 8 * MI, M3 = 8 * MI, M6 = 4 * MI;
#define THINGS(F) (const Thing<F> *)p.a
#define APART(F, T)                                                            \
    V("apart " #F ", blocks of " #T,                                           \
      apart<F><<<M##F / T, T>>>(THINGS(F), p.c, M##F))
#define APARTS(F, B, T)                                                        \
    V("apart " #F ", " #B " blocks of " #T,                                    \
      apart_stride<F><<<B, T>>>(THINGS(F), p.c, M##F))
#define JOINED(F, T)                                                           \
    V("joined " #F ", blocks of " #T,                                          \
      joined<F><<<M##F / T, T>>>(p.a, (Thing<F> *)p.c, M##F))
#define JOINEDS(F, B, T)                                                       \
    V("joined " #F ", " #B " blocks of " #T,                                   \
      joined_stride<F><<<B, T>>>(p.a, (Thing<F> *)p.c, M##F))
#define APART4(B, T)                                                           \
    V("apart float4, " #B " blocks of " #T,                                    \
      apart4<<<B, T>>>((const float4 *)p.a, p.c, p.c + M4, p.c + 2 * M4,       \
                       p.c + 3 * M4, M4))
#define JOINED4(B, T)                                                          \
    V("joined float4, " #B " blocks of " #T,                                   \
      joined4<<<B, T>>>(p.a, p.a + M4, p.a + 2 * M4, p.a + 3 * M4,             \
                        (float4 *)p.c, M4))
#define APARTSH(F, T)                                                          \
    V("apart " #F " shared, blocks of " #T,                                    \
      (apart_shared<F, T>)<<<M##F / T, T>>>(p.a, p.c, M##F))
#define JOINEDSH(F, B, T)                                                      \
    V("joined " #F " shared, " #B " blocks of " #T,                            \
      (joined_shared<F, T>)<<<B, T>>>(p.a, p.c, M##F))
#define THREE(B, T)                                                            \
    V("apart 3, four a thread, " #B " blocks of " #T,                          \
      apart3_four<<<B, T>>>((const float4 *)p.a, (float4 *)p.c,                \
                            (float4 *)(p.c + M3), (float4 *)(p.c + 2 * M3),    \
                            M3))

// clang-format off
const Variant fields[] = {
    APART(4, 256), APARTS(4, 528, 256), APARTS(4, 1056, 512),
    APART(3, 256), APART(3, 512), APARTS(3, 1056, 256), APARTS(3, 2112, 512),
    APART(6, 256), APARTS(6, 528, 512), APARTS(6, 2112, 256),
    JOINED(4, 256), JOINEDS(4, 1056, 256), JOINED(3, 256), JOINEDS(3, 528, 256), JOINED(6, 512), JOINEDS(6, 2112, 256),
    APART4(528, 256), APART4(1056, 256), APART4(2112, 512), APART4(32768, 256),
    JOINED4(528, 512), JOINED4(1056, 256), JOINED4(2112, 256), JOINED4(16384, 512),
    APARTSH(4, 256), APARTSH(3, 256), APARTSH(3, 512), APARTSH(6, 256),
    JOINEDSH(4, 1056, 256), JOINEDSH(3, 32768, 256), JOINEDSH(3, 528, 512), JOINEDSH(6, 1056, 256),
    THREE(8192, 256), THREE(1056, 256), THREE(528, 512),
    V("apart 6, three float2", apart6_two<<<M6 / 256, 256>>>((const float2 *)p.a, p.c, M6)),
    V("moved, structs", moved<<<M6 / 256, 256>>>((Thing<6> *)p.c, M6, 1e-3f)),
    V("moved, arrays, 1056 blocks of 256", moved_arrays<<<1056, 256>>>(p.c, M6, 1e-3f)),
    V("lengths of 3", lengths<3><<<M3 / 256, 256>>>(THINGS(3), p.c, M3)),
    V("lengths of 6", lengths<6><<<M6 / 512, 512>>>(THINGS(6), p.c, M6)),
};
// clang-format on
Family fields_family("fields", fields, 2);

} // namespace
