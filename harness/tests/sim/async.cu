// Asynchronous copies, barriers that are objects, pipelines, clusters: as
// cooperative groups, libcu++ and inline PTX have them.
#include "ok.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

static std::vector<float> numbers(size_t n) {
    std::vector<float> v(n);
    for (size_t i = 0; i < n; i++)
        v[i] = (float)(i % 1000) - 400;
    return v;
}

// ---- cp.async

__device__ uint32_t shared_address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

template <int BYTES>
__device__ void cp_async(void *to, const void *from, int n = BYTES) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(
                     shared_address(to)),
                 "l"(from), "n"(BYTES), "r"(n)
                 : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;"); }
template <int N> __device__ void wait_group() {
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

__global__ void reversed(const float *x, float *y) {
    __shared__ float s[256];
    int t = threadIdx.x;
    cp_async<4>(&s[t], &x[blockIdx.x * 256 + t]);
    commit();
    wait_group<0>();
    __syncthreads();
    y[blockIdx.x * 256 + t] = s[255 - t];
}

// The last vector reaches beyond the array: zeros are filled in.
__global__ void ragged(const float *x, float *y, int n) {
    __shared__ alignas(16) float s[1024];
    int t = threadIdx.x, first = t * 4;
    int left = min(max(n - first, 0), 4) * 4;
    cp_async<16>(&s[first], left ? &x[first] : x, left);
    commit();
    wait_group<0>();
    __syncthreads();
    for (int i = t; i < 1024; i += blockDim.x)
        y[i] = s[i];
}

// Two stages: the next tile is under way while this one is used.
__global__ void two_stages(const float *x, float *y, int tiles) {
    __shared__ float s[2][128];
    int t = threadIdx.x;
    cp_async<4>(&s[0][t], &x[t]);
    commit();
    float sum = 0;
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles) cp_async<4>(&s[(k + 1) & 1][t], &x[(k + 1) * 128 + t]);
        commit();
        wait_group<1>();
        __syncthreads();
        sum += s[k & 1][127 - t];
        __syncthreads();
    }
    y[t] = sum;
}

static void copies() {
    auto h = numbers(4096);
    Dev<float> x(h), y(4096);
    reversed<<<16, 256>>>(x, y);
    auto g = y.get();
    for (int i = 0; i < 4096; i++)
        CHECK(g[i] == h[i / 256 * 256 + 255 - i % 256]);
    ragged<<<1, 256>>>(x, y, 1001);
    g = y.get();
    for (int i = 0; i < 1024; i++)
        CHECK(g[i] == (i < 1001 ? h[i] : 0));
    two_stages<<<1, 128>>>(x, y, 32);
    g = y.get();
    for (int t = 0; t < 128; t++) {
        float sum = 0;
        for (int k = 0; k < 32; k++)
            sum += h[k * 128 + 127 - t];
        CHECK(g[t] == sum);
    }
}

// ---- cooperative groups

__global__ void groups(const int *x, int *o, int n) {
    cg::thread_block b = cg::this_thread_block();
    auto t = cg::tiled_partition<32>(b);
    int i = b.group_index().x * b.size() + b.thread_rank();
    int v = i < n ? x[i] : 0;
    int sum = cg::reduce(t, v, cg::plus<int>());
    int before = cg::exclusive_scan(t, v);
    auto t8 = cg::tiled_partition<8>(t);
    int next = t8.shfl_down(v, 1);
    if (t8.thread_rank() == 7) next = -1;
    o[i * 4] = sum;
    o[i * 4 + 1] = before;
    o[i * 4 + 2] = next;
    o[i * 4 + 3] = (int)t8.ballot(v & 1);
    if (i % 3 == 0) {
        auto c = cg::coalesced_threads();
        int r = cg::reduce(c, 1, cg::plus<int>());
        if (r != (int)c.size()) o[i * 4] = -1;
    }
}

__global__ void whole_grid(int *x, int n, int rounds) {
    cg::grid_group g = cg::this_grid();
    for (int k = 0; k < rounds; k++) {
        for (int i = g.thread_rank(); i < n / 2; i += g.size())
            x[(k & 1 ? 0 : n / 2) + i] = x[(k & 1 ? n / 2 : 0) + (i + 1) % (n / 2)] + 1;
        g.sync();
    }
}

__global__ void group_copy(const float *x, float *y) {
    __shared__ float s[1024];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, x + blockIdx.x * 1024, sizeof s);
    cg::wait(b);
    for (int i = b.thread_rank(); i < 1024; i += b.size())
        y[blockIdx.x * 1024 + i] = s[1023 - i] * 2;
}

static void cooperative() {
    std::vector<int> h(256);
    for (int i = 0; i < 256; i++)
        h[i] = i * 7 % 31;
    Dev<int> x(h), o(1024);
    groups<<<2, 128>>>(x, o, 256);
    auto g = o.get();
    for (int i = 0; i < 256; i++) {
        int sum = 0, before = 0, odd = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            sum += h[k], before += k < i ? h[k] : 0;
        for (int k = 0; k < 8; k++)
            odd |= (h[i / 8 * 8 + k] & 1) << k;
        CHECK(g[i * 4] == sum);
        CHECK(g[i * 4 + 1] == before);
        CHECK(g[i * 4 + 2] == (i % 8 == 7 ? -1 : h[i + 1]));
        CHECK(g[i * 4 + 3] == odd);
    }

    int n = 2000, rounds = 4;
    std::vector<int> a(n, 5);
    Dev<int> d(a);
    int *p = d;
    void *args[] = {&p, &n, &rounds};
    OK(cudaLaunchCooperativeKernel((void *)whole_grid, 8, 64, args, 0, 0));
    auto r = d.get();
    for (int i = 0; i < n / 2; i++)
        CHECK(r[i] == 5 + rounds);

    auto f = numbers(4096);
    Dev<float> fx(f), fy(4096);
    group_copy<<<4, 128>>>(fx, fy);
    auto fg = fy.get();
    for (int i = 0; i < 4096; i++)
        CHECK(fg[i] == f[i / 1024 * 1024 + 1023 - i % 1024] * 2);
}

// ---- barriers and pipelines of libcu++

using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void phases(const float *x, float *y, int n) {
    __shared__ Barrier b;
    __shared__ float s[256];
    int t = threadIdx.x;
    if (t == 0) init(&b, blockDim.x);
    __syncthreads();
    float v = x[t];
    for (int k = 0; k < n; k++) {
        s[t] = v;
        b.arrive_and_wait();
        v += s[(t + 1) & 255];
        auto token = b.arrive();
        b.wait(std::move(token));
    }
    y[t] = v;
}

// Half of the block makes, the other half uses: two barriers, two buffers.
__global__ void producer_consumer(const float *x, float *y, int n) {
    __shared__ Barrier ready[2], filled[2];
    __shared__ float s[2][128];
    int t = threadIdx.x % 128;
    bool makes = threadIdx.x < 128;
    if (threadIdx.x < 2) {
        init(&ready[threadIdx.x], 256);
        init(&filled[threadIdx.x], 256);
    }
    __syncthreads();
    if (makes) {
        for (int k = 0; k < n; k++) {
            ready[k & 1].arrive_and_wait();
            s[k & 1][t] = x[k * 128 + t];
            (void)filled[k & 1].arrive();
        }
    } else {
        (void)ready[0].arrive();
        (void)ready[1].arrive();
        float sum = 0;
        for (int k = 0; k < n; k++) {
            filled[k & 1].arrive_and_wait();
            sum += s[k & 1][127 - t];
            (void)ready[k & 1].arrive();
        }
        y[t] = sum;
    }
}

__global__ void copied_by_barrier(const float *x, float *y) {
    __shared__ Barrier b;
    __shared__ alignas(16) float s[512];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&b, block.size());
    block.sync();
    cuda::memcpy_async(block, s, x + blockIdx.x * 512,
                       cuda::aligned_size_t<16>(sizeof s), b);
    b.arrive_and_wait();
    for (int i = block.thread_rank(); i < 512; i += block.size())
        y[blockIdx.x * 512 + i] = s[511 - i];
}

__global__ void pipelined(const float *x, float *y, int n) {
    __shared__ float s[2][256];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int next = 0;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        for (; next < n && next < k + 2; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[next & 1], x + next * 256,
                               sizeof s[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[k & 1][255 - threadIdx.x];
        pipe.consumer_release();
    }
    y[threadIdx.x] = sum;
}

static void objects() {
    auto h = numbers(4096);
    Dev<float> x(h), y(4096);
    phases<<<1, 256>>>(x, y, 3);
    std::vector<float> v(h.begin(), h.begin() + 256), w(256);
    for (int k = 0; k < 3; k++) {
        for (int t = 0; t < 256; t++)
            w[t] = v[t] + v[(t + 1) & 255];
        v = w;
    }
    auto g = y.get();
    for (int t = 0; t < 256; t++)
        CHECK(g[t] == v[t]);

    producer_consumer<<<1, 256>>>(x, y, 20);
    g = y.get();
    for (int t = 0; t < 128; t++) {
        float sum = 0;
        for (int k = 0; k < 20; k++)
            sum += h[k * 128 + 127 - t];
        CHECK(g[t] == sum);
    }
    copied_by_barrier<<<4, 128>>>(x, y);
    g = y.get();
    for (int i = 0; i < 2048; i++)
        CHECK(g[i] == h[i / 512 * 512 + 511 - i % 512]);
    pipelined<<<1, 256>>>(x, y, 9);
    g = y.get();
    for (int t = 0; t < 256; t++) {
        float sum = 0;
        for (int k = 0; k < 9; k++)
            sum += h[k * 256 + 255 - t];
        CHECK(g[t] == sum);
    }
}

// ---- clusters

// The lanes of a warp use four blocks at once: each adds to, stores to and loads
// from the one that its own number names.
__global__ void __cluster_dims__(4, 1, 1) spread(int *sums, int *stored) {
    __shared__ int sum[8], row[32];
    auto c = cg::this_cluster();
    int lane = threadIdx.x, rank = (int)c.block_rank();
    if (lane < 8) sum[lane] = 0;
    c.sync();
    atomicAdd(&c.map_shared_rank(sum, lane % 4)[lane / 4], lane + 1);
    c.map_shared_rank(row, (lane + rank) % 4)[lane] = 100 * rank + lane;
    c.sync();
    int got = c.map_shared_rank(row, (lane + rank) % 4)[lane];
    stored[rank * 32 + lane] = got;
    if (lane < 8) sums[rank * 8 + lane] = sum[lane];
    c.sync();
}

__global__ void __cluster_dims__(4, 1, 1) ring(const int *x, int *y) {
    __shared__ int s[64];
    auto c = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = x[i];
    c.sync();
    int *next = c.map_shared_rank(s, (c.block_rank() + 1) % c.num_blocks());
    int v = next[63 - t];
    c.sync();
    atomicAdd(&next[t], 1000 * (int)c.block_rank());
    c.sync();
    y[i] = v;
    y[gridDim.x * 64 + i] = s[t];
}

__global__ void shape(int *o) {
    auto c = cg::this_cluster();
    if (threadIdx.x) return;
    dim3 at = c.block_index(), n = c.dim_blocks();
    int i = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    o[i * 4] = (int)c.block_rank();
    o[i * 4 + 1] = (int)(at.x + 10 * at.y + 100 * at.z);
    o[i * 4 + 2] = (int)(n.x + 10 * n.y + 100 * n.z);
    o[i * 4 + 3] = (int)c.num_blocks();
}

// Every block adds into the histogram that the first one holds.
__global__ void shared_histogram(const int *x, int n, int *bins) {
    __shared__ int own[32];
    auto c = cg::this_cluster();
    if (threadIdx.x < 32) own[threadIdx.x] = 0;
    c.sync();
    int *first = c.map_shared_rank(own, 0);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&first[x[i] & 31], 1);
    c.sync();
    if (c.block_rank() == 0 && threadIdx.x < 32)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

template <class... P, class... A>
static cudaError_t launch_clusters(void (*k)(P...), dim3 grid, dim3 block,
                                   dim3 cluster, A... args) {
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute at[1];
    c.gridDim = grid;
    c.blockDim = block;
    at[0].id = cudaLaunchAttributeClusterDimension;
    at[0].val.clusterDim.x = cluster.x;
    at[0].val.clusterDim.y = cluster.y;
    at[0].val.clusterDim.z = cluster.z;
    c.attrs = at;
    c.numAttrs = 1;
    return cudaLaunchKernelEx(&c, k, P(args)...);
}

static void clusters() {
    Dev<int> sums(32), stored(128);
    spread<<<4, 32>>>(sums, stored);
    auto added = sums.get(), kept = stored.get();
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < 8; i++)
            CHECK(added[r * 8 + i] == 4 * (4 * i + r + 1));
        for (int l = 0; l < 32; l++)
            CHECK(kept[r * 32 + l] == 100 * r + l);
    }

    std::vector<int> h(512);
    for (int i = 0; i < 512; i++)
        h[i] = i * i % 997;
    Dev<int> x(h), y(1024);
    ring<<<8, 64>>>(x, y);
    auto g = y.get();
    for (int i = 0; i < 512; i++) {
        int block = i / 64, rank = block % 4, base = block - rank;
        int next = base + (rank + 1) % 4, before = (rank + 3) % 4;
        CHECK(g[i] == h[next * 64 + 63 - i % 64]);
        CHECK(g[512 + i] == h[i] + 1000 * before);
    }
    Dev<int> o(4 * 24);
    OK(launch_clusters(shape, dim3(4, 6, 1), 32, dim3(2, 3, 1), (int *)o));
    g = o.get();
    for (int by = 0; by < 6; by++)
        for (int bx = 0; bx < 4; bx++) {
            const int *at = &g[(by * 4 + bx) * 4];
            CHECK(at[0] == bx % 2 + by % 3 * 2);
            CHECK(at[1] == bx % 2 + by % 3 * 10);
            CHECK(at[2] == 132 && at[3] == 6);
        }
    Dev<int> bins(32);
    bins.zero();
    OK(launch_clusters(shared_histogram, 8, 64, 8, (int *)x, 500, (int *)bins));
    g = bins.get();
    for (int b = 0; b < 32; b++) {
        int want = 0;
        for (int i = 0; i < 500; i++)
            want += (h[i] & 31) == b;
        CHECK(g[b] == want);
    }
    OK(cudaFuncSetAttribute((void *)shape,
                            cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    OK(launch_clusters(shape, 16, 32, 16, (int *)o));
    int most = 0;
    cudaLaunchConfig_t c = {};
    c.gridDim = 64;
    c.blockDim = 128;
    OK(cudaOccupancyMaxPotentialClusterSize(&most, ring, &c));
    CHECK(most == 4 || most == 8);
    int fit = 0;
    OK(cudaOccupancyMaxActiveClusters(&fit, ring, &c));
    CHECK(fit > 0);
}

// ---- bulk copies

__global__ void bulk(const float *x, float *y) {
    __shared__ alignas(16) float s[256];
    __shared__ uint64_t full;
    uint32_t bar = shared_address(&full), to = shared_address(s);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
        asm volatile("fence.mbarrier_init.release.cluster;");
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::
                         "r"(bar), "r"(1024));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_"
                     "tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                     "l"(x + blockIdx.x * 256), "r"(1024), "r"(bar)
                     : "memory");
    }
    __syncthreads();
    asm volatile("{\n.reg .pred p;\nWAIT:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@!p bra WAIT;\n}" ::"r"(bar),
                 "r"(0)
                 : "memory");
    float v = s[255 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = v;
    asm volatile("fence.proxy.async.shared::cta;");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], "
                     "%2;" ::"l"(y + blockIdx.x * 256),
                     "r"(to), "r"(1024)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}

__global__ void dependent(float *x) {
    cudaGridDependencySynchronize();
    x[threadIdx.x] *= 2;
    cudaTriggerProgrammaticLaunchCompletion();
}

static void bulk_copies() {
    auto h = numbers(1024);
    Dev<float> x(h), y(1024);
    bulk<<<4, 256>>>(x, y);
    auto g = y.get();
    for (int i = 0; i < 1024; i++)
        CHECK(g[i] == h[i / 256 * 256 + 255 - i % 256]);

    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute at[1];
    c.gridDim = 1;
    c.blockDim = 256;
    at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    at[0].val.programmaticStreamSerializationAllowed = 1;
    c.attrs = at;
    c.numAttrs = 1;
    OK(cudaLaunchKernelEx(&c, dependent, (float *)y));
    g = y.get();
    for (int i = 0; i < 256; i++)
        CHECK(g[i] == 2 * h[255 - i]);
}

int main() {
    copies();
    cooperative();
    objects();
    clusters();
    bulk_copies();
    return finish();
}
