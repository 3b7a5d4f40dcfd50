#include "sim/core/stack.h"

#include "sim/core/block.h"
#include "sim/core/frame.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"

enum { SLACK = 256 }; // that an H200 gives beyond the limit

void stack_guess(Code *entry) {
    for (Code *c = entry; c; c = c->next) {
        uint64_t bytes = 0;
        for (int i = 0; i < c->func->nvars; i++)
            if (c->func->vars[i]->space == SPACE_LOCAL)
                bytes += c->func->vars[i]->size;
        c->stack_frame = (uint32_t)min_of((bytes + 15) & ~15ull, 1ull << 30);
    }
}

uint32_t stack_room(const Code *entry, size_t limit) {
    uint64_t need = 0;
    if (!limit) limit = STACK_USUAL;
    if (entry->regs_exact)
        need = (uint64_t)max_of(entry->stack_bytes, 0);
    else // each function once: no kernel without recursion has more
        for (const Code *c = entry; c; c = c->next)
            need += c->stack_frame;
    return (uint32_t)min_of(max_of((uint64_t)limit, need) + SLACK,
                            (uint64_t)UINT32_MAX);
}

// Calls of f on the way to the place of lane l.
static uint32_t calls_of(const Warp *w, const Code *f, uint32_t l) {
    uint32_t n = w->code == f;
    for (uint32_t d = 0; d < w->depth; d++)
        n += w->stack.frames[(size_t)d * WARP_SIZE + l].counts->code == f;
    return n;
}

const Insn *stack_overflow(Warp *w, const Insn *in, const Code *to,
                           uint32_t lanes) {
    const Code *most = to;
    uint64_t most_bytes = 0;
    uint32_t l = (uint32_t)lowest(lanes), most_calls = 0;
    for (const Code *c = w->block->launch->code; c; c = c->next) {
        uint32_t calls = calls_of(w, c, l) + (c == to);
        uint64_t bytes = (uint64_t)calls * c->stack_frame;
        if (bytes <= most_bytes) continue;
        most = c;
        most_calls = calls;
        most_bytes = bytes;
    }
    uint32_t room = w->block->launch->memory.stack_room - SLACK;
    if (most_calls < 2)
        return warp_trap_text(w, in, SIM_TRAP_STACK, lanes,
                              "The stack of a thread is full: '%s' takes %u "
                              "bytes of it, and a thread has %u",
                              most->demangled, most->stack_frame, room);
    return warp_trap_text(w, in, SIM_TRAP_STACK, lanes,
                          "The stack of a thread is full: %u calls of '%s' "
                          "are under way, each takes %u bytes, and a thread "
                          "has %u",
                          most_calls, most->demangled, most->stack_frame, room);
}
