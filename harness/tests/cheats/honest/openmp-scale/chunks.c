// passes (a parallel region that deals out chunks by an atomic counter)
void collatz(const int *start, int *steps, long long *total, int n) {
    long long all = 0;
    int next = 0;
#pragma omp parallel
    {
        long long mine = 0;
        for (;;) {
            int a;
#pragma omp atomic capture
            { a = next; next += 64; }
            if (a >= n) break;
            for (int i = a; i < a + 64 && i < n; i++) {
                unsigned long long x = (unsigned long long)start[i];
                int c = 0;
                while (x != 1) { x = x & 1 ? 3 * x + 1 : x >> 1; c++; }
                steps[i] = c, mine += c;
            }
        }
#pragma omp critical
        all += mine;
    }
    *total = all;
}
