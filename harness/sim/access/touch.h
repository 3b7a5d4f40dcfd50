// Counts and checks what a request did to memory that other threads see.
//
// Handlers move bytes; everything else that a request means goes through here,
// in program order: sectors, banks and caches now, and the checks that need to
// know who touched a byte before (initialised? by whom? ordered by what?).
//
//     exec_mem, exec_atom, ... -> touch_global -> caches, shadow of global
//                              -> touch_shared -> banks, shadow of shared
//                              -> touch_fence
//     barrier.c                -> Block.epoch
#ifndef SIM_TOUCH_H
#define SIM_TOUCH_H

#include "sim/core/span.h"
#include "sim/decode/memop.h"

typedef struct Block Block;

// A checked, classified request to global memory, addresses as the program
// knows them. Call before the bytes of a store or an atomic change.
void touch_global(Warp *w, const Insn *in, const Access *a, TouchKind k);
// The same of a span, for a plain access.
void span_load(Warp *w, const Insn *in, const Span *s);
void span_store(Warp *w, const Insn *in, const Span *s);
// To the block's shared memory; addresses are offsets.
void touch_shared(Warp *w, const Insn *in, const Access *a, TouchKind k);
// To the shared memory of block b of the cluster, or of its own.
void touch_cluster(Warp *w, const Insn *in, const Access *a, TouchKind k,
                   Block *b);
// Counts what an access to local memory takes of the SM and of L2: not for
// arguments of calls.
void count_local(Warp *w, const Insn *in, const Access *a, TouchKind k);
// The active lanes execute a fence of this scope (membar, fence, and what
// brings one along).
void touch_fence(Warp *w, const Insn *in, MemScope scope);
// The blocks of a cluster have met at its barrier.
void touch_meeting(Block *const *at, uint32_t n);

#endif
