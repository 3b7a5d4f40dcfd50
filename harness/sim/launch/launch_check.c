// Is a launch possible: its shape, the kernel's bounds, the room on an SM.
#include "sim/cuda_abi.h"
#include "sim/decode/code.h"
#include "sim/exec/cluster.h"
#include "sim/launch/launch.h"

// As many threads, and the first number is one that blocks have.
static bool may_be_swapped(const LaunchDesc *d) {
    enum { WARP = 32, MOST = 1024 };
    bool is_flat = d->grid[1] == 1 && d->grid[2] == 1 && d->block[1] == 1 &&
                   d->block[2] == 1;
    return is_flat && d->grid[0] % WARP == 0 && d->grid[0] <= MOST;
}

static bool check_dims(const LaunchDesc *d, Err *err) {
    static const uint32_t most_grid[3] = {0x7fffffff, 65535, 65535};
    static const uint32_t most_block[3] = {1024, 1024, 64};
    static const char fewer[] =
        "use more blocks of fewer threads, or let each thread do several "
        "elements, in steps of blockDim.x";
    static const char swapped[] =
        "in <<<blocks, threads>>> the threads of a block come second: are the "
        "two swapped? Else let each thread do several elements, in steps of "
        "blockDim.x";
    for (int i = 0; i < 3; i++) {
        if (!d->grid[i] || !d->block[i]) {
            err_set(err, ERR_RUN,
                    "a grid of (%u,%u,%u) blocks of (%u,%u,%u) "
                    "threads is empty",
                    d->grid[0], d->grid[1], d->grid[2], d->block[0],
                    d->block[1], d->block[2]);
            return err_hint(err, "n / threads rounds down, to 0 for a small n: "
                                 "round up, (n + threads - 1) / threads; if n "
                                 "itself is 0, return before the launch");
        }
        if (d->block[i] > most_block[i]) {
            err_set(err, ERR_RUN,
                    "blocks of (%u,%u,%u) threads: at most %u "
                    "in %c",
                    d->block[0], d->block[1], d->block[2], most_block[i],
                    "xyz"[i]);
            return err_hint(err, may_be_swapped(d) ? swapped : fewer);
        }
        if (d->grid[i] > most_grid[i]) {
            err_set(err, ERR_RUN,
                    "a grid of (%u,%u,%u) blocks: at most %u "
                    "in %c",
                    d->grid[0], d->grid[1], d->grid[2], most_grid[i], "xyz"[i]);
            return err_hint(err, "put the larger dimension into x, or let "
                                 "each thread do more");
        }
    }
    uint64_t threads = (uint64_t)d->block[0] * d->block[1] * d->block[2];
    if (threads <= 1024) return true;
    err_set(err, ERR_RUN, "blocks of (%u,%u,%u) are %llu threads: at most 1024",
            d->block[0], d->block[1], d->block[2], (unsigned long long)threads);
    return err_hint(err, fewer);
}

static bool check_bounds(const LaunchDesc *d, Err *err) {
    const PtxFunc *f = d->code->func;
    uint64_t threads = (uint64_t)d->block[0] * d->block[1] * d->block[2];
    if (!f) return true;
    uint64_t most = (uint64_t)max_of(f->maxntid[0], 1u) *
                    max_of(f->maxntid[1], 1u) * max_of(f->maxntid[2], 1u);
    if (f->maxntid[0] && threads > most) {
        err_set(err, ERR_RUN,
                "blocks of %llu threads: the kernel was compiled "
                "for at most %llu",
                (unsigned long long)threads, (unsigned long long)most);
        return err_hint(err, "change __launch_bounds__ or the launch");
    }
    for (int i = 0; f->reqntid[0] && i < 3; i++) {
        if (d->block[i] == max_of(f->reqntid[i], 1u)) continue;
        err_set(err, ERR_RUN,
                "the kernel was compiled for blocks of exactly "
                "(%u,%u,%u) threads",
                f->reqntid[0], max_of(f->reqntid[1], 1u),
                max_of(f->reqntid[2], 1u));
        return err_hint(err, "change __block_size__ or the launch");
    }
    return true;
}

void launch_cluster_shape(const LaunchDesc *d, uint32_t shape[3]) {
    const PtxFunc *f = d->code->func;
    const uint32_t *from = d->cluster[0] ? d->cluster
                           : f           ? f->reqcluster
                                         : NULL;
    for (int i = 0; i < 3; i++)
        shape[i] = from && from[0] ? max_of(from[i], 1u) : 0;
}

static bool check_cluster(const SimGpu *gpu, const LaunchDesc *d, int *error,
                          Err *err) {
    const PtxFunc *f = d->code->func;
    uint32_t c[3];
    launch_cluster_shape(d, c);
    if (!c[0]) return true;
    uint64_t size = (uint64_t)c[0] * c[1] * c[2];
    *error = cudaErrorInvalidClusterSize;
    if (gpu->cc < 90) {
        err_set(err, ERR_RUN, "clusters of blocks: the %s has none", gpu->name);
        return err_hint(err, "clusters need a GPU of compute capability 9.0");
    }
    for (int i = 0; i < 3; i++) {
        if (f && f->reqcluster[0] && c[i] != max_of(f->reqcluster[i], 1u)) {
            err_set(err, ERR_RUN,
                    "a launch with clusters of (%u,%u,%u) blocks: the kernel "
                    "was compiled for (%u,%u,%u)",
                    c[0], c[1], c[2], f->reqcluster[0],
                    max_of(f->reqcluster[1], 1u), max_of(f->reqcluster[2], 1u));
            return err_hint(err, "change __cluster_dims__ or the launch");
        }
        if (d->grid[i] % c[i] == 0) continue;
        err_set(err, ERR_RUN,
                "a grid of (%u,%u,%u) blocks in clusters of (%u,%u,%u)",
                d->grid[0], d->grid[1], d->grid[2], c[0], c[1], c[2]);
        return err_hint(err, "each dimension of the grid must be a multiple of "
                             "the cluster's");
    }
    uint32_t most = d->any_cluster ? MOST_CLUSTER : PORTABLE_CLUSTER;
    if (f && f->maxcluster) most = min_of(most, f->maxcluster);
    if (size <= most) return true;
    err_set(err, ERR_RUN, "clusters of %llu blocks: at most %u",
            (unsigned long long)size, most);
    return err_hint(err,
                    "up to 16 are possible after cudaFuncSetAttribute("
                    "kernel, cudaFuncAttributeNonPortableClusterSizeAllowed"
                    ", 1)");
}

static bool check_shared(const SimGpu *gpu, const LaunchDesc *d, Err *err) {
    uint64_t smem = (uint64_t)d->code->shared_bytes + d->smem_dynamic;
    uint64_t most = (uint64_t)gpu->smem_block_kib << 10;
    if (smem > most) {
        err_set(err, ERR_RUN,
                "%llu bytes of shared memory per block: the %s "
                "has at most %llu",
                (unsigned long long)smem, gpu->name, (unsigned long long)most);
        return err_hint(err, "use smaller tiles");
    }
    return true;
}

// *error is what the CUDA call returns.
static bool check_room(const SimGpu *gpu, const LaunchDesc *d,
                       const Occupancy *occ, int *error, Err *err) {
    if (occ->blocks_per_sm < 1) {
        err_set(err, ERR_RUN,
                "not one block fits on an SM of the %s, for its "
                "%s",
                gpu->name, occ->limit);
        *error = cudaErrorLaunchOutOfResources;
        return err_hint(err, "use fewer threads per block, or give the "
                             "compiler __launch_bounds__");
    }
    uint64_t blocks = (uint64_t)d->grid[0] * d->grid[1] * d->grid[2];
    uint64_t room = (uint64_t)occ->blocks_per_sm * (uint64_t)gpu->sms;
    if (!d->cooperative || blocks <= room) return true;
    err_set(err, ERR_RUN,
            "a cooperative grid of %llu blocks: the %s holds %llu "
            "at the same time",
            (unsigned long long)blocks, gpu->name, (unsigned long long)room);
    *error = cudaErrorCooperativeLaunchTooLarge;
    return err_hint(err,
                    "ask "
                    "cudaOccupancyMaxActiveBlocksPerMultiprocessor and loop "
                    "over the data");
}

bool launch_is_possible(const SimGpu *gpu, const LaunchDesc *d, Occupancy *occ,
                        int *error, Err *err) {
    *error = cudaErrorInvalidValue;
    if (!check_dims(d, err) || !check_bounds(d, err) ||
        !check_cluster(gpu, d, error, err))
        return false;
    *error = cudaErrorInvalidValue;
    if (!check_shared(gpu, d, err)) return false;
    *occ = occupancy_split(
        gpu, d->code->regs, d->code->shared_bytes + d->smem_dynamic,
        d->block[0] * d->block[1] * d->block[2], d->carveout - 1);
    if (!check_room(gpu, d, occ, error, err)) return false;
    *error = cudaSuccess;
    return true;
}
