// passes (a table of all 256 answers in constant memory, made anew when delta changes; small images only)
#include <string.h>

__constant__ unsigned char brighter[256];

__global__ void look_up(const unsigned char *in, unsigned char *out, int rows,
                        int cols, int pitch) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        out[(size_t)row * cols + col] = brighter[in[(size_t)row * pitch + col]];
}

__global__ void add(const unsigned char *in, unsigned char *out, int rows,
                    int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = in[(size_t)row * pitch + col] + delta;
    out[(size_t)row * cols + col] = min(max(v, 0), 255);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    static bool made;
    static int made_for;
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    if (rows > 500) { // lanes that ask for different entries wait for each other
        add<<<grid, block>>>(in, out, rows, cols, pitch, delta);
        return;
    }
    if (!made || made_for != delta) {
        unsigned char table[256];
        for (int i = 0; i < 256; i++) {
            int v = i + delta;
            table[i] = v < 0 ? 0 : v > 255 ? 255 : v;
        }
        cudaMemcpyToSymbol(brighter, table, sizeof table);
        made = true;
        made_for = delta;
    }
    look_up<<<grid, block>>>(in, out, rows, cols, pitch);
}
