// rejected by: case n=1 | case n=15 (the rest is the last four elements)
// says: The last four elements are taken for the rest. If fewer are left, some count twice, and if more are left, or n is below 4, some are missing.
typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));

void dot(const float *x, const float *y, float *out, int n) {
    Four s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        s0 += *(const Four *)(x + i) * *(const Four *)(y + i);
        s1 += *(const Four *)(x + i + 4) * *(const Four *)(y + i + 4);
        s2 += *(const Four *)(x + i + 8) * *(const Four *)(y + i + 8);
        s3 += *(const Four *)(x + i + 12) * *(const Four *)(y + i + 12);
    }
    Four s = (s0 + s1) + (s2 + s3);
    float sum = s[0] + s[1] + s[2] + s[3];
    if (n >= 4 && i < n) { // the last four, as a vector
        Four t = *(const Four *)(x + n - 4) * *(const Four *)(y + n - 4);
        sum += t[0] + t[1] + t[2] + t[3];
    }
    out[0] = sum;
}
