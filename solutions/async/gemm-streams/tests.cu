// Gives the learner's product exactly the memory that it is told about.
#include "kata_tests.h"

void product(const float *a, const float *b, float *c, int m, int n, int k, float *room,
             size_t floats);
void products(const float *a, const float *b, float *c, int *facts, int m, int n, int k,
              int rows);

enum { ROOM };

// Room for B and for `rows` rows of A and of C. It is freed by the next call: a free
// waits for the device, and product has to do that itself.
void products(const float *a, const float *b, float *c, int *facts, int m, int n, int k,
              int rows) {
    static float *room;
    size_t floats = (size_t)k * n + (size_t)rows * (k + n);
    cudaFree(room);
    cudaMalloc(&room, floats * sizeof *room);
    kata_most_memory();
    double now = kata_most_memory(); // since the question before
    product(a, b, c, m, n, k, room, floats);
    facts[ROOM] = kata_most_memory() == now;
}
