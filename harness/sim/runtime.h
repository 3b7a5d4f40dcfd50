// The one simulated device of a process, as the CUDA runtime API implies it:
// memory, loaded modules, streams on a modelled timeline, errors, and what a
// host can ask afterwards (sim.h). The only global state of the library.
//
// Kernels and copies execute at once, in the order in which the program issues
// them, which is one of the orders that streams allow; only their times are
// laid on the timeline. Threads of the program take turns (runtime_enter).
#ifndef SIM_RUNTIME_H
#define SIM_RUNTIME_H

#include "base/arena.h"
#include "base/map.h"
#include "sim/cache.h"
#include "sim/cuda_abi.h"
#include "sim/module.h"

typedef struct SimStream {
    double ready_us; // when its last work ends
    bool blocking;   // waits for the default stream, and it for this one
    int priority;
    struct SimStream *next;
} SimStream;

typedef struct SimEvent {
    double us;
    bool recorded, timed;
} SimEvent;

// A fat binary of the program: one translation unit.
typedef struct Image {
    void *wrapper;
    Module *module; // loaded at the first need
    bool tried;     // and failed, if module is NULL
    int runtime;    // CUDA version that made it, from its PTX: 13000
    struct Image *next;
} Image;

typedef struct Kernel {
    Image *image;
    const void *host;       // the stub's address
    const char *name;       // mangled, borrowed from the program
    int max_dynamic_shared; // as set by cudaFuncSetAttribute
    bool any_cluster;       // the same: more than 8 blocks
    struct Kernel *next;
} Kernel;

typedef struct Variable {
    Image *image;
    const void *host;
    const char *name;
    size_t size;
    void **managed; // where the program keeps its address, or NULL
    struct Variable *next;
} Variable;

typedef struct Runtime {
    bool started;
    const SimGpu *gpu;
    Mem *mem;
    Caches *caches;
    Image *images;
    Kernel *kernels;
    Variable *variables;
    SimStream *streams;  // all but the default one
    SimStream zero;      // the default stream
    double host_us;      // the program's own time: calls that wait move it on
    double engine_us[3]; // busy until: kernels, copies in, copies out
    CudaError last;      // what cudaGetLastError returns next
    CudaError sticky;    // the context is lost: every call returns it
    size_t limits[7];    // by cudaLimit, as the program set them
    struct CallConfig {
        Dim3 grid, block;
        size_t shared;
        CudaStream stream;
    } pushed[16];
    int npushed;
    Dim3 cluster; // of the launch being made, as its attributes say
    // for the host (sim.h)
    Arena arena; // of launches and traps since sim_clear
    SimLaunchInfo *launches;
    int nlaunches, cap_launches;
    SimTrap *traps;
    int ntraps, cap_traps;
    char load_error[700];
} Runtime;

// Locks the runtime and starts the device if need be. NULL: it could not start
// (then the caller returns cudaErrorInitializationError). Pair with
// runtime_leave, which unlocks, notes e as the last error and returns it.
Runtime *runtime_enter(void);
CudaError runtime_leave(Runtime *r, CudaError e);
// The same for the few calls that work on when the context is lost.
CudaError runtime_leave_alive(Runtime *r, CudaError e);

// Explains from now on faults of host code in the device's memory.
void host_fault_watch(const Mem *m);

// Loads an image's module. NULL: r->load_error says why.
Module *runtime_module(Runtime *r, Image *i);
// NULL: the program has no such kernel (cudaErrorInvalidResourceHandle).
Kernel *runtime_kernel(Runtime *r, const void *host);
// Most bytes of dynamic shared memory that a launch of k may ask for.
uint32_t runtime_shared_most(const Kernel *k, const Code *c);
// The address of a __device__ variable by its host shadow, 0 if unknown.
uint64_t runtime_symbol(Runtime *r, const void *host, uint64_t *size);

// Puts work of `us` on a stream and an engine; returns when it starts.
enum { ENGINE_KERNELS, ENGINE_COPY_IN, ENGINE_COPY_OUT };
double runtime_schedule(Runtime *r, CudaStream s, int engine, double us);
// Waits: the program's time moves on to the end of the stream's work, or of all
// work (s NULL and all).
void runtime_wait(Runtime *r, CudaStream s);
void runtime_wait_all(Runtime *r);
SimStream *runtime_stream(Runtime *r, CudaStream s); // resolves 0, 1 and 2

// Notes a trap for the host; merges kind and line.
void runtime_trap(Runtime *r, const SimTrap *t);
CudaError trap_error(SimTrapKind k);

// Keeps what a launch did, for the host; drops the oldest beyond 4096.
void runtime_record(Runtime *r, const SimLaunchInfo *info);
CudaError runtime_launch(Runtime *r, Kernel *k, Dim3 grid, Dim3 block,
                         void **args, size_t shared, CudaStream s,
                         bool cooperative);

// Puts the texels of arrays in the place of the arrays that a copy names
// (cudart_texture.c).
CudaError texture_flatten(Copy3D *c);

#endif
