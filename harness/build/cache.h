// Builds by content. Inside build/ only.
//
//   .build/cache/<key>/program   what was built
//   .build/cache/<key>/meta      what is known of it
//   .build/cache/tmp-<pid>-<n>/  one being made; renamed when it is whole
//   .build/cache/object-<key>    what a compiler made of a source, and said
//
// An object depends on the compiler and the source alone: after a change of
// kata's own parts the programs are linked anew, and nothing is compiled.
//
// A rename is the only way in, so neither two katas at once nor a kill at any
// moment leave half an entry.
#ifndef BUILD_CACHE_H
#define BUILD_CACHE_H

#include "base/hash.h"
#include "build/build.h"

// Adds a large file of ours. Its hash is remembered in the cache by size and
// time, so that an unchanged check does not read megabytes.
void key_add_file(Hash *h, Arena *a, const char *cache, const char *path);

// Fills binary, registers, spills and diagnostics of an entry. False: there is
// none, or it is broken (then it is removed).
bool cache_load(Arena *a, const char *cache, const char *key, BuildResult *res);

// Makes a folder to build in; NULL on failure. Removes what dead katas left.
char *cache_begin(Arena *a, const char *cache, Err *err);
// Makes dir the entry of key: it must hold a `program`. Sets res->binary.
bool cache_commit(Arena *a, const char *cache, const char *dir, const char *key,
                  BuildResult *res, Err *err);
// Writes the object of key to the file, and adds to said what its compiler
// printed. False: there is none, or it is broken.
bool cache_take_object(Arena *a, const char *cache, const char *key,
                       const char *file, Buf *said);
// Keeps the object. One that cannot be kept is compiled again next time.
void cache_keep_object(Arena *a, const char *cache, const char *key,
                       const char *file, const Buf *said);

// Removes a folder that did not become an entry.
void cache_abandon(const char *dir);

#endif
