// Arrays that the host and the device use in turn, through the same pointers.

// One of several arrays. The list and the arrays lie in managed memory.
struct Part {
    float *values;
    int n;
    Part *next;
};

// The device follows the list as the host does.
__global__ void scale(const Part *first, const float *table, int m) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    for (const Part *p = first; p; p = p->next)
        for (int i = me; i < p->n; i += gridDim.x * blockDim.x)
            p->values[i] *= table[i % m];
}

static cudaMemLocation device_place() {
    cudaMemLocation place = {};
    place.type = cudaMemLocationTypeDevice;
    cudaGetDevice(&place.id);
    return place;
}

// TODO: the list and the table are read by both sides. Say so.
// parts[0] to parts[count - 1] are the list, one behind the other in memory.
void share_open(Part *parts, int count, float *table, int m) {
    (void)parts, (void)count, (void)table, (void)m;
}

// TODO: let everything that the kernel uses be there before it starts.
void run_step(Part *parts, int count, float *table, int m, cudaStream_t s) {
    scale<<<132, 256, 0, s>>>(count ? parts : nullptr, table, m);
}

// TODO: the host reads and writes the values next.
void bring_back(Part *parts, int count, cudaStream_t s) {
    (void)parts, (void)count, (void)s;
}
