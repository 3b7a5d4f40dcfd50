// The larger of two numbers, or NaN.

void larger(const float *a, const float *b, float *out, int n) {
    // TODO: what if one of them is NaN?
}
