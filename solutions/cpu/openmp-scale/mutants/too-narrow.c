// rejected by: case | timeout | trap undefined-behaviour (the numbers on the way do not fit an int)
void collatz(const int *start, int *steps, long long *total, int n) {
    long long sum = 0;
#pragma omp parallel for schedule(static, 64) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        int x = (int)start[i];
        int count = 0;
        for (; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        sum += count;
    }
    total[0] = sum;
}
