// SHA-256 by libmd.
#include "base/hash.h"
#include "base/path.h"

#include <fcntl.h>
#include <sha2.h>
#include <string.h>
#include <unistd.h>

_Static_assert(sizeof(SHA2_CTX) <= sizeof(Hash), "Hash.state is too small");
_Static_assert(SHA256_DIGEST_STRING_LENGTH == HASH_HEX, "hex digits and NUL");

static SHA2_CTX *context(Hash *h) {
    return (SHA2_CTX *)(void *)h->state;
}

void hash_start(Hash *h) {
    SHA256Init(context(h));
}

void hash_add(Hash *h, const void *data, size_t n) {
    SHA256Update(context(h), data, n);
}

void hash_str(Hash *h, const char *s) {
    hash_add(h, s, strlen(s) + 1);
}

void hash_file(Hash *h, const char *path) {
    int fd = file_open(path);
    char part[16384];
    ssize_t n = fd < 0 ? -1 : 0;

    while (fd >= 0 && (n = read(fd, part, sizeof part)) > 0)
        hash_add(h, part, (size_t)n);
    if (n < 0) hash_str(h, "missing");
    if (fd >= 0) close(fd);
}

void hash_end(Hash *h, char hex[HASH_HEX]) {
    SHA256End(context(h), hex);
}

void hash_of(const void *data, size_t n, char hex[HASH_HEX]) {
    Hash h;
    hash_start(&h);
    hash_add(&h, data, n);
    hash_end(&h, hex);
}
