// Blocks: shared memory, barriers, atomics, and grids of awkward shapes.
#include "diff.h"

__global__ void reverse(int *v, int n) {
    extern __shared__ int s[];
    int i = threadIdx.x;
    s[i] = v[i];
    __syncthreads();
    v[i] = s[n - 1 - i];
}
PROGRAM(reversed_through_dynamic_shared_memory) {
    std::vector<int> in;
    for (int i = 0; i < 100; i++)
        in.push_back(i * i);
    Device<int> v(in);
    reverse<<<1, 100, 400>>>(v.p, 100);
    out_ints("v", v.host());
}

__global__ void where(int *o) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    o[b * blockDim.x * blockDim.y * blockDim.z + t] =
        threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * blockIdx.x +
        10000 * blockIdx.y + 100000 * blockIdx.z + 1000000 * warpSize;
}
PROGRAM(coordinates_in_three_dimensions) {
    Device<int> o(3 * 2 * 2 * 5 * 4 * 3);
    where<<<dim3(3, 2, 2), dim3(5, 4, 3)>>>(o.p);
    out_ints("v", o.host());
}

__global__ void tree(const int *v, int *o) {
    __shared__ int s[256];
    int i = threadIdx.x;
    s[i] = v[blockIdx.x * 256 + i];
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (i < d) s[i] += s[i + d];
        __syncthreads();
    }
    if (i == 0) o[blockIdx.x] = s[0];
}
PROGRAM(a_tree_of_sums_per_block) {
    std::vector<int> in;
    for (int i = 0; i < 1024; i++)
        in.push_back((int)(mixed(i) % 1000) - 500);
    Device<int> v(in), o(4);
    tree<<<4, 256>>>(v.p, o.p);
    out_ints("sums", o.host());
}

__global__ void counted(int *o) {
    int i = threadIdx.x;
    int a = __syncthreads_count(i % 3 == 0);
    int b = __syncthreads_and(i < 70), c = __syncthreads_or(i == 69);
    o[i] = a * 100 + b * 10 + c;
}
PROGRAM(barriers_that_count) {
    Device<int> o(70);
    counted<<<1, 70>>>(o.p);
    out_ints("v", o.host());
}

__global__ void named(int *o) {
    __shared__ int s[128];
    int i = threadIdx.x, half = i / 64;
    s[i] = i * 3;
    asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    o[i] = s[half * 64 + (63 - i % 64)];
}
PROGRAM(barriers_of_half_a_block) {
    Device<int> o(128);
    named<<<1, 128>>>(o.p);
    out_ints("v", o.host());
}

__global__ void leave_early(int *o, int n) {
    __shared__ int s[96];
    int i = threadIdx.x;
    if (i >= n) return;
    s[i] = i + 1;
    __syncthreads();
    o[i] = s[n - 1 - i];
}
PROGRAM(a_barrier_after_a_warp_has_left) {
    Device<int> o(96);
    leave_early<<<1, 96>>>(o.p, 64);
    out_ints("v", o.host());
}

template <class T> __global__ void atomics(T *v) {
    T x = (T)(threadIdx.x + blockIdx.x * blockDim.x);
    atomicAdd(&v[0], x);
    atomicMin(&v[1], x + 5);
    atomicMax(&v[2], x * 3);
    atomicAnd(&v[3], ~(T)(1u << threadIdx.x % 30));
    atomicOr(&v[4], (T)(1u << threadIdx.x % 7));
    atomicXor(&v[5], x);
    atomicExch(&v[6], (T)77);
    atomicCAS(&v[7], (T)0, (T)12);
}
PROGRAM(atomics_of_unsigned_words) {
    Device<unsigned> v(std::vector<unsigned>{0, 99999, 0, ~0u, 0, 0, 0, 0});
    atomics<<<5, 100>>>(v.p);
    out_ints("v", v.host());
}
PROGRAM(atomics_of_long_words) {
    Device<unsigned long long> v(
        std::vector<unsigned long long>{0, 99999, 0, ~0ull, 0, 0, 0, 0});
    atomics<<<5, 100>>>(v.p);
    out_ints("v", v.host());
}

__global__ void wrap(unsigned *v) {
    atomicInc(&v[0], 16);
    atomicDec(&v[1], 9);
    atomicSub(&v[2], 3u);
}
PROGRAM(counters_that_wrap) {
    Device<unsigned> v(3);
    wrap<<<3, 50>>>(v.p);
    out_ints("v", v.host());
}

__global__ void float_sums(float *f, double *d) {
    atomicAdd(f, 0.25f);
    atomicAdd(d, 0.125);
}
PROGRAM(atomic_sums_that_are_exact) {
    Device<float> f(1);
    Device<double> d(1);
    float_sums<<<7, 33>>>(f.p, d.p);
    out_float("f", f.host()[0]);
    out_double("d", d.host()[0]);
}

__global__ void histogram(const uint32_t *v, int n, unsigned *bins) {
    __shared__ unsigned s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&s[v[i] % 64], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        atomicAdd(&bins[i], s[i]);
}
PROGRAM(a_histogram_with_private_bins) {
    std::vector<uint32_t> in;
    for (uint32_t i = 0; i < 5000; i++)
        in.push_back(mixed(i));
    Device<uint32_t> v(in);
    Device<unsigned> bins(64);
    histogram<<<6, 96>>>(v.p, 5000, bins.p);
    out_ints("bins", bins.host());
}

__device__ unsigned arrived;
__global__ void last_block(const int *v, int n, int *partial, int *o) {
    __shared__ int sum;
    __shared__ bool last;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum, v[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x) return;
    int all = 0;
    for (int b = 0; b < gridDim.x; b++)
        all += ((volatile int *)partial)[b];
    *o = all;
    arrived = 0;
}
PROGRAM(the_last_block_adds_up) {
    std::vector<int> in;
    for (int i = 0; i < 3000; i++)
        in.push_back(i % 17 - 3);
    Device<int> v(in), p(32), o(1);
    last_block<<<24, 128>>>(v.p, 3000, p.p, o.p);
    out_ints("sum", o.host());
    last_block<<<24, 128>>>(v.p, 2000, p.p, o.p);
    out_ints("again", o.host());
}

__global__ void scan(const int *in, int *o) {
    __shared__ int s[2][128];
    int i = threadIdx.x, at = 0;
    s[0][i] = in[i];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        s[1 - at][i] = i >= d ? s[at][i] + s[at][i - d] : s[at][i];
        at = 1 - at;
        __syncthreads();
    }
    o[i] = s[at][i];
}
PROGRAM(a_scan_with_two_buffers) {
    std::vector<int> in;
    for (int i = 0; i < 128; i++)
        in.push_back(i * 7 % 13);
    Device<int> v(in), o(128);
    scan<<<1, 128>>>(v.p, o.p);
    out_ints("v", o.host());
}

__global__ void tile(const float *a, const float *b, float *c, int n) {
    __shared__ float x[8][8], y[8][8 + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 + tx;
    float sum = 0;
    for (int t = 0; t < (n + 7) / 8; t++) {
        x[ty][tx] = row < n && t * 8 + tx < n ? a[row * n + t * 8 + tx] : 0;
        y[ty][tx] = col < n && t * 8 + ty < n ? b[(t * 8 + ty) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < 8; k++)
            sum = fmaf(x[ty][k], y[k][tx], sum);
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}
PROGRAM(a_tiled_product_of_odd_size) {
    int n = 13;
    std::vector<float> a, b;
    for (int i = 0; i < n * n; i++) {
        a.push_back((float)(i % 7) / 8 - 0.25f);
        b.push_back((float)(i % 5) / 4);
    }
    Device<float> x(a), y(b), c((size_t)(n * n));
    tile<<<dim3(2, 2), dim3(8, 8)>>>(x.p, y.p, c.p, n);
    out_floats("c", c.host());
}

__device__ int lock_word;
__global__ void locked(int *v) {
    bool done = false;
    while (!done)
        if (atomicCAS(&lock_word, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)v = *(volatile int *)v + 1;
            __threadfence();
            atomicExch(&lock_word, 0);
            done = true;
        }
}
PROGRAM(a_lock_that_every_thread_takes) {
    Device<int> v(1);
    locked<<<4, 48>>>(v.p);
    out_ints("v", v.host());
}

__global__ void pass_on(volatile int *flag, int *o) {
    int b = blockIdx.x;
    if (threadIdx.x) return;
    while (flag[b] == 0) {
    }
    __threadfence();
    o[b] = b ? ((volatile int *)o)[b - 1] * 3 + b : 1;
    __threadfence();
    if (b + 1 < gridDim.x) flag[b + 1] = 1;
}
PROGRAM(blocks_wait_for_the_one_before) {
    Device<int> flag(std::vector<int>{1, 0, 0, 0, 0, 0, 0, 0}), o(8);
    pass_on<<<8, 32>>>(flag.p, o.p);
    out_ints("v", o.host());
}
