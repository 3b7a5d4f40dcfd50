// rejected by: gate scaling (no thread but the first)
void scan(const int *x, long long *before, long long *upto, int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        before[i] = sum;
        sum += x[i];
        upto[i] = sum;
    }
}
