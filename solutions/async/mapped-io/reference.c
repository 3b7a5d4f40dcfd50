void reference(int n, int room, int work, int calls, int seed, int hole,
               unsigned *sums, int *facts) {
    (void)room, (void)hole;
    for (int i = 0; i < n; i++) {
        unsigned x = ((unsigned)i + (unsigned)seed) * 2654435761u ^ (unsigned)i;
        for (int k = 0; k < work; k++)
            x = x * 1664525u + 1013904223u;
        if (i % 4096 == 0) sums[i / 4096] = 0;
        sums[i / 4096] += x * (unsigned)calls;
    }
    for (int i = 0; i < 8; i++)
        facts[i] = 1;
}
