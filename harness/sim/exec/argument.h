// Copying arguments and results of calls, between frames and registers.
#ifndef SIM_EXEC_ARGUMENT_H
#define SIM_EXEC_ARGUMENT_H

#include "sim/core/warp.h"
#include "sim/decode/code.h"

// One end of a copy, for one lane.
typedef struct ArgumentEnd {
    uint32_t base, sp; // frame
    const Sym *sym;    // in it, or a register's
    Slot slot;         // of a register
    const Code *code;  // whose constants slot may name
    bool is_pred;
} ArgumentEnd;

// A formal parameter is a .param variable or a register of the callee.
uint32_t argument_bytes(const Sym *s);
ArgumentEnd argument_formal(const Sym *s, uint32_t base, uint32_t sp);
ArgumentEnd argument_actual(const CallArg *a, const Code *code, uint32_t base,
                            uint32_t sp);
// At most 8 bytes of a register.
void argument_read(Warp *w, const ArgumentEnd *e, int l, void *to, uint32_t n);
void argument_write(Warp *w, const ArgumentEnd *e, int l, const void *from,
                    uint32_t n);
void argument_copy(Warp *w, const ArgumentEnd *to, const ArgumentEnd *from,
                   int l, uint32_t bytes);
// The same for each of the lanes, if both ends are whole words of frames at the
// ends' sp; else false.
bool argument_copy_rows(Warp *w, const ArgumentEnd *to, const ArgumentEnd *from,
                        uint32_t bytes, uint32_t lanes);

// The i-th argument of lane l in a call to a device function; results.
uint64_t call_arg(Warp *w, const CallSite *c, int i, int l);
// Its first n bytes.
void call_arg_bytes(Warp *w, const CallSite *c, int i, int l, void *to,
                    uint32_t n);
void call_result(Warp *w, const CallSite *c, int l, uint64_t v);

#endif
