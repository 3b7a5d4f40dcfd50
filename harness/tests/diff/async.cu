// arch: 90
// Asynchronous copies, barrier objects, clusters, and instructions that only
// inline PTX brings.
#include "diff.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__device__ uint32_t address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
static std::vector<uint32_t> words(size_t n) {
    std::vector<uint32_t> v(n);
    for (size_t i = 0; i < n; i++)
        v[i] = mixed((uint32_t)i);
    return v;
}

// ---- cp.async

__global__ void zero_fill(const uint32_t *x, uint32_t *y) {
    __shared__ alignas(16) uint32_t s[32 * 4];
    int t = threadIdx.x;
    for (int k = 0; k < 4; k++)
        s[t * 4 + k] = 0xffffffffu;
    __syncthreads();
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                     address(&s[t * 4])),
                 "l"(x + t * 4), "r"(t % 17)
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    for (int k = 0; k < 4; k++)
        y[t * 4 + k] = s[t * 4 + k];
}
PROGRAM(copies_fill_with_zeros_by_bytes) {
    Device<uint32_t> x(words(128)), y(128);
    zero_fill<<<1, 32>>>(x.p, y.p);
    out_ints("y", y.host());
}

__global__ void ignored(const uint32_t *x, uint32_t *y) {
    __shared__ alignas(16) uint32_t s[64];
    int t = threadIdx.x;
    asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0;\n"
                 "cp.async.ca.shared.global [%0], [%1], 8, p;}" ::"r"(
                     address(&s[t * 2])),
                 "l"(x + t * 2), "r"(t & 1)
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    y[t * 2] = s[t * 2];
    y[t * 2 + 1] = s[t * 2 + 1];
}
PROGRAM(copies_ignore_their_source) {
    Device<uint32_t> x(words(64)), y(64);
    ignored<<<1, 32>>>(x.p, y.p);
    out_ints("y", y.host());
}

__global__ void three_stages(const uint32_t *x, uint32_t *y, int n) {
    __shared__ uint32_t s[3][64];
    int t = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&s[k][t], &x[k * 64 + t], 4);
        __pipeline_commit();
    }
    uint32_t h = 0;
    for (int k = 0; k < n; k++) {
        __pipeline_wait_prior(1);
        __syncthreads();
        h = h * 31 + s[k % 3][63 - t];
        if (k + 2 < n)
            __pipeline_memcpy_async(&s[(k + 2) % 3][t], &x[(k + 2) * 64 + t], 4);
        __pipeline_commit();
    }
    y[t] = h;
}
PROGRAM(three_stages_of_copies_follow_each_other) {
    Device<uint32_t> x(words(64 * 20)), y(64);
    three_stages<<<1, 64>>>(x.p, y.p, 20);
    out_ints("y", y.host());
}

// ---- mbarriers

__global__ void phases(uint32_t *y) {
    __shared__ alignas(8) uint64_t bar;
    uint32_t b = address(&bar), n = 0;
    uint64_t state;
    asm volatile("mbarrier.init.shared.b64 [%0], 5;" ::"r"(b));
    for (int k = 0; k < 8; k++) {
        uint32_t left, over, even, odd;
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;"
                     : "=l"(state)
                     : "r"(b), "r"(k % 5 == 3 ? 2 : 1));
        asm volatile("mbarrier.pending_count.b64 %0, %1;"
                     : "=r"(left)
                     : "l"(state));
        asm volatile("{.reg .pred p, q, r;\n"
                     "mbarrier.test_wait.shared.b64 p, [%3], %4;\n"
                     "mbarrier.test_wait.parity.shared.b64 q, [%3], 0;\n"
                     "mbarrier.test_wait.parity.shared.b64 r, [%3], 1;\n"
                     "selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q;\n"
                     "selp.u32 %2, 1, 0, r;}"
                     : "=r"(over), "=r"(even), "=r"(odd)
                     : "r"(b), "l"(state));
        y[n++] = left + 100 * over + 1000 * even + 10000 * odd;
    }
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(b));
}
PROGRAM(phases_of_an_mbarrier_turn) {
    Device<uint32_t> y(8);
    phases<<<1, 1>>>(y.p);
    out_ints("y", y.host());
}

__global__ void drops(uint32_t *y) {
    __shared__ alignas(8) uint64_t bar;
    uint32_t b = address(&bar);
    asm volatile("mbarrier.init.shared.b64 [%0], 4;" ::"r"(b));
    for (int k = 0; k < 6; k++) {
        uint64_t state;
        uint32_t left;
        if (k == 1)
            asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                         : "=l"(state)
                         : "r"(b));
        else
            asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                         : "=l"(state)
                         : "r"(b));
        asm volatile("mbarrier.pending_count.b64 %0, %1;"
                     : "=r"(left)
                     : "l"(state));
        y[k] = left;
    }
}
PROGRAM(dropping_out_makes_the_next_phase_smaller) {
    Device<uint32_t> y(6);
    drops<<<1, 1>>>(y.p);
    out_ints("y", y.host());
}

__global__ void expected_bytes(uint32_t *y) {
    __shared__ alignas(8) uint64_t bar;
    uint32_t b = address(&bar);
    uint64_t state;
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 %0, [%1], 48;"
                 : "=l"(state)
                 : "r"(b));
    for (int k = 0; k < 4; k++) {
        uint32_t over;
        asm volatile("{.reg .pred p;\n"
                     "mbarrier.test_wait.shared.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p;}"
                     : "=r"(over)
                     : "r"(b), "l"(state));
        y[k] = over;
        if (k < 3)
            asm volatile("mbarrier.complete_tx.relaxed.cluster.shared::cta.b64 "
                         "[%0], 16;" ::"r"(b));
    }
}
PROGRAM(bytes_keep_a_phase_open) {
    Device<uint32_t> y(4);
    expected_bytes<<<1, 1>>>(y.p);
    out_ints("y", y.host());
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void handed_over(const uint32_t *x, uint32_t *y, int n) {
    __shared__ Barrier empty, full;
    __shared__ uint32_t s[64];
    int t = threadIdx.x & 63;
    if (threadIdx.x == 0) {
        init(&empty, 128);
        init(&full, 128);
    }
    __syncthreads();
    uint32_t h = 0;
    for (int k = 0; k < n; k++) {
        if (threadIdx.x < 64) {
            empty.arrive_and_wait();
            s[t] = x[k * 64 + t];
            (void)full.arrive();
        } else {
            (void)empty.arrive();
            full.arrive_and_wait();
            h = h * 31 + s[63 - t];
        }
    }
    if (threadIdx.x >= 64) y[t] = h;
}
PROGRAM(producers_and_consumers_take_turns) {
    Device<uint32_t> x(words(64 * 16)), y(64);
    handed_over<<<1, 128>>>(x.p, y.p, 16);
    out_ints("y", y.host());
}

// ---- bulk copies

__global__ void bulk(const uint32_t *x, uint32_t *y) {
    __shared__ alignas(16) uint32_t s[256];
    __shared__ alignas(8) uint64_t bar;
    uint32_t b = address(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
        asm volatile("fence.mbarrier_init.release.cluster;");
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], "
                     "1024;" ::"r"(b));
        for (int k = 0; k < 4; k++)
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
                "bytes [%0], [%1], 256, [%2];" ::"r"(address(s + 64 * k)),
                "l"(x + blockIdx.x * 256 + 64 * (3 - k)), "r"(b)
                : "memory");
    }
    __syncthreads();
    asm volatile("{.reg .pred p;\nAGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
                 "@!p bra AGAIN;}" ::"r"(b)
                 : "memory");
    uint32_t v = s[threadIdx.x] * 3 + 1;
    __syncthreads();
    s[threadIdx.x] = v;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x) return;
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
                 "[%0], [%1], 1024;" ::"l"(y),
                 "r"(address(s))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n"
                 "cp.async.bulk.wait_group 0;" ::
                     : "memory");
}
PROGRAM(bulk_copies_in_and_reductions_out) {
    Device<uint32_t> x(words(1024)), y(256);
    bulk<<<4, 256>>>(x.p, y.p);
    out_ints("y", y.host());
}

// ---- clusters

__global__ void __cluster_dims__(2, 2, 1) where(uint32_t *y) {
    uint32_t v[9];
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(v[0]));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(v[1]));
    asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(v[2]));
    asm("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(v[3]));
    asm("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(v[4]));
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(v[5]));
    asm("mov.u32 %0, %%clusterid.y;" : "=r"(v[6]));
    asm("mov.u32 %0, %%nclusterid.x;" : "=r"(v[7]));
    asm("{.reg .pred p; mov.pred p, %%is_explicit_cluster;\n"
        "selp.u32 %0, 1, 0, p;}"
        : "=r"(v[8]));
    uint32_t h = 0;
    for (int i = 0; i < 9; i++)
        h = h * 10 + v[i];
    y[blockIdx.y * gridDim.x + blockIdx.x] = h;
}
PROGRAM(blocks_know_their_place_in_a_cluster) {
    Device<uint32_t> y(24);
    where<<<dim3(6, 4), 1>>>(y.p);
    out_ints("y", y.host());
}

__global__ void __cluster_dims__(4, 1, 1) neighbours(const uint32_t *x,
                                                     uint32_t *y) {
    __shared__ uint32_t s[64], sum;
    auto c = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = x[i];
    if (t == 0) sum = 0;
    c.sync();
    uint32_t *next = c.map_shared_rank(s, (c.block_rank() + 1) & 3);
    uint32_t *first = c.map_shared_rank(&sum, 0);
    uint32_t v = next[63 - t];
    atomicAdd(first, v & 0xff);
    c.sync();
    y[i] = v + *first;
    c.sync();
}
PROGRAM(blocks_of_a_cluster_read_and_add) {
    Device<uint32_t> x(words(512)), y(512);
    neighbours<<<8, 64>>>(x.p, y.p);
    out_ints("y", y.host());
}

__global__ void spaces(uint32_t *y, uint32_t *global) {
    __shared__ uint32_t s;
    uint32_t local = threadIdx.x;
    auto c = cg::this_cluster();
    const void *p[4] = {&s, c.map_shared_rank(&s, c.block_rank() ^ 1), &local,
                        global};
    c.sync();
    for (int i = 0; i < 4; i++) {
        uint32_t v[4];
        asm("{.reg .pred a, b, c, d;\n"
            "isspacep.shared::cta a, %4; isspacep.shared::cluster b, %4;\n"
            "isspacep.local c, %4; isspacep.global d, %4;\n"
            "selp.u32 %0, 1, 0, a; selp.u32 %1, 1, 0, b;\n"
            "selp.u32 %2, 1, 0, c; selp.u32 %3, 1, 0, d;}"
            : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
            : "l"(p[i]));
        y[blockIdx.x * 4 + i] = v[0] + 10 * v[1] + 100 * v[2] + 1000 * v[3];
    }
    c.sync();
}
PROGRAM(addresses_tell_their_space) {
    Device<uint32_t> y(8), g(1);
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute at[1];
    c.gridDim = 2;
    c.blockDim = 1;
    at[0].id = cudaLaunchAttributeClusterDimension;
    at[0].val.clusterDim.x = 2;
    at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
    c.attrs = at;
    c.numAttrs = 1;
    TRY(cudaLaunchKernelEx(&c, spaces, y.p, g.p));
    out_ints("y", y.host());
}

// ---- what inline PTX alone brings

__global__ void video(const uint32_t *x, uint32_t *y) {
    uint32_t a = x[2 * threadIdx.x], b = x[2 * threadIdx.x + 1], r[10];
    asm("vadd.s32.s32.u32.sat %0, %1.b2, %2.h1;" : "=r"(r[0]) : "r"(a), "r"(b));
    asm("vsub.u32.u32.u32.sat.min %0, %1.h0, %2.h1, %1;"
        : "=r"(r[1])
        : "r"(a), "r"(b));
    asm("vabsdiff.u32.s32.s32 %0, %1, %2;" : "=r"(r[2]) : "r"(a), "r"(b));
    asm("vmad.s32.s32.s32.sat.shr7 %0, %1.h1, %2.h0, %1;"
        : "=r"(r[3])
        : "r"(a), "r"(b));
    asm("vshl.u32.u32.u32.wrap %0, %1, %2;" : "=r"(r[4]) : "r"(a), "r"(b));
    asm("vset.s32.u32.lt.add %0, %1.b3, %2.b0, %1;"
        : "=r"(r[5])
        : "r"(a), "r"(b));
    asm("vadd4.s32.s32.s32.sat %0, %1, %2, %1;" : "=r"(r[6]) : "r"(a), "r"(b));
    asm("vavrg2.s32.s32.s32 %0, %1, %2, %1;" : "=r"(r[7]) : "r"(a), "r"(b));
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %1;"
        : "=r"(r[8])
        : "r"(a), "r"(b));
    asm("vmax4.u32.u32.u32 %0.b31, %1.b7610, %2.b3254, %1;"
        : "=r"(r[9])
        : "r"(a), "r"(b));
    for (int i = 0; i < 10; i++)
        y[i * 64 + threadIdx.x] = r[i];
}
PROGRAM(video_instructions) {
    Device<uint32_t> x(words(128)), y(640);
    video<<<1, 64>>>(x.p, y.p);
    std::vector<uint32_t> h = y.host();
    for (int i = 0; i < 10; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        out_ints(name, h.data() + i * 64, 64);
    }
}

__global__ void elected(uint32_t *y) {
    uint32_t lane, is;
    int t = threadIdx.x;
    if (t >= 40 && t < 50) {
        y[t] = 77;
        return;
    }
    uint32_t mask = t < 32 ? 0xffffffffu : 0xfffc00ffu;
    asm volatile("{.reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p;}"
                 : "=r"(lane), "=r"(is)
                 : "r"(mask));
    y[t] = lane + 100 * is;
}
PROGRAM(one_lane_is_elected) {
    Device<uint32_t> y(64);
    elected<<<1, 64>>>(y.p);
    out_ints("y", y.host());
}

__global__ void table(const uint32_t *x, uint32_t *y) {
    uint32_t r;
    asm volatile("{.reg .u32 i; and.b32 i, %1, 3; mov.u32 %0, 9;\n"
                 "ts: .branchtargets L0, L1, L2, L1;\n"
                 "brx.idx i, ts;\n"
                 "L0: mov.u32 %0, 10; bra OUT;\n"
                 "L1: add.u32 %0, %1, 20; bra OUT;\n"
                 "L2: mov.u32 %0, 30;\n"
                 "OUT:}"
                 : "=r"(r)
                 : "r"(x[threadIdx.x] & 0xff));
    y[threadIdx.x] = r;
}
PROGRAM(branches_through_a_table) {
    Device<uint32_t> x(words(64)), y(64);
    table<<<1, 64>>>(x.p, y.p);
    out_ints("y", y.host());
}
