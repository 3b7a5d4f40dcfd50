// Patterns of addresses: rows, columns, tails, holes; elements of every width
// in every space; many lanes on one address; groups of lanes on many ways.
#include "diff.h"

#define THREAD int i = blockIdx.x * blockDim.x + threadIdx.x

static std::vector<int> numbers(int n) {
    std::vector<int> v(n);
    for (int i = 0; i < n; i++)
        v[i] = (int)mixed(i);
    return v;
}

// Reads in[f(i)] for many f, and writes what it read to a place of its own.
template <class T>
__global__ void pick(const T *in, long long *out, int n, int a, int b, int c) {
    THREAD;
    if (i < n) out[i] = (long long)in[(i % 32 / c * a + i % c * b + i / 32) % 96];
}

template <class T> static void pick_all(const char *what) {
    std::vector<T> in(96);
    for (int i = 0; i < 96; i++)
        in[i] = (T)mixed(i + 7);
    Device<T> d(in);
    int ways[][3] = {{0, 0, 32}, {0, 1, 32},  {0, 2, 32}, {16, 1, 16},
                     {3, 1, 16}, {1, 0, 16},  {8, 1, 8},  {1, 11, 8},
                     {5, 2, 4},  {32, 32, 8}, {7, 3, 2},  {1, 0, 1}};
    for (auto &w : ways) {
        Device<long long> out(100);
        pick<T><<<2, 64>>>(d.p, out.p, 100, w[0], w[1], w[2]);
        out_ints(what, out.host());
    }
}
PROGRAM(bytes_are_read_in_every_pattern) {
    pick_all<signed char>("s8");
    pick_all<unsigned char>("u8");
}
PROGRAM(shorts_are_read_in_every_pattern) {
    pick_all<short>("s16");
    pick_all<unsigned short>("u16");
}
PROGRAM(words_are_read_in_every_pattern) {
    pick_all<int>("s32");
    pick_all<unsigned>("u32");
}
PROGRAM(longs_are_read_in_every_pattern) {
    pick_all<long long>("s64");
}

// The same out of shared memory, in tiles of several widths.
template <int W, int PAD> __global__ void turn(const int *in, int *out) {
    __shared__ int tile[W][W + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * W + x];
    __syncthreads();
    out[y * W + x] = tile[x][y] + 3 * tile[y][W - 1 - x];
}
PROGRAM(tiles_of_all_widths_are_transposed) {
    Device<int> in(numbers(1024)), out(1024);
    turn<8, 0><<<1, dim3(8, 8)>>>(in.p, out.p);
    out_ints("8", out.host());
    turn<16, 0><<<1, dim3(16, 16)>>>(in.p, out.p);
    out_ints("16", out.host());
    turn<16, 1><<<1, dim3(16, 16)>>>(in.p, out.p);
    out_ints("16, padded", out.host());
    turn<32, 0><<<1, dim3(32, 32)>>>(in.p, out.p);
    out_ints("32", out.host());
    turn<32, 1><<<1, dim3(32, 32)>>>(in.p, out.p);
    out_ints("32, padded", out.host());
}

__global__ void vectors(const int4 *a, const short4 *b, const longlong2 *c,
                        int4 *out, int n) {
    THREAD;
    if (i >= n) return;
    int4 v = a[n - 1 - i];
    short4 s = b[i / 2];
    longlong2 l = c[i ^ 1];
    out[i] = make_int4(v.x + s.w, v.y ^ (int)l.y, v.z - s.y, (int)(l.x >> 7));
}
PROGRAM(vectors_of_two_and_four_move_whole) {
    Device<int> a(numbers(200)), b(numbers(100)), c(numbers(200)), out(200);
    vectors<<<2, 32>>>((int4 *)a.p, (short4 *)b.p, (longlong2 *)c.p,
                       (int4 *)out.p, 50);
    out_ints("out", out.host());
}

// Every mask of a few lanes, and holes that a condition on data leaves.
__global__ void holes(const int *in, int *out, unsigned mask) {
    int l = threadIdx.x;
    if (mask >> l & 1) out[l] = in[l] + in[2 * l + 1];
    if (in[l] & 4) out[32 + l] = in[31 - l];
    if (l % 3 == 1) out[64 + l / 3] = in[l * 2];
}
PROGRAM(lanes_between_may_be_missing) {
    unsigned masks[] = {1,          0x80000000, 0xffff0000, 0x55555555,
                        0x00ffff00, 0x88888888, 0x7ffffffe, 0xdeadbeef};
    Device<int> in(numbers(70));
    for (unsigned m : masks) {
        Device<int> out(80);
        holes<<<1, 32>>>(in.p, out.p, m);
        out_ints("out", out.host());
    }
}

template <class T> struct Mixed {
    char c;
    T a;
    short s;
    T b[3];
};
template <class T> __global__ void fields(Mixed<T> *m, int n) {
    THREAD;
    if (i >= n) return;
    m[i].c = (char)(i * 37);
    m[i].s = (short)(i * -301);
    m[i].a = (T)(m[i].c + m[i].s);
    for (int k = 0; k < 3; k++)
        m[i].b[(i + k) % 3] = (T)(m[i].a * (k + 1));
}
template <class T> static void fields_of(const char *what) {
    Device<Mixed<T>> d(45);
    fields<<<2, 32>>>(d.p, 45);
    std::vector<long long> all;
    for (auto &m : d.host()) {
        all.push_back(m.c), all.push_back(m.s);
        all.push_back((long long)m.a);
        for (int k = 0; k < 3; k++)
            all.push_back((long long)m.b[k]);
    }
    out_ints(what, all);
}
PROGRAM(fields_of_structures_keep_their_places) {
    fields_of<signed char>("s8");
    fields_of<short>("s16");
    fields_of<int>("s32");
    fields_of<long long>("s64");
    fields_of<double>("f64");
}

// Local memory: arrays with an index that each lane computes.
template <class T> __global__ void local(const int *in, long long *out) {
    T bin[24];
    for (int k = 0; k < 24; k++)
        bin[k] = (T)(k * in[k]);
    int l = threadIdx.x;
    for (int k = 0; k < 40; k++) {
        int at = (unsigned)in[(l + k) % 64] % 24;
        bin[at] = (T)(bin[at] * 3 + bin[(at + l) % 24] + k);
        if (l > k) bin[k % 24] = (T)(bin[k % 24] + 1);
    }
    long long s = 0;
    for (int k = 0; k < 24; k++)
        s = s * 31 + (long long)bin[k];
    out[l] = s;
}
PROGRAM(arrays_of_a_thread_are_its_own) {
    Device<int> in(numbers(64));
    Device<long long> out(48);
    local<signed char><<<1, 48>>>(in.p, out.p);
    out_ints("s8", out.host());
    local<unsigned short><<<1, 48>>>(in.p, out.p);
    out_ints("u16", out.host());
    local<int><<<1, 48>>>(in.p, out.p);
    out_ints("s32", out.host());
    local<unsigned long long><<<1, 48>>>(in.p, out.p);
    out_ints("u64", out.host());
}

__constant__ int table[64];
__global__ void lookup(const int *in, int *out) {
    int l = threadIdx.x;
    out[l] = table[in[l] & 63] + table[l / 8] + table[5];
}
PROGRAM(constants_may_have_an_index_per_lane) {
    std::vector<int> v = numbers(64);
    TRY(cudaMemcpyToSymbol(table, v.data(), 256));
    Device<int> in(numbers(64)), out(64);
    lookup<<<1, 64>>>(in.p, out.p);
    out_ints("out", out.host());
}

// A pointer that is to shared memory in some lanes and to global in others.
__global__ void either(int *global, int *out) {
    __shared__ int mine[64];
    int l = threadIdx.x;
    mine[l] = l * l;
    __syncthreads();
    int *p = global[l] & 1 ? mine + (63 - l) : global + l;
    int v = *p;
    __syncthreads();
    if (global[l] & 1) *p = v + 1;
    __syncthreads();
    out[l] = v * 5 + mine[l];
}
PROGRAM(lanes_may_point_into_different_spaces) {
    Device<int> in(numbers(64)), out(64);
    either<<<1, 64>>>(in.p, out.p);
    out_ints("out", out.host());
}

// Atomics whose results do not depend on their order.
__global__ void collect(const int *in, int *sum, unsigned *bits,
                        unsigned long long *most, int *count, int n) {
    THREAD;
    if (i >= n) return;
    atomicAdd(&sum[0], in[i]);
    atomicAdd(&sum[1 + (in[i] & 15)], 1);
    atomicMax(&sum[20 + i % 8], in[i]);
    atomicMin(&sum[30 + i % 2], in[i]);
    atomicOr(&bits[i % 4], 1u << (in[i] & 31));
    atomicAnd(&bits[4 + i % 2], ~(1u << (in[i] & 31)));
    atomicXor(&bits[8], (unsigned)in[i]);
    atomicMax(&most[i % 3], (unsigned long long)(unsigned)in[i] << 20);
    atomicAdd(&most[5], (unsigned long long)(unsigned)in[i] * 77);
    atomicInc((unsigned *)&count[0], 6);
    atomicDec((unsigned *)&count[1], 9);
}
PROGRAM(atomics_of_many_lanes_add_up) {
    Device<int> in(numbers(300)), sum(40), count(2);
    Device<unsigned> bits(16);
    Device<unsigned long long> most(8);
    collect<<<3, 128>>>(in.p, sum.p, bits.p, most.p, count.p, 300);
    out_ints("sum", sum.host());
    out_ints("bits", bits.host());
    out_ints("most", most.host());
    out_ints("count", count.host());
}

// Each lane gets another old value: their set is known.
__global__ void tickets(int *next, int *seen, int n) {
    THREAD;
    if (i >= n) return;
    atomicAdd(&seen[atomicAdd(next, 2) / 2], 1);
    atomicAdd(&seen[512 + atomicExch(&next[1], i + 1)], 1);
}
PROGRAM(old_values_are_each_given_once) {
    Device<int> next(2), seen(1024);
    tickets<<<4, 96>>>(next.p, seen.p, 333);
    std::vector<int> s = seen.host(), n = next.host();
    out("next", n[0]);
    int once = 0, exchanged = 0;
    for (int i = 0; i < 333; i++)
        once += s[i] == 1;
    for (int i = 0; i <= 333; i++)
        exchanged += s[512 + i];
    out("once", once);
    out("exchanged", exchanged);
}

__global__ void insert(const int *keys, unsigned *set, int n) {
    THREAD;
    if (i >= n) return;
    unsigned key = (unsigned)keys[i] % 200 + 1;
    for (unsigned h = key * 2654435761u >> 24;; h = (h + 1) & 255) {
        unsigned old = atomicCAS(&set[h], 0u, key);
        if (old == 0 || old == key) break;
    }
}
PROGRAM(a_hash_set_holds_every_key_once) {
    Device<int> keys(numbers(700));
    Device<unsigned> set(256);
    insert<<<6, 128>>>(keys.p, set.p, 700);
    std::vector<unsigned> s = set.host();
    std::vector<int> times(201);
    for (unsigned k : s)
        times[k]++;
    times[0] = 0;
    out_ints("times", times);
}

__global__ void shared_histogram(const int *in, int *out, int n) {
    __shared__ int bin[32], most;
    if (threadIdx.x < 32) bin[threadIdx.x] = 0;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int old = atomicAdd(&bin[in[i] & 31], 1);
        atomicMax(&most, old);
    }
    __syncthreads();
    if (threadIdx.x < 32) out[threadIdx.x] = bin[threadIdx.x];
    if (threadIdx.x == 0) out[32] = most;
}
PROGRAM(shared_atomics_count_as_global_ones) {
    Device<int> in(numbers(1000)), out(33);
    shared_histogram<<<1, 256>>>(in.p, out.p, 1000);
    out_ints("out", out.host());
}

// Lanes of a warp on many ways at once, which meet again.
__global__ void ways(const int *in, int *out) {
    int l = threadIdx.x;
    unsigned v = (unsigned)in[l], s = 0;
    for (unsigned k = 0; k < 20 + v % 7; k++) {
        switch (v & 7) {
        case 0: s += 3 * v; break;
        case 1: s ^= v << 5;
        case 2: s = s * 7 + v; break;
        case 3:
            if (s & 1) continue;
            s -= v;
            break;
        case 4:
            while (s & 6)
                s = s * 5 + 1;
            break;
        case 5: if (v % 11 == 0) goto done;
        default: s = s / (v | 1) + k;
        }
        v = v * 1664525u + 1013904223u;
        v ^= v >> 16;
    }
done:
    __syncwarp();
    out[l] = (int)(s + __shfl_xor_sync(~0u, s, 5));
}
PROGRAM(many_ways_through_a_loop_meet_again) {
    Device<int> in(numbers(128)), out(128);
    ways<<<1, 128>>>(in.p, out.p);
    out_ints("out", out.host());
}

__device__ int depth_of(int v, int limit) {
    if (v <= 1 || limit == 0) return 1;
    if (v & 1) return 1 + depth_of(3 * v + 1, limit - 1);
    return 1 + depth_of(v / 2, limit - 1);
}
__global__ void recursive(int *out) {
    out[threadIdx.x] = depth_of((int)threadIdx.x + 1, 12);
}
PROGRAM(lanes_recurse_to_depths_of_their_own) {
    Device<int> out(64);
    recursive<<<1, 64>>>(out.p);
    out_ints("out", out.host());
}
