// Memory and events that processes share.
//
// A handle says whose memory it is and where it lies in that process's file
// (mem/share.h), which others open through /proc. Work has been executed by the
// time that the call which gave it returns, so that an event of another process
// has nothing to wait for.
#include "sim/mem/share.h"
#include "sim/runtime/pool.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { OF_MEMORY = 0x6b6d656d, OF_EVENT = 0x6b657674 };

typedef struct Shared { // fits into 64 bytes
    uint32_t kind;
    int32_t process;
    MemShare memory;
} Shared;

// ---- memory

static CudaError give_memory(Runtime *r, void *handle, const void *p) {
    Shared h = {.kind = OF_MEMORY, .process = getpid()};
    if (!handle || !p) return cudaErrorInvalidValue;
    if (!mem_share(r->mem, (uint64_t)(uintptr_t)p, &h.memory))
        return cudaErrorInvalidValue;
    memset(handle, 0, sizeof(IpcHandle));
    memcpy(handle, &h, sizeof h);
    return cudaSuccess;
}

static CudaError take_memory(Runtime *r, void **p, const void *handle) {
    Shared h;
    char path[64];
    memcpy(&h, handle, sizeof h);
    if (!p || h.kind != OF_MEMORY) return cudaErrorInvalidValue;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)h.process,
             h.memory.file);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return cudaErrorInvalidResourceHandle;
    *p = (void *)(uintptr_t)mem_take_share(r->mem, file, &h.memory);
    close(file);
    return *p ? cudaSuccess : cudaErrorMemoryAllocation;
}

CudaError cudaIpcGetMemHandle(void *handle, void *p) {
    CALLED();
    ENTER();
    return runtime_leave(r, give_memory(r, handle, p));
}

CudaError cudaIpcOpenMemHandle(void **p, IpcHandle handle, unsigned flags) {
    (void)flags;
    CALLED();
    ENTER();
    return runtime_leave(r, take_memory(r, p, &handle));
}

CudaError cudaIpcCloseMemHandle(void *p) {
    CALLED();
    ENTER();
    uint64_t at = (uint64_t)(uintptr_t)p;
    const Alloc *a = mem_find(r->mem, at);
    bool ok = a && a->borrowed && mem_release(r->mem, at);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- events

CudaError cudaIpcGetEventHandle(void *handle, CudaEvent e) {
    CALLED();
    ENTER();
    Shared h = {.kind = OF_EVENT, .process = getpid()};
    if (!handle || !handle_find(r, e, HANDLE_EVENT))
        return runtime_leave(r, cudaErrorInvalidValue);
    memset(handle, 0, sizeof(IpcHandle));
    memcpy(handle, &h, sizeof h);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaIpcOpenEventHandle(CudaEvent *e, IpcHandle handle) {
    enum { NO_TIME = 2 };
    Shared h;
    CALLED();
    memcpy(&h, &handle, sizeof h);
    if (e && h.kind == OF_EVENT) return cudaEventCreateWithFlags(e, NO_TIME);
    ENTER();
    return runtime_leave(r, cudaErrorInvalidValue);
}

// ---- pools: the descriptor that processes pass on stands for one; their
// memory comes by cudaMemPoolExportPointer.

enum { BY_DESCRIPTOR = 1 }; // cudaMemHandleTypePosixFileDescriptor

CudaError cudaMemPoolExportToShareableHandle(void *handle, CudaPool pool,
                                             int type, unsigned flags) {
    CALLED();
    ENTER();
    if (!handle || !pool || type != BY_DESCRIPTOR || flags)
        return runtime_leave(r, cudaErrorInvalidValue);
    int fd = memfd_create("memory pool", MFD_CLOEXEC);
    if (fd < 0) return runtime_leave(r, cudaErrorOperatingSystem);
    memcpy(handle, &fd, sizeof fd);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolImportFromShareableHandle(CudaPool *pool, void *handle,
                                               int type, unsigned flags) {
    CALLED();
    ENTER();
    int fd = (int)(intptr_t)handle;
    if (!pool || type != BY_DESCRIPTOR || flags || fcntl(fd, F_GETFD) < 0)
        return runtime_leave(r, cudaErrorInvalidValue);
    *pool = pool_new(r->dev->ordinal);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolExportPointer(void *data, void *p) {
    CALLED();
    ENTER();
    return runtime_leave(r, give_memory(r, data, p));
}

CudaError cudaMemPoolImportPointer(void **p, CudaPool pool, void *data) {
    CALLED();
    ENTER();
    CudaError e =
        pool && data ? take_memory(r, p, data) : cudaErrorInvalidValue;
    return runtime_leave(r, e);
}
