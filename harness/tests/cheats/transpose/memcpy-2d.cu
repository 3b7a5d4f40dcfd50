// rejected by: no-kernel | gate bandwidth | timeout (the copy engine turns it, row by row)
void transpose(const float *in, float *out, int rows, int cols) {
    for (int c = 0; c < cols && rows > 0; c++)
        cudaMemcpy2DAsync(out + (size_t)c * rows, sizeof(float), in + c,
                          cols * sizeof(float), sizeof(float), rows,
                          cudaMemcpyDeviceToDevice);
}
