// Second set: chains and pipes, divergence, last waves, hardly any work, and
// waiting for each other.
#include "../variants.h"

#include <cuda_fp16.h>

namespace {

// ---- chains: K of them side by side in a thread

template <int K, typename T, typename F>
__device__ void side_by_side(float *c, int times, F step) {
    T v[K];
#pragma unroll
    for (int k = 0; k < K; k++)
        v[k] = (T)(threadIdx.x * 3 + k);
#pragma unroll 8
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < K; k++)
            v[k] = step(v[k], k);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < K; k++)
        sum += (float)v[k];
    c[INDEX] = sum;
}
template <int K> __global__ void fmas(float *c, float x, float y, int times) {
    side_by_side<K, float>(c, times,
                           [=](float v, int) { return fmaf(v, x, y); });
}
__global__ void fma_beside_mad(float *c, float x, int y, int times) {
    float v[2] = {(float)threadIdx.x, 1};
    int w[2] = {(int)threadIdx.x, 1};
#pragma unroll 8
    for (int i = 0; i < times; i++)
        for (int k = 0; k < 2; k++) {
            v[k] = v[k] * x + 1;
            w[k] = (w[k] ^ y) + i;
        }
    c[INDEX] = v[0] + v[1] + w[0] + w[1];
}
template <int K> __global__ void sines(float *c, float x, int times) {
    side_by_side<K, float>(c, times,
                           [=](float v, int) { return __sinf(v) + x; });
}
template <int K> __global__ void roots(float *c, float x, int times) {
    side_by_side<K, float>(c, times,
                           [=](float v, int) { return sqrtf(v + x); });
}
template <int K> __global__ void logs(float *c, float x, int times) {
    side_by_side<K, float>(c, times,
                           [=](float v, int) { return __logf(v * v + x); });
}
template <int K> __global__ void doubles(float *c, double x, int times) {
    side_by_side<K, double>(c, times, [=](double v, int) { return v * x + 1; });
}
template <int K> __global__ void quotients(float *c, double x, int times) {
    side_by_side<K, double>(c, times,
                            [=](double v, int) { return x / (v + 1); });
}
template <int K> __global__ void longs(float *c, long long x, int times) {
    side_by_side<K, unsigned long long>(
        c, times, [=](unsigned long long v, int) { return v * x + 12345; });
}
template <int K> __global__ void bits(float *c, unsigned x, int times) {
    side_by_side<K, unsigned>(
        c, times, [=](unsigned v, int) { return __popc(v) * x + v; });
}
template <int K> __global__ void clamps(float *c, float x, int times) {
    side_by_side<K, float>(c, times, [=](float v, int k) {
        return fmaxf(fminf(v, x), x - v + k);
    });
}
template <int K> __global__ void converts(float *c, float x, int times) {
    side_by_side<K, float>(
        c, times, [=](float v, int) { return (float)((int)v + 3) * x; });
}
template <int K> __global__ void horner(float *c, float x, int times) {
    side_by_side<K, float>(c, times, [=](float v, int) {
        float s = .1f;
        s = s * v + .2f;
        s = s * v + .3f;
        s = s * v + .4f;
        s = s * v + .5f;
        s = s * v + .6f;
        return s * x;
    });
}
template <int K> __global__ void xors(float *c, unsigned x, int times) {
    side_by_side<K, unsigned>(
        c, times, [=](unsigned v, int) { return (v ^ x) + (v >> 3); });
}
__global__ void halves(float *c, __half2 x, __half2 y, int times) {
    __half2 v = __floats2half2_rn(threadIdx.x & 7, 1);
#pragma unroll 8
    for (int i = 0; i < times; i++)
        v = __hfma2(v, x, y);
    c[INDEX] = __low2float(v) + __high2float(v);
}

#define FULL SMS * 8, 256
const Variant ilp[] = {
    {"fma, 3 chains, 8 warps an SM",
     [](const Pool &p) { fmas<3><<<SMS, 256>>>(p.c, .5f, 1, 3072); }},
    {"fma, 6 chains, 16 warps an SM",
     [](const Pool &p) { fmas<6><<<SMS * 2, 256>>>(p.c, .5f, 1, 1024); }},
    {"fma beside xor and add, full",
     [](const Pool &p) { fma_beside_mad<<<FULL>>>(p.c, .5f, 77, 512); }},
    {"sine, 2 chains, full",
     [](const Pool &p) { sines<2><<<FULL>>>(p.c, 1, 256); }},
    {"root, 1 chain, 8 warps an SM",
     [](const Pool &p) { roots<1><<<SMS, 256>>>(p.c, 2, 512); }},
    {"logarithm, 2 chains, 16 warps an SM",
     [](const Pool &p) { logs<2><<<SMS * 2, 256>>>(p.c, 2, 512); }},
    {"fp64 fma, 2 chains, 8 warps an SM",
     [](const Pool &p) { doubles<2><<<SMS, 256>>>(p.c, .5, 2048); }},
    {"fp64 divide, 1 chain, 32 warps an SM",
     [](const Pool &p) { quotients<1><<<SMS * 4, 256>>>(p.c, 2, 64); }},
    {"64-bit mad, 2 chains, full",
     [](const Pool &p) { longs<2><<<FULL>>>(p.c, 6364136223846793005, 256); }},
    {"popc and mad, 2 chains, full",
     [](const Pool &p) { bits<2><<<FULL>>>(p.c, 5, 256); }},
    {"clamp, 3 chains, full",
     [](const Pool &p) { clamps<3><<<FULL>>>(p.c, 9, 256); }},
    {"to int and back, 2 chains, full",
     [](const Pool &p) { converts<2><<<FULL>>>(p.c, .5f, 256); }},
    {"polynomial, 1 chain, 4 warps an SM",
     [](const Pool &p) { horner<1><<<SMS, 128>>>(p.c, .25f, 768); }},
    {"polynomial, 2 chains, full",
     [](const Pool &p) { horner<2><<<FULL>>>(p.c, .25f, 192); }},
    {"xor, shift, add, 2 chains, 16 warps an SM",
     [](const Pool &p) { xors<2><<<SMS * 2, 256>>>(p.c, 0x5bd1, 1024); }},
    {"half2 fma, 1 chain, 8 warps an SM",
     [](const Pool &p) {
         halves<<<SMS * 2, 128>>>(p.c, __floats2half2_rn(.5f, .5f),
                                  __floats2half2_rn(1, 1), 4096);
     }},
};
Family ilp_family("ilp", ilp, 2);

// ---- divergence

__device__ float burn(float v, float x, int times) {
    for (int i = 0; i < times; i++)
        v = v * x + .5f;
    return v;
}
__global__ void three_ways(float *c) {
    float v = INDEX;
    int way = threadIdx.x % 3;
    if (way == 0)
        v = burn(v, .3f, 200);
    else if (way == 1)
        v = burn(v, .4f, 400);
    else
        v = burn(v, .5f, 600);
    c[INDEX] = v;
}
__global__ void half_warps(float *c, int times) {
    float v = INDEX;
    for (int i = 0; i < times; i++) {
        if (threadIdx.x & 16)
            v = sqrtf(v + 1) * .7f;
        else
            v = v * .25f + __expf(-v);
    }
    c[INDEX] = v;
}
__global__ void leave_early(const float *a, float *c) {
    float v = a[INDEX], x = v;
    for (int i = 0; i < 400; i++) {
        x = x * 1.02f + .01f;
        if (x > 40) break;
    }
    c[INDEX] = x;
}
__global__ void by_data(const uint32_t *a, float *c, int times) {
    uint32_t w = a[INDEX] ^ (INDEX * 2654435761u);
    float v = 1;
    for (int i = 0; i < times; i++, w = w * 1664525u + 1013904223u) {
        switch (w >> 30) {
        case 0: v = v * .9f + 1; break;
        case 1: v = sqrtf(v); break;
        case 2: v = v / 3 + 2; break;
        default: v = fabsf(v - 7); break;
        }
    }
    c[INDEX] = v;
}
__global__ void divisors(float *c) {
    unsigned x = 1000 + INDEX % 65536, y = 360360 + threadIdx.x;
    while (y) {
        unsigned t = x % y;
        x = y;
        y = t;
    }
    c[INDEX] = x;
}
const Variant branches[] = {
    {"3 ways of 3 lengths, by lane",
     [](const Pool &p) { three_ways<<<SMS * 8, 256>>>(p.c); }},
    {"two halves of a warp",
     [](const Pool &p) { half_warps<<<SMS * 4, 256>>>(p.c, 64); }},
    {"lanes leave a loop by data",
     [](const Pool &p) { leave_early<<<4096, 256>>>(p.a, p.c); }},
    {"4 ways by data, in a loop",
     [](const Pool &p) {
         by_data<<<SMS * 4, 256>>>((const uint32_t *)p.a, p.c, 48);
     }},
    {"greatest divisors", [](const Pool &p) { divisors<<<2048, 256>>>(p.c); }},
    {"4 ways by data, in a loop, 8 warps an SM",
     [](const Pool &p) {
         by_data<<<SMS, 256>>>((const uint32_t *)p.a, p.c, 64);
     }},
};
Family branch_family("divergence", branches, 2);

// ---- waves

__global__ void toil(float *c, int times) {
    c[INDEX] = burn(INDEX, .5f, times);
}
__global__ void longer_and_longer(float *c, int times) {
    c[INDEX] = burn(INDEX, .5f, 64 + blockIdx.x * times / gridDim.x);
}
__global__ void few_heavy(float *c, int times, int every) {
    bool heavy = blockIdx.x % every == every - 1;
    c[INDEX] = burn(INDEX, .5f, heavy ? times * 8 : times);
}
__global__ void with_room(const float *a, float *c, int times) {
    extern __shared__ float room[];
    room[threadIdx.x] = a[INDEX];
    __syncthreads();
    c[INDEX] = burn(room[threadIdx.x ^ 1], .5f, times);
}
const Variant waves[] = {
    {"5 blocks of 512 an SM",
     [](const Pool &p) { toil<<<SMS * 5, 512>>>(p.c, 1500); }},
    {"blocks of all lengths",
     [](const Pool &p) { longer_and_longer<<<SMS * 16, 256>>>(p.c, 2000); }},
    {"a third of the SMs, blocks of 256",
     [](const Pool &p) { toil<<<SMS / 3, 256>>>(p.c, 6000); }},
    {"every 50th block 8 times as long",
     [](const Pool &p) { few_heavy<<<SMS * 20, 128>>>(p.c, 800, 50); }},
    {"3 at once, 10 blocks of 256 an SM",
     [](const Pool &p) {
         cudaFuncSetAttribute(
             with_room, cudaFuncAttributeMaxDynamicSharedMemorySize, 72 * 1024);
         with_room<<<SMS * 10, 256, 72 * 1024>>>(p.a, p.c, 700);
     }},
    {"17 blocks of 192 an SM and 60",
     [](const Pool &p) { toil<<<SMS * 17 + 60, 192>>>(p.c, 900); }},
};
Family wave_family("waves", waves, 2);

// ---- hardly any work

__global__ void add_two(float4 *c, float by) {
    float4 v = c[INDEX];
    c[INDEX] = make_float4(v.x + by, v.y + by, v.z + by, v.w + by);
}
__global__ void sum_ki(const float *a, float *c) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = a[t];
    for (unsigned d = 512; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) c[0] = s[0];
}
__global__ void leave(float *c, int n) {
    if ((int)INDEX >= n) return;
    c[INDEX] = 5;
}
const Variant tiny[] = {
    {"add to 64 Ki float4",
     [](const Pool &p) { add_two<<<256, 256>>>((float4 *)p.c, 1); }},
    {"1 Ki added up by a block",
     [](const Pool &p) { sum_ki<<<1, 1024>>>(p.a, p.c); }},
    {"8 Ki blocks of 128, nearly all leave",
     [](const Pool &p) { leave<<<8192, 128>>>(p.c, 1000); }},
    {"two launches, 16 Ki float4 each",
     [](const Pool &p) {
         add_two<<<128, 128>>>((float4 *)p.c, 1);
         add_two<<<128, 128>>>((float4 *)p.c, 2);
     }},
    {"32 Ki blocks of 512, nearly all leave",
     [](const Pool &p) { leave<<<32768, 512>>>(p.c, 1000); }},
    {"fill 2 MiB", [](const Pool &p) { leave<<<2048, 256>>>(p.c, MI / 2); }},
};
Family tiny_family("tiny", tiny, 2);

// ---- waiting

__global__ void hand_on(float *c, int times) {
    __shared__ float s[2][512];
    float v = threadIdx.x;
    for (int i = 0; i < times; i++) {
        s[i & 1][threadIdx.x] = v;
        __syncthreads();
        v = s[i & 1][(threadIdx.x + 33) % blockDim.x] * .5f + v;
    }
    c[INDEX] = v;
}
__global__ void exchange(float *c, int times) {
    __shared__ float s[256];
    float v = threadIdx.x;
    volatile float *mine = s + threadIdx.x / 32 * 32;
    for (int i = 0; i < times; i++) {
        mine[threadIdx.x % 32] = v;
        __syncwarp();
        v += mine[(threadIdx.x + 1) % 32] * .5f;
        __syncwarp();
    }
    c[INDEX] = v;
}
__global__ void pick(float *c, int times) {
    float v = threadIdx.x, w = 1;
    for (int i = 0; i < times; i++) {
        v += __shfl_sync(~0u, w, (i * 5) & 31);
        w = v * .5f;
    }
    c[INDEX] = v + w;
}
__global__ void one_warp_works(float *c, int times) {
    __shared__ float s[32];
    float v = threadIdx.x;
    for (int i = 0; i < times; i++) {
        if (threadIdx.x < 32) s[threadIdx.x] = burn(v, .5f, 20);
        __syncthreads();
        v += s[threadIdx.x % 32];
        __syncthreads();
    }
    c[INDEX] = v;
}
__global__ void any_lane(float *c, int times) {
    unsigned v = threadIdx.x;
    for (int i = 0; i < times; i++)
        v = v * 5 + (__any_sync(~0u, v & 64) ? 3 : 1);
    c[INDEX] = v;
}
const Variant waits[] = {
    {"128 barriers, 4 blocks of 512 an SM",
     [](const Pool &p) { hand_on<<<SMS * 4, 512>>>(p.c, 128); }},
    {"256 exchanges in a warp, 32 warps an SM",
     [](const Pool &p) { exchange<<<SMS * 4, 256>>>(p.c, 256); }},
    {"512 picks, 16 warps an SM",
     [](const Pool &p) { pick<<<SMS * 2, 256>>>(p.c, 512); }},
    {"one warp of 8 works, 4 blocks an SM",
     [](const Pool &p) { one_warp_works<<<SMS * 4, 256>>>(p.c, 64); }},
    {"512 times any lane, 16 warps an SM",
     [](const Pool &p) { any_lane<<<SMS * 4, 128>>>(p.c, 512); }},
    {"128 barriers, a block of 512 an SM",
     [](const Pool &p) { hand_on<<<SMS, 512>>>(p.c, 128); }},
};
Family wait_family("waiting", waits, 2);

} // namespace
