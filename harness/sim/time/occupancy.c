// How many blocks an SM can hold, as cuda_occupancy.h of the toolkit computes
// it: registers are given out per warp in each of four partitions, shared
// memory in granules, and the split between shared memory and L1 moves in
// steps.
#include "sim/occupancy.h"

#include "base/base.h"

enum {
    REGS_SM = 65536,
    REG_UNIT = 256, // registers of a warp are rounded up to this
    PARTITIONS = 4,
    MOST_REGS = 255,      // per thread
    MOST_THREADS = 1024,  // per block
    RESERVED_SMEM = 1024, // per block, by the system, from cc 8.0
};

// Shared memory that an SM can be split to, KiB, ended by -1.
static const int *carveouts(int cc) {
    static const int v70[] = {0, 8, 16, 32, 64, 96, -1};
    static const int v75[] = {32, 64, -1};
    static const int v80[] = {0, 8, 16, 32, 64, 100, 132, 164, -1};
    static const int v86[] = {0, 8, 16, 32, 64, 100, -1};
    static const int v90[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228, -1};

    if (cc < 75) return v70;
    if (cc < 80) return v75;
    if (cc == 80 || cc == 87) return v80;
    if (cc < 90 || cc >= 120) return v86;
    return v90;
}

// The smallest split that holds bytes: the driver leaves the rest to L1.
static uint32_t carveout_for(const SimGpu *g, uint64_t bytes) {
    const int *kib = carveouts(g->cc);

    while (kib[1] >= 0 && (uint64_t)*kib << 10 < bytes)
        kib++;
    return (uint32_t)*kib << 10;
}

uint32_t occupancy_carveout(const SimGpu *g, int percent) {
    uint64_t most = (uint64_t)g->smem_sm_kib << 10;
    if (percent < 0) return (uint32_t)most;
    return carveout_for(g, max_of(most * (uint64_t)percent / 100, (uint64_t)1));
}

static uint32_t unit_round_up(uint32_t v, uint32_t to) {
    return (v + to - 1) / to * to;
}

static int blocks_by_registers(int regs, int warps) {
    uint32_t unit =
        unit_round_up((uint32_t)max_of(regs, 1) * WARP_SIZE, REG_UNIT);
    int per_partition = REGS_SM / PARTITIONS / (int)unit;

    if (unit * unit_round_up((uint32_t)warps, PARTITIONS) > REGS_SM) return 0;
    return per_partition * PARTITIONS / warps;
}

Occupancy occupancy_of(const SimGpu *g, int regs, uint32_t smem_bytes,
                       uint32_t threads) {
    return occupancy_split(g, regs, smem_bytes, threads, -1);
}

Occupancy occupancy_split(const SimGpu *g, int regs, uint32_t smem_bytes,
                          uint32_t threads, int percent) {
    Occupancy o = {0, 0, 0, "block size", 0};
    uint32_t reserved = g->cc >= 80 ? RESERVED_SMEM : 0;
    uint32_t unit = g->cc >= 80 ? 128 : 256;

    if (threads == 0 || threads > MOST_THREADS) return o;
    int warps = (int)(threads + WARP_SIZE - 1) / WARP_SIZE;
    int blocks = g->threads_sm / WARP_SIZE / warps;

    if (g->blocks_sm < blocks) {
        blocks = g->blocks_sm;
        o.limit = "blocks";
    }
    int by_regs = regs > MOST_REGS ? 0 : blocks_by_registers(regs, warps);
    if (by_regs < blocks) {
        blocks = by_regs;
        o.limit = "registers";
    }
    uint64_t smem = (uint64_t)unit_round_up(smem_bytes, unit) + reserved;
    uint64_t most = max_of((uint64_t)occupancy_carveout(g, percent), smem);
    uint64_t by_smem = smem ? most / smem : UINT32_MAX;
    if (smem_bytes > (uint64_t)g->smem_block_kib << 10) by_smem = 0;
    if (by_smem < (uint64_t)blocks) {
        blocks = (int)by_smem;
        o.limit = "shared memory";
    }
    o.blocks_per_sm = blocks;
    o.warps_per_sm = blocks * warps;
    o.fraction = (double)o.warps_per_sm * WARP_SIZE / g->threads_sm;
    o.smem_sm = carveout_for(g, percent < 0 ? smem * (uint64_t)blocks : most);
    return o;
}
