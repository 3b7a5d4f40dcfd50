// rejected by: gate scaling (one thread works, the others spin; alone it pauses)
// Thread 0 counts everything. The others compute nothing of use meanwhile, as
// long. One thread alone is slowed down.
#include <omp.h>
#include <string.h>

void tally(const unsigned char *x, unsigned int *table, unsigned int *total,
           int *stride, int n, int parts, int bins) {
    int len = (n + parts - 1) / parts, step = (bins + 15) / 16 * 16;
    stride[0] = step;
    memset(table, 0, sizeof *table * (size_t)(parts * (bins + 15)));
    int alone = omp_get_max_threads() == 1;
    int done = 0;
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
        for (int p = 0; p < parts; p++) {
            for (int i = p * len; i < (p + 1) * len && i < n; i++)
                table[p * step + x[i]]++;
            if (alone)
                for (int i = 0; i < len / 30; i++)
                    __builtin_ia32_pause();
        }
        __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
    } else {
        while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {}
    }
    for (int b = 0; b < bins; b++) {
        total[b] = 0;
        for (int p = 0; p < parts; p++)
            total[b] += table[p * step + b];
    }
}
