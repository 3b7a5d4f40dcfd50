// Global memory between blocks and warps: races, fences that are missing, and
// reads of what nobody wrote.
#include "bug.h"

#include <cuda_runtime.h>

enum { N = 1024, BLOCK = 128, BLOCKS = N / BLOCK };

struct Data {
    int in[N], out[N], sums[BLOCKS], flag[BLOCKS], total, counter, done;
};

template <class K> static void run(K kernel) {
    Data *d;
    static Data h;
    for (int i = 0; i < N; i++)
        h.in[i] = i * 7 % 31;
    cudaMalloc(&d, sizeof *d);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    kernel<<<BLOCKS, BLOCK>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}

static __device__ int block_sum(const int *in) {
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    return part[0];
}

// ---- races

__global__ void count(Data *d) {
    if (threadIdx.x == 0) d->counter++; // BUG plain-counter: global-race
}

__global__ void histogram(Data *d) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    d->out[d->in[i]] += 1; // BUG plain-histogram: global-race
}

__global__ void smooth(Data *d) { // in place, blocks overlap at their edges
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i == 0 || i == N - 1) return;
    int left = d->in[i - 1], right = d->in[i + 1]; // BUG in-place: global-race
    d->in[i] = (left + d->in[i] + right) / 3; // BUG in-place: global-race
}

__global__ void total(Data *d) {
    int sum = block_sum(d->in);
    if (threadIdx.x == 0) d->sums[blockIdx.x] = sum;
    if (blockIdx.x != BLOCKS - 1 || threadIdx.x != 0) return;
    for (int i = 0; i < BLOCKS; i++)
        d->total += d->sums[i]; // BUG no-second-launch: global-race
}

__global__ void warps(Data *d) { // between the warps of a block
    int i = blockIdx.x * BLOCK + threadIdx.x, last = N - 1;
    d->out[i] = d->in[i]; // BUG no-block-barrier: global-race
    int next = i < last ? d->out[i ^ 64] : 0; // BUG no-block-barrier: global-race
    d->in[i] = next;
}

// ---- fences

// The last block to finish adds up what the others left.
template <bool FENCE> __global__ void last_block(Data *d) {
    __shared__ bool last;
    int sum = block_sum(d->in);
    if (threadIdx.x == 0) {
        d->sums[blockIdx.x] = sum;
        if (FENCE) __threadfence();
        last = atomicAdd(&d->counter, 1) == BLOCKS - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    int all = 0;
    for (int i = 0; i < BLOCKS; i++)
        all += d->sums[i]; // BUG last-block-no-fence: global-race
    d->total = all;
}

// Each block waits for the sum of all before it. Its first read of the
// sums stays in L1, where a read without a fence finds them as they were.
template <bool FENCE, bool READER = FENCE> __global__ void look_back(Data *d) {
    int sum = block_sum(d->in), b = BLOCKS - 1 - blockIdx.x;
    if (threadIdx.x != 0) return;
    int before = 0;
    if (d->sums[b] != 0) return; // done by a launch before
    if (b > 0) {
        while (((volatile int *)d->flag)[b - 1] == 0) {
        }
        if (READER) __threadfence();
        before = d->sums[b - 1]; // BUG look-back-no-fence: global-race BUG look-back-no-fence-of-reader: global-race
    }
    d->sums[b] = before + sum;
    if (FENCE) __threadfence();
    ((volatile int *)d->flag)[b] = 1;
}

__global__ void spin_lock(Data *d) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&d->flag[0], 0, 1) != 0) {
    }
    d->total += blockIdx.x; // BUG lock-no-fence: global-race
    atomicExch(&d->flag[0], 0);
}

__global__ void spin_lock_fenced(Data *d) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&d->flag[0], 0, 1) != 0) {
    }
    __threadfence();
    d->total += blockIdx.x;
    __threadfence();
    atomicExch(&d->flag[0], 0);
}

// ---- reads of what nobody wrote

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i]; // BUG forgot-copy: uninitialised-global BUG half-copied: uninitialised-global
}

static void adding(size_t copied) {
    float *a, *b, *c;
    static float h[N];
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&c, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    if (copied) cudaMemcpy(b, h, copied, cudaMemcpyHostToDevice);
    add<<<BLOCKS, BLOCK>>>(a, b, c, N);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

__global__ void accumulate(const int *in, int *out) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    atomicAdd(&out[in[i] % 32], 1); // BUG bins-not-cleared: uninitialised-global
}

static void not_cleared() {
    int *in, *out;
    static int h[N];
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    accumulate<<<BLOCKS, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}

// ---- tasks from a queue

// In every thread of the block.
__device__ int sum_for_all(int v) {
    __shared__ int part[BLOCK / 32];
    v = __reduce_add_sync(~0u, v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    int sum = 0;
    for (int w = 0; w < BLOCK / 32; w++)
        sum += part[w];
    return sum;
}

// The compiler joins the end of a round with the beginning of the next, where
// thread 0 alone has work in both. (BARRIERS: with the one
// of sum_for_all.)
template <bool BARRIERS> __global__ void from_queue(int *next, int *out, int n) {
    __shared__ int task;
    for (;;) {
        if (threadIdx.x == 0) task = atomicAdd(next, 1); // BUG queue-too-soon: shared-race
        __syncthreads();
        int t = task; // BUG queue-too-soon: shared-race
        if (t >= n) break;
        int sum = BARRIERS ? sum_for_all(t + threadIdx.x) : t;
        if (threadIdx.x == 0) out[t] = sum;
    }
}

template <bool BARRIERS> static void queue() {
    enum { TASKS = 40 };
    int *next, *out, h[TASKS];
    cudaMalloc(&next, sizeof *next);
    cudaMalloc(&out, sizeof h);
    cudaMemset(next, 0, sizeof *next);
    from_queue<BARRIERS><<<BLOCKS, BLOCK>>>(next, out, TASKS);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(next);
    cudaFree(out);
}

// FINE queue
// FINE last-block
// FINE look-back
// FINE lock
// FINE copied
int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"plain-counter", [] { run(count); }},
        {"plain-histogram", [] { run(histogram); }},
        {"in-place", [] { run(smooth); }},
        {"no-second-launch", [] { run(total); }},
        {"no-block-barrier", [] { run(warps); }},
        {"last-block-no-fence", [] { run(last_block<false>); }},
        {"last-block", [] { run(last_block<true>); }},
        {"look-back-no-fence", [] { run(look_back<false>); }},
        {"look-back", [] { run(look_back<true>); }},
        {"look-back-no-fence-of-reader", [] { run(look_back<true, false>); }},
        {"lock-no-fence", [] { run(spin_lock); }},
        {"lock", [] { run(spin_lock_fenced); }},
        {"forgot-copy", [] { adding(0); }},
        {"half-copied", [] { adding(N * sizeof(float) / 2); }},
        {"copied", [] { adding(N * sizeof(float)); }},
        {"bins-not-cleared", not_cleared},
        {"queue", queue<true>},
        {"queue-too-soon", queue<false>},
    };
    return bug_main(bugs, argc, argv);
}
