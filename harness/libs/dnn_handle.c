// cuDNN: handles, versions, results in words.
#include "libs/dnn.h"

#include "base/heap.h"

#include <stdio.h>
#include <string.h>

// Of the CUDA runtime, which this library is linked with.
int cudaDeviceSynchronize(void);
int cudaMemGetInfo(size_t *left, size_t *all);
int cudaRuntimeGetVersion(int *version);

static _Thread_local char last[200];

cudnnStatus_t dnn_refuse(cudnnStatus_t s, const char *why) {
    snprintf(last, sizeof last, "%s", why);
    return s;
}

void cudnnGetLastErrorString(char *message, size_t max_size) {
    if (message && max_size) snprintf(message, max_size, "%s", last);
    last[0] = '\0';
}

cudnnStatus_t cudnnCreate(cudnnHandle_t *h) {
    sim_work_called("cudnnCreate");
    NEED(h, "no place for the handle");
    size_t left, all;
    // As the real one it needs a device that lives. Programs count their own
    // calls of cudaFree: none is made here.
    if (cudaMemGetInfo(&left, &all) != 0)
        return dnn_refuse(CUDNN_STATUS_NOT_INITIALIZED, "no device");
    *h = heap_new(1, sizeof **h);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroy(cudnnHandle_t h) {
    sim_work_called("cudnnDestroy");
    if (!h) return dnn_refuse(CUDNN_STATUS_NOT_INITIALIZED, "no handle");
    cudaDeviceSynchronize(); // as documented
    heap_free(h);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetStream(cudnnHandle_t h, cudaStream_t stream) {
    sim_work_called("cudnnSetStream");
    if (!h) return dnn_refuse(CUDNN_STATUS_NOT_INITIALIZED, "no handle");
    h->stream = stream;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetStream(cudnnHandle_t h, cudaStream_t *stream) {
    if (!h) return dnn_refuse(CUDNN_STATUS_NOT_INITIALIZED, "no handle");
    NEED(stream, "no place for the stream");
    *stream = h->stream;
    return CUDNN_STATUS_SUCCESS;
}

size_t cudnnGetVersion(void) {
    return CUDNN_VERSION;
}

size_t cudnnGetCudartVersion(void) {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}

cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value) {
    static const int parts[] = {CUDNN_MAJOR, CUDNN_MINOR, CUDNN_PATCHLEVEL};
    NEED(value && (unsigned)type < COUNT_OF(parts), "no such property");
    *value = parts[type];
    return CUDNN_STATUS_SUCCESS;
}

const char *cudnnGetErrorString(cudnnStatus_t s) {
    static const struct {
        cudnnStatus_t status;
        const char *name;
    } names[] = {
#define NAME(id) {CUDNN_STATUS_##id, "CUDNN_STATUS_" #id}
        NAME(SUCCESS),
        NAME(NOT_INITIALIZED),
        NAME(SUBLIBRARY_VERSION_MISMATCH),
        NAME(DEPRECATED),
        NAME(LICENSE_ERROR),
        NAME(RUNTIME_IN_PROGRESS),
        NAME(RUNTIME_FP_OVERFLOW),
        NAME(SUBLIBRARY_LOADING_FAILED),
        NAME(BAD_PARAM),
        NAME(BAD_PARAM_NULL_POINTER),
        NAME(BAD_PARAM_MISALIGNED_POINTER),
        NAME(BAD_PARAM_OUT_OF_BOUND),
        NAME(BAD_PARAM_SIZE_INSUFFICIENT),
        NAME(BAD_PARAM_SHAPE_MISMATCH),
        NAME(NOT_SUPPORTED),
        NAME(NOT_SUPPORTED_GRAPH_PATTERN),
        NAME(NOT_SUPPORTED_SHAPE),
        NAME(NOT_SUPPORTED_DATA_TYPE),
        NAME(NOT_SUPPORTED_LAYOUT),
        NAME(NOT_SUPPORTED_ARCH_MISMATCH),
        NAME(NOT_SUPPORTED_PADDING),
        NAME(INTERNAL_ERROR),
        NAME(INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED),
        NAME(EXECUTION_FAILED),
        NAME(EXECUTION_FAILED_CUDA_DRIVER),
        NAME(EXECUTION_FAILED_CUBLAS),
        NAME(EXECUTION_FAILED_CUDART),
#undef NAME
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (names[i].status == s) return names[i].name;
    return "CUDNN_UNKNOWN_STATUS";
}
