// Second set: streams through DRAM, few threads, strides, transposes and
// stencils.
#include "../variants.h"

#include <cuda_fp16.h>

namespace {

#define F2(x) ((float2 *)p.x)
#define F4(x) ((float4 *)p.x)

// ---- streams

__global__ void scale2(const float2 *a, float2 *c) {
    float2 v = a[INDEX];
    c[INDEX] = make_float2(v.x * 3, v.y * 3);
}
__global__ void blend(const float4 *a, const float4 *b, const float4 *d,
                      float4 *c) {
    float4 x = a[INDEX], y = b[INDEX], z = d[INDEX];
    c[INDEX] = make_float4(x.x * y.x + z.x, x.y * y.y + z.y, x.z * y.z + z.z,
                           x.w * y.w + z.w);
}
__global__ void two_results(const float *a, float *c, float *d, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float v = a[i];
        c[i] = v + 1;
        d[i] = v - 1;
    }
}
__global__ void scale_halves(const __half *a, __half *c) {
    c[INDEX] = __hmul(a[INDEX], __float2half(.5f));
}
template <int EACH> __global__ void copy_each(const float *a, float *c) {
    size_t at = (size_t)blockIdx.x * blockDim.x * EACH + threadIdx.x;
    float v[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        v[k] = a[at + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        c[at + k * blockDim.x] = v[k];
}
__global__ void add_into(const float4 *a, float4 *c) {
    float4 v = a[INDEX], w = c[INDEX];
    c[INDEX] = make_float4(v.x + w.x, v.y + w.y, v.z + w.z, v.w + w.w);
}
__global__ void copy_doubles(const double *a, double *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] * 2;
}
__global__ void compare(const float4 *a, const float4 *b, float *c, int n) {
    int same = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 v = a[i], w = b[i];
        same += (v.x == w.x) + (v.y == w.y) + (v.z == w.z) + (v.w == w.w);
    }
    c[INDEX] = same;
}
const Variant streams[] = {
    {"scale, a float2 a thread, 64 MiB",
     [](const Pool &p) { scale2<<<32768, 256>>>(F2(a), F2(c)); }},
    {"blend of three, float4, 32 MiB each",
     [](const Pool &p) {
         blend<<<8192, 256>>>(F4(a), F4(b), F4(a) + 4 * MI, F4(c));
     }},
    {"one read, two written, grid-stride",
     [](const Pool &p) {
         two_results<<<SMS * 8, 256>>>(p.a, p.b + 16 * MI, p.c, 12 * MI);
     }},
    {"halves, one a thread, 32 MiB",
     [](const Pool &p) {
         scale_halves<<<65536, 256>>>((__half *)p.a, (__half *)p.c);
     }},
    {"copy, 8 floats a thread, 48 MiB",
     [](const Pool &p) { copy_each<8><<<12288, 128>>>(p.a, p.c); }},
    {"add into, float4, 24 MiB",
     [](const Pool &p) { add_into<<<3072, 512>>>(F4(a), F4(c)); }},
    {"doubles, grid-stride, blocks of 128",
     [](const Pool &p) {
         copy_doubles<<<SMS * 16, 128>>>((double *)p.a, (double *)p.c, 6 * MI);
     }},
    {"compare two, float4, 80 MiB each",
     [](const Pool &p) {
         compare<<<SMS * 6, 256>>>(F4(a), F4(b), p.c, 5 * MI);
     }},
};
Family stream_family("stream", streams, 2);

// ---- few threads

int room_of(int blocks) {
    return 227 * 1024 / blocks - 1280;
}
template <typename K> int allowed(K *kernel, int blocks) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         room_of(blocks));
    return room_of(blocks);
}
template <int EACH>
__global__ void read_some(const float2 *a, float *c, int n) {
    float sum = 0;
#pragma unroll EACH
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum += a[i].x * a[i].y;
    c[INDEX] = sum;
}
__global__ void axpy_some(const float *a, float *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] += 2 * a[i];
}
__global__ void triad4_some(const float4 *a, const float4 *b, float4 *c,
                            int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 x = a[i], y = b[i];
        c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}
const Variant few[] = {
    {"axpy, 12 warps an SM",
     [](const Pool &p) {
         axpy_some<<<SMS * 3, 128, allowed(axpy_some, 3)>>>(p.a, p.c, 6 * MI);
     }},
    {"read, float2, one at a time, 6 warps an SM",
     [](const Pool &p) {
         read_some<1>
             <<<SMS * 2, 96, allowed(read_some<1>, 2)>>>(F2(a), p.c, 4 * MI);
     }},
    {"read, float2, 8 at a time, 4 warps an SM",
     [](const Pool &p) {
         read_some<8>
             <<<SMS, 128, allowed(read_some<8>, 1)>>>(F2(a), p.c, 4 * MI);
     }},
    {"triad, float4, 12 warps an SM",
     [](const Pool &p) {
         triad4_some<<<SMS * 3, 128, allowed(triad4_some, 3)>>>(F4(a), F4(b),
                                                                F4(c), 2 * MI);
     }},
    {"read, float2, 2 at a time, 20 warps an SM",
     [](const Pool &p) {
         read_some<2>
             <<<SMS * 5, 128, allowed(read_some<2>, 5)>>>(F2(a), p.c, 8 * MI);
     }},
    {"axpy, half the SMs, 48 warps each",
     [](const Pool &p) { axpy_some<<<SMS / 2, 1024>>>(p.a, p.c, 4 * MI); }},
};
Family few_threads("occupancy", few, 2);

// ---- strides

constexpr unsigned WORDS = POOL_FLOATS;

__global__ void every(const float *a, float *c, unsigned s) {
    c[INDEX] = a[(size_t)INDEX * s % WORDS];
}
__global__ void moved(const float *a, float *c, unsigned from) {
    c[INDEX + 1] = a[INDEX + from] + 1;
}
struct Point {
    float x, y, z;
};
__global__ void points(const Point *a, Point *c) {
    Point v = a[INDEX];
    c[INDEX] = {v.y, v.z, v.x};
}
__global__ void backwards(const float *a, float *c, unsigned n) {
    c[n - 1 - INDEX] = a[INDEX];
}
__global__ void in_rows(const float *a, float *c, int pitch, int wide) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < wide) c[y * pitch + x] = a[y * pitch + x] * 2;
}
struct Cell {
    float v[12];
};
__global__ void of_cells(const Cell *a, float *c) {
    c[INDEX] = a[INDEX].v[0] + a[INDEX].v[5] + a[INDEX].v[11];
}
__global__ void pairs_out(const float *a, float *c) {
    float v = a[INDEX];
    c[INDEX * 2] = v;
    c[INDEX * 2 + 1] = -v;
}
__global__ void quads_out(const float *a, float *c, int apart) {
    c[INDEX / 8 * apart + INDEX % 8] = a[INDEX];
}
const Variant strides[] = {
    {"every 3rd", [](const Pool &p) { every<<<32768, 256>>>(p.a, p.c, 3); }},
    {"every 12th", [](const Pool &p) { every<<<10240, 256>>>(p.a, p.c, 12); }},
    {"moved by 5 and 1",
     [](const Pool &p) { moved<<<40960, 256>>>(p.a, p.c, 5); }},
    {"points of 3 floats",
     [](const Pool &p) { points<<<20480, 256>>>((Point *)p.a, (Point *)p.c); }},
    {"backwards",
     [](const Pool &p) { backwards<<<49152, 256>>>(p.a, p.c, 12 * MI); }},
    {"rows of 1000 of 1001",
     [](const Pool &p) {
         in_rows<<<dim3(4, 10000), 256>>>(p.a, p.c, 1001, 1000);
     }},
    {"3 fields of 48 bytes",
     [](const Pool &p) { of_cells<<<10000, 256>>>((Cell *)p.a, p.c); }},
    {"pairs out, word by word",
     [](const Pool &p) { pairs_out<<<32768, 256>>>(p.a, p.c); }},
    {"every 100th", [](const Pool &p) { every<<<1250, 256>>>(p.a, p.c, 100); }},
    {"8 floats out, 24 apart",
     [](const Pool &p) { quads_out<<<32768, 256>>>(p.a, p.c, 24); }},
    {"every 1025th, around and around",
     [](const Pool &p) { every<<<8192, 256>>>(p.a, p.c, 1025); }},
    {"rows of 40 of 64",
     [](const Pool &p) { in_rows<<<dim3(1, 65000), 64>>>(p.a, p.c, 64, 40); }},
};
Family strided("stride", strides, 2);

// ---- transposes

template <int TX, int TY>
__global__ void turn(const float *a, float *c, int wide, int tall) {
    __shared__ float t[TY][TX + 1];
    int x = blockIdx.x * TX, y = blockIdx.y * TY;
    for (int i = threadIdx.x; i < TX * TY; i += blockDim.x)
        t[i / TX][i % TX] = a[(size_t)(y + i / TX) * wide + x + i % TX];
    __syncthreads();
    for (int i = threadIdx.x; i < TX * TY; i += blockDim.x)
        c[(size_t)(x + i / TY) * tall + y + i % TY] = t[i % TY][i / TY];
}
__global__ void turn_halves(const __half *a, __half *c, int n) {
    __shared__ __half t[32][34];
    int x = blockIdx.x * 32, y = blockIdx.y * 32, tx = threadIdx.x;
    for (int i = threadIdx.y; i < 32; i += 8)
        t[i][tx] = a[(size_t)(y + i) * n + x + tx];
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8)
        c[(size_t)(x + i) * n + y + tx] = t[tx][i];
}
__global__ void turn_batches(const float *a, float *c) {
    __shared__ float t[16 * 17];
    size_t at = (size_t)blockIdx.x * 256;
    t[threadIdx.x / 16 * 17 + threadIdx.x % 16] = a[at + threadIdx.x];
    __syncthreads();
    c[at + threadIdx.x] = t[threadIdx.x % 16 * 17 + threadIdx.x / 16];
}
__global__ void turn_4(const float4 *a, float4 *c, int n) {
    int x = INDEX % (n / 4), y = INDEX / (n / 4) * 4;
    float4 r[4];
    for (int i = 0; i < 4; i++)
        r[i] = a[(size_t)(y + i) * (n / 4) + x];
    float *f = (float *)r;
    for (int i = 0; i < 4; i++)
        c[(size_t)(x * 4 + i) * (n / 4) + y / 4] =
            make_float4(f[i], f[4 + i], f[8 + i], f[12 + i]);
}
const Variant transposes[] = {
    {"tile of 64 by 16, padded, 8192 x 1024",
     [](const Pool &p) {
         turn<64, 16><<<dim3(128, 64), 256>>>(p.a, p.c, 8192, 1024);
     }},
    {"halves, tile of 32, 4096 x 4096",
     [](const Pool &p) {
         turn_halves<<<dim3(128, 128), dim3(32, 8)>>>((__half *)p.a,
                                                      (__half *)p.c, 4096);
     }},
    {"16 x 16 each, 32 Ki of them",
     [](const Pool &p) { turn_batches<<<32768, 256>>>(p.a, p.c); }},
    {"4 x 4 in registers, 2048 x 2048",
     [](const Pool &p) {
         turn_4<<<1024, 256>>>((float4 *)p.a, (float4 *)p.c, 2048);
     }},
    {"tile of 8 by 64, padded, 2048 x 4096",
     [](const Pool &p) {
         turn<8, 64><<<dim3(256, 64), 128>>>(p.a, p.c, 2048, 4096);
     }},
    {"tile of 64 by 64, padded, 2048 x 2048",
     [](const Pool &p) {
         turn<64, 64><<<dim3(32, 32), 512>>>(p.a, p.c, 2048, 2048);
     }},
};
Family transpose_family("transpose", transposes, 2);

// ---- stencils

constexpr int SIDE = 2048;

__global__ void nine(const float *a, float *c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= SIDE - 1 || y >= SIDE - 1) return;
    float sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += a[(y + j) * SIDE + x + i] * (i * j + 2);
    c[y * SIDE + x] = sum;
}
// down a column, what was loaded is kept
template <int ROWS> __global__ void cross_down(const float *a, float *c) {
    int x = INDEX % SIDE, y = INDEX / SIDE * ROWS;
    if (x < 1 || x >= SIDE - 1 || y < 1 || y + ROWS >= SIDE) return;
    float up = a[(y - 1) * SIDE + x], at = a[y * SIDE + x];
    for (int r = y; r < y + ROWS; r++) {
        float down = a[(r + 1) * SIDE + x];
        c[r * SIDE + x] =
            up + down + a[r * SIDE + x - 1] + a[r * SIDE + x + 1] - 4 * at;
        up = at;
        at = down;
    }
}
__global__ void slide_up(const float *a, float *c, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    size_t at = (size_t)y * n + x, sheet = (size_t)n * n;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    float below = a[at], me = a[at + sheet];
    for (int z = 1; z < n - 1; z++, at += sheet) {
        float above = a[at + 2 * sheet];
        const float *m = a + at + sheet;
        c[at + sheet] = below + above + m[-1] + m[1] + m[-n] + m[n] - 6 * me;
        below = me;
        me = above;
    }
}
template <int R> __global__ void box_shared(const float *a, float *c) {
    __shared__ float s[16 + 2 * R][32 + 2 * R];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    for (int i = threadIdx.x; i < (16 + 2 * R) * (32 + 2 * R); i += 512) {
        int y = i / (32 + 2 * R), x = i % (32 + 2 * R);
        int gx = min(max(x0 + x - R, 0), SIDE - 1);
        int gy = min(max(y0 + y - R, 0), SIDE - 1);
        s[y][x] = a[gy * SIDE + gx];
    }
    __syncthreads();
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    float sum = 0;
    for (int j = 0; j <= 2 * R; j++)
        for (int i = 0; i <= 2 * R; i++)
            sum += s[y + j][x + i];
    c[(y0 + y) * SIDE + x0 + x] = sum;
}
__global__ void line4(const float4 *a, float4 *c, int n) {
    int i = INDEX;
    if (i < 1 || i >= n - 1) return;
    float4 l = a[i - 1], m = a[i], r = a[i + 1];
    c[i] = make_float4(l.w + m.x + m.y, m.x + m.y + m.z, m.y + m.z + m.w,
                       m.z + m.w + r.x);
}
const Variant stencils[] = {
    {"9 points, 64 x 4",
     [](const Pool &p) {
         nine<<<dim3(SIDE / 64, SIDE / 4), dim3(64, 4)>>>(p.a, p.c);
     }},
    {"cross, 16 rows down",
     [](const Pool &p) {
         cross_down<16><<<SIDE * SIDE / 16 / 128, 128>>>(p.a, p.c);
     }},
    {"7 points, up through 192 sheets",
     [](const Pool &p) {
         slide_up<<<dim3(6, 24), dim3(32, 8)>>>(p.a, p.c, 192);
     }},
    {"7 x 7 box, shared memory",
     [](const Pool &p) {
         box_shared<3><<<dim3(SIDE / 32, SIDE / 16), 512>>>(p.a, p.c);
     }},
    {"3 in a line, float4",
     [](const Pool &p) {
         line4<<<8192, 256>>>((float4 *)p.a, (float4 *)p.c, 2 * MI);
     }},
    {"3 x 3 box, shared memory",
     [](const Pool &p) {
         box_shared<1><<<dim3(SIDE / 32, SIDE / 16), 512>>>(p.a, p.c);
     }},
};
Family stencil_family("stencil", stencils, 2);

} // namespace
