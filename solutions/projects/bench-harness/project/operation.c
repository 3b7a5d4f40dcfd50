// What is timed: a = b + s * c.
void operation(float *a, const float *b, const float *c, float s, int n);

void operation(float *a, const float *b, const float *c, float s, int n) {
#ifdef BUG
    n--; // leaves the last element out
#endif
    for (int i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}
