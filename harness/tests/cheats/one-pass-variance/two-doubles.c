// rejected by: case (the textbook's formula, with two doubles for a number)
typedef struct { double high, low; } Pair;

static Pair product(double a, double b) {
    double p = a * b, c = 134217729.0 * a, d = 134217729.0 * b;
    double a1 = c - (c - a), b1 = d - (d - b), a0 = a - a1, b0 = b - b1;
    return (Pair){p, ((a1 * b1 - p) + a1 * b0 + a0 * b1) + a0 * b0};
}
static Pair plus(Pair a, Pair b) {
    double s = a.high + b.high, t = s - a.high;
    return (Pair){s, a.low + b.low + ((a.high - (s - t)) + (b.high - t))};
}

void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++, x += cols) {
        Pair s = {0, 0}, q = {0, 0};
        for (int j = 0; j < cols; j++) {
            s = plus(s, (Pair){x[j], 0});
            q = plus(q, product(x[j], x[j]));
        }
        double m = (s.high + s.low) / cols; // q - 2 m s + cols m m
        Pair mm = product(m, m), v = plus(q, product(-2 * m, s.high));
        v = plus(v, (Pair){-2 * m * s.low, 0});
        v = plus(v, product(mm.high, cols));
        v = plus(v, (Pair){mm.low * cols, 0});
        mean[i] = m;
        var[i] = v.high + v.low > 0 ? (v.high + v.low) / cols : 0;
    }
}
