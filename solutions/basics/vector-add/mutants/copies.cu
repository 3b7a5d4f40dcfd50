// rejected by: case n=1 (returns one of its inputs)
// says: `c` is a copy of `a`. It is the sum of `a` and `b`.
void vector_add(const float *a, const float *b, float *c, int n) {
    (void)b;
    cudaMemcpyAsync(c, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
}
