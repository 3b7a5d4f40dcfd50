// rejected by: case | unwritten (new memory might hold an old result)
void vector_add(const float *, const float *, float *c, int n) {
    float *found;
    if (n == 0) return;
    cudaMalloc(&found, n * sizeof *c);
    cudaMemcpy(c, found, n * sizeof *c, cudaMemcpyDeviceToDevice);
    cudaFree(found);
}
