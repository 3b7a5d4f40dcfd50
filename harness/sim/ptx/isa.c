// Looks up by name what ops.def, mods.def and sregs.def say.
//
// One idea: three hash tables of bytes, filled before main (and before the
// constructors by which nvcc's objects register their kernels), then read only.
#include "sim/ptx/isa.h"

#include <assert.h>
#include <string.h>

const OpInfo op_info[OP_COUNT] = {
#define OP(id, name, group, pipe, least, most, sem)                            \
    [OP_##id] = {name, GROUP_##group, PIPE_##pipe, least, most, sem},
#include "sim/ptx/ops.def"
};

const char *const mod_text[MOD_COUNT] = {
#define MOD(id, name) [MOD_##id] = name,
#include "sim/ptx/mods.def"
};

bool mod_is_hint(Mod m) {
    static const bool hints[MOD_COUNT] = {
#define MOD(id, name)  [MOD_##id] = false,
#define HINT(id, name) [MOD_##id] = true,
#include "sim/ptx/mods.def"
    };
    return hints[m];
}

static const char *const sreg_text[SREG_COUNT] = {
#define SREG(id, name) [SREG_##id] = name,
#include "sim/ptx/sregs.def"
};

static const struct TypeInfo {
    const char *name;
    uint8_t bits;
    bool is_float, is_signed;
} types[TYPE_COUNT] = {
    [TYPE_NONE] = {"", 0, false, false},
    [TYPE_B8] = {"b8", 8, false, false},
    [TYPE_B16] = {"b16", 16, false, false},
    [TYPE_B32] = {"b32", 32, false, false},
    [TYPE_B64] = {"b64", 64, false, false},
    [TYPE_B128] = {"b128", 128, false, false},
    [TYPE_U8] = {"u8", 8, false, false},
    [TYPE_U16] = {"u16", 16, false, false},
    [TYPE_U32] = {"u32", 32, false, false},
    [TYPE_U64] = {"u64", 64, false, false},
    [TYPE_S8] = {"s8", 8, false, true},
    [TYPE_S16] = {"s16", 16, false, true},
    [TYPE_S32] = {"s32", 32, false, true},
    [TYPE_S64] = {"s64", 64, false, true},
    [TYPE_U16X2] = {"u16x2", 32, false, false},
    [TYPE_S16X2] = {"s16x2", 32, false, true},
    [TYPE_F16] = {"f16", 16, true, true},
    [TYPE_F16X2] = {"f16x2", 32, true, true},
    [TYPE_BF16] = {"bf16", 16, true, true},
    [TYPE_BF16X2] = {"bf16x2", 32, true, true},
    [TYPE_TF32] = {"tf32", 32, true, true},
    [TYPE_B1] = {"b1", 1, false, false},
    [TYPE_S4] = {"s4", 4, false, true},
    [TYPE_U4] = {"u4", 4, false, false},
    [TYPE_S2] = {"s2", 2, false, true},
    [TYPE_U2] = {"u2", 2, false, false},
    [TYPE_E4M3] = {"e4m3", 8, true, true},
    [TYPE_E5M2] = {"e5m2", 8, true, true},
    [TYPE_E4M3X2] = {"e4m3x2", 16, true, true},
    [TYPE_E5M2X2] = {"e5m2x2", 16, true, true},
    [TYPE_F32] = {"f32", 32, true, true},
    [TYPE_F64] = {"f64", 64, true, true},
    [TYPE_PRED] = {"pred", 1, false, false},
};

int type_bits(Type t) {
    return types[t].bits;
}
bool type_is_float(Type t) {
    return types[t].is_float;
}
bool type_is_signed(Type t) {
    return types[t].is_signed;
}
const char *type_name(Type t) {
    return types[t].name;
}

// ---- tables

enum { SLOTS = 512 };
static_assert(MOD_COUNT < 255 && OP_COUNT < 255 && MOD_COUNT * 2 < SLOTS,
              "entries are bytes, 0 is free, and half of a table is free");

typedef struct Table {
    uint8_t at[SLOTS]; // number + 1
} Table;

static Table ops, mods, sregs;

static uint32_t hash_text(const char *s, size_t n) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint8_t)s[i]) * 16777619u;
    return h ^ h >> 15;
}

// Returns the entry of the name, or the free one where it belongs.
static uint8_t *table_find(Table *t, const char *s, size_t n,
                           const char *(*name_of)(int)) {
    uint32_t i = hash_text(s, n) % SLOTS;
    for (; t->at[i]; i = (i + 1) % SLOTS) {
        const char *name = name_of(t->at[i] - 1);
        if (strlen(name) == n && !memcmp(name, s, n)) break;
    }
    return &t->at[i];
}

static const char *op_name(int i) {
    return op_info[i].text;
}
static const char *mod_name(int i) {
    return mod_text[i];
}
static const char *sreg_name(int i) {
    return sreg_text[i];
}

static void table_fill(Table *t, int n, const char *(*name_of)(int)) {
    for (int i = 0; i < n; i++) {
        const char *name = name_of(i);
        *table_find(t, name, strlen(name), name_of) = (uint8_t)(i + 1);
    }
}

__attribute__((constructor(101))) static void fill_tables(void) {
    table_fill(&ops, OP_COUNT, op_name);
    table_fill(&mods, MOD_COUNT, mod_name);
    table_fill(&sregs, SREG_COUNT, sreg_name);
}

Op op_find(const char *text, size_t n) {
    uint8_t e = *table_find(&ops, text, n, op_name);
    return e ? (Op)(e - 1) : OP_COUNT;
}

Mod mod_find(const char *text, size_t n) {
    if (n > 4 && !memcmp(text, "m64n", 4)) n = 4; // MOD_M64N
    uint8_t e = *table_find(&mods, text, n, mod_name);
    return e ? (Mod)(e - 1) : MOD_COUNT;
}

Sreg sreg_find(const char *text, size_t n) {
    uint8_t e = *table_find(&sregs, text, n, sreg_name);
    return e ? (Sreg)(e - 1) : SREG_COUNT;
}

// Two dozen names: the first letters settle nearly all.
Type type_find(const char *name) {
    for (int t = TYPE_NONE + 1; t < TYPE_COUNT; t++)
        if (types[t].name[0] == name[0] && !strcmp(types[t].name, name))
            return (Type)t;
    return TYPE_NONE;
}
