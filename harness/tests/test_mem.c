// The device heap.
#include "sim/check/shadow.h"
#include "sim/mem/mem.h"
#include "tests/tests.h"

#include <signal.h>
#include <string.h>

static Mem *m;
static void open_mem(void) {
    m = shadow_mem_open(1 << 20);
}
static void close_mem(void) {
    mem_close(m);
}
static uint64_t alloc(uint64_t size) {
    return mem_alloc(m, size, ALLOC_DEVICE, NULL);
}
static uint8_t *at(uint64_t p) {
    return mem_bytes(m, p);
}

START_TEST(allocations_are_aligned_apart_and_poisoned) {
    uint64_t end = 0;

    for (uint64_t size = 1; size < 5000; size += 611) {
        uint64_t p = alloc(size);
        ck_assert_uint_eq(p % 256, 0);
        ck_assert(mem_in_arena(m, p));
        ck_assert_msg(p >= end + 256, "only %ld apart", (long)(p - end));
        for (uint64_t i = 0; i < size; i++)
            ck_assert_uint_eq(at(p)[i], 0xCD);
        end = p + size;
    }
}
END_TEST

START_TEST(freed_memory_revives_at_its_address_with_nothing_in_it) {
    uint64_t p = alloc(1000), used = mem_used(m);
    *at(p) = 7;
    ck_assert(!mem_revive(m, p, 1000)); // it lives
    ck_assert(mem_release(m, p));
    ck_assert(!mem_revive(m, p, 999) && !mem_revive(m, p + 256, 744));
    ck_assert(mem_revive(m, p, 1000));
    ck_assert_uint_eq(*at(p), 0xCD);
    ck_assert_uint_eq(mem_used(m), used);
    ck_assert_ptr_nonnull(mem_find(m, p));
    ck_assert(mem_release(m, p) && !mem_release(m, p));
}
END_TEST

// Conflicts in caches and DRAM are by an address's bits: they must not depend
// on where this run's arena happens to lie.
START_TEST(the_lower_bits_of_addresses_are_the_same_in_every_arena) {
    enum { ARENAS = 5 };
    const uint64_t bits = (64ull << 20) - 1;
    Mem *other[ARENAS];
    uint64_t p = alloc(1000), q = alloc(50);

    for (int i = 0; i < ARENAS; i++) {
        other[i] = shadow_mem_open(1 << 20);
        ck_assert(!mem_in_arena(other[i], p));
        uint64_t a = mem_alloc(other[i], 1000, ALLOC_DEVICE, NULL);
        uint64_t b = mem_alloc(other[i], 50, ALLOC_DEVICE, NULL);
        ck_assert_uint_eq(a & bits, p & bits);
        ck_assert_uint_eq(b & bits, q & bits);
    }
    for (int i = 0; i < ARENAS; i++)
        mem_close(other[i]);
}
END_TEST

START_TEST(an_address_belongs_to_its_allocation_only) {
    uint64_t p = alloc(100), q = alloc(1);

    ck_assert_ptr_nonnull(mem_find(m, p));
    ck_assert_uint_eq(mem_find(m, p + 99)->lo, p);
    ck_assert_ptr_null(mem_find(m, p + 100));
    ck_assert_ptr_null(mem_find(m, p - 1));
    ck_assert_uint_eq(mem_find(m, q)->hi, q + 1);
    ck_assert_ptr_null(mem_find(m, 0));
    ck_assert_ptr_null(mem_find(m, UINT64_MAX));
}
END_TEST

START_TEST(the_limit_holds_and_freeing_gives_back) {
    uint64_t p = alloc(1 << 19), q = alloc(1 << 19);

    ck_assert(p && q);
    ck_assert_uint_eq(mem_used(m), 1 << 20);
    ck_assert_uint_eq(alloc(1), 0);
    ck_assert_uint_ne(mem_alloc(m, 4096, ALLOC_PINNED, NULL), 0);
    ck_assert(mem_release(m, p));
    ck_assert_uint_eq(mem_used(m), 1 << 19);
    ck_assert_uint_ne(alloc(1 << 19), 0);
}
END_TEST

START_TEST(atomics_on_memory_of_the_program_are_told_once) {
    mem_lend(m, true);
    uint64_t lent = alloc(400);
    mem_lend(m, false);
    uint64_t own = alloc(400);
    uint64_t at[] = {lent, own, own + 396, lent + 8, own};
    mem_note_atomics(m, at, 0xf); // the fifth lane does not take part
    mem_note_atomics(m, at, 0x3);
    ck_assert_uint_eq(mem_own_atomics(m), 3);
    ck_assert_uint_eq(mem_own_atomics(m), 0);
}
END_TEST

START_TEST(the_most_memory_of_the_program_is_told_once) {
    mem_own_most(m);
    uint64_t was = mem_own_most(m);
    mem_lend(m, true);
    uint64_t lent = alloc(4000);
    mem_lend(m, false);
    ck_assert_uint_eq(mem_own_most(m), was);
    uint64_t p = alloc(1000), q = alloc(500);
    ck_assert(mem_release(m, q) && mem_release(m, lent));
    ck_assert_uint_eq(mem_own_most(m), was + 1500);
    ck_assert_uint_eq(mem_own_most(m), was + 1000); // p is kept
    ck_assert(mem_release(m, p));
    mem_own_most(m);
    ck_assert_uint_eq(mem_own_most(m), was);
}
END_TEST

START_TEST(nothing_and_everything_cannot_be_allocated) {
    ck_assert_uint_eq(alloc(0), 0);
    ck_assert_uint_eq(alloc(UINT64_MAX), 0);
    ck_assert_uint_eq(mem_alloc(m, UINT64_MAX, ALLOC_PINNED, NULL), 0);
    ck_assert_uint_eq(mem_alloc(m, 1ull << 46, ALLOC_PINNED, NULL), 0);
}
END_TEST

START_TEST(only_a_live_beginning_can_be_freed_once) {
    uint64_t p = alloc(512);
    int mine;

    ck_assert(!mem_release(m, p + 256));
    ck_assert(!mem_release(m, (uint64_t)(uintptr_t)&mine));
    ck_assert(!mem_release(m, 0));
    ck_assert(mem_release(m, p));
    ck_assert(!mem_release(m, p));
}
END_TEST

START_TEST(freed_memory_is_remembered_and_not_reused) {
    uint64_t p = alloc(512);

    ck_assert(mem_release(m, p));
    for (int i = 0; i < 50; i++) {
        uint64_t q = alloc(512);
        ck_assert_uint_ne(q, p);
        ck_assert(mem_release(m, q));
    }
    ck_assert_ptr_null(mem_find(m, p + 8));
    ck_assert_int_eq(mem_nearest(m, p + 8)->kind, ALLOC_FREED);
    ck_assert_uint_eq(mem_nearest(m, p + 8)->lo, p);
}
END_TEST

START_TEST(an_alloc_seen_before_is_empty_once_freed) {
    uint64_t p = alloc(512);
    const Alloc *seen = mem_find(m, p);

    ck_assert(mem_release(m, p));
    ck_assert_uint_eq(seen->lo, seen->hi);
}
END_TEST

START_TEST(the_epoch_changes_with_every_allocation_and_free) {
    uint64_t e = mem_epoch(m), p = alloc(16);

    ck_assert_uint_ne(mem_epoch(m), e);
    e = mem_epoch(m);
    mem_release(m, p);
    ck_assert_uint_ne(mem_epoch(m), e);
}
END_TEST

START_TEST(the_nearest_is_found_on_both_sides) {
    uint64_t p = alloc(1000), q = alloc(1000);

    ck_assert_uint_eq(mem_nearest(m, p + 1001)->lo, p);
    ck_assert_uint_eq(mem_nearest(m, q - 4)->lo, q);
    ck_assert_uint_eq(mem_nearest(m, p + 5)->lo, p);
    ck_assert_uint_eq(mem_nearest(m, 16)->lo, p);
    ck_assert_uint_eq(mem_nearest(m, UINT64_MAX)->lo, q);
}
END_TEST

START_TEST(an_empty_memory_has_no_nearest) {
    ck_assert_ptr_null(mem_nearest(m, 4096));
}
END_TEST

START_TEST(host_memory_can_be_registered) {
    static char mine[100];

    ck_assert_ptr_null(mem_find(m, (uint64_t)(uintptr_t)mine));
    ck_assert(mem_register(m, mine, sizeof mine));
    ck_assert_int_eq(mem_find(m, (uint64_t)(uintptr_t)mine + 99)->kind,
                     ALLOC_PINNED);
    ck_assert(!mem_register(m, mine + 50, 100)); // overlaps
    ck_assert(!mem_register(m, mine, 0));
    ck_assert(!mem_release(m, (uint64_t)(uintptr_t)mine));
    ck_assert(!mem_unregister(m, mine + 1));
    ck_assert(mem_unregister(m, mine));
    ck_assert(!mem_unregister(m, mine));
    ck_assert_ptr_null(mem_find(m, (uint64_t)(uintptr_t)mine));
}
END_TEST

// The arena is far larger than the machine: sizes that are never touched.
START_TEST(memory_of_the_host_can_be_adopted) {
    uint8_t own[100] = {1, 2, 3};
    uint64_t before = mem_used(m), p = mem_adopt(m, own, sizeof own);

    ck_assert(mem_is_device_only(m, p));
    ck_assert_uint_eq(p % 256, 0);
    ck_assert_ptr_eq(at(p + 7), own + 7);
    ck_assert_uint_eq(own[1], 2); // and not filled
    ck_assert_uint_eq(mem_used(m), before + sizeof own);
    ck_assert_ptr_null(mem_find(m, p + sizeof own));
    uint64_t q = alloc(8);
    ck_assert_uint_eq(at(q)[0], 0xCD);
    mem_name(m, p, "x");
    ck_assert_str_eq(mem_find(m, p)->name, "x");
    ck_assert(mem_release(m, p));
    ck_assert_uint_eq(own[1], 2);
    ck_assert_ptr_null(mem_find(m, p));
    ck_assert_uint_eq(mem_used(m), before + 8);
    ck_assert_uint_eq(mem_adopt(m, own, 0), 0);
    ck_assert_uint_eq(mem_adopt(m, own, 2 << 20), 0);
}
END_TEST

START_TEST(addresses_are_used_again_when_they_run_out) {
    Mem *big = shadow_mem_open(UINT64_MAX);
    const uint64_t size = 5ull << 30;
    uint64_t first = mem_alloc(big, size, ALLOC_DEVICE, NULL);

    mem_release(big, first);
    for (int i = 0; i < 100; i++) {
        uint64_t p =
            mem_alloc(big, size - (uint64_t)(i % 3) * 4096, ALLOC_DEVICE, NULL);
        ck_assert_msg(p != 0, "round %d", i);
        ck_assert_uint_eq(mem_find(big, p + size / 2)->lo, p);
        ck_assert(mem_release(big, p));
    }
    // larger than any one of them
    ck_assert_uint_ne(mem_alloc(big, 12ull << 30, ALLOC_DEVICE, NULL), 0);
    mem_close(big);
}
END_TEST

START_TEST(many_allocations_are_all_found) {
    enum { MANY = 2000 };
    static uint64_t p[MANY];

    for (int i = 0; i < MANY; i++)
        p[i] = alloc(1 + (uint64_t)i % 300);
    for (int i = 0; i < MANY; i += 3)
        ck_assert(mem_release(m, p[i]));
    for (int i = 0; i < MANY; i++) {
        const Alloc *a = mem_find(m, p[i]);
        ck_assert_int_eq(a != NULL, i % 3 != 0);
        if (a) ck_assert_uint_eq(a->hi, p[i] + 1 + (uint64_t)i % 300);
    }
}
END_TEST

// ---- host code and device memory

typedef struct KindRow {
    AllocKind kind;
    bool device_only;
} KindRow;
static const KindRow kinds[] = {
    {ALLOC_DEVICE, true},  {ALLOC_GLOBAL, true},   {ALLOC_CONST, true},
    {ALLOC_PINNED, false}, {ALLOC_MANAGED, false},
};

enum { DEVICE_KINDS = 3 }; // come first

START_TEST(only_memory_of_the_host_too_is_where_its_address_says) {
    const KindRow *row = &kinds[_i];
    uint64_t p = mem_alloc(m, 1000, row->kind, NULL);

    ck_assert(mem_is_device_only(m, p) == row->device_only);
    ck_assert(mem_is_device_only(m, p + 999) == row->device_only);
    ck_assert((at(p) == (void *)(uintptr_t)p) == !row->device_only);
    ck_assert_ptr_eq(at(p + 999), at(p) + 999);
    ck_assert(!mem_in_arena(m, (uint64_t)(uintptr_t)at(p)) == row->device_only);
    const Alloc *a = mem_find(m, p);
    ck_assert_uint_eq(a->lo + a->shift, (uint64_t)(uintptr_t)at(p));
}
END_TEST

START_TEST(managed_memory_begins_as_zeros) {
    uint64_t p = mem_alloc(m, 300, ALLOC_MANAGED, NULL);
    for (int i = 0; i < 300; i++)
        ck_assert_uint_eq(at(p)[i], 0);
}
END_TEST

START_TEST(device_and_host_memory_lie_apart) {
    enum { MANY = 50 };
    uint64_t d[MANY], h[MANY];

    for (int i = 0; i < MANY; i++) {
        d[i] = alloc(300);
        h[i] = mem_alloc(m, 300, ALLOC_PINNED, NULL);
        ck_assert_uint_gt(h[i], d[i]);
        if (i) ck_assert(d[i] > d[i - 1] + 300 && h[i] + 300 < h[i - 1]);
        ck_assert_uint_eq(at(h[i])[299], 0xCD);
        memset(at(h[i]), i, 300);
        memset(at(d[i]), 100 + i, 300);
    }
    for (int i = 0; i < MANY; i += 3)
        ck_assert(mem_release(m, d[i]) && mem_release(m, h[i]));
    for (int i = 0; i < MANY; i++) {
        if (i % 3 == 0) continue;
        ck_assert(at(h[i])[0] == i && at(h[i])[299] == i);
        ck_assert(at(d[i])[0] == 100 + i && at(d[i])[299] == 100 + i);
    }
}
END_TEST

START_TEST(memory_of_a_process_is_where_its_address_says) {
    int mine;

    ck_assert_ptr_eq(at((uint64_t)(uintptr_t)&mine), &mine);
    ck_assert(!mem_is_device_only(m, (uint64_t)(uintptr_t)&mine));
    ck_assert(mem_register(m, &mine, sizeof mine));
    ck_assert_ptr_eq(at((uint64_t)(uintptr_t)&mine), &mine);
    ck_assert_ptr_eq(at(0), NULL);
}
END_TEST

// Neither kind is ever made from freed memory of the other.
START_TEST(freed_memory_is_used_again_for_its_own_side) {
    Mem *big = shadow_mem_open(UINT64_MAX);
    const uint64_t size = 6ull << 30;

    for (int i = 0; i < 30; i++) {
        AllocKind kind = i % 3 == 2 ? ALLOC_PINNED : ALLOC_DEVICE;
        uint64_t p = mem_alloc(big, size, kind, NULL);
        ck_assert_msg(p != 0, "round %d", i);
        ck_assert(mem_is_device_only(big, p) == (kind == ALLOC_DEVICE));
        ck_assert(mem_release(big, p));
    }
    mem_close(big);
}
END_TEST

// Rows of kinds: each dies of it if only the device may touch the memory.
static volatile uint8_t sink;
static uint8_t *plain(uint64_t p) {
    return (uint8_t *)(uintptr_t)p;
}

START_TEST(host_code_that_reads_device_memory_faults) {
    uint64_t p = mem_alloc(m, 100, kinds[_i].kind, NULL);
    sink = plain(p)[50];
}
END_TEST
START_TEST(host_code_that_writes_device_memory_faults) {
    uint64_t p = mem_alloc(m, 100, kinds[_i].kind, NULL);
    plain(p)[50] = 1;
}
END_TEST

START_TEST(host_code_may_use_memory_of_the_host) {
    uint64_t p = mem_alloc(m, 100, kinds[_i].kind, NULL);
    plain(p)[99] = 1;
    ck_assert_uint_eq(plain(p)[99], 1);
}
END_TEST

START_TEST(host_code_that_follows_a_freed_pointer_faults) {
    uint64_t p = mem_alloc(m, 100, ALLOC_PINNED, NULL);

    mem_alloc(m, 100, ALLOC_PINNED, NULL);
    mem_release(m, p);
    sink = plain(p)[50];
}
END_TEST

START_TEST(the_bytes_of_freed_device_memory_are_given_back) {
    uint64_t p = alloc(1 << 16);

    mem_release(m, p);
    sink = at(p)[8192];
}
END_TEST

SUITE_OF(mem) {
    Suite *s = suite_create("mem");
    TCase *tc = tcase_create("mem");
    TCase *death = tcase_create("mem death");

    tcase_add_checked_fixture(tc, open_mem, close_mem);
    tcase_add_test(tc, allocations_are_aligned_apart_and_poisoned);
    tcase_add_test(tc, freed_memory_revives_at_its_address_with_nothing_in_it);
    tcase_add_test(tc, the_lower_bits_of_addresses_are_the_same_in_every_arena);
    tcase_add_test(tc, an_address_belongs_to_its_allocation_only);
    tcase_add_test(tc, the_limit_holds_and_freeing_gives_back);
    tcase_add_test(tc, atomics_on_memory_of_the_program_are_told_once);
    tcase_add_test(tc, the_most_memory_of_the_program_is_told_once);
    tcase_add_test(tc, nothing_and_everything_cannot_be_allocated);
    tcase_add_test(tc, only_a_live_beginning_can_be_freed_once);
    tcase_add_test(tc, freed_memory_is_remembered_and_not_reused);
    tcase_add_test(tc, an_alloc_seen_before_is_empty_once_freed);
    tcase_add_test(tc, the_epoch_changes_with_every_allocation_and_free);
    tcase_add_test(tc, the_nearest_is_found_on_both_sides);
    tcase_add_test(tc, an_empty_memory_has_no_nearest);
    tcase_add_test(tc, host_memory_can_be_registered);
    tcase_add_test(tc, memory_of_the_host_can_be_adopted);
    tcase_add_test(tc, addresses_are_used_again_when_they_run_out);
    tcase_add_test(tc, many_allocations_are_all_found);
    tcase_add_loop_test(tc,
                        only_memory_of_the_host_too_is_where_its_address_says,
                        0, COUNT_OF(kinds));
    tcase_add_test(tc, managed_memory_begins_as_zeros);
    tcase_add_test(tc, device_and_host_memory_lie_apart);
    tcase_add_test(tc, memory_of_a_process_is_where_its_address_says);
    tcase_add_test(tc, freed_memory_is_used_again_for_its_own_side);
    tcase_add_loop_test(tc, host_code_may_use_memory_of_the_host, DEVICE_KINDS,
                        COUNT_OF(kinds));
    tcase_add_checked_fixture(death, open_mem, close_mem);
    tcase_set_tags(death, "fork");
#if !defined(__SANITIZE_ADDRESS__) // which catches the signal itself
    tcase_add_loop_test_raise_signal(death,
                                     host_code_that_reads_device_memory_faults,
                                     SIGSEGV, 0, DEVICE_KINDS);
    tcase_add_loop_test_raise_signal(death,
                                     host_code_that_writes_device_memory_faults,
                                     SIGSEGV, 0, DEVICE_KINDS);
    tcase_add_test_raise_signal(
        death, host_code_that_follows_a_freed_pointer_faults, SIGSEGV);
    tcase_add_test_raise_signal(
        death, the_bytes_of_freed_device_memory_are_given_back, SIGSEGV);
#else
    (void)the_bytes_of_freed_device_memory_are_given_back;
    (void)host_code_that_reads_device_memory_faults;
    (void)host_code_that_writes_device_memory_faults;
    (void)host_code_that_follows_a_freed_pointer_faults;
#endif
    suite_add_tcase(s, tc);
    suite_add_tcase(s, death);
    return s;
}
