// map-2d: add, then clamp to a byte. Integers, so this is exact.
void reference(const unsigned char *in, unsigned char *out, int rows, int cols,
               int pitch, int delta);

void reference(const unsigned char *in, unsigned char *out, int rows, int cols,
               int pitch, int delta) {
    for (long long r = 0; r < rows; r++)
        for (long long c = 0; c < cols; c++) {
            int v = in[r * pitch + c] + delta;
            out[r * cols + c] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
}

void reference_at(const unsigned char *in, unsigned char *out, int rows,
                  int cols, int pitch, int delta, long long at);

void reference_at(const unsigned char *in, unsigned char *out, int rows,
                  int cols, int pitch, int delta, long long at) {
    (void)rows;
    int v = in[at / cols * pitch + at % cols] + delta;
    out[at] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
}
