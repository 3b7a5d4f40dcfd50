// Work that a kernel has given its device: kernels that it launches, copies,
// fills. It waits in the launch, in order, until the grid has ended
// (runtime/child.c): a grid may not count on its children before that.
#ifndef SIM_CORE_CHILD_H
#define SIM_CORE_CHILD_H

#include "sim/ptx/ptx.h"

typedef enum ChildKind {
    CHILD_KERNEL,
    CHILD_COPY,
    CHILD_FILL,
    CHILD_CONDITION, // a value for a handle of a graph's conditional node
} ChildKind;

enum {
    CHILD_TAIL = 3,           // cudaStreamTailLaunch
    CHILD_FREE = 4,           // cudaStreamFireAndForget
    CHILD_FIRST_STREAM = 256, // of those that kernels make
    // Launches of launches, at most. An H100 has no such limit at 40 (CUDA 13,
    // 2026-11-26); here each is a call on the stack of the host.
    CHILD_DEPTH = 128,
};

typedef struct Child {
    ChildKind kind;
    bool is_due;     // kernels: it is launched; else only its arguments wait
    uint64_t stream; // as the kernel names it
    uint64_t block;  // that gave it: each has a NULL stream of its own
    // a kernel
    uint64_t buffer; // where the arguments are written to
    const PtxFunc *func;
    uint32_t grid[3], threads[3], shared;
    uint8_t *params; // heap; taken when it is launched
    uint32_t nparams;
    // a copy or a fill; a condition: to and value
    uint64_t to, from, bytes;
    uint32_t value;
} Child;

typedef struct Children {
    Child *at;
    int n, cap;
    int depth;        // of the grid that gives them: 0 for a host's launch
    uint32_t error;   // cudaGetLastError of its kernels
    uint64_t handles; // that they have made
} Children;

#endif
