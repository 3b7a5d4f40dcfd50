// Barriers, shuffles, masks: what the threads of a block do together.
#include "bug.h"

#include <cuda_runtime.h>

enum { N = 128 };

// Runs a kernel that takes an input and an output of N ints.
template <class K> static void run(K kernel, int threads = N) {
    int host[N], *p;
    for (int i = 0; i < N; i++)
        host[i] = i * 7 % 31;
    cudaMalloc(&p, 2 * sizeof host);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(p + N, 0, sizeof host);
    kernel<<<1, threads>>>(p, p + N);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// ---- barriers

__global__ void in_an_if(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x;
    tile[t] = in[t];
    if (t % 2 == 0) {
        __syncthreads(); // BUG barrier-in-if: barrier-divergence
        out[t] = tile[t ^ 2];
    } else {
        out[t] = -1;
    }
}

__global__ void in_a_loop(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x, sum = 0;
    tile[t] = 0;
    for (int i = 0; i < in[t] % 5; i++) { // not the same for all
        tile[t] += i;
        __syncthreads(); // BUG barrier-in-loop: barrier-divergence
        sum += tile[t ^ 1];
        __syncthreads(); // BUG barrier-in-loop: barrier-divergence
    }
    out[t] = sum;
}

__global__ void both_arms(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x;
    if (t % 32 < 16) {
        tile[t] = in[t];
        __syncthreads(); // BUG barrier-both-arms: barrier-divergence
    } else {
        tile[t] = 2 * in[t];
        __syncthreads(); // BUG barrier-both-arms: barrier-divergence
    }
    out[t] = tile[N - 1 - t];
}

__global__ void warps_at_two(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x;
    tile[t] = in[t];
    if (t < 64) {
        __syncthreads(); // BUG barrier-two-lines: barrier-divergence
        out[t] = tile[t + 64];
    } else {
        tile[t] += 1;
        __syncthreads(); // BUG barrier-two-lines: barrier-divergence
        out[t] = tile[t - 64];
    }
}

__global__ void named_short(const int *in, int *out) {
    int t = threadIdx.x;
    if (t < 64) // 64 threads come, the barrier waits for 96
        asm volatile("bar.sync 1, 96;" ::: "memory"); // BUG barrier-short: barrier-divergence
    out[t] = in[t ^ 1];
}

__global__ void never_comes(const int *in, int *out) {
    int t = threadIdx.x;
    if (t < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG barrier-alone: barrier-divergence
    } else {
        asm volatile("bar.sync 2, 128;" ::: "memory"); // BUG barrier-alone: barrier-divergence
    }
    out[t] = in[t];
}

__global__ void mixed_names(const int *in, int *out) {
    int t = threadIdx.x;
    if (t < 64)
        asm volatile("bar.sync 1, 128;" ::: "memory"); // BUG barrier-names: barrier-divergence
    else
        asm volatile("bar.sync 2, 128;" ::: "memory"); // BUG barrier-names: barrier-divergence
    out[t] = in[t];
}

// ---- shuffles and masks

__global__ void shuffle_in_if(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 16) v += __shfl_down_sync(0x0000ffffu, v, 1); // BUG shuffle-half: absent-lane
    out[t] = v;
}

__global__ void broadcast_absent(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 >= 8)
        v = __shfl_sync(0xffffff00u, v, 0); // BUG shuffle-broadcast: absent-lane
    out[t] = v;
}

__global__ void shuffle_tail(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d); // BUG shuffle-tail: absent-lane
    if (t == 0) *out = v;
}

__global__ void not_in_mask(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    v += __shfl_xor_sync(0x0000ffffu, v, 1); // BUG mask-half: absent-lane
    out[t] = v;
}

// The lanes before mine voted; but I am not among those that I ask.
__global__ void mask_before(const int *in, int *out) {
    int t = threadIdx.x;
    unsigned before = (1u << t % 32) - 1;
    unsigned votes = __ballot_sync(before, in[t] > 10); // BUG mask-before: absent-lane
    out[t] = __popc(votes);
}

__global__ void mask_upto(const int *in, int *out) {
    int t = threadIdx.x;
    unsigned before = (1u << t % 32) - 1;
    unsigned votes = __ballot_sync(~0u, in[t] > 10);
    out[t] = __popc(votes & before);
}

__global__ void mask_of_first(const int *in, int *out) {
    int t = threadIdx.x;
    unsigned votes = __ballot_sync(1u, in[t] > 10); // BUG mask-one: absent-lane
    out[t] = __popc(votes);
}

__global__ void mask_waits(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 16)
        v = __reduce_add_sync(~0u, v); // BUG mask-waits: deadlock
    else
        __syncwarp(0xffff0000u | 1u); // BUG mask-waits: deadlock
    out[t] = v;
}

__global__ void ended_lanes(const int *in, int *out) {
    int t = threadIdx.x;
    if (t % 32 >= 24) return;
    int v = in[t];
    v += __shfl_down_sync(~0u, v, 16); // BUG shuffle-ended: absent-lane
    out[t] = v;
}

// A mask that was asked for names who was there, not who will come.
__global__ void asked_for_leader(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    if (t % 3) {
        unsigned here = __activemask();
        v = __shfl_sync(here, v, 0); // BUG mask-asked-leader: absent-lane
    }
    out[t] = v;
}

__global__ void asked_before_loop(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 24) {
        unsigned here = __activemask();
        for (int k = 0; k < 8; k++) {
            if (t % 8 == k) break;
            __syncwarp(here); // BUG mask-asked-loop: deadlock
            v += k;
        }
    }
    __syncwarp(); // BUG mask-asked-loop: deadlock
    out[t] = v;
}

__global__ void asked_in_both_arms(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 16) {
        unsigned here = __activemask();
        v += __shfl_xor_sync(here, v, 16); // BUG mask-asked-arms: absent-lane
    } else {
        unsigned here = __activemask();
        v -= __shfl_xor_sync(here, v, 16); // BUG mask-asked-arms: absent-lane
    }
    out[t] = v;
}

// One add for all that are there, whoever that is: what the question is for.
__global__ void asked_well(const int *in, int *out) {
    int t = threadIdx.x;
    if (in[t] % 3 == 0) {
        unsigned here = __activemask();
        int leader = __ffs(here) - 1, lane = t % 32, base = 0;
        if (lane == leader) base = atomicAdd(out + N - 1, __popc(here));
        base = __shfl_sync(here, base, leader);
        if (base + __popc(here & ((1u << lane) - 1)) < 0) out[0] = t;
    }
}

// ---- waits without an end

__global__ void lock_twice(const int *in, int *out) {
    __shared__ int lock;
    if (threadIdx.x == 0) lock = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { // BUG lock-kept: deadlock
        }
        *out += in[threadIdx.x];
        // lock = 0 is missing
    }
}

__global__ void flag_never(const int *in, int *out) {
    __shared__ volatile int ready;
    int t = threadIdx.x;
    if (t == 0) ready = 0;
    __syncthreads();
    if (t == 64) ready = in[0] > 100; // never
    if (t == 0)
        while (!ready) { // BUG flag-never: deadlock
        }
    out[t] = in[t];
}

// ---- the same, right

__global__ void fine(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x, v = in[t];
    tile[t] = v;
    for (int i = 0; i < in[0] + 3; i++) {
        __syncthreads();
        v += tile[(t + i) % N];
    }
    if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (t % 32 < 16) {
        v += __shfl_xor_sync(0x0000ffffu, v, 8);
        __syncwarp(0x0000ffffu);
    }
    unsigned active = __activemask();
    v += __popc(__ballot_sync(active, v > 10));
    if (t >= 96) return;
    __syncthreads();
    out[t] = v;
}

// FINE fine
// FINE asked-well
// FINE mask-upto
int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"barrier-in-if", [] { run(in_an_if); }},
        {"barrier-in-loop", [] { run(in_a_loop); }},
        {"barrier-both-arms", [] { run(both_arms); }},
        {"barrier-two-lines", [] { run(warps_at_two); }},
        {"barrier-short", [] { run(named_short); }},
        {"barrier-alone", [] { run(never_comes); }},
        {"barrier-names", [] { run(mixed_names); }},
        {"shuffle-half", [] { run(shuffle_in_if); }},
        {"shuffle-broadcast", [] { run(broadcast_absent); }},
        {"shuffle-tail", [] { run(shuffle_tail, 24); }},
        {"mask-half", [] { run(not_in_mask); }},
        {"mask-one", [] { run(mask_of_first); }},
        {"mask-before", [] { run(mask_before); }},
        {"mask-upto", [] { run(mask_upto); }},
        {"mask-waits", [] { run(mask_waits); }},
        {"shuffle-ended", [] { run(ended_lanes); }},
        {"lock-kept", [] { run(lock_twice); }},
        {"flag-never", [] { run(flag_never); }},
        {"mask-asked-leader", [] { run(asked_for_leader); }},
        {"mask-asked-loop", [] { run(asked_before_loop); }},
        {"mask-asked-arms", [] { run(asked_in_both_arms); }},
        {"asked-well", [] { run(asked_well); }},
        {"fine", [] { run(fine); }},
    };
    return bug_main(bugs, argc, argv);
}
