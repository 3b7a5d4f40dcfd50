// Control flow: branches, loops, calls, and lanes that go different ways.
#include "diff.h"

__global__ void collatz(int *o) {
    unsigned v = threadIdx.x + 1;
    int steps = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        steps++;
    }
    o[threadIdx.x] = steps;
}
PROGRAM(loops_of_different_lengths) {
    Device<int> o(128);
    collatz<<<1, 128>>>(o.p);
    out_ints("v", o.host());
}

__global__ void chosen(int *o) {
    int i = threadIdx.x, v = 0;
    switch (i % 9) {
    case 0: v = i; break;
    case 1: v = i * 2; [[fallthrough]];
    case 2: v += 100; break;
    case 3:
    case 4: v = -i; break;
    case 7: v = i << 4; break;
    default: v = 5;
    }
    o[i] = v;
}
PROGRAM(a_switch_with_fallthrough) {
    Device<int> o(64);
    chosen<<<1, 64>>>(o.p);
    out_ints("v", o.host());
}

__global__ void broken(int *o) {
    int i = threadIdx.x, v = 0;
    for (int a = 0; a < 10; a++) {
        if (a == i % 7) continue;
        for (int b = 0; b < a; b++) {
            if (b * a > i) break;
            v += b + 1;
            if (v > 60) goto out;
        }
    }
out:
    o[i] = v;
}
PROGRAM(break_continue_and_goto) {
    Device<int> o(64);
    broken<<<1, 64>>>(o.p);
    out_ints("v", o.host());
}

__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
__global__ void recursive(int *o) {
    o[threadIdx.x] = ackermann(threadIdx.x % 3, threadIdx.x / 3);
}
PROGRAM(recursion_of_different_depths) {
    Device<int> o(18);
    recursive<<<1, 18>>>(o.p);
    out_ints("v", o.host());
}

typedef int (*Fn)(int);
__device__ __noinline__ int twice(int v) { return 2 * v; }
__device__ __noinline__ int square(int v) { return v * v; }
__device__ __noinline__ int negate(int v) { return -v; }
__device__ Fn table[3] = {twice, square, negate};
__global__ void pointers(int *o) {
    int i = threadIdx.x;
    o[i] = table[i % 3](i + 1) + table[(i + 1) % 3](3);
}
PROGRAM(functions_chosen_by_lane) {
    Device<int> o(40);
    pointers<<<1, 40>>>(o.p);
    out_ints("v", o.host());
}

struct Shape {
    __device__ virtual int area() const = 0;
    __device__ virtual int sides() const { return 4; }
};
struct Square : Shape {
    int a;
    __device__ Square(int n) : a(n) {}
    __device__ int area() const override { return a * a; }
};
struct Slab : Shape {
    int a, b;
    __device__ Slab(int n, int m) : a(n), b(m) {}
    __device__ int area() const override { return a * b; }
    __device__ int sides() const override { return 6; }
};
__global__ void shapes(int *o) {
    int i = threadIdx.x;
    Square s(i);
    Slab t(i, 3);
    const Shape *p = i & 1 ? (const Shape *)&s : &t;
    o[i] = p->area() * 10 + p->sides();
}
PROGRAM(virtual_functions) {
    Device<int> o(32);
    shapes<<<1, 32>>>(o.p);
    out_ints("v", o.host());
}

__global__ void nested(int *o) {
    int i = threadIdx.x, v = 0;
    if (i & 1) {
        if (i & 2)
            v = i & 4 ? 1 : 2;
        else
            for (int k = 0; k < (i & 12); k++)
                v += k % 3 == 0 ? 5 : 7;
    } else if (i > 20) {
        do {
            v += i;
        } while (v < 100);
    }
    o[i] = v;
}
PROGRAM(branches_in_branches) {
    Device<int> o(64);
    nested<<<1, 64>>>(o.p);
    out_ints("v", o.host());
}

__global__ void short_circuit(const int *v, int n, int *o) {
    int i = threadIdx.x;
    o[i] = (i < n && v[i] > 2) || (i >= n && i % 2) ? 1 : 0;
}
PROGRAM(conditions_that_guard_memory) {
    Device<int> v(std::vector<int>{5, 1, 3, 2, 9}), o(32);
    short_circuit<<<1, 32>>>(v.p, 5, o.p);
    out_ints("v", o.host());
}

__global__ void mandelbrot(int *o, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float cx = -2 + 3.0f * x / w, cy = -1.25f + 2.5f * y / gridDim.y;
    float a = 0, b = 0;
    int k = 0;
    while (k < 200 && __fadd_rn(__fmul_rn(a, a), __fmul_rn(b, b)) < 4) {
        float t = __fadd_rn(__fsub_rn(__fmul_rn(a, a), __fmul_rn(b, b)), cx);
        b = __fadd_rn(__fmul_rn(2 * a, b), cy);
        a = t;
        k++;
    }
    o[y * w + x] = k;
}
PROGRAM(points_that_escape) {
    Device<int> o(64 * 20);
    mandelbrot<<<dim3(2, 20), 32>>>(o.p, 64);
    out_ints("k", o.host());
}

__global__ void gcd(const uint32_t *v, uint32_t *o) {
    uint32_t a = v[threadIdx.x] >> 8, b = v[threadIdx.x + 32] >> 8;
    while (b) {
        uint32_t t = a % b;
        a = b;
        b = t;
    }
    o[threadIdx.x] = a;
}
PROGRAM(euclid) {
    std::vector<uint32_t> in;
    for (uint32_t i = 0; i < 64; i++)
        in.push_back(mixed(i) & ~0x3ffu);
    Device<uint32_t> v(in), o(32);
    gcd<<<1, 32>>>(v.p, o.p);
    out_ints("v", o.host());
}

template <int N> __device__ int unrolled(const int *v) {
    int s = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        s = s * 3 + v[i];
    return s;
}
__global__ void templates(const int *v, int *o) {
    o[0] = unrolled<1>(v);
    o[1] = unrolled<7>(v);
    o[2] = unrolled<16>(v);
}
PROGRAM(loops_unrolled_by_templates) {
    std::vector<int> in;
    for (int i = 0; i < 16; i++)
        in.push_back(i % 3);
    Device<int> v(in), o(3);
    templates<<<1, 1>>>(v.p, o.p);
    out_ints("v", o.host());
}
