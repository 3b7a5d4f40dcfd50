// Launching a kernel: what is asked for, and what came of it.
#ifndef SIM_LAUNCH_LAUNCH_H
#define SIM_LAUNCH_LAUNCH_H

#include "base/err.h"
#include "sim/core/launch.h"
#include "sim/core/sample.h"
#include "sim/occupancy.h"

typedef struct LaunchDesc {
    const Code *code;
    const PtxModule *ptx; // of code; it may launch its kernels; or NULL: none
    uint32_t grid[3], block[3];
    uint32_t smem_dynamic;
    int carveout; // preferred part of shared memory: per cent + 1; 0: none
    const void *params;
    bool cooperative;
    uint32_t cluster[3];   // as the launch asks for it; 0: as the kernel says
    bool any_cluster;      // more than the portable 8 blocks are allowed
    uint32_t devices;      // whose memory it may use, one bit each; 0: all
    struct Caches *caches; // of the device; NULL: caches of this launch alone
    KernelHeap *heap;      // NULL: without a limit
    size_t stack_limit;    // bytes per thread; 0: what a device begins with
    uint64_t budget;       // warp instructions of one block, 0: the default
    Sampling sample;       // which of its blocks to run
    int depth;             // 1: by a kernel that the host launched, and so on
    uint64_t shuffle;      // seed of another order of blocks; 0: in order
    // Receives the text of device printf when the launch ends; NULL: stdout.
    void (*print)(void *ctx, const char *text, size_t n);
    void *print_ctx;
} LaunchDesc;

typedef struct LaunchOutcome {
    SimLaunchInfo info; // us, limiter ... filled by model_time
    bool trapped;       // then the program sees traps.def's CUDA error
    SimTrap trap;
    SimTrap notes[16]; // what did not stop the kernel
    int nnotes;
    int error;   // CUDA's, for a launch that is impossible
    int workers; // that ran its blocks
    Children
        children; // work that it gave, to be done now; the caller's to free
} LaunchOutcome;

// Runs the grid to its end and fills *out (arena: for lines). Traps are values
// in out and in the trap list. Returns false only for an impossible launch:
// err says why, out->error is what the CUDA call returns.
bool launch_run(Mem *mem, const SimGpu *gpu, const LaunchDesc *d, Arena *a,
                LaunchOutcome *out, Err *err);

// *occ receives how many blocks fit on an SM; *error what the CUDA call
// returns.
bool launch_is_possible(const SimGpu *gpu, const LaunchDesc *d, Occupancy *occ,
                        int *error, Err *err);
// Blocks of a cluster in each dimension; zeros: none.
void launch_cluster_shape(const LaunchDesc *d, uint32_t shape[3]);

// progress.c: other work than a launch runs from now on, "a copy" or a
// library's; NULL: it has ended.
void progress_other(const char *what);

#endif
