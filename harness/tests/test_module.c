// Loaded modules: variables in device memory, kernels by name.
#include "base/path.h"
#include "sim/check/shadow.h"
#include "sim/decode/code.h"
#include "sim/module/module.h"
#include "tests/tests.h"

#include <string.h>

static Mem *mem;
static Module *module;
static Err err;

static void setup(void) {
    err = (Err){0};
    mem = shadow_mem_open(1u << 30);
    module = NULL;
}

static void teardown(void) {
    module_free(module);
    mem_close(mem);
    err_clear(&err);
}

static void load(const char *text) {
    module = module_load(mem, text, strlen(text), NULL, 0, &err);
    ck_assert_msg(module != NULL, "%s", err.msg);
}

static uint64_t address(const char *name, uint64_t want) {
    uint64_t size;
    uint64_t at = module_var(module, name, &size);
    ck_assert_msg(at != 0, "no variable %s", name);
    ck_assert_int_eq(size, want);
    return at;
}
static void *var(const char *name, uint64_t want) {
    return mem_bytes(mem, address(name, want));
}

START_TEST(variables_are_initialised_or_zero) {
    load(".version 8.0 .target sm_80 .global .u32 a[3] = {1, 2};"
         ".global .f64 b; .const .b8 c[4] = {7, 8, 9, 10};"
         ".global .attribute(.managed) .u32 d = 5; .extern .global .u32 e;");
    static const uint32_t want[3] = {1, 2, 0};
    ck_assert_mem_eq(var("a", 12), want, 12);
    ck_assert(*(double *)var("b", 8) == 0);
    ck_assert_mem_eq(var("c", 4), "\7\10\11\12", 4);
    ck_assert_int_eq(*(uint32_t *)var("d", 4), 5);
    uint64_t size = 9;
    ck_assert_int_eq(module_var(module, "e", &size), 0);
    ck_assert_int_eq(size, 0);
    ck_assert_int_eq(mem_find(mem, address("a", 12))->kind, ALLOC_GLOBAL);
    ck_assert_int_eq(mem_find(mem, address("c", 4))->kind, ALLOC_CONST);
    ck_assert_int_eq(mem_find(mem, address("d", 4))->kind, ALLOC_MANAGED);
    ck_assert_str_eq(mem_find(mem, address("a", 12))->name, "a");
}
END_TEST

START_TEST(addresses_in_initialisers_are_those_of_the_variables) {
    load(".version 8.0 .target sm_80 .func f() { ret; } .global .u32 x[8];"
         ".global .u64 p[3] = {x+4, generic(x), f};"
         ".global .b8 q[10] = {1, 0xFF(x), 0xFF00(x), 0xFF0000(x)};");
    uint64_t x = address("x", 32), *p = var("p", 24), q;
    ck_assert_uint_eq(p[0], x + 4);
    ck_assert_uint_eq(p[1], x);
    ck_assert_ptr_eq((void *)(uintptr_t)p[2], module_ptx(module)->funcs[0]);
    memcpy(&q, (char *)var("q", 10) + 1, 8);
    ck_assert_uint_eq(q, x);
}
END_TEST

START_TEST(kernels_are_decoded_once_and_listed) {
    load(".version 8.0 .target sm_80 .entry a() { ret; } .func f() { ret; }"
         ".entry b(.param .u64 p) { ret; }");
    const Code *a = module_entry(module, "a", &err);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_eq(module_entry(module, "a", &err), a);
    ck_assert_int_eq(module_entry(module, "b", &err)->param_bytes, 8);
    const char *const *names = module_entries(module);
    ck_assert_str_eq(names[0], "a");
    ck_assert_str_eq(names[1], "b");
    ck_assert_ptr_null(names[2]);
    ck_assert_ptr_null(module_entry(module, "f", &err));
    ck_assert_int_eq(err.kind, ERR_SIM);
    ck_assert_ptr_nonnull(strstr(err.msg, "'f'"));
}
END_TEST

START_TEST(memory_is_given_back) {
    load(".version 8.0 .target sm_80 .global .b8 a[100000];");
    uint64_t with = mem_used(mem);
    module_free(module);
    module = NULL;
    ck_assert_int_lt(mem_used(mem), with);
}
END_TEST

START_TEST(too_large_a_variable_is_an_error) {
    static const char text[] =
        ".version 8.0 .target sm_80 .global .b8 big[0x100000000000];";
    ck_assert_ptr_null(module_load(mem, text, sizeof text - 1, NULL, 0, &err));
    ck_assert_int_eq(err.kind, ERR_SIM);
    ck_assert_ptr_nonnull(strstr(err.msg, "big"));
}
END_TEST

START_TEST(the_address_of_a_shared_variable_cannot_be_stored_ahead) {
    static const char text[] = ".version 8.0 .target sm_80 .shared .u32 s;"
                               ".global .u64 p = generic(s);";
    ck_assert_ptr_null(module_load(mem, text, sizeof text - 1, NULL, 0, &err));
    ck_assert_int_eq(err.kind, ERR_SIM);
}
END_TEST

SUITE_OF(module) {
    Suite *s = suite_create("module");
    TCase *tc = tcase_create("loading");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, variables_are_initialised_or_zero);
    tcase_add_test(tc, addresses_in_initialisers_are_those_of_the_variables);
    tcase_add_test(tc, kernels_are_decoded_once_and_listed);
    tcase_add_test(tc, memory_is_given_back);
    tcase_add_test(tc, too_large_a_variable_is_an_error);
    tcase_add_test(tc, the_address_of_a_shared_variable_cannot_be_stored_ahead);
    suite_add_tcase(s, tc);
    return s;
}
