// Pointers that are not what the kernel takes them for: of the host, freed, not
// aligned; and asynchronous copies that nobody waited for.
#include "bug.h"

#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <vector>

__global__ void add_one(int *p) {
    p[threadIdx.x] += 1; // BUG host-vector: host-pointer BUG freed: after-free
}

static void host_vector() {
    std::vector<int> v(256);
    add_one<<<1, 256>>>(v.data());
    cudaDeviceSynchronize();
}

static void freed() {
    int *p;
    cudaMalloc(&p, 256 * sizeof *p);
    cudaMemset(p, 0, 256 * sizeof *p);
    cudaFree(p);
    add_one<<<1, 256>>>(p);
    cudaDeviceSynchronize();
}

struct Image {
    float *pixels;
    int w, h;
};

__global__ void invert(Image *image) {
    int i = threadIdx.x;
    if (i < image->w * image->h) // BUG host-struct: host-pointer
        image->pixels[i] = 1 - image->pixels[i]; // BUG deep-pointer: host-pointer
}

static void host_struct() {
    static Image image = {nullptr, 16, 16};
    cudaMalloc(&image.pixels, 256 * sizeof(float));
    cudaMemset(image.pixels, 0, 256 * sizeof(float));
    invert<<<1, 256>>>(&image);
    cudaDeviceSynchronize();
    cudaFree(image.pixels);
}

// The structure was copied, what it points to was not.
static void deep_pointer() {
    std::vector<float> pixels(256);
    Image image = {pixels.data(), 16, 16}, *p;
    cudaMalloc(&p, sizeof image);
    cudaMemcpy(p, &image, sizeof image, cudaMemcpyHostToDevice);
    invert<<<1, 256>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}

__global__ void sum4(const float *in, float *out) {
    int i = threadIdx.x;
    float4 v = *(const float4 *)(in + 4 * i); // BUG misaligned-read: misaligned
    out[i] = v.x + v.y + v.z + v.w;
}

static void misaligned_read() {
    float *p;
    cudaMalloc(&p, 512 * sizeof *p);
    cudaMemset(p, 0, 512 * sizeof *p);
    sum4<<<1, 32>>>(p + 1, p + 256);
    cudaDeviceSynchronize();
    cudaFree(p);
}

__global__ void unpack(const unsigned char *in, int *out) {
    int i = threadIdx.x;
    out[i] = *(const int *)(in + 5 * i); // BUG misaligned-cast: misaligned
}

static void misaligned_cast() {
    unsigned char *p;
    cudaMalloc(&p, 4096);
    cudaMemset(p, 0, 4096);
    unpack<<<1, 32>>>(p, (int *)(p + 2048));
    cudaDeviceSynchronize();
    cudaFree(p);
}

__global__ void in_shared(const float *in, double *out) {
    __shared__ __align__(8) float tile[65];
    int i = threadIdx.x;
    tile[i] = in[i];
    __syncthreads();
    if (i < 32) out[i] = *(double *)&tile[2 * i + 1]; // BUG misaligned-shared: misaligned
}

static void misaligned_shared() {
    float *p;
    cudaMalloc(&p, 4096);
    cudaMemset(p, 0, 4096);
    in_shared<<<1, 64>>>(p, (double *)(p + 512));
    cudaDeviceSynchronize();
    cudaFree(p);
}

struct Node {
    int value;
    Node *next;
};

__global__ void sum_list(const Node *head, int *out) {
    int sum = 0;
    for (const Node *n = head; n; n = n->next)
        sum += n->value; // BUG freed-node: after-free
    *out = sum;
}

static void freed_node() {
    Node *a, *b, h;
    int *out;
    cudaMalloc(&a, sizeof *a);
    cudaMalloc(&b, sizeof *b);
    cudaMalloc(&out, sizeof *out);
    h = {1, b};
    cudaMemcpy(a, &h, sizeof h, cudaMemcpyHostToDevice);
    h = {2, nullptr};
    cudaMemcpy(b, &h, sizeof h, cudaMemcpyHostToDevice);
    cudaFree(b);
    sum_list<<<1, 1>>>(a, out);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(out);
}

// ---- asynchronous copies

__global__ void no_wait(const int *in, int *out) {
    __shared__ int tile[256];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));
    __pipeline_commit();
    __syncthreads(); // is no wait for copies
    out[t] = tile[255 - t]; // BUG async-no-wait: async-copy
}

__global__ void wait_one_short(const int *in, int *out) {
    __shared__ int tile[2][256];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&tile[i][t], &in[256 * i + t], sizeof(int));
        __pipeline_commit();
    }
    for (int i = 0; i < 2; i++) {
        __pipeline_wait_prior(1); // the last round should wait for all
        __syncthreads();
        sum += tile[i][255 - t]; // BUG async-one-short: async-copy
    }
    out[t] = sum;
}

__global__ void no_barrier(const int *in, int *out) {
    __shared__ int tile[256];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0); // waits for the thread's own copy only
    out[t] = tile[255 - t]; // BUG async-no-barrier: shared-race BUG async-no-barrier: async-copy
}

__global__ void async_right(const int *in, int *out) {
    __shared__ int tile[256];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = tile[255 - t];
}

template <class K> static void run_async(K kernel) {
    int *p;
    cudaMalloc(&p, 768 * sizeof *p);
    cudaMemset(p, 0, 768 * sizeof *p);
    kernel<<<1, 256>>>(p, p + 512);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// Instructions of PTX with shared memory take its own addresses of 32 bits.
static __device__ unsigned own_address(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}
static __device__ unsigned lower_half(const void *p) {
    return (unsigned)(size_t)p;
}

template <unsigned at(const void *)> __global__ void fragments(int *out) {
    __shared__ alignas(16) unsigned rows[8][4];
    unsigned t = threadIdx.x, part;
    rows[t / 4][t % 4] = t;
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" // BUG half-pointer: out-of-bounds
                 : "=r"(part)
                 : "r"(at(rows[t % 8]))); // BUG half-pointer: out-of-bounds
    out[t] = part;
}

template <unsigned at(const void *)> static void run_fragments() {
    int *p;
    cudaMalloc(&p, 32 * sizeof *p);
    fragments<at><<<1, 32>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// FINE fine
static void fine() {
    int *p, *managed;
    cudaMalloc(&p, 256 * sizeof *p);
    cudaMemset(p, 0, 256 * sizeof *p);
    cudaMallocManaged(&managed, 256 * sizeof *managed);
    for (int i = 0; i < 256; i++)
        managed[i] = i;
    add_one<<<1, 256>>>(p);
    add_one<<<1, 256>>>(managed);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(managed);
    run_async(async_right);
    run_fragments<own_address>();
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"host-vector", host_vector},
        {"freed", freed},
        {"host-struct", host_struct},
        {"deep-pointer", deep_pointer},
        {"misaligned-read", misaligned_read},
        {"misaligned-cast", misaligned_cast},
        {"misaligned-shared", misaligned_shared},
        {"freed-node", freed_node},
        {"async-no-wait", [] { run_async(no_wait); }},
        {"async-one-short", [] { run_async(wait_one_short); }},
        {"async-no-barrier", [] { run_async(no_barrier); }},
        {"half-pointer", run_fragments<lower_half>},
        {"fine", fine},
    };
    return bug_main(bugs, argc, argv);
}
