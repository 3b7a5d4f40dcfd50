#include "sim/runtime/words.h"

#include "base/base.h"

#include <string.h>

// Longer names before those that they begin with.
static const struct {
    const char *runtime, *driver;
} words[] = {
    {"cudaFuncAttributeMaxDynamicSharedMemorySize",
     "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES"},
    {"cudaFuncSetAttribute", "cuFuncSetAttribute"},
    {"cudaGetSymbolAddress", "cuModuleGetGlobal"},
    {"cudaDeviceSynchronize", "cuCtxSynchronize"},
    {"cudaMallocManaged", "cuMemAllocManaged"},
    {"cudaMallocAsync", "cuMemAllocAsync"},
    {"cudaMallocHost", "cuMemAllocHost"},
    {"cudaMalloc", "cuMemAlloc"},
    {"cudaHostRegister", "cuMemHostRegister"},
    {"cudaHostAlloc", "cuMemHostAlloc"},
    {"cudaFreeAsync", "cuMemFreeAsync"},
    {"cudaFreeHost", "cuMemFreeHost"},
    {"cudaFree", "cuMemFree"},
    {"cudaMemcpy", "cuMemcpy"},
    {"cudaMemset", "cuMemset"},
    {"cudaStream", "cuStream"},
    {"cudaEvent", "cuEvent"},
    {"cudaGraph", "cuGraph"},
};

void driver_words(char *text, size_t n) {
    for (char *p = text; (p = strstr(p, "cuda")); p++)
        for (size_t i = 0; i < COUNT_OF(words); i++) {
            size_t old = strlen(words[i].runtime),
                   new = strlen(words[i].driver);
            if (strncmp(p, words[i].runtime, old)) continue;
            if (strlen(text) + new >= n + old) return;
            memmove(p + new, p + old, strlen(p + old) + 1);
            memcpy(p, words[i].driver, new);
            break;
        }
}
