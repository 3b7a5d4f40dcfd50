// Builds by content. Inside build/ only.
//
//   .build/cache/<key>/program   what was built
//   .build/cache/<key>/meta      what is known of it
//   .build/cache/tmp-<pid>-<n>/  one being made; renamed when it is whole
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
// Removes a folder that did not become an entry.
void cache_abandon(const char *dir);

#endif
