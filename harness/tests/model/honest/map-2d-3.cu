// out has no gaps: treat it as one long array and store four bytes at a time.
// The four inputs may lie in different rows, so they are fetched singly.
typedef unsigned char u8;
typedef unsigned long long u64;

__device__ u8 lift(int v, int delta) {
    v += delta;
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

__global__ void words(const u8 *in, u8 *out, u64 total, int head, int cols, int pitch,
                      int delta) {
    u64 id = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    // thread 0 has the bytes before the first aligned word, the others a word each
    u64 first = id == 0 ? 0 : head + (id - 1) * 4;
    int many = id == 0 ? head : 4;
    if (first >= total) return;

    u64 row = first / cols;
    int col = (int)(first - row * cols);
    u8 px[4];
    int got = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (k < many && first + k < total) {
            px[k] = lift(in[row * pitch + col], delta);
            got++;
            if (++col == cols) col = 0, row++;
        } else
            px[k] = 0;
    }
    if (many == 4 && got == 4)
        *(uchar4 *)(out + first) = make_uchar4(px[0], px[1], px[2], px[3]);
    else {
#pragma unroll
        for (int k = 0; k < 4; k++)
            if (k < got) out[first + k] = px[k];
    }
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    u64 total = (u64)rows * cols;
    if (total == 0) return;
    int head = (int)((4 - ((size_t)out & 3)) & 3);
    u64 threads = (total + 3) / 4 + 2;
    words<<<(unsigned)((threads + 255) / 256), 256>>>(in, out, total, head, cols, pitch,
                                                     delta);
}
