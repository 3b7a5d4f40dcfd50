// A pairwise sum. BUG=1 leaves the last of an odd number of elements out.
#ifndef BUG
#define BUG 0
#endif

float sum(const float *x, int n);

float sum(const float *x, int n) {
    if (n == 0) return 0;
    if (n == 1) return x[0];
    int half = n / 2;
    return sum(x, half) + sum(x + half, BUG == 1 ? half : n - half);
}
