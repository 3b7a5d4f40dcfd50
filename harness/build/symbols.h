// The names that an object file defines and needs. Inside build/ only.
#ifndef BUILD_SYMBOLS_H
#define BUILD_SYMBOLS_H

#include "base/arena.h"
#include "base/err.h"

typedef struct Symbol {
    const char *name;
    bool defined;
    bool weak;     // or unique: the linker keeps one of several
    bool function; // else data, or unknown
} Symbol;

typedef struct Symbols {
    Symbol *at;
    int n;
    // Parts of the object that would run ahead of kata's own code, or leave
    // code open to be written over: in plain words. NULL: nothing.
    const char *intrudes;
} Symbols; // global ones only

// Reads a relocatable ELF64 object. False (ERR_BUG) if it is none.
bool symbols_load(Arena *a, const char *object, Symbols *out, Err *err);

// The symbol that the shim calls: its one undefined function. NULL: none.
const char *symbols_wanted(const Symbols *shim);

// The function that loads libraries, or looks for what is loaded, or one of a
// library that may or may not be there (weak), if the object calls one; or
// NULL.
const char *symbols_loader(const Symbols *s);

// The first of the namespaces (NULL-terminated, or NULL) that a C++ name of the
// object lies in: what it instantiates, or calls. NULL: none.
const char *symbols_use(Arena *a, const Symbols *s, const char *const *spaces);

// The symbol of a function of that name, of C or C++, that the object calls and
// does not define. NULL: none.
const char *symbols_called(Arena *a, const Symbols *caller, const char *name);

// Judges a learner's symbols against the entry it must define. False: *remark
// says in plain words what is wrong. decl: as the exercise has it. Whatever
// intrudes is the caller's to judge: AddressSanitizer's code does.
bool symbols_check(Arena *a, const Symbols *learner, const char *wanted,
                   const char *entry, const char *decl, const char **remark);

// Makes every strong symbol of object local but for those of `keep`,
// NULL-terminated.
bool symbols_hide(Arena *a, const char *object, const Symbols *s,
                  const char *const *keep, Err *err);

#endif
