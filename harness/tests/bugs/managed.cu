// Managed memory that the host reads and that nothing has written.
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
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
