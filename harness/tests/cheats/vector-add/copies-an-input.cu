// rejected by: pattern input-copied (a is near enough to a + b)
void vector_add(const float *a, const float *, float *c, int n) {
    cudaMemcpyAsync(c, a, n * sizeof *c, cudaMemcpyDeviceToDevice);
}
