// A block for each row, its threads walk along.
__global__ void bright_row(const unsigned char *in, unsigned char *out, int cols,
                           int pitch, int delta) {
    const unsigned char *src = in + (size_t)blockIdx.x * pitch;
    unsigned char *dst = out + (size_t)blockIdx.x * cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        dst[c] = (unsigned char)max(0, min(255, (int)src[c] + delta));
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows < 1 || cols < 1) return;
    bright_row<<<rows, 512>>>(in, out, cols, pitch, delta);
}
