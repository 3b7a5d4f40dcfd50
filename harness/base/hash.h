// SHA-256 by libmd: content addresses for the build cache and the record.
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/base.h"

#define HASH_HEX 65 // 64 hex digits and a NUL

typedef struct Hash {
    _Alignas(16) unsigned char state[256]; // SHA2_CTX, kept out of this header
} Hash;

void hash_start(Hash *h);
void hash_add(Hash *h, const void *data, size_t n);
// Adds the text and its terminating NUL, so that "ab","c" is not "a","bc".
void hash_str(Hash *h, const char *s);
// Adds a file's bytes; a file that cannot be read adds "missing".
void hash_file(Hash *h, const char *path);
void hash_end(Hash *h, char hex[HASH_HEX]);
void hash_of(const void *data, size_t n, char hex[HASH_HEX]);

#endif
