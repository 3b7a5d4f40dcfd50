// Managed memory that the host reads and that nothing has written, or before
// the kernel that writes it has ended.
#include "bug.h"

#include <cstdlib>

static const int n = 40000;

__global__ void fill(int *p, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) p[i] = i;
}

static int *made(int count = n) {
    int *p;
    cudaMallocManaged(&p, count * sizeof *p);
    return p;
}

static void never() {
    int *p = made();
    printf("%d\n", p[7]); // BUG never: uninitialised-global
    cudaFree(p);
}

// The kernel fills the other array.
static void other() {
    int *p = made(), *q = made();
    fill<<<(n + 255) / 256, 256>>>(p, n);
    cudaDeviceSynchronize();
    printf("%d\n", q[7]); // BUG other: uninitialised-global
    cudaFree(p);
    cudaFree(q);
}
// FINE same
static void same() {
    int *p = made();
    fill<<<(n + 255) / 256, 256>>>(p, n);
    cudaDeviceSynchronize();
    printf("%d\n", p[7]);
    cudaFree(p);
}

// Half of the blocks are missing.
static void half() {
    int *p = made();
    long sum = 0;
    fill<<<n / 512, 256>>>(p, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        sum += p[i]; // BUG half: uninitialised-global
    printf("%ld\n", sum);
    cudaFree(p);
}

// The host begins where the kernel has not been.
static void only_failed() {
    int *p = made(2000);
    fill<<<1, 2000>>>(p, 2000);
    cudaGetLastError(); // the launch was refused
    printf("%d\n", p[0]); // BUG refused: uninitialised-global
    cudaFree(p);
}

// Memory that counts as written.
// FINE host-wrote
static void host_wrote() {
    int *p = made();
    for (int i = 0; i < n; i++)
        p[i] = i;
    printf("%d\n", p[n - 1]);
    cudaFree(p);
}
// FINE host-memset
static void host_memset() {
    int *p = made();
    memset(p, 0, n * sizeof *p);
    printf("%d\n", p[n - 1]);
    cudaFree(p);
}
// FINE device-memset
static void device_memset() {
    int *p = made();
    cudaMemset(p, 0, n * sizeof *p);
    cudaDeviceSynchronize();
    printf("%d\n", p[n - 1]);
    cudaFree(p);
}
// FINE copied
static void copied() {
    int *p = made(), *from = (int *)calloc(n, sizeof *from);
    cudaMemcpy(p, from, n * sizeof *p, cudaMemcpyHostToDevice);
    printf("%d\n", p[n - 1]);
    free(from);
    cudaFree(p);
}
// A system call writes it: more than a stream's own buffer holds.
// FINE from-a-file
static void from_a_file() {
    int *p = made();
    FILE *f = fopen("/dev/zero", "rb");
    size_t got = fread(p, sizeof *p, n, f);
    fclose(f);
    printf("%zu %d\n", got, p[n - 1]);
    cudaFree(p);
}
// A kernel finds it by a pointer in memory.
struct List {
    int *data;
};
__global__ void fill_list(List *l, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) l->data[i] = i;
}
// FINE by-pointer
static void by_pointer() {
    List *l;
    cudaMallocManaged(&l, sizeof *l);
    l->data = made();
    fill_list<<<(n + 255) / 256, 256>>>(l, n);
    cudaDeviceSynchronize();
    printf("%d\n", l->data[n - 1]);
    cudaFree(l->data);
    cudaFree(l);
}
// FINE variable
__managed__ int counter;
static void variable() { printf("%d\n", counter); }

// A kernel in a stream of its own still writes it. The host may look at it then
// (concurrentManagedAccess), but nothing says which value it finds.
static void stream_unwaited() {
    int *p = made();
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<(n + 255) / 256, 256, 0, s>>>(p, n);
    printf("%d\n", p[5]); // BUG stream-unwaited: not-synchronised
    cudaStreamDestroy(s);
    cudaFree(p);
}
// FINE stream-waited
static void stream_waited() {
    int *p = made();
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<(n + 255) / 256, 256, 0, s>>>(p, n);
    cudaStreamSynchronize(s);
    printf("%d\n", p[5]);
    cudaStreamDestroy(s);
    cudaFree(p);
}

// The host waits for another stream than the kernel's.
static void other_stream() {
    int *p = made(32);
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    fill<<<1, 32, 0, s>>>(p, 32);
    cudaStreamSynchronize(t);
    p[5] += 1; // BUG other-stream: not-synchronised
    cudaDeviceSynchronize();
    printf("%d\n", p[5]);
    cudaFree(p);
}

// An asynchronous copy reads what the kernel wrote. It has its turn, the host
// has not.
static void copied_on() {
    int *p = made(), *d;
    cudaStream_t s;
    cudaMalloc(&d, n * sizeof *d);
    cudaStreamCreate(&s);
    fill<<<(n + 255) / 256, 256, 0, s>>>(p, n);
    cudaMemcpyAsync(d, p, n * sizeof *d, cudaMemcpyDefault, s);
    printf("%d\n", p[5]); // BUG copied-on: not-synchronised
    cudaFree(p);
    cudaFree(d);
}
// FINE copied-on-waited
static void copied_on_waited() {
    int *p = made(), *d;
    cudaStream_t s;
    cudaEvent_t e;
    cudaMalloc(&d, n * sizeof *d);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    fill<<<(n + 255) / 256, 256, 0, s>>>(p, n);
    cudaEventRecord(e, s);
    cudaMemcpyAsync(d, p, n * sizeof *d, cudaMemcpyDefault, s);
    cudaEventSynchronize(e); // of the kernel: the copy only reads
    printf("%d\n", p[5]);
    cudaFree(p);
    cudaFree(d);
}

// Four streams have a part each. The host waits for none of them, or for the
// stream whose part it reads.
static int *in_parts(cudaStream_t *of) {
    int *p = made(1 << 18), part = 1 << 16;
    fill<<<1024, 256>>>(p, 1 << 18); // all of it, before the parts
    for (int i = 0; i < 4; i++) {
        cudaStreamCreate(&of[i]);
        fill<<<256, 256, 0, of[i]>>>(p + i * part, part);
    }
    return p;
}
static void part_unwaited() {
    cudaStream_t of[4];
    int *p = in_parts(of);
    printf("%d\n", p[5]); // BUG part-unwaited: not-synchronised
    cudaFree(p);
}
// FINE part-waited
static void part_waited() {
    cudaStream_t of[4];
    int *p = in_parts(of);
    cudaStreamSynchronize(of[0]);
    printf("%d\n", p[5]);
    cudaFree(p);
}

static const Bug bugs[] = {
    {"never", never},
    {"other", other},
    {"same", same},
    {"half", half},
    {"refused", only_failed},
    {"host-wrote", host_wrote},
    {"host-memset", host_memset},
    {"device-memset", device_memset},
    {"copied", copied},
    {"from-a-file", from_a_file},
    {"by-pointer", by_pointer},
    {"variable", variable},
    {"stream-unwaited", stream_unwaited},
    {"stream-waited", stream_waited},
    {"other-stream", other_stream},
    {"copied-on", copied_on},
    {"copied-on-waited", copied_on_waited},
    {"part-unwaited", part_unwaited},
    {"part-waited", part_waited},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
