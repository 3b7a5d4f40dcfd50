// Loads and stores, a warp at a time.
#include "tests/tests.h"

#include "tests/machine.h"

#define select_mem            test_select_mem
#define memop_space           test_memop_space
#define memop_init            test_memop_init
#define memop_type            test_memop_type
#define memop_addresses       test_memop_addresses
#define memop_shape           test_memop_shape
#define memop_take_window     test_memop_take_window
#define memop_check_global    test_memop_check_global
#define memop_check_shared    test_memop_check_shared
#define memop_check_local     test_memop_check_local
#define memop_check_shared_of test_memop_check_shared_of
#define memop_check_param     test_memop_check_param
#define memop_base_mixed      test_memop_base_mixed
#define memop_scope           test_memop_scope
#define memop_halves          test_memop_halves
bool test_select_mem(Decoder *d, const Stmt *s, Insn *in);
#include "sim/access/address.c"
#include "sim/decode/memop.c"
#include "sim/exec/mem.c"

// What ptxas makes of neighbours is test_decode.c's.
Wider decoder_wider(const Decoder *d) {
    (void)d;
    return (Wider){0};
}
bool decoder_follows(const Decoder *d) {
    (void)d;
    return false;
}
// Who waits for whom is test_launch.c's.
bool decoder_spins(Decoder *d, const MemOp *op) {
    (void)d, (void)op;
    return false;
}

enum { DST = 2, VAL = 10, ADDR = 20 };

// Decodes and executes; returns whether the warp goes on.
static bool run(const char *text, Operand a, Operand b) {
    Stmt s = stmt(text);
    Insn in = {0};

    s.opnd[0] = a;
    s.opnd[1] = b;
    s.nopnds = 2;
    ck_assert_msg(select_mem(NULL, &s, &in), "%s was refused", text);
    return in.fn(&vm.w, &in) == &in + 1;
}
static bool refuses(const char *text, Operand a, Operand b) {
    Stmt s = stmt(text);
    Insn in = {0};

    s.opnd[0] = a;
    s.opnd[1] = b;
    return !select_mem(NULL, &s, &in) && vm.refused;
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
static uint64_t alloc(uint64_t size) {
    return mem_alloc(vm.launch.memory.mem, size, ALLOC_DEVICE, NULL);
}
// An array whose byte i is i % 251, and addresses p + stride * lane.
static uint64_t array(uint64_t size, int64_t stride) {
    uint64_t p = alloc(size);

    for (uint64_t i = 0; i < size; i++)
        host(p)[i] = (uint8_t)(i % 251);
    LANES
        addresses()[l] = p + (uint64_t)(stride * l);
    return p;
}

// ---- values

typedef struct LoadRow {
    const char *text;
    Type reg;
    uint64_t stored, want;
} LoadRow;
// clang-format off
static const LoadRow loads[] = {
    {"ld.global.u8",  TYPE_B16, 0xfff0, 0xf0},
    {"ld.global.s8",  TYPE_B16, 0x00f0, 0xfff0},
    {"ld.global.s8",  TYPE_B32, 0x00f0, 0xfffffff0},
    {"ld.global.s8",  TYPE_B64, 0x00f0, 0xfffffffffffffff0},
    {"ld.global.b8",  TYPE_B32, 0x1280, 0x80},
    {"ld.global.u16", TYPE_U16, 0x12348765, 0x8765},
    {"ld.global.s16", TYPE_B32, 0x12348765, 0xffff8765},
    {"ld.global.s16", TYPE_U64, 0x12348765, 0xffffffffffff8765},
    {"ld.global.u32", TYPE_B32, 0x9abcdef089abcdef, 0x89abcdef},
    {"ld.global.u32", TYPE_B64, 0x9abcdef089abcdef, 0x89abcdef},
    {"ld.global.s32", TYPE_B64, 0x9abcdef089abcdef, 0xffffffff89abcdef},
    {"ld.global.f32", TYPE_F32, 0x3f800000, 0x3f800000},
    {"ld.global.f64", TYPE_F64, 0x3ff0000000000001, 0x3ff0000000000001},
    {"ld.global.nc.L1::no_allocate.b64", TYPE_B64, 0x8000000000000001, 0x8000000000000001},
    {"ld.volatile.global.u32", TYPE_U32, 7, 7},
    {"ld.acquire.gpu.global.u32", TYPE_U32, 7, 7},
    {"ldu.global.u32", TYPE_U32, 7, 7},
    {"ld.u32", TYPE_U32, 7, 7},
    {"ld.const.s8", TYPE_U32, 0x80, 0xffffff80},
};
// clang-format on

START_TEST(a_load_extends_to_its_register) {
    const LoadRow *r = &loads[_i];
    uint64_t p = alloc(8);

    memcpy(host(p), &r->stored, 8);
    LANES
        addresses()[l] = p;
    LANES
        vm.regs[DST].u32[l] = vm.regs[DST + 1].u32[l] = 0xdeadbeef;
    ck_assert(run(r->text, reg(DST, r->reg), addr(ADDR, TYPE_B64, 0)));
    LANES {
        uint64_t got = type_bits(r->reg) == 64 ? unit64(&vm.w, DST)->u64[l]
                                               : unit(&vm.w, DST)->u32[l];
        ck_assert_msg(got == r->want, "%s lane %d: %#lx", r->text, l, got);
    }
}
END_TEST

// Every width at every kind of stride, against a plain loop.
static const struct MoveRow {
    const char *ld, *st;
    Type t;
    int size, n;
} moves[] = {
    {"ld.global.u8", "st.global.u8", TYPE_B16, 1, 1},
    {"ld.global.u16", "st.global.u16", TYPE_B16, 2, 1},
    {"ld.global.b32", "st.global.b32", TYPE_B32, 4, 1},
    {"ld.global.b64", "st.global.b64", TYPE_B64, 8, 1},
    {"ld.global.v2.u8", "st.global.v2.u8", TYPE_B16, 1, 2},
    {"ld.global.v4.u16", "st.global.v4.u16", TYPE_B16, 2, 4},
    {"ld.global.v2.f32", "st.global.v2.f32", TYPE_F32, 4, 2},
    {"ld.global.v4.f32", "st.global.v4.f32", TYPE_F32, 4, 4},
    {"ld.global.v2.b64", "st.global.v2.b64", TYPE_B64, 8, 2},
};
static const uint32_t masks[] = {UINT32_MAX, 0x0000ffff, 0x80000001,
                                 0x55555555, 0xfffffffe, 0x00100000};

static void check_moved(const struct MoveRow *r, const uint8_t *to,
                        uint64_t from, int64_t stride, uint32_t lanes) {
    int bytes = r->size * r->n;

    LANES {
        const uint8_t *want = host(from + (uint64_t)(stride * l));
        for (int i = 0; i < bytes; i++)
            ck_assert_msg(to[l * 16 + i] == (lanes >> l & 1 ? want[i] : 0xCD),
                          "%s, stride %ld, lanes %#x: lane %d byte %d", r->ld,
                          (long)stride, lanes, l, i);
    }
}

START_TEST(what_is_loaded_and_stored_again_is_the_same) {
    const struct MoveRow *r = &moves[_i];
    Operand regs[4];

    for (int s = -2; s <= 7; s++) {
        for (size_t m = 0; m < COUNT_OF(masks); m++) {
            int64_t stride = (int64_t)s * r->size * r->n;
            uint64_t from = array(32 * 9 * 16, 0), to = alloc(32 * 16);
            from += 32 * 2 * 16; // room for strides below 0
            for (int v = 0; v < r->n; v++)
                regs[v] = reg(DST + 2 * v, r->t);
            Operand data = r->n > 1 ? vec(regs, r->n) : regs[0];

            machine_active(masks[m]);
            LANES
                addresses()[l] = from + (uint64_t)(stride * l) - 16;
            ck_assert(run(r->ld, data, addr(ADDR, TYPE_B64, 16)));
            LANES
                addresses()[l] = to + 16 * (uint64_t)l;
            ck_assert(run(r->st, addr(ADDR, TYPE_B64, 0), data));
            check_moved(r, host(to), from, stride, masks[m]);
            for (; vm.nheap; vm.nheap--)
                heap_free(vm.heap[vm.nheap - 1]);
        }
    }
}
END_TEST

START_TEST(the_highest_lane_wins_a_store_to_one_address) {
    uint64_t p = array(64, 0);

    LANES
        vm.regs[VAL].u32[l] = 100 + (uint32_t)l;
    machine_active(0x00ffff00);
    ck_assert(
        run("st.global.u32", addr(ADDR, TYPE_B64, 4), reg(VAL, TYPE_B32)));
    ck_assert_uint_eq(((uint32_t *)(void *)host(p))[1], 123);
}
END_TEST

START_TEST(an_immediate_can_be_stored) {
    uint64_t p = array(256, 4);

    ck_assert(run("st.global.f32", addr(ADDR, TYPE_B64, 0), imm(0x3f800000)));
    LANES
        ck_assert_uint_eq(((uint32_t *)(void *)host(p))[l], 0x3f800000);
}
END_TEST

START_TEST(a_sink_takes_what_is_not_wanted) {
    array(512, 8);
    Operand regs[2] = {{.kind = OPND_SINK}, reg(DST, TYPE_B32)};
    ck_assert(run("ld.global.v2.u32", vec(regs, 2), addr(ADDR, TYPE_B64, 0)));
    ck_assert_uint_eq(vm.regs[DST].u32[0], 0x07060504);
}
END_TEST

// ---- spaces

START_TEST(shared_addresses_are_32_bit_offsets) {
    LANES
        vm.regs[ADDR].u32[l] = 4u * (31 - (uint32_t)l);
    LANES
        vm.regs[VAL].u32[l] = (uint32_t)l;
    ck_assert(
        run("st.shared.u32", addr(ADDR, TYPE_B32, 8), reg(VAL, TYPE_B32)));
    LANES
        ck_assert_uint_eq(((uint32_t *)(void *)vm.shared)[2 + l],
                          31 - (uint32_t)l);
    ck_assert(
        run("ld.shared.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B32, 8)));
    LANES
        ck_assert_uint_eq(vm.regs[DST].u32[l], (uint32_t)l);
    ck_assert_uint_eq(site()->smem_loads, 1);
    ck_assert_uint_eq(site()->smem_stores, 1);
    ck_assert_uint_eq(site()->smem_wavefronts, 2);
    ck_assert_uint_eq(site()->gmem_loads, 0);
}
END_TEST

START_TEST(local_memory_is_private_and_interleaved) {
    LANES
        addresses()[l] = 4 * (uint64_t)(l % 4);
    LANES
        unit64(&vm.w, VAL)->u64[l] = 0x1122334400000000 + (uint64_t)l;
    LANES
        addresses()[l] = 8 * (uint64_t)(l % 4);
    ck_assert(run("st.local.b64", addr(ADDR, TYPE_B64, 8), reg(VAL, TYPE_B64)));
    ck_assert(run("ld.local.b64", reg(DST, TYPE_B64), addr(ADDR, TYPE_B64, 8)));
    LANES
        ck_assert_uint_eq(unit64(&vm.w, DST)->u64[l],
                          0x1122334400000000 + (uint64_t)l);
    // lane 5: byte 8 + 8, so words 4 and 5
    ck_assert_uint_eq(((uint32_t *)(void *)vm.local)[4 * 32 + 5], 5);
    ck_assert_uint_eq(((uint32_t *)(void *)vm.local)[5 * 32 + 5], 0x11223344);
    ck_assert_uint_eq(site()->local_requests, 2);
}
END_TEST

START_TEST(a_variable_of_the_frame_is_relative_to_the_stack) {
    Sym depot = {.kind = SYM_VAR, .space = SPACE_LOCAL, .offset = 16};
    Operand a = {.kind = OPND_ADDR, .sym = &depot, .imm = 4};

    LANES
        vm.w.local.sp[l] = 64 * (uint32_t)(l % 2);
    LANES
        vm.regs[VAL].u32[l] = (uint32_t)l;
    ck_assert(run("st.local.u16", a, reg(VAL, TYPE_B16)));
    ck_assert_uint_eq(vm.local[20 / 4 * 128 + 2 * 4], 2);
    ck_assert_uint_eq(vm.local[84 / 4 * 128 + 3 * 4], 3);
    ck_assert(run("ld.local.u16", reg(DST, TYPE_B16), a));
    LANES
        ck_assert_uint_eq(vm.regs[DST].u32[l], (uint32_t)l);
}
END_TEST

START_TEST(parameters_of_the_launch_and_of_calls_differ) {
    Sym formal = {.kind = SYM_VAR, .space = SPACE_PARAM, .offset = 8};
    Sym actual = formal;
    Operand a = {.kind = OPND_ADDR, .sym = &formal};
    Operand b = {.kind = OPND_ADDR, .sym = &actual};
    uint32_t v = 77;

    formal.is_entry_param = true;
    memcpy(vm.params + 8, &v, 4);
    ck_assert(run("ld.param.u32", reg(DST, TYPE_B32), a));
    LANES
        ck_assert_uint_eq(vm.regs[DST].u32[l], 77);
    LANES
        vm.regs[VAL].u32[l] = (uint32_t)l;
    ck_assert(run("st.param.b32", b, reg(VAL, TYPE_B32)));
    ck_assert_uint_eq(((uint32_t *)(void *)vm.local)[2 * 32 + 9], 9);
    ck_assert(run("ld.param.b32", reg(DST, TYPE_B32), b));
    LANES
        ck_assert_uint_eq(vm.regs[DST].u32[l], (uint32_t)l);
    ck_assert_uint_eq(site()->local_requests, 0);
}
END_TEST

START_TEST(a_register_can_index_the_parameters) {
    for (int i = 0; i < 64; i++)
        vm.params[i] = (uint8_t)i;
    LANES
        addresses()[l] = (uint64_t)l;
    ck_assert(run("ld.param.u8", reg(DST, TYPE_B16), addr(ADDR, TYPE_B64, 32)));
    LANES
        ck_assert_uint_eq(vm.regs[DST].u32[l], 32 + (uint32_t)l);
    LANES
        addresses()[l] = MEM_PARAM_BASE + (uint64_t)l;
    ck_assert(run("ld.u8", reg(DST, TYPE_B16), addr(ADDR, TYPE_B64, 8)));
    LANES
        ck_assert_uint_eq(vm.regs[DST].u32[l], 8 + (uint32_t)l);
}
END_TEST

START_TEST(generic_addresses_of_one_warp_may_be_in_several_spaces) {
    uint64_t p = array(256, 0);

    for (int i = 0; i < 128; i++)
        vm.shared[i] = 0xAA;
    LANES ((uint32_t *)(void *)vm.local)
        [l] = 1000 + (uint32_t)l;
    LANES
        addresses()[l] = l % 3 == 0   ? p + 4 * (uint64_t)l
                         : l % 3 == 1 ? MEM_SHARED_BASE + 4 * (uint64_t)l
                                      : MEM_LOCAL_BASE;
    ck_assert(run("ld.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B64, 0)));
    LANES {
        uint32_t want = l % 3 == 0   ? ((uint32_t *)(void *)host(p))[l]
                        : l % 3 == 1 ? 0xAAAAAAAA
                                     : 1000 + (uint32_t)l;
        ck_assert_uint_eq(vm.regs[DST].u32[l], want);
    }
    ck_assert_uint_eq(site()->gmem_loads, 1);
    ck_assert_uint_eq(site()->smem_loads, 1);
    ck_assert_uint_eq(site()->local_requests, 1);
}
END_TEST

// ---- what must trap

static void expect_trap(bool went_on, SimTrapKind kind, uint32_t lanes,
                        uint64_t address) {
    ck_assert(!went_on);
    ck_assert_int_eq(vm.trap.count, 1);
    ck_assert_int_eq(vm.trap.kind, kind);
    ck_assert_uint_eq(vm.trap.lanes, lanes);
    ck_assert_uint_eq(vm.trap.address, address);
}
#define LOAD(type)                                                             \
    run("ld.global." type, reg(DST, TYPE_B64), addr(ADDR, TYPE_B64, 0))

START_TEST(the_last_bytes_are_in_bounds_and_the_next_are_not) {
    uint64_t p = array(128, 4);

    ck_assert(LOAD("u32"));
    LANES
        addresses()[l] += 4;
    expect_trap(LOAD("u32"), SIM_TRAP_OUT_OF_BOUNDS, 1u << 31, p + 128);
    ck_assert_str_eq(vm.trap.access, "read");
    ck_assert_uint_eq(vm.trap.bytes, 4);
}
END_TEST

START_TEST(a_vector_may_not_straddle_the_end) {
    uint64_t p = array(16 * 31 + 8, 16);
    Operand regs[4] = {reg(2, TYPE_F32), reg(3, TYPE_F32), reg(4, TYPE_F32),
                       reg(5, TYPE_F32)};

    expect_trap(run("ld.global.v4.f32", vec(regs, 4), addr(ADDR, TYPE_B64, 0)),
                SIM_TRAP_OUT_OF_BOUNDS, 1u << 31, p + 16 * 31);
    ck_assert_uint_eq(vm.trap.bytes, 16);
}
END_TEST

START_TEST(a_byte_before_the_beginning_traps) {
    uint64_t p = array(64, 1);

    LANES
        addresses()[l] -= 2;
    expect_trap(LOAD("u8"), SIM_TRAP_OUT_OF_BOUNDS, 3, p - 2);
}
END_TEST

START_TEST(inactive_lanes_never_trap) {
    array(64, 4); // lanes 16 and up would be outside

    machine_active(0x0000ffff);
    ck_assert(LOAD("u32"));
    LANES
        addresses()[l] = l == 5 ? addresses()[5] : 3;
    machine_active(1u << 5);
    ck_assert(LOAD("u32"));
    ck_assert_int_eq(vm.trap.count, 0);
}
END_TEST

START_TEST(scattered_lanes_trap_one_by_one) {
    uint64_t p = array(4096, 100), q = alloc(64);

    LANES
        addresses()[l] = p + 4 * (uint64_t)(l * 37 % 64);
    addresses()[9] = q + 60;
    ck_assert(LOAD("u32")); // two allocations are fine
    addresses()[9] = q + 64;
    addresses()[20] = q + 4096;
    expect_trap(LOAD("u32"), SIM_TRAP_OUT_OF_BOUNDS, 1u << 9 | 1u << 20,
                q + 64);
}
END_TEST

START_TEST(two_arrays_are_not_one_though_their_ends_are) {
    uint64_t p = alloc(64), q = alloc(64);

    LANES
        addresses()[l] = p + (q - p) / 31 / 4 * 4 * (uint64_t)l;
    addresses()[31] = q;
    ck_assert(!LOAD("u32"));
    ck_assert_int_eq(vm.trap.kind, SIM_TRAP_OUT_OF_BOUNDS);
}
END_TEST

START_TEST(misaligned_comes_before_out_of_bounds) {
    uint64_t p = array(256, 4);

    addresses()[7] = p + 2;
    expect_trap(LOAD("u32"), SIM_TRAP_MISALIGNED, 1u << 7, p + 2);
}
END_TEST

START_TEST(a_vector_must_be_aligned_to_all_of_it) {
    uint64_t p = array(1024, 16);
    Operand regs[4] = {reg(2, TYPE_F32), reg(3, TYPE_F32), reg(4, TYPE_F32),
                       reg(5, TYPE_F32)};

    LANES
        addresses()[l] += 8;
    expect_trap(run("ld.global.v4.f32", vec(regs, 4), addr(ADDR, TYPE_B64, 0)),
                SIM_TRAP_MISALIGNED, UINT32_MAX, p + 8);
}
END_TEST

START_TEST(a_warm_cache_checks_both_ends) {
    uint64_t p = array(128, 4);
    Stmt s = stmt("ld.global.u32");
    Insn in = {0};

    s.opnd[0] = reg(DST, TYPE_B32);
    s.opnd[1] = addr(ADDR, TYPE_B64, 0);
    ck_assert(select_mem(NULL, &s, &in));
    ck_assert_ptr_eq(in.fn(&vm.w, &in), &in + 1);
    LANES
        addresses()[l] += 4;
    expect_trap(in.fn(&vm.w, &in) != NULL, SIM_TRAP_OUT_OF_BOUNDS, 1u << 31,
                p + 128);
    vm.trap.count = 0;
    LANES
        addresses()[l] -= 8;
    expect_trap(in.fn(&vm.w, &in) != NULL, SIM_TRAP_OUT_OF_BOUNDS, 1, p - 4);
}
END_TEST

START_TEST(freed_memory_is_recognised_even_by_a_warm_cache) {
    uint64_t p = array(128, 4);
    Stmt s = stmt("ld.global.u32");
    Insn in = {0};

    s.opnd[0] = reg(DST, TYPE_B32);
    s.opnd[1] = addr(ADDR, TYPE_B64, 0);
    ck_assert(select_mem(NULL, &s, &in));
    ck_assert_ptr_eq(in.fn(&vm.w, &in), &in + 1);
    ck_assert(mem_release(vm.launch.memory.mem, p));
    expect_trap(in.fn(&vm.w, &in) != NULL, SIM_TRAP_AFTER_FREE, UINT32_MAX, p);
}
END_TEST

START_TEST(host_memory_traps_unless_it_is_registered) {
    static uint32_t mine[64];
    uint64_t p = (uint64_t)(uintptr_t)mine;

    mine[3] = 5;
    LANES
        addresses()[l] = p + 4 * (uint64_t)l;
    ck_assert(mem_register(vm.launch.memory.mem, mine, sizeof mine));
    ck_assert(LOAD("u32"));
    ck_assert_uint_eq(unit64(&vm.w, DST)->u64[3], 5);
    ck_assert(mem_unregister(vm.launch.memory.mem, mine));
    expect_trap(LOAD("u32"), SIM_TRAP_HOST_POINTER, UINT32_MAX, p);
}
END_TEST

// Odd lanes in memory of the device, even ones in the host's, pinned.
START_TEST(one_access_reaches_device_and_host_memory) {
    uint64_t p = alloc(256);
    uint64_t q = mem_alloc(vm.launch.memory.mem, 256, ALLOC_PINNED, NULL);
    LANES {
        addresses()[l] = (l % 2 ? p : q) + 4 * (uint64_t)l;
        vm.regs[VAL].u32[l] = 100 + (uint32_t)l;
    }
    ck_assert(
        run("st.global.u32", addr(ADDR, TYPE_B64, 0), reg(VAL, TYPE_B32)));
    LANES
        ck_assert_uint_eq(host(l % 2 ? p : q)[4 * l], 100 + l);
    ck_assert_uint_eq(host(p)[0], 0xCD);
    ck_assert_uint_eq(host(q)[4], 0xCD);
    ck_assert_uint_eq(site()->gmem_sectors, 4 + 4);
    ck_assert(LOAD("u32"));
    LANES
        ck_assert_uint_eq(unit64(&vm.w, DST)->u64[l], 100 + (uint64_t)l);
}
END_TEST

START_TEST(null_and_wild_pointers_are_out_of_bounds) {
    LANES
        addresses()[l] = 4 * (uint64_t)l;
    expect_trap(LOAD("u32"), SIM_TRAP_OUT_OF_BOUNDS, UINT32_MAX, 0);
    vm.trap.count = 0;
    LANES
        addresses()[l] = 0xfffffffffffffffc;
    expect_trap(LOAD("u32"), SIM_TRAP_OUT_OF_BOUNDS, UINT32_MAX,
                0xfffffffffffffffc);
    vm.trap.count = 0;
    LANES
        addresses()[l] = 0x4000000000000000 * (uint64_t)(l % 4);
    ck_assert(!LOAD("u32"));
    ck_assert_int_eq(vm.trap.kind, SIM_TRAP_OUT_OF_BOUNDS);
}
END_TEST

START_TEST(constants_cannot_be_written) {
    uint64_t p = mem_alloc(vm.launch.memory.mem, 128, ALLOC_CONST, "weights");

    LANES
        addresses()[l] = p;
    ck_assert(run("ld.const.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B64, 0)));
    ck_assert_uint_eq(site()->const_requests, 1);
    ck_assert_uint_eq(site()->const_words, 1);
    LANES
        addresses()[l] = p + 4 * (uint64_t)(l % 5);
    ck_assert(run("ld.const.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B64, 0)));
    ck_assert_uint_eq(site()->const_words, 1 + 5);
    LANES
        addresses()[l] = p;
    expect_trap(run("st.u32", addr(ADDR, TYPE_B64, 0), reg(VAL, TYPE_B32)),
                SIM_TRAP_OUT_OF_BOUNDS, UINT32_MAX, p);
    ck_assert_str_eq(vm.trap.access, "write");
}
END_TEST

START_TEST(shared_memory_has_an_end) {
    vm.block.shared_bytes = 128;
    LANES
        vm.regs[ADDR].u32[l] = 4u * (uint32_t)l;
    ck_assert(
        run("ld.shared.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B32, 0)));
    expect_trap(
        run("ld.shared.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B32, 4)),
        SIM_TRAP_OUT_OF_BOUNDS, 1u << 31, 128);
    vm.trap.count = 0;
    LANES
        addresses()[l] = MEM_SHARED_BASE + 126 + 2 * (uint64_t)l;
    expect_trap(run("ld.u16", reg(DST, TYPE_B16), addr(ADDR, TYPE_B64, 0)),
                SIM_TRAP_OUT_OF_BOUNDS, 0xfffffffe, MEM_SHARED_BASE + 128);
}
END_TEST

START_TEST(negative_offsets_do_not_wrap_into_shared_memory) {
    LANES
        vm.regs[ADDR].u32[l] = 4u * (uint32_t)l;
    expect_trap(
        run("ld.shared.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B32, -8)),
        SIM_TRAP_OUT_OF_BOUNDS, 3, 0xfffffff8);
}
END_TEST

START_TEST(local_memory_ends_with_the_frame) {
    LANES
        addresses()[l] = 252;
    ck_assert(run("ld.local.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B64, 0)));
    addresses()[3] = 256;
    expect_trap(
        run("ld.local.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B64, 0)),
        SIM_TRAP_OUT_OF_BOUNDS, 1u << 3, 256);
}
END_TEST

START_TEST(wide_accesses_are_refused) {
    Operand regs[4] = {reg(2, TYPE_B64), reg(4, TYPE_B64), reg(6, TYPE_B64),
                       reg(8, TYPE_B64)};

    ck_assert(
        refuses("ld.global.v4.b64", vec(regs, 4), addr(ADDR, TYPE_B64, 0)));
    vm.refused = false;
    ck_assert(
        refuses("ld.global.v2.b64", vec(regs, 4), addr(ADDR, TYPE_B64, 0)));
}
END_TEST

START_TEST(hints_do_nothing) {
    ck_assert(run("prefetch.global.L2", addr(ADDR, TYPE_B64, 0), imm(0)));
    ck_assert(run("discard.global.L2", addr(ADDR, TYPE_B64, 0), imm(128)));
    ck_assert_uint_eq(site()->gmem_loads, 0);
}
END_TEST

// ---- counters

START_TEST(a_request_is_counted_at_its_site) {
    array(32 * 32 + 64, 4);
    ck_assert(LOAD("u32"));
    ck_assert_uint_eq(site()->gmem_loads, 1);
    ck_assert_uint_eq(site()->gmem_sectors, 4);
    ck_assert_uint_eq(site()->gmem_ideal, 4);
    ck_assert_uint_eq(site()->gmem_lines, 1);
    ck_assert_uint_eq(site()->l2_sectors, 4);
    ck_assert_uint_eq(site()->dram_read, 128);
    ck_assert(LOAD("u32"));
    ck_assert_uint_eq(site()->l1_hits, 4);
    ck_assert_uint_eq(site()->l2_sectors, 4);
    ck_assert(
        run("ld.global.cg.u32", reg(DST, TYPE_B32), addr(ADDR, TYPE_B64, 0)));
    ck_assert_uint_eq(site()->l1_hits, 4);
    ck_assert_uint_eq(site()->l2_hits, 4);
    ck_assert(
        run("st.global.u32", addr(ADDR, TYPE_B64, 0), reg(VAL, TYPE_B32)));
    ck_assert_uint_eq(site()->gmem_stores, 1);
    ck_assert_uint_eq(site()->dram_write, 128);
}
END_TEST

START_TEST(stores_are_progress) {
    uint64_t before = vm.block.progress;

    array(128, 4);
    ck_assert(LOAD("u32"));
    ck_assert_uint_eq(vm.block.progress, before);
    ck_assert(
        run("st.global.u32", addr(ADDR, TYPE_B64, 0), reg(VAL, TYPE_B32)));
    ck_assert_uint_gt(vm.block.progress, before);
}
END_TEST

SUITE_OF(exec_mem) {
    Suite *s = suite_create("exec_mem");
    TCase *tc = tcase_create("exec_mem");

    tcase_add_checked_fixture(tc, machine_open, machine_close);
    tcase_add_loop_test(tc, a_load_extends_to_its_register, 0, COUNT_OF(loads));
    tcase_add_loop_test(tc, what_is_loaded_and_stored_again_is_the_same, 0,
                        COUNT_OF(moves));
    tcase_add_test(tc, the_highest_lane_wins_a_store_to_one_address);
    tcase_add_test(tc, an_immediate_can_be_stored);
    tcase_add_test(tc, a_sink_takes_what_is_not_wanted);
    tcase_add_test(tc, shared_addresses_are_32_bit_offsets);
    tcase_add_test(tc, local_memory_is_private_and_interleaved);
    tcase_add_test(tc, a_variable_of_the_frame_is_relative_to_the_stack);
    tcase_add_test(tc, parameters_of_the_launch_and_of_calls_differ);
    tcase_add_test(tc, a_register_can_index_the_parameters);
    tcase_add_test(tc, generic_addresses_of_one_warp_may_be_in_several_spaces);
    tcase_add_test(tc, the_last_bytes_are_in_bounds_and_the_next_are_not);
    tcase_add_test(tc, a_vector_may_not_straddle_the_end);
    tcase_add_test(tc, a_byte_before_the_beginning_traps);
    tcase_add_test(tc, inactive_lanes_never_trap);
    tcase_add_test(tc, scattered_lanes_trap_one_by_one);
    tcase_add_test(tc, two_arrays_are_not_one_though_their_ends_are);
    tcase_add_test(tc, misaligned_comes_before_out_of_bounds);
    tcase_add_test(tc, a_vector_must_be_aligned_to_all_of_it);
    tcase_add_test(tc, a_warm_cache_checks_both_ends);
    tcase_add_test(tc, freed_memory_is_recognised_even_by_a_warm_cache);
    tcase_add_test(tc, host_memory_traps_unless_it_is_registered);
    tcase_add_test(tc, one_access_reaches_device_and_host_memory);
    tcase_add_test(tc, null_and_wild_pointers_are_out_of_bounds);
    tcase_add_test(tc, constants_cannot_be_written);
    tcase_add_test(tc, shared_memory_has_an_end);
    tcase_add_test(tc, negative_offsets_do_not_wrap_into_shared_memory);
    tcase_add_test(tc, local_memory_ends_with_the_frame);
    tcase_add_test(tc, wide_accesses_are_refused);
    tcase_add_test(tc, hints_do_nothing);
    tcase_add_test(tc, a_request_is_counted_at_its_site);
    tcase_add_test(tc, stores_are_progress);
    suite_add_tcase(s, tc);
    return s;
}
