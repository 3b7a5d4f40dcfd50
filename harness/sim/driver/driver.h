// The CUDA driver's functions over the runtime's: what both share, contexts,
// and what a call of a program sets up.
//
// Everything but contexts, modules and links is an object of the runtime: a
// CUstream is a cudaStream_t, a CUfunction a Kernel. All contexts of a device
// share its memory. A function of the driver calls those of the runtime, which
// then neither count the call nor take its place for the program's
// (runtime_called).
#ifndef SIM_DRIVER_H
#define SIM_DRIVER_H

#include "sim/cu_abi.h"
#include "sim/runtime/runtime.h"

typedef struct SimContext {
    Handle handle;
    int device;
    unsigned flags;
    bool primary;
    int uses; // of a primary one, by cuDevicePrimaryCtxRetain
    unsigned long long id;
} SimContext;

// A CUmodule, loaded for one device, or a CUlibrary, for each at its first use.
typedef struct SimModule {
    Handle handle;
    Image image;
    struct FatWrapper {
        uint32_t magic, version;
        const void *data, *file;
    } wrapper;              // of image, if it is a fat binary
    struct SimModule *next; // of all
} SimModule;

// ---- a call

typedef enum Wants {
    WANTS_NOTHING,
    WANTS_START,   // cuInit
    WANTS_CONTEXT, // a current one
} Wants;

typedef struct DriverCall {
    CuResult e;     // what is missing
    CudaError last; // the runtime's last error, which no call of ours changes
} DriverCall;

DriverCall driver_enter(RuntimeCall *c, const void *from, Wants w);
void driver_leave(DriverCall *in);
// First thing in each function that programs call.
#define DRIVER(wants)                                                          \
    static RuntimeCall driver_call_ = {.seen = {.name = __func__}};            \
    DriverCall driver_in_ __attribute__((cleanup(driver_leave))) =             \
        driver_enter(&driver_call_, __builtin_return_address(0), wants);       \
    if (driver_in_.e) return driver_in_.e

// The driver's error for one of the runtime.
CuResult driver_result(CudaError e);

// An address, as the runtime's functions take it.
static inline void *device_pointer(CuPtr p) {
    return (void *)(uintptr_t)p;
}

// ---- contexts (current.c)

// Notes that cuInit was called.
void driver_start(void);
// Why a call that wants a context cannot go on; CUDA_SUCCESS: it can.
CuResult context_ready(Wants w);
// The thread's current context, or NULL.
SimContext *context_current(void);
bool driver_has_device(int device);
// The live one at c, or NULL: a trap says so if it was destroyed.
SimContext *context_find(CuContext c);
SimContext *context_primary(int device);
// Somebody uses it; of a primary one.
bool context_is_active(const SimContext *c);
// Makes one, and makes it the current one.
CuResult context_new(CuContext *out, unsigned flags, int device);
CuResult context_push(SimContext *c);
// NULL: there was none on the stack.
SimContext *context_pop(void);

// ---- modules (module.c, load.c)

// How a program wants to hear of errors in PTX: CUjit_option.
typedef struct JitOptions {
    unsigned n;
    const int *which;
    void **values;
} JitOptions;

// Keeps a copy of the image at p, text or a fat binary, in m.
CuResult module_keep(Runtime *r, SimModule *m, const void *p);
// Loads what m keeps for the current device.
CuResult module_start(Runtime *r, SimModule *m, const JitOptions *o);
// Reads a file; its bytes are the caller's, with a zero after them.
CuResult module_read(const char *path, char **bytes, size_t *n);
void modules_add(SimModule *m);
// All that is loaded on a device goes away.
void modules_end(Runtime *r, int device);
void module_end(Runtime *r, SimModule *m);
// Writes to the buffers that the options name; NULL: nothing to say.
void jit_log(const JitOptions *o, const char *text);
// The error for an image that did not load, and its log.
CuResult jit_error(Runtime *r, const JitOptions *o, const Err *err);

#endif
