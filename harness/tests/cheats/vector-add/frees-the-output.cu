// rejected by: unwritten | crash | case | launch | trap host-touch | guard (frees the output, takes memory of its own in the same place)
void vector_add(const float *, const float *, float *c, int n) {
    float *again = nullptr;
    cudaFree(c);
    cudaMalloc(&again, n * sizeof *c);
    cudaMemset(again, 0, n * sizeof *c);
    cudaGetLastError();
}
