// rejected by: case (all threads add to one variable)
void collatz(const int *start, int *steps, long long *total, int n) {
    volatile long long sum = 0;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < n; i++) {
        unsigned long long x = (unsigned long long)start[i];
        int count = 0;
        for (; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        for (int s = 0; s < count; s++) {
            long long was = sum;
            sum = was + 1;
        }
    }
    total[0] = sum;
}
