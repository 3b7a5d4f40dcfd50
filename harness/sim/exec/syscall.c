// Functions that device code calls without defining them: vprintf,
// __assertfail, malloc, free.
#include "sim/access/observe.h"
#include "sim/check/shmem.h"
#include "sim/core/frame.h"
#include "sim/core/trap.h"
#include "sim/core/turn.h"
#include "sim/exec/argument.h"
#include "sim/exec/call.h"
#include "sim/exec/printf.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_TEXT = 4096,        // of a string that a kernel passes
    MOST_ARGS = 4096,        // bytes of a printf's argument buffer
    MOST_PRINTED = 16 << 20, // per launch
};

// Copies up to n bytes at a generic address, as far as they lie in the memory
// that the address is in. Returns how many.
static size_t generic_read(Warp *w, int l, uint64_t address, void *to,
                           size_t n) {
    const Block *b = w->block;
    if (address - MEM_LOCAL_BASE < MEM_WINDOW) {
        uint64_t at = address - MEM_LOCAL_BASE;
        if (at >= w->local.bytes) return 0;
        n = min_of(n, (size_t)(w->local.bytes - at));
        local_read(w, l, (uint32_t)at, to, (uint32_t)n);
        return n;
    }
    if (address - MEM_SHARED_BASE < MEM_WINDOW) {
        uint64_t at = address - MEM_SHARED_BASE;
        if (at >= b->shared_bytes) return 0;
        n = min_of(n, (size_t)(b->shared_bytes - at));
        memcpy(to, b->shared + at, n);
        return n;
    }
    const Alloc *a = mem_find(b->launch->memory.mem, address);
    if (!a) return 0;
    n = min_of(n, (size_t)(a->hi - address));
    memcpy(to, mem_bytes(b->launch->memory.mem, address), n);
    return n;
}

bool generic_write(Warp *w, int l, uint64_t address, const void *from,
                   size_t n) {
    Block *b = w->block;
    Mem *m = b->launch->memory.mem;
    if (address - MEM_LOCAL_BASE < MEM_WINDOW) {
        uint64_t at = address - MEM_LOCAL_BASE;
        if (at + n > w->local.bytes) return false;
        local_write(w, l, (uint32_t)at, from, (uint32_t)n);
        return true;
    }
    if (address - MEM_SHARED_BASE < MEM_WINDOW) {
        uint64_t at = address - MEM_SHARED_BASE;
        if (at + n > b->shared_bytes) return false;
        memcpy(b->shared + at, from, n);
        shmem_fill(b, (uint32_t)at, (uint32_t)n);
        return true;
    }
    const Alloc *a = mem_find(m, address);
    if (!a || a->hi - address < n) return false;
    memcpy(mem_bytes(m, address), from, n);
    mem_wrote(m, address, n);
    return true;
}

// A NUL-terminated string; false if address is no memory.
static bool generic_text(Warp *w, int l, uint64_t address,
                         char text[static MOST_TEXT]) {
    size_t n = generic_read(w, l, address, text, MOST_TEXT - 1);
    text[n] = '\0';
    return n > 0;
}

// ---- printf

typedef struct Reader {
    Warp *w;
    int l;
} Reader;

static bool read_string(void *ctx, uint64_t address, Buf *into) {
    const Reader *r = ctx;
    char text[MOST_TEXT];
    if (!generic_text(r->w, r->l, address, text)) return false;
    buf_str(into, text);
    return true;
}

static bool has_room(Warp *w, const Insn *in) {
    if (launch_whole(w->block->launch)->printed.len < MOST_PRINTED) return true;
    warp_note(w, in, SIM_TRAP_TRAP, w->active,
              "The kernel prints more than %d MiB: the rest is dropped",
              MOST_PRINTED >> 20);
    return false;
}

static const Insn *exec_vprintf(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    if (!turn_gate(w)) return NULL; // lines come in the order of blocks
    Buf *out = &launch_whole(w->block->launch)->printed;
    bool room = has_room(w, in);
    FOR_LANES(l, w->active) {
        int lane = (int)l, n = -1;
        uint64_t fmt = call_arg(w, c, 0, lane), args = call_arg(w, c, 1, lane);
        char text[MOST_TEXT];
        uint8_t packed[MOST_ARGS];
        Reader r = {w, lane};
        if (fmt && !generic_text(w, lane, fmt, text))
            return warp_trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, 1u << l, fmt,
                             "read", 1);
        size_t bytes =
            args ? generic_read(w, lane, args, packed, MOST_ARGS) : 0;
        if (room)
            n = device_printf(out, fmt ? text : NULL, packed, bytes,
                              read_string, &r);
        call_result(w, c, lane, (uint64_t)(int64_t)n);
    }
    return in + 1;
}

// ---- assert

// void __assertfail(message, file, line, function, charsize)
static const Insn *exec_assertfail(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    int l = lowest(w->active);
    char what[MOST_TEXT], file[MOST_TEXT], function[MOST_TEXT];
    const uint32_t *at = w->block->ctaid;
    if (!generic_text(w, l, call_arg(w, c, 0, l), what)) strcpy(what, "?");
    if (!generic_text(w, l, call_arg(w, c, 1, l), file)) strcpy(file, "?");
    if (!generic_text(w, l, call_arg(w, c, 3, l), function))
        strcpy(function, "?");
    return warp_trap_text(
        w, in, SIM_TRAP_ASSERT, w->active,
        "%.80s:%u: %.60s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion "
        "`%.80s` failed.",
        file, (uint32_t)call_arg(w, c, 2, l), function, at[0], at[1], at[2],
        w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l], what);
}

// ---- the heap of kernels

// An H200 loses 10 to 50 % of its heap to its own bookkeeping; here all of it
// can be had.
enum { HEAP_GRAIN = 16 }; // bytes that every allocation is a multiple of

static uint64_t heap_bytes(uint64_t n) {
    return (n + HEAP_GRAIN - 1) & ~(uint64_t)(HEAP_GRAIN - 1);
}

// Takes n bytes of the heap; false: they are not left.
static bool heap_take(KernelHeap *h, uint64_t n) {
    if (!h) return true;
    h->is_used = true;
    if (heap_bytes(n) < n || heap_bytes(n) > h->most - h->taken) {
        h->is_full = true;
        return false;
    }
    h->taken += heap_bytes(n);
    return true;
}

uint64_t kernel_malloc(Launch *la, uint64_t n) {
    // as CUDA: NULL where the heap is full
    if (!heap_take(la->memory.heap, n)) return 0;
    return mem_alloc(la->memory.mem, n, ALLOC_DEVICE, "malloc");
}

bool kernel_free(Launch *la, uint64_t p) {
    const Alloc *a = mem_find(la->memory.mem, p);
    uint64_t n = a && a->lo == p ? heap_bytes(a->hi - a->lo) : 0;
    KernelHeap *h = la->memory.heap;
    if (h) h->taken -= min_of(n, h->taken);
    return !p || mem_release(la->memory.mem, p);
}

static const Insn *exec_malloc(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        uint64_t n = call_arg(w, c, 0, (int)l);
        call_result(w, c, (int)l, kernel_malloc(w->block->launch, n));
    }
    w->block->progress++;
    return in + 1;
}

static const Insn *exec_free(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        uint64_t p = call_arg(w, c, 0, (int)l);
        if (kernel_free(w->block->launch, p)) continue;
        return warp_trap_text(w, in, SIM_TRAP_AFTER_FREE, 1u << l,
                              "free of 0x%llx, which malloc did not return or "
                              "which was freed before",
                              (unsigned long long)p);
    }
    return in + 1;
}

ExecFn syscall_find(const char *name) {
    static const struct {
        const char *name;
        ExecFn fn;
    } functions[] = {
        {"vprintf", exec_vprintf},
        {"__assertfail", exec_assertfail},
        {"malloc", exec_malloc},
        {"free", exec_free},
    };
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        if (!strcmp(functions[i].name, name)) return functions[i].fn;
    }
    return NULL;
}
