// Values that nobody gave: from a lane that does not take part in a shuffle,
// from a variable that was never set. They are mistakes only where they are
// used, however far from where they came from.
#include "bug.h"

#include <mma.h>

const unsigned ALL = ~0u;

// ---- nobody uses it

// A sum over half a warp: the upper lanes' sums are garbage, and nobody's.
__global__ void half_sum(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    for (int d = 8; d; d /= 2)
        v += __shfl_down_sync(0xffff, v, d);
    if (threadIdx.x == 0) out[0] = v;
}

// As many lanes as there are values.
__global__ void some_lanes(const int *in, int *out, int n) {
    int lane = threadIdx.x, v = in[lane];
    unsigned mask = __ballot_sync(ALL, lane < n);
    if (lane >= n) return;
    for (int d = 16; d; d /= 2) {
        int other = __shfl_down_sync(mask, v, d);
        if (lane + d < n) v += other;
    }
    if (lane == 0) out[0] = v;
}

// The last warp of a block of 48 threads.
__global__ void last_warp(const int *in, int *out) {
    int v = in[threadIdx.x];
    unsigned mask = threadIdx.x < 32 ? ALL : 0xffffu;
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(mask, v, d);
    if (threadIdx.x == 0) out[0] = v;
}

// The compiler loads the variable before it knows that pop has set it.
struct Stack {
    int *at, n;
    __device__ virtual bool pop(int &v) {
        if (n <= 0) return false;
        v = at[--n];
        return true;
    }
};
__global__ void make(Stack **s, int *at, int n) {
    *s = new Stack;
    (*s)->at = at;
    (*s)->n = n;
}
__global__ void pops(Stack **s, int *out) {
    int v;
    if ((*s)->pop(v))
        out[threadIdx.x] = v;
    else
        out[threadIdx.x] = -1;
}
__global__ void pops_unasked(Stack **s, int *out) {
    int v;
    (*s)->pop(v);
    out[threadIdx.x] = v + 1; // BUG pops-unasked: uninitialised-local
}

// ---- somebody does

__global__ void through_sum(const int *in, int *out) {
    int v = in[threadIdx.x], sum = v;
    if (threadIdx.x >= 16) return;
    sum += __shfl_down_sync(0xffff, v, 8) * 2; // BUG through-sum: absent-lane
    sum = max(sum, 3) - v;
    out[threadIdx.x] = sum;
}

// Lane 0 gets it in the second step from lane 8, which got it in the first.
__global__ void through_shuffle(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    int far = __shfl_down_sync(0xffff, v, 8); // BUG through-shuffle: absent-lane
    int back = __shfl_down_sync(0xffff, far, 8);
    if (threadIdx.x == 0) out[0] = back;
}

__global__ void decides(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    if (__shfl_down_sync(0xffff, v, 8) > 5) // BUG decides: absent-lane
        atomicAdd(out, 1);
}

__global__ void is_index(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    int i = __shfl_down_sync(0xffff, v, 8) & 31; // BUG is-index: absent-lane
    out[32 + threadIdx.x] = in[i];
}

__global__ void is_added(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    atomicAdd(out, __shfl_xor_sync(0xffff, v, 16)); // BUG is-added: absent-lane
}

// A choice that takes it in the upper half, and one that never does.
__global__ void chosen(const int *in, int *out, int from) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    int far = __shfl_down_sync(0xffff, v, 8); // BUG chosen: absent-lane
    out[threadIdx.x] = threadIdx.x >= from ? far : v;
}
__global__ void not_chosen(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    int far = __shfl_down_sync(0xffff, v, 8);
    out[threadIdx.x] = threadIdx.x < 8 ? far : v;
}
// Its last bits do not matter either.
__global__ void masked_out(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16) return;
    int far = __shfl_down_sync(0xffff, v, 8);
    out[threadIdx.x] = far & -(int)(threadIdx.x < 8);
}

// ---- sums of a product that begin with garbage

namespace wmma = nvcuda::wmma;

template <bool fills> __global__ void fragments(const int *in, int *out, int k) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    __shared__ half tile[256];
    __shared__ float sums[256];
    for (int i = threadIdx.x; i < 256; i += 32)
        tile[i] = (half)(float)in[i % 64];
    __syncwarp();
    if (fills) wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p++) {
        wmma::load_matrix_sync(a, tile, 16);
        wmma::load_matrix_sync(b, tile, 16);
        wmma::mma_sync(sum, a, b, sum); // BUG no-fill: uninitialised-local
    }
    wmma::store_matrix_sync(sums, sum, 16, wmma::mem_row_major); // BUG no-fill: uninitialised-local
    __syncwarp();
    out[threadIdx.x] = (int)sums[threadIdx.x];
}

// Rows that nobody stores may begin with anything.
template <bool all> __global__ void upper_rows(const int *in, int *out) {
    unsigned one = in[1] * 0x3c003c00u;
    float sum[4];
    sum[0] = sum[1] = 0;
    if (all) sum[2] = sum[3] = 0;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(one));
    out[threadIdx.x] = (int)(sum[0] + sum[1]);
    if (all) out[32 + threadIdx.x] = (int)(sum[2] + sum[3]);
}
__global__ void lower_rows(const int *in, int *out) {
    unsigned one = in[1] * 0x3c003c00u;
    float sum[4];
    sum[0] = sum[1] = 0;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 " // BUG lower-rows: uninitialised-local
                 "{%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]) // BUG lower-rows: uninitialised-local
                 : "r"(one)); // BUG lower-rows: uninitialised-local
    out[threadIdx.x] = (int)(sum[2] + sum[3]);
}

template <class Kernel, class... Args>
static void run(Kernel kernel, int threads, Args... args) {
    int *in, *out, h[64];
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    kernel<<<1, threads>>>(in, out, args...);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
}

static void stack(void (*kernel)(Stack **, int *), int n) {
    Stack **s;
    int *out;
    cudaMalloc(&s, sizeof *s);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(out, 0, 32 * sizeof *out);
    make<<<1, 1>>>(s, out, n);
    kernel<<<1, 32>>>(s, out);
    cudaDeviceSynchronize();
    cudaFree(s);
    cudaFree(out);
}

// FINE half-sum
// FINE some-lanes
// FINE last-warp
// FINE pops
// FINE not-chosen
// FINE masked-out
// FINE fill
// FINE upper-rows
// FINE all-rows
int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"half-sum", [] { run(half_sum, 32); }},
        {"some-lanes", [] { run(some_lanes, 32, 20); }},
        {"last-warp", [] { run(last_warp, 48); }},
        {"pops", [] { stack(pops, 0); }},
        {"pops-unasked", [] { stack(pops_unasked, 0); }},
        {"through-sum", [] { run(through_sum, 32); }},
        {"through-shuffle", [] { run(through_shuffle, 32); }},
        {"decides", [] { run(decides, 32); }},
        {"is-index", [] { run(is_index, 32); }},
        {"is-added", [] { run(is_added, 32); }},
        {"chosen", [] { run(chosen, 32, 8); }},
        {"not-chosen", [] { run(not_chosen, 32); }},
        {"masked-out", [] { run(masked_out, 32); }},
        {"no-fill", [] { run(fragments<false>, 32, 2); }},
        {"fill", [] { run(fragments<true>, 32, 2); }},
        {"upper-rows", [] { run(upper_rows<false>, 32); }},
        {"all-rows", [] { run(upper_rows<true>, 32); }},
        {"lower-rows", [] { run(lower_rows, 32); }},
    };
    return bug_main(bugs, argc, argv);
}
