// rejected by: case (count is declared ahead of the parallel loop, so all threads share it)
void collatz(const int *start, int *steps, long long *total, int n) {
    long long sum = 0;
    int count;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        unsigned long long x = (unsigned long long)start[i];
        count = 0;
        for (; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        sum += count;
    }
    total[0] = sum;
}
