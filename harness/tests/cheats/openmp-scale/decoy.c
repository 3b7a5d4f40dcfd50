// rejected by: gate scaling (one thread works, the others spin; alone it pauses)
// Thread 0 does it all. The others wait for it, and look busy. A team of
// one is slowed down, by an instruction that takes long and counts as one.
#include <omp.h>

void collatz(const int *start, int *steps, long long *total, int n) {
    long long sum = 0;
    int alone = omp_get_max_threads() == 1;
    int done = 0;
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
        for (int i = 0; i < n; i++) {
            unsigned long long x = (unsigned long long)start[i];
            int count = 0;
            for (; x != 1; count++)
                x = x % 2 ? 3 * x + 1 : x / 2;
            steps[i] = count;
            sum += count;
            if (alone)
                for (int k = 0; k < count / 16; k++)
                    __builtin_ia32_pause();
        }
        __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
    } else {
        while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {}
    }
    total[0] = sum;
}
