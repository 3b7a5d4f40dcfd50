// Kernels that launch kernels: a child may run at any time from its launch on,
// beside the rest of its parent.
// FLAGS -rdc=true
#include "bug.h"

__global__ void fill(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i;
}

__global__ void copy(const int *p, int *q) { q[threadIdx.x] = p[threadIdx.x]; }

__global__ void sum(const int *p, int n, int *out) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    *out = s;
}

// The parent reads what the child writes.
__global__ void read_after(int *p, int *out) {
    fill<<<1, 64>>>(p, 64); // BUG read-after: global-race
    *out = p[5]; // BUG read-after: global-race
}
// FINE read-in-tail
__global__ void read_in_tail(int *p, int *out) {
    fill<<<1, 64>>>(p, 64);
    sum<<<1, 1, 0, cudaStreamTailLaunch>>>(p, 64, out);
}
// FINE read-in-child: the second kernel of the same stream
__global__ void read_in_child(int *p, int *out) {
    fill<<<1, 64>>>(p, 64);
    sum<<<1, 1>>>(p, 64, out);
}
// FINE read-before
__global__ void read_before(int *p, int *out) {
    *out = p[5];
    fill<<<1, 64>>>(p, 64);
}

// The child reads what the parent writes.
__global__ void write_after(int *p, int *q) {
    copy<<<1, 32>>>(p, q); // BUG write-after: global-race
    p[3] = 1; // BUG write-after: global-race
}
// FINE write-before
__global__ void write_before(int *p, int *q) {
    p[3] = 1;
    copy<<<1, 32>>>(p, q);
    q[40] = 1;
}

// The whole block writes, one thread launches: the barrier is missing.
__global__ void no_barrier(int *p, int *q) {
    if (threadIdx.x == 0) copy<<<1, 32>>>(p, q); // BUG no-barrier: global-race
    if (threadIdx.x >= 32) p[threadIdx.x - 32] = 1; // BUG no-barrier: global-race
}
// FINE barrier
__global__ void barrier(int *p, int *q) {
    if (threadIdx.x >= 32) p[threadIdx.x - 32] = 1;
    __syncthreads();
    if (threadIdx.x == 0) copy<<<1, 32>>>(p, q);
}

// A grandchild races with the first parent, too.
__global__ void middle(int *p) { fill<<<1, 64>>>(p, 64); }
__global__ void grandchild(int *p, int *out) {
    middle<<<1, 1>>>(p); // BUG grandchild: global-race
    *out = p[9]; // BUG grandchild: global-race
}
// FINE grandchild-tail
__global__ void grandchild_tail(int *p, int *out) {
    middle<<<1, 1>>>(p);
    sum<<<1, 1, 0, cudaStreamTailLaunch>>>(p, 64, out);
}

// A memset is work of a child as well.
__global__ void set(int *p, int *out) {
    cudaMemsetAsync(p, 0, 256, 0); // BUG memset: global-race
    *out = p[7]; // BUG memset: global-race
}
// FINE memset-tail
__global__ void set_tail(int *p, int *out) {
    cudaMemsetAsync(p, 0, 256, 0);
    sum<<<1, 1, 0, cudaStreamTailLaunch>>>(p, 64, out);
}

// Every block launches for its own part, and goes on with its own part's rest.
// FINE own-parts
__global__ void own_parts(int *p, int *out) {
    int *mine = p + blockIdx.x * 32;
    if (threadIdx.x == 0) fill<<<1, 16>>>(mine, 16);
    if (threadIdx.x >= 16) mine[threadIdx.x] = 1;
    if (threadIdx.x == 0) out[blockIdx.x] = 2;
}

// Two children of two streams, and one uses what the other writes.
__global__ void two_streams(int *p, int *out) {
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    fill<<<1, 64, 0, a>>>(p, 64); // BUG two-streams: global-race
    sum<<<1, 1, 0, b>>>(p, 64, out); // BUG two-streams: global-race
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
// FINE one-stream
__global__ void one_stream(int *p, int *out) {
    cudaStream_t a;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    fill<<<1, 64, 0, a>>>(p, 64);
    sum<<<1, 1, 0, a>>>(p, 64, out);
    cudaStreamDestroy(a);
}
// FINE two-parts: both read the same, each writes its own part
__global__ void two_parts(int *p, int *out) {
    copy<<<1, 16, 0, cudaStreamFireAndForget>>>(p, out);
    copy<<<1, 16, 0, cudaStreamFireAndForget>>>(p, out + 16);
}
__global__ void two_parts_meet(int *p, int *out) {
    copy<<<1, 17, 0, cudaStreamFireAndForget>>>(p, out); // BUG parts-meet: global-race
    copy<<<1, 16, 0, cudaStreamFireAndForget>>>(p + 30, out + 16); // BUG parts-meet: global-race
}
// The NULL stream is each block's own.
__global__ void two_blocks(int *p, int *out) {
    if (blockIdx.x == 0) fill<<<1, 64>>>(p, 64); // BUG two-blocks: global-race
    if (blockIdx.x == 1) sum<<<1, 1>>>(p, 64, out); // BUG two-blocks: global-race
}
// FINE own-blocks
__global__ void own_blocks(int *p, int *out) {
    fill<<<1, 32>>>(p + 32 * blockIdx.x, 32);
    sum<<<1, 1>>>(p + 32 * blockIdx.x, 32, out + blockIdx.x);
}
__global__ void count(int *p) { atomicAdd(p, 1); }
// FINE both-count
__global__ void both_count(int *p, int *out) {
    count<<<1, 32, 0, cudaStreamFireAndForget>>>(p);
    count<<<1, 32, 0, cudaStreamFireAndForget>>>(p);
}
// FINE same-values
__global__ void same_values(int *p, int *out) {
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(out, 32);
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(out, 32);
}
// A child of the one and the other.
__global__ void nephew(int *p, int *out) {
    middle<<<1, 1, 0, cudaStreamFireAndForget>>>(p); // BUG nephew: global-race
    sum<<<1, 1, 0, cudaStreamFireAndForget>>>(p, 64, out); // BUG nephew: global-race
}

// The rest of the block writes what the child writes there too.
// FINE same-as-child
__global__ void same_as_child(int *p, int *q) {
    p[threadIdx.x] = (int)threadIdx.x;
    if (threadIdx.x == 0) fill<<<1, blockDim.x>>>(p, (int)blockDim.x);
}
// One element has another value.
__global__ void other_than_child(int *p, int *q) {
    p[threadIdx.x] = threadIdx.x == 40 ? 7 : (int)threadIdx.x; // BUG other-than-child: global-race
    if (threadIdx.x == 0) fill<<<1, blockDim.x>>>(p, (int)blockDim.x); // BUG other-than-child: global-race
}

template <class K> static void run(K kernel, int blocks = 1, int threads = 1) {
    int *p, *q;
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMalloc(&q, 64 * sizeof *q);
    cudaMemset(p, 0, 64 * sizeof *p);
    kernel<<<blocks, threads>>>(p, q);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(q);
}

static const Bug bugs[] = {
    {"read-after", [] { run(read_after); }},
    {"read-in-tail", [] { run(read_in_tail); }},
    {"read-in-child", [] { run(read_in_child); }},
    {"read-before", [] { run(read_before); }},
    {"write-after", [] { run(write_after); }},
    {"write-before", [] { run(write_before); }},
    {"no-barrier", [] { run(no_barrier, 1, 64); }},
    {"barrier", [] { run(barrier, 1, 64); }},
    {"grandchild", [] { run(grandchild); }},
    {"grandchild-tail", [] { run(grandchild_tail); }},
    {"memset", [] { run(set); }},
    {"memset-tail", [] { run(set_tail); }},
    {"two-streams", [] { run(two_streams); }},
    {"one-stream", [] { run(one_stream); }},
    {"two-parts", [] { run(two_parts); }},
    {"parts-meet", [] { run(two_parts_meet); }},
    {"two-blocks", [] { run(two_blocks, 2); }},
    {"own-blocks", [] { run(own_blocks, 2); }},
    {"both-count", [] { run(both_count); }},
    {"same-values", [] { run(same_values); }},
    {"nephew", [] { run(nephew); }},
    {"same-as-child", [] { run(same_as_child, 1, 64); }},
    {"other-than-child", [] { run(other_than_child, 1, 64); }},
    {"own-parts", [] { run(own_parts, 2, 32); }},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
