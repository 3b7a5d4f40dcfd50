// rejected by: pattern input-copied (most matrices look symmetric from afar)
void transpose(const float *in, float *out, int rows, int cols) {
    cudaMemcpyAsync(out, in, sizeof(float) * rows * cols,
                    cudaMemcpyDeviceToDevice);
}
