// Memory of every kind, from both sides.
#include "diff.h"

__constant__ int weights[64];
__constant__ float scale = 0.5f;
__global__ void weigh(const int *v, float *o) {
    int i = threadIdx.x, s = 0;
    for (int k = 0; k < 64; k++)
        s += v[(i + k) % 64] * weights[k];
    o[i] = s * scale + weights[i];
}
PROGRAM(constants) {
    int w[64];
    std::vector<int> in;
    for (int i = 0; i < 64; i++) {
        w[i] = i % 9 - 4;
        in.push_back(i);
    }
    TRY(cudaMemcpyToSymbol(weights, w, sizeof w));
    Device<int> v(in);
    Device<float> o(64);
    weigh<<<1, 64>>>(v.p, o.p);
    out_floats("v", o.host());
    int back[4];
    TRY(cudaMemcpyFromSymbol(back, weights, sizeof back, 8));
    out_ints("back", back, 4);
}

__device__ int counter = 5;
__device__ int table[4] = {10, 20, 30};
__global__ void globals(int *o) {
    o[threadIdx.x] = table[threadIdx.x % 4] + counter;
    __syncthreads();
    if (threadIdx.x == 0) counter += 100;
}
PROGRAM(variables_of_the_device) {
    Device<int> o(8);
    globals<<<1, 8>>>(o.p);
    globals<<<1, 8>>>(o.p);
    out_ints("v", o.host());
    int c;
    TRY(cudaMemcpyFromSymbol(&c, counter, 4));
    out("counter", c);
}

__managed__ int shared_with_host[16];
__global__ void triple() {
    shared_with_host[threadIdx.x] *= 3;
}
PROGRAM(managed_variables) {
    for (int i = 0; i < 16; i++)
        shared_with_host[i] = i;
    triple<<<1, 16>>>();
    TRY(cudaDeviceSynchronize());
    out_ints("v", shared_with_host, 16);
}

__global__ void add_one(int *v) { v[threadIdx.x]++; }
PROGRAM(managed_and_pinned_memory) {
    int *m, *h, *d;
    TRY(cudaMallocManaged(&m, 64));
    TRY(cudaHostAlloc(&h, 64, cudaHostAllocMapped));
    for (int i = 0; i < 16; i++)
        m[i] = h[i] = i * i;
    TRY(cudaHostGetDevicePointer(&d, h, 0));
    add_one<<<1, 16>>>(m);
    add_one<<<1, 16>>>(d);
    TRY(cudaDeviceSynchronize());
    out_ints("managed", m, 16);
    out_ints("pinned", h, 16);
    TRY(cudaFree(m));
    TRY(cudaFreeHost(h));
}

PROGRAM(copies_in_two_dimensions) {
    int a[6][8], b[6][8] = {};
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 8; x++)
            a[y][x] = 10 * y + x;
    char *d;
    size_t pitch;
    TRY(cudaMallocPitch(&d, &pitch, 5 * 4, 6));
    TRY(cudaMemcpy2D(d, pitch, &a[0][1], 32, 20, 6, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy2D(&b[0][2], 32, d + 4, pitch, 12, 5,
                     cudaMemcpyDeviceToHost));
    out_ints("b", &b[0][0], 48);
    TRY(cudaMemset2D(d, pitch, 7, 8, 3));
    TRY(cudaMemcpy2D(b, 32, d, pitch, 20, 6, cudaMemcpyDeviceToHost));
    out_ints("set", &b[0][0], 40);
    TRY(cudaFree(d));
}

PROGRAM(bytes_set_and_copied_within_the_device) {
    Device<unsigned char> v(100), w(100);
    TRY(cudaMemset(v.p, 0xab, 50));
    TRY(cudaMemset(v.p + 10, 0, 5));
    TRY(cudaMemcpy(w.p + 3, v.p, 60, cudaMemcpyDeviceToDevice));
    out_ints("w", w.host());
}

struct alignas(16) Four {
    float x, y;
    int id;
    short s, t;
};
__global__ void structs(const Four *a, Four *b) {
    Four f = a[31 - threadIdx.x];
    f.x += f.y;
    f.id *= 2;
    f.s = (short)(f.s - 40000);
    b[threadIdx.x] = f;
}
PROGRAM(structures_move_whole) {
    std::vector<Four> in(32);
    for (int i = 0; i < 32; i++)
        in[i] = Four{i * 0.5f, 1.0f / (i + 1), i, (short)(i * 1000), (short)-i};
    Device<Four> a(in), b(32);
    structs<<<1, 32>>>(a.p, b.p);
    for (const Four &f : b.host()) {
        out_float("x", f.x);
        out("rest", f.id * 100000ll + f.s * 10 + f.t);
    }
}

__global__ void vectors(const float4 *a, const uchar4 *c, const double2 *d,
                        float4 *o) {
    int i = threadIdx.x;
    float4 v = a[i];
    uchar4 u = c[i];
    double2 w = d[i];
    o[i] = make_float4(v.w + u.x, v.z * u.y, v.y - (float)w.x,
                       v.x + (float)w.y + u.z + u.w);
}
PROGRAM(vector_types) {
    std::vector<float4> a;
    std::vector<uchar4> c;
    std::vector<double2> d;
    for (int i = 0; i < 16; i++) {
        a.push_back(make_float4(i, i + 0.25f, i * 2.f, -i));
        c.push_back(make_uchar4(i, 255 - i, i * 16, 3));
        d.push_back(make_double2(i * 0.125, 7 - i));
    }
    Device<float4> x(a), o(16);
    Device<uchar4> y(c);
    Device<double2> z(d);
    vectors<<<1, 16>>>(x.p, y.p, z.p, o.p);
    std::vector<float4> h = o.host();
    out_floats("v", &h[0].x, 64);
}

__global__ void local_arrays(const int *ix, int *o) {
    int a[16], i = threadIdx.x;
    for (int k = 0; k < 16; k++)
        a[k] = k * i;
    int s = 0;
    for (int k = 0; k < 16; k++) {
        int at = ix[(i + k) % 16];
        a[at] += s;
        s += a[(at + 3) % 16] % 1000;
    }
    o[i] = s;
}
PROGRAM(arrays_indexed_by_variables) {
    std::vector<int> ix;
    for (int i = 0; i < 16; i++)
        ix.push_back(i * 7 % 16);
    Device<int> d(ix), o(48);
    local_arrays<<<1, 48>>>(d.p, o.p);
    out_ints("v", o.host());
}

__global__ void strided(const char *p, int step, long long *o) {
    int i = threadIdx.x;
    const char *q = p + i * step;
    o[i] = (signed char)q[0] + *(const unsigned char *)(q + 1) * 256ll;
}
PROGRAM(bytes_at_odd_strides) {
    std::vector<char> in(1000);
    for (int i = 0; i < 1000; i++)
        in[i] = (char)(i * 31);
    Device<char> d(in);
    Device<long long> o(32);
    for (int step : {1, 3, 7, 30}) {
        strided<<<1, 32>>>(d.p, step, o.p);
        out_ints("v", o.host());
    }
}

__global__ void list_build(int **heads, int n) {
    int *prev = nullptr;
    for (int i = 0; i < n; i++) {
        int *node = (int *)malloc(16);
        node[0] = i + 10 * threadIdx.x;
        *(int **)(node + 2) = prev;
        prev = node;
    }
    heads[threadIdx.x] = prev;
}
__global__ void list_sum(int **heads, int *o) {
    int s = 0;
    for (int *p = heads[threadIdx.x]; p;) {
        int *next = *(int **)(p + 2);
        s = s * 3 + p[0];
        free(p);
        p = next;
    }
    o[threadIdx.x] = s;
}
PROGRAM(lists_on_the_device_heap) {
    Device<int *> heads(8);
    Device<int> o(8);
    list_build<<<1, 8>>>(heads.p, 6);
    list_sum<<<1, 8>>>(heads.p, o.p);
    out_ints("v", o.host());
}

__global__ void fill(int *v, int n, int with) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        v[i] = with + i;
}
PROGRAM(streams_in_order) {
    cudaStream_t s, t;
    cudaEvent_t e;
    TRY(cudaStreamCreate(&s));
    TRY(cudaStreamCreate(&t));
    TRY(cudaEventCreate(&e));
    Device<int> a(500), b(500);
    TRY(cudaDeviceSynchronize());
    fill<<<3, 64, 0, s>>>(a.p, 500, 7);
    TRY(cudaEventRecord(e, s));
    TRY(cudaStreamWaitEvent(t, e, 0));
    TRY(cudaMemcpyAsync(b.p, a.p, 2000, cudaMemcpyDeviceToDevice, t));
    fill<<<1, 32, 0, t>>>(b.p, 100, 0);
    TRY(cudaStreamSynchronize(t));
    out_ints("b", b.host());
    TRY(cudaStreamDestroy(s));
    TRY(cudaStreamDestroy(t));
    TRY(cudaEventDestroy(e));
}

PROGRAM(what_pointers_are) {
    int *d, *h, *m, local;
    TRY(cudaMalloc(&d, 4));
    TRY(cudaMallocHost(&h, 4));
    TRY(cudaMallocManaged(&m, 4));
    for (void *p : {(void *)d, (void *)h, (void *)m, (void *)&local}) {
        cudaPointerAttributes a;
        TRY(cudaPointerGetAttributes(&a, p));
        out("type", a.type);
    }
    TRY(cudaFree(d));
    TRY(cudaFreeHost(h));
    TRY(cudaFree(m));
}
