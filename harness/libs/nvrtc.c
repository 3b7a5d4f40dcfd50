// NVRTC: what programs call. The compiler is the toolkit's nvcc (rtc.c).
#include "libs/rtc.h"

#include "base/heap.h"
#include "base/vec.h"
#include "sim/library.h"

#include <string.h>

static char *rtc_text(const char *s) {
    size_t n = strlen(s);
    char *copy = heap_new(n + 1, 1);
    return memcpy(copy, s, n);
}

static RtcProgram *rtc_of(nvrtcProgram p) {
    return (RtcProgram *)p;
}

#define NEED(p)                                                                \
    if (!(p)) return NVRTC_ERROR_INVALID_PROGRAM
#define WANT(ok)                                                               \
    if (!(ok)) return NVRTC_ERROR_INVALID_INPUT

const char *nvrtcGetErrorString(nvrtcResult result) {
    static const char *const names[] = {
        "NVRTC_SUCCESS",
        "NVRTC_ERROR_OUT_OF_MEMORY",
        "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
        "NVRTC_ERROR_INVALID_INPUT",
        "NVRTC_ERROR_INVALID_PROGRAM",
        "NVRTC_ERROR_INVALID_OPTION",
        "NVRTC_ERROR_COMPILATION",
        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
        "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
        "NVRTC_ERROR_INTERNAL_ERROR",
        "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
    };
    return (size_t)result < COUNT_OF(names) ? names[result]
                                            : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor) {
    WANT(major && minor);
    *major = 13;
    *minor = 0;
    return NVRTC_SUCCESS;
}

// Those of nvcc 13.0.
static const int architectures[] = {75, 80,  86,  87,  88,  89,
                                    90, 100, 103, 110, 120, 121};

nvrtcResult nvrtcGetNumSupportedArchs(int *n) {
    WANT(n);
    *n = (int)COUNT_OF(architectures);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *at) {
    WANT(at);
    memcpy(at, architectures, sizeof architectures);
    return NVRTC_SUCCESS;
}

// ---- programs

// Headers come by the names that the source includes.
static bool is_inside(const char *name) {
    return *name && *name != '/' && !strstr(name, "..");
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *out, const char *source,
                               const char *name, int n,
                               const char *const *headers,
                               const char *const *names) {
    sim_work_called("nvrtcCreateProgram");
    WANT(out && source && n >= 0 && (!n || (headers && names)));
    for (int i = 0; i < n; i++)
        WANT(headers[i] && names[i] && is_inside(names[i]));
    RtcProgram *p = heap_new(1, sizeof *p);
    p->name = rtc_text(name && *name ? name : "default_program");
    p->source = rtc_text(source);
    for (int i = 0; i < n; i++) {
        RtcText t = {rtc_text(names[i]), rtc_text(headers[i])};
        vec_push(&p->headers, t);
    }
    *out = (nvrtcProgram)p;
    return NVRTC_SUCCESS;
}

static void free_texts(RtcTexts *t) {
    for (int i = 0; i < t->n; i++) {
        heap_free(t->at[i].name);
        heap_free(t->at[i].text);
    }
    vec_free(t);
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
    NEED(program && *program);
    RtcProgram *p = rtc_of(*program);
    free_texts(&p->headers);
    free_texts(&p->names);
    buf_free(&p->ptx);
    buf_free(&p->image);
    buf_free(&p->log);
    heap_free(p->name);
    heap_free(p->source);
    heap_free(p);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int n,
                                const char *const *options) {
    sim_work_called("nvrtcCompileProgram");
    NEED(p);
    WANT(n >= 0 && (!n || options));
    return rtc_compile(rtc_of(p), n, options);
}

// ---- results

nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *bytes) {
    NEED(p);
    WANT(bytes);
    if (!rtc_of(p)->ptx.len) return NVRTC_ERROR_INVALID_PROGRAM;
    *bytes = rtc_of(p)->ptx.len + 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *to) {
    NEED(p);
    WANT(to);
    const Buf *b = &rtc_of(p)->ptx;
    if (!b->len) return NVRTC_ERROR_INVALID_PROGRAM;
    memcpy(to, buf_text(b), b->len + 1);
    return NVRTC_SUCCESS;
}

// 0 bytes for a virtual architecture.
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *bytes) {
    NEED(p);
    WANT(bytes);
    if (!rtc_of(p)->ptx.len) return NVRTC_ERROR_INVALID_PROGRAM;
    *bytes = rtc_of(p)->image.len;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *to) {
    NEED(p);
    WANT(to);
    const Buf *b = &rtc_of(p)->image;
    if (!rtc_of(p)->ptx.len) return NVRTC_ERROR_INVALID_PROGRAM;
    if (b->len) memcpy(to, b->data, b->len);
    return NVRTC_SUCCESS;
}

// For nvJitLink (nvjitlink.c): PTX here, which it joins.
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram p, size_t *bytes) {
    NEED(p);
    if (!rtc_of(p)->lto) return NVRTC_ERROR_INVALID_PROGRAM;
    return nvrtcGetPTXSize(p, bytes);
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram p, char *to) {
    NEED(p);
    if (!rtc_of(p)->lto) return NVRTC_ERROR_INVALID_PROGRAM;
    return nvrtcGetPTX(p, to);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *bytes) {
    NEED(p);
    WANT(bytes);
    *bytes = rtc_of(p)->log.len + 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *to) {
    NEED(p);
    WANT(to);
    memcpy(to, buf_text(&rtc_of(p)->log), rtc_of(p)->log.len + 1);
    return NVRTC_SUCCESS;
}

// ---- names

nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *const name) {
    NEED(p);
    WANT(name);
    if (rtc_of(p)->compiled)
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    RtcText t = {rtc_text(name), NULL};
    vec_push(&rtc_of(p)->names, t);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *const name,
                                const char **lowered) {
    NEED(p);
    WANT(name && lowered);
    if (!rtc_of(p)->compiled)
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    const RtcTexts *names = &rtc_of(p)->names;
    for (int i = 0; i < names->n; i++) {
        if (strcmp(names->at[i].name, name) || !names->at[i].text) continue;
        *lowered = names->at[i].text;
        return NVRTC_SUCCESS;
    }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}
