// What C++ offers in kernels: function pointers, recursion, virtual functions,
// templates, lambdas, local arrays, structures by value, printf, the heap.
#include "ok.h"

#include <cassert>
#include <type_traits>

// ---- functions

typedef int (*Op)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ Op table[] = {plus, times, minus};
__device__ Op const chosen = times;

__global__ void apply(Op f, int *out) {
    int t = threadIdx.x;
    out[t] = table[t % 3](t, 7) + f(t, 2) * 1000;
}
__global__ void apply_own(int *out) {
    Op f = threadIdx.x % 2 ? plus : minus;
    out[threadIdx.x] = f(threadIdx.x, 5);
}

__device__ __noinline__ int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (!m) return n + 1;
    if (!n) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
__global__ void recurse(int *out) {
    out[threadIdx.x] = fibonacci(threadIdx.x % 12);
    if (threadIdx.x == 3) out[3] = ackermann(2, 4);
}

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float a;
    __device__ Square(float side) : a(side) {}
    __device__ float area() const override { return a * a; }
};
struct Circle : Shape {
    float r;
    __device__ Circle(float radius) : r(radius) {}
    __device__ float area() const override { return 3 * r * r; }
};
__global__ void areas(float *out) {
    int t = threadIdx.x;
    Shape *s = t % 2 ? (Shape *)new Circle((float)t) : new Square((float)t);
    out[t] = s->area();
    delete s;
}

static void functions() {
    Dev<int> out(64);
    Op f;
    OK(cudaMemcpyFromSymbol(&f, chosen, sizeof f));
    apply<<<1, 64>>>(f, out);
    auto got = out.get();
    for (int t = 0; t < 64; t++) {
        int want = t % 3 == 0 ? t + 7 : t % 3 == 1 ? t * 7 : t - 7;
        CHECK(got[t] == want + t * 2 * 1000);
    }
    apply_own<<<1, 64>>>(out);
    got = out.get();
    for (int t = 0; t < 64; t++) CHECK(got[t] == (t % 2 ? t + 5 : t - 5));
    recurse<<<1, 64>>>(out);
    got = out.get();
    int fib[12] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    for (int t = 0; t < 64; t++) CHECK(got[t] == (t == 3 ? 11 : fib[t % 12]));
    Dev<float> a(70);
    areas<<<1, 70>>>(a);
    auto g = a.get();
    for (int t = 0; t < 70; t++) CHECK(g[t] == (t % 2 ? 3.f : 1.f) * t * t);
}

// ---- templates and values

template <class F> __global__ void for_each(int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
struct Fill {
    long long *to, by;
    __device__ void operator()(int i) const { to[i] = i * by; }
};

struct Big {
    double d[20];
    char c[13];
    short s;
};
__device__ __noinline__ Big turn(Big b) {
    for (int i = 0; i < 10; i++) {
        double x = b.d[i];
        b.d[i] = b.d[19 - i], b.d[19 - i] = x;
    }
    b.c[12] = 'z', b.s = (short)-b.s;
    return b;
}
__global__ void by_value(Big b, Big *out) { *out = turn(b); }

template <int N> struct Sum {
    static __device__ int of(const int *a) { return a[N - 1] + Sum<N - 1>::of(a); }
};
template <> struct Sum<0> {
    static __device__ int of(const int *) { return 0; }
};

__global__ void local_arrays(const int *in, int *out, int n) {
    int a[33], t = threadIdx.x; // indexed at run time: local memory
    for (int i = 0; i < 33; i++) a[i] = in[(i * 7 + t) % n];
    for (int i = 1; i < 33; i++) { // insertion sort
        int v = a[i], k = i;
        for (; k && a[k - 1] > v; k--) a[k] = a[k - 1];
        a[k] = v;
    }
    out[t] = a[t % 33] * 1000 + (Sum<33>::of(a) & 511);
}

union Bits {
    double d;
    unsigned long long u;
    unsigned char b[8];
};
__global__ void widths(const signed char *c, long long *out) {
    int t = threadIdx.x;
    signed char x = c[t];
    unsigned short h = (unsigned short)x;
    short g = (short)(h * 3);
    Bits b;
    b.d = x;
    bool p = x > 3;
    struct { unsigned a : 5; int b : 11; unsigned c : 16; } f;
    f.a = x, f.b = x * 9, f.c = h;
    out[t] = (long long)x * 1000000007 + (unsigned char)x + h + g +
             (long long)(b.u >> 40) + b.b[6] + p + f.a + f.b + f.c;
}

static void values() {
    int n = 100;
    Dev<long long> l(n);
    for_each<<<2, 64>>>(n, Fill{l, 10000000000ll});
    auto got = l.get();
    for (int i = 0; i < n; i++) CHECK(got[i] == i * 10000000000ll);

    Big b, *d;
    for (int i = 0; i < 20; i++) b.d[i] = i;
    b.c[0] = 'a', b.s = 321;
    OK(cudaMalloc(&d, sizeof b));
    by_value<<<1, 1>>>(b, d);
    OK(cudaMemcpy(&b, d, sizeof b, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 20; i++) CHECK(b.d[i] == 19 - i);
    CHECK(b.c[0] == 'a' && b.c[12] == 'z' && b.s == -321);
    OK(cudaFree(d));

    std::vector<int> in(50);
    for (auto &v : in) v = (int)(lcg() % 100);
    Dev<int> di(in), out(64);
    local_arrays<<<1, 64>>>(di, out, 50);
    auto o = out.get();
    for (int t = 0; t < 64; t++) {
        int a[33], sum = 0;
        for (int i = 0; i < 33; i++) sum += a[i] = in[(i * 7 + t) % 50];
        for (int i = 1; i < 33; i++) {
            int v = a[i], k = i;
            for (; k && a[k - 1] > v; k--) a[k] = a[k - 1];
            a[k] = v;
        }
        CHECK(o[t] == a[t % 33] * 1000 + (sum & 511));
    }

    std::vector<signed char> c(256);
    for (int i = 0; i < 256; i++) c[i] = (signed char)i;
    Dev<signed char> dc(c);
    Dev<long long> dl(256);
    widths<<<1, 256>>>(dc, dl);
    auto w = dl.get();
    for (int i = 0; i < 256; i++) {
        signed char x = c[i];
        unsigned short h = (unsigned short)x;
        short g = (short)(h * 3);
        Bits bits;
        bits.d = x;
        int f = (int)((unsigned)(x * 9) << 21) >> 21;
        CHECK(w[i] == (long long)x * 1000000007 + (unsigned char)x + h + g +
                          (long long)(bits.u >> 40) + bits.b[6] + (x > 3) +
                          (x & 31) + f + h);
    }
}

// ---- the heap, classes with memory of their own

struct Node {
    int value;
    Node *next;
};
__device__ Node *heads[8];

__global__ void push(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Node *node = (Node *)malloc(sizeof(Node));
    node->value = i;
    Node **head = &heads[i % 8], *old = *(Node *volatile *)head, *seen;
    do {
        seen = old;
        node->next = seen;
        __threadfence();
        old = (Node *)atomicCAS((unsigned long long *)head,
                                (unsigned long long)seen,
                                (unsigned long long)node);
    } while (old != seen);
}
__global__ void drain(int *sums, int *counts) {
    int s = 0, n = 0;
    for (Node *p = heads[threadIdx.x], *next; p; p = next) {
        s += p->value, n++;
        next = p->next;
        free(p);
    }
    sums[threadIdx.x] = s, counts[threadIdx.x] = n;
}
__global__ void row_sums(int *out) {
    int *mine = new int[threadIdx.x + 1];
    for (int i = 0; i <= threadIdx.x; i++) mine[i] = i;
    int s = 0;
    for (int i = 0; i <= threadIdx.x; i++) s += mine[i];
    out[threadIdx.x] = s;
    delete[] mine;
}

static void heap() {
    int n = 1000;
    Dev<int> sums(8), counts(8), out(64);
    push<<<8, 128>>>(n);
    drain<<<1, 8>>>(sums, counts);
    auto s = sums.get(), c = counts.get();
    for (int k = 0; k < 8; k++) {
        int want = 0;
        for (int i = k; i < n; i += 8) want += i;
        CHECK(s[k] == want && c[k] == 125);
    }
    row_sums<<<1, 64>>>(out);
    auto o = out.get();
    for (int t = 0; t < 64; t++) CHECK(o[t] == t * (t + 1) / 2);
}

// ---- the heap has an end

__global__ void hoard(size_t bytes, int *got) {
    void *first = malloc(bytes);
    int n = first != nullptr;
    while (n && n < 1000 && malloc(bytes)) n++;
    free(first);
    if (malloc(bytes)) n += 1000; // what was freed can be had again
    got[0] = n;
}
static void heap_limit() {
    size_t limit;
    OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    CHECK(limit == 8 << 20);
    Dev<int> got(1);
    hoard<<<1, 1>>>(100000, got); // 83 would fill it, others live there too
    CHECK(got.get()[0] > 1070 && got.get()[0] <= 1083);
    hoard<<<1, 1>>>(9 << 20, got);
    CHECK(got.get()[0] == 0);
    // Too late to ask for more.
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20) == cudaErrorInvalidValue);
    (void)cudaGetLastError();
}

// ---- 32000 bytes of parameters, launched and captured

struct Large { int v[7990]; };
__global__ void add_up(Large b, long long *out, int last) {
    long long s = 0;
    for (int k = threadIdx.x; k <= last; k += blockDim.x) s += b.v[k];
    atomicAdd((unsigned long long *)out, (unsigned long long)s);
    if (threadIdx.x == 0) out[1] = b.v[last];
}
static void parameters() {
    static Large b;
    long long want = 0;
    int last = sizeof b.v / sizeof *b.v - 1;
    for (int i = 0; i <= last; i++) want += b.v[i] = i * 3 - 7;
    Dev<long long> out(2);
    OK(cudaMemset(out, 0, 16));
    add_up<<<1, 128>>>(b, out, last);
    CHECK(out.get()[0] == want && out.get()[1] == last * 3 - 7);
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add_up<<<1, 64, 0, s>>>(b, out, last);
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&x, g, 0));
    b.v[0] = 1000000; // the graph has its own copy
    OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    CHECK(out.get()[0] == 2 * want);
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
    OK(cudaStreamDestroy(s));
}

// ---- printf: what it writes is compared by the script, line by line

__global__ void print() {
    printf("%d %i %u %x %X %o %c %%\n", -5, 6, 4000000000u, 0xbeef, 0xbeef, 8, 'q');
    printf("[%5d] [%-5d] [%05d] [%+d] [%#x] [% d]\n", 42, 42, 42, 42, 42, 42);
    printf("%ld %lld %llu %lx\n", -1l, -2ll, 18446744073709551615ull, 0xabcdefl);
    printf("%f %.3f %8.2f %e %g %G %a\n", 1.5, 3.14159, 2.5f, 12345.678, 1e-10,
           1e20, 1.0);
    printf("%s [%10s] [%-10s] [%.2s] %p\n", "text", "right", "left", "cut",
           (void *)0x1234);
    printf("[%*d]\n", 6, 42);
    printf("no arguments\n");
    printf("%d and %f, %d and %s\n", 1, 2.0, 3, "four");
    if (printf("%d %d %d %d\n", 1, 2, 3, 4) != 4) printf("wrong count\n");
}

int main() {
    functions();
    values();
    heap();
    heap_limit();
    parameters();
    print<<<1, 1>>>();
    return finish();
}
