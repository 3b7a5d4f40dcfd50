// arch: 90
// What only inline PTX brings: packing, logic with predicates, 128 bits at
// once, atomics of halves and vectors, asynchronous stores, Volta's products.
#include "diff.h"

#include <cuda_fp16.h>

// ---- integers

#define PACK(name, op)                                                         \
    __global__ void name(const int *a, const int *b, uint32_t *d) {            \
        int i = threadIdx.x;                                                   \
        asm(op " %0, %1, %2, 0x00abcdef;"                                      \
            : "=r"(d[i])                                                       \
            : "r"(a[i]), "r"(b[i]));                                           \
    }
PACK(pack_u8, "cvt.pack.sat.u8.s32.b32")
PACK(pack_s8, "cvt.pack.sat.s8.s32.b32")
PACK(pack_u4, "cvt.pack.sat.u4.s32.b32")
PACK(pack_s4, "cvt.pack.sat.s4.s32.b32")
PACK(pack_u2, "cvt.pack.sat.u2.s32.b32")
PACK(pack_s2, "cvt.pack.sat.s2.s32.b32")
#define PACK_TWO(name, op)                                                     \
    __global__ void name(const int *a, const int *b, uint32_t *d) {            \
        int i = threadIdx.x;                                                   \
        asm(op " %0, %1, %2;" : "=r"(d[i]) : "r"(a[i]), "r"(b[i]));            \
    }
PACK_TWO(pack_u16, "cvt.pack.sat.u16.s32")
PACK_TWO(pack_s16, "cvt.pack.sat.s16.s32")

static const std::vector<int> left = {0, 1, -1, 3,   7,    8,     255,    256,
                                      2, 4, -8, 127, -128, 65535, -40000, 9},
                              right = {5,   -2,  15,    16,       -9,     100,
                                       200, 300, 70000, -300,     0x7fff, 0,
                                       1,   -1,  2,     INT32_MIN};

PROGRAM(integers_are_squeezed_together) {
    Device<int> a(left), b(right);
    Device<uint32_t> d(16);
    void (*const all[])(const int *, const int *,
                        uint32_t *) = {pack_u8, pack_s8, pack_u4,  pack_s4,
                                       pack_u2, pack_s2, pack_u16, pack_s16};
    for (auto *f : all) {
        f<<<1, 16>>>(a.p, b.p, d.p);
        out_ints("packed", d.host());
    }
}

__global__ void logic(const int *a, const int *b, int *d) {
    int i = threadIdx.x, r, p, q;
    asm("{.reg .pred x, y;\n setp.ne.s32 y, %4, 0;\n"
        " lop3.or.b32 %0|x, %3, %4, 15, 0x80, y;\n selp.s32 %1, 1, 0, x;\n"
        " lop3.and.b32 _|x, %3, %4, 255, 0x96, !y;\n selp.s32 %2, 1, 0, x;}"
        : "=r"(r), "=r"(p), "=r"(q)
        : "r"(a[i]), "r"(b[i]));
    d[3 * i] = r;
    d[3 * i + 1] = p;
    d[3 * i + 2] = q;
}
PROGRAM(logic_of_three_also_gives_a_predicate) {
    Device<int> a(left), b(right), d(48);
    logic<<<1, 16>>>(a.p, b.p, d.p);
    out_ints("d p q", d.host());
}

__global__ void mad24(const int *a, const int *b, int *d) {
    int i = threadIdx.x;
    asm("mad24.hi.sat.s32 %0, %1, %2, %3;"
        : "=r"(d[i])
        : "r"(a[i] * 65537), "r"(b[i] * 8191),
          "r"(i & 1 ? INT32_MAX : INT32_MIN));
}
PROGRAM(a_product_of_24_bits_is_clamped) {
    Device<int> a(left), b(right), d(16);
    mad24<<<1, 16>>>(a.p, b.p, d.p);
    out_ints("d", d.host());
}

// ---- 128 bits

__global__ void wide(const uint64_t *in, uint64_t *out) {
    int i = threadIdx.x;
    asm volatile("{.reg .b128 q; .reg .b64 a, b;\n"
                 " ld.global.b128 q, [%0];\n mov.b128 {a, b}, q;\n"
                 " add.u64 a, a, 1;\n mov.b128 q, {b, a};\n"
                 " st.global.b128 [%1], q;}" ::"l"(in + 2 * i),
                 "l"(out + 2 * i)
                 : "memory");
}
__global__ void wide_atomics(uint64_t *cell, uint64_t *old) {
    __shared__ __align__(16) uint64_t own[2];
    int i = threadIdx.x;
    if (i == 0) own[0] = 5, own[1] = 6;
    __syncthreads();
    for (int turn = 0; turn < 4; turn++) {
        if (turn == i) {
            uint64_t lo = i, hi = 100 + i, a, b;
            asm volatile("{.reg .b128 q, r;\n mov.b128 q, {%2, %3};\n"
                         " atom.global.exch.b128 r, [%4], q;\n"
                         " mov.b128 {%0, %1}, r;}"
                         : "=l"(a), "=l"(b)
                         : "l"(lo), "l"(hi), "l"(cell)
                         : "memory");
            old[4 * i] = a, old[4 * i + 1] = b;
            uint64_t want = i < 2 ? 5 : 55; // two hits, two misses
            asm volatile("{.reg .b128 q, r, s;\n mov.b128 q, {%2, 6};\n"
                         " mov.b128 s, {%3, 6};\n"
                         " atom.shared.cas.b128 r, [%4], q, s;\n"
                         " mov.b128 {%0, %1}, r;}"
                         : "=l"(a), "=l"(b)
                         : "l"(want), "l"((uint64_t)(i == 1 ? 7 : 5)),
                           "r"((unsigned)__cvta_generic_to_shared(own))
                         : "memory");
            old[4 * i + 2] = a, old[4 * i + 3] = b;
        }
        __syncthreads();
    }
    if (i == 0) old[16] = own[0], old[17] = own[1];
}
PROGRAM(sixteen_bytes_move_at_once) {
    Device<uint64_t> in({1, 2, 3, ~0ull, 5, 6, ~0ull, 8}), d(8);
    wide<<<1, 4>>>(in.p, d.p);
    out_ints("moved", d.host());
}
PROGRAM(sixteen_bytes_are_exchanged_and_compared) {
    Device<uint64_t> cell({11, 12}), old(18);
    TRY(cudaMemset(old.p, 0, 18 * 8));
    wide_atomics<<<1, 4>>>(cell.p, old.p);
    out_ints("old", old.host());
    out_ints("cell", cell.host());
}

// ---- atomics of halves and vectors

__global__ void half_atomics(uint32_t *cell, const uint32_t *v, uint32_t *old) {
    int i = threadIdx.x;
    for (int turn = 0; turn < 8; turn++) {
        if (turn == i) {
            uint32_t a, b;
            asm volatile(
                "atom.global.v2.f16x2.min.noftz {%0,%1}, [%2], {%3,%4};"
                : "=r"(a), "=r"(b)
                : "l"(cell), "r"(v[i]), "r"(v[i + 1])
                : "memory");
            old[2 * i] = a, old[2 * i + 1] = b;
            asm volatile(
                "red.global.v2.bf16x2.max.noftz [%0], {%1,%2};" ::"l"(cell + 2),
                "r"(v[i]), "r"(v[i + 1])
                : "memory");
            asm volatile(
                "{.reg .b16 a,b,c,d; mov.b32 {a,b}, %1;\n"
                " mov.b32 {c,d}, %2;\n"
                " red.global.v8.f16.add.noftz [%0], {a,b,c,d,a,b,c,d};}" ::"l"(
                    cell + 4),
                "r"(v[i]), "r"(v[i + 1])
                : "memory");
        }
        __syncthreads();
    }
}
PROGRAM(halves_are_reduced_in_memory) {
    // with zeros of both signs, subnormals, infinities
    Device<uint32_t> cell(
        {0x3c003c00, 0x7c000000, 0xff80bf80, 0x80000001, 0, 0, 0x3c00, 0x1}),
        v({0x00003800, 0x80000400, 0x3c01bc00, 0x00010002, 0xfc003555,
           0x80018000, 0x12345678, 0x2c662c66, 0x3c00c000}),
        old(16);
    half_atomics<<<1, 8>>>(cell.p, v.p, old.p);
    out_ints("old", old.host());
    out_ints("cell", cell.host());
}

__global__ void float_vectors(float *cell, float *old) {
    int i = threadIdx.x;
    for (int turn = 0; turn < 4; turn++) {
        if (turn == i) {
            float a, b, c, d;
            asm volatile("atom.global.v4.f32.add {%0,%1,%2,%3}, [%4],"
                         "{%5,%6,%7,%8};"
                         : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                         : "l"(cell), "f"(1.5f * i), "f"(1e-39f), "f"(-3.0f),
                           "f"(0.1f)
                         : "memory");
            old[4 * i] = a, old[4 * i + 1] = b, old[4 * i + 2] = c,
                    old[4 * i + 3] = d;
            asm volatile("red.global.v2.f32.add [%0], {%1,%2};" ::"l"(cell + 4),
                         "f"(2.0f), "f"(0.2f)
                         : "memory");
        }
        __syncthreads();
    }
}
PROGRAM(vectors_of_floats_are_added_in_memory) {
    Device<float> cell({1, 0, 3, 4, 5, 6, 7, 8}), old(16);
    float_vectors<<<1, 4>>>(cell.p, old.p);
    out_floats("old", old.host());
    out_floats("cell", cell.host());
}

// ---- asynchronous stores into the next block of a cluster

__global__ void __cluster_dims__(2) remote(uint32_t *d) {
    __shared__ __align__(16) uint32_t box[8];
    __shared__ __align__(8) uint64_t bar;
    unsigned own = (unsigned)__cvta_generic_to_shared(box), to, there,
             mbar = (unsigned)__cvta_generic_to_shared(&bar), rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    for (int i = 0; i < 8; i++)
        box[i] = 10 * i;
    asm volatile("mbarrier.init.shared.b64 [%0], 1;\n"
                 "fence.mbarrier_init.release.cluster;" ::"r"(mbar)
                 : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 32;" ::"r"(mbar)
                 : "memory");
    asm volatile("barrier.cluster.arrive.release.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(to)
        : "r"(own), "r"(rank ^ 1));
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(there)
        : "r"(mbar), "r"(rank ^ 1));
    asm volatile(
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 "
        "[%0],"
        "{%2,%3,%2,%3}, [%1];\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 "
        "[%0+16],"
        "%3, [%1];\n"
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
        ".add.u32 [%0+20], %2, [%1];\n"
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
        ".max.s32 [%0+24], %2, [%1];\n"
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
        ".inc.u32 [%0+28], %2, [%1];" ::"r"(to),
        "r"(there), "r"(100 + rank), "r"(200 + rank)
        : "memory");
    asm volatile("{.reg .pred p;\nAGAIN:\n"
                 " mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n"
                 " @!p bra AGAIN;}" ::"r"(mbar)
                 : "memory");
    for (int i = 0; i < 8; i++)
        d[8 * rank + i] = box[i];
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}
PROGRAM(a_block_stores_into_its_neighbour) {
    Device<uint32_t> d(16);
    remote<<<2, 1>>>(d.p);
    out_ints("boxes", d.host());
}

// ---- four products of 8 by 8 by 4 at once

static uint32_t noise_state = 7;
static std::vector<uint32_t> halves(int n) {
    std::vector<uint32_t> v(n);
    for (auto &x : v) { // exponents between 2^-4 and 2^3
        noise_state = noise_state * 1664525u + 1013904223u;
        uint32_t r = noise_state ^ noise_state >> 11;
        x = (r & 0x9fff9fff) + 0x2c002c00;
    }
    return v;
}
#define FLOATS(name, layout)                                                   \
    __global__ void name(const uint32_t *a, const uint32_t *b, float *d) {     \
        int l = threadIdx.x;                                                   \
        float f[8];                                                            \
        for (int i = 0; i < 8; i++)                                            \
            f[i] = (float)(l - 2 * i) * 0.25f;                                 \
        asm("mma.sync.aligned.m8n8k4." layout ".f32.f16.f16.f32"               \
            " {%0,%1,%2,%3,%4,%5,%6,%7},{%8,%9},{%10,%11},"                    \
            "{%0,%1,%2,%3,%4,%5,%6,%7};"                                       \
            : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]), "+f"(f[4]),      \
              "+f"(f[5]), "+f"(f[6]), "+f"(f[7])                               \
            : "r"(a[l]), "r"(a[l + 32]), "r"(b[l]), "r"(b[l + 32]));           \
        for (int i = 0; i < 8; i++)                                            \
            d[8 * l + i] = f[i];                                               \
    }
FLOATS(row_row, "row.row")
FLOATS(row_col, "row.col")
FLOATS(col_row, "col.row")
FLOATS(col_col, "col.col")
__global__ void all_halves(const uint32_t *a, const uint32_t *b, uint32_t *d) {
    int l = threadIdx.x;
    uint32_t c[4] = {a[l], b[l], a[l + 32], b[l + 32]};
    asm("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16"
        " {%0,%1,%2,%3},{%4,%5},{%6,%7},{%0,%1,%2,%3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a[l]), "r"(a[l + 32]), "r"(b[l]), "r"(b[l + 32]));
    for (int i = 0; i < 4; i++)
        d[4 * l + i] = c[i];
}
__global__ void from_halves(const uint32_t *a, const uint32_t *b, float *d) {
    int l = threadIdx.x;
    float f[8];
    asm("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16"
        " {%0,%1,%2,%3,%4,%5,%6,%7},{%8,%9},{%10,%11},{%8,%9,%10,%11};"
        : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3]), "=f"(f[4]),
          "=f"(f[5]), "=f"(f[6]), "=f"(f[7])
        : "r"(a[l]), "r"(a[l + 32]), "r"(b[l]), "r"(b[l + 32]));
    for (int i = 0; i < 8; i++)
        d[8 * l + i] = f[i];
}
PROGRAM(quads_of_lanes_multiply_small_matrices) {
    Device<uint32_t> a(halves(64)), b(halves(64));
    Device<float> d(256);
    void (*const all[])(const uint32_t *, const uint32_t *, float *) = {
        row_row, row_col, col_row, col_col, from_halves};
    for (auto *f : all) {
        f<<<1, 32>>>(a.p, b.p, d.p);
        out_floats("sums", d.host());
    }
}
PROGRAM(quads_of_lanes_add_halves) {
    Device<uint32_t> a(halves(64)), b(halves(64)), d(128);
    all_halves<<<1, 32>>>(a.p, b.p, d.p);
    std::vector<uint32_t> got = d.host();
    for (uint32_t w : got) {
        out_bits("sum", 16, w & 0xffff, 0);
        out_bits("sum", 16, w >> 16, 0);
    }
}
