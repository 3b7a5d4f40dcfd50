// Frames: the register window, local memory and special registers of a call.
#ifndef SIM_CORE_FRAME_H
#define SIM_CORE_FRAME_H

#include "sim/core/warp.h"

// The data that a return needs.
typedef struct Frame {
    const Insn *ret; // where the caller continues; ret - 1 is its call
    CodeCounts *counts;
    uint32_t base;
    uint32_t sp, dynamic, stack;
} Frame;

enum {
    MAX_DEPTH = 8192,      // nested calls
    MAX_LOCAL = 512 << 10, // bytes of local memory per lane
};

// Makes the window at base of code the running one.
void warp_enter(Warp *w, CodeCounts *counts, uint32_t base, uint32_t depth);
// Of a warp whose kernel calls no functions: says of all lanes that they are in
// its only frame, once for a launch.
void warp_flatten(Warp *w);
// Fills the special-register slots of the running frame for lanes.
void warp_fill_sregs(Warp *w, uint32_t lanes);
// The same of a warp that begins: nobody else ever writes to those slots, so
// that the next block finds most of them filled.
void warp_renew_sregs(Warp *w);
// Finds those that each block has its own of, for warp_renew_sregs.
void block_find_sregs(Block *b);
// Room for a window of `units` at base, and for frames up to depth.
void warp_reserve(Warp *w, uint32_t units, uint32_t depth);
// The register of lane l as insn at (in that lane's frame) sees it.
uint32_t lane_u32(const Warp *w, int l, Slot s);
uint64_t lane_u64(const Warp *w, int l, Slot s);
void lane_set_u32(Warp *w, int l, Slot s, uint32_t v);
bool lane_pred(const Warp *w, int l, Slot s);
void lane_set_pred(Warp *w, int l, Slot s, bool v);
// Where byte a of lane l's local memory lies.
static inline uint8_t *local_word(uint8_t *local, int l, uint64_t a) {
    return local + a / 4 * (WARP_SIZE * 4) + l * 4 + a % 4;
}

// Local memory, byte by byte.
void local_read(Warp *w, int l, uint32_t offset, void *to, uint32_t n);
void local_write(Warp *w, int l, uint32_t offset, const void *from, uint32_t n);

// Makes sure that each lane has at least `bytes` of local memory and returns
// w->local.at: byte a of lane l is at (a / 4) * 128 + l * 4 + a % 4.
uint8_t *warp_local(Warp *w, uint32_t bytes);
// The value of a special register that never changes while the warp lives, for
// one lane (warp.c fills the sreg_slots with it when a frame begins).
uint32_t warp_sreg(const Warp *w, Sreg r, int lane);

#endif
