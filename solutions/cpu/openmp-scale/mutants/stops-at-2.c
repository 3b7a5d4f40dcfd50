// rejected by: case (stops at 2, one step before 1)
// Each thread has a sum of its own; pieces of 64 are dealt out in turn.
void collatz(const int *start, int *steps, long long *total, int n) {
    long long sum = 0;
#pragma omp parallel for schedule(static, 64) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        unsigned long long x = (unsigned long long)start[i];
        int count = 0;
        for (; x > 2; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        sum += count;
    }
    total[0] = sum;
}
