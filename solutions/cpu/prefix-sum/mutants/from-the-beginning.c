// rejected by: gate instructions (every part adds up all that comes before it)
static int least(int a, int b) {
    return a < b ? a : b;
}

void scan(const int *x, long long *before, long long *upto, int n) {
    enum { PART = 4096 };
#pragma omp parallel for schedule(dynamic)
    for (int p = 0; p <= n / PART; p++) {
        long long sum = 0;
        for (int i = 0; i < least((p + 1) * PART, n); i++) {
            if (i >= p * PART) before[i] = sum;
            sum += x[i];
            if (i >= p * PART) upto[i] = sum;
        }
    }
}
