// Third set: small applications.
#include "../variants.h"

#include <cuda_fp16.h>

#include <vector>

namespace {

// ---- a layer's end: bias, gelu, what was kept added; apart, and in one
__device__ float gelu(float x) {
    return .5f * x * (1 + erff(x * .70710678f));
}
__global__ void add_bias(const float *a, const float *bias, float *c) {
    c[INDEX] = a[INDEX] + bias[INDEX & 1023];
}
__global__ void gelu_each(float *c) {
    c[INDEX] = gelu(c[INDEX]);
}
__global__ void add_kept(float *c, const float *kept) {
    c[INDEX] += kept[INDEX];
}
__global__ void all_of_it(const float *a, const float *bias, const float *kept,
                          float *c) {
    c[INDEX] = gelu(a[INDEX] + bias[INDEX & 1023]) + kept[INDEX];
}
// ---- a sparse matrix of 16 a row times a vector: how its words lie
__global__ void sparse_rows(const float *values, const uint32_t *columns,
                            const float *x, float *y) {
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += values[INDEX * 16 + k] * x[columns[INDEX * 16 + k]];
    y[INDEX] = sum;
}
__global__ void sparse_columns(const float *values, const uint32_t *columns,
                               const float *x, float *y, int rows) {
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += values[k * rows + INDEX] * x[columns[k * rows + INDEX]];
    y[INDEX] = sum;
}
void any_columns(const Pool &p) {
    std::vector<uint32_t> v(4 * MI);
    Random r(111);
    for (uint32_t &x : v)
        x = r.next() % (256 * 1024);
    pool_index(p, v.data(), v.size());
}
// ---- three-diagonal systems of 64, a thread each: one after the other in
// memory, or side by side
__global__ void three_diagonals(const float *a, float *work, float *c, int next,
                                int system) {
    size_t at = (size_t)INDEX * system;
    float below = 0, y = 0;
    for (int i = 0; i < 64; i++) {
        float m = 1 / (4 - below);
        y = (a[at + (size_t)i * next] + y) * m;
        work[at + (size_t)i * next] = below = m;
        c[at + (size_t)i * next] = y;
    }
    for (int i = 62; i >= 0; i--) {
        y = c[at + (size_t)i * next] + work[at + (size_t)i * next] * y;
        c[at + (size_t)i * next] = y;
    }
}
// ---- checks of 256 bytes a thread, bit by bit or by a table
__device__ unsigned check_bits(unsigned crc) {
#pragma unroll
    for (int k = 0; k < 8; k++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    return crc;
}
__global__ void checks_by_bits(const unsigned *a, unsigned *c, int n) {
    unsigned crc = ~0u;
    for (int i = 0; i < 64; i++) {
        unsigned w = a[i * n + INDEX];
        for (int k = 0; k < 4; k++, w >>= 8)
            crc = check_bits((crc ^ w) & 255) ^ crc >> 8;
    }
    c[INDEX] = ~crc;
}
__global__ void checks_by_table(const unsigned *a, unsigned *c, int n) {
    __shared__ unsigned table[256];
    table[threadIdx.x] = check_bits(threadIdx.x);
    __syncthreads();
    unsigned crc = ~0u;
    for (int i = 0; i < 64; i++) {
        unsigned w = a[i * n + INDEX];
        for (int k = 0; k < 4; k++, w >>= 8)
            crc = table[(crc ^ w) & 255] ^ crc >> 8;
    }
    c[INDEX] = ~crc;
}
// ---- the shortest ways by way of 32 more nodes, tiles of 32 x 32
__global__ void shortest(const float *a, const float *b, float *c, int n) {
    __shared__ float x[32][32], y[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32, col = blockIdx.x * 32 + tx;
    float best[4] = {1e30f, 1e30f, 1e30f, 1e30f};
    for (int d = 0; d < n; d += 32) {
        for (int i = ty; i < 32; i += 8) {
            x[i][tx] = a[(row + i) * n + d + tx];
            y[i][tx] = b[(d + i) * n + col];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++)
#pragma unroll
            for (int r = 0; r < 4; r++)
                best[r] = fminf(best[r], x[ty + r * 8][k] + y[k][tx]);
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        c[(row + ty + r * 8) * n + col] = best[r];
}
// ---- what a normal distribution gives: counted random bits, two at a time
__global__ void normal_pairs(float2 *c, unsigned key) {
    unsigned x = INDEX, y = key, z = INDEX ^ 0x9e3779b9u, w = 7;
#pragma unroll
    for (int i = 0; i < 10; i++) {
        unsigned h = __umulhi(x, 0xd2511f53u), l = x * 0xd2511f53u;
        unsigned g = __umulhi(z, 0xcd9e8d57u), m = z * 0xcd9e8d57u;
        x = g ^ y ^ key;
        y = m;
        z = h ^ w ^ (key + 1);
        w = l;
        key += 0x9e3779b9u;
    }
    float u = (x >> 8) * (1 / 16777216.f) + 1e-7f, v = (y >> 8) * 3.7450703e-7f;
    float r = sqrtf(-2 * __logf(u)), s, k;
    __sincosf(v, &s, &k);
    c[INDEX] = make_float2(r * s, r * k);
}
// ---- cosines of 8 x 8 points: a block 4 of them, through shared memory
__constant__ float cosines[64] = {
    .3536f, .3536f,  .3536f,  .3536f,  .3536f,  .3536f,  .3536f,  .3536f,
    .4904f, .4157f,  .2778f,  .0975f,  -.0975f, -.2778f, -.4157f, -.4904f,
    .4619f, .1913f,  -.1913f, -.4619f, -.4619f, -.1913f, .1913f,  .4619f,
    .4157f, -.0975f, -.4904f, -.2778f, .2778f,  .4904f,  .0975f,  -.4157f,
    .3536f, -.3536f, -.3536f, .3536f,  .3536f,  -.3536f, -.3536f, .3536f,
    .2778f, -.4904f, .0975f,  .4157f,  -.4157f, -.0975f, .4904f,  -.2778f,
    .1913f, -.4619f, .4619f,  -.1913f, -.1913f, .4619f,  -.4619f, .1913f,
    .0975f, -.2778f, .4157f,  -.4904f, .4904f,  -.4157f, .2778f,  -.0975f};
__global__ void cosine_tiles(const float *a, float *c, int wide) {
    __shared__ float k[64], s[4][8][8], t[4][8][9];
    int i = threadIdx.x, which = threadIdx.y, x = i % 8, y = i / 8;
    if (which == 0) k[i] = cosines[i];
    size_t at =
        (size_t)(blockIdx.y * 8 + y) * wide + blockIdx.x * 32 + which * 8 + x;
    s[which][y][x] = a[at];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 8; j++)
        sum += s[which][y][j] * k[x * 8 + j];
    t[which][y][x] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int j = 0; j < 8; j++)
        sum += t[which][j][x] * k[y * 8 + j];
    c[at] = sum;
}
// ---- points blended with those near them in place and colour
__global__ void bilateral(const float *a, float *c, int wide, int tall) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 2 || y < 2 || x >= wide - 2 || y >= tall - 2) return;
    float me = a[y * wide + x], sum = 0, by = 0;
    for (int j = -2; j <= 2; j++)
#pragma unroll
        for (int i = -2; i <= 2; i++) {
            float v = a[(y + j) * wide + x + i], d = v - me;
            float w = __expf(-.1f * (i * i + j * j) - d * d);
            sum += v * w;
            by += w;
        }
    c[y * wide + x] = sum / by;
}
// ---- rays that walk to a field of balls
__global__ void walk(float *c, int wide) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float dx = x * (2.f / wide) - 1, dy = y * (2.f / wide) - 1, t = 0;
    float by = rsqrtf(dx * dx + dy * dy + 1);
    int i = 0;
    for (; i < 64; i++) {
        float u = dx * by * t + .5f, v = dy * by * t + .5f, w = by * t + .5f;
        u -= rintf(u);
        v -= rintf(v);
        w -= rintf(w);
        float d = sqrtf(u * u + v * v + w * w) - .2f;
        if (d < .001f) break;
        t += d * .9f;
    }
    c[y * wide + x] = t + i;
}
// ---- paths of a price, mean of each
__global__ void asian(float *c, int steps) {
    unsigned s = INDEX * 2654435761u + 99;
    float price = 100, mean = 0;
    for (int i = 0; i < steps; i++) {
        s = s * 1664525u + 1013904223u;
        float u = (s >> 8) * (1 / 16777216.f), v = (s & 0xffff) * (1 / 65536.f);
        price *= __expf(.02f * (u + v - 1) + .0001f);
        mean += price;
    }
    c[INDEX] = fmaxf(mean / steps - 100, 0);
}
// ---- what may differ in two strings of 64, a warp each: fronts by shuffles
__global__ void distance(const unsigned char *a, const unsigned char *b,
                         int *c) {
    int lane = threadIdx.x % 32, which = INDEX / 32;
    const unsigned char *x = a + which * 64, *y = b + which * 64 + 7;
    int mine[2] = {x[lane * 2], x[lane * 2 + 1]};
    int up = 0, left0 = lane * 2 + 1, left1 = lane * 2 + 2, corner = lane * 2;
    for (int d = 0; d < 64 + 31; d++) {
        int col = d - lane;
        up = __shfl_up_sync(~0u, left1, 1);
        if (lane == 0) up = col + 1;
        if (col < 0 || col >= 64) continue;
        int of = y[col];
        int v0 = min(min(up, left0) + 1, corner + (mine[0] != of));
        int v1 = min(min(v0, left1) + 1, left0 + (mine[1] != of));
        corner = up;
        left0 = v0;
        left1 = v1;
    }
    if (lane == 31) c[which] = left1;
}
// ---- greatest of 2 x 2, of sheets; each channel its own 3 x 3 filter
__global__ void pool_2(const float2 *a, float *c, int wide) {
    int y = blockIdx.y, x = blockIdx.x * 128 + threadIdx.x;
    float2 u = a[(size_t)2 * y * wide + x],
           v = a[(size_t)(2 * y + 1) * wide + x];
    c[(size_t)y * wide + x] = fmaxf(fmaxf(u.x, u.y), fmaxf(v.x, v.y));
}
__global__ void own_filters(const float *a, const float *w, float *c, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float *m = a + (size_t)blockIdx.z * n * n, *k = w + blockIdx.z * 9;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 9; i++) {
        int u = x + i % 3 - 1, v = y + i / 3 - 1;
        if (u >= 0 && v >= 0 && u < n && v < n) sum += m[v * n + u] * k[i];
    }
    c[(size_t)blockIdx.z * n * n + y * n + x] = sum;
}
// ---- heads turned by where they stand; floats to bytes with a scale a row
__global__ void turn_heads(const __half2 *a, __half2 *c) {
    int i = INDEX % 32, at = INDEX / 32 / 16 % 1024;
    float2 v = __half22float2(a[INDEX]);
    float by = at * exp2f(i * -.41524101f), s, k;
    __sincosf(by, &s, &k);
    c[INDEX] = __floats2half2_rn(v.x * k - v.y * s, v.x * s + v.y * k);
}
__global__ void to_bytes(const float4 *a, char4 *c, float *scales) {
    float4 v[4];
    float most = 0;
    size_t at = (size_t)(INDEX / 32) * 128 + threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        v[k] = a[at + k * 32];
        most = fmaxf(fmaxf(most, fmaxf(fabsf(v[k].x), fabsf(v[k].y))),
                     fmaxf(fabsf(v[k].z), fabsf(v[k].w)));
    }
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    float by = most > 0 ? 127 / most : 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
        c[at + k * 32] = make_char4(rintf(v[k].x * by), rintf(v[k].y * by),
                                    rintf(v[k].z * by), rintf(v[k].w * by));
    if (threadIdx.x % 32 == 0) scales[INDEX / 32] = most / 127;
}

#define GRID(x, y) dim3((x) / 32, (y) / 8), dim3(32, 8)
const Variant list[] = {
    {"bias, gelu, sum: three launches, 6 Mi",
     [](const Pool &p) {
         add_bias<<<24576, 256>>>(p.a, p.b, p.c);
         gelu_each<<<24576, 256>>>(p.c);
         add_kept<<<24576, 256>>>(p.c, p.b);
     }},
    {"bias, gelu, sum: one launch, 6 Mi",
     [](const Pool &p) { all_of_it<<<24576, 256>>>(p.a, p.b, p.b, p.c); }},
    {"sparse, 16 a row, row after row, 128 Ki rows",
     [](const Pool &p) { sparse_rows<<<1024, 128>>>(p.a, p.index, p.b, p.c); },
     any_columns},
    {"sparse, 16 a row, column after column, 128 Ki rows",
     [](const Pool &p) {
         sparse_columns<<<1024, 128>>>(p.a, p.index, p.b, p.c, 131072);
     },
     any_columns},
    {"three-diagonal systems of 64, one after the other, 32 Ki",
     [](const Pool &p) {
         three_diagonals<<<256, 128>>>(p.a, p.c + 8 * MI, p.c, 1, 64);
     }},
    {"three-diagonal systems of 64, side by side, 32 Ki",
     [](const Pool &p) {
         three_diagonals<<<256, 128>>>(p.a, p.c + 8 * MI, p.c, 32768, 1);
     }},
    {"checks of 256 bytes, bit by bit, 64 Ki",
     [](const Pool &p) {
         checks_by_bits<<<256, 256>>>((const unsigned *)p.a, (unsigned *)p.c,
                                      65536);
     }},
    {"checks of 256 bytes, by a table, 64 Ki",
     [](const Pool &p) {
         checks_by_table<<<256, 256>>>((const unsigned *)p.a, (unsigned *)p.c,
                                       65536);
     }},
    {"shortest ways, tiles of 32, 768 nodes",
     [](const Pool &p) {
         shortest<<<dim3(24, 24), dim3(32, 8)>>>(p.a, p.b, p.c, 768);
     }},
    {"normal numbers, 8 Mi",
     [](const Pool &p) { normal_pairs<<<16384, 256>>>((float2 *)p.c, 42); }},
    {"cosines of 8 x 8, 2048 x 2048",
     [](const Pool &p) {
         cosine_tiles<<<dim3(64, 256), dim3(64, 4)>>>(p.a, p.c, 2048);
     }},
    {"blended by place and colour, 5 x 5, 1024 x 1024",
     [](const Pool &p) {
         bilateral<<<GRID(1024, 1024)>>>(p.a, p.c, 1024, 1024);
     }},
    {"rays to balls, 1024 x 1024",
     [](const Pool &p) { walk<<<dim3(64, 128), dim3(16, 8)>>>(p.c, 1024); }},
    {"paths of 128 steps, 256 Ki",
     [](const Pool &p) { asian<<<1024, 256>>>(p.c, 128); }},
    {"how strings of 64 differ, a warp two, 16 Ki",
     [](const Pool &p) {
         distance<<<2048, 256>>>((const unsigned char *)p.a,
                                 (const unsigned char *)p.a + 16 * MI,
                                 (int *)p.c);
     }},
    {"greatest of 2 x 2, 4096 x 4096",
     [](const Pool &p) {
         pool_2<<<dim3(16, 2048), 128>>>((const float2 *)p.a, p.c, 2048);
     }},
    {"a filter of 3 x 3 a channel, 96 of 256 x 256",
     [](const Pool &p) {
         own_filters<<<dim3(8, 32, 96), dim3(32, 8)>>>(p.a, p.b, p.c, 256);
     }},
    {"heads turned by their place, 16 Mi halves",
     [](const Pool &p) {
         turn_heads<<<32768, 256>>>((const __half2 *)p.a, (__half2 *)p.c);
     }},
    {"floats to bytes, a scale a row of 512, 16 Ki rows",
     [](const Pool &p) {
         to_bytes<<<4096, 128>>>((const float4 *)p.a, (char4 *)p.c,
                                 p.c + 16 * MI);
     }},
};
Family application_family("applications", list, 3);

} // namespace
