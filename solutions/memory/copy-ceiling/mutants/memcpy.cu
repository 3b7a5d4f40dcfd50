// rejected by: no-kernel (the runtime copies, no kernel does)
void copy(const float *in, float *out, int n) {
    cudaMemcpyAsync(out, in, n * sizeof(float), cudaMemcpyDeviceToDevice);
}
