// Work that a stream can be given: a kernel, a copy, a host function ...
//
// A call of the program makes a Task and submits it. A stream executes it at
// once; one that is being captured keeps it as a node of a graph, and executing
// the graph executes it then. Everything a Task needs is its own or the
// program's memory.
#ifndef SIM_TASK_H
#define SIM_TASK_H

#include "sim/core/child.h"
#include "sim/library.h"
#include "sim/runtime/runtime.h"

// The numbers of cudaGraphNodeType.
typedef enum TaskKind {
    TASK_KERNEL,
    TASK_COPY,
    TASK_FILL,
    TASK_HOST,
    TASK_CHILD,
    TASK_EMPTY,
    TASK_WAIT,
    TASK_RECORD,
    TASK_ALLOC = 10,
    TASK_FREE = 11,
    TASK_CONDITION = 13,
    TASK_WORK = 64, // of a library (library.h); programs see a kernel
} TaskKind;

// The numbers of cudaGraphConditionalNodeType.
typedef enum ConditionType {
    CONDITION_IF,
    CONDITION_WHILE,
    CONDITION_SWITCH,
} ConditionType;

// Rows of bytes, `pitch` apart, in slices `slice` apart.
typedef struct Box {
    void *p;
    size_t pitch, slice;
} Box;

typedef struct KernelTask {
    Kernel *kernel;
    Dim3 grid, block;
    size_t shared;
    bool cooperative;
    int depth;       // 1: launched by a kernel that the host launched ...
    Dim3 cluster;    // 0: none
    uint8_t *params; // packed as the kernel reads them; the Task's own
    size_t nparams;  // bytes
} KernelTask;

typedef struct CopyTask {
    Box to, from;
    Extent extent; // width in bytes
    int kind;
} CopyTask;

typedef struct FillTask {
    Box to;
    Extent extent; // width in bytes
    uint32_t value;
    unsigned unit; // bytes of the value
} FillTask;

typedef struct HostTask {
    void (*fn)(void *);
    void *ctx;
} HostTask;

// A node that decides what runs (condition.c).
typedef struct ConditionTask {
    unsigned long long handle;
    ConditionType type;
    int n;                  // graphs that it chooses from
    struct SimGraph **body; // [n]; the array is the Task's own
} ConditionTask;

typedef struct Task {
    TaskKind kind;
    int device; // current when it was made
    const void *caller;
    union {
        KernelTask kernel;
        CopyTask copy;
        FillTask fill;
        HostTask host;
        SimEvent *event;
        struct SimGraph *child;
        ConditionTask condition;
        SimWork work; // its args are the Task's own
        struct {
            void *p;
            size_t size;
        } mem;
    };
} Task;

// Fills task->kernel: finds the kernel, loads its code, packs args.
CudaError task_kernel(Runtime *r, Task *task, const void *host, Dim3 grid,
                      Dim3 block, void **args, size_t shared);
Task task_copy(void *to, const void *from, size_t n, int kind);
Task task_fill(void *to, int value, size_t n);
// Frees what is task's own; duplicates it.
void task_fini(Task *task);
Task task_dup(const Task *task);

// Returns the error of the call, or of adding a node, if the task cannot be
// executed. A trap tells more than the error.
CudaError task_check(Runtime *r, const Task *task);
// Checks and executes it or, if s is being captured, makes a node of it. Takes
// what is task's own.
CudaError task_submit(Runtime *r, Task *task, CudaStream s);

// A kernel's code on the thread's device, or NULL: *e and a trap say why.
const Code *launch_code(Runtime *r, const Kernel *k, CudaError *e);
CudaError launch_check(Runtime *r, const KernelTask *k);
// *given receives the work that it has given its device, for children_execute.
CudaError launch_execute(Runtime *r, const KernelTask *k, SimStream *s,
                         Children *given);
// Executes the work that k has given its device, and frees it. s: where k ran.
void children_execute(Runtime *r, const KernelTask *k, Children *list,
                      SimStream *s);
// Keeps a copy of k, which has left some of its blocks out, for run.
void sample_left(Runtime *r, const KernelTask *k, RunUndone *run);
CudaError copy_check(Runtime *r, const CopyTask *c);
void copy_execute(Runtime *r, const CopyTask *c, SimStream *s);
// A copy that touches pageable memory of the host is over when the call
// returns, except for the bytes that went with the command.
bool copy_is_waited_for(const Runtime *r, const CopyTask *c);
// From pageable memory to the device: what the call waits for is the copy into
// a staging buffer, and the rest of the way may still be to come (CUDA Runtime
// API, "API synchronization behavior").
bool copy_is_staged(const Runtime *r, const CopyTask *c);
// Fills *task from what programs pass.
CudaError copy_of_3d(Runtime *r, const Copy3D *c, CopyTask *task);
CudaError copy_of_symbol(Runtime *r, const void *symbol, void *other, size_t n,
                         size_t offset, bool to_symbol, int kind,
                         CopyTask *task);
CudaError fill_check(Runtime *r, const FillTask *f);
void host_execute(Runtime *r, SimStream *s);
void fill_execute(Runtime *r, const FillTask *f, SimStream *s);
void work_execute(Runtime *r, const SimWork *w, SimStream *s);

// Returns the error of a call outside streams that a capture forbids
// (capture.c): cudaMalloc, cudaMemcpy ...; cudaSuccess if nothing forbids it.
CudaError capture_forbids(Runtime *r, bool uses_default_stream);
// For cudaDeviceSynchronize.
CudaError capture_device_wait(Runtime *r);
// Makes a node of task after what s has captured so far; NULL: *e says why.
struct SimNode *capture_add(Runtime *r, SimStream *s, const Task *task,
                            CudaError *e);
// A capture that a forbidden call has spoiled.
void capture_spoil(struct Capture *c);
// s, which a capture may hold, is destroyed.
void capture_stream_ends(SimStream *s);
CudaError capture_record(Runtime *r, SimEvent *e, SimStream *s);
CudaError capture_wait(Runtime *r, SimStream *s, SimEvent *e);

#endif
