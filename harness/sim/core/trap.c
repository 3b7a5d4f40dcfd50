// Reports of errors, each one sentence that a beginner understands.
//
// A SimTrap says who (thread, block), what (access, bytes, space), where
// (source line, address, allocation) and a likely cause.
#include "sim/core/trap.h"

#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/decode/code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const trap_name[SIM_TRAP_COUNT] = {
#define TRAP(id, text, error, meaning) [SIM_TRAP_##id] = text,
#include "base/traps.def"
};

enum { NEAR_NULL = 65536 };

const char *sim_trap_name(SimTrapKind k) {
    return k < SIM_TRAP_COUNT ? trap_name[k] : "unknown";
}

static const char *hint_of(SimTrapKind k, Space space, const char *access) {
    switch (k) {
    case SIM_TRAP_OUT_OF_BOUNDS:
        if (space == SPACE_SHARED)
            return "How large is the shared array, and which index does this "
                   "thread use?";
        if (space == SPACE_LOCAL)
            return "An index runs past the end of an array that each thread "
                   "has of its own.";
        return !strcmp(access, "write")
                   ? "Is there a bounds check such as `if (i < n)`?"
                   : "Is every index that is read inside the array, at the "
                     "edges too?";
    case SIM_TRAP_MISALIGNED:
        return "An address has to be a multiple of the size of what lies "
               "there: "
               "of 16 bytes for a float4, of 4 for a float. Which pointer was "
               "cast, and which offset was added?";
    case SIM_TRAP_HOST_POINTER:
        return "Kernels can use memory of cudaMalloc, cudaMallocManaged or "
               "cudaMallocHost. Was the host's array passed by mistake?";
    case SIM_TRAP_OTHER_DEVICE:
        return "It was allocated while another device was current. "
               "cudaSetDevice before cudaMalloc, or "
               "cudaDeviceEnablePeerAccess before the launch.";
    case SIM_TRAP_AFTER_FREE:
        return "cudaFree came before the kernel that uses the memory.";
    case SIM_TRAP_BARRIER:
        return "All threads of the block must reach the same __syncthreads(): "
               "move it out of the `if` or the loop.";
    case SIM_TRAP_DEADLOCK:
        return "Who should end this wait, and what keeps it from doing so?";
    case SIM_TRAP_SHUFFLE:
        return "All lanes that the mask names must execute this, and the "
               "source lane must be one of them: keep it outside of any `if` "
               "or loop that only some lanes of the warp go through.";
    case SIM_TRAP_PARTIAL_WARP:
        return "All 32 lanes execute it together: no `if` that depends on the "
               "lane around it, and no lane that has returned before.";
    case SIM_TRAP_METADATA:
        return "Two bits for each kept element: its place among its four, 0 to "
               "3. The first of a pair has the lower bits, and the smaller "
               "place.";
    case SIM_TRAP_ASYNC_COPY:
        return "Wait for the copy first (cp.async.wait_group, pipeline "
               "consumer_wait, barrier wait), then __syncthreads() for what "
               "other threads copied. In a ring of buffers: is this the one "
               "that was waited for?";
    case SIM_TRAP_PROXY:
        return "Every thread that wrote executes fence.proxy.async "
               "(cuda::ptx::fence_proxy_async) after its writes, then the "
               "block meets, then one thread copies.";
    case SIM_TRAP_MBARRIER:
        return "One thread initialises it with the number of arrivals of a "
               "phase, then __syncthreads(), before anyone uses it.";
    case SIM_TRAP_TENSOR_MAP:
        return "The host makes the map with cuTensorMapEncodeTiled and looks "
               "at its result. The kernel takes it as const __grid_constant__ "
               "CUtensorMap map, and the copy takes its address.";
    case SIM_TRAP_WGMMA:
        return "A step is wgmma.fence, its wgmma.mma_async, "
               "wgmma.commit_group. wgmma.wait_group comes before anybody uses "
               "the sums or overwrites the tiles.";
    case SIM_TRAP_DESCRIPTOR:
        return "The descriptor begins at the first row of the 64 of A, and at "
               "the whole tile of B, in every thread. Neither the lane nor "
               "the warp within its four has a part in it.";
    case SIM_TRAP_EXITED_BLOCK:
        return "End the kernel with cluster.sync(), so that no block leaves "
               "while others still use its shared memory.";
    case SIM_TRAP_BLANK_SHARED:
        return "Shared memory begins with garbage. Fill it first, by every "
               "thread for its own elements, then __syncthreads().";
    case SIM_TRAP_BLANK_LOCAL:
        return "Variables of a function begin with garbage: give it a value "
               "first.";
    case SIM_TRAP_STACK:
        return "Does the recursion end? If it must go this deep, ask for more "
               "before the launch: cudaDeviceSetLimit(cudaLimitStackSize, "
               "bytes), bytes per thread. Or keep what is left to do in an "
               "array, and loop.";
    case SIM_TRAP_TIMEOUT:
        return "Does the condition of the loop at this line ever become "
               "false? What another thread writes is read with volatile or "
               "with cuda::atomic_ref.";
    default: return "";
    }
}

// ---- places

static const BasicBlock *block_of(const Code *c, const Insn *in) {
    uint32_t i = (uint32_t)(in - c->insns);
    for (uint32_t b = 0; b < c->nblocks; b++) {
        if (i - c->blocks[b].first < c->blocks[b].n) return &c->blocks[b];
    }
    return NULL;
}

SrcLoc site_loc(const Launch *la, const Code *code, uint32_t site) {
    const SrcLoc *loc = site < code->nsites ? code->sites[site].loc : NULL;
    loc = loc ? src_place(loc, la->main_file) : NULL;
    return loc ? *loc : (SrcLoc){.file = ""};
}

void trap_add_file(const SimTrap *t, char *text, size_t size) {
    size_t n = strlen(text);
    const char *file = t->other_file, *slash = file ? strrchr(file, '/') : NULL;
    if (!n || !file || !*file || !t->file || !strcmp(file, t->file)) return;
    snprintf(text + n, size - n, " of %s", slash ? slash + 1 : file);
}

// Its innermost place, or NULL.
static const SrcLoc *own_loc(const Code *code, const Insn *in) {
    if (!in) return NULL;
    if (in->site && in->site < code->nsites) return code->sites[in->site].loc;
    const BasicBlock *b = block_of(code, in);
    return b ? b->loc : NULL;
}

SrcLoc insn_loc(const Launch *la, const Code *code, const Insn *in) {
    const SrcLoc *loc = own_loc(code, in);
    loc = loc ? src_place(loc, la->main_file) : NULL;
    return loc ? *loc : (SrcLoc){.file = ""};
}

// Of CUB, Thrust, libcu++ and cooperative groups, wherever the toolkit is; not
// the headers that only wrap an instruction.
bool insn_in_library(const Launch *la, const Code *code, const Insn *in) {
    static const char *const parts[] = {
        "/cub/",  "/thrust/", "/cuda/std/", "/cuda/__", "/cooperative_groups",
        "/cccl/", "/curand",
    };
    const SrcLoc *loc = own_loc(code, in);
    if (!loc || !loc->file || !strcmp(loc->file, la->main_file)) return false;
    if (!comes_with_cuda(loc->file)) return false;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (strstr(loc->file, parts[i])) return true;
    return false;
}

static void set_place(SimTrap *t, Warp *w, const Code *code, const Insn *in,
                      uint32_t lanes) {
    const Launch *la = w->block->launch;
    int l = lanes ? lowest(lanes) : 0;
    SrcLoc loc = insn_loc(la, code, in);
    t->file = loc.file;
    t->line = loc.line;
    t->other_file = "";
    t->kernel = la->code->demangled ? la->code->demangled : "";
    memcpy(t->block, w->block->ctaid, sizeof t->block);
    for (int i = 0; i < 3; i++)
        t->thread[i] = w->tid[i].u32[l];
}

// ---- addresses

static Space space_of(const Code *code, const Insn *in, uint64_t address) {
    Space s = in->site && in->site < code->nsites ? code->sites[in->site].space
                                                  : SPACE_GENERIC;
    if (s != SPACE_GENERIC) return s;
    if (address - MEM_SHARED_BASE < MEM_WINDOW) return SPACE_SHARED;
    if (address - MEM_LOCAL_BASE < MEM_WINDOW) return SPACE_LOCAL;
    if (address - MEM_PARAM_BASE < MEM_WINDOW) return SPACE_PARAM;
    return SPACE_GLOBAL;
}

static const char *space_text(Space s) {
    switch (s) {
    case SPACE_SHARED: return "shared";
    case SPACE_LOCAL: return "local";
    case SPACE_CONST: return "constant";
    case SPACE_PARAM: return "param";
    default: return "global";
    }
}

static const char *bytes_text(char *buf, size_t n, uint64_t bytes) {
    snprintf(buf, n, "%llu byte%s", (unsigned long long)bytes,
             bytes == 1 ? "" : "s");
    return buf;
}

void trap_note_allocation(SimTrap *t, const Alloc *a) {
    if (!a) return;
    uint64_t size = a->hi - a->lo, at = t->address;
    const char *freed = a->kind == ALLOC_FREED ? "freed " : "";
    char what[64], far[40];
    if (a->name && a->borrowed)
        snprintf(what, sizeof what, "`%.24s`, which has %llu bytes", a->name,
                 (unsigned long long)size);
    else if (a->name)
        snprintf(what, sizeof what, "variable '%.30s' of %llu bytes", a->name,
                 (unsigned long long)size);
    else
        snprintf(what, sizeof what, "a %s%llu-byte allocation", freed,
                 (unsigned long long)size);
    t->alloc_lo = a->lo;
    t->alloc_bytes = size;
    t->alloc_pc = a->made_at;
    if (a->kind == ALLOC_FREED) t->other_pc = a->freed_at;

    if (at >= a->hi && at == a->hi)
        snprintf(t->alloc_note, sizeof t->alloc_note, "just past the end of %s",
                 what);
    else if (at >= a->hi)
        snprintf(t->alloc_note, sizeof t->alloc_note, "%s past the end of %s",
                 bytes_text(far, sizeof far, at - a->hi), what);
    else if (at == a->lo)
        snprintf(t->alloc_note, sizeof t->alloc_note, "the beginning of %s",
                 what);
    else if (at < a->lo)
        snprintf(t->alloc_note, sizeof t->alloc_note,
                 "%s before the beginning of %s",
                 bytes_text(far, sizeof far, a->lo - at), what);
    else
        snprintf(t->alloc_note, sizeof t->alloc_note, "%s into %s",
                 bytes_text(far, sizeof far, at - a->lo), what);
}

enum { FAR_BELOW = 1 << 24 }; // as in access/address.c

// A generic pointer to shared memory, cut to 32 bits.
static bool is_half_pointer(uint64_t address) {
    return address - (uint32_t)MEM_SHARED_BASE < MEM_WINDOW;
}

const Alloc *trap_meant(const Warp *w, const Insn *in) {
    const LaunchMemory *m = &w->block->launch->memory;
    int32_t place = in->site && in->site < w->code->nsites
                        ? w->code->sites[in->site].param - 1
                        : -1;
    uint64_t base;
    if (place < 0 || !m->mem || !m->params ||
        (uint32_t)place + sizeof base > w->block->launch->code->param_bytes)
        return NULL;
    memcpy(&base, m->params + place, sizeof base);
    return mem_find(m->mem, base);
}

// How far an address is from the array that it is made from.
static void note_array(SimTrap *t, const SharedVar *v) {
    uint32_t at = (uint32_t)t->address, end = v->offset + v->size;
    char far[40];
    t->alloc_bytes = v->size;
    if (at == end)
        snprintf(t->alloc_note, sizeof t->alloc_note,
                 "just past the end of `%.24s`, which has %u bytes", v->name,
                 v->size);
    else if (at >= v->offset && at < end)
        snprintf(t->alloc_note, sizeof t->alloc_note,
                 "%s into `%.24s`, which has %u bytes",
                 bytes_text(far, sizeof far, at - v->offset), v->name, v->size);
    else if (at > end && at < 1u << 31)
        snprintf(t->alloc_note, sizeof t->alloc_note,
                 "%s past the end of `%.24s`, which has %u bytes",
                 bytes_text(far, sizeof far, at - end), v->name, v->size);
    else
        snprintf(t->alloc_note, sizeof t->alloc_note,
                 "%s before the beginning of `%.24s`, which has %u bytes",
                 bytes_text(far, sizeof far, v->offset - at), v->name, v->size);
}

static void note_address(SimTrap *t, Warp *w, const Insn *in, Space space) {
    const Launch *la = w->block->launch;
    if (space == SPACE_SHARED) {
        const SharedVar *v = in->site ? w->code->sites[in->site].array : NULL;
        if (v && !is_half_pointer(t->address)) {
            note_array(t, v);
            return;
        }
        t->alloc_bytes = w->block->shared_bytes;
        if (is_half_pointer(t->address)) {
            snprintf(t->alloc_note, sizeof t->alloc_note,
                     "the lower half of a generic pointer");
            return;
        }
        snprintf(t->alloc_note, sizeof t->alloc_note,
                 "the block has %u bytes of shared memory",
                 w->block->shared_bytes);
        return;
    }
    if (space != SPACE_GLOBAL && space != SPACE_CONST) return;
    const Alloc *meant = trap_meant(w, in), *a = meant;
    if (!a && la->memory.mem) a = mem_nearest(la->memory.mem, t->address);
    if (!t->address) {
        snprintf(t->alloc_note, sizeof t->alloc_note, "a null pointer");
    } else if (a && (meant || mem_in_arena(la->memory.mem, t->address) ||
                     a->lo - t->address < FAR_BELOW)) {
        trap_note_allocation(t, a);
    } else if (t->address < NEAR_NULL) {
        snprintf(t->alloc_note, sizeof t->alloc_note, "close to null");
    } else {
        snprintf(t->alloc_note, sizeof t->alloc_note,
                 t->kind == SIM_TRAP_HOST_POINTER
                     ? "an address of host memory"
                     : "far from every allocation");
    }
}

// ---- recording

static void who(const SimTrap *t, char *buf, size_t n) {
    snprintf(buf, n, "Thread (%u,%u,%u) of block (%u,%u,%u)", t->thread[0],
             t->thread[1], t->thread[2], t->block[0], t->block[1], t->block[2]);
}

static SimTrap *begin(Warp *w, const Insn *in, SimTrapKind kind,
                      uint32_t lanes) {
    Launch *la = w->block->launch;
    w->state = WARP_TRAPPED;
    // The first one counts; what follows it is lost with the launch.
    SimTrap *t =
        la->traps.trapped ? arena_new(&la->arena, SimTrap) : &la->traps.trap;
    la->traps.trapped = true;
    *t = (SimTrap){.kind = kind,
                   .name = sim_trap_name(kind),
                   .count = 1,
                   .space = "",
                   .access = ""};
    bool parked = w->wait.lanes & lanes;
    const Code *code =
        parked ? w->lane.counts[lowest(lanes & w->wait.lanes)]->code : w->code;
    set_place(t, w, code, in, lanes);
    return t;
}

static void say(SimTrap *t, const char *verb, const char *space) {
    char thread[80];
    who(t, thread, sizeof thread);
    if (t->kind == SIM_TRAP_OUT_OF_BOUNDS && !strcmp(space, "local"))
        snprintf(t->message, sizeof t->message,
                 "%s %s %u byte%s beyond its local memory.", thread, verb,
                 t->bytes, t->bytes == 1 ? "" : "s");
    else if (t->kind == SIM_TRAP_TRAP)
        snprintf(t->message, sizeof t->message,
                 "%s executed a trap instruction.", thread);
    else if (t->kind == SIM_TRAP_MISALIGNED)
        snprintf(t->message, sizeof t->message,
                 "%s %s %u bytes of %s memory at 0x%llx, which is no multiple "
                 "of %u.",
                 thread, verb, t->bytes, space, (unsigned long long)t->address,
                 t->bytes);
    else
        snprintf(t->message, sizeof t->message,
                 "%s %s %u byte%s of %s memory at 0x%llx%s%s.", thread, verb,
                 t->bytes, t->bytes == 1 ? "" : "s", space,
                 (unsigned long long)t->address, *t->alloc_note ? ": " : "",
                 t->alloc_note);
}

// An address before an array, where another one ends not far below it: the
// index of the one is below 0, or, if it is not known which one is meant, that
// of the other is too large.
static void hint_between(SimTrap *t, const Mem *m, bool is_known) {
    enum { NEAR = 1 << 20 };
    const Alloc *below = is_known ? NULL : mem_below(m, t->address);
    char far[40];
    if (below && t->address - below->hi <= NEAR)
        snprintf(t->hint, sizeof t->hint,
                 "Is this line about that array? Then its index is below 0: a "
                 "left edge, or a type too small for it. Or about the array "
                 "that lies before it in memory? Then its index is %s past the "
                 "end of that one.",
                 bytes_text(far, sizeof far, t->address - below->hi));
    else
        snprintf(t->hint, sizeof t->hint,
                 "The index is below 0 here: a left edge, or a type too small "
                 "for it (a short ends at 32767, an int at 2 147 483 647)?");
}

const Insn *warp_trap(Warp *w, const Insn *in, SimTrapKind kind, uint32_t lanes,
                      uint64_t address, const char *access, uint32_t bytes) {
    trap_access(begin(w, in, kind, lanes), w, in, address, access, bytes);
    return NULL;
}

void trap_access(SimTrap *t, Warp *w, const Insn *in, uint64_t address,
                 const char *access, uint32_t bytes) {
    SimTrapKind kind = t->kind;
    Space space = space_of(w->code, in, address);
    // Of shared memory it is told how far it is from its beginning.
    bool is_window =
        space == SPACE_SHARED && address - MEM_SHARED_BASE < MEM_WINDOW;
    t->address = is_window ? address - MEM_SHARED_BASE : address;
    t->access = access;
    t->bytes = bytes;
    if (kind != SIM_TRAP_TRAP) t->space = space_text(space);
    if (bytes) note_address(t, w, in, space);
    say(t,
        !strcmp(access, "write")  ? "writes"
        : !strcmp(access, "read") ? "reads"
                                  : "updates",
        t->space);
    bool null = kind == SIM_TRAP_OUT_OF_BOUNDS && space == SPACE_GLOBAL &&
                address < NEAR_NULL;
    const KernelHeap *h = w->block->launch->memory.heap;
    if (null && h && h->is_full)
        snprintf(t->hint, sizeof t->hint,
                 "malloc or new in a kernel returned NULL: the heap of kernels "
                 "has %llu KiB. Look at what it returns, free what is no "
                 "longer used, or set cudaLimitMallocHeapSize before the first "
                 "launch.",
                 (unsigned long long)h->most >> 10);
    else if (kind == SIM_TRAP_OUT_OF_BOUNDS && space == SPACE_SHARED &&
             is_half_pointer(address))
        snprintf(t->hint, sizeof t->hint,
                 "A pointer of C++ is generic, of 64 bits, and its lower half "
                 "is no address of shared memory. __cvta_generic_to_shared(p) "
                 "gives that address.");
    else if (kind == SIM_TRAP_OUT_OF_BOUNDS && space == SPACE_GLOBAL &&
             strstr(t->alloc_note, " before the beginning"))
        hint_between(t, w->block->launch->memory.mem,
                     trap_meant(w, in) != NULL);
    else
        snprintf(t->hint, sizeof t->hint, "%s",
                 null ? "Was the pointer ever set, did cudaMalloc succeed, did "
                        "the launch pass it?"
                      : hint_of(kind, space, access));
}

static void finish_text(SimTrap *t, const char *fmt, va_list ap) {
    vsnprintf(t->message, sizeof t->message, fmt, ap);
    size_t n = strlen(t->message);
    if (n && n + 1 < sizeof t->message && !strchr(".!?", t->message[n - 1]))
        strcat(t->message, ".");
    if (!*t->hint)
        snprintf(t->hint, sizeof t->hint, "%s",
                 hint_of(t->kind, SPACE_GENERIC, ""));
}

const Insn *warp_trap_text(Warp *w, const Insn *in, SimTrapKind kind,
                           uint32_t lanes, const char *fmt, ...) {
    SimTrap *t = begin(w, in, kind, lanes);
    va_list ap;
    va_start(ap, fmt);
    finish_text(t, fmt, ap);
    va_end(ap);
    return NULL;
}

void warp_trap_other(Warp *w, SrcLoc loc) {
    SimTrap *t = &w->block->launch->traps.trap;
    t->other_file = loc.file;
    t->other_line = loc.line;
}

// The note of the same kind and place, or NULL.
static SimTrap *note_find(Launch *la, SimTrapKind kind, SimSeverity severity,
                          const char *file, int line) {
    for (int i = 0; i < la->traps.nnotes; i++) {
        SimTrap *t = &la->traps.notes[i];
        if (t->kind == kind && t->severity == severity && t->line == line &&
            t->file == file)
            return t;
    }
    return NULL;
}

void notes_move(Launch *to, Launch *from) {
    for (int i = 0; i < from->traps.nnotes; i++) {
        const SimTrap *t = &from->traps.notes[i];
        SimTrap *same = note_find(to, t->kind, t->severity, t->file, t->line);
        if (same)
            same->count += t->count;
        else if (to->traps.nnotes < (int)COUNT_OF(to->traps.notes))
            to->traps.notes[to->traps.nnotes++] = *t;
    }
    from->traps.nnotes = 0;
    to->traps.uneven |= from->traps.uneven;
    from->traps.uneven = false;
}

SimTrap trap_draft(Warp *w, const Code *code, const Insn *in, SimTrapKind kind,
                   uint32_t lanes) {
    SimTrap t = {.kind = kind,
                 .name = sim_trap_name(kind),
                 .count = 1,
                 .space = "",
                 .access = ""};
    set_place(&t, w, code, in, lanes);
    return t;
}

bool launch_note_again(Launch *la, const SimTrap *t) {
    SimTrap *same = note_find(la, t->kind, t->severity, t->file, t->line);
    if (same) same->count++;
    return same != NULL;
}

SimTrap *warp_note_at(Warp *w, const Code *code, const Insn *in,
                      SimTrapKind kind, uint32_t lanes) {
    return warp_note_mild(w, code, in, SIM_WRONG, kind, lanes);
}

SimTrap *warp_note_mild(Warp *w, const Code *code, const Insn *in,
                        SimSeverity severity, SimTrapKind kind,
                        uint32_t lanes) {
    Launch *la = w->block->launch;
    SrcLoc loc = insn_loc(la, code, in);
    SimTrap *same = note_find(la, kind, severity, loc.file, loc.line);
    if (same) {
        same->count++;
        return NULL;
    }
    if (la->traps.nnotes == (int)COUNT_OF(la->traps.notes)) return NULL;
    SimTrap *t = &la->traps.notes[la->traps.nnotes++];
    *t = trap_draft(w, code, in, kind, lanes);
    t->severity = severity;
    return t;
}

SimTrap *warp_note_begin(Warp *w, const Insn *in, SimTrapKind kind,
                         uint32_t lanes) {
    bool parked = w->wait.lanes & lanes;
    const Code *code =
        parked ? w->lane.counts[lowest(lanes & w->wait.lanes)]->code : w->code;
    return warp_note_at(w, code, in, kind, lanes);
}

void trap_say(SimTrap *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    finish_text(t, fmt, ap);
    va_end(ap);
}

void warp_note(Warp *w, const Insn *in, SimTrapKind kind, uint32_t lanes,
               const char *fmt, ...) {
    SimTrap *t = warp_note_begin(w, in, kind, lanes);
    if (!t) return;
    va_list ap;
    va_start(ap, fmt);
    finish_text(t, fmt, ap);
    va_end(ap);
}

void launch_note(Launch *la, const SimTrap *t) {
    for (int i = 0; i < la->traps.nnotes; i++) {
        SimTrap *o = &la->traps.notes[i];
        if (o->kind != t->kind || o->severity != t->severity ||
            o->line != t->line || o->file != t->file)
            continue;
        o->count += t->count;
        return;
    }
    if (la->traps.nnotes < (int)COUNT_OF(la->traps.notes))
        la->traps.notes[la->traps.nnotes++] = *t;
}
