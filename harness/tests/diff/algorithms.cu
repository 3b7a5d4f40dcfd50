// Algorithms as programs are made of them: what a whole kernel computes, not
// one instruction.
#include "diff.h"

// ---- scans and sums

__global__ void block_sum(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, s[0]);
}

static std::vector<int> ints(size_t n, uint32_t below) {
    std::vector<int> v(n);
    for (size_t i = 0; i < n; i++)
        v[i] = (int)(mixed((uint32_t)i) % below);
    return v;
}

PROGRAM(sums_by_blocks_and_atomics) {
    Device<int> in(ints(4096, 1000)), sum(1);
    block_sum<<<16, 256>>>(in.p, sum.p);
    out_ints("sum", sum.host());
}

// The tree fixes the order of the additions: the same bits everywhere.
__global__ void tree_of_floats(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
PROGRAM(a_tree_of_float_additions_has_one_order) {
    std::vector<float> v(128);
    for (int i = 0; i < 128; i++)
        v[i] = (float)(mixed(i) % 100000) * 0.001f - 31.7f;
    Device<float> in(v), sums(4);
    tree_of_floats<<<1, 128>>>(in.p, sums.p);
    out_floats("sum", sums.host());
}

__global__ void scan_of_block(int *v) {
    __shared__ int part[8];
    int t = threadIdx.x, lane = t % 32, x = v[t];
    for (int d = 1; d < 32; d *= 2) {
        int y = __shfl_up_sync(0xffffffff, x, d);
        if (lane >= d) x += y;
    }
    if (lane == 31) part[t / 32] = x;
    __syncthreads();
    for (int w = 0; w < t / 32; w++)
        x += part[w];
    v[t] = x;
}
PROGRAM(scans_of_warps_make_a_scan_of_the_block) {
    Device<int> v(ints(256, 77));
    scan_of_block<<<1, 256>>>(v.p);
    out_ints("scan", v.host());
}

__global__ void chained(const int *in, int *out, volatile int *sums,
                        volatile int *flags) {
    __shared__ int s[128], before;
    int t = threadIdx.x, b = blockIdx.x;
    s[t] = in[b * 128 + t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        int p = 0;
        if (b > 0) {
            while (flags[b - 1] == 0)
                ;
            __threadfence();
            p = sums[b - 1];
        }
        sums[b] = p + s[127];
        __threadfence();
        flags[b] = 1;
        before = p;
    }
    __syncthreads();
    out[b * 128 + t] = before + s[t];
}
PROGRAM(blocks_pass_a_sum_along) {
    Device<int> in(ints(128 * 50, 9)), to(128 * 50), sums(50), flags(50);
    chained<<<50, 128>>>(in.p, to.p, sums.p, flags.p);
    out_ints("scan", to.host());
}

__device__ unsigned finished;
__global__ void last_one_adds(const int *in, volatile int *parts, int *sum) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        int s = 0;
        for (int i = 0; i < 64; i++)
            s += in[blockIdx.x * 64 + i];
        parts[blockIdx.x] = s;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x) return;
    for (int i = 0; i < (int)gridDim.x; i++)
        *sum += parts[i];
}
PROGRAM(the_last_block_adds_up) {
    Device<int> in(ints(64 * 30, 500)), parts(30), sum(1);
    last_one_adds<<<30, 32>>>(in.p, parts.p, sum.p);
    last_one_adds<<<30, 32>>>(in.p, parts.p, sum.p);
    out_ints("twice the sum", sum.host());
}

// ---- sorts and searches

__global__ void bitonic(uint32_t *v) {
    __shared__ uint32_t s[512];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int o = t ^ j;
            if (o > t && (s[t] > s[o]) == ((t & k) == 0)) {
                uint32_t x = s[t];
                s[t] = s[o];
                s[o] = x;
            }
            __syncthreads();
        }
    v[t] = s[t];
}
PROGRAM(a_bitonic_network_sorts) {
    std::vector<uint32_t> v(512);
    for (uint32_t i = 0; i < 512; i++)
        v[i] = mixed(i * 31);
    Device<uint32_t> d(v);
    bitonic<<<1, 512>>>(d.p);
    out_ints("sorted", d.host());
}

__global__ void split(const uint32_t *in, uint32_t *to, int bit) {
    __shared__ int zeros[8], before[8];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    uint32_t v = in[t];
    bool one = v >> bit & 1;
    unsigned ones = __ballot_sync(0xffffffff, one);
    if (lane == 0) zeros[w] = 32 - __popc(ones);
    __syncthreads();
    if (t == 0)
        for (int i = 0, s = 0; i < 8; i++)
            before[i] = s, s += zeros[i];
    __syncthreads();
    int all = before[7] + zeros[7];
    int ones_left = __popc(ones & ((1u << lane) - 1));
    int at = one ? all + w * 32 - before[w] + ones_left
                 : before[w] + lane - ones_left;
    to[at] = v;
}
PROGRAM(a_stable_split_by_bits_is_a_radix_sort) {
    std::vector<uint32_t> v(256);
    for (uint32_t i = 0; i < 256; i++)
        v[i] = mixed(i) & 0xfff;
    Device<uint32_t> a(v), b(256);
    for (int bit = 0; bit < 12; bit++)
        split<<<1, 256>>>(bit % 2 ? b.p : a.p, bit % 2 ? a.p : b.p, bit);
    out_ints("sorted", a.host());
}

__global__ void find(const int *sorted, int n, int *at) {
    int key = threadIdx.x * 13, lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sorted[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    at[threadIdx.x] = lo;
}
PROGRAM(threads_search_by_halves) {
    std::vector<int> v(1000);
    for (int i = 0; i < 1000; i++)
        v[i] = i * 3 + i / 7;
    Device<int> d(v), at(96);
    find<<<1, 96>>>(d.p, 1000, at.p);
    out_ints("places", at.host());
}

__global__ void count(const int *v, int n, int *bins) {
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&s[v[i]], 1);
    __syncthreads();
    if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
PROGRAM(a_histogram_in_two_stages) {
    Device<int> v(ints(5000, 32)), bins(32);
    count<<<5, 96>>>(v.p, 5000, bins.p);
    out_ints("bins", bins.host());
}

// ---- hashes and random numbers

__global__ void crc(const uint8_t *v, int n, uint32_t *sums) {
    uint32_t c = ~0u;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        c ^= v[i];
        for (int b = 0; b < 8; b++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    sums[threadIdx.x] = ~c;
}
PROGRAM(a_crc_of_every_thread) {
    std::vector<uint8_t> v(3000);
    for (uint32_t i = 0; i < 3000; i++)
        v[i] = (uint8_t)mixed(i);
    Device<uint8_t> d(v);
    Device<uint32_t> sums(64);
    crc<<<1, 64>>>(d.p, 3000, sums.p);
    out_ints("crc", sums.host());
}

__global__ void philox(uint32_t *to) {
    uint32_t c0 = threadIdx.x, c1 = 0, c2 = 0, c3 = 0, k0 = 7, k1 = 11;
    for (int r = 0; r < 10; r++) {
        uint32_t h0 = __umulhi(0xd2511f53, c0), l0 = 0xd2511f53 * c0;
        uint32_t h1 = __umulhi(0xcd9e8d57, c2), l1 = 0xcd9e8d57 * c2;
        c0 = h1 ^ c1 ^ k0, c1 = l1, c2 = h0 ^ c3 ^ k1, c3 = l0;
        k0 += 0x9e3779b9, k1 += 0xbb67ae85;
    }
    to[threadIdx.x] = c0 ^ c1 ^ c2 ^ c3;
}
PROGRAM(philox_by_wide_products) {
    Device<uint32_t> d(128);
    philox<<<1, 128>>>(d.p);
    out_ints("numbers", d.host());
}

__global__ void walks(uint64_t *to) {
    uint64_t s = (threadIdx.x + 1) * 0x9e3779b97f4a7c15ull, steps = 0;
    while (s % 1009 != 0) { // each as long as it likes
        s ^= s << 13, s ^= s >> 7, s ^= s << 17;
        steps++;
    }
    to[threadIdx.x] = steps;
}
PROGRAM(loops_of_different_lengths) {
    Device<uint64_t> d(64);
    walks<<<1, 64>>>(d.p);
    out_ints("steps", d.host());
}

// ---- numbers

__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float sa[16][16], sb[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        sa[y][x] = a[row * n + k0 + x];
        sb[y][x] = b[(k0 + y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum = fmaf(sa[y][k], sb[k][x], sum);
        __syncthreads();
    }
    c[row * n + col] = sum;
}
PROGRAM(a_tiled_product_in_one_order) {
    const int n = 32;
    std::vector<float> a(n * n), b(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(mixed(i) % 2000) * 0.01f - 10;
        b[i] = (float)(mixed(i + 5000) % 2000) * 0.01f - 10;
    }
    Device<float> da(a), db(b), dc(n * n);
    product<<<dim3(2, 2), dim3(16, 16)>>>(da.p, db.p, dc.p, n);
    auto c = dc.host();
    for (int i = 0; i < n * n; i += 37)
        out_float("c", c[i]);
}

// Softmax over rows: exp of the device's own, so not to the last bit.
__global__ void softmax(const float *x, float *y, int n) {
    const float *r = x + blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        most = fmaxf(most, r[i]);
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
    for (int i = threadIdx.x; i < n; i += 32)
        sum += expf(r[i] - most);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    for (int i = threadIdx.x; i < n; i += 32)
        y[blockIdx.x * n + i] = expf(r[i] - most) / sum;
}
PROGRAM(softmax_of_rows) {
    std::vector<float> v(3 * 50);
    for (int i = 0; i < 150; i++)
        v[i] = (float)(mixed(i) % 1000) * 0.01f;
    Device<float> x(v), y(150);
    softmax<<<3, 32>>>(x.p, y.p, 50);
    // two ulps of each exp, and of their sum
    out_floats("y", y.host(), 8);
}

__global__ void heat(const float *from, float *to, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < n - 1)
        to[x] =
            __fadd_rn(__fmul_rn(0.5f, from[x]),
                      __fmul_rn(0.25f, __fadd_rn(from[x - 1], from[x + 1])));
}
PROGRAM(heat_spreads_the_same_way) {
    std::vector<float> v(200, 0.0f);
    v[100] = 1000;
    Device<float> a(v), b(v);
    for (int i = 0; i < 50; i++)
        heat<<<2, 128>>>(i % 2 ? b.p : a.p, i % 2 ? a.p : b.p, 200);
    auto h = a.host();
    for (int i = 60; i < 140; i += 5)
        out_float("t", h[i]);
}

__global__ void reach(const int *starts, const int *ends, int *level, int now,
                      int n, int *more) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || ((volatile int *)level)[v] != now) return; // others write
    for (int e = starts[v]; e < starts[v + 1]; e++)
        if (atomicCAS(&level[ends[e]], -1, now + 1) == -1) atomicExch(more, 1);
}
PROGRAM(breadth_first_levels) {
    const int n = 600;
    std::vector<int> starts(n + 1), ends, level(n, -1);
    for (int i = 0; i < n; i++) {
        starts[i] = (int)ends.size();
        for (uint32_t e = 0; e < mixed(i) % 4; e++)
            ends.push_back((int)(mixed(i * 8 + e + 77) % n));
    }
    starts[n] = (int)ends.size();
    level[0] = 0;
    Device<int> s(starts), t(ends), l(level), more(1);
    for (int now = 0;; now++) {
        TRY(cudaMemset(more.p, 0, 4));
        reach<<<5, 128>>>(s.p, t.p, l.p, now, n, more.p);
        if (!more.host()[0]) break;
    }
    out_ints("levels", l.host());
}

__global__ void life(const uint8_t *from, uint8_t *to, int n) {
    int x = threadIdx.x, y = blockIdx.x, sum = 0;
    for (int j = n - 1; j <= n + 1; j++)
        for (int i = n - 1; i <= n + 1; i++)
            if (i != n || j != n) sum += from[(y + j) % n * n + (x + i) % n];
    to[y * n + x] = sum == 3 || (sum == 2 && from[y * n + x]);
}
PROGRAM(generations_of_life) {
    const int n = 48;
    std::vector<uint8_t> v(n * n);
    for (int i = 0; i < n * n; i++)
        v[i] = mixed(i) % 3 == 0;
    Device<uint8_t> a(v), b(n * n);
    for (int i = 0; i < 20; i++)
        life<<<n, n>>>(i % 2 ? b.p : a.p, i % 2 ? a.p : b.p, n);
    out_ints("cells", a.host());
}
