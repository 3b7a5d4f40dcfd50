// Fetches through textures, a warp at a time. What they give is
// tests/sim/textures.cu's; here they are counted.
#include "tests/tests.h"

#include "tests/machine.h"

#define select_tex            test_select_tex
#define memop_space           tex_memop_space
#define memop_init            tex_memop_init
#define memop_type            tex_memop_type
#define memop_addresses       tex_memop_addresses
#define memop_shape           tex_memop_shape
#define memop_take_window     tex_memop_take_window
#define memop_check_global    tex_memop_check_global
#define memop_check_shared    tex_memop_check_shared
#define memop_check_local     tex_memop_check_local
#define memop_check_shared_of tex_memop_check_shared_of
#define memop_check_param     tex_memop_check_param
#define memop_base_mixed      tex_memop_base_mixed
#define memop_scope           tex_memop_scope
#define memop_halves          tex_memop_halves
bool test_select_tex(Decoder *d, const Stmt *s, Insn *in);
#include "sim/access/address.c"
#include "sim/decode/memop.c"
#include "sim/exec/tex.c"

enum { DST = 2, X = 10, Y = 12, HANDLE = 20, WIDE = 8, HIGH = 4 };

static const SiteCount *site(void) {
    return &vm.site[1];
}

static uint64_t alloc(uint64_t size) {
    return mem_alloc(vm.launch.memory.mem, size, ALLOC_DEVICE, NULL);
}

// An image of 8 x 4 floats, 10 y + x; beyond it the border, -1.
static uint64_t image(TexKind kind) {
    uint64_t handle = alloc(sizeof(TexRecord)), at = alloc(WIDE * HIGH * 4);
    TexRecord *t = mem_bytes(vm.launch.memory.mem, handle);
    float *texel = mem_bytes(vm.launch.memory.mem, at);

    for (int i = 0; i < WIDE * HIGH; i++)
        texel[i] = (float)(10 * (i / WIDE) + i % WIDE);
    *t = (TexRecord){
        .magic = TEX_MAGIC,
        .kind = kind,
        .image = {.format = {.bits = {32}, .kind = CHANNEL_FLOAT},
                  .channels = 1,
                  .texel = 4,
                  .width = WIDE,
                  .height = HIGH,
                  .depth = 1,
                  .pitch = WIDE * 4,
                  .slice = WIDE * HIGH * 4,
                  .at = at},
        .resource = {.type = RESOURCE_ARRAY},
        .how = {.address = {TEX_BORDER, TEX_BORDER, TEX_BORDER},
                .filter = 1,
                .border = {-1, -1, -1, -1}},
    };
    return handle;
}

// [handle, {x, y}], where lane l asks for (l % 8 + 1, 1): between four texels.
static bool go(const char *text, Type coordinate, int results) {
    Operand result[4], at[] = {reg(X, coordinate), reg(Y, coordinate)};
    Operand where = vec(at, 2), target = addr(HANDLE, TYPE_B64, 0);
    Stmt s = stmt(text);
    Insn in = {.dst2 = SLOT_NONE};

    for (int i = 0; i < results; i++)
        result[i] = reg(DST + i, TYPE_B32);
    target.at = &where;
    target.n = 1;
    bool stores = s.op == OP_SUST;
    s.opnd[stores] = vec(result, results);
    s.opnd[!stores] = target;
    s.nopnds = 2;
    ck_assert_msg(test_select_tex(NULL, &s, &in), "%s was refused", text);
    return in.fn(&vm.w, &in) == &in + 1;
}

static void ask(uint64_t handle) {
    LANES {
        unit64(&vm.w, HANDLE)->u64[l] = handle;
        vm.regs[X].f32[l] = (float)(l % 8 + 1);
        vm.regs[Y].f32[l] = 1;
    }
}

START_TEST(each_thread_that_fetches_is_counted_once) {
    ask(image(TEX_TEXTURE));
    ck_assert(go("tex.2d.v4.f32.f32", TYPE_F32, 4));
    ck_assert_float_eq(vm.regs[DST].f32[2], 7.5f); // of 2, 3, 12 and 13
    ck_assert_uint_eq(site()->texture_fetches, 32);
    ck_assert(go("tld4.r.2d.v4.f32.f32", TYPE_F32, 4));
    ck_assert_uint_eq(site()->texture_fetches, 2 * 32);
    machine_active(0x70000001);
    ck_assert(go("tex.2d.v4.f32.f32", TYPE_F32, 4));
    ck_assert_uint_eq(site()->texture_fetches, 2 * 32 + 4);
}
END_TEST

// Requests are those that reach memory, one for each texture; fetches are what
// the kernel asks for.
START_TEST(lanes_with_textures_of_their_own_fetch_once_each) {
    uint64_t handle[] = {image(TEX_TEXTURE), image(TEX_TEXTURE)};
    ask(handle[0]);
    LANES
        unit64(&vm.w, HANDLE)->u64[l] = handle[l % 2];
    ck_assert(go("tex.2d.v4.f32.f32", TYPE_F32, 4));
    ck_assert_uint_eq(site()->gmem_loads, 2);
    ck_assert_uint_eq(site()->texture_fetches, 32);
}
END_TEST

START_TEST(fetches_beyond_the_image_are_fetches) {
    ask(image(TEX_TEXTURE));
    LANES
        vm.regs[X].f32[l] = 100;
    ck_assert(go("tex.2d.v4.f32.f32", TYPE_F32, 4));
    ck_assert_float_eq(vm.regs[DST].f32[0], -1);
    ck_assert_uint_eq(site()->gmem_loads, 0);
    ck_assert_uint_eq(site()->texture_fetches, 32);
}
END_TEST

START_TEST(surfaces_are_no_textures) {
    ask(image(TEX_SURFACE));
    LANES {
        vm.regs[X].u32[l] = 4 * (uint32_t)(l % 8);
        vm.regs[Y].u32[l] = (uint32_t)l / 8;
    }
    ck_assert(go("suld.b.2d.b32.trap", TYPE_B32, 1));
    ck_assert_float_eq(vm.regs[DST].f32[9], 11);
    ck_assert(go("sust.b.2d.b32.trap", TYPE_B32, 1));
    ck_assert_uint_eq(site()->gmem_loads, 1);
    ck_assert_uint_eq(site()->gmem_stores, 1);
    ck_assert_uint_eq(site()->texture_fetches, 0);
}
END_TEST

SUITE_OF(exec_tex) {
    Suite *s = suite_create("exec_tex");
    TCase *tc = tcase_create("exec_tex");

    tcase_add_checked_fixture(tc, machine_open, machine_close);
    tcase_add_test(tc, each_thread_that_fetches_is_counted_once);
    tcase_add_test(tc, lanes_with_textures_of_their_own_fetch_once_each);
    tcase_add_test(tc, fetches_beyond_the_image_are_fetches);
    tcase_add_test(tc, surfaces_are_no_textures);
    suite_add_tcase(s, tc);
    return s;
}
