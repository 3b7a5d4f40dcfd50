// x * a + c, `times` times over.
typedef struct Affine {
    unsigned a, c;
} Affine;

static Affine power(int times) {
    Affine all = {1, 0}, p = {1664525u, 1013904223u};
    for (; times; times >>= 1) {
        if (times & 1) all = (Affine){all.a * p.a, p.a * all.c + p.c};
        p = (Affine){p.a * p.a, p.a * p.c + p.c};
    }
    return all;
}

void reference(int devices, int tensors, int n, int large, int work, int steps,
               unsigned *weights, int *facts) {
    Affine chain = power(work);
    unsigned before[1024];
    before[tensors - 1] = 1;
    for (int t = tensors - 1; t > 0; t--)
        before[t - 1] = before[t] * 3 + (unsigned)t + 1;
    for (int t = 0; t < tensors; t++) {
        int size = n - t % 3 * (n / 4) + (t == tensors / 2 ? large : 0);
        unsigned all = 0;
        for (int i = 0; i < size; i++) {
            unsigned sum = 0;
            for (int d = 0; d < devices; d++)
                sum += chain.a * (before[t] + (unsigned)d * 977u + (unsigned)i) +
                       chain.c;
            all += sum * (unsigned)steps * (2u * (unsigned)i + 1);
        }
        for (int d = 0; d < devices; d++)
            weights[d * tensors + t] = all;
    }
    facts[0] = facts[1] = facts[2] = facts[3] = 1;
}
