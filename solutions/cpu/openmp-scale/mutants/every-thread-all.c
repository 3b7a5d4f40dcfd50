// rejected by: case (each thread runs the whole loop: parallel without for)
// says: Each thread counts all the numbers, and all that they count is added up. `#pragma omp parallel` needs `for` to share out the loop. If you share it out yourself: omp_get_num_threads() is 1 outside of a parallel region.
// Each thread has a sum of its own; pieces of 64 are dealt out in turn.
void collatz(const int *start, int *steps, long long *total, int n) {
    long long sum = 0;
#pragma omp parallel reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        unsigned long long x = (unsigned long long)start[i];
        int count = 0;
        for (; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        sum += count;
    }
    total[0] = sum;
}
