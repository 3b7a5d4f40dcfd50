// Each round multiplies the sum by the number of devices, modulo 2^32.
void reference(int devices, int n, int rounds, unsigned seed, int shown,
               unsigned *sums, unsigned *checks, int *facts) {
    for (int d = 0; d < devices; d++)
        for (int p = 0; p < 64; p++)
            checks[d * 64 + p] = 0;
    for (int i = 0; i < n; i++) {
        unsigned sum = 0;
        for (int d = 0; d < devices; d++)
            sum += ((unsigned)i * 7u + (unsigned)d * 13u + seed) % 101u;
        for (int r = 1; r < rounds; r++)
            sum *= (unsigned)devices;
        for (int d = 0; d < devices; d++) {
            if (i < shown) sums[d * shown + i] = sum;
            checks[d * 64 + i / ((n + 63) / 64)] += sum * (2u * (unsigned)i + 1);
        }
    }
    facts[0] = facts[1] = 1;
}
