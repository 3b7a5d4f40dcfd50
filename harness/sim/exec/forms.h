// Select functions by table: a row says which spelling a handler executes.
//
//     {OP_SHR, T(S32), NO_MODS, exec_shr_s32, {32, 32, 32}, USUAL_COST}
//
// The modifiers of the statement must be exactly the row's, in any order: a
// modifier that nobody thought of is refused, not ignored.
#ifndef SIM_FORMS_H
#define SIM_FORMS_H

#include "sim/decode/insn.h"

#include <assert.h>

typedef struct Form {
    Op op;
    uint64_t types; // of the statement's first type: a set of T(...)
    Mod mods[3];
    uint8_t nmods;
    ExecFn fn;
    uint8_t bits[5]; // of the destination, then of each source; 0 ends
    // What it costs; weight 0: ops.def's pipe, weight 1.
    Pipe pipe;
    float weight;
    uint8_t flops;
} Form;

#define T(type)         (1ull << TYPE_##type)
#define MODS_1(a)       {MOD_##a}, 1
#define MODS_2(a, b)    {MOD_##a, MOD_##b}, 2
#define MODS_3(a, b, c) {MOD_##a, MOD_##b, MOD_##c}, 3
#define NO_MODS         {0}, 0
#define USUAL_COST      PIPE_FREE, 0, 0

static_assert(TYPE_COUNT <= 64, "a set of types is a word");

// True if s has f's opcode, type and modifiers.
bool form_matches(const Form *f, const Stmt *s);
// Fills in from the first row that matches s. False if none does.
bool form_select(const Form *forms, size_t n, Decoder *d, const Stmt *s,
                 Insn *in);
// Binds what `bits` says: operand 0 to dst, the others to src.
bool form_bind(Decoder *d, const Stmt *s, const uint8_t bits[5], Insn *in);

// Binds source i to a predicate and returns how to read it (pred_read).
unsigned pred_source(Decoder *d, const Operand *o, Insn *in, int i);

// The parts of select_int that have files of their own.
bool select_arith(Decoder *d, const Stmt *s, Insn *in);    // exec/int.c
bool select_carry(Decoder *d, const Stmt *s, Insn *in);    // exec/carry.c
bool select_logic(Decoder *d, const Stmt *s, Insn *in);    // exec/logic.c
bool select_bits(Decoder *d, const Stmt *s, Insn *in);     // exec/bits.c
bool select_compare(Decoder *d, const Stmt *s, Insn *in);  // exec/setp.c
bool select_choose(Decoder *d, const Stmt *s, Insn *in);   // exec/selp.c
bool select_move(Decoder *d, const Stmt *s, Insn *in);     // exec/mov.c
bool select_cvt_pack(Decoder *d, const Stmt *s, Insn *in); // exec/pack.c
// The parts of select_flt.
bool select_f32(Decoder *d, const Stmt *s, Insn *in);         // exec/f32.c
bool select_f64(Decoder *d, const Stmt *s, Insn *in);         // exec/f64.c
bool select_half(Decoder *d, const Stmt *s, Insn *in);        // exec/f16.c
bool select_mufu(Decoder *d, const Stmt *s, Insn *in);        // exec/mufu.c
bool select_xorsign(Decoder *d, const Stmt *s, Insn *in);     // exec/xorsign.c
bool select_bitwise_flt(Decoder *d, const Stmt *s, Insn *in); // exec/testp.c

#endif
