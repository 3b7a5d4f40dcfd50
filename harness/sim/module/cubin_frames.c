// How much stack each function takes, out of a cubin.
//
// .debug_frame says it best: for debuggers ptxas writes down by how much a
// function moves the stack pointer. Its entries are those of DWARF, one (FDE)
// per function, whose address is a relocation. Attribute FRAME_SIZE of .nv.info
// is the second choice: for some GPUs it is 0 for functions that are not
// kernels.
//
// A function that only one kernel calls is the kernel's own copy, by the name
// `$kernel$function`; one that has been put into its caller is nowhere.
#include "sim/core/stack.h"
#include "sim/decode/code.h"
#include "sim/module/cubin.h"

#include <stdio.h>
#include <string.h>

// ---- numbers of DWARF, out of bytes that end at `end`

typedef struct Bytes {
    const uint8_t *at, *end;
} Bytes;

// 0 where there are no more.
static uint64_t frame_take(Bytes *b, size_t n) {
    uint64_t v = 0;
    if ((size_t)(b->end - b->at) < n) {
        b->at = b->end;
        return 0;
    }
    memcpy(&v, b->at, n);
    b->at += n;
    return v;
}

static uint64_t take_leb(Bytes *b) {
    uint64_t v = 0;
    for (int shift = 0; b->at < b->end; shift += 7) {
        uint8_t byte = *b->at++;
        if (shift < 64) v |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) break;
    }
    return v;
}

static void skip(Bytes *b, uint64_t n) {
    b->at += min_of(n, (uint64_t)(b->end - b->at));
}

// ---- call frame instructions (DWARF 4, 6.4.2)

enum {
    CFA_ADVANCE_LOC1 = 0x02,
    CFA_ADVANCE_LOC2 = 0x03,
    CFA_ADVANCE_LOC4 = 0x04,
    CFA_OFFSET_EXTENDED = 0x05,
    CFA_RESTORE_EXTENDED = 0x06,
    CFA_SAME_VALUE = 0x08,
    CFA_REGISTER = 0x09,
    CFA_DEF_CFA = 0x0c,
    CFA_DEF_CFA_REGISTER = 0x0d,
    CFA_DEF_CFA_OFFSET = 0x0e,
    CFA_DEF_CFA_EXPRESSION = 0x0f,
    CFA_EXPRESSION = 0x10,
    CFA_VAL_EXPRESSION = 0x16,
};

// Skips what follows an instruction that does not move the stack.
static void skip_operands(Bytes *b, uint8_t op) {
    switch (op) {
    case CFA_ADVANCE_LOC1: skip(b, 1); return;
    case CFA_ADVANCE_LOC2: skip(b, 2); return;
    case CFA_ADVANCE_LOC4: skip(b, 4); return;
    case CFA_RESTORE_EXTENDED:
    case CFA_SAME_VALUE:
    case CFA_DEF_CFA_REGISTER: take_leb(b); return;
    case CFA_OFFSET_EXTENDED:
    case CFA_REGISTER:
        take_leb(b);
        take_leb(b);
        return;
    case CFA_EXPRESSION:
    case CFA_VAL_EXPRESSION: take_leb(b); __attribute__((fallthrough));
    case CFA_DEF_CFA_EXPRESSION: skip(b, take_leb(b)); return;
    default:
        // offset, with the register in the opcode; else it has none
        if ((op & 0xc0) == 0x80) take_leb(b);
    }
}

// The farthest that the stack pointer goes down.
static uint32_t deepest(Bytes b) {
    uint64_t most = 0;
    while (b.at < b.end) {
        uint8_t op = (uint8_t)frame_take(&b, 1);
        if (op == CFA_DEF_CFA) take_leb(&b); // the register
        if (op == CFA_DEF_CFA || op == CFA_DEF_CFA_OFFSET)
            most = max_of(most, take_leb(&b));
        else
            skip_operands(&b, op);
    }
    return (uint32_t)min_of(most, (uint64_t)1 << 30);
}

// ---- .debug_frame

// The FDE whose address field is at `field` of the section. False: it is
// something else that is there.
static bool frame_at(const Cubin *e, const Elf64_Shdr *frames, uint64_t field,
                     uint32_t *bytes) {
    const uint8_t *from = e->p + frames->sh_offset;
    Bytes b = {from, from + frames->sh_size};
    while (b.at < b.end) {
        uint64_t n = frame_take(&b, 4);
        size_t word = n == UINT32_MAX ? 8 : 4;
        if (word == 8) n = frame_take(&b, 8);
        Bytes one = {b.at, b.at + min_of(n, (uint64_t)(b.end - b.at))};
        skip(&b, n);
        frame_take(&one, word); // the entry that has what FDEs share
        if ((uint64_t)(one.at - from) != field) continue;
        skip(&one, 2 * 8); // address and length of the code
        *bytes = deepest(one);
        return true;
    }
    return false;
}

static bool debug_frame(const Cubin *e, const Elf64_Sym *f, uint32_t *bytes) {
    Elf64_Shdr frames, relocations;
    Elf64_Sym sym;
    if (!cubin_find(e, ".debug_frame", &frames) ||
        !cubin_find(e, ".rela.debug_frame", &relocations))
        return false;
    for (uint64_t i = 0; i < relocations.sh_size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela r;
        memcpy(&r, e->p + relocations.sh_offset + i * sizeof r, sizeof r);
        if (cubin_symbol(e, (uint32_t)ELF64_R_SYM(r.r_info), &sym) &&
            sym.st_shndx == f->st_shndx &&
            sym.st_value + (uint64_t)r.r_addend == f->st_value &&
            frame_at(e, &frames, r.r_offset, bytes))
            return true;
    }
    return false;
}

// ---- functions of a kernel

static uint32_t symbol_of(const Cubin *e, const char *kernel,
                          const char *function) {
    char name[8192];
    int n = snprintf(name, sizeof name, "$%s$%s", kernel, function);
    uint32_t own = n < (int)sizeof name && function != kernel
                       ? cubin_function(e, name)
                       : 0;
    return own ? own : cubin_function(e, function);
}

bool stack_frames(const void *elf, size_t n, Code *entry) {
    Cubin e;
    const char *kernel = entry->func->name;
    if (!cubin_open(&e, elf, n) || !cubin_function(&e, kernel)) return false;
    for (Code *c = entry; c; c = c->next) {
        uint32_t symbol = symbol_of(&e, kernel, c->func->name);
        Elf64_Sym sym;
        c->stack_frame = 0;
        if (!symbol || !cubin_symbol(&e, symbol, &sym)) continue;
        if (!debug_frame(&e, &sym, &c->stack_frame))
            c->stack_frame = (uint32_t)max_of(
                cubin_attribute(&e, symbol, NV_FRAME_SIZE, 0), 0);
    }
    return true;
}
