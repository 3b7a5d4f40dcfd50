// library-cub: the sum, the sums of all that came before, and the keys in order.
#include <stdlib.h>
#include <string.h>

void reference(const unsigned *in, unsigned long long *sum, unsigned *before,
               unsigned *sorted, int *facts, int n, int small);

static int by_size(const void *a, const void *b) {
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

void reference(const unsigned *in, unsigned long long *sum, unsigned *before,
               unsigned *sorted, int *facts, int n, int small) {
    (void)small;
    unsigned long long total = 0;
    for (int i = 0; i < n; i++) {
        before[i] = (unsigned)total;
        total += in[i];
    }
    *sum = total;
    memcpy(sorted, in, (size_t)n * sizeof *in);
    qsort(sorted, (size_t)n, sizeof *sorted, by_size);
    for (int i = 0; i < 6; i++)
        facts[i] = 1;
}
