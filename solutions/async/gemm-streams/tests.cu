// Gives the learner's product exactly the memory that it is told about.
#include "kata_tests.h"

void product(const float *a, const float *b, float *c, int m, int n, int k, float *room,
             size_t floats);
void products(const float *a, const float *b, float *c, int m, int n, int k, int rows);

// Room for B and for `rows` rows of A and of C.
void products(const float *a, const float *b, float *c, int m, int n, int k, int rows) {
    size_t floats = (size_t)k * n + (size_t)rows * (k + n);
    float *room;
    cudaMalloc(&room, floats * sizeof *room);
    product(a, b, c, m, n, k, room, floats);
    cudaFree(room);
}
