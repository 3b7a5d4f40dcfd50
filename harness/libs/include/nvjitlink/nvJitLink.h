// nvJitLink as kata simulates it: for toolkits that come without NVIDIA's
// header. Names and numbers are those of its documentation.
#ifndef NVJITLINK_H_
#define NVJITLINK_H_

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    NVJITLINK_SUCCESS = 0,
    NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
    NVJITLINK_ERROR_MISSING_ARCH,
    NVJITLINK_ERROR_INVALID_INPUT,
    NVJITLINK_ERROR_PTX_COMPILE,
    NVJITLINK_ERROR_NVVM_COMPILE,
    NVJITLINK_ERROR_INTERNAL,
    NVJITLINK_ERROR_THREADPOOL,
    NVJITLINK_ERROR_UNRECOGNIZED_INPUT,
    NVJITLINK_ERROR_FINALIZE
} nvJitLinkResult;

typedef enum {
    NVJITLINK_INPUT_NONE = 0,
    NVJITLINK_INPUT_CUBIN = 1,
    NVJITLINK_INPUT_PTX,
    NVJITLINK_INPUT_LTOIR,
    NVJITLINK_INPUT_FATBIN,
    NVJITLINK_INPUT_OBJECT,
    NVJITLINK_INPUT_LIBRARY,
    NVJITLINK_INPUT_INDEX,
    NVJITLINK_INPUT_ANY = 10
} nvJitLinkInputType;

typedef struct nvJitLink *nvJitLinkHandle;

nvJitLinkResult nvJitLinkVersion(unsigned *major, unsigned *minor);
nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *h, uint32_t n,
                                const char **options);
nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *h);
nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle h, nvJitLinkInputType type,
                                 const void *data, size_t bytes,
                                 const char *name);
nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle h, nvJitLinkInputType type,
                                 const char *path);
nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle h);
nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle h, size_t *bytes);
nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle h, void *to);
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle h, size_t *bytes);
nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle h, char *to);
nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle h, size_t *bytes);
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle h, char *to);
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle h, size_t *bytes);
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle h, char *to);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
