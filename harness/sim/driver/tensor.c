// The driver's tensor maps (sim/mem/tensor.h).
#include "sim/mem/tensor.h"
#include "sim/driver/driver.h"

static void complain(TensorFault e, const char *why) {
    Runtime *r = runtime_lock();
    if (e == TENSOR_UNKNOWN)
        host_note(r, SIM_TRAP_UNSUPPORTED, "Run it on a GPU.",
                  "not simulated yet: %s", why);
    else
        host_note(r, SIM_TRAP_TENSOR_MAP,
                  "cuTensorMapEncodeTiled returned CUDA_ERROR_INVALID_VALUE "
                  "and made no map: look at its result.",
                  "A tensor map that cannot be: %s", why);
    runtime_unlock();
}

CuResult cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *base,
                                const unsigned long long *dim,
                                const unsigned long long *stride,
                                const unsigned *box, const unsigned *step,
                                int interleave, int swizzle, int promotion,
                                int fill) {
    DRIVER(WANTS_NOTHING);
    char why[200];
    uint64_t dims[TENSOR_RANK] = {0}, strides[TENSOR_RANK] = {0};
    if (!map || !dim || !box || !step || (rank > 1 && !stride))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < min_of(rank, (unsigned)TENSOR_RANK); i++) {
        dims[i] = dim[i];
        if (i) strides[i - 1] = stride[i - 1];
    }
    TensorSpec s = {
        .type = type,
        .rank = rank,
        .base = (uint64_t)(uintptr_t)base,
        .dim = dims,
        .stride = strides,
        .box = box,
        .step = step,
        .interleave = interleave,
        .swizzle = swizzle,
        .promotion = promotion,
        .fill = fill,
    };
    TensorFault e;
    if ((uintptr_t)map % TENSOR_MAP_ALIGN) {
        complain(TENSOR_BAD, "the CUtensorMap is not aligned to 64 bytes");
        return CUDA_ERROR_INVALID_VALUE;
    }
    e = tensor_map_make(&s, map, why, sizeof why);
    if (!e) return CUDA_SUCCESS;
    complain(e, why);
    return e == TENSOR_BAD ? CUDA_ERROR_INVALID_VALUE
                           : CUDA_ERROR_NOT_SUPPORTED;
}

CuResult cuTensorMapReplaceAddress(void *map, void *base) {
    DRIVER(WANTS_NOTHING);
    TensorMap *m = map;
    if (!m || !tensor_map_is_good(m) || (uintptr_t)base % 16)
        return CUDA_ERROR_INVALID_VALUE;
    m->base = (uint64_t)(uintptr_t)base;
    return CUDA_SUCCESS;
}
