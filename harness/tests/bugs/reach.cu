// Mistakes that small or lucky cases forgive: what is not reached, what is
// reached twice, and what only the order of the simulated device hides. Each
// has a twin that is right.
// NOTES
#include "bug.h"

#include <cuda_runtime.h>

enum { N = 1000 };

template <class T> static T *room(int n) {
    T *p;
    cudaMalloc(&p, n * sizeof *p);
    return p;
}
template <class T> static T *zeros(int n) {
    T *p = room<T>(n);
    cudaMemset(p, 0, n * sizeof *p);
    return p;
}
static float *numbers(int n = N) {
    float *h = new float[n], *p = room<float>(n);
    for (int i = 0; i < n; i++)
        h[i] = i + 1;
    cudaMemcpy(p, h, n * sizeof *h, cudaMemcpyHostToDevice);
    delete[] h;
    return p;
}
template <class T> static void back(const T *p, int n) {
    T *h = new T[n];
    cudaMemcpy(h, p, n * sizeof *h, cudaMemcpyDeviceToHost); // BUG rounded-down: uninitialised-global
    delete[] h;
}
static void done() { cudaDeviceSynchronize(); }

// ---- what no thread reaches

__global__ void twice(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
static void twice_with(int blocks) {
    float *in = numbers(), *out = room<float>(N);
    twice<<<blocks, 256>>>(in, out, N);
    back(out, N);
}
static void rounded_down() { twice_with(N / 256); }
static void rounded_up() { twice_with((N + 255) / 256); } // FINE rounded-up

__global__ void add_next(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + in[(i + 1) % n]; // BUG next-reads: uninitialised-global BUG copy-elements: uninitialised-global
}
static void next_with(int blocks) {
    float *in = numbers(), *mid = room<float>(N), *out = room<float>(N);
    twice<<<blocks, 256>>>(in, mid, N);
    add_next<<<4, 256>>>(mid, out, N);
    back(out, N);
}
static void next_reads() { next_with(3); }
static void next_reads_all() { next_with(4); } // FINE next-reads-all

// The guard looks at the thread, not at the element.
__global__ void guard_of_thread(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < n) out[i] = in[i]; // BUG guard: out-of-bounds
}
__global__ void guard_of_one_more(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n) return;
    out[i] = in[i]; // BUG guard-late: out-of-bounds
}
__global__ void guard_of_element(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i]; // FINE guard-right
}

// ---- races that the simulated order hides

__global__ void header(float *v) {
    if (blockIdx.x == 0 && threadIdx.x == 0)
        v[0] = 3; // BUG header: global-race
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    v[i] = v[0] * i; // BUG header: global-race
}
__global__ void header_first(float *v) { // FINE header-first
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    v[i] = 3.0f * i;
}
template <bool fence> __device__ void last_block(const float *in, float *partial, unsigned *n, float *out) {
    float s = in[blockIdx.x] * 2;
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = s; // BUG last-block: global-race
    if (fence) __threadfence();
    if (atomicAdd(n, 1) != gridDim.x - 1) return;
    if (fence) __threadfence();
    float sum = 0;
    for (int i = 0; i < gridDim.x; i++)
        sum += partial[i]; // BUG last-block: global-race
    *out = sum;
}
__global__ void last_unfenced(const float *in, float *p, unsigned *n, float *out) {
    last_block<false>(in, p, n, out);
}
__global__ void last_fenced(const float *in, float *p, unsigned *n, float *out) { // FINE last-fenced
    last_block<true>(in, p, n, out);
}
__global__ void smooth_in_place(float *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    v[i] = (v[i - 1] + v[i + 1]) / 2; // BUG in-place: global-race
}
__global__ void smooth(const float *v, float *out) { // FINE out-of-place
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    out[i] = (v[i - 1] + v[i + 1]) / 2;
}
template <bool sync> __device__ void turn(float *v) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = v[t]; // BUG warp-turn: shared-race
    if (sync) __syncwarp();
    v[t] = s[t ^ 1]; // BUG warp-turn: shared-race
}
__global__ void turn_unsynced(float *v) { turn<false>(v); }
__global__ void turn_synced(float *v) { turn<true>(v); } // FINE warp-turn-synced

// ---- streams, graphs, the host

template <bool late> static void event_early() {
    float *in = numbers(), *mid = room<float>(N), *out = room<float>(N);
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    cudaDeviceSynchronize();
    if (!late) cudaEventRecord(e, a);
    twice<<<4, 256, 0, a>>>(in, mid, N); // BUG event-early: stream-race
    if (late) cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    add_next<<<4, 256, 0, b>>>(mid, out, N); // BUG event-early: stream-race
    done();
    back(out, N);
}
static void event_late() { event_early<true>(); } // FINE event-late

template <bool edge> static void graph_edges() {
    float *in = numbers(), *mid = room<float>(N), *out = room<float>(N);
    int n = N;
    void *first[] = {&in, &mid, &n}, *second[] = {&mid, &out, &n};
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphNode_t a, b;
    cudaKernelNodeParams p = {};
    cudaGraphCreate(&g, 0);
    p.gridDim = 4, p.blockDim = 256;
    p.func = (void *)twice, p.kernelParams = first;
    cudaGraphAddKernelNode(&a, g, nullptr, 0, &p); // BUG graph-edge: stream-race
    p.func = (void *)add_next, p.kernelParams = second;
    cudaGraphAddKernelNode(&b, g, &a, edge ? 1 : 0, &p); // BUG graph-edge: stream-race
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, 0);
    done();
    back(out, N);
}
static void graph_with_edge() { graph_edges<true>(); } // FINE graph-with-edge

template <bool waits> static void reuse_pinned() {
    float *h, *in = room<float>(1 << 16), *out = room<float>(1 << 16);
    cudaMallocHost(&h, (1 << 16) * sizeof *h);
    for (int i = 0; i < 1 << 16; i++)
        h[i] = i;
    cudaMemcpyAsync(in, h, (1 << 16) * sizeof *h, cudaMemcpyHostToDevice);
    if (waits) done();
    for (int i = 0; i < 1 << 16; i++)
        h[i] = 0; // BUG reuse-pinned: not-synchronised
    twice<<<256, 256>>>(in, out, 1 << 16);
    back(out, 1 << 16);
}
static void reuse_after() { reuse_pinned<true>(); } // FINE reuse-after

// ---- shapes that are square in small cases only

__global__ void transpose(const float *in, float *out, int rows, int cols, int pitch) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        out[c * pitch + r] = in[r * cols + c]; // BUG pitch: global-race
}
static void pitch() { // 40 x 25: as if both were 25
    transpose<<<dim3(2, 3), dim3(16, 16)>>>(numbers(), zeros<float>(N), 40, 25, 25);
    done();
}
static void pitch_right() { // FINE pitch-right
    float *out = zeros<float>(N);
    transpose<<<dim3(2, 3), dim3(16, 16)>>>(numbers(), out, 40, 25, 40);
    back(out, N);
}
template <int side> __device__ void through_tile(const float *in, float *out) {
    __shared__ float tile[16][side];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[t]; // BUG tile-side: shared-race
    __syncthreads();
    out[t] = tile[threadIdx.y][threadIdx.x];
}
__global__ void tile_of_16(const float *in, float *out) { through_tile<16>(in, out); }
__global__ void tile_of_32(const float *in, float *out) { through_tile<32>(in, out); } // FINE tile-right

// ---- elements in place of bytes

static void copy_elements(int bytes) {
    static float h[N];
    float *in = room<float>(N), *out = room<float>(N);
    cudaMemcpy(in, h, bytes, cudaMemcpyHostToDevice);
    add_next<<<4, 256>>>(in, out, N);
    back(out, N);
}
__global__ void count(const int *v, int *bins) {
    atomicAdd(&bins[v[threadIdx.x]], 1); // BUG clear-elements: uninitialised-global
}
static void clear_elements(int bytes) {
    int h[64], *v = room<int>(64), *bins = room<int>(64);
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, bytes);
    count<<<1, 64>>>(v, bins);
    back(bins, 64);
}
__global__ void fill(float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i; // BUG malloc-elements: out-of-bounds
}
static void malloc_elements(size_t bytes) {
    float *p;
    cudaMalloc(&p, bytes);
    fill<<<4, 256>>>(p, N);
    back(p, N);
}

// ---- an index of 16 bits

template <class I> __device__ void indexed(float *p, int n) {
    I i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = blockIdx.x; // BUG short-index: global-race
}
__global__ void short_index(float *p, int n) { indexed<unsigned short>(p, n); }
__global__ void int_index(float *p, int n) { indexed<unsigned>(p, n); } // FINE int-index

// ---- a spin on a plain load

template <class Flag> __device__ void wait_for(int *flag_, int *out) {
    Flag *flag = (Flag *)flag_;
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            while (*flag == 0) {} // BUG plain-spin: deadlock BUG plain-spin: endless-loop BUG plain-spin: global-race
            *out = 1;
        }
    } else if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(flag_, 1); // BUG plain-spin: global-race
    }
}
__global__ void plain_spin(int *flag, int *out) { wait_for<int>(flag, out); }
__global__ void volatile_spin(int *flag, int *out) { wait_for<volatile int>(flag, out); } // FINE volatile-spin

// ---- shuffles from lanes outside of the mask

__global__ void shuffle_beyond(int *v, int from) {
    int lane = threadIdx.x;
    if (lane < 16)
        v[lane] = __shfl_sync(0xffff, v[lane], from); // BUG shuffle-beyond: absent-lane
}
__global__ void shuffle_tail(int *v, int width) {
    int lane = threadIdx.x, x = v[lane];
    if (lane < 20)
        for (int d = width / 2; d > 0; d /= 2)
            x += __shfl_down_sync(0xfffff, x, d, width); // BUG shuffle-tail: absent-lane
    v[lane] = x;
}

// ---- in bounds, but of another array

__global__ void two_arrays(float *out, int n) {
    __shared__ float a[32], b[32];
    int t = threadIdx.x;
    if (t < 32) b[t] = t; // BUG other-array: shared-race
    if (t >= 32 && t - 31 <= n) a[t - 31] = t; // BUG other-array: shared-race BUG other-array: out-of-bounds
    __syncthreads();
    if (t < 32) out[t] = a[t] + b[t];
}
__global__ void two_arrays_right(float *out) { // FINE own-array
    __shared__ float a[32], b[32];
    int t = threadIdx.x;
    if (t < 32) b[t] = t;
    if (t >= 32) a[t - 32] = t;
    __syncthreads();
    if (t < 32) out[t] = a[t] + b[t];
}
__global__ void ends_in_next(float *out, int n) {
    __shared__ float row[64], part[64];
    int t = threadIdx.x;
    part[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        row[i] = i; // BUG store-next: out-of-bounds
    __syncthreads();
    if (t == 0) out[0] = row[n - 1] + part[0]; // FINE store-own
}
__global__ void reads_next(float *out, int n) {
    __shared__ float row[64], part[2][64];
    int t = threadIdx.x;
    row[t] = part[0][t] = part[1][t] = t;
    __syncthreads();
    float next = row[t + n]; // BUG read-next: out-of-bounds; BUG read-below: out-of-bounds
    out[t] = t + 1 < n ? 0 : next;
}
__global__ void loads_ahead(float *out) { // the last load is for nothing
    __shared__ float row[2][32], next[32];
    int t = threadIdx.x;
    row[0][t] = row[1][t] = t; // used first, it lies first
    next[t] = t;
    __syncthreads();
    float now = row[0][t], sum = next[t];
    for (int i = 0; i < 2; i++) {
        float ahead = *(volatile float *)&row[i + 1][t]; // FINE load-ahead
        sum += now;
        now = ahead;
    }
    out[t] = sum;
}
__global__ void counts_next(int *out, int which) {
    __shared__ int bins[32], total[32];
    int t = threadIdx.x;
    bins[t] = total[t] = 0;
    __syncthreads();
    atomicAdd(&bins[which], 1); // BUG atomic-next: out-of-bounds
    __syncthreads();
    out[t] = bins[t] + total[t]; // FINE atomic-own
}
__global__ void one_of_two(float *out, bool second) { // an address of either
    __shared__ float a[32], b[32];
    int t = threadIdx.x;
    float *p = second ? b : a;
    a[t] = b[t] = t;
    __syncthreads();
    p[t] += 1;
    __syncthreads();
    out[t] = a[t] + b[t]; // FINE either-array
}
__global__ void by_memcpy(const float *in, float *out, int w) { // a loop, of no line
    float row[8];
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    memcpy(row, in + r * w, w * sizeof(float)); // BUG memcpy-past: out-of-bounds
    row[0] += 1;
    memcpy(out + r * w, row, w * sizeof(float)); // FINE memcpy-inside
}
__global__ void from_pool(float *pool, int each) {
    float *mine = pool + blockIdx.x * 64;
    for (int i = threadIdx.x; i < each; i += blockDim.x)
        mine[i] = blockIdx.x; // BUG pool: global-race
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"rounded-down", rounded_down},
        {"rounded-up", rounded_up},
        {"next-reads", next_reads},
        {"next-reads-all", next_reads_all},
        {"guard", [] { guard_of_thread<<<4, 256>>>(numbers(), room<float>(N), N); done(); }},
        {"guard-late", [] { guard_of_one_more<<<4, 256>>>(numbers(), room<float>(N), N); done(); }},
        {"guard-right", [] { float *o = room<float>(N); guard_of_element<<<4, 256>>>(numbers(), o, N); back(o, N); }},
        {"header", [] { header<<<4, 64>>>(zeros<float>(257)); done(); }},
        {"header-first", [] { float *o = zeros<float>(257); header_first<<<4, 64>>>(o); back(o, 257); }},
        {"last-block", [] { last_unfenced<<<4, 32>>>(numbers(), room<float>(4), zeros<unsigned>(1), zeros<float>(1)); done(); }},
        {"last-fenced", [] { last_fenced<<<4, 32>>>(numbers(), room<float>(4), zeros<unsigned>(1), zeros<float>(1)); done(); }},
        {"in-place", [] { smooth_in_place<<<3, 256>>>(numbers()); done(); }},
        {"out-of-place", [] { float *o = room<float>(N); smooth<<<3, 256>>>(numbers(), o); back(o + 1, 768); }},
        {"warp-turn", [] { turn_unsynced<<<1, 64>>>(numbers()); done(); }},
        {"warp-turn-synced", [] { turn_synced<<<1, 64>>>(numbers()); done(); }},
        {"event-early", event_early<false>},
        {"event-late", event_late},
        {"graph-edge", graph_edges<false>},
        {"graph-with-edge", graph_with_edge},
        {"reuse-pinned", reuse_pinned<false>},
        {"reuse-after", reuse_after},
        {"store-next", [] { float *o = zeros<float>(1); ends_in_next<<<1, 64>>>(o, 65); back(o, 1); }},
        {"store-own", [] { float *o = zeros<float>(1); ends_in_next<<<1, 64>>>(o, 64); back(o, 1); }},
        {"read-next", [] { float *o = zeros<float>(64); reads_next<<<1, 64>>>(o, 1); back(o, 64); }},
        {"read-below", [] { float *o = zeros<float>(64); reads_next<<<1, 64>>>(o, -1); back(o, 64); }},
        {"load-ahead", [] { float *o = zeros<float>(32); loads_ahead<<<1, 32>>>(o); back(o, 32); }},
        {"atomic-next", [] { int *o = zeros<int>(32); counts_next<<<1, 32>>>(o, 32); back(o, 32); }},
        {"atomic-own", [] { int *o = zeros<int>(32); counts_next<<<1, 32>>>(o, 31); back(o, 32); }},
        {"either-array", [] { float *o = zeros<float>(32); one_of_two<<<1, 32>>>(o, true); back(o, 32); }},
        {"memcpy-past", [] { float *o = zeros<float>(N); by_memcpy<<<2, N / 8>>>(numbers(), o, 8); back(o, N); }},
        {"memcpy-inside", [] { float *o = zeros<float>(N); by_memcpy<<<1, N / 8>>>(numbers(), o, 8); back(o, N); }},
        {"pitch", pitch},
        {"pitch-right", pitch_right},
        {"tile-side", [] { tile_of_16<<<1, dim3(32, 16)>>>(numbers(), zeros<float>(512)); done(); }},
        {"tile-right", [] { float *o = room<float>(512); tile_of_32<<<1, dim3(32, 16)>>>(numbers(), o); back(o, 512); }},
        {"copy-elements", [] { copy_elements(N); }},
        {"copy-bytes", [] { copy_elements(N * 4); }}, // FINE copy-bytes
        {"clear-elements", [] { clear_elements(64); }},
        {"clear-bytes", [] { clear_elements(256); }}, // FINE clear-bytes
        {"malloc-elements", [] { malloc_elements(N); }},
        {"malloc-bytes", [] { malloc_elements(N * 4); }}, // FINE malloc-bytes
        {"short-index", [] { short_index<<<300, 256>>>(zeros<float>(76800), 76800); done(); }},
        {"int-index", [] { float *o = room<float>(76800); int_index<<<300, 256>>>(o, 76800); back(o, 76800); }},
        {"plain-spin", [] { plain_spin<<<2, 32>>>(zeros<int>(1), zeros<int>(1)); done(); }},
        {"volatile-spin", [] { int *o = zeros<int>(1); volatile_spin<<<2, 32>>>(zeros<int>(1), o); back(o, 1); }},
        {"shuffle-beyond", [] { shuffle_beyond<<<1, 32>>>(zeros<int>(32), 20); done(); }},
        {"shuffle-within", [] { shuffle_beyond<<<1, 32>>>(zeros<int>(32), 12); done(); }}, // FINE shuffle-within
        {"shuffle-tail", [] { shuffle_tail<<<1, 32>>>(zeros<int>(32), 32); done(); }},
        {"shuffle-quads", [] { shuffle_tail<<<1, 32>>>(zeros<int>(32), 4); done(); }}, // FINE shuffle-quads
        {"other-array", [] { two_arrays<<<1, 64>>>(zeros<float>(32), 32); done(); }},
        {"own-array", [] { float *o = zeros<float>(32); two_arrays_right<<<1, 64>>>(o); back(o, 32); }},
        {"pool", [] { from_pool<<<4, 32>>>(zeros<float>(320), 70); done(); }},
        {"pool-right", [] { float *o = zeros<float>(320); from_pool<<<4, 32>>>(o, 64); back(o, 256); }}, // FINE pool-right
    };
    return bug_main(bugs, argc, argv);
}
