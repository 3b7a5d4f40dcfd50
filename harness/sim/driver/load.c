// Images: text and fat binaries out of memory or files, and what a program is
// told of those that do not load.
#include "sim/driver/driver.h"

#include "base/heap.h"
#include "base/path.h"
#include "sim/ptx/ptx.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

enum { WRAPPER = 0x466243b1, FATBIN = 0xba55ed50 };

static uint32_t first_word(const void *p) {
    // A text may be shorter.
    uint32_t w = 0;
    const uint8_t *b = p;
    for (int i = 0; i < 4 && (i == 0 || b[i - 1]); i++)
        w |= (uint32_t)b[i] << 8 * i;
    return w;
}

// ---- keeping

static void *copy_of(const void *p, size_t n) {
    char *copy = heap_new(n + 1, 1);
    memcpy(copy, p, n);
    return copy;
}

static void keep_fatbin(SimModule *m, const uint8_t *data) {
    uint16_t head;
    uint64_t body;
    memcpy(&head, data + 6, sizeof head);
    memcpy(&body, data + 8, sizeof body);
    m->wrapper = (struct FatWrapper){WRAPPER, 1, NULL, NULL};
    m->wrapper.data = copy_of(data, head + body);
    m->image.wrapper = &m->wrapper;
}

static CuResult refuse_cubin(Runtime *r) {
    host_note(r, SIM_TRAP_UNSUPPORTED,
              "Load PTX (nvcc -ptx), or a fat binary that has it: nvcc -fatbin "
              "-gencode arch=compute_90,code=[compute_90,sm_90].",
              "not simulated yet: a module of machine code alone (a cubin)");
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

static bool is_ptx(const char *text) {
    text += strspn(text, " \t\r\n");
    return *text == '.' || *text == '/';
}

CuResult module_keep(Runtime *r, SimModule *m, const void *p) {
    const uint8_t *data = p;
    uint32_t word = first_word(p);
    if (word == WRAPPER) {
        memcpy(&data, data + 8, sizeof data);
        word = data ? first_word(data) : 0;
    }
    if (!memcmp(&word, ELFMAG, SELFMAG)) return refuse_cubin(r);
    if (word == FATBIN)
        keep_fatbin(m, data);
    else if (data == p && is_ptx(p))
        m->image.text = copy_of(p, strlen(p));
    else
        return CUDA_ERROR_INVALID_IMAGE;
    return CUDA_SUCCESS;
}

CuResult module_read(const char *path, char **bytes, size_t *n) {
    Buf text = {0};
    Err ignored = {0};
    bool ok = file_read(path, &text, &ignored);
    if (ok) *bytes = copy_of(buf_text(&text), text.len);
    *n = text.len;
    buf_free(&text);
    err_clear(&ignored);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_FILE_NOT_FOUND;
}

// ---- telling

static int find_option(const JitOptions *o, int which) {
    for (unsigned i = 0; i < o->n; i++)
        if (o->which[i] == which) return (int)i;
    return -1;
}

// Fills the buffer that one option names, the size of which is another's: in
// its place comes how much of it is used.
static void fill_log(const JitOptions *o, int buffer, int bytes,
                     const char *text) {
    int b = find_option(o, buffer), s = find_option(o, bytes);
    if (b < 0 || s < 0) return;
    size_t room = (unsigned)(uintptr_t)o->values[s];
    char *to = o->values[b];
    if (!to || !room) return;
    snprintf(to, room, "%s", text);
    o->values[s] = (void *)(uintptr_t)strlen(to);
}

void jit_log(const JitOptions *o, const char *text) {
    enum { TIME = 2, INFO, INFO_BYTES, ERROR, ERROR_BYTES };
    int time = find_option(o, TIME);
    float ms = 0;
    if (time >= 0) memcpy(&o->values[time], &ms, sizeof ms);
    fill_log(o, INFO, INFO_BYTES, "");
    fill_log(o, ERROR, ERROR_BYTES, text ? text : "");
}

// Text that ptxas would not take; why: without the place.
static CuResult refuse_ptx(Runtime *r, const JitOptions *o, int line,
                           const char *why, const char *hint) {
    char text[1000];
    snprintf(text, sizeof text,
             "ptxas application ptx input, line %d; error   : %s\n"
             "ptxas fatal   : Ptx assembly aborted due to errors\n",
             line, why);
    jit_log(o, text);
    host_note_mild(r, SIM_DOUBTFUL, SIM_TRAP_LAUNCH, NULL, hint,
                   "The module does not load: PTX line %d: %.200s", line, why);
    return CUDA_ERROR_INVALID_PTX;
}

CuResult jit_error(Runtime *r, const JitOptions *o, const Err *err) {
    if (err->loc.line) { // "PTX line 12: expected ..."
        const char *why = strstr(err->msg, ": ");
        return refuse_ptx(r, o, err->loc.line, why ? why + 2 : err->msg,
                          "With CU_JIT_ERROR_LOG_BUFFER cuModuleLoadDataEx "
                          "gives the program this text.");
    }
    jit_log(o, err->msg);
    host_note(r, SIM_TRAP_UNSUPPORTED, err->hint, "%s", err->msg);
    return module_lacked_memory(err) ? CUDA_ERROR_OUT_OF_MEMORY
                                     : CUDA_ERROR_NO_BINARY_FOR_GPU;
}

// ---- loading

static CuResult refuse_target(Runtime *r, const JitOptions *o, int line,
                              int cc) {
    char why[100];
    snprintf(why, sizeof why,
             ".target sm_%d is newer than the device, which has %d.%d", cc,
             r->gpu->cc / 10, r->gpu->cc % 10);
    return refuse_ptx(r, o, line, why,
                      "PTX runs on its own target and all that are newer: "
                      "compile for the oldest, or choose another --gpu.");
}

// The line of the first .target.
static int target_line(const char *text) {
    const char *at = text ? strstr(text, ".target") : NULL;
    int line = 1;
    for (; at && text < at; text++)
        line += *text == '\n';
    return line;
}

CuResult module_start(Runtime *r, SimModule *m, const JitOptions *o) {
    Err err = {0};
    CuResult e = CUDA_SUCCESS;
    struct Loaded *on = &m->image.on[r->dev->ordinal];
    Module *code = runtime_load(r, &m->image, &err);
    int cc = code ? module_ptx(code)->cc : 0;
    if (!code) {
        e = jit_error(r, o, &err);
    } else if (cc > r->gpu->cc) {
        e = refuse_target(r, o, target_line(m->image.text), cc);
        module_unload(code);
        on->module = NULL;
    } else {
        jit_log(o, NULL);
    }
    err_clear(&err);
    return e;
}
