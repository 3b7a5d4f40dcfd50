#include "histogram_reference.h"

#include <stdio.h>

// The counts add up to the number of bytes, also for none and for one.
int main(void) {
    static unsigned char text[1000];
    unsigned bins[256];
    int ok = 1;
    for (int i = 0; i < 1000; i++)
        text[i] = (unsigned char)(i * 37);
    for (size_t n = 0; n <= 1000; n += n < 3 ? 1 : 331) {
        size_t sum = 0;
        count_bytes(text, bins, n);
        for (int b = 0; b < 256; b++)
            sum += bins[b];
        ok &= sum == n;
    }
    puts(ok ? "histogram: ok" : "histogram: wrong");
    return !ok;
}
