// Global memory that several threads use without order, or before anybody wrote
// it; each with its rightful twin.
#include "bug.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <class T> static T *zeros(int n) {
    T *p;
    cudaMalloc(&p, n * sizeof *p);
    cudaMemset(p, 0, n * sizeof *p);
    return p;
}

// ---- updates without atomics

__global__ void count_plain(const int *v, int n, int *counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] == 0) *counter += 1; // BUG counter: global-race
}
__global__ void count_atomic(const int *v, int n, int *counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] == 0) atomicAdd(counter, 1); // FINE counter-atomic
}
static void counter() {
    count_plain<<<4, 128>>>(zeros<int>(512), 512, zeros<int>(1));
    cudaDeviceSynchronize();
}
static void counter_atomic() {
    count_atomic<<<4, 128>>>(zeros<int>(512), 512, zeros<int>(1));
    cudaDeviceSynchronize();
}

__global__ void histogram_plain(const int *v, int n, int *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[(v[i] + i) % 16]++; // BUG histogram: global-race
}
static void histogram() {
    histogram_plain<<<8, 64>>>(zeros<int>(512), 512, zeros<int>(16));
    cudaDeviceSynchronize();
}

// A counter per block, of its own warps.
__global__ void per_block_plain(int *sums) {
    if (threadIdx.x % 32 == 0)
        sums[blockIdx.x] += threadIdx.x; // BUG warps-of-a-block: global-race
}
static void warps_of_a_block() {
    per_block_plain<<<3, 128>>>(zeros<int>(3));
    cudaDeviceSynchronize();
}

// ---- neighbours

__global__ void smooth_in_place(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1) return;
    float sum = x[i - 1] // BUG stencil: global-race
                + x[i] + x[i + 1];
    x[i] = sum / 3; // BUG stencil: global-race
}
__global__ void smooth(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1) return;
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // FINE stencil-two-arrays
}
static void stencil() {
    smooth_in_place<<<4, 128>>>(zeros<float>(512), 512);
    cudaDeviceSynchronize();
}
static void stencil_two_arrays() {
    smooth<<<4, 128>>>(zeros<float>(512), zeros<float>(512), 512);
    cudaDeviceSynchronize();
}

__global__ void shift_left(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n) return;
    int next = x[i + 1]; // BUG shift: global-race
    x[i] = next;         // BUG shift: global-race
}
static void shift() {
    shift_left<<<4, 64>>>(zeros<int>(256), 256);
    cudaDeviceSynchronize();
}

// ---- the last block adds up

__device__ unsigned finished;

template <bool FENCE>
__device__ void sum_blocks(const float *x, float *partial, float *sum) {
    __shared__ float s[128];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    for (int d = 64; d; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0]; // BUG last-block: global-race
        if (FENCE) __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    float all = 0;
    for (int i = t; i < (int)gridDim.x; i += 128)
        all += partial[i]; // BUG last-block: global-race
    s[t] = all;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < 128; i++) all += s[i];
        *sum = all;
        finished = 0;
    }
}
__global__ void last_block_bad(const float *x, float *partial, float *sum) {
    sum_blocks<false>(x, partial, sum);
}
__global__ void last_block_good(const float *x, float *partial, float *sum) {
    sum_blocks<true>(x, partial, sum);
}
static void last_block() {
    last_block_bad<<<6, 128>>>(zeros<float>(768), zeros<float>(6),
                               zeros<float>(1));
    cudaDeviceSynchronize();
}
static void last_block_fence() { // FINE last-block-fence
    float *x = zeros<float>(768), *p = zeros<float>(6), *s = zeros<float>(1);
    for (int i = 0; i < 3; i++) last_block_good<<<6, 128>>>(x, p, s);
    cudaDeviceSynchronize();
}

// ---- scans that look back

template <bool FENCE>
__device__ void scan_chain(const int *x, int *out, int *carry,
                           volatile int *ready) {
    __shared__ int s[64];
    __shared__ int before;
    int t = threadIdx.x, b = blockIdx.x;
    s[t] = x[b * 64 + t];
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < 64; i++) s[i] += s[i - 1];
        before = 0;
        if (b > 0) {
            while (!ready[b - 1]) {
            }
            if (FENCE) __threadfence();
            before = carry[b - 1]; // BUG look-back: global-race
        }
        carry[b] = before + s[63]; // BUG look-back: global-race
        if (FENCE) __threadfence();
        ready[b] = 1;
    }
    __syncthreads();
    out[b * 64 + t] = before + s[t];
}
__global__ void chain_bad(const int *x, int *o, int *c, volatile int *r) {
    scan_chain<false>(x, o, c, r);
}
__global__ void chain_good(const int *x, int *o, int *c, volatile int *r) {
    scan_chain<true>(x, o, c, r);
}
static void look_back() {
    chain_bad<<<5, 64>>>(zeros<int>(320), zeros<int>(320), zeros<int>(5),
                         zeros<int>(5));
    cudaDeviceSynchronize();
}
static void look_back_fence() { // FINE look-back-fence
    chain_good<<<5, 64>>>(zeros<int>(320), zeros<int>(320), zeros<int>(5),
                          zeros<int>(5));
    cudaDeviceSynchronize();
}

// Flag and value in one word need no fence.
__global__ void packed_chain(unsigned long long *state, int *out) {
    if (threadIdx.x) return;
    int b = blockIdx.x;
    unsigned before = 0;
    if (b > 0) {
        unsigned long long v;
        do v = *(volatile unsigned long long *)&state[b - 1];
        while (!(v >> 32));
        before = (unsigned)v;
    }
    atomicExch(&state[b], 1ull << 32 | (before + b));
    out[b] = before + b;
}
static void look_back_packed() { // FINE look-back-packed
    packed_chain<<<7, 32>>>(zeros<unsigned long long>(7), zeros<int>(7));
    cudaDeviceSynchronize();
}

// The value is volatile or atomic as well as the flag: both are whole, and nothing
// orders the two.
template <bool FENCE, bool ATOMIC>
__global__ void hand_on(int *total, volatile int *ready) {
    int b = blockIdx.x, before = 0;
    __syncthreads();
    if (threadIdx.x > 0) return;
    if (b > 0) {
        while (!ready[b - 1]) {
        }
        before = ATOMIC ? atomicAdd(&total[b - 1], 0)     // BUG atomic-value: global-race
                        : ((volatile int *)total)[b - 1]; // BUG volatile-value: global-race
    }
    ((volatile int *)total)[b] = before + 1;
    if (FENCE) __threadfence();
    ready[b] = 1;
}
static void volatile_value() {
    hand_on<false, false><<<5, 64>>>(zeros<int>(5), zeros<int>(5));
    cudaDeviceSynchronize();
}
static void atomic_value() {
    hand_on<false, true><<<5, 64>>>(zeros<int>(5), zeros<int>(5));
    cudaDeviceSynchronize();
}
static void fenced_value() { // FINE fenced-value
    hand_on<true, false><<<5, 64>>>(zeros<int>(5), zeros<int>(5));
    hand_on<true, true><<<5, 64>>>(zeros<int>(5), zeros<int>(5));
    cudaDeviceSynchronize();
}
// Two flags of a block, one after the other, each of them waited for.
__global__ void two_flags(volatile int *first, volatile int *second) {
    int b = blockIdx.x;
    __syncthreads();
    if (threadIdx.x > 0) return;
    while (b > 0 && !second[b - 1]) {
    }
    while (b > 0 && !first[b - 1]) {
    }
    first[b] = 1;
    second[b] = 1;
}
static void waits_for_both() { // FINE waits-for-both
    two_flags<<<5, 64>>>(zeros<int>(5), zeros<int>(5));
    cudaDeviceSynchronize();
}

// In place: what a block has read, and said so, the next one may overwrite. No
// fence is needed for that, but all warps have to have read.
template <bool Met> __global__ void move_left(int *x, int *done) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = x[i];
    if (Met) __syncthreads();
    if (threadIdx.x == 0) {
        atomicExch(&done[blockIdx.x], 1);
        if (blockIdx.x > 0)
            while (!*(volatile int *)&done[blockIdx.x - 1]) {}
    }
    __syncthreads();
    if (blockIdx.x > 0)
        x[i - 64] = v + 1; // BUG in-place-early: global-race
}
static void in_place() { // FINE in-place
    move_left<true><<<7, 64>>>(zeros<int>(7 * 64), zeros<int>(7));
    cudaDeviceSynchronize();
}
static void in_place_early() {
    move_left<false><<<7, 64>>>(zeros<int>(7 * 64), zeros<int>(7));
    cudaDeviceSynchronize();
}

// ---- locks

template <bool FENCE> __device__ void add_locked(int *lock, int *data) {
    if (threadIdx.x) return;
    while (atomicCAS(lock, 0, 1)) {
    }
    if (FENCE) __threadfence();
    data[0] += 1; // BUG lock: global-race
    data[1] += 2;
    if (FENCE) __threadfence();
    atomicExch(lock, 0);
}
__global__ void lock_bad(int *lock, int *data) {
    add_locked<false>(lock, data);
}
__global__ void lock_good(int *lock, int *data) {
    add_locked<true>(lock, data);
}
static void lock() {
    lock_bad<<<6, 32>>>(zeros<int>(1), zeros<int>(2));
    cudaDeviceSynchronize();
}
static void lock_fence() { // FINE lock-fence
    lock_good<<<6, 32>>>(zeros<int>(1), zeros<int>(2));
    cudaDeviceSynchronize();
}
__global__ void tickets(int *next, volatile int *serving, int *data) {
    if (threadIdx.x) return;
    int mine = atomicAdd(next, 1);
    while (*serving != mine) {
    }
    __threadfence();
    *data += mine;
    __threadfence();
    *serving = mine + 1;
}
static void ticket_lock() { // FINE ticket-lock
    tickets<<<6, 32>>>(zeros<int>(1), zeros<int>(1), zeros<int>(1));
    cudaDeviceSynchronize();
}

// ---- the whole grid

template <bool SYNC> __device__ void two_phases(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[i] = i; // BUG no-grid-sync: global-race
    if (SYNC)
        cg::this_grid().sync();
    else
        __syncthreads();
    b[i] = a[n - 1 - i]; // BUG no-grid-sync: global-race
}
__global__ void phases_bad(int *a, int *b) {
    two_phases<false>(a, b);
}
__global__ void phases_good(int *a, int *b) {
    two_phases<true>(a, b);
    cg::this_grid().sync();
    two_phases<true>(b, a);
}
template <class K> static void run_phases(K kernel) {
    int *a = zeros<int>(512), *b = zeros<int>(512);
    void *args[] = {&a, &b};
    cudaLaunchCooperativeKernel((const void *)kernel, 4, 128, args, 0, 0);
    cudaDeviceSynchronize();
}
static void no_grid_sync() {
    run_phases(phases_bad);
}
static void grid_sync() { // FINE grid-sync
    run_phases(phases_good);
}

// ---- values

__global__ void mark_changed(const int *x, int n, bool *changed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] == 0) *changed = true; // FINE same-value
}
static void same_value() {
    mark_changed<<<4, 128>>>(zeros<int>(512), 512, zeros<bool>(1));
    cudaDeviceSynchronize();
}
__global__ void find_least(const int *x, int n, int *least) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] <= *least) atomicMin(least, x[i]); // FINE look-first
}
static void look_first() {
    find_least<<<4, 128>>>(zeros<int>(512), 512, zeros<int>(1));
    cudaDeviceSynchronize();
}
__global__ void find_and_clear(int *hits, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(hits, 1); // BUG plain-write: global-race
    if (threadIdx.x == 0) *hits = 0; // BUG plain-write: global-race
}
static void plain_write() {
    find_and_clear<<<4, 128>>>(zeros<int>(1), 512);
    cudaDeviceSynchronize();
}
__global__ void find_any(const int *x, int n, int *where) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] == 0) *where = i; // BUG other-values: global-race
}
static void other_values() {
    find_any<<<4, 128>>>(zeros<int>(512), 512, zeros<int>(1));
    cudaDeviceSynchronize();
}
__global__ void bytes(char *x, const int *order, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[(i * 37 + order[i]) % n] = (char)i; // FINE bytes-of-a-word
}
static void bytes_of_a_word() {
    bytes<<<8, 64>>>(zeros<char>(512), zeros<int>(512), 512);
    cudaDeviceSynchronize();
}

// ---- through the read-only cache

__global__ void stale(int *x) {
    int i = threadIdx.x;
    x[i] = i;
    __syncthreads();
    x[64 + i] = __ldg(&x[63 - i]); // BUG read-only: read-only-cache
}
static void read_only() {
    stale<<<1, 64>>>(zeros<int>(128));
    cudaDeviceSynchronize();
}

// ---- never written

__global__ void add_to(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i]; // BUG not-cleared: uninitialised-global
}
static void not_cleared() {
    float *y;
    cudaMalloc(&y, 512 * sizeof *y);
    add_to<<<4, 128>>>(zeros<float>(512), y, 512);
    cudaDeviceSynchronize();
}
__global__ void total(const float *x, float *sum) {
    atomicAdd(sum, x[threadIdx.x]); // BUG sum-not-cleared: uninitialised-global
}
static void sum_not_cleared() {
    float *sum;
    cudaMalloc(&sum, sizeof *sum);
    total<<<1, 32>>>(zeros<float>(32), sum);
    cudaDeviceSynchronize();
}
__global__ void copy(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i]; // BUG half-copied: uninitialised-global
}
static void half_copied() {
    static int host[100];
    int *x, *y;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemcpy(x, host, 100, cudaMemcpyHostToDevice); // 100 bytes
    copy<<<1, 128>>>(x, y, 100);
    cudaDeviceSynchronize();
}
struct Padded {
    char c;
    double d;
};
__global__ void copy_structs(const Padded *x, Padded *y) {
    y[threadIdx.x] = x[threadIdx.x]; // FINE padding
}
__global__ void fill_structs(Padded *x) {
    x[threadIdx.x].c = 'x';
    x[threadIdx.x].d = 1;
}
static void padding() {
    Padded *x, *y;
    cudaMalloc(&x, 33 * sizeof *x);
    cudaMalloc(&y, 33 * sizeof *y);
    fill_structs<<<1, 33>>>(x);
    copy_structs<<<1, 33>>>(x, y);
    cudaMemcpy(x, y, 33 * sizeof *x, cudaMemcpyDeviceToDevice);
    copy_structs<<<1, 33>>>(x, y);
    cudaDeviceSynchronize();
}
static void used_again() {
    for (int i = 0; i < 2; i++) {
        int *x = zeros<int>(64);
        copy<<<1, 64>>>(x, x, 64); // FINE used-again
        cudaFree(x);
    }
    cudaDeviceSynchronize();
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"counter", counter},
        {"counter-atomic", counter_atomic},
        {"histogram", histogram},
        {"warps-of-a-block", warps_of_a_block},
        {"stencil", stencil},
        {"stencil-two-arrays", stencil_two_arrays},
        {"shift", shift},
        {"last-block", last_block},
        {"last-block-fence", last_block_fence},
        {"look-back", look_back},
        {"look-back-fence", look_back_fence},
        {"look-back-packed", look_back_packed},
        {"volatile-value", volatile_value},
        {"atomic-value", atomic_value},
        {"fenced-value", fenced_value},
        {"waits-for-both", waits_for_both},
        {"in-place", in_place},
        {"in-place-early", in_place_early},
        {"lock", lock},
        {"lock-fence", lock_fence},
        {"ticket-lock", ticket_lock},
        {"no-grid-sync", no_grid_sync},
        {"grid-sync", grid_sync},
        {"same-value", same_value},
        {"look-first", look_first},
        {"plain-write", plain_write},
        {"other-values", other_values},
        {"bytes-of-a-word", bytes_of_a_word},
        {"read-only", read_only},
        {"not-cleared", not_cleared},
        {"sum-not-cleared", sum_not_cleared},
        {"half-copied", half_copied},
        {"padding", padding},
        {"used-again", used_again},
    };
    return bug_main(bugs, argc, argv);
}
