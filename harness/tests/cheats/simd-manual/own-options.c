// rejected by: build (the scalar loop, with the compiler's options set in the file)
#pragma GCC optimize("O3,fast-math,tree-vectorize,unroll-loops")
void dot(const float *x, const float *y, float *out, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    *out = s;
}
