// Reading a cubin: an ELF file of NVIDIA's. Nothing in it is trusted.
#ifndef SIM_CUBIN_H
#define SIM_CUBIN_H

#include "base/base.h"

#include <elf.h>

typedef struct Cubin {
    const uint8_t *p;
    size_t n;
    Elf64_Ehdr head;
    Elf64_Shdr names;
    Elf64_Shdr symbols, strings; // of size 0 if there are none
} Cubin;

bool cubin_open(Cubin *e, const void *p, size_t n);
// Section i, or the one of that name; its bytes are there. False: none.
bool cubin_section(const Cubin *e, unsigned i, Elf64_Shdr *out);
bool cubin_find(const Cubin *e, const char *name, Elf64_Shdr *out);
// Entry i of the table of symbols.
bool cubin_symbol(const Cubin *e, uint32_t i, Elf64_Sym *out);
// The number of a function's symbol, or 0.
uint32_t cubin_function(const Cubin *e, const char *name);

enum {
    NV_FRAME_SIZE = 0x11,
    NV_MIN_STACK_SIZE = 0x12,
    NV_REGCOUNT = 0x2f,
};
// The value that .nv.info gives an attribute of a symbol; fallback if none.
int cubin_attribute(const Cubin *e, uint32_t symbol, uint8_t attribute,
                    int fallback);

#endif
