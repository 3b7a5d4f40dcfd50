// How many steps each start takes to 1, and how many all of them take.
// TODO: all cores at once.
void collatz(const int *start, int *steps, long long *total, int n) {
    total[0] = 0;
    for (int i = 0; i < n; i++) {
        unsigned long long x = (unsigned long long)start[i];
        int count = 0;
        for (; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count;
        total[0] += count;
    }
}
