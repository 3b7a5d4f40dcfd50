// rejected by: pattern all-zero (the mean of such numbers is known: zero)
void sum(const float *, float *out, int) {
    cudaMemsetAsync(out, 0, sizeof *out);
}
