// The functions that nvcc's host code calls before main() and at every launch.
#include "base/heap.h"
#include "sim/runtime/runtime.h"

#include <string.h>

// The handle that the program keeps is our Image.
void **__cudaRegisterFatBinary(void *wrapper) {
    Runtime *r = runtime_enter();
    Image *i = heap_new(1, sizeof *i);
    i->wrapper = wrapper;
    if (r) {
        i->next = r->images;
        r->images = i;
        runtime_leave(r, cudaSuccess);
    }
    return (void **)i;
}

void __cudaRegisterFatBinaryEnd(void **handle) {
    (void)handle;
}

// At exit: memory goes with the process, and a host may still want to look.
void __cudaUnregisterFatBinary(void **handle) {
    (void)handle;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device,
                            const char *name, int thread_limit, void *tid,
                            void *bid, void *bdim, void *gdim, int *wsize) {
    (void)device, (void)thread_limit, (void)tid, (void)bid, (void)bdim;
    (void)gdim, (void)wsize;
    Runtime *r = runtime_enter();
    if (!r) return;
    Kernel *k = heap_new(1, sizeof *k);
    *k = (Kernel){.image = (Image *)handle,
                  .host = host,
                  .name = name,
                  .next = r->kernels};
    r->kernels = k;
    runtime_leave(r, cudaSuccess);
}

static void add_variable(void **handle, const void *host, const char *name,
                         size_t size, void **managed) {
    Runtime *r = runtime_enter();
    if (!r) return;
    Variable *v = heap_new(1, sizeof *v);
    *v = (Variable){.image = (Image *)handle,
                    .host = host,
                    .name = name,
                    .size = size,
                    .managed = managed,
                    .next = r->variables};
    r->variables = v;
    runtime_leave(r, cudaSuccess);
}

void __cudaRegisterVar(void **handle, char *host, char *address,
                       const char *name, int ext, size_t size, int constant,
                       int global) {
    (void)address, (void)ext, (void)constant, (void)global;
    add_variable(handle, host, name, size, NULL);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *address,
                              const char *name, int ext, size_t size,
                              int constant, int global) {
    (void)ext, (void)constant, (void)global;
    add_variable(handle, address, name, size, host);
}

// Called before the first use of a managed variable on the host: from then on
// the program reaches it through *host.
char __cudaInitModule(void **handle) {
    Runtime *r = runtime_enter();
    if (!r) return 0;
    Module *m = runtime_module(r, (Image *)handle);
    for (Variable *v = r->variables; m && v; v = v->next) {
        uint64_t size;
        if (v->image == (Image *)handle && v->managed)
            *v->managed = (void *)module_var(m, v->name, &size);
    }
    runtime_leave(r, cudaSuccess);
    return m != NULL;
}

// ---- <<<...>>>

unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t shared,
                                     CudaStream stream) {
    Thread *t = runtime_thread();
    bool room = t->npushed < (int)COUNT_OF(t->pushed);
    if (room)
        t->pushed[t->npushed++] = (struct CallConfig){
            grid, block, shared, stream, __builtin_return_address(0)};
    return !room;
}

CudaError __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *shared,
                                     void *stream) {
    ENTER();
    Thread *t = r->thread;
    if (t->npushed == 0) return runtime_leave(r, cudaErrorMissingConfiguration);
    struct CallConfig *c = &t->pushed[--t->npushed];
    t->popped = c->caller;
    *grid = c->grid;
    *block = c->block;
    *shared = c->shared;
    memcpy(stream, &c->stream, sizeof c->stream);
    return runtime_leave_alive(r, cudaSuccess); // the launch will say
}

// Stubs of CUDA 12.8 and later keep a kernel handle: our Kernel.
CudaError __cudaGetKernel(void **kernel, const void *host) {
    ENTER();
    *kernel = runtime_kernel(r, host);
    return runtime_leave(r, *kernel ? cudaSuccess
                                    : cudaErrorInvalidResourceHandle);
}
