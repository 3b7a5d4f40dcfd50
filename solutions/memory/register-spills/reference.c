// register-spills: each group in ascending order, by insertion.
void reference(const float *in, double *out, int n);

enum { SIZE = 32 };

void reference(const float *in, double *out, int n) {
    for (int g = 0; g < n; g++) {
        float v[SIZE];
        for (int k = 0; k < SIZE; k++) {
            float x = in[(long long)k * n + g];
            int at = k;
            for (; at > 0 && v[at - 1] > x; at--)
                v[at] = v[at - 1];
            v[at] = x;
        }
        for (int k = 0; k < SIZE; k++)
            out[(long long)k * n + g] = v[k];
    }
}
