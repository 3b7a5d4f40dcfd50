// rejected by: case (the threads' own sums are lost)
// says: What the threads count never reaches total[0]. private(sum) gives each thread a sum of its own, which is gone when the loop ends, and the sum outside stays 0. reduction(+ : sum) adds them up.
void collatz(const int *start, int *steps, long long *total, int n) {
    total[0] = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        long long sum = 0;
        unsigned long long x = (unsigned long long)start[i];
        int count = 0;
        for (; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        sum += count;
    }
}
