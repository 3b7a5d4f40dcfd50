// nvJitLink: device code that is linked while the program runs.
//
// Everything is PTX here. NVRTC gives PTX for LTO as well (nvrtc.c), and what
// is linked are the files one after the other: cuModuleLoadData joins them.
// A fat binary is taken only if it is the one input.
#include "base/buf.h"
#include "base/heap.h"
#include "sim/library.h"

#include <nvJitLink.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct nvJitLink {
    Buf image, errors;
    int inputs;
    bool texts; // all inputs so far are PTX
    bool done;
};

#define WANT(ok)                                                               \
    if (!(ok)) return NVJITLINK_ERROR_INVALID_INPUT

// NVIDIA's header calls each function by the name of its release.
#define RELEASE(name, parameters)                                              \
    nvJitLinkResult __##name##_13_0 parameters                                 \
        __attribute__((alias(#name), visibility("default")));

nvJitLinkResult nvJitLinkVersion(unsigned *major, unsigned *minor) {
    WANT(major && minor);
    *major = 13;
    *minor = 0;
    return NVJITLINK_SUCCESS;
}

// ---- options

// How the code is made; PTX is what it is.
static bool is_no_matter(const char *option) {
    static const char *const begins[] = {
        "-lto",
        "-ptx",
        "-O",
        "-g",
        "-lineinfo",
        "-ftz",
        "-prec-",
        "-fma",
        "-time",
        "-verbose",
        "-maxrregcount",
        "-split-compile",
        "-kernels-used",
        "-variables-used",
        "-optimize-unused-variables",
        "-Xptxas",
        "-Xnvvm",
        "-no-cache",
        "-device-stack-protector",
    };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(option, begins[i], strlen(begins[i]))) return true;
    return false;
}

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *h, uint32_t n,
                                const char **options) {
    bool arch = false;
    sim_work_called("nvJitLinkCreate");
    WANT(h && (!n || options));
    for (uint32_t i = 0; i < n; i++) {
        WANT(options[i]);
        if (!strncmp(options[i], "-arch=sm_", 9) ||
            !strncmp(options[i], "-arch=compute_", 14))
            arch = true;
        else if (!is_no_matter(options[i]))
            return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
    }
    if (!arch) return NVJITLINK_ERROR_MISSING_ARCH;
    *h = heap_new(1, sizeof **h);
    (*h)->texts = true;
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *h) {
    WANT(h && *h);
    buf_free(&(*h)->image);
    buf_free(&(*h)->errors);
    heap_free(*h);
    *h = NULL;
    return NVJITLINK_SUCCESS;
}

// ---- inputs

static bool is_text(const char *data, size_t bytes) {
    size_t i = 0;
    while (i < bytes && strchr(" \t\r\n", data[i]))
        i++;
    return i < bytes && (data[i] == '.' || data[i] == '/');
}

static nvJitLinkResult refuse(nvJitLinkHandle h, const char *name) {
    buf_fmt(&h->errors,
            "kata's nvJitLink links PTX only: '%s' is something else. Compile "
            "it with NVRTC, or with nvcc -ptx -rdc=true\n",
            name ? name : "an input");
    return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle h, nvJitLinkInputType type,
                                 const void *data, size_t bytes,
                                 const char *name) {
    sim_work_called("nvJitLinkAddData");
    WANT(h && !h->done && data && bytes && type != NVJITLINK_INPUT_NONE);
    bool text = is_text(data, bytes);
    if (h->inputs && !(text && h->texts)) return refuse(h, name);
    if (!text && type != NVJITLINK_INPUT_FATBIN &&
        type != NVJITLINK_INPUT_CUBIN && type != NVJITLINK_INPUT_ANY)
        return refuse(h, name);
    // Texts end before their NUL, and at the end of a line.
    buf_add(&h->image, data, text ? strnlen(data, bytes) : bytes);
    if (text) buf_str(&h->image, "\n");
    h->texts = text;
    h->inputs++;
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle h, nvJitLinkInputType type,
                                 const char *path) {
    Buf bytes = {0};
    char piece[4096];
    WANT(h && path);
    FILE *f = fopen(path, "rb");
    WANT(f);
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        buf_add(&bytes, piece, n);
    fclose(f);
    nvJitLinkResult r = nvJitLinkAddData(h, type, bytes.data, bytes.len, path);
    buf_free(&bytes);
    return r;
}

// ---- results

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle h) {
    sim_work_called("nvJitLinkComplete");
    WANT(h && h->inputs);
    h->done = true;
    return NVJITLINK_SUCCESS;
}

static nvJitLinkResult linked_size(nvJitLinkHandle h, size_t *bytes) {
    WANT(h && h->done && bytes);
    *bytes = h->image.len + 1;
    return NVJITLINK_SUCCESS;
}

static nvJitLinkResult linked_bytes(nvJitLinkHandle h, void *to) {
    WANT(h && h->done && to);
    memcpy(to, buf_text(&h->image), h->image.len + 1);
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle h, size_t *bytes) {
    return linked_size(h, bytes);
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle h, void *to) {
    return linked_bytes(h, to);
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle h, size_t *bytes) {
    return linked_size(h, bytes);
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle h, char *to) {
    return linked_bytes(h, to);
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle h, size_t *bytes) {
    WANT(h && bytes);
    *bytes = h->errors.len ? h->errors.len + 1 : 0;
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle h, char *to) {
    WANT(h && to);
    if (h->errors.len) memcpy(to, buf_text(&h->errors), h->errors.len + 1);
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle h, size_t *bytes) {
    WANT(h && bytes);
    *bytes = 0;
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle h, char *to) {
    WANT(h && to);
    return NVJITLINK_SUCCESS;
}

RELEASE(nvJitLinkVersion, (unsigned *, unsigned *))
RELEASE(nvJitLinkCreate, (nvJitLinkHandle *, uint32_t, const char **))
RELEASE(nvJitLinkDestroy, (nvJitLinkHandle *))
RELEASE(nvJitLinkAddData, (nvJitLinkHandle, nvJitLinkInputType, const void *,
                           size_t, const char *))
RELEASE(nvJitLinkAddFile, (nvJitLinkHandle, nvJitLinkInputType, const char *))
RELEASE(nvJitLinkComplete, (nvJitLinkHandle))
RELEASE(nvJitLinkGetLinkedCubinSize, (nvJitLinkHandle, size_t *))
RELEASE(nvJitLinkGetLinkedCubin, (nvJitLinkHandle, void *))
RELEASE(nvJitLinkGetLinkedPtxSize, (nvJitLinkHandle, size_t *))
RELEASE(nvJitLinkGetLinkedPtx, (nvJitLinkHandle, char *))
RELEASE(nvJitLinkGetErrorLogSize, (nvJitLinkHandle, size_t *))
RELEASE(nvJitLinkGetErrorLog, (nvJitLinkHandle, char *))
RELEASE(nvJitLinkGetInfoLogSize, (nvJitLinkHandle, size_t *))
RELEASE(nvJitLinkGetInfoLog, (nvJitLinkHandle, char *))
