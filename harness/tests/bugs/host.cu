// What host code does wrong around kernels, as learners write it: copies, frees,
// waiting, errors nobody asks for, handles that are gone.
#include "bug.h"

#include <cstdlib>
#include <vector>

__global__ void fill(int *p, int n, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value + i;
}

__global__ void add(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] += a[i];
}

static const int N = 1000;

static void copy_too_much() {
    std::vector<int> h(2 * N);
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<4, 256>>>(d, N, 1);
    cudaMemcpy(h.data(), d, 2 * N * sizeof(int), // BUG copy-too-much: copy-size
               cudaMemcpyDeviceToHost);
    cudaFree(d);
}

static void allocated_elements() {
    std::vector<float> h(N, 1.0f);
    float *d;
    cudaMalloc(&d, N); // forgot sizeof(float)
    cudaMemcpy(d, h.data(), N * sizeof(float), cudaMemcpyHostToDevice); // BUG allocated-elements: copy-size
    cudaFree(d);
}

static void copy_fits() { // FINE copy-fits
    std::vector<int> h(N);
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<4, 256>>>(d, N, 1);
    cudaMemcpy(h.data(), d, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
    if (h[7] != 8) printf("wrong\n");
}

static void wrong_direction() {
    std::vector<int> h(N);
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<4, 256>>>(d, N, 1);
    cudaMemcpy(h.data(), d, N * sizeof(int), cudaMemcpyHostToDevice); // BUG wrong-direction: copy-direction
    cudaFree(d);
}

static void swapped_pointers() {
    std::vector<int> h(N, 3);
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    cudaMemcpy(h.data(), d, N * sizeof(int), cudaMemcpyHostToDevice); // BUG swapped-pointers: copy-direction
    fill<<<4, 256>>>(d, N, 1);
    cudaFree(d);
}

static void between_devices_as_host() {
    int *a, *b;
    cudaMalloc(&a, N * sizeof(int));
    cudaMalloc(&b, N * sizeof(int));
    cudaMemset(b, 0, N * sizeof(int));
    cudaMemcpy(a, b, N * sizeof(int), cudaMemcpyHostToDevice); // BUG between-devices-as-host: copy-direction
    cudaFree(a);
    cudaFree(b);
}

__constant__ int table[16];

__global__ void look_up(int *out) {
    out[threadIdx.x] = table[threadIdx.x];
}

static void symbol_from_device() {
    int *d, *out;
    cudaMalloc(&d, sizeof table);
    cudaMalloc(&out, sizeof table);
    fill<<<1, 16>>>(d, 16, 1);
    cudaMemcpyToSymbol(table, d, sizeof table); // BUG symbol-from-device: copy-direction
    look_up<<<1, 16>>>(out);
    cudaFree(d);
    cudaFree(out);
}

__device__ int found;

__global__ void count_up() {
    atomicAdd(&found, 1);
}

static void symbol_by_name() {
    int h[16] = {1};
    cudaMemcpy(table, h, sizeof h, cudaMemcpyHostToDevice); // BUG symbol-by-name: copy-direction
}

static void symbol_set_by_name() {
    cudaMemset(&found, 0, sizeof found); // BUG symbol-set-by-name: copy-direction
    count_up<<<1, 32>>>();
}

static void symbol_set_by_address() { // FINE symbol-set-by-address
    void *p;
    cudaGetSymbolAddress(&p, found);
    cudaMemset(p, 0, sizeof found);
    count_up<<<1, 32>>>();
    int n = 0;
    cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost);
    if (n != 32) printf("wrong\n");
}

static void array_by_handle() {
    cudaArray_t a;
    static unsigned char h[64];
    cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned char>();
    cudaMallocArray(&a, &d, 8, 8);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); // BUG array-by-handle: copy-direction
    cudaFreeArray(a);
}

static void symbol_as_it_should_be() { // FINE symbol-as-it-should-be
    int h[16] = {1, 2}, *d, *out;
    cudaMalloc(&d, sizeof table);
    cudaMalloc(&out, sizeof table);
    fill<<<1, 16>>>(d, 16, 1);
    cudaMemcpyToSymbol(table, h, sizeof table);
    look_up<<<1, 16>>>(out);
    cudaMemcpyToSymbol(table, d, sizeof table, 0, cudaMemcpyDeviceToDevice);
    look_up<<<1, 16>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(out);
    if (h[1] != 2) printf("wrong\n");
}

static void managed_too_early() {
    int *m, sum = 0;
    cudaMallocManaged(&m, N * sizeof(int));
    fill<<<4, 256>>>(m, N, 1);
    for (int i = 0; i < N; i++)
        sum += m[i]; // BUG managed-too-early: not-synchronised
    printf("%d\n", sum);
    cudaDeviceSynchronize();
    cudaFree(m);
}

static void pinned_too_early() {
    const int n = 1 << 16;
    int *d, *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, n * sizeof(int));
    cudaMallocHost(&h, n * sizeof(int));
    fill<<<n / 256, 256, 0, s>>>(d, n, 5);
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    printf("%d\n", h[100]); // BUG pinned-too-early: not-synchronised
    cudaStreamSynchronize(s);
    cudaFreeHost(h);
    cudaFree(d);
    cudaStreamDestroy(s);
}

static void reused_too_early() {
    const int n = 1 << 16;
    int *d, *h;
    cudaMalloc(&d, n * sizeof(int));
    cudaMallocHost(&h, n * sizeof(int));
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++)
        h[i] = -1; // BUG reused-too-early: not-synchronised
    cudaDeviceSynchronize();
    cudaFreeHost(h);
    cudaFree(d);
}

static void waited_for() { // FINE waited-for
    const int n = 1 << 16;
    int *m, *d, *h, sum = 0;
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaMallocManaged(&m, n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    cudaMallocHost(&h, n * sizeof(int));
    fill<<<n / 256, 256>>>(m, n, 1);
    fill<<<n / 256, 256>>>(d, n, 1);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) sum += m[i] & 1;
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaEventRecord(done);
    cudaEventSynchronize(done);
    sum += h[3];
    printf("%d\n", sum);
    cudaEventDestroy(done);
    cudaFreeHost(h);
    cudaFree(d);
    cudaFree(m);
}

// Two streams, two halves, each read when its own work is done.
static void halves() { // FINE halves
    const int n = 1 << 16;
    int *d, *h, *m;
    cudaStream_t s[2];
    cudaMalloc(&d, n * sizeof(int));
    cudaMallocHost(&h, n * sizeof(int));
    cudaMallocManaged(&m, n * sizeof(int));
    for (int k = 0; k < 2; k++) {
        int *from = d + k * n / 2, *to = h + k * n / 2;
        cudaStreamCreate(&s[k]);
        fill<<<n / 512, 256, 0, s[k]>>>(from, n / 2, k);
        fill<<<n / 512, 256, 0, s[k]>>>(m + k * n / 2, n / 2, k);
        cudaMemcpyAsync(to, from, n / 2 * sizeof(int), cudaMemcpyDeviceToHost,
                        s[k]);
    }
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        cudaStreamSynchronize(s[k]);
        for (int i = 0; i < n / 2; i++) sum ^= h[k * n / 2 + i] ^ m[k * n / 2 + i];
        cudaStreamDestroy(s[k]);
    }
    printf("%d\n", sum);
    cudaFree(d);
    cudaFree(m);
    cudaFreeHost(h);
}

static void too_many_threads() {
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<1, N * 2>>>(d, N, 1); // BUG too-many-threads: bad-launch
    cudaDeviceSynchronize();
    cudaFree(d);
}

// Asks how large a block may be, by trying: the program knows of the failure.
static void tries_and_asks() {
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<1, N * 2>>>(d, N, 1); // FINE tries-and-asks
    if (cudaGetLastError() != cudaSuccess) fill<<<2, N>>>(d, N, 1);
    cudaDeviceSynchronize();
    cudaFree(d);
}

// Two managed arrays of 8 MiB in all, filled by the host.
static void managed_large() {
    const int n = 1 << 20;
    int *a, *b;
    cudaMallocManaged(&a, n * sizeof *a);
    cudaMallocManaged(&b, n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = 1, b[i] = 2;
    add<<<n / 256, 256>>>(a, b, n); // FINE managed-large
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
}

static void no_blocks() {
    int n = 0, *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<n / 256, 256>>>(d, n, 1); // BUG no-blocks: bad-launch
    cudaDeviceSynchronize();
    cudaFree(d);
}

static void freed_twice() {
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<4, 256>>>(d, N, 1);
    cudaFree(d);
    cudaFree(d); // BUG freed-twice: double-free
}

static void freed_twice_pinned() {
    int *h;
    cudaMallocHost(&h, N * sizeof(int));
    h[0] = 1;
    cudaFreeHost(h);
    cudaFreeHost(h); // BUG freed-twice-pinned: double-free
}

static void freed_middle() {
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    for (int i = 0; i < 3; i++) fill<<<1, 1>>>(d++, 1, i);
    cudaFree(d); // BUG freed-middle: bad-free
}

static void freed_host() {
    int *h = (int *)malloc(N * sizeof(int));
    h[0] = 1;
    cudaFree(h); // BUG freed-host: bad-free
    free(h);
}

static void freed_the_other_way() {
    int *h;
    cudaMallocHost(&h, N * sizeof(int));
    cudaFree(h); // BUG freed-the-other-way: bad-free
    cudaFreeHost(h);
}

static void stream_gone() {
    int *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, N * sizeof(int));
    cudaStreamDestroy(s);
    fill<<<4, 256, 0, s>>>(d, N, 1); // BUG stream-gone: destroyed-handle
    cudaGetLastError();
    cudaFree(d);
}

static void event_gone() {
    cudaEvent_t start, stop;
    float ms;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventDestroy(start);
    cudaEventElapsedTime(&ms, start, stop); // BUG event-gone: destroyed-handle
    cudaEventDestroy(stop);
}

static void tidy() { // FINE tidy
    int *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, N * sizeof(int));
    fill<<<4, 256, 0, s>>>(d, N, 1);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFree(d);
    cudaFree(nullptr);
}

static void copy_after_free() {
    std::vector<int> h(N);
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<4, 256>>>(d, N, 1);
    cudaFree(d);
    cudaMemcpy(h.data(), d, N * sizeof(int), // BUG copy-after-free: after-free
               cudaMemcpyDeviceToHost);
}

static void memset_of_host() {
    int h[16];
    cudaMemset(h, 0, sizeof h); // BUG memset-of-host: copy-direction
    printf("%d\n", h[0] & 0);
}

static void memset_too_long() {
    int *d;
    cudaMalloc(&d, N);
    cudaMemset(d, 0, N * sizeof(int)); // BUG memset-too-long: copy-size
    cudaFree(d);
}

static const Bug bugs[] = {
    {"copy-too-much", copy_too_much},
    {"allocated-elements", allocated_elements},
    {"copy-fits", copy_fits},
    {"wrong-direction", wrong_direction},
    {"swapped-pointers", swapped_pointers},
    {"between-devices-as-host", between_devices_as_host},
    {"symbol-from-device", symbol_from_device},
    {"symbol-by-name", symbol_by_name},
    {"symbol-set-by-name", symbol_set_by_name},
    {"symbol-set-by-address", symbol_set_by_address},
    {"array-by-handle", array_by_handle},
    {"symbol-as-it-should-be", symbol_as_it_should_be},
    {"managed-too-early", managed_too_early},
    {"pinned-too-early", pinned_too_early},
    {"reused-too-early", reused_too_early},
    {"waited-for", waited_for},
    {"halves", halves},
    {"too-many-threads", too_many_threads},
    {"no-blocks", no_blocks},
    {"tries-and-asks", tries_and_asks},
    {"managed-large", managed_large},
    {"freed-twice", freed_twice},
    {"freed-twice-pinned", freed_twice_pinned},
    {"freed-middle", freed_middle},
    {"freed-host", freed_host},
    {"freed-the-other-way", freed_the_other_way},
    {"stream-gone", stream_gone},
    {"event-gone", event_gone},
    {"tidy", tidy},
    {"copy-after-free", copy_after_free},
    {"memset-of-host", memset_of_host},
    {"memset-too-long", memset_too_long},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
