// Threads of a warp together: votes, matches, shuffles, aggregated atomics,
// locks, cooperative groups, grid-wide barriers.
#include "ok.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void votes(const int *a, unsigned *out) {
    int t = threadIdx.x, v = a[t];
    out[t] = __ballot_sync(~0u, v > 50);
    out[64 + t] = __any_sync(~0u, v == 7) + 2 * __all_sync(~0u, v < 100);
    out[128 + t] = __match_any_sync(~0u, v % 5);
    int same;
    out[192 + t] = __match_all_sync(~0u, v / 1000, &same);
    out[256 + t] = same;
    if (t % 3 == 0) out[320 + t] = __activemask();
    else out[320 + t] = __ballot_sync(__activemask(), t % 2);
}

__global__ void shuffles(int *out) {
    int t = threadIdx.x, v = t * t;
    out[t] = __shfl_sync(~0u, v, 5);
    out[32 + t] = __shfl_up_sync(~0u, v, 3, 8);
    out[64 + t] = __shfl_down_sync(~0u, v, 2, 16);
    out[96 + t] = __shfl_xor_sync(~0u, v, 9);
    out[128 + t] = (int)(__shfl_sync(~0u, (long long)v << 33, t ^ 1) >> 33);
    out[160 + t] = (int)__shfl_down_sync(~0u, v + 0.5, 1);
    out[192 + t] = __reduce_max_sync(~0u, v) + __reduce_xor_sync(~0u, t);
}

static void lanes() {
    std::vector<int> a(64);
    for (auto &v : a) v = (int)(lcg() % 100);
    Dev<int> da(a), s(224);
    Dev<unsigned> d(384);
    votes<<<1, 64>>>(da, d);
    auto o = d.get();
    for (int t = 0; t < 64; t++) {
        unsigned ballot = 0, any = 0, all = 1, match = 0, odd = 0, third = 0;
        for (int k = 0; k < 32; k++) {
            int v = a[t / 32 * 32 + k], u = t / 32 * 32 + k;
            ballot |= (v > 50) << k, any |= v == 7, all &= v < 100;
            match |= (unsigned)(v % 5 == a[t] % 5) << k;
            if (u % 3) odd |= (unsigned)(u % 2) << k;
            else third |= 1u << k;
        }
        CHECK(o[t] == ballot && o[64 + t] == any + 2 * all);
        CHECK(o[128 + t] == match && o[192 + t] == ~0u && o[256 + t] == 1);
        CHECK(o[320 + t] == (t % 3 ? odd : third));
    }
    shuffles<<<1, 32>>>(s);
    auto g = s.get();
    for (int t = 0; t < 32; t++) {
        auto sq = [](int x) { return x * x; };
        CHECK(g[t] == 25 && g[32 + t] == sq(t % 8 < 3 ? t : t - 3));
        CHECK(g[64 + t] == sq(t % 16 + 2 > 15 ? t : t + 2));
        CHECK(g[96 + t] == sq(t ^ 9) && g[128 + t] == sq(t ^ 1));
        CHECK(g[160 + t] == sq(t < 31 ? t + 1 : t) && g[192 + t] == 961);
    }
}

// ---- aggregated atomics, atomicCAS loops, locks

__device__ int counter;

__device__ int aggregated_add() {
    unsigned mask = __activemask(), lane = threadIdx.x % 32;
    int leader = __ffs(mask) - 1, base = 0;
    if (lane == leader) base = atomicAdd(&counter, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    return base + __popc(mask & ((1u << lane) - 1));
}
__global__ void filter(const int *a, int n, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % 3 == 0) out[aggregated_add()] = a[i];
}

__device__ double atomic_max(double *p, double v) {
    unsigned long long *w = (unsigned long long *)p, old = *w, seen;
    do {
        seen = old;
        if (__longlong_as_double(seen) >= v) break;
        old = atomicCAS(w, seen, __double_as_longlong(v));
    } while (old != seen);
    return __longlong_as_double(old);
}
__global__ void max_of(const double *a, int n, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomic_max(out, a[i]);
}

__device__ int lock, guarded;

// The classic that hangs before Volta: lanes of one warp fight for a lock.
__global__ void locked_per_thread(int times) {
    for (int k = 0; k < times; k++) {
        bool done = false;
        while (!done) {
            if (atomicCAS(&lock, 0, 1) == 0) {
                guarded = guarded + 1;
                __threadfence();
                atomicExch(&lock, 0);
                done = true;
            }
        }
    }
}
__global__ void locked_plain(int times) {
    for (int k = 0; k < times; k++) {
        while (atomicCAS(&lock, 0, 1)) {}
        guarded = guarded + 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}

static void locks() {
    int n = 5000, zero = 0, got;
    std::vector<int> a(n);
    std::vector<double> b(n);
    long long want = 0, sum = 0;
    double most = -1;
    for (int i = 0; i < n; i++) {
        a[i] = (int)(lcg() % 1000), b[i] = unit();
        want += a[i] % 3 ? 0 : a[i];
        most = b[i] > most ? b[i] : most;
    }
    Dev<int> da(a), out(n);
    Dev<double> db(b), top(1);
    top.zero();
    filter<<<20, 256>>>(da, n, out);
    max_of<<<20, 256>>>(db, n, top);
    OK(cudaMemcpyFromSymbol(&got, counter, 4));
    auto o = out.get();
    for (int i = 0; i < got; i++) sum += o[i];
    CHECK(sum == want);
    CHECK(top.get()[0] == most);
    locked_per_thread<<<5, 64>>>(2);
    OK(cudaMemcpyFromSymbol(&got, guarded, 4));
    CHECK(got == 640);
    OK(cudaMemcpyToSymbol(guarded, &zero, 4));
    locked_plain<<<6, 32>>>(2);
    OK(cudaMemcpyFromSymbol(&got, guarded, 4));
    CHECK(got == 384);
}

// ---- cooperative groups

__global__ void groups(const int *a, int *out) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto four = cg::tiled_partition<4>(warp);
    int t = block.thread_rank(), v = a[t];
    out[t] = cg::reduce(warp, v, cg::plus<int>());
    out[128 + t] = cg::reduce(four, v, cg::greater<int>());
    out[256 + t] = cg::inclusive_scan(warp, v);
    out[384 + t] = four.shfl(v, 2) + four.meta_group_rank();
    if (v % 2) {
        auto odd = cg::coalesced_threads();
        out[512 + t] = odd.size() * 100 + odd.thread_rank();
    } else {
        out[512 + t] = -1;
    }
    block.sync();
    auto dynamic = cg::tiled_partition(block, 16);
    out[640 + t] = dynamic.thread_rank() + 100 * dynamic.size();
    auto labelled = cg::labeled_partition(warp, v % 3);
    out[768 + t] = cg::reduce(labelled, v, cg::plus<int>());
    auto binary = cg::binary_partition(warp, v > 50);
    out[896 + t] = (int)binary.num_threads();
}

__global__ void grid_phases(int *a, int n, int rounds) {
    auto grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    for (int r = 0; r < rounds; r++) {
        int left = a[(i + n - 1) % n];
        grid.sync();
        a[i] += left;
        grid.sync();
    }
}

static void cooperation() {
    std::vector<int> a(128);
    for (auto &v : a) v = (int)(lcg() % 100);
    Dev<int> da(a), out(1024);
    groups<<<1, 128>>>(da, out);
    auto o = out.get();
    for (int t = 0; t < 128; t++) {
        int w = t / 32 * 32, f = t / 4 * 4, sum = 0, most = 0, scan = 0;
        int odd = 0, rank = 0, label = 0, side = 0;
        for (int k = w; k < w + 32; k++) {
            sum += a[k];
            if (k <= t) scan += a[k];
            odd += a[k] % 2, rank += k < t && a[k] % 2;
            if (a[k] % 3 == a[t] % 3) label += a[k];
            side += (a[k] > 50) == (a[t] > 50);
        }
        for (int k = f; k < f + 4; k++) most = a[k] > most ? a[k] : most;
        CHECK(o[t] == sum && o[128 + t] == most && o[256 + t] == scan);
        CHECK(o[384 + t] == a[f + 2] + (t % 32) / 4);
        CHECK(o[512 + t] == (a[t] % 2 ? odd * 100 + rank : -1));
        CHECK(o[640 + t] == t % 16 + 1600);
        CHECK(o[768 + t] == label && o[896 + t] == side);
    }

    int n = 4 * 64, rounds = 5, blocks = 0;
    std::vector<int> x(n), y;
    for (auto &v : x) v = (int)(lcg() % 10);
    Dev<int> dx(x);
    int *p = dx;
    void *args[] = {&p, &n, &rounds};
    OK(cudaLaunchCooperativeKernel((void *)grid_phases, 4, 64, args, 0, 0));
    for (int r = 0; r < rounds; r++) {
        y = x;
        for (int i = 0; i < n; i++) x[i] = y[i] + y[(i + n - 1) % n];
    }
    CHECK(dx.get() == x);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grid_phases, 64, 0));
    CHECK(blocks >= 1 && blocks <= 32);
}

int main() {
    lanes();
    locks();
    cooperation();
    return finish();
}
