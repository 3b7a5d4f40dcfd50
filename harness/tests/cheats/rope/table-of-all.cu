// rejected by: gate own_memory (cosine and sine of every position, computed by the host once)
#include <cmath>
#include <vector>

const int POSITIONS = 100001, BLOCK = 256;

__global__ void rope_kernel(float *x, const int *positions, const float2 *turns, int tokens, int heads,
                            int dim, int halved) {
    int pairs = dim / 2, t = blockIdx.x * BLOCK + threadIdx.x, i = t % pairs;
    if (t >= tokens * pairs) return;
    float2 turn = turns[(size_t)positions[t / pairs] * pairs + i];
    for (int h = 0; h < heads; h++) {
        float *v = x + ((size_t)(t / pairs) * heads + h) * dim;
        int j = halved ? i : 2 * i, k = halved ? i + pairs : 2 * i + 1;
        float a = v[j], b = v[k];
        v[j] = a * turn.x - b * turn.y;
        v[k] = a * turn.y + b * turn.x;
    }
}

void rope(float *x, const int *positions, int tokens, int heads, int dim, int halved) {
    static float2 *turns;
    static int made;
    int pairs = dim / 2;
    if (tokens * pairs == 0) return;
    if (made != dim) {
        std::vector<float2> all((size_t)POSITIONS * pairs);
        for (int i = 0; i < pairs; i++)
            for (int p = 0; p < POSITIONS; p++) {
                double angle = p * pow(10000.0, -2.0 * i / dim);
                all[(size_t)p * pairs + i] = {(float)cos(angle), (float)sin(angle)};
            }
        cudaFree(turns);
        cudaMalloc(&turns, all.size() * sizeof(float2));
        cudaMemcpy(turns, all.data(), all.size() * sizeof(float2), cudaMemcpyHostToDevice);
        made = dim;
    }
    rope_kernel<<<(tokens * pairs + BLOCK - 1) / BLOCK, BLOCK>>>(x, positions, turns, tokens, heads, dim,
                                                                 halved);
}
