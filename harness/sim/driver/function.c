// Functions of the driver about kernels: attributes, parameters, occupancy.
#include "sim/driver/driver.h"

#include "sim/decode/code.h"
#include "sim/runtime/task.h"

#include <string.h>

// CUfunction_attribute.
typedef enum FunctionFact {
    FUNC_THREADS,
    FUNC_SHARED,
    FUNC_CONST,
    FUNC_LOCAL,
    FUNC_REGISTERS,
    FUNC_PTX,
    FUNC_BINARY,
    FUNC_CACHE_CA,
    FUNC_MOST_DYNAMIC,
    FUNC_CARVEOUT,
    FUNC_FACTS = 16,
} FunctionFact;

static CuResult get_attribute(int *out, int which, CuFunction f) {
    FuncAttributes a = {0};
    if (!out || which < 0 || which >= FUNC_FACTS)
        return CUDA_ERROR_INVALID_VALUE;
    CudaError e = cudaFuncGetAttributes(&a, f);
    if (e) return driver_result(e);
    switch (which) {
    case FUNC_THREADS: *out = a.max_threads; break;
    case FUNC_SHARED: *out = (int)a.shared_bytes; break;
    case FUNC_CONST: *out = (int)a.const_bytes; break;
    case FUNC_LOCAL: *out = (int)a.local_bytes; break;
    case FUNC_REGISTERS: *out = a.regs; break;
    case FUNC_PTX: *out = a.ptx_version; break;
    case FUNC_BINARY: *out = a.binary_version; break;
    case FUNC_CACHE_CA: *out = a.cache_mode_ca; break;
    case FUNC_MOST_DYNAMIC: *out = a.max_dynamic_shared; break;
    case FUNC_CARVEOUT: *out = a.preferred_carveout; break;
    default: *out = 0; // of clusters: not fixed at compile time
    }
    return CUDA_SUCCESS;
}

CuResult cuFuncGetAttribute(int *out, int which, CuFunction f) {
    DRIVER(WANTS_CONTEXT);
    return get_attribute(out, which, f);
}

CuResult cuFuncSetAttribute(CuFunction f, int which, int value) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaFuncSetAttribute(f, which, value));
}

CuResult cuFuncSetCacheConfig(CuFunction f, int config) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaFuncSetCacheConfig(f, config));
}

CuResult cuFuncSetSharedMemConfig(CuFunction f, int config) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaFuncSetSharedMemConfig(f, config));
}

CuResult cuFuncGetName(const char **name, CuFunction f) {
    DRIVER(WANTS_CONTEXT);
    return name ? driver_result(cudaFuncGetName(name, f))
                : CUDA_ERROR_INVALID_VALUE;
}

// The kernel's code is decoded at its first launch.
CuResult cuFuncLoad(CuFunction f) {
    DRIVER(WANTS_CONTEXT);
    FuncAttributes a;
    return driver_result(cudaFuncGetAttributes(&a, f));
}

CuResult cuFuncIsLoaded(int *state, CuFunction f) {
    DRIVER(WANTS_CONTEXT);
    const char *name;
    CudaError e = cudaFuncGetName(&name, f);
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    *state = !e;
    return driver_result(e);
}

// The module that a kernel of the driver's came from.
static SimModule *module_of(const Kernel *k) {
    return (SimModule *)((char *)k->image - offsetof(SimModule, image));
}

CuResult cuFuncGetModule(CuModule *m, CuFunction f) {
    DRIVER(WANTS_CONTEXT);
    Runtime *r = runtime_lock();
    Kernel *k = runtime_kernel(r, f);
    runtime_unlock();
    if (!m) return CUDA_ERROR_INVALID_VALUE;
    if (!k || k->host != k) return CUDA_ERROR_INVALID_HANDLE;
    *m = module_of(k);
    return CUDA_SUCCESS;
}

static CuResult parameter(CuFunction f, size_t i, size_t *offset,
                          size_t *bytes) {
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    CudaError e;
    const Code *c = launch_code(r, runtime_kernel(r, f), &e);
    if (c && (!offset || i >= (size_t)c->func->nparams))
        e = cudaErrorInvalidValue;
    if (c && !e) {
        *offset = c->func->params[i]->offset;
        if (bytes) *bytes = c->func->params[i]->size;
    }
    return driver_result(runtime_leave(r, e));
}

CuResult cuFuncGetParamInfo(CuFunction f, size_t i, size_t *offset,
                            size_t *bytes) {
    DRIVER(WANTS_CONTEXT);
    return parameter(f, i, offset, bytes);
}

// ---- kernels of libraries

CuResult cuKernelGetAttribute(int *out, int which, CuFunction f, int device) {
    (void)device; // all are of one model
    DRIVER(WANTS_CONTEXT);
    return get_attribute(out, which, f);
}

CuResult cuKernelSetAttribute(int which, int value, CuFunction f, int device) {
    (void)device;
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaFuncSetAttribute(f, which, value));
}

CuResult cuKernelSetCacheConfig(CuFunction f, int config, int device) {
    (void)device;
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaFuncSetCacheConfig(f, config));
}

CuResult cuKernelGetName(const char **name, CuFunction f) {
    DRIVER(WANTS_CONTEXT);
    return name ? driver_result(cudaFuncGetName(name, f))
                : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuKernelGetParamInfo(CuFunction f, size_t i, size_t *offset,
                              size_t *bytes) {
    DRIVER(WANTS_CONTEXT);
    return parameter(f, i, offset, bytes);
}

CuResult cuKernelGetLibrary(CuLibrary *l, CuFunction f) {
    DRIVER(WANTS_CONTEXT);
    Runtime *r = runtime_lock();
    Kernel *k = runtime_kernel(r, f);
    runtime_unlock();
    if (!l) return CUDA_ERROR_INVALID_VALUE;
    if (!k || k->host != k) return CUDA_ERROR_INVALID_HANDLE;
    *l = module_of(k);
    return CUDA_SUCCESS;
}

// ---- occupancy

CuResult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CuFunction f,
                                                     int threads,
                                                     size_t shared) {
    DRIVER(WANTS_CONTEXT);
    if (!blocks) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, f, threads, shared));
}

CuResult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, CuFunction f, int threads, size_t shared, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    if (!blocks) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, f, threads, shared, flags));
}

// The block of most threads of an SM, larger ones first; of equals the first.
static CuResult best_block(int *grid, int *block, CuFunction f,
                           size_t (*shared_of)(int), size_t shared, int limit) {
    enum { WARP = 32 };
    FuncAttributes a = {0};
    CudaError e = cudaFuncGetAttributes(&a, f);
    int most = 0, sms = runtime_state()->gpu->sms;
    int from = a.max_threads;
    if (limit > 0 && limit < from) from = limit;
    for (int n = from; !e && n > 0; n = (n - 1) / WARP * WARP) {
        int blocks = 0;
        e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, f, n, shared_of ? shared_of(n) : shared);
        if (blocks * n <= most) continue;
        most = blocks * n;
        *block = n;
        *grid = blocks * sms;
    }
    return driver_result(e);
}

CuResult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CuFunction f,
                                          size_t (*shared_of)(int),
                                          size_t shared, int limit) {
    DRIVER(WANTS_CONTEXT);
    if (!grid || !block) return CUDA_ERROR_INVALID_VALUE;
    return best_block(grid, block, f, shared_of, shared, limit);
}

CuResult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                   CuFunction f,
                                                   size_t (*shared_of)(int),
                                                   size_t shared, int limit,
                                                   unsigned flags) {
    (void)flags;
    DRIVER(WANTS_CONTEXT);
    if (!grid || !block) return CUDA_ERROR_INVALID_VALUE;
    return best_block(grid, block, f, shared_of, shared, limit);
}

CuResult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CuFunction f,
                                                 int blocks, int threads) {
    DRIVER(WANTS_CONTEXT);
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(
        cudaOccupancyAvailableDynamicSMemPerBlock(bytes, f, blocks, threads));
}

static LaunchConfig config_of(const CuLaunchConfig *c) {
    return (LaunchConfig){c->grid,   c->block, c->shared_bytes,
                          c->stream, c->attrs, c->nattrs};
}

CuResult cuOccupancyMaxPotentialClusterSize(int *size, CuFunction f,
                                            const CuLaunchConfig *c) {
    DRIVER(WANTS_CONTEXT);
    if (!size || !c) return CUDA_ERROR_INVALID_VALUE;
    LaunchConfig config = config_of(c);
    return driver_result(
        cudaOccupancyMaxPotentialClusterSize(size, f, &config));
}

CuResult cuOccupancyMaxActiveClusters(int *clusters, CuFunction f,
                                      const CuLaunchConfig *c) {
    DRIVER(WANTS_CONTEXT);
    if (!clusters || !c) return CUDA_ERROR_INVALID_VALUE;
    LaunchConfig config = config_of(c);
    return driver_result(cudaOccupancyMaxActiveClusters(clusters, f, &config));
}
