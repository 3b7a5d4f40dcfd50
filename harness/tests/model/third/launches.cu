// Third set: last waves, hardly any work, and waiting for each other.
#include "../variants.h"

namespace {

__device__ float toil(float v, int times) {
    for (int i = 0; i < times; i++)
        v = v * .75f + .5f;
    return v;
}

// ---- waves

// a block smooths 2048 floats again and again
__global__ void smooth(const float *a, float *c, int times) {
    extern __shared__ float s[];
    size_t at = (size_t)blockIdx.x * 2048;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        s[i] = a[at + i];
    __syncthreads();
    for (int t = 0; t < times; t++) {
        float v[2];
        for (int k = 0; k < 2; k++) {
            int i = threadIdx.x + k * 1024;
            v[k] = (s[i] + s[(i + 1) % 2048] + s[(i + 2047) % 2048]) / 3;
        }
        __syncthreads();
        for (int k = 0; k < 2; k++)
            s[threadIdx.x + k * 1024] = v[k];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        c[at + i] = s[i];
}
void smooth_blocks(const Pool &p, int blocks) { // one at a time on an SM
    cudaFuncSetAttribute(smooth, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         160 * 1024);
    smooth<<<blocks, 1024, 160 * 1024>>>(p.a, p.c, 48);
}
// a block has rows to do by its number: the long ones first, or last
__global__ void triangle(const float *a, float *c, bool long_first) {
    int i = long_first ? gridDim.x - 1 - blockIdx.x : blockIdx.x,
        rows = i / 32 + 1;
    float sum = 0;
    for (int r = 0; r < rows; r++)
        sum += toil(a[r * 256 + threadIdx.x], 16);
    c[INDEX] = sum;
}
// 2000 tiles of 4096 floats: a block each, or as many blocks as SMs have room
// for that take one after the other
__device__ void tile(const float *a, float *c, int which) {
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        c[which * 4096 + i] = toil(a[which * 4096 + i], 24);
}
__global__ void tile_each(const float *a, float *c) {
    tile(a, c, blockIdx.x);
}
__global__ void tiles_in_turn(const float *a, float *c, int n) {
    for (int which = blockIdx.x; which < n; which += gridDim.x)
        tile(a, c, which);
}
__global__ void forget(unsigned *next) {
    *next = 0;
}
__global__ void tiles_on_demand(const float *a, float *c, unsigned *next,
                                int n) {
    __shared__ int which;
    for (;;) {
        if (threadIdx.x == 0) which = atomicAdd(next, 1);
        __syncthreads();
        int mine = which;
        __syncthreads();
        if (mine >= n) return;
        for (int i = 0; i < 1 + mine % 7; i++)
            tile(a, c, mine);
    }
}
const Variant waves[] = {
    {"132 blocks that fill an SM each",
     [](const Pool &p) { smooth_blocks(p, SMS); }},
    {"133 blocks that fill an SM each",
     [](const Pool &p) { smooth_blocks(p, SMS + 1); }},
    {"330 blocks that fill an SM each",
     [](const Pool &p) { smooth_blocks(p, SMS * 5 / 2); }},
    {"rows of a triangle, long ones first",
     [](const Pool &p) { triangle<<<5000, 256>>>(p.a, p.c, true); }},
    {"rows of a triangle, long ones last",
     [](const Pool &p) { triangle<<<5000, 256>>>(p.a, p.c, false); }},
    {"2000 tiles, a block each",
     [](const Pool &p) { tile_each<<<2000, 256>>>(p.a, p.c); }},
    {"2000 tiles, 4 blocks an SM in turn",
     [](const Pool &p) { tiles_in_turn<<<SMS * 4, 256>>>(p.a, p.c, 2000); }},
    {"700 tiles of 7 lengths, on demand",
     [](const Pool &p) {
         unsigned *next = (unsigned *)p.c + 16 * MI;
         forget<<<1, 1>>>(next);
         tiles_on_demand<<<SMS * 2, 512>>>(p.a, p.c, next, 700);
     }},
};
Family wave_family("waves", waves, 3);

// ---- hardly any work

__global__ void axpy(float *c, const float *a, int n) {
    if ((int)INDEX < n) c[INDEX] = c[INDEX] * .5f + a[INDEX];
}
__global__ void one_product(const float *a, const float *b, float *c) {
    __shared__ float x[32][32], y[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    x[ty][tx] = a[ty * 32 + tx];
    y[ty][tx] = b[ty * 32 + tx];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 32; k++)
        sum += x[ty][k] * y[k][tx];
    c[ty * 32 + tx] = sum;
}
__global__ void one_thread(const float *a, float *c, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    c[0] = sum;
}
__global__ void swap(float *a, float *b) {
    float v = a[INDEX];
    a[INDEX] = b[INDEX];
    b[INDEX] = v;
}
__global__ void with_room(float *c) {
    extern __shared__ float s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    c[INDEX] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void one_softmax(const float *a, float *c) {
    __shared__ float s[512];
    int t = threadIdx.x;
    float v = __expf(a[t]);
    s[t] = v;
    __syncthreads();
    for (int d = 256; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    c[t] = v / s[0];
}
const Variant tiny[] = {
    {"8 launches of 8 Ki",
     [](const Pool &p) {
         for (int i = 0; i < 8; i++)
             axpy<<<32, 256>>>(p.c + i * 8192, p.a, 8192);
     }},
    {"one launch of 64 Ki",
     [](const Pool &p) { axpy<<<256, 256>>>(p.c, p.a, 65536); }},
    {"16 launches of one block, one after the other",
     [](const Pool &p) {
         for (int i = 0; i < 16; i++)
             axpy<<<1, 128>>>(p.c, p.a, 128);
     }},
    {"a product of 32 x 32 by a block",
     [](const Pool &p) { one_product<<<1, dim3(32, 32)>>>(p.a, p.b, p.c); }},
    {"1 Ki added up by a thread",
     [](const Pool &p) { one_thread<<<1, 1>>>(p.a, p.c, 1024); }},
    {"16 Ki swapped with 16 Ki",
     [](const Pool &p) { swap<<<128, 128>>>(p.c, p.c + MI); }},
    {"128 KiB of room a block, hardly used",
     [](const Pool &p) {
         cudaFuncSetAttribute(with_room,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              128 * 1024);
         with_room<<<SMS, 64, 128 * 1024>>>(p.c);
     }},
    {"softmax of a row of 512",
     [](const Pool &p) { one_softmax<<<1, 512>>>(p.a, p.c); }},
};
Family tiny_family("tiny", tiny, 3);

// ---- waiting

// each step needs the sum over the block: by a tree in shared memory, or by
// shuffles
__global__ void tree_steps(float *c, int times) {
    __shared__ float s[256];
    float v = threadIdx.x;
    unsigned t = threadIdx.x;
    for (int i = 0; i < times; i++) {
        s[t] = v;
        for (unsigned d = 128; d > 0; d /= 2) {
            __syncthreads();
            if (t < d) s[t] += s[t + d];
        }
        __syncthreads();
        v = v * .5f + s[0] * .001f;
        __syncthreads();
    }
    c[INDEX] = v;
}
__global__ void shuffle_steps(float *c, int times) {
    __shared__ float s[8];
    float v = threadIdx.x;
    for (int i = 0; i < times; i++) {
        float sum = v;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(~0u, sum, d);
        if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
        __syncthreads();
        sum = 0;
        for (int w = 0; w < 8; w++)
            sum += s[w];
        v = v * .5f + sum * .001f;
        __syncthreads();
    }
    c[INDEX] = v;
}
// one half of a block makes what the other half takes
__global__ void make_and_take(const float *a, float *c, int times) {
    __shared__ float s[2][128];
    int half = threadIdx.x / 128, t = threadIdx.x % 128;
    float v = 0;
    for (int i = 0; i <= times; i++) {
        if (half == 0 && i < times)
            s[i & 1][t] = toil(a[i * 128 + t], 32);
        else if (half == 1 && i > 0)
            v += toil(s[~i & 1][t ^ 1], 16);
        __syncthreads();
    }
    c[INDEX] = v;
}
__global__ void count_together(unsigned *c, int times) {
    unsigned v = threadIdx.x;
    for (int i = 0; i < times; i++)
        v = v * 5 + __syncthreads_count(v & 16);
    c[INDEX] = v;
}
__global__ void same_as_mine(unsigned *c, int times) {
    unsigned v = INDEX;
    for (int i = 0; i < times; i++)
        v = v * 1664525u + __match_any_sync(~0u, v >> 16 & 3);
    c[INDEX] = v;
}
// a front goes down and to the right: a diagonal at a time
__global__ void fronts(const float *a, float *c) {
    __shared__ float s[3][129];
    int t = threadIdx.x;
    for (int k = 0; k < 3; k++)
        s[k][t] = 0;
    if (t == 0) s[0][128] = s[1][128] = s[2][128] = 0;
    __syncthreads();
    for (int d = 0; d < 255; d++) {
        int col = d - t;
        if (col >= 0 && col < 128) {
            float up = s[(d + 2) % 3][t], left = s[(d + 2) % 3][t + 1];
            float both = s[(d + 1) % 3][t];
            s[d % 3][t + 1] = fmaxf(fmaxf(up, left), both + a[t * 128 + col]);
        }
        __syncthreads();
    }
    c[INDEX] = s[(127 + t) % 3][t + 1];
}
const Variant waits[] = {
    {"64 sums over a block by a tree, 8 blocks an SM",
     [](const Pool &p) { tree_steps<<<SMS * 8, 256>>>(p.c, 64); }},
    {"64 sums over a block by shuffles, 8 blocks an SM",
     [](const Pool &p) { shuffle_steps<<<SMS * 8, 256>>>(p.c, 64); }},
    {"64 sums over a block by a tree, a block an SM",
     [](const Pool &p) { tree_steps<<<SMS, 256>>>(p.c, 64); }},
    {"a half makes, a half takes, 2 blocks an SM",
     [](const Pool &p) { make_and_take<<<SMS * 2, 256>>>(p.a, p.c, 96); }},
    {"256 counts over a block, 2 blocks of 512 an SM",
     [](const Pool &p) {
         count_together<<<SMS * 2, 512>>>((unsigned *)p.c, 256);
     }},
    {"64 times who is like me, 16 warps an SM",
     [](const Pool &p) {
         same_as_mine<<<SMS * 2, 256>>>((unsigned *)p.c, 64);
     }},
    {"255 fronts across 128 x 128, 4 blocks an SM",
     [](const Pool &p) { fronts<<<SMS * 4, 128>>>(p.a, p.c); }},
};
Family wait_family("waiting", waits, 3);

} // namespace
