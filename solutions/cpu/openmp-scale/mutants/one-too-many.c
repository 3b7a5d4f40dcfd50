// rejected by: case (counts the 1 at the end as a step)
// says: `total[0]` has one more for each number: the 1 at the end is no step. It is the sum of all `steps`.
void collatz(const int *start, int *steps, long long *total, int n) {
    long long sum = 0;
#pragma omp parallel for schedule(static, 64) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        unsigned long long x = (unsigned long long)start[i];
        int count = 0;
        for (; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        sum += count + 1;
    }
    total[0] = sum;
}
