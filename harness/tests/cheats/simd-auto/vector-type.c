// rejected by: build (vectors by hand, of a type)
// The compiler need not see anything: vectors by hand, of a type that is no intrinsic.
typedef float V __attribute__((vector_size(16), aligned(4)));
void update(const float *x, float *y, float *dot, float a, int n) {
    V sum = {0, 0, 0, 0}, more = sum, f = {a, a, a, a};
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        V u = *(const V *)(x + i), v = f * u + *(V *)(y + i);
        V s = *(const V *)(x + i + 4), t = f * s + *(V *)(y + i + 4);
        *(V *)(y + i) = v;
        *(V *)(y + i + 4) = t;
        sum += u * v;
        more += s * t;
    }
    sum += more;
    float d = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    for (; i < n; i++) {
        y[i] = a * x[i] + y[i];
        d += x[i] * y[i];
    }
    dot[0] = d;
}
