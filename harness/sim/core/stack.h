// The stack of a thread: what a device gives, and what calls take of it.
//
// A kernel that calls itself, or through pointers, has no size that the
// compiler could know: then cudaLimitStackSize is what each thread gets, 1024
// bytes unless the program asks for more. Any other kernel gets what it needs.
// How much a call takes ptxas decides: it is in the cubin (cubin_frames.c).
// Without one, the local variables of the function count.
#ifndef SIM_STACK_H
#define SIM_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Code Code;
typedef struct Insn Insn;
typedef struct Warp Warp;

enum { STACK_USUAL = 1024 };

// Fills stack_frame of the functions of a kernel, by their local variables.
void stack_guess(Code *entry);
// The same out of a cubin that has the kernel (cubin_frames.c).
bool stack_frames(const void *elf, size_t n, Code *entry);

// What a thread of entry may take, in a launch on a device with this limit.
uint32_t stack_room(const Code *entry, size_t limit);
// A call of `to` by a warp whose lanes have no room for it: who took it?
const Insn *stack_overflow(Warp *w, const Insn *in, const Code *to,
                           uint32_t lanes);

#endif
