// The device runtime: the part of CUDA's runtime that kernels may call
// (dynamic parallelism). nvcc names its functions __cudaCDP2...
//
//   p = __cudaCDP2GetParameterBufferV2(kernel, grid, block, shared)
//   the kernel writes the arguments to p
//   __cudaCDP2LaunchDeviceV2(p, stream)
//
// A launched kernel waits in the launch (core/child.h). Work that kernels give
// runs one after the other in the order of the calls, so that events and the
// order of a stream need nothing more.
#include "sim/access/observe.h"
#include "sim/check/after.h"
#include "sim/core/child.h"
#include "sim/core/trap.h"
#include "sim/core/turn.h"
#include "sim/decode/decode.h"
#include "sim/exec/argument.h"
#include "sim/exec/call.h"

#include "base/heap.h"
#include "base/vec.h"

#include <string.h>

// Of CUDA's errors, those that kernels can see here.
enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_CONFIGURATION = 9,
    TOO_DEEP = 65, // cudaErrorLaunchMaxDepthExceeded
    INVALID_HANDLE = 400,
};

static Children *children_of(Warp *w) {
    return &launch_whole(w->block->launch)->children;
}

// The call of lane l gives e, and the next cudaGetLastError too.
static void end_call(Warp *w, const CallSite *c, int l, uint32_t e) {
    if (e) children_of(w)->error = e;
    call_result(w, c, l, e);
}

// ---- launching

static bool is_kernel(const Launch *la, const PtxFunc *f) {
    const PtxModule *m = la->ptx;
    for (int i = 0; m && i < m->nfuncs; i++)
        if (m->funcs[i] == f) return f->is_entry && !f->is_declared_only;
    return false;
}

// CUDA's error for these sizes, or 0.
static uint32_t shape_error_of(const Launch *la, const Child *k) {
    uint64_t threads = 1;
    for (int i = 0; i < 3; i++) {
        threads *= k->threads[i];
        if (!k->grid[i] || !k->threads[i] || k->threads[i] > 1024)
            return INVALID_CONFIGURATION;
    }
    uint64_t room = (uint64_t)la->gpu->smem_block_kib << 10;
    bool good = threads <= 1024 && k->threads[2] <= 64 && k->shared <= room &&
                k->grid[0] <= INT32_MAX && k->grid[1] <= 65535 &&
                k->grid[2] <= 65535;
    return good ? SUCCESS : INVALID_CONFIGURATION;
}

static uint32_t params_of(const PtxFunc *f) {
    return max_of(param_layout(f), 16u);
}

static void drop_buffer(Warp *w, Child *k) {
    if (k->buffer) mem_release(w->block->launch->memory.mem, k->buffer);
    k->buffer = 0;
}

// A place for the arguments of a launch; 0: there is none.
static uint64_t begin_launch(Warp *w, Child *k) {
    Children *list = children_of(w);
    k->block = w->block->linear;
    k->nparams = params_of(k->func);
    k->buffer = mem_alloc(w->block->launch->memory.mem, k->nparams,
                          ALLOC_DEVICE, "the arguments of a launch");
    if (!k->buffer) {
        list->error = OUT_OF_MEMORY;
        return 0;
    }
    vec_push(list, *k);
    return k->buffer;
}

static const Insn *no_kernel(Warp *w, const Insn *in, int l) {
    return warp_trap_text(w, in, SIM_TRAP_TRAP, 1u << l,
                          "a launch of something that is no kernel of this "
                          "program");
}

static const Insn *exec_get_buffer(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    if (!turn_gate(w)) return NULL;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        int lane = (int)l;
        Child k = {.kind = CHILD_KERNEL};
        k.func = (const PtxFunc *)(uintptr_t)call_arg(w, c, 0, lane);
        if (!is_kernel(launch_whole(w->block->launch), k.func))
            return no_kernel(w, in, lane);
        call_arg_bytes(w, c, 1, lane, k.grid, sizeof k.grid);
        call_arg_bytes(w, c, 2, lane, k.threads, sizeof k.threads);
        k.shared = (uint32_t)call_arg(w, c, 3, lane);
        call_result(w, c, lane, begin_launch(w, &k));
    }
    w->block->progress++;
    return in + 1;
}

// The launch whose arguments are written to p, or NULL.
static Child *find_waiting(Children *list, uint64_t p) {
    for (int i = list->n; p && i-- > 0;)
        if (list->at[i].buffer == p && !list->at[i].is_due) return &list->at[i];
    return NULL;
}

// A note; launch.c makes more of it if the kernel never asks for the error.
static void tell_refusal(Warp *w, const Insn *in, int l, const Child *k,
                         uint32_t e) {
    SimTrap *t =
        warp_note_mild(w, w->code, in, SIM_NOTE, SIM_TRAP_LAUNCH, 1u << l);
    if (t && e == TOO_DEEP)
        trap_say(t,
                 "Launches of launches go deeper than %d here: this one is "
                 "left out",
                 CHILD_DEPTH);
    else if (t)
        trap_say(t,
                 "A kernel launches %ux%ux%u blocks of %ux%ux%u threads with "
                 "%u bytes of shared memory: the device cannot do that",
                 k->grid[0], k->grid[1], k->grid[2], k->threads[0],
                 k->threads[1], k->threads[2], k->shared);
}

// The child is on its way: what the block does next, it does beside it.
static void note_given(Warp *w, const Insn *in, const Child *k) {
    Launch *la = w->block->launch;
    shadow_gave(la->checks.shadow, w->block->linear,
                (int)(k - children_of(w)->at), shadow_place(w, in));
}

static uint32_t start_launch(Warp *w, const Insn *in, int l, Child *k,
                             uint64_t stream) {
    const Launch *la = w->block->launch;
    uint32_t e = shape_error_of(la, k);
    if (!e && children_of(w)->depth >= CHILD_DEPTH) e = TOO_DEEP;
    if (e) tell_refusal(w, in, l, k, e);
    if (!e) {
        k->is_due = true;
        k->stream = stream;
        note_given(w, in, k);
        k->params = heap_new(k->nparams, 1);
        memcpy(k->params, mem_bytes(la->memory.mem, k->buffer), k->nparams);
    }
    drop_buffer(w, k);
    return e;
}

static const Insn *exec_launch(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    if (!turn_gate(w)) return NULL;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        int lane = (int)l;
        Child *k = find_waiting(children_of(w), call_arg(w, c, 0, lane));
        uint64_t stream = call_arg(w, c, 1, lane);
        end_call(w, c, lane,
                 k ? start_launch(w, in, lane, k, stream) : INVALID_VALUE);
    }
    w->block->progress++;
    return in + 1;
}

// ---- copies and fills

static const Insn *give_work(Warp *w, const Insn *in, ChildKind kind) {
    const CallSite *c = in->ptr;
    if (!turn_gate(w)) return NULL;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        int lane = (int)l;
        Child k = {.kind = kind, .is_due = true, .block = w->block->linear};
        k.to = call_arg(w, c, 0, lane);
        k.from = k.value = (uint32_t)call_arg(w, c, 1, lane);
        if (kind == CHILD_COPY) k.from = call_arg(w, c, 1, lane);
        if (kind != CHILD_CONDITION) {
            k.bytes = call_arg(w, c, 2, lane);
            k.stream = call_arg(w, c, kind == CHILD_COPY ? 4 : 3, lane);
        }
        vec_push(children_of(w), k);
        if (kind == CHILD_CONDITION) continue;
        note_given(w, in, &children_of(w)->at[children_of(w)->n - 1]);
        end_call(w, c, lane, SUCCESS);
    }
    return in + 1;
}

static const Insn *exec_copy(Warp *w, const Insn *in) {
    return give_work(w, in, CHILD_COPY);
}

static const Insn *exec_fill(Warp *w, const Insn *in) {
    return give_work(w, in, CHILD_FILL);
}

static const Insn *exec_set_condition(Warp *w, const Insn *in) {
    return give_work(w, in, CHILD_CONDITION);
}

// ---- streams, events, memory

// Writes 8 bytes to where argument 0 points.
static bool give_at_pointer(Warp *w, const CallSite *c, int l, uint64_t v,
                            size_t bytes) {
    return generic_write(w, l, call_arg(w, c, 0, l), &v, bytes);
}

static const Insn *bad_pointer(Warp *w, const Insn *in, int l) {
    return warp_trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, 1u << l,
                     call_arg(w, in->ptr, 0, l), "write", 8);
}

static const Insn *exec_make_handle(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    if (!turn_gate(w)) return NULL;
    FOR_LANES(l, w->active) {
        uint64_t h = CHILD_FIRST_STREAM + children_of(w)->handles++;
        if (!give_at_pointer(w, c, (int)l, h, 8))
            return bad_pointer(w, in, (int)l);
        end_call(w, c, (int)l, SUCCESS);
    }
    return in + 1;
}

static const Insn *exec_use_handle(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    FOR_LANES(l, w->active) {
        uint64_t h = call_arg(w, c, 0, (int)l);
        bool known = h < CHILD_FIRST_STREAM ||
                     h - CHILD_FIRST_STREAM < children_of(w)->handles;
        end_call(w, c, (int)l, known ? SUCCESS : INVALID_HANDLE);
    }
    return in + 1;
}

static const Insn *exec_device_malloc(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        uint64_t p = kernel_malloc(w->block->launch, call_arg(w, c, 1, (int)l));
        if (!give_at_pointer(w, c, (int)l, p, 8))
            return bad_pointer(w, in, (int)l);
        end_call(w, c, (int)l, p ? SUCCESS : OUT_OF_MEMORY);
    }
    w->block->progress++;
    return in + 1;
}

static const Insn *exec_device_free(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        uint64_t p = call_arg(w, c, 0, (int)l);
        bool good = kernel_free(w->block->launch, p);
        end_call(w, c, (int)l, good ? SUCCESS : INVALID_VALUE);
    }
    return in + 1;
}

// ---- questions

static const Insn *exec_last_error(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    bool peek = strstr(c->func->name, "Peek") != NULL;
    FOR_LANES(l, w->active)
    call_result(w, c, (int)l, children_of(w)->error);
    if (!peek) children_of(w)->error = SUCCESS;
    return in + 1;
}

static const char *words_of_error(uint64_t error, bool name) {
    switch (error) {
#define CUDA_ERROR(its_name, number, text)                                     \
    case number:                                                               \
        return name ? "cuda" #its_name : text;
#include "sim/cuda_errors.def"
#undef CUDA_ERROR
    default: return "unrecognized error code";
    }
}

// The text is device memory, as long as the program runs.
static const Insn *exec_error_text(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    Mem *m = w->block->launch->memory.mem;
    bool name = strstr(c->func->name, "Name") != NULL;
    observe_allocation(w->block->launch);
    FOR_LANES(l, w->active) {
        const char *text = words_of_error(call_arg(w, c, 0, (int)l), name);
        uint64_t n = strlen(text) + 1;
        uint64_t p = mem_alloc(m, n, ALLOC_GLOBAL, "an error's text");
        if (p) memcpy(mem_bytes(m, p), text, n);
        if (p) mem_wrote(m, p, n);
        call_result(w, c, (int)l, p);
    }
    return in + 1;
}

static const Insn *exec_which_device(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    bool count = strstr(c->func->name, "Count") != NULL;
    FOR_LANES(l, w->active) {
        if (!give_at_pointer(w, c, (int)l, count, 4))
            return bad_pointer(w, in, (int)l);
        end_call(w, c, (int)l, SUCCESS);
    }
    return in + 1;
}

ExecFn device_runtime_find(const char *name) {
    static const struct {
        const char *name;
        ExecFn fn;
    } functions[] = {
        {"GetParameterBufferV2", exec_get_buffer},
        {"LaunchDeviceV2", exec_launch},
        {"LaunchDeviceV2_ptsz", exec_launch},
        {"MemcpyAsync", exec_copy},
        {"MemcpyAsync_ptsz", exec_copy},
        {"MemsetAsync", exec_fill},
        {"MemsetAsync_ptsz", exec_fill},
        {"StreamCreateWithFlags", exec_make_handle},
        {"EventCreateWithFlags", exec_make_handle},
        {"StreamDestroy", exec_use_handle},
        {"EventDestroy", exec_use_handle},
        {"EventRecord", exec_use_handle},
        {"EventRecord_ptsz", exec_use_handle},
        {"EventRecordWithFlags", exec_use_handle},
        {"EventRecordWithFlags_ptsz", exec_use_handle},
        {"StreamWaitEvent", exec_use_handle},
        {"StreamWaitEvent_ptsz", exec_use_handle},
        {"Malloc", exec_device_malloc},
        {"Free", exec_device_free},
        {"GetLastError", exec_last_error},
        {"PeekAtLastError", exec_last_error},
        {"GetErrorString", exec_error_text},
        {"GetErrorName", exec_error_text},
        {"GetDevice", exec_which_device},
        {"GetDeviceCount", exec_which_device},
    };
    static const char prefix[] = "__cudaCDP2";
    size_t n = sizeof prefix - 1;
    if (!strcmp(name, "cudaGraphSetConditional")) return exec_set_condition;
    if (strncmp(name, prefix, n) != 0) return NULL;
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (!strcmp(functions[i].name, name + n)) return functions[i].fn;
    return NULL;
}
