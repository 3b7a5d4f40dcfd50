// rejected by: timeout (a kernel that never ends holds the GPU)
__global__ void spin(volatile float *c) {
    c[0] = 0.0f;
    while (c[0] != 42.0f)
        ;
}

void vector_add(const float *, const float *, float *c, int n) {
    if (n > 0) spin<<<1, 1>>>(c);
}
