// atom and red against oracles, a warp at a time.
#include "tests/tests.h"

#include "tests/machine.h"

#include <float.h>

#define select_atom           test_select_atom
#define atom_unread           test_atom_unread
#define memop_space           atom_memop_space
#define memop_init            atom_memop_init
#define memop_type            atom_memop_type
#define memop_addresses       atom_memop_addresses
#define memop_shape           atom_memop_shape
#define memop_take_window     atom_memop_take_window
#define memop_check_global    atom_memop_check_global
#define memop_check_shared    atom_memop_check_shared
#define memop_check_local     atom_memop_check_local
#define memop_check_shared_of atom_memop_check_shared_of
#define memop_check_param     atom_memop_check_param
#define memop_base_mixed      atom_memop_base_mixed
#define memop_scope           atom_memop_scope
#define memop_halves          atom_memop_halves
#define atom_count_global     test_atom_count_global
#define atom_count_shared     test_atom_count_shared
bool test_select_atom(Decoder *d, const Stmt *s, Insn *in);
void test_atom_unread(const Insn *in);
#include "sim/access/address.c"
#include "sim/access/atom_count.c"
#include "sim/decode/memop.c"
#include "sim/exec/atom.c"

enum { DST = 2, VAL = 10, CMP = 14, ADDR = 20 };

static bool go(const char *text, const Operand *opnd, int n) {
    Stmt s = stmt(text);
    Insn in = {0};

    for (int i = 0; i < n; i++)
        s.opnd[i] = opnd[i];
    s.nopnds = (uint8_t)n;
    if (!select_atom(NULL, &s, &in)) return false;
    return in.fn(&vm.w, &in) == &in + 1;
}
static bool atom(const char *text, Type t, Operand b) {
    Operand o[] = {reg(DST, t), addr(ADDR, TYPE_B64, 0), b};
    return go(text, o, 3);
}
static bool red(const char *text, Operand b) {
    Operand o[] = {addr(ADDR, TYPE_B64, 0), b};
    return go(text, o, 2);
}
static bool cas(const char *text, Type t) {
    Operand o[] = {reg(DST, t), addr(ADDR, TYPE_B64, 0), reg(CMP, t),
                   reg(VAL, t)};
    return go(text, o, 4);
}
static uint64_t *addresses(void) {
    return unit64(&vm.w, ADDR)->u64;
}
static const SiteCount *site(void) {
    return &vm.site[1];
}
static uint8_t *host(uint64_t p) {
    return mem_bytes(vm.launch.memory.mem, p);
}

// All lanes at one zeroed place.
static uint64_t place(void) {
    uint64_t p = mem_alloc(vm.launch.memory.mem, 4096, ALLOC_DEVICE, NULL);

    memset(host(p), 0, 4096);
    LANES
        addresses()[l] = p;
    return p;
}
static uint64_t get(uint64_t p, int bytes) {
    uint64_t v = 0;
    memcpy(&v, host(p), (size_t)bytes);
    return v;
}

// ---- one operation of one lane

typedef struct OpRow {
    const char *op;
    Type t;
    uint64_t old, b, want;
} OpRow;
// clang-format off
static const OpRow ops[] = {
    {"add.u32", TYPE_U32, 0xffffffff, 2, 1},
    {"add.s32", TYPE_S32, 5, 0xfffffffe, 3},
    {"add.u64", TYPE_U64, 0xffffffff, 1, 0x100000000},
    {"min.u32", TYPE_U32, 5, 0xffffffff, 5},
    {"min.s32", TYPE_S32, 5, 0xffffffff, 0xffffffff},
    {"max.u32", TYPE_U32, 5, 0xffffffff, 0xffffffff},
    {"max.s32", TYPE_S32, 5, 0xffffffff, 5},
    {"min.u64", TYPE_U64, 5, UINT64_MAX, 5},
    {"min.s64", TYPE_S64, 5, UINT64_MAX, UINT64_MAX},
    {"max.u64", TYPE_U64, 5, UINT64_MAX, UINT64_MAX},
    {"max.s64", TYPE_S64, 5, UINT64_MAX, 5},
    {"inc.u32", TYPE_U32, 6, 7, 7},
    {"inc.u32", TYPE_U32, 7, 7, 0},
    {"inc.u32", TYPE_U32, 8, 7, 0},
    {"inc.u32", TYPE_U32, 0xfffffffe, 0xffffffff, 0xffffffff},
    {"dec.u32", TYPE_U32, 6, 7, 5},
    {"dec.u32", TYPE_U32, 0, 7, 7},
    {"dec.u32", TYPE_U32, 9, 7, 7},
    {"and.b32", TYPE_B32, 0xff00ff, 0x0ff0f0, 0x0f00f0},
    {"or.b32",  TYPE_B32, 0xff00ff, 0x0ff0f0, 0xfff0ff},
    {"xor.b32", TYPE_B32, 0xff00ff, 0x0ff0f0, 0xf0f00f},
    {"and.b64", TYPE_B64, UINT64_MAX << 8, 0xf0000000000000ff, 0xf000000000000000},
    {"or.b64",  TYPE_B64, 1ull << 63, 1, (1ull << 63) + 1},
    {"xor.b64", TYPE_B64, UINT64_MAX, 1, UINT64_MAX - 1},
    {"exch.b32", TYPE_B32, 5, 9, 9},
    {"exch.b64", TYPE_B64, 5, UINT64_MAX, UINT64_MAX},
    {"add.f32", TYPE_F32, 0x3f800000, 0x40000000, 0x40400000},       // 1 + 2
    {"add.f32", TYPE_F32, 0x4b800000, 0x3f800000, 0x4b800000},       // 2^24 + 1
    {"add.f32", TYPE_F32, 0x7f800000, 0xff800000, 0x7fffffff},       // inf - inf
    {"add.f64", TYPE_F64, 0x3ff0000000000000, 0x4000000000000000, 0x4008000000000000},
    {"add.noftz.f16", TYPE_F16, 0x3c00, 0x4000, 0x4200},             // 1 + 2
    {"add.noftz.f16", TYPE_F16, 0x0001, 0x0001, 0x0002},             // subnormal
    {"add.noftz.f16", TYPE_F16, 0x7bff, 0x7bff, 0x7c00},             // overflow
    {"add.noftz.f16", TYPE_F16, 0x7bff, 0x4c00, 0x7c00},             // 65520: a tie
    {"add.noftz.f16", TYPE_F16, 0x7bff, 0x4800, 0x7bff},             // 65512
    {"add.noftz.f16", TYPE_F16, 0x6800, 0x3c00, 0x6800},             // 2048 + 1, tie
    {"add.noftz.f16", TYPE_F16, 0x6801, 0x3c00, 0x6802},             // 2050 + 1, tie
    {"add.noftz.f16", TYPE_F16, 0x7c00, 0xfc00, 0x7fff},
    {"add.noftz.f16", TYPE_F16, 0x3c00, 0xbc00, 0x0000},
    {"add.noftz.bf16", TYPE_BF16, 0x3f80, 0x4000, 0x4040},
    {"add.noftz.bf16", TYPE_BF16, 0x4380, 0x3f80, 0x4380},           // 256 + 1, tie
    {"add.noftz.f16x2", TYPE_F16X2, 0x3c004000, 0x40003c00, 0x42004200},
    {"add.noftz.bf16x2", TYPE_BF16X2, 0x3f804000, 0x40003f80, 0x40404040},
};
// clang-format on

static void one_lane(const OpRow *r, const char *space, uint8_t *p,
                     uint64_t address) {
    int bytes = type_bits(r->t) / 8;
    char text[64];

    for (int is_red = 0; is_red < 2; is_red++) {
        if (is_red && !strncmp(r->op, "exch", 4)) continue;
        snprintf(text, sizeof text, "%s%s.%s", is_red ? "red" : "atom", space,
                 r->op);
        memset(p, 0xEE, 16);
        memcpy(p, &r->old, (size_t)bytes);
        addresses()[7] = address;
        unit64(&vm.w, VAL)->u64[7] = 0;
        if (bytes == 8)
            unit64(&vm.w, VAL)->u64[7] = r->b;
        else
            unit(&vm.w, VAL)->u32[7] = (uint32_t)r->b;
        machine_active(1u << 7);
        ck_assert_msg(is_red ? red(text, reg(VAL, r->t))
                             : atom(text, r->t, reg(VAL, r->t)),
                      "%s", text);
        uint64_t now = 0, old = bytes == 8 ? unit64(&vm.w, DST)->u64[7]
                                           : unit(&vm.w, DST)->u32[7];
        memcpy(&now, p, (size_t)bytes);
        ck_assert_msg(now == r->want, "%s: %#lx", text, now);
        ck_assert_msg(old == r->old, "%s returned %#lx", text, old);
        ck_assert_uint_eq(p[bytes], 0xEE);
    }
}

START_TEST(operations_in_global_memory) {
    uint64_t p = place();
    one_lane(&ops[_i], ".global", host(p), p);
}
END_TEST
START_TEST(operations_in_shared_memory) {
    one_lane(&ops[_i], ".relaxed.cta.shared", vm.shared + 64, 64);
}
END_TEST
START_TEST(operations_at_generic_addresses) {
    one_lane(&ops[_i], "", vm.shared + 64, MEM_SHARED_BASE + 64);
}
END_TEST

START_TEST(float_adds_flush_subnormals_in_global_memory_only) {
    const uint32_t tiny = 0x00400000, minus = 0x80400000;
    uint64_t p = place();

    machine_active(1);
    memcpy(host(p), &tiny, 4);
    ck_assert(red("red.global.add.f32", imm(0)));
    ck_assert_uint_eq(get(p, 4), 0);
    memcpy(host(p), &minus, 4);
    ck_assert(red("red.add.f32", imm((int64_t)0x80000000)));
    ck_assert_uint_eq(get(p, 4), 0x80000000);
    // a subnormal difference of normal numbers
    const uint32_t a = 0x00800001;
    memcpy(host(p), &a, 4);
    ck_assert(red("red.global.add.f32", imm((int64_t)0x80800000)));
    ck_assert_uint_eq(get(p, 4), 0);

    // a subnormal that would not vanish beside a normal number
    memcpy(host(p), &tiny, 4);
    ck_assert(red("red.global.add.f32", imm(0x00800000)));
    ck_assert_uint_eq(get(p, 4), 0x00800000);

    addresses()[0] = 128;
    memcpy(vm.shared + 128, &tiny, 4);
    ck_assert(red("red.shared.add.f32", imm(0)));
    ck_assert_int_eq(memcmp(vm.shared + 128, &tiny, 4), 0);
}
END_TEST

// ---- a warp

START_TEST(lanes_follow_each_other_in_order) {
    uint64_t p = place();

    LANES
        vm.regs[VAL].u32[l] = 1u << l;
    machine_active(0xfffffff7);
    ck_assert(atom("atom.global.add.u32", TYPE_U32, reg(VAL, TYPE_U32)));
    ck_assert_uint_eq(get(p, 4), 0xfffffff7);
    LANES {
        uint32_t below = (uint32_t)((1ull << l) - 1) & 0xfffffff7;
        if (l != 3) ck_assert_uint_eq(vm.regs[DST].u32[l], below);
    }
    ck_assert_uint_eq(vm.regs[DST].u32[3], 0); // inactive: untouched
}
END_TEST

START_TEST(sums_of_floats_repeat_bit_by_bit) {
    uint64_t p = place();
    float sum = 0;

    LANES {
        vm.regs[VAL].f32[l] = 1.0f / (float)(l + 3);
        sum += vm.regs[VAL].f32[l];
    }
    ck_assert(red("red.global.add.f32", reg(VAL, TYPE_F32)));
    ck_assert_int_eq(memcmp(host(p), &sum, 4), 0);
}
END_TEST

START_TEST(one_lane_wins_a_compare_and_swap) {
    uint64_t p = place();

    LANES
        vm.regs[VAL].u32[l] = 100 + (uint32_t)l;
    LANES
        vm.regs[CMP].u32[l] = 0;
    machine_active(0xfffffff0);
    ck_assert(cas("atom.global.cas.b32", TYPE_B32));
    ck_assert_uint_eq(get(p, 4), 104);
    ck_assert_uint_eq(vm.regs[DST].u32[4], 0);
    for (int l = 5; l < 32; l++)
        ck_assert_uint_eq(vm.regs[DST].u32[l], 104);
}
END_TEST

START_TEST(compare_and_swap_of_other_widths) {
    uint64_t p = place();

    memset(host(p), 0x11, 16);
    machine_active(1);
    vm.regs[CMP].u32[0] = 0x1111;
    vm.regs[VAL].u32[0] = 0x2222;
    ck_assert(cas("atom.acquire.gpu.global.cas.b16", TYPE_B16));
    ck_assert_uint_eq(get(p, 4), 0x11112222);
    ck_assert_uint_eq(vm.regs[DST].u32[0], 0x1111);
    unit64(&vm.w, CMP)->u64[0] = 0x1111111111112222;
    unit64(&vm.w, VAL)->u64[0] = 7;
    ck_assert(cas("atom.cas.b64", TYPE_B64));
    ck_assert_uint_eq(get(p, 8), 7);
}
END_TEST

START_TEST(vectors_of_floats_add_by_element) {
    uint64_t p = place();
    Operand b[4], d[4];

    for (int v = 0; v < 4; v++) {
        b[v] = reg(VAL + v, TYPE_F32);
        d[v] = reg(DST + v, TYPE_F32);
        LANES
            vm.regs[VAL + v].f32[l] = (float)(v + 1);
    }
    Operand o[] = {vec(d, 4), addr(ADDR, TYPE_B64, 0), vec(b, 4)};
    ck_assert(go("atom.global.v4.f32.add", o, 3));
    for (int v = 0; v < 4; v++) {
        float got;
        memcpy(&got, host(p + 4 * (uint64_t)v), 4);
        ck_assert_float_eq(got, 32.0f * (float)(v + 1));
        ck_assert_float_eq(vm.regs[DST + v].f32[31], 31.0f * (float)(v + 1));
    }
}
END_TEST

START_TEST(a_warp_may_hit_global_and_shared_memory_at_once) {
    uint64_t p = place();

    LANES
        if (l % 2) addresses()[l] = MEM_SHARED_BASE + 8;
    ck_assert(red("red.add.u32", imm(1)));
    ck_assert_uint_eq(get(p, 4), 16);
    ck_assert_uint_eq(vm.shared[8], 16);
    ck_assert_uint_eq(site()->atomics, 16);
    ck_assert_uint_eq(site()->smem_atomics, 16);
}
END_TEST

// ---- traps and refusals

START_TEST(bad_addresses_trap_as_atomics) {
    uint64_t p = place();

    LANES
        addresses()[l] = p + 4096 - 4;
    addresses()[6] += 4;
    ck_assert(!red("red.global.add.u32", imm(1)));
    ck_assert_int_eq(vm.trap.kind, SIM_TRAP_OUT_OF_BOUNDS);
    ck_assert_uint_eq(vm.trap.lanes, 1u << 6);
    ck_assert_str_eq(vm.trap.access, "atomic");
    ck_assert_uint_eq(get(p + 4092, 4), 0); // no lane was executed
    addresses()[6] = p + 2;
    ck_assert(!red("red.global.add.u32", imm(1)));
    ck_assert_int_eq(vm.trap.kind, SIM_TRAP_MISALIGNED);
    LANES
        addresses()[l] = MEM_LOCAL_BASE;
    ck_assert(!red("red.add.u32", imm(1)));
    p = mem_alloc(vm.launch.memory.mem, 64, ALLOC_CONST, "table");
    LANES
        addresses()[l] = p;
    ck_assert(!red("red.add.u32", imm(1)));
    ck_assert_int_eq(vm.trap.count, 4);
}
END_TEST

START_TEST(what_is_not_simulated_is_refused) {
    place();
    ck_assert(!red("red.global.min.f32", imm(0)));
    ck_assert(vm.refused);
    ck_assert_int_eq(vm.trap.count, 0);
}
END_TEST

// ---- counters

START_TEST(lanes_on_one_address_are_counted) {
    uint64_t p = place();

    ck_assert(red("red.global.add.u32", imm(1)));
    ck_assert_uint_eq(site()->atomics, 32);
    ck_assert_uint_eq(site()->atomic_serial, 32);
    LANES
        addresses()[l] = p + 4 * (uint64_t)(l % 8);
    ck_assert(red("red.global.add.u32", imm(1)));
    ck_assert_uint_eq(site()->atomic_serial, 32 + 4);
    LANES
        addresses()[l] = 4 * (uint64_t)(l % 3);
    ck_assert(red("red.shared.add.u32", imm(1)));
    ck_assert_uint_eq(site()->atomic_requests, 3);
    ck_assert_uint_eq(site()->smem_atomics, 32);
    ck_assert_uint_eq(site()->smem_atomic_serial, 11);
    ck_assert_uint_eq(site()->smem_atomic_cycles, 0);
    ck_assert_uint_eq(site()->gmem_stores, 0);
}
END_TEST

START_TEST(floats_on_one_address_take_longer_than_integers) {
    place();
    ck_assert(red("red.global.add.u32", imm(1)));
    uint64_t ints = site()->atomic_queue;
    ck_assert(red("red.global.add.f32", imm(0x3f800000)));
    uint64_t floats = site()->atomic_queue - ints;
    ck_assert_uint_gt(ints, 20 * 256); // cycles / 256: lane after lane
    ck_assert_uint_gt(floats, 2 * ints);

    LANES
        addresses()[l] = 64;
    ck_assert(red("red.shared.add.f32", imm(0x3f800000)));
    ck_assert_uint_eq(site()->smem_atomic_cycles, 12 + 29 * 31);
}
END_TEST

START_TEST(shared_memory_adds_64_bits_in_a_loop) {
    place();
    LANES
        addresses()[l] = 64;
    ck_assert(red("red.shared.add.u64", imm(1)));
    ck_assert_uint_eq(site()->smem_atomic_cycles, 12 + 29 * 31);
}
END_TEST

START_TEST(results_take_l2_longer_and_so_does_swapping) {
    place();
    ck_assert(red("red.global.add.u32", reg(VAL, TYPE_B32)));
    uint64_t work = site()->l2_work, queue = site()->atomic_queue;
    ck_assert(cas("atom.global.cas.b32", TYPE_B32));
    ck_assert_uint_eq((site()->l2_work - work) * 14, 22 * work);
    ck_assert_uint_gt(site()->atomic_queue - queue, queue * 3 / 2);
}
END_TEST

START_TEST(only_a_change_is_progress) {
    place();
    LANES
        vm.regs[CMP].u32[l] = 1; // the lock is free when 1, and it is 0
    uint64_t before = vm.block.progress;
    ck_assert(cas("atom.global.cas.b32", TYPE_B32));
    ck_assert(red("red.global.add.u32", imm(0)));
    ck_assert_uint_eq(vm.block.progress, before);
    ck_assert(red("red.global.add.u32", imm(1)));
    ck_assert_uint_gt(vm.block.progress, before);
}
END_TEST

SUITE_OF(exec_atom) {
    Suite *s = suite_create("exec_atom");
    TCase *tc = tcase_create("exec_atom");

    tcase_add_checked_fixture(tc, machine_open, machine_close);
    tcase_add_loop_test(tc, operations_in_global_memory, 0, COUNT_OF(ops));
    tcase_add_loop_test(tc, operations_in_shared_memory, 0, COUNT_OF(ops));
    tcase_add_loop_test(tc, operations_at_generic_addresses, 0, COUNT_OF(ops));
    tcase_add_test(tc, float_adds_flush_subnormals_in_global_memory_only);
    tcase_add_test(tc, lanes_follow_each_other_in_order);
    tcase_add_test(tc, sums_of_floats_repeat_bit_by_bit);
    tcase_add_test(tc, one_lane_wins_a_compare_and_swap);
    tcase_add_test(tc, compare_and_swap_of_other_widths);
    tcase_add_test(tc, vectors_of_floats_add_by_element);
    tcase_add_test(tc, a_warp_may_hit_global_and_shared_memory_at_once);
    tcase_add_test(tc, bad_addresses_trap_as_atomics);
    tcase_add_test(tc, what_is_not_simulated_is_refused);
    tcase_add_test(tc, lanes_on_one_address_are_counted);
    tcase_add_test(tc, floats_on_one_address_take_longer_than_integers);
    tcase_add_test(tc, shared_memory_adds_64_bits_in_a_loop);
    tcase_add_test(tc, results_take_l2_longer_and_so_does_swapping);
    tcase_add_test(tc, only_a_change_is_progress);
    suite_add_tcase(s, tc);
    return s;
}
