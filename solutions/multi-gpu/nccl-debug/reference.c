enum { SETTINGS = 5, SUM = 1, GATHER = 2, SHARE = 4 };

static unsigned filled(int i, unsigned seed) {
    return (unsigned)i * 2654435761u + seed;
}

static int samples_of(int rank, int most) {
    return most > rank ? most - rank : 0;
}

// What is not exchanged stays as it was.
void reference(int ranks, int parts, int tensors, int n, int most, int seed,
               unsigned *gradients, unsigned *losses, unsigned *settings,
               int *facts) {
    int size = tensors * n + tensors * (tensors - 1) / 2;
    unsigned s0 = (unsigned)seed;
    for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < size; i++) {
            unsigned sum = 0;
            for (int s = 0; s < ranks; s++)
                sum += filled(i, s0 + (unsigned)s);
            gradients[r * size + i] =
                parts & SUM ? sum : filled(i, s0 + (unsigned)r);
        }
        for (int i = 0; i < ranks * most; i++) {
            int s = i / most, k = i % most;
            unsigned got = parts & GATHER ? filled(k, s0 + 100u * (unsigned)s)
                                          : filled(i, 0);
            losses[r * ranks * most + i] = k < samples_of(s, most) ? got : 0;
        }
        for (int i = 0; i < SETTINGS; i++)
            settings[r * SETTINGS + i] =
                filled(i, parts & SHARE ? s0 : s0 + 7u * (unsigned)r);
    }
    facts[0] = 1;
}
