void reference(const int *start, int *steps, long long *total, int n) {
    total[0] = 0;
    for (int i = 0; i < n; i++) {
        long long x = start[i];
        steps[i] = 0;
        while (x != 1) {
            x = x % 2 ? 3 * x + 1 : x / 2;
            steps[i]++;
        }
        total[0] += steps[i];
    }
}
