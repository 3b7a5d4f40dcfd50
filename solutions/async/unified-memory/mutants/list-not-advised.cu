// rejected by: case (says read mostly of the table only)
struct Part {
    float *values;
    int n;
    Part *next;
};

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

static cudaMemLocation host_place() {
    cudaMemLocation place = {};
    place.type = cudaMemLocationTypeHost;
    return place;
}

static void prefetch(void *p, size_t bytes, cudaMemLocation to, cudaStream_t s) {
    if (bytes) cudaMemPrefetchAsync(p, bytes, to, 0, s);
}

void share_open(Part *parts, int count, float *table, int m) {
    cudaMemAdvise(table, m * sizeof *table, cudaMemAdviseSetReadMostly, device_place());
}

void run_step(Part *parts, int count, float *table, int m, cudaStream_t s) {
    if (!count) return;
    prefetch(parts, count * sizeof *parts, device_place(), s);
    prefetch(table, m * sizeof *table, device_place(), s);
    for (int i = 0; i < count; i++)
        prefetch(parts[i].values, parts[i].n * sizeof(float), device_place(), s);
    scale<<<132, 256, 0, s>>>(parts, table, m);
}

void bring_back(Part *parts, int count, cudaStream_t s) {
    for (int i = 0; i < count; i++)
        prefetch(parts[i].values, parts[i].n * sizeof(float), host_place(), s);
}
