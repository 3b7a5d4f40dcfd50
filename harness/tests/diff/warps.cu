// arch: 80
// What lanes of a warp do with one another.
#include "diff.h"

#define ALL 0xffffffffu

__global__ void shuffles(uint32_t *o) {
    uint32_t l = threadIdx.x, v = l * 100 + 7;
    uint32_t *p = o + l * 8;
    p[0] = __shfl_sync(ALL, v, (l * 7 + 3) % 32);
    p[1] = __shfl_up_sync(ALL, v, 5);
    p[2] = __shfl_down_sync(ALL, v, 11);
    p[3] = __shfl_xor_sync(ALL, v, 9);
    p[4] = __shfl_sync(ALL, v, (l + 1) % 8, 8);
    p[5] = __shfl_up_sync(ALL, v, 3, 16);
    p[6] = __shfl_down_sync(ALL, v, 6, 4);
    p[7] = __shfl_xor_sync(ALL, v, 3, 8);
}
PROGRAM(shuffles_of_every_kind_and_width) {
    Device<uint32_t> o(256);
    shuffles<<<1, 32>>>(o.p);
    out_ints("v", o.host());
}

__global__ void beyond(int *o) {
    int l = threadIdx.x;
    o[l] = __shfl_sync(ALL, l, l + 40) * 100 + __shfl_up_sync(ALL, l, 33) +
           __shfl_down_sync(ALL, l, 31, 16) * 10000;
}
PROGRAM(shuffles_beyond_the_warp) {
    Device<int> o(32);
    beyond<<<1, 32>>>(o.p);
    out_ints("v", o.host());
}

__global__ void types(double *d, long long *q, float *f) {
    int l = threadIdx.x;
    d[l] = __shfl_xor_sync(ALL, l * 0.25, 1);
    q[l] = __shfl_down_sync(ALL, (long long)l << 35, 2);
    f[l] = __shfl_sync(ALL, l + 0.5f, 31 - l);
}
PROGRAM(shuffles_of_wide_types) {
    Device<double> d(32);
    Device<long long> q(32);
    Device<float> f(32);
    types<<<1, 32>>>(d.p, q.p, f.p);
    for (double v : d.host())
        out_double("d", v);
    out_ints("q", q.host());
    out_floats("f", f.host());
}

__global__ void votes(uint32_t *o) {
    int l = threadIdx.x;
    uint32_t b = __ballot_sync(ALL, l % 3 == 1), m = 0;
    if (l < 20) m = __ballot_sync(0xfffff, l & 1);
    o[l] = b ^ m ^ (uint32_t)(__any_sync(ALL, l == 31) * 2 +
                              __all_sync(ALL, l < 32) * 4 +
                              __all_sync(ALL, l < 31) * 8 +
                              (__activemask() == ALL) * 16);
}
PROGRAM(votes_of_all_and_of_some) {
    Device<uint32_t> o(32);
    votes<<<1, 32>>>(o.p);
    out_ints("v", o.host());
}

__global__ void matches(uint32_t *o) {
    int l = threadIdx.x, same;
    uint32_t any = __match_any_sync(ALL, l / 5 * 3);
    uint32_t all = __match_all_sync(ALL, 42, &same);
    uint32_t none = __match_all_sync(ALL, l, &same);
    uint32_t wide = __match_any_sync(ALL, (unsigned long long)(l % 4) << 40);
    o[l] = any ^ (all >> 1) ^ none ^ wide ^ (uint32_t)same;
}
PROGRAM(lanes_with_equal_values) {
    Device<uint32_t> o(32);
    matches<<<1, 32>>>(o.p);
    out_ints("v", o.host());
}

__global__ void reduces(int *o) {
    int l = threadIdx.x, v = (int)(l * 2654435761u ^ 0x5bd1e995u) >> 3;
    uint32_t mask = l < 12 ? 0xfffu : ~0xfffu;
    o[l * 6] = __reduce_add_sync(mask, v);
    o[l * 6 + 1] = __reduce_min_sync(mask, v);
    o[l * 6 + 2] = (int)__reduce_max_sync(mask, (unsigned)v);
    o[l * 6 + 3] = (int)__reduce_and_sync(mask, (unsigned)v | 0xff);
    o[l * 6 + 4] = (int)__reduce_or_sync(mask, (unsigned)v & 0xff00);
    o[l * 6 + 5] = (int)__reduce_xor_sync(mask, (unsigned)v);
}
PROGRAM(reductions_within_masks) {
    Device<int> o(192);
    reduces<<<1, 32>>>(o.p);
    out_ints("v", o.host());
}

__global__ void two_arms(int *o) {
    int l = threadIdx.x, v = l * l;
    if (l < 16)
        v += __shfl_xor_sync(0x0000ffff, v, 5);
    else
        v -= __shfl_down_sync(0xffff0000, v, 3, 16);
    __syncwarp();
    o[l] = v + __shfl_sync(ALL, v, 31 - l);
}
PROGRAM(shuffles_in_both_arms_of_a_branch) {
    Device<int> o(32);
    two_arms<<<1, 32>>>(o.p);
    out_ints("v", o.host());
}

__global__ void warp_scan(const int *in, int *o) {
    int l = threadIdx.x % 32, v = in[threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {
        int up = __shfl_up_sync(ALL, v, d);
        if (l >= d) v += up;
    }
    o[threadIdx.x] = v;
}
PROGRAM(a_scan_over_each_warp) {
    std::vector<int> in;
    for (int i = 0; i < 96; i++)
        in.push_back(i * 37 % 11 - 4);
    Device<int> a(in), o(96);
    warp_scan<<<1, 96>>>(a.p, o.p);
    out_ints("v", o.host());
}

__global__ void ranks(const int *key, int *o) {
    int l = threadIdx.x;
    uint32_t peers = __match_any_sync(ALL, key[l]);
    o[l] = __popc(peers & ((1u << l) - 1)) * 100 + __popc(peers);
}
PROGRAM(ranks_among_lanes_of_one_key) {
    std::vector<int> in;
    for (int i = 0; i < 32; i++)
        in.push_back(i * 13 % 5);
    Device<int> a(in), o(32);
    ranks<<<1, 32>>>(a.p, o.p);
    out_ints("v", o.host());
}

__global__ void partial(int *o, int n) {
    int i = threadIdx.x;
    uint32_t mask = __ballot_sync(__activemask(), i < n);
    if (i < n) {
        int v = i;
        for (int d = 16; d; d /= 2) {
            int last = 31 - __clz(mask), from = i % 32 + d;
            int other = __shfl_sync(mask, v, min(from, last));
            if (from <= last) v += other;
        }
        o[i] = i % 32 ? 0 : v;
    }
}
PROGRAM(sums_of_a_partial_warp) {
    Device<int> o(64);
    partial<<<1, 64>>>(o.p, 45);
    out_ints("v", o.host());
}

__global__ void sort32(int *v) {
    int l = threadIdx.x, x = v[l];
    for (int k = 2; k <= 32; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int y = __shfl_xor_sync(ALL, x, j);
            bool up = (l & k) == 0, low = (l & j) == 0;
            x = (up == low) ? min(x, y) : max(x, y);
        }
    v[l] = x;
}
PROGRAM(a_bitonic_sort_of_a_warp) {
    std::vector<int> in;
    for (int i = 0; i < 32; i++)
        in.push_back(i * 73 % 101 - 50);
    Device<int> v(in);
    sort32<<<1, 32>>>(v.p);
    std::vector<int> h = v.host();
    out_ints("first", h.data(), 8);
    out_ints("all", h);
}
