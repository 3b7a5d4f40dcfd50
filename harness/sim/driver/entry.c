// The driver's functions by name, for programs that are not linked with them.
#include "sim/driver/driver.h"

#include <ctype.h>
#include <string.h>

static const struct Entry {
    const char *symbol;
    int since;
    void *fn;
} entries[] = {
#define CU_API(since, name, ...)    {#name, since, (void *)(uintptr_t)name},
#define CU_PER_THREAD(name, suffix) // the same functions
#include "sim/cu_api.def"
};

// True of cuMemAlloc and cuMemAlloc_v2.
static bool is_symbol_of(const char *symbol, const char *name) {
    size_t n = strlen(name);
    if (strncmp(symbol, name, n)) return false;
    const char *rest = symbol + n;
    return !*rest || (rest[0] == '_' && rest[1] == 'v' && isdigit(rest[2]));
}

// The youngest that a program made for that version knows. NULL: there is none;
// *known: of another version.
static void *entry_of(const char *name, int version, bool *known) {
    const struct Entry *best = NULL;
    *known = false;
    for (size_t i = 0; i < COUNT_OF(entries); i++) {
        if (!is_symbol_of(entries[i].symbol, name)) continue;
        *known = true;
        if (entries[i].since > version) continue;
        if (!best || entries[i].since >= best->since) best = &entries[i];
    }
    return best ? best->fn : NULL;
}

// CUdriverProcAddressQueryResult.
enum { FOUND, NO_SUCH, TOO_OLD };

static CuResult entry_find(const char *name, void **fn, int version,
                           int *status) {
    bool known;
    if (!name || !fn) return CUDA_ERROR_INVALID_VALUE;
    *fn = entry_of(name, version, &known);
    if (status) *status = *fn ? FOUND : known ? TOO_OLD : NO_SUCH;
    return *fn || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CuResult cuGetProcAddress(const char *name, void **fn, int version,
                          unsigned long long flags) {
    (void)flags;
    DRIVER(WANTS_NOTHING);
    return entry_find(name, fn, version, NULL);
}

CuResult cuGetProcAddress_v2(const char *name, void **fn, int version,
                             unsigned long long flags, int *status) {
    (void)flags;
    DRIVER(WANTS_NOTHING);
    return entry_find(name, fn, version, status);
}

// ---- the same by the runtime

static CudaError give_entry(const char *name, void **fn, int version,
                            int *status) {
    ENTER();
    if (!name || !fn) return runtime_leave(r, cudaErrorInvalidValue);
    CuResult e = entry_find(name, fn, version, status);
    if (!e && *fn) return runtime_leave(r, cudaSuccess);
    host_note(r, SIM_TRAP_UNSUPPORTED,
              "Some of the driver's functions need a GPU: run it on one, or do "
              "without them here.",
              "not simulated yet: the driver's function %.60s", name);
    return runtime_leave(r, cudaErrorNotSupported);
}

CudaError cudaGetDriverEntryPointByVersion(const char *name, void **fn,
                                           unsigned version,
                                           unsigned long long flags,
                                           int *status) {
    (void)flags;
    CALLED();
    return give_entry(name, fn, (int)version, status);
}

CudaError cudaGetDriverEntryPoint(const char *name, void **fn,
                                  unsigned long long flags, int *status) {
    (void)flags;
    CALLED();
    int version = runtime_made_by(runtime_lock());
    runtime_unlock();
    return give_entry(name, fn, version, status);
}

PER_THREAD(cudaGetDriverEntryPoint, _ptsz)
PER_THREAD(cudaGetDriverEntryPointByVersion, _ptsz)
