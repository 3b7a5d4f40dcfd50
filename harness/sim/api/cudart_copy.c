// Copies and fills of the CUDA runtime, submitted as tasks.
#include "sim/runtime/clock.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/task.h"
// A copy that is not async, or async by name only.
static void wait_for_copy(Runtime *r, const CopyTask *c, CudaStream stream,
                          bool wait) {
    SimStream *s = runtime_stream(r, stream);
    if (!s || s->capture || !(wait || copy_is_waited_for(r, c))) return;
    runtime_wait(r, stream);
    if (copy_is_staged(r, c)) host_waits_for_staging(r, c);
}

static CudaError submit(Runtime *r, Task *task, CudaStream s, bool wait) {
    if (r->dev->sticky) return cudaSuccess;
    CudaError e = task_submit(r, task, s);
    if (!e) wait_for_copy(r, &task->copy, s, wait);
    return e;
}

static CudaError copy_task(Task *task, CudaStream s, bool wait) {
    ENTER();
    return runtime_leave(r, submit(r, task, s, wait));
}

static CudaError copy(void *to, const void *from, size_t n, int kind,
                      CudaStream s, bool wait) {
    Task task = task_copy(to, from, n, kind);
    return copy_task(&task, s, wait);
}

CudaError cudaMemcpy(void *to, const void *from, size_t n, int kind) {
    CALLED();
    return copy(to, from, n, kind, NULL, true);
}

CudaError cudaMemcpyAsync(void *to, const void *from, size_t n, int kind,
                          CudaStream stream) {
    CALLED();
    return copy(to, from, n, kind, stream, false);
}

static CudaError copy_box(Box to, Box from, Extent e, int kind, CudaStream s,
                          bool wait) {
    Task task = {.kind = TASK_COPY, .copy = {to, from, e, kind}};
    return copy_task(&task, s, wait);
}

static CudaError copy_2d(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         int kind, CudaStream s, bool wait) {
    return copy_box((Box){to, to_pitch, 0},
                    (Box){(void *)(uintptr_t)from, from_pitch, 0},
                    (Extent){width, height, 1}, kind, s, wait);
}

static CudaError copy_3d(const Copy3D *c, CudaStream s, bool wait) {
    ENTER();
    Task task = {.kind = TASK_COPY};
    CudaError e = c ? copy_of_3d(r, c, &task.copy) : cudaErrorInvalidValue;
    return runtime_leave(r, e ? e : submit(r, &task, s, wait));
}

CudaError cudaMemcpy3D(const Copy3D *c) {
    CALLED();
    return copy_3d(c, NULL, true);
}

CudaError cudaMemcpy3DAsync(const Copy3D *c, CudaStream stream) {
    CALLED();
    return copy_3d(c, stream, false);
}

CudaError cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                       size_t from_pitch, size_t width, size_t height,
                       int kind) {
    CALLED();
    return copy_2d(to, to_pitch, from, from_pitch, width, height, kind, NULL,
                   true);
}

CudaError cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                            size_t from_pitch, size_t width, size_t height,
                            int kind, CudaStream stream) {
    CALLED();
    return copy_2d(to, to_pitch, from, from_pitch, width, height, kind, stream,
                   false);
}

// ---- symbols

static CudaError copy_symbol(const void *symbol, void *other, size_t n,
                             size_t offset, bool to_symbol, int kind,
                             CudaStream s, bool wait) {
    ENTER();
    Task task = {.kind = TASK_COPY};
    CudaError e = copy_of_symbol(r, symbol, other, n, offset, to_symbol, kind,
                                 &task.copy);
    if (r->dev->sticky) return runtime_leave(r, e);
    if (!e) e = task_submit(r, &task, s);
    if (!e) wait_for_copy(r, &task.copy, s, wait);
    return runtime_leave(r, e);
}

CudaError cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n,
                             size_t offset, int kind) {
    CALLED();
    return copy_symbol(symbol, (void *)(uintptr_t)from, n, offset, true, kind,
                       NULL, true);
}

CudaError cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n,
                               size_t offset, int kind) {
    CALLED();
    return copy_symbol(symbol, to, n, offset, false, kind, NULL, true);
}

CudaError cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                  size_t n, size_t offset, int kind,
                                  CudaStream stream) {
    CALLED();
    return copy_symbol(symbol, (void *)(uintptr_t)from, n, offset, true, kind,
                       stream, false);
}

CudaError cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t n,
                                    size_t offset, int kind,
                                    CudaStream stream) {
    CALLED();
    return copy_symbol(symbol, to, n, offset, false, kind, stream, false);
}

CudaError cudaGetSymbolAddress(void **p, const void *symbol) {
    CALLED();
    ENTER();
    uint64_t size;
    *p = (void *)runtime_symbol(r, symbol, &size);
    return runtime_leave(r, *p ? cudaSuccess : cudaErrorInvalidSymbol);
}

CudaError cudaGetSymbolSize(size_t *out, const void *symbol) {
    CALLED();
    ENTER();
    uint64_t size = 0;
    bool ok = runtime_symbol(r, symbol, &size) != 0;
    *out = size;
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidSymbol);
}

// ---- set

static CudaError copy_fill(Box to, Extent e, int value, CudaStream s) {
    ENTER();
    Task task = {
        .kind = TASK_FILL,
        .fill = {.to = to, .extent = e, .value = (uint8_t)value, .unit = 1}};
    if (r->dev->sticky) return runtime_leave(r, cudaSuccess);
    return runtime_leave(r, task_submit(r, &task, s));
}

CudaError cudaMemset(void *p, int value, size_t n) {
    CALLED();
    return copy_fill((Box){p, n, 0}, (Extent){n, 1, 1}, value, NULL);
}

CudaError cudaMemsetAsync(void *p, int value, size_t n, CudaStream stream) {
    CALLED();
    return copy_fill((Box){p, n, 0}, (Extent){n, 1, 1}, value, stream);
}

CudaError cudaMemset2D(void *p, size_t pitch, int value, size_t width,
                       size_t height) {
    CALLED();
    return copy_fill((Box){p, pitch, 0}, (Extent){width, height, 1}, value,
                     NULL);
}

CudaError cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width,
                            size_t height, CudaStream stream) {
    CALLED();
    return copy_fill((Box){p, pitch, 0}, (Extent){width, height, 1}, value,
                     stream);
}

CudaError cudaMemset3D(PitchedPtr p, int value, Extent e) {
    CALLED();
    return copy_fill((Box){p.p, p.pitch, p.pitch * p.height}, e, value, NULL);
}

CudaError cudaMemset3DAsync(PitchedPtr p, int value, Extent e,
                            CudaStream stream) {
    CALLED();
    return copy_fill((Box){p.p, p.pitch, p.pitch * p.height}, e, value, stream);
}

PER_THREAD(cudaMemcpy, _ptds)
PER_THREAD(cudaMemcpyAsync, _ptsz)
PER_THREAD(cudaMemcpy2D, _ptds)
PER_THREAD(cudaMemcpy2DAsync, _ptsz)
PER_THREAD(cudaMemcpy3D, _ptds)
PER_THREAD(cudaMemcpy3DAsync, _ptsz)
PER_THREAD(cudaMemcpyToSymbol, _ptds)
PER_THREAD(cudaMemcpyFromSymbol, _ptds)
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz)
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz)
PER_THREAD(cudaMemset, _ptds)
PER_THREAD(cudaMemsetAsync, _ptsz)
PER_THREAD(cudaMemset2D, _ptds)
PER_THREAD(cudaMemset2DAsync, _ptsz)
PER_THREAD(cudaMemset3D, _ptds)
PER_THREAD(cudaMemset3DAsync, _ptsz)
