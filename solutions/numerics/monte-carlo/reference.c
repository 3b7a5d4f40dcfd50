enum { SEEDS = 4096 };

static unsigned long long mix(unsigned long long seed, unsigned long long n) {
    unsigned long long z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

void reference(unsigned long long *hits, long long n, const unsigned long long *seeds) {
    *hits = 0;
    for (long long i = 0; i < n; i++) {
        unsigned long long s = seeds[i % SEEDS];
        unsigned long long x = mix(s, 2 * i) >> 33;
        unsigned long long y = mix(s, 2 * i + 1) >> 33;
        *hits += x * x + y * y < 1ull << 62;
    }
}
