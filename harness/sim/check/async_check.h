// Shared memory that asynchronous copies are still filling, or read too early.
#ifndef SIM_ASYNC_CHECK_H
#define SIM_ASYNC_CHECK_H

#include "sim/core/async.h"
#include "sim/mem/sectors.h"

// Notes an access to words that are pending. observe_shared calls it while
// there are any.
void async_check(Warp *w, const Insn *in, const Access *a, AccessKind k);
// The same of bytes that wgmma reads.
void async_check_bytes(Warp *w, const Insn *in, uint32_t at, uint32_t bytes);
// ---- what bulk copies do not see without a fence (async_proxy.c)
// Lanes wrote to their block's shared memory, by plain stores or atomics.
// observe_shared calls it in kernels with bulk copies out of shared memory.
void proxy_wrote(Warp *w, const Insn *in, const Access *a);
// A lane of w executed fence.proxy.async.
void proxy_fence(Warp *w);
// A bulk copy wrote to the bytes, which other bulk copies see.
void proxy_forget(Block *b, uint32_t at, uint32_t bytes);
// The bulk copy of lane l reads these bytes of b: notes it if it is too early.
void proxy_check(Warp *w, const Insn *in, uint32_t l, const Block *b,
                 uint32_t at, uint32_t bytes);
void proxy_reset(BlockAsync *x);

#endif
