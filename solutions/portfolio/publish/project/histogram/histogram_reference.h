// How often each byte occurs.
#include <stddef.h>

static void count_bytes(const unsigned char *in, unsigned bins[256], size_t n) {
    for (int b = 0; b < 256; b++)
        bins[b] = 0;
#ifdef BUG
    if (n > 0) n--;
#endif
    for (size_t i = 0; i < n; i++)
        bins[in[i]]++;
}
