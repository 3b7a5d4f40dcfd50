// The simulated devices of a process, as the CUDA runtime API implies them:
// memory, loaded modules, streams on a modelled timeline, errors, and what a
// host can ask afterwards (sim.h). Its further state: the handles (handle.c),
// the times of threads (clock.c), current pools (cudart_pool.c), the accesses
// of host code (host_watch.c).
//
// Kernels and copies execute at once, in the order in which the program issues
// them, which is one of the orders that streams allow; only their times are
// laid on the timeline. Work for a stream is a Task (task.h), so that a stream
// that is being captured can keep it for a graph instead.
//
// Threads of the program take turns (runtime_enter): all below is under one
// lock, but for what each thread has of its own (Thread).
#ifndef SIM_RUNTIME_H
#define SIM_RUNTIME_H

#include "base/arena.h"
#include "base/map.h"
#include "sim/cuda_abi.h"
#include "sim/launch/launch.h"
#include "sim/module/module.h"
#include "sim/runtime/done.h"
#include "sim/sim.h"
#include "sim/time/timeline.h"

enum { DEVICES_MOST = 8 };

// The kinds of objects that programs hold pointers to. They are never freed, so
// that a destroyed one can be told from one that never was (handle.c).
typedef enum HandleKind {
    HANDLE_STREAM,
    HANDLE_EVENT,
    HANDLE_GRAPH,
    HANDLE_NODE,
    HANDLE_EXEC,
    HANDLE_CONTEXT, // of the driver, as those below
    HANDLE_MODULE,
    HANDLE_LIBRARY,
    HANDLE_LINK,
    HANDLE_MEMORY,
    HANDLE_KINDS,
} HandleKind;

typedef struct Handle {
    HandleKind kind;
    bool dead;
    const void *made_at, *ended_at; // places in the program
    struct Handle *next;            // of the same bucket
} Handle;

typedef struct Caches Caches; // cache/cache.h

struct Capture; // capture.h

typedef struct SimStream {
    Handle handle;
    struct Device *device;
    Job *last;      // work, or NULL; the stream's to release
    JobList begins; // a graph node's own: what its first work comes after
    Done done;      // pieces that its next work comes after (piece.h)
    bool in_graph;  // it is one
    bool blocking;  // waits for the default stream, and it for this one
    int priority;
    unsigned long long id;
    struct Capture *capture; // NULL: it executes
    struct NodeList {
        struct SimNode **at;
        int n, cap;
    } tips; // of the capture: what its next work comes after
    struct SimStream *next;
} SimStream;

typedef struct SimEvent {
    Handle handle;
    struct Device *device;
    Job *job;  // its place between the stream's work
    Done done; // pieces that are over there
    bool recorded, timed;
    unsigned long long capture_id;
    struct Capture *capture; // recorded in a capture, with its tips then
    struct NodeList tips;
} SimEvent;

// One of the modelled GPUs.
typedef struct Device {
    int ordinal;
    Caches *caches;
    SimStream zero;     // its default stream
    SimStream *streams; // the others
    CudaError sticky;   // the context is lost: every call returns it
    size_t limits[7];   // by cudaLimit, as the program set them, or 0
    size_t stack_grown; // of a thread, for a kernel that needed more; or 0
    KernelHeap heap;
    uint32_t peers; // bit i: its kernels may use device i's memory
    unsigned flags; // cudaSetDeviceFlags
} Device;

// The state that every thread of the program has of its own.
typedef struct Thread {
    int device;
    CudaError last;       // what cudaGetLastError returns next
    const void *caller;   // the program's place of the CUDA call under way
    const void *held;     // that place while a library calls others, or NULL
    const void *entered;  // its return address; caller may be a <<<...>>>
    const char *called;   // its name
    struct Failed {       // the call that left `last`
        const char *name; // NULL: not known
        const void *caller;
    } failed;
    const char *counted; // the function whose call has just been counted
    int depth;           // of calls into the library: it touches memory itself
    int driver;          // of calls of the driver's functions (sim/driver)
    bool uses_runtime;   // it has called a function that needs a context
    int capture_mode;    // cudaThreadExchangeStreamCaptureMode
    bool began;          // its time has (clock.h)
    double host_us;      // its time: calls that wait move it on
    double polled_us;    // how long it has done nothing but ask
    uint64_t woken_by;   // the Job that it waited for last
    SimStream *streams[DEVICES_MOST]; // cudaStreamPerThread of each device
    struct CallConfig {
        Dim3 grid, block;
        size_t shared;
        CudaStream stream;
        const void *caller;
    } pushed[16];
    int npushed;
    const void *popped; // the next launch is the <<<...>>> of that place
    struct Unasked {    // a launch that failed, and nobody has asked yet
        CudaError e;    // 0: there is none
        const void *caller;
        const char *kernel;
        bool returned; // the call has told the program
    } unasked;
} Thread;

// A fat binary of the program: one translation unit; or what a call of the
// driver has loaded.
typedef struct Image {
    const void *wrapper;
    const char *text; // PTX in the place of a fat binary, or NULL
    bool unloaded;    // by the driver: nothing loads it again
    struct Loaded {
        Module *module; // loaded at the first need
        bool tried;     // and failed, if module is NULL
    } on[DEVICES_MOST];
    int runtime; // CUDA version that made it, from its PTX: 13000; 0 unknown
    struct Image *next;
} Image;

typedef struct Kernel {
    Image *image;
    const void *host;           // nvcc's function on the host
    const char *name;           // mangled, lasts as long as the image
    uint64_t launches;          // so far
    struct KernelSet {          // by cudaFuncSetAttribute, on each device
        int max_dynamic_shared; // 0: as usual
        int carveout;           // per cent + 1; 0: none
        int cache_carveout;     // the same by cudaFuncSetCacheConfig
        bool any_cluster;       // more than 8 blocks
    } set[DEVICES_MOST];
    struct Kernel *next;
} Kernel;

typedef struct Variable {
    Image *image;
    const void *host;
    const char *name;
    size_t size;
    void **managed; // where the program keeps its address, or NULL
    bool asked;     // the program has named it in a call
    struct Variable *next;
} Variable;

struct Runtime;
struct Task;
typedef void RunUndone(struct Runtime *r, const struct Task *t);

typedef struct Runtime {
    bool started;
    const SimGpu *gpu; // all devices are of one model
    Mem *mem;          // of all devices
    Device devices[DEVICES_MOST];
    int ndevices;
    Device *dev;    // of the thread that is in
    Thread *thread; // that thread
    Image *images;  // of the program's own
    Kernel *kernels;
    Variable *variables;
    Timeline timeline;
    struct Pieces *pieces; // NULL: none are kept (piece.h)
    bool sampling;         // launches may run a sample of their blocks
    uint64_t shuffle;      // seed of another order of blocks; 0: in order
    struct Task *undone;   // one that has left some out, or NULL
    // Runs what it has left out.
    RunUndone *run_undone;
    double host_got, host_gave; // bytes, by copies and kernels (sim.h)
    double empty_us; // the model's time of a kernel that does nothing
    unsigned long long ids;
    bool uses_driver;                 // the program has called its functions
    struct Capture *captures;         // under way
    struct GraphMemory *graph_memory; // of nodes that allocate, or NULL
    struct Conditions *conditions;    // of conditional nodes, or NULL
    // for the host (sim.h)
    Arena arena; // of launches and traps since sim_clear
    SimLaunchInfo *launches;
    int nlaunches;
    int nold;           // of them, whose lines are in lines[1]
    uint64_t gone;      // launches before launches[0]
    uint64_t nbefore;   // of them, those since sim_clear
    SimCounters before; // what these counted
    Arena lines[2];     // of launches: of the younger ones, of the older
    size_t line_bytes;  // in lines[0]
    SimTrap *traps;
    int ntraps, cap_traps;
    char load_error[700];
} Runtime;

// The one of the process, without a lock: for hosts whose program does nothing
// meanwhile.
Runtime *runtime_state(void);
// This thread's own part.
Thread *runtime_thread(void);
// True if job has ended at the thread's time; NULL always has.
bool job_has_passed(const Runtime *r, const Job *job);
// How often one function of CUDA was called (sim_call_at).
typedef struct RuntimeCall {
    SimCall seen;
    struct RuntimeCall *next;
    bool listed;
} RuntimeCall;
// Counts a call, if the function is one that programs know. Any thread may.
void runtime_count(RuntimeCall *c);
void runtime_forget_calls(void);
// The same from the beginning of a function of that name, which was called from
// there, unless the driver's functions have called it.
void runtime_called(RuntimeCall *c, const char *name, const void *from);
// Notes the error that the call under way leaves.
void runtime_failed(CudaError e);
// Later in it: counts a call that runtime_called has not.
void runtime_entered(RuntimeCall *c, const char *name);
// Notes a call that makes the primary context this thread's.
void runtime_uses_context(void);
// True if the program has called a function; one that needs a context.
bool runtime_is_begun(void);
bool runtime_is_used(void);

// Notes where the program calls from. First thing in a function that programs
// call, unless what it needs comes from such a function.
#define CALLED()                                                               \
    static RuntimeCall call_from_ = {.seen = {.name = __func__}};              \
    runtime_called(&call_from_, __func__, __builtin_return_address(0))

// Tells the current device's heap of kernels how large it is
// (cudaDeviceSetLimit).
void runtime_heap(Runtime *r);
// Of cudaLimit.
enum { LIMIT_STACK, LIMIT_PRINTF, LIMIT_HEAP };
// Returns a limit as the program set it, or the usual one.
size_t device_limit(const Device *d, int limit);
// The stack, bytes per thread, that a kernel is launched with.
size_t runtime_stack(Runtime *r, const Code *code);
// Waits until no other thread is in the runtime and is in it then. Its part of
// runtime_enter.
Runtime *runtime_lock(void);
void runtime_unlock(void);
// The mutex alone.
void thread_lock(void);
void thread_unlock(void);

// Only the runtime may write the Runtime itself from then on (seal.h).
void runtime_seal(void);
// Locks the runtime and starts the devices if need be. NULL: they could not
// start (then the caller returns cudaErrorInitializationError). Pair with
// runtime_leave, which unlocks, notes e as the last error and returns it, or
// the error that lost the device.
Runtime *runtime_enter(void);
CudaError runtime_leave(Runtime *r, CudaError e);
// The same for the few calls that work on when the context is lost.
CudaError runtime_leave_alive(Runtime *r, CudaError e);
#define ENTER()                                                                \
    static RuntimeCall call_ = {.seen = {.name = __func__}};                   \
    Runtime *r = runtime_enter();                                              \
    if (!r) return cudaErrorInitializationError;                               \
    runtime_entered(&call_, __func__)

// Calls fn without the lock: it is the program's.
void runtime_unlocked(Runtime *r, void (*fn)(void *), void *ctx);

// Registers what a program will hold; h is the first member of it.
void handle_add(Runtime *r, Handle *h, HandleKind kind);
// The live one behind p, or NULL: a trap says so if it was destroyed.
void *handle_find(Runtime *r, const void *p, HandleKind kind);
void handle_end(Runtime *r, Handle *h);
// Calls fn for each live one of a kind.
void handle_each(HandleKind kind, void (*fn)(void *ctx, Handle *h), void *ctx);

// An instruction of host code that faulted.
typedef struct HostAccess {
    uint64_t address, pc; // pc: in the program, or 0
    bool writes, atomic;
} HostAccess;
typedef bool FaultResolve(const HostAccess *at);
// Explains from now on faults of host code in the device's memory. resolve is
// called first, in the signal handler: true if it has opened the page.
void host_fault_watch(const Mem *m, FaultResolve *resolve);

// Loads an image's module on the thread's device. NULL: r->load_error says why.
Module *runtime_module(Runtime *r, Image *i);
// The same, with all that is known of an error; only where nothing has tried
// before.
Module *runtime_load(Runtime *r, Image *i, Err *err);
// The CUDA version that made the program: 11080, 12000, 13000.
int runtime_made_by(Runtime *r);
// NULL: the program has no such kernel (cudaErrorInvalidResourceHandle).
Kernel *runtime_kernel(Runtime *r, const void *host);
// Returns the settings of cudaFuncSetAttribute on the thread's device.
const struct KernelSet *kernel_set(const Runtime *r, const Kernel *k);
// The 16 bytes that tell a device from others.
void runtime_uuid(char *to, int device);
// The part of shared memory that it prefers, in per cent, or -1.
int kernel_carveout(const Runtime *r, const Kernel *k);
// Most bytes of dynamic shared memory that a launch of k may ask for.
uint32_t runtime_shared_most(const Runtime *r, const Kernel *k, const Code *c);
// The address of a __device__ variable by its host shadow, 0 if unknown.
uint64_t runtime_symbol(Runtime *r, const void *host, uint64_t *size);

// cudaDeviceGetStreamPriorityRange: from 0 down to this.
enum { STREAM_HIGHEST = -5 };
// A new stream of the thread's device; flags as cudaStreamCreateWithFlags.
SimStream *stream_new(Runtime *r, unsigned flags, int priority);

// Gives back all that the device has (cudaDeviceReset).
void device_reset(Runtime *r);

// Resolves 0, 1 and 2 too; NULL if it is no stream.
SimStream *runtime_stream(Runtime *r, CudaStream s);

// Notes a trap for the host; merges kind and place.
void runtime_trap(Runtime *r, const SimTrap *t);
CudaError trap_error(SimTrapKind k);

// Keeps what a launch did, for the host; drops the oldest beyond 4096.
void runtime_record(Runtime *r, const SimLaunchInfo *info);

// ---- what host code does wrong (host_notes.c)

// A return address as sim.h has places; 0 outside the program itself.
uint64_t host_place(const void *caller);
// Notes what the CUDA call under way did. The message is one sentence.
void host_note(Runtime *r, SimTrapKind kind, const char *hint, const char *fmt,
               ...) __attribute__((format(printf, 4, 5)));
// The same about an allocation: which one and where it was made.
void host_note_alloc(Runtime *r, SimTrapKind kind, const Alloc *a,
                     const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
// The same where it is odd or doubtful, not wrong.
void host_note_mild(Runtime *r, SimSeverity severity, SimTrapKind kind,
                    const Alloc *a, const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));
// A launch failed. returned: the program's call gave it the error, as that by
// <<<...>>> does not.
void host_launch_failed(Runtime *r, CudaError e, const char *kernel,
                        bool returned);
// The program asks for the last error: a launch of this thread that failed is
// then known to it, and its trap is a note (see sim_keep_launch_errors).
void host_asked(Runtime *r);
#endif
