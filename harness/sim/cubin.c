// Cubins: what ptxas decided, read out of its ELF file.
//
//   registers      section .text.<kernel>, sh_info >> 24
//   stack bytes    section .nv.info, attribute MIN_STACK_SIZE of the symbol
//   shared bytes   section .nv.shared.<kernel>, its size
//
// .nv.info is a list of  u8 format  u8 attribute  u16 size or value  [payload];
// format 4 has a payload of `size` bytes, here {u32 symbol, u32 value}.
#include "sim/module.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

enum { NV_FORMAT_SIZED = 4, NV_REGCOUNT = 0x2f, NV_MIN_STACK_SIZE = 0x12 };

typedef struct Elf {
    const uint8_t *p;
    size_t n;
    Elf64_Ehdr head;
    Elf64_Shdr names;
} Elf;

static bool inside(const Elf *e, uint64_t at, uint64_t n) {
    return at <= e->n && n <= e->n - at;
}

static bool section(const Elf *e, unsigned i, Elf64_Shdr *out) {
    uint64_t at = e->head.e_shoff + (uint64_t)i * sizeof *out;
    if (i >= e->head.e_shnum || !inside(e, at, sizeof *out)) return false;
    memcpy(out, e->p + at, sizeof *out);
    return out->sh_type == SHT_NOBITS ||
           inside(e, out->sh_offset, out->sh_size);
}

static bool elf_open(Elf *e, const void *p, size_t n) {
    *e = (Elf){.p = p, .n = n};
    if (!p || n < sizeof e->head || memcmp(p, ELFMAG, SELFMAG)) return false;
    memcpy(&e->head, p, sizeof e->head);
    return e->head.e_ident[EI_CLASS] == ELFCLASS64 &&
           e->head.e_shentsize == sizeof(Elf64_Shdr) &&
           section(e, e->head.e_shstrndx, &e->names);
}

// Whether the string at `at` of a string table is want.
static bool named(const Elf *e, const Elf64_Shdr *table, uint64_t at,
                  const char *want) {
    size_t n = strlen(want) + 1;
    return at < table->sh_size && n <= table->sh_size - at &&
           !memcmp(e->p + table->sh_offset + at, want, n);
}

static bool find_section(const Elf *e, const char *name, Elf64_Shdr *out) {
    for (unsigned i = 0; i < e->head.e_shnum; i++)
        if (section(e, i, out) && named(e, &e->names, out->sh_name, name))
            return true;
    return false;
}

// As find_section, of "<prefix><kernel>".
static bool find_section_of(const Elf *e, const char *prefix,
                            const char *kernel, Elf64_Shdr *out) {
    char name[4096];
    int n = snprintf(name, sizeof name, "%s%s", prefix, kernel);
    return n < (int)sizeof name && find_section(e, name, out);
}

// The number of a kernel's symbol, or 0.
static uint32_t find_symbol(const Elf *e, const char *kernel) {
    Elf64_Shdr table, strings;
    if (!find_section(e, ".symtab", &table) ||
        !section(e, table.sh_link, &strings))
        return 0;
    for (uint32_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym sym;
        memcpy(&sym, e->p + table.sh_offset + i * sizeof sym, sizeof sym);
        if (ELF64_ST_TYPE(sym.st_info) == STT_FUNC &&
            named(e, &strings, sym.st_name, kernel))
            return i;
    }
    return 0;
}

// The value that .nv.info gives an attribute of a symbol; fallback if none.
static int nv_info(const Elf *e, uint32_t symbol, uint8_t attribute,
                   int fallback) {
    Elf64_Shdr info;
    if (!symbol || !find_section(e, ".nv.info", &info)) return fallback;
    const uint8_t *p = e->p + info.sh_offset;
    for (uint64_t at = 0; at + 4 <= info.sh_size;) {
        uint16_t size;
        uint32_t payload[2];
        memcpy(&size, p + at + 2, sizeof size);
        bool sized = p[at] == NV_FORMAT_SIZED;
        if (sized && size >= 8 && at + 12 <= info.sh_size &&
            p[at + 1] == attribute) {
            memcpy(payload, p + at + 4, sizeof payload);
            if (payload[0] == symbol) return (int)payload[1];
        }
        at += sized ? 4u + size : 4u;
    }
    return fallback;
}

bool cubin_info(const void *elf, size_t n, const char *kernel, int *regs,
                int *stack_bytes, int *smem_bytes) {
    Elf e;
    Elf64_Shdr text, shared;
    if (!elf_open(&e, elf, n) || !find_section_of(&e, ".text.", kernel, &text))
        return false;
    uint32_t symbol = find_symbol(&e, kernel);
    *regs = nv_info(&e, symbol, NV_REGCOUNT, (int)(text.sh_info >> 24));
    *stack_bytes = nv_info(&e, symbol, NV_MIN_STACK_SIZE, 0);
    *smem_bytes = 0;
    if (find_section_of(&e, ".nv.shared.", kernel, &shared))
        *smem_bytes = (int)shared.sh_size;
    return *regs > 0;
}
