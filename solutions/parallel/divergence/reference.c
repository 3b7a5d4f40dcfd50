// divergence: four functions, chosen by class.
void reference(const unsigned int *in, const int *kind, unsigned int *out,
               int n);
void reference_at(const unsigned int *in, const int *kind, unsigned int *out,
                  int n, long long at);

enum { ROUNDS = 32 };

static unsigned int step(int c, unsigned int x) {
    switch (c) {
    case 0:
        x ^= x << 13;
        x ^= x >> 17;
        return x ^ x << 5;
    case 1: return x * 1664525u + (x >> 16) + 1013904223u;
    case 2: return (x << 7 | x >> 25) * 5u + 3864292196u;
    default:
        return x + (((unsigned int)__builtin_popcount(x) * 2654435761u) ^
                    (x >> 3));
    }
}

void reference_at(const unsigned int *in, const int *kind, unsigned int *out,
                  int n, long long at) {
    (void)n;
    unsigned int x = in[at];
    for (int r = 0; r < ROUNDS; r++)
        x = step(kind[at] % 4, x);
    out[at] = x;
}

void reference(const unsigned int *in, const int *kind, unsigned int *out,
               int n) {
    for (int i = 0; i < n; i++)
        reference_at(in, kind, out, n, i);
}
