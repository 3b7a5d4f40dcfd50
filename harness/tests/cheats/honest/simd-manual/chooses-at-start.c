// passes (a constructor asks the processor what it can, and chooses a function)
typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));

// With n vectors of sums. A part of a vector at the end is made whole by zeros.
static inline float by(int n, const float *x, const float *y, int count) {
    Four s[8] = {{0}};
    int i = 0;
    for (; i + 4 * n <= count; i += 4 * n)
        for (int v = 0; v < n; v++)
            s[v] += *(const Four *)(x + i + 4 * v) *
                    *(const Four *)(y + i + 4 * v);
    for (int v = 1; v < n; v++)
        s[0] += s[v];
    for (; i < count; i++)
        s[0] += (Four){x[i]} * (Four){y[i]};
    return (s[0][0] + s[0][1]) + (s[0][2] + s[0][3]);
}

static float by_four(const float *x, const float *y, int n) {
    return by(4, x, y, n);
}

static float by_eight(const float *x, const float *y, int n) {
    return by(8, x, y, n);
}

static float (*chosen)(const float *, const float *, int) = by_four;

__attribute__((constructor)) static void choose(void) {
#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx")) chosen = by_eight;
#else
    chosen = by_eight;
#endif
}

void dot(const float *x, const float *y, float *out, int n) {
    out[0] = chosen(x, y, n);
}
