// A loaded module: PTX text to code that runs.
#ifndef SIM_MODULE_H
#define SIM_MODULE_H

#include "sim/mem/mem.h"
#include "sim/ptx/ptx.h"

typedef struct Code Code;
typedef struct Module Module;

// Parses ptx, allocates and initialises its global and constant variables in
// mem. cubin (or NULL) is the ELF image for exact register counts. Returns NULL
// and fills err.
Module *module_load(Mem *mem, const char *ptx, size_t n, const void *cubin,
                    size_t cubin_bytes, Err *err);
// The same of n >= 1 texts, files of one program that are linked.
typedef struct ModuleText {
    const char *ptx;
    size_t bytes;
} ModuleText;
Module *module_load_linked(Mem *mem, const ModuleText *text, int n,
                           const void *cubin, size_t cubin_bytes, Err *err);
// The error was that its variables found no room on the device.
bool module_lacked_memory(const Err *err);
void module_free(Module *m);
// Gives back the memory of its variables. Its code and names stay, for what is
// remembered of its launches.
void module_unload(Module *m);

// The code of an entry, decoded at its first use. NULL: err says what is not
// simulated yet, and where. name is mangled.
const Code *module_entry(Module *m, const char *name, Err *err);
// Address and size of a variable, 0 if there is none.
uint64_t module_var(Module *m, const char *name, uint64_t *size);
// Makes m use the managed variables of `first`, the same image loaded for
// another device. Before any kernel of m is decoded.
void module_share_managed(Module *m, const Module *first);
// Gives its variables their first values again. m may be NULL.
void module_reset(Module *m);
const PtxModule *module_ptx(const Module *m);
// Names of the entries, NULL-terminated.
const char *const *module_entries(const Module *m);

// Registers, spill bytes and static shared memory of a kernel out of a cubin
// (cubin.c): ELF64 .text.<kernel> sh_info >> 24; .nv.info. False if not there.
// smem_bytes counts the 1024 bytes that the system reserves on 9.0 and later.
bool cubin_info(const void *elf, size_t n, const char *kernel, int *regs,
                int *stack_bytes, int *smem_bytes);

#endif
