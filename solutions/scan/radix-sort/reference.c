#include <stdlib.h>
#include <string.h>

static int by_key(const void *a, const void *b) {
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

void reference(const unsigned *keys, unsigned *out, int n) {
    memcpy(out, keys, (size_t)n * sizeof *out);
    qsort(out, (size_t)n, sizeof *out, by_key);
}
