// Second set: small applications.
#include "../variants.h"

#include <vector>

namespace {

// ---- bodies, by shuffles: a lane's body goes round the warp
__global__ void bodies_round(const float4 *a, float4 *c, int n) {
    float4 me = a[INDEX % n];
    float fx = 0, fy = 0, fz = 0;
    for (int t = threadIdx.x % 32; t < n; t += 32) {
        float4 mine = a[t];
#pragma unroll 8
        for (int k = 0; k < 32; k++) {
            float dx = __shfl_sync(~0u, mine.x, k) - me.x;
            float dy = __shfl_sync(~0u, mine.y, k) - me.y;
            float dz = __shfl_sync(~0u, mine.z, k) - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + .02f);
            float w = r * r * r;
            fx += dx * w;
            fy += dy * w;
            fz += dz * w;
        }
    }
    c[INDEX] = make_float4(fx, fy, fz, 0);
}
// ---- rays against spheres that all threads read
__global__ void spheres(const float4 *s, float *c, int n) {
    float x = (INDEX % 1024) * .002f, y = (INDEX / 1024) * .002f, best = 1e9f;
    for (int i = 0; i < n; i++) {
        float4 v = s[i];
        float dx = v.x - x, dy = v.y - y, d = v.w * v.w - dx * dx - dy * dy;
        if (d > 0) best = fminf(best, v.z - sqrtf(d));
    }
    c[INDEX] = best;
}
// ---- points that hit a quarter of a circle
__global__ void hits(float *c, int times) {
    unsigned x = INDEX * 747796405u + 2891336453u, n = 0;
    for (int i = 0; i < times; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        float u = (x & 0xffff) * (1 / 65536.f), v = (x >> 16) * (1 / 65536.f);
        n += u * u + v * v < 1;
    }
    c[INDEX] = n;
}
// ---- a sparse matrix of rows of 4 to 60 words times a vector
__host__ __device__ unsigned row_from(unsigned row) {
    return row * 32 - row % 2 * 12;
}
__global__ void sparse_thread(const float *values, const uint32_t *columns,
                              const float *x, float *y) {
    unsigned row = INDEX;
    float sum = 0;
    for (unsigned i = row_from(row); i < row_from(row + 1); i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}
__global__ void sparse_warp(const float *values, const uint32_t *columns,
                            const float *x, float *y) {
    unsigned row = INDEX / 32;
    float sum = 0;
    for (unsigned i = row_from(row) + threadIdx.x % 32; i < row_from(row + 1);
         i += 32)
        sum += values[i] * x[columns[i]];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) y[row] = sum;
}
void near_columns(const Pool &p) {
    std::vector<uint32_t> v(4 * MI);
    Random r(41);
    for (size_t i = 0; i < v.size(); i++)
        v[i] = (uint32_t)((i / 32 + r.next() % 8192) % (MI / 8));
    pool_index(p, v.data(), v.size());
}
// ---- sort 512 words in a block
__global__ void sort_block(const uint32_t *a, uint32_t *c) {
    __shared__ uint32_t s[512];
    unsigned t = threadIdx.x, at = blockIdx.x * 512;
    s[t] = a[at + t];
    s[t + 256] = a[at + t + 256];
    for (unsigned k = 2; k <= 512; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            __syncthreads();
            unsigned i = t / d * 2 * d + t % d;
            uint32_t x = s[i], y = s[i + d];
            if ((x > y) == ((i & k) == 0)) {
                s[i] = y;
                s[i + d] = x;
            }
        }
    __syncthreads();
    c[at + t] = s[t];
    c[at + t + 256] = s[t + 256];
}
void words_of_all_sizes(const Pool &p) {
    std::vector<uint32_t> v(2 * MI);
    Random r(43);
    for (uint32_t &x : v)
        x = r.next();
    pool_index(p, v.data(), v.size());
}
// ---- Fourier transforms of 256 in a block of 128, radix 2
__global__ void fourier(const float2 *a, float2 *c) {
    __shared__ float2 s[256];
    unsigned t = threadIdx.x, at = blockIdx.x * 256;
    s[__brev(t) >> 24] = a[at + t];
    s[__brev(t + 128) >> 24] = a[at + t + 128];
    for (unsigned d = 1; d < 256; d *= 2) {
        __syncthreads();
        unsigned k = t % d, i = t / d * 2 * d + k;
        float sine, cosine;
        __sincosf(-3.14159265f * k / d, &sine, &cosine);
        float2 x = s[i], y = s[i + d];
        float2 w =
            make_float2(y.x * cosine - y.y * sine, y.x * sine + y.y * cosine);
        s[i] = make_float2(x.x + w.x, x.y + w.y);
        s[i + d] = make_float2(x.x - w.x, x.y - w.y);
    }
    __syncthreads();
    c[at + t] = s[t];
    c[at + t + 128] = s[t + 128];
}
// ---- the nearest of 32 centres in 8 dimensions
__global__ void nearest(const float4 *a, const float4 *centres, float *c) {
    __shared__ float4 s[64];
    if (threadIdx.x < 64) s[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    float4 u = a[INDEX * 2], v = a[INDEX * 2 + 1];
    float best = 1e30f;
    int which = 0;
    for (int i = 0; i < 32; i++) {
        float4 p = s[i * 2], q = s[i * 2 + 1];
        float d = (u.x - p.x) * (u.x - p.x) + (u.y - p.y) * (u.y - p.y) +
                  (u.z - p.z) * (u.z - p.z) + (u.w - p.w) * (u.w - p.w) +
                  (v.x - q.x) * (v.x - q.x) + (v.y - q.y) * (v.y - q.y) +
                  (v.z - q.z) * (v.z - q.z) + (v.w - q.w) * (v.w - q.w);
        if (d < best) {
            best = d;
            which = i;
        }
    }
    c[INDEX] = which;
}
// ---- one step of Adam
__global__ void adam(float *w, const float *g, float *m, float *v, int n) {
    int i = INDEX;
    if (i >= n) return;
    float x = g[i], a = .9f * m[i] + .1f * x, b = .999f * v[i] + .001f * x * x;
    m[i] = a;
    v[i] = b;
    w[i] -= .001f * a / (sqrtf(b) + 1e-8f);
}
// ---- life, a byte a cell
__global__ void life(const unsigned char *a, unsigned char *c, int side) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum +=
                a[((y + j) & (side - 1)) * side + ((x + i) & (side - 1))] & 1;
    int at = y * side + x;
    c[at] = sum == 3 || (sum == 4 && (a[at] & 1));
}
// ---- 16 filters of 3 x 3 over 8 sheets
__global__ void filters(const float *a, const float *w, float *c, int side) {
    __shared__ float s[8][10][34];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8, pitch = side + 2;
    for (int i = t; i < 8 * 340; i += 256)
        s[i / 340][i % 340 / 34][i % 34] =
            a[(i / 340 * pitch + y0 + i % 340 / 34) * pitch + x0 + i % 34];
    __syncthreads();
    for (int f = 0; f < 16; f++) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
#pragma unroll
            for (int j = 0; j < 9; j++)
                sum += s[k][ty + j / 3][tx + j % 3] * w[(f * 8 + k) * 9 + j];
        c[(f * side + y0 + ty) * side + x0 + tx] = sum;
    }
}
// ---- attention: a thread a query of 32, keys and values by tiles of 32
__global__ void attention(const float *q, const float *kv, float *c, int n) {
    __shared__ float k[32][32], v[32][32];
    float x[32], sum[32] = {}, most = -1e30f, all = 0;
    const float *mine = q + (size_t)INDEX * 32;
#pragma unroll
    for (int i = 0; i < 32; i++)
        x[i] = mine[i] * .1f;
    for (int t = 0; t < n; t += 32) {
        __syncthreads();
        for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
            k[i / 32][i % 32] = kv[t * 32 + i];
            v[i / 32][i % 32] = kv[(n + t) * 32 + i];
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float s = 0;
#pragma unroll
            for (int i = 0; i < 32; i++)
                s += x[i] * k[j][i];
            float m = fmaxf(most, s), by = __expf(most - m), e = __expf(s - m);
            all = all * by + e;
            most = m;
#pragma unroll
            for (int i = 0; i < 32; i++)
                sum[i] = sum[i] * by + e * v[j][i];
        }
    }
#pragma unroll
    for (int i = 0; i < 32; i++)
        c[(size_t)INDEX * 32 + i] = sum[i] / all;
}
// ---- grey from 3 bytes; checks of 64 bytes each; options in doubles
__global__ void grey(const uchar3 *a, unsigned char *c) {
    uchar3 v = a[INDEX];
    c[INDEX] = (unsigned char)(.299f * v.x + .587f * v.y + .114f * v.z);
}
__global__ void checks(const uint4 *a, unsigned *c) {
    unsigned h = 2166136261u;
    for (int i = 0; i < 4; i++) {
        uint4 w = a[(size_t)INDEX * 4 + i];
        unsigned v[4] = {w.x, w.y, w.z, w.w};
        for (int k = 0; k < 4; k++)
            for (int b = 0; b < 32; b += 8)
                h = (h ^ (v[k] >> b & 255)) * 16777619u;
    }
    c[INDEX] = h;
}
__global__ void options(const double *a, double *c) {
    double s = 20 + fabs(a[INDEX]), k = 22, root = .3 * sqrt(1.5);
    double d = (log(s / k) + .05) / root;
    c[INDEX] = s * normcdf(d) - k * exp(-.03) * normcdf(d - root);
}
void doubles_of_b(const Pool &p) {
    cudaMemset(p.b, 0x40, 1 << 23); // 32.5, as a double
}

const Variant list[] = {
    {"bodies round the warp, 16896 of 1024",
     [](const Pool &p) {
         bodies_round<<<132, 128>>>((const float4 *)p.a, (float4 *)p.c, 1024);
     }},
    {"spheres, 64 of 512 Ki rays",
     [](const Pool &p) {
         spheres<<<2048, 256>>>((const float4 *)p.a, p.c, 64);
     }},
    {"hits of a circle, 256 a thread",
     [](const Pool &p) { hits<<<SMS * 8, 256>>>(p.c, 256); }},
    {"sparse, a thread a row, 128 Ki rows",
     [](const Pool &p) { sparse_thread<<<512, 256>>>(p.a, p.index, p.b, p.c); },
     near_columns},
    {"sparse, a warp a row, 64 Ki rows",
     [](const Pool &p) { sparse_warp<<<8192, 256>>>(p.a, p.index, p.b, p.c); },
     near_columns},
    {"512 words sorted in a block, 2048 of them",
     [](const Pool &p) { sort_block<<<2048, 256>>>(p.index, (uint32_t *)p.c); },
     words_of_all_sizes},
    {"Fourier transforms of 256, 8192 of them",
     [](const Pool &p) {
         fourier<<<8192, 128>>>((const float2 *)p.a, (float2 *)p.c);
     }},
    {"nearest of 32 centres, 1 Mi points",
     [](const Pool &p) {
         nearest<<<4096, 256>>>((const float4 *)p.a, (const float4 *)p.b, p.c);
     }},
    {"a step of Adam, 4 Mi",
     [](const Pool &p) {
         adam<<<16384, 256>>>(p.c, p.a, p.c + 8 * MI, p.c + 16 * MI, 4 * MI);
     }},
    {"life, 4096 x 2048",
     [](const Pool &p) {
         life<<<dim3(128, 256), dim3(32, 8)>>>((const unsigned char *)p.a,
                                               (unsigned char *)p.c, 4096);
     }},
    {"16 filters of 3 x 3 x 8, 256 x 256",
     [](const Pool &p) {
         filters<<<dim3(8, 32), dim3(32, 8)>>>(p.a, p.b, p.c, 256);
     }},
    {"attention, 16 Ki queries of 256 keys",
     [](const Pool &p) { attention<<<256, 64>>>(p.a, p.b, p.c, 256); }},
    {"grey, 16 Mi points",
     [](const Pool &p) {
         grey<<<65536, 256>>>((const uchar3 *)p.a, (unsigned char *)p.c);
     }},
    {"checks of 64 bytes, 512 Ki",
     [](const Pool &p) {
         checks<<<4096, 128>>>((const uint4 *)p.a, (uint32_t *)p.c);
     }},
    {"options in doubles, 1 Mi",
     [](const Pool &p) {
         options<<<4096, 256>>>((const double *)p.b, (double *)p.c);
     },
     doubles_of_b},
    {"attention, 4224 queries of 512 keys",
     [](const Pool &p) { attention<<<132, 32>>>(p.a, p.b, p.c, 512); }},
};
Family application_family("applications", list, 2);

} // namespace
