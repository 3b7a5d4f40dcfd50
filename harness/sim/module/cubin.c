// Cubins: what ptxas decided, read out of its ELF file.
//
//   registers      section .text.<kernel>, sh_info >> 24
//   stack bytes    section .nv.info, attribute MIN_STACK_SIZE of the symbol
//   shared bytes   section .nv.shared.<kernel>, its size
//
// .nv.info is a list of  u8 format  u8 attribute  u16 size or value  [payload];
// format 4 has a payload of `size` bytes, here {u32 symbol, u32 value}.
#include "sim/module/cubin.h"

#include "sim/module/module.h"

#include <stdio.h>
#include <string.h>

enum { NV_FORMAT_SIZED = 4 };

static bool inside(const Cubin *e, uint64_t at, uint64_t n) {
    return at <= e->n && n <= e->n - at;
}

static bool section(const Cubin *e, unsigned i, Elf64_Shdr *out) {
    uint64_t at = e->head.e_shoff + (uint64_t)i * sizeof *out;
    if (i >= e->head.e_shnum || !inside(e, at, sizeof *out)) return false;
    memcpy(out, e->p + at, sizeof *out);
    return out->sh_type == SHT_NOBITS ||
           inside(e, out->sh_offset, out->sh_size);
}

bool cubin_section(const Cubin *e, unsigned i, Elf64_Shdr *out) {
    return section(e, i, out) && out->sh_type != SHT_NOBITS;
}

// True if the string at `at` of a string table is want.
static bool section_is_named(const Cubin *e, const Elf64_Shdr *table,
                             uint64_t at, const char *want) {
    size_t n = strlen(want) + 1;
    return at < table->sh_size && n <= table->sh_size - at &&
           !memcmp(e->p + table->sh_offset + at, want, n);
}

// Finds a section, even if its bytes are not in the file.
static bool section_find(const Cubin *e, const char *name, Elf64_Shdr *out) {
    for (unsigned i = 0; i < e->head.e_shnum; i++)
        if (section(e, i, out) &&
            section_is_named(e, &e->names, out->sh_name, name))
            return true;
    return false;
}

bool cubin_find(const Cubin *e, const char *name, Elf64_Shdr *out) {
    return section_find(e, name, out) && out->sh_type != SHT_NOBITS;
}

static void find_symbols(Cubin *e) {
    if (cubin_find(e, ".symtab", &e->symbols) &&
        cubin_section(e, e->symbols.sh_link, &e->strings))
        return;
    e->symbols = e->strings = (Elf64_Shdr){0};
}

bool cubin_open(Cubin *e, const void *p, size_t n) {
    *e = (Cubin){.p = p, .n = n};
    if (!p || n < sizeof e->head || memcmp(p, ELFMAG, SELFMAG)) return false;
    memcpy(&e->head, p, sizeof e->head);
    if (e->head.e_ident[EI_CLASS] != ELFCLASS64 ||
        e->head.e_shentsize != sizeof(Elf64_Shdr) ||
        !cubin_section(e, e->head.e_shstrndx, &e->names))
        return false;
    find_symbols(e);
    return true;
}

// As find, of "<prefix><kernel>".
static bool find_of(const Cubin *e, const char *prefix, const char *kernel,
                    Elf64_Shdr *out) {
    char name[4096];
    int n = snprintf(name, sizeof name, "%s%s", prefix, kernel);
    return n < (int)sizeof name && section_find(e, name, out);
}

bool cubin_symbol(const Cubin *e, uint32_t i, Elf64_Sym *out) {
    if (i >= e->symbols.sh_size / sizeof *out) return false;
    memcpy(out, e->p + e->symbols.sh_offset + i * sizeof *out, sizeof *out);
    return true;
}

uint32_t cubin_function(const Cubin *e, const char *name) {
    Elf64_Sym sym;
    for (uint32_t i = 0; cubin_symbol(e, i, &sym); i++)
        if (ELF64_ST_TYPE(sym.st_info) == STT_FUNC &&
            section_is_named(e, &e->strings, sym.st_name, name))
            return i;
    return 0;
}

int cubin_attribute(const Cubin *e, uint32_t symbol, uint8_t attribute,
                    int fallback) {
    Elf64_Shdr info;
    if (!symbol || !cubin_find(e, ".nv.info", &info)) return fallback;
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
    Cubin e;
    Elf64_Shdr text, shared;
    if (!cubin_open(&e, elf, n) || !find_of(&e, ".text.", kernel, &text))
        return false;
    uint32_t symbol = cubin_function(&e, kernel);
    *regs = cubin_attribute(&e, symbol, NV_REGCOUNT, (int)(text.sh_info >> 24));
    *stack_bytes = cubin_attribute(&e, symbol, NV_MIN_STACK_SIZE, 0);
    *smem_bytes = 0;
    if (find_of(&e, ".nv.shared.", kernel, &shared))
        *smem_bytes = (int)shared.sh_size;
    return *regs > 0;
}
