// The tables of ops.def, mods.def and sregs.def: opcodes, modifiers, types.
#ifndef SIM_ISA_H
#define SIM_ISA_H

#include "base/base.h"

typedef enum Type {
    TYPE_NONE,
    TYPE_B8,
    TYPE_B16,
    TYPE_B32,
    TYPE_B64,
    TYPE_B128,
    TYPE_U8,
    TYPE_U16,
    TYPE_U32,
    TYPE_U64,
    TYPE_S8,
    TYPE_S16,
    TYPE_S32,
    TYPE_S64,
    TYPE_U16X2,
    TYPE_S16X2,
    TYPE_F16,
    TYPE_F16X2,
    TYPE_BF16,
    TYPE_BF16X2,
    TYPE_TF32,
    TYPE_B1, // of a bit matrix
    TYPE_S4,
    TYPE_U4,
    TYPE_S2, // only of cvt.pack
    TYPE_U2,
    TYPE_E4M3,
    TYPE_E5M2,
    TYPE_E4M3X2,
    TYPE_E5M2X2,
    TYPE_F32,
    TYPE_F64,
    TYPE_PRED,
    TYPE_COUNT,
} Type;

int type_bits(Type t); // PRED is 1
bool type_is_float(Type t);
bool type_is_signed(Type t);
const char *type_name(Type t);    // "f32"
Type type_find(const char *name); // TYPE_NONE if it is none

// The group that executes an opcode: each has one file and one select function.
typedef enum Group {
    GROUP_NONE,  // known by name, not simulated yet
    GROUP_INT,   // exec/int.c
    GROUP_FLT,   // exec/flt.c
    GROUP_CVT,   // exec/cvt.c
    GROUP_MEM,   // exec/mem.c
    GROUP_ATOM,  // exec/atom.c
    GROUP_WARP,  // exec/warp.c: shfl, vote, match, bar, redux, activemask
    GROUP_MMA,   // exec/mma.c: matrices
    GROUP_TEX,   // exec/tex.c: textures and surfaces
    GROUP_CTRL,  // exec/ctrl.c: bra, ret, exit, call, trap
    GROUP_ASYNC, // exec/async.c: cp.async, mbarrier, clusters, hints
    GROUP_VIDEO, // exec/video.c
} Group;

// The pipe that an opcode issues to (SimCounters, devices.def).
typedef enum Pipe {
    PIPE_FREE, // costs nothing after ptxas: mov, cvta, ld.param
    PIPE_INT,
    PIPE_IMUL,
    PIPE_FP32,
    PIPE_FP64,
    PIPE_FP16,
    PIPE_MUFU,
    PIPE_CVT,
    PIPE_XCHG,
    PIPE_LSU,
    PIPE_CTRL,
    PIPE_TENSOR,
    PIPE_CMP, // that of the integers, for what compares floats
} Pipe;

typedef enum Op {
#define OP(id, ...) OP_##id,
#include "sim/ptx/ops.def"
    OP_COUNT,
} Op;

typedef struct OpInfo {
    const char *text;
    Group group;
    Pipe pipe;           // for 32-bit types; the select function may change it
    uint8_t least, most; // operands, of any form
    const char *semantics; // one line
} OpInfo;
extern const OpInfo op_info[OP_COUNT];
Op op_find(const char *text, size_t n); // OP_COUNT if unknown

typedef enum Mod {
#define MOD(id, text) MOD_##id,
#include "sim/ptx/mods.def"
    MOD_COUNT,
} Mod;
extern const char *const mod_text[MOD_COUNT];
bool mod_is_hint(Mod m); // may be ignored: it changes no result
Mod mod_find(const char *text, size_t n); // MOD_COUNT if unknown

typedef enum Sreg {
#define SREG(id, text) SREG_##id,
#include "sim/ptx/sregs.def"
    SREG_COUNT,
} Sreg;
Sreg sreg_find(const char *text, size_t n); // SREG_COUNT if unknown

#endif
