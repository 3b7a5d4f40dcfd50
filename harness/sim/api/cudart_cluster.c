// Answers what programs ask about clusters before they launch them.
#include "sim/decode/code.h"
#include "sim/exec/cluster.h"
#include "sim/runtime/runtime.h"

// The kernel's code and how many of its blocks an SM holds; NULL: *e says why.
static const Code *ask(Runtime *r, const void *host, const LaunchConfig *c,
                       const Kernel **k, int *blocks, CudaError *e) {
    *k = runtime_kernel(r, host);
    Module *m = *k ? runtime_module(r, (*k)->image) : NULL;
    Err err = {0};
    const Code *code = m ? module_entry(m, (*k)->name, &err) : NULL;
    err_clear(&err);
    *e = code ? cudaSuccess
         : *k ? cudaErrorNotSupported
              : cudaErrorInvalidResourceHandle;
    if (!code) return NULL;
    Dim3 b = c->block;
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    if (r->gpu->cc < 90) *e = cudaErrorNotSupported;
    if (!threads || threads > 1024) *e = cudaErrorInvalidValue;
    if (*e) return NULL;
    uint32_t shared = code->shared_bytes + (uint32_t)c->shared_bytes;
    *blocks = occupancy_split(r->gpu, code->regs, shared, (uint32_t)threads,
                              kernel_carveout(r, *k))
                  .blocks_per_sm;
    return code;
}

CudaError cudaOccupancyMaxPotentialClusterSize(int *size, const void *host,
                                               const LaunchConfig *c) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    const Kernel *k;
    CudaError e = cudaErrorInvalidValue;
    int blocks;
    if (size && c && ask(r, host, c, &k, &blocks, &e))
        *size = !blocks                               ? 0
                : k->set[r->dev->ordinal].any_cluster ? MOST_CLUSTER
                                                      : PORTABLE_CLUSTER;
    return runtime_leave(r, e);
}

// Blocks of a cluster in the launch, or in the kernel.
static int cluster_blocks(const LaunchConfig *c, const Code *code) {
    enum { CLUSTER = 4 };
    const uint32_t *d = code->func->reqcluster;
    for (unsigned i = 0; i < c->nattrs; i++)
        if (c->attrs[i].id == CLUSTER) d = c->attrs[i].value;
    uint64_t n =
        (uint64_t)max_of(d[0], 1u) * max_of(d[1], 1u) * max_of(d[2], 1u);
    return n > MOST_CLUSTER ? 0 : (int)n;
}

// An upper bound: which SMs can share a cluster is not known here. For clusters
// of 4 blocks of a warp an H200 says 248, this 1056.
CudaError cudaOccupancyMaxActiveClusters(int *clusters, const void *host,
                                         const LaunchConfig *c) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    const Kernel *k;
    CudaError e = cudaErrorInvalidValue;
    int blocks;
    const Code *code = clusters && c ? ask(r, host, c, &k, &blocks, &e) : NULL;
    if (!code) return runtime_leave(r, e);
    int n = cluster_blocks(c, code);
    int most =
        k->set[r->dev->ordinal].any_cluster ? MOST_CLUSTER : PORTABLE_CLUSTER;
    if (!n || n > most) return runtime_leave(r, cudaErrorInvalidClusterSize);
    *clusters = (int)((uint64_t)blocks * (uint64_t)r->gpu->sms / (unsigned)n);
    return runtime_leave(r, cudaSuccess);
}
