// Several devices of the CUDA runtime: peers, copies between them, names.
#include "base/heap.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/task.h"

#include <stdio.h>
#include <string.h>

static bool is_device(const Runtime *r, int device) {
    return device >= 0 && device < r->ndevices;
}

// ---- peers

// All reach each other, as over NVLink.
CudaError cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    ENTER();
    bool ok = is_device(r, device) && is_device(r, peer);
    if (!can) return runtime_leave_alive(r, cudaErrorInvalidValue);
    *can = ok && device != peer;
    return runtime_leave_alive(r, ok ? cudaSuccess : cudaErrorInvalidDevice);
}

CudaError cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    CALLED();
    ENTER();
    if (!is_device(r, peer) || peer == r->dev->ordinal)
        return runtime_leave(r, cudaErrorInvalidDevice);
    if (flags) return runtime_leave(r, cudaErrorInvalidValue);
    if (r->dev->peers >> peer & 1)
        return runtime_leave(r, cudaErrorPeerAccessAlreadyEnabled);
    r->dev->peers |= 1u << peer;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceDisablePeerAccess(int peer) {
    CALLED();
    ENTER();
    if (!is_device(r, peer)) return runtime_leave(r, cudaErrorInvalidDevice);
    if (!(r->dev->peers >> peer & 1))
        return runtime_leave(r, cudaErrorPeerAccessNotEnabled);
    r->dev->peers &= ~(1u << peer);
    return runtime_leave(r, cudaSuccess);
}

// Attributes: performance rank, access, native atomics, arrays.
CudaError cudaDeviceGetP2PAttribute(int *value, int which, int device,
                                    int peer) {
    enum { RANK = 1, ARRAYS = 4 };
    ENTER();
    bool ok = is_device(r, device) && is_device(r, peer) && device != peer;
    if (!ok) return runtime_leave(r, cudaErrorInvalidDevice);
    if (!value || which < RANK || which > ARRAYS)
        return runtime_leave(r, cudaErrorInvalidValue);
    *value = which != RANK;
    return runtime_leave(r, cudaSuccess);
}

// A copy finds the memory by its address; the device's number must still be
// that of the memory.
static void check_owner(Runtime *r, const void *p, int device,
                        const char *which) {
    const Alloc *a = mem_find(r->mem, (uint64_t)(uintptr_t)p);
    if (!a || !mem_is_device_only(r->mem, a->lo) || (int)a->device == device)
        return;
    host_note_mild(r, SIM_DOUBTFUL, SIM_TRAP_COPY_KIND, a,
                   "The parameters are: destination, its device, source, its "
                   "device. Are the two numbers swapped?",
                   "The %s of this copy is memory of device %u, and the call "
                   "says device %d",
                   which, a->device, device);
}

static CudaError copy_peer(void *to, int to_device, const void *from,
                           int from_device, size_t n, CudaStream s, bool wait) {
    ENTER();
    if (!is_device(r, to_device) || !is_device(r, from_device))
        return runtime_leave(r, cudaErrorInvalidDevice);
    check_owner(r, to, to_device, "destination");
    check_owner(r, from, from_device, "source");
    // Without Async it comes after all work of both devices, and before.
    if (wait) host_knows_device(r, -1);
    Task task = task_copy(to, from, n, COPY_DEVICE_TO_DEVICE);
    CudaError e = r->dev->sticky ? cudaSuccess : task_submit(r, &task, s);
    if (!e && wait) runtime_wait(r, s);
    return runtime_leave(r, e);
}

CudaError cudaMemcpyPeer(void *to, int to_device, const void *from,
                         int from_device, size_t n) {
    CALLED();
    return copy_peer(to, to_device, from, from_device, n, NULL, true);
}

CudaError cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                              int from_device, size_t n, CudaStream stream) {
    CALLED();
    return copy_peer(to, to_device, from, from_device, n, stream, false);
}

// ---- names

CudaError cudaDeviceGetPCIBusId(char *text, int n, int device) {
    ENTER();
    if (!is_device(r, device)) return runtime_leave(r, cudaErrorInvalidDevice);
    if (!text || n < 13) return runtime_leave(r, cudaErrorInvalidValue);
    snprintf(text, (size_t)n, "0000:%02x:00.0", device);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceGetByPCIBusId(int *device, const char *text) {
    unsigned domain = 0, bus = 0;
    ENTER();
    if (!device || !text ||
        (sscanf(text, "%4x:%2x:", &domain, &bus) != 2 &&
         sscanf(text, "%2x:", &bus) != 1) ||
        !is_device(r, (int)bus))
        return runtime_leave(r, cudaErrorInvalidValue);
    *device = (int)bus;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGetDeviceFlags(unsigned *flags) {
    ENTER();
    if (!flags) return runtime_leave(r, cudaErrorInvalidValue);
    *flags = r->dev->flags;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaSetDeviceFlags(unsigned flags) {
    enum { KNOWN = 0x1ff };
    ENTER();
    if (flags & ~(unsigned)KNOWN)
        return runtime_leave(r, cudaErrorInvalidValue);
    r->dev->flags = flags | 8; // may map host memory, always
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceFlushGPUDirectRDMAWrites(int target, int scope) {
    (void)target, (void)scope;
    ENTER();
    return runtime_leave(r, cudaErrorNotSupported);
}
