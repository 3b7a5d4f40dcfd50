// Third set: transposes and stencils.
#include "../variants.h"

namespace {

#define BYTES(x) ((unsigned char *)p.x)

// ---- transposes

template <typename T>
__global__ void turn_plain(const T *a, T *c, int wide, int tall) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    c[(size_t)x * tall + y] = a[(size_t)y * wide + x];
}
template <typename T, int ROWS>
__global__ void turn_tile(const T *a, T *c, int wide, int tall) {
    __shared__ T t[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    a += (size_t)blockIdx.z * wide * tall;
    c += (size_t)blockIdx.z * wide * tall;
    for (int i = 0; i < 32; i += ROWS)
        t[threadIdx.y + i][threadIdx.x] = a[(size_t)(y + i) * wide + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += ROWS)
        c[(size_t)(y + i) * tall + x] = t[threadIdx.x][threadIdx.y + i];
}
// 64 x 64 bytes a block, by words on both sides
__global__ void turn_bytes(const uchar4 *a, uchar4 *c, int wide, int tall) {
    __shared__ alignas(4) unsigned char t[64][68];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 64 + threadIdx.y;
    for (int i = 0; i < 64; i += 16)
        *(uchar4 *)&t[threadIdx.y + i][threadIdx.x * 4] =
            a[(y + i) * (wide / 4) + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 64 + threadIdx.y;
    for (int i = 0; i < 64; i += 16) {
        int row = threadIdx.x * 4, col = threadIdx.y + i;
        c[(y + i) * (tall / 4) + x] = make_uchar4(
            t[row][col], t[row + 1][col], t[row + 2][col], t[row + 3][col]);
    }
}
// in place: a block swaps a tile with the one across the diagonal
__global__ void turn_here(float *c, int n) {
    __shared__ float s[32][33], t[32][33];
    if (blockIdx.x > blockIdx.y) return;
    int tx = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32; i += 8) {
        s[i][tx] = c[(size_t)(y + i) * n + x + tx];
        t[i][tx] = c[(size_t)(x + i) * n + y + tx];
    }
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
        c[(size_t)(y + i) * n + x + tx] = t[tx][i];
        c[(size_t)(x + i) * n + y + tx] = s[tx][i];
    }
}
// a warp turns 32 x 32 by shuffles: in step d lanes d apart swap blocks of d
__global__ void turn_shuffles(const float *a, float *c, int wide, int tall) {
    int lane = threadIdx.x, tile = blockIdx.x * blockDim.y + threadIdx.y;
    int x = tile % (wide / 32) * 32, y = tile / (wide / 32) * 32;
    float v[32];
#pragma unroll
    for (int i = 0; i < 32; i++)
        v[i] = a[(size_t)(y + i) * wide + x + lane];
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
#pragma unroll
        for (int i = 0; i < 32; i++)
            if (!(i & d)) {
                bool upper = lane & d;
                float give = upper ? v[i] : v[i + d];
                float got = __shfl_xor_sync(~0u, give, d);
                if (upper)
                    v[i] = got;
                else
                    v[i + d] = got;
            }
#pragma unroll
    for (int i = 0; i < 32; i++)
        c[(size_t)(x + i) * tall + y + lane] = v[i];
}
// batch, position, head, 64 floats -> batch, head, position, 64 floats
__global__ void heads_first(const float4 *a, float4 *c, int positions,
                            int heads) {
    int i = INDEX, word = i % 16, head = i / 16 % heads;
    int at = i / 16 / heads % positions, batch = i / 16 / heads / positions;
    c[((size_t)(batch * heads + head) * positions + at) * 16 + word] = a[i];
}
// points of `deep` channels to sheets, a channel each
__global__ void to_sheets(const float *a, float *c, int points, int deep) {
    size_t image = (size_t)blockIdx.y * points * deep;
    int channel = INDEX / points, at = INDEX % points;
    c[image + INDEX] = a[image + at * deep + channel];
}
const Variant transposes[] = {
    {"doubles, naive, 2048 x 2048",
     [](const Pool &p) {
         turn_plain<<<dim3(64, 256), dim3(32, 8)>>>((const double *)p.a,
                                                    (double *)p.c, 2048, 2048);
     }},
    {"doubles, tile of 32, padded, 2048 x 2048",
     [](const Pool &p) {
         turn_tile<double, 8><<<dim3(64, 64), dim3(32, 8)>>>(
             (const double *)p.a, (double *)p.c, 2048, 2048);
     }},
    {"bytes, naive, 4096 x 2048",
     [](const Pool &p) {
         turn_plain<<<dim3(128, 256), dim3(32, 8)>>>(BYTES(a), BYTES(c), 4096,
                                                     2048);
     }},
    {"bytes, tile of 64 by words, 4096 x 2048",
     [](const Pool &p) {
         turn_bytes<<<dim3(64, 32), dim3(16, 16)>>>((const uchar4 *)p.a,
                                                    (uchar4 *)p.c, 4096, 2048);
     }},
    {"in place, tile of 32, 3072 x 3072",
     [](const Pool &p) {
         turn_here<<<dim3(96, 96), dim3(32, 8)>>>(p.c, 3072);
     }},
    {"by shuffles, a warp 32 x 32, 2048 x 2048",
     [](const Pool &p) {
         turn_shuffles<<<1024, dim3(32, 4)>>>(p.a, p.c, 2048, 2048);
     }},
    {"tile of 32, 4 rows at once, 1024 x 6144",
     [](const Pool &p) {
         turn_tile<float, 4>
             <<<dim3(32, 192), dim3(32, 4)>>>(p.a, p.c, 1024, 6144);
     }},
    {"heads before positions, float4, 8 x 512 x 16 heads of 64",
     [](const Pool &p) {
         heads_first<<<4096, 256>>>((const float4 *)p.a, (float4 *)p.c, 512,
                                    16);
     }},
    {"64 channels to sheets, naive, 4 of 16 Ki points",
     [](const Pool &p) {
         to_sheets<<<dim3(4096, 4), 256>>>(p.a, p.c, 16384, 64);
     }},
    {"64 channels to sheets, tile of 32, 4 of 16 Ki points",
     [](const Pool &p) {
         turn_tile<float, 8>
             <<<dim3(2, 512, 4), dim3(32, 8)>>>(p.a, p.c, 64, 16384);
     }},
    {"3 channels to sheets, naive, 2 of 2 Mi points",
     [](const Pool &p) {
         to_sheets<<<dim3(24576, 2), 256>>>(p.a, p.c, 2 * MI, 3);
     }},
};
Family transpose_family("transpose", transposes, 3);

// ---- stencils

constexpr int WIDE = 2048, TALL = 1024;
__constant__ float weights[11] = {.01f, .03f, .07f, .12f, .17f, .2f,
                                  .17f, .12f, .07f, .03f, .01f};

// a wave: 4 neighbours on every side, and the step before
__global__ void wave_plain(const float *a, const float *before, float *c) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 4 || y < 4 || x >= WIDE - 4 || y >= TALL - 4) return;
    const float *m = a + y * WIDE + x;
    float sum = m[0] * -5;
#pragma unroll
    for (int k = 1; k <= 4; k++)
        sum += (m[k] + m[-k] + m[k * WIDE] + m[-k * WIDE]) / (k * k);
    c[y * WIDE + x] = 2 * m[0] - before[y * WIDE + x] + .1f * sum;
}
__global__ void wave_shared(const float *a, const float *before, float *c) {
    __shared__ float s[24][40];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    int tx = threadIdx.x, ty = threadIdx.y;
    for (int i = ty * 32 + tx; i < 24 * 40; i += 512) {
        int x = min(max(x0 + i % 40 - 4, 0), WIDE - 1);
        int y = min(max(y0 + i / 40 - 4, 0), TALL - 1);
        s[i / 40][i % 40] = a[y * WIDE + x];
    }
    __syncthreads();
    int x = x0 + tx, y = y0 + ty;
    if (x < 4 || y < 4 || x >= WIDE - 4 || y >= TALL - 4) return;
    const float *m = &s[ty + 4][tx + 4];
    float sum = m[0] * -5;
#pragma unroll
    for (int k = 1; k <= 4; k++)
        sum += (m[k] + m[-k] + m[k * 40] + m[-k * 40]) / (k * k);
    c[y * WIDE + x] = 2 * m[0] - before[y * WIDE + x] + .1f * sum;
}
__device__ int edge(int a, int b, int c, int d, int e, int f) {
    return abs(a + 2 * b + c - d - 2 * e - f);
}
__global__ void sobel(const unsigned char *a, unsigned char *c) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 1 || y < 1 || x >= WIDE - 1 || y >= TALL - 1) return;
    const unsigned char *u = a + (y - 1) * WIDE + x, *m = u + WIDE;
    const unsigned char *d = m + WIDE;
    int sum = edge(u[-1], u[0], u[1], d[-1], d[0], d[1]) +
              edge(u[-1], m[-1], d[-1], u[1], m[1], d[1]);
    c[y * WIDE + x] = min(sum, 255);
}
// 4 points a thread, of rows of 3 words
__global__ void sobel_4(const uchar4 *a, uchar4 *c) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    constexpr int W = WIDE / 4;
    if (x < 1 || y < 1 || x >= W - 1 || y >= TALL - 1) return;
    int r[3][6];
#pragma unroll
    for (int j = 0; j < 3; j++) {
        const uchar4 *row = a + (y + j - 1) * W + x;
        uchar4 v = row[0];
        r[j][0] = row[-1].w;
        r[j][1] = v.x;
        r[j][2] = v.y;
        r[j][3] = v.z;
        r[j][4] = v.w;
        r[j][5] = row[1].x;
    }
    int out[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        out[i] = min(edge(r[0][i], r[0][i + 1], r[0][i + 2], r[2][i],
                          r[2][i + 1], r[2][i + 2]) +
                         edge(r[0][i], r[1][i], r[2][i], r[0][i + 2],
                              r[1][i + 2], r[2][i + 2]),
                     255);
    c[y * W + x] = make_uchar4(out[0], out[1], out[2], out[3]);
}
__global__ void gauss_square(const float *a, float *c) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 5 || y < 5 || x >= WIDE - 5 || y >= 512 - 5) return;
    float sum = 0;
    for (int j = 0; j < 11; j++)
#pragma unroll
        for (int i = 0; i < 11; i++)
            sum += a[(y + j - 5) * WIDE + x + i - 5] * weights[i] * weights[j];
    c[y * WIDE + x] = sum;
}
__global__ void gauss_line(const float *a, float *c, int apart) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 5 || y < 5 || x >= WIDE - 5 || y >= 512 - 5) return;
    const float *m = a + y * WIDE + x - 5 * apart;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 11; i++)
        sum += m[i * apart] * weights[i];
    c[y * WIDE + x] = sum;
}
__global__ void mean5(const float *a, float *c, int margin) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < margin || y < margin || x >= WIDE - margin || y >= TALL - margin)
        return;
    const float *m = a + y * WIDE + x;
    c[y * WIDE + x] = .2f * (m[0] + m[1] + m[-1] + m[WIDE] + m[-WIDE]);
}
// both steps in one launch: the first one in shared memory, a rim wider
__global__ void mean5_twice(const float *a, float *c) {
    __shared__ float s[20][36], t[18][34];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    int me = threadIdx.y * 32 + threadIdx.x;
    for (int i = me; i < 20 * 36; i += 512) {
        int x = min(max(x0 + i % 36 - 2, 0), WIDE - 1);
        int y = min(max(y0 + i / 36 - 2, 0), TALL - 1);
        s[i / 36][i % 36] = a[y * WIDE + x];
    }
    __syncthreads();
    for (int i = me; i < 18 * 34; i += 512) {
        const float *m = &s[i / 34 + 1][i % 34 + 1];
        t[i / 34][i % 34] = .2f * (m[0] + m[1] + m[-1] + m[36] + m[-36]);
    }
    __syncthreads();
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x < 2 || y < 2 || x >= WIDE - 2 || y >= TALL - 2) return;
    const float *m = &t[threadIdx.y + 1][threadIdx.x + 1];
    c[y * WIDE + x] = .2f * (m[0] + m[1] + m[-1] + m[34] + m[-34]);
}
__global__ void jacobi(const double *a, const double *b, double *c) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x < 1 || y < 1 || x >= WIDE - 1 || y >= TALL - 1) return;
    int at = y * WIDE + x;
    c[at] = .25 * (a[at - 1] + a[at + 1] + a[at - WIDE] + a[at + WIDE] - b[at]);
}
__device__ void order(float &x, float &y) {
    float low = fminf(x, y);
    y = fmaxf(x, y);
    x = low;
}
// the middle one of 9: greatest of the lows, middle of the middles, least of
// the highs
__global__ void median(const float *a, float *c) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 1 || y < 1 || x >= WIDE - 1 || y >= TALL - 1) return;
    float v[3][3];
#pragma unroll
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            v[i][j] = a[(y + j - 1) * WIDE + x + i - 1];
        order(v[i][0], v[i][1]);
        order(v[i][1], v[i][2]);
        order(v[i][0], v[i][1]);
    }
    float low = fmaxf(fmaxf(v[0][0], v[1][0]), v[2][0]);
    float high = fminf(fminf(v[0][2], v[1][2]), v[2][2]);
    order(v[0][1], v[1][1]);
    float mid = fmaxf(fminf(v[1][1], v[2][1]), v[0][1]);
    order(low, mid);
    c[y * WIDE + x] = fmaxf(low, fminf(mid, high));
}
__global__ void cube_27(const float *a, float *c, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    int z = blockIdx.z * 2 + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 27; k++)
        sum += a[((z + k / 9 - 1) * n + y + k / 3 % 3 - 1) * n + x + k % 3 - 1];
    c[(z * n + y) * n + x] = sum / 27;
}
#define GRID dim3(WIDE / 32, TALL / 8), dim3(32, 8)
const Variant stencils[] = {
    {"a wave, 17 points, 2048 x 1024",
     [](const Pool &p) { wave_plain<<<GRID>>>(p.a, p.b, p.c); }},
    {"a wave, 17 points, shared memory, 2048 x 1024",
     [](const Pool &p) {
         wave_shared<<<dim3(WIDE / 32, TALL / 16), dim3(32, 16)>>>(p.a, p.b,
                                                                   p.c);
     }},
    {"edges in bytes, 2048 x 1024",
     [](const Pool &p) { sobel<<<GRID>>>(BYTES(a), BYTES(c)); }},
    {"edges in bytes, 4 points a thread, 2048 x 1024",
     [](const Pool &p) {
         sobel_4<<<dim3(WIDE / 128, TALL / 8), dim3(32, 8)>>>(
             (const uchar4 *)p.a, (uchar4 *)p.c);
     }},
    {"bell of 11 x 11, 2048 x 512",
     [](const Pool &p) {
         gauss_square<<<dim3(64, 64), dim3(32, 8)>>>(p.a, p.c);
     }},
    {"bell of 11, rows then columns, 2048 x 512",
     [](const Pool &p) {
         gauss_line<<<dim3(64, 64), dim3(32, 8)>>>(p.a, p.c + MI, 1);
         gauss_line<<<dim3(64, 64), dim3(32, 8)>>>(p.c + MI, p.c, WIDE);
     }},
    {"mean of 5, two launches, 2048 x 1024",
     [](const Pool &p) {
         mean5<<<GRID>>>(p.a, p.c + 2 * MI, 1);
         mean5<<<GRID>>>(p.c + 2 * MI, p.c, 2);
     }},
    {"mean of 5, both steps in shared memory, 2048 x 1024",
     [](const Pool &p) {
         mean5_twice<<<dim3(WIDE / 32, TALL / 16), dim3(32, 16)>>>(p.a, p.c);
     }},
    {"a step of Jacobi's in doubles, 64 x 4, 2048 x 1024",
     [](const Pool &p) {
         jacobi<<<dim3(WIDE / 64, TALL / 4), dim3(64, 4)>>>(
             (const double *)p.a, (const double *)p.b, (double *)p.c);
     }},
    {"middle one of 9, 2048 x 1024",
     [](const Pool &p) { median<<<GRID>>>(p.a, p.c); }},
    {"27 points in a cube of 160",
     [](const Pool &p) {
         cube_27<<<dim3(5, 40, 80), dim3(32, 4, 2)>>>(p.a, p.c, 160);
     }},
};
Family stencil_family("stencil", stencils, 3);

} // namespace
