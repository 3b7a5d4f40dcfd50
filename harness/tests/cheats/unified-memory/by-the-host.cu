// rejected by: case (the fact device: the host multiplies, and a kernel is launched for show)
// One of several arrays. The list and the arrays lie in managed memory.
struct Part {
    float *values;
    int n;
    Part *next;
};

__global__ void nothing(const Part *first) {
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

// Each side gets a copy of its own of what is mostly read.
void share_open(Part *parts, int count, float *table, int m) {
    if (count)
        cudaMemAdvise(parts, count * sizeof *parts, cudaMemAdviseSetReadMostly,
                      device_place());
    cudaMemAdvise(table, m * sizeof *table, cudaMemAdviseSetReadMostly, device_place());
}

// A prefetch of what is there already moves nothing.
void run_step(Part *parts, int count, float *table, int m, cudaStream_t s) {
    if (!count) return;
    for (Part *p = parts; p; p = p->next)
        for (int i = 0; i < p->n; i++)
            p->values[i] *= table[i % m];
    prefetch(parts, count * sizeof *parts, device_place(), s);
    prefetch(table, m * sizeof *table, device_place(), s);
    for (int i = 0; i < count; i++)
        prefetch(parts[i].values, parts[i].n * sizeof(float), device_place(), s);
    nothing<<<1, 1, 0, s>>>(parts);
}

void bring_back(Part *parts, int count, cudaStream_t s) {
    for (int i = 0; i < count; i++)
        prefetch(parts[i].values, parts[i].n * sizeof(float), host_place(), s);
}
