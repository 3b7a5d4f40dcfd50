// The shadow of global memory: histories of touches, raced or not.
//
// A history is a text. Each step is BLOCK.WARP and what it does:
//
//   W3 W3-7 W3=9   writes words (=: a value that two writes may share)
//   B5             writes byte 5
//   R3 R3-7 C3     reads words, C through the read-only cache
//   A3 v3 V3       atomic; volatile read and write
//   a3             atomic of the block's scope
//   F S            device-wide fence; anything that orders the block's warps
//
// Each is told in three ways: request by request, through a log, and with plain
// reads and writes as spans.
#include "tests/tests.h"

#include "base/heap.h"
#include "sim/check/shadow.h"
#include "sim/core/strip.h"
#include "sim/decode/code.h"

#include <stdlib.h>
#include <string.h>

typedef enum Way { AT_ONCE, LOGGED, AS_SPANS, WAYS } Way;

static struct {
    Way way;
    Mem *mem;
    Launch la;
    Code code;
    uint64_t at; // 4096 bytes of device memory
    uint16_t sync[8];
} f;

static void setup(void) {
    memset(&f, 0, sizeof f);
    f.mem = shadow_mem_open(1u << 20);
    ck_assert_ptr_nonnull(mem_shadow(f.mem));
    f.at = mem_alloc(f.mem, 4096, ALLOC_DEVICE, NULL);
    mem_wrote(f.mem, f.at, 4096);
    f.la = (Launch){.memory.mem = f.mem,
                    .code = &f.code,
                    .shape.grid = {8, 1, 1},
                    .shape.block = {128, 1, 1}};
    f.la.checks.shadow = mem_shadow(f.mem);
}
static void teardown(void) {
    if (f.la.checks.log) shadow_log_fini(&f.la);
    arena_reset(&f.la.arena);
    mem_close(f.mem);
}

static void touch(ShadowAccess t, uint64_t p, uint32_t lanes, uint32_t bytes) {
    Access a = {.bytes = bytes};
    Footprint fp;

    if (f.way == AS_SPANS && t.strength == WEAK && bytes == 4) {
        Strip s = {.lo = p, .hi = p + 4 * lanes};
        if (t.kind == ACCESS_LOAD && lanes < 4 && p % 128 < 112)
            shadow_words(f.la.checks.shadow, &t, p / 128,
                         strip_words(&s, p / 128), 4, UINT32_MAX);
        else
            shadow_strip(f.la.checks.shadow, &t, &s, 4, 0);
        return;
    }
    a.lanes = lanes == 32 ? ~0u : (1u << lanes) - 1;
    for (int l = 0; l < 32; l++)
        a.at[l] = p + (uint64_t)l * bytes;
    access_classify(&a);
    access_footprint(&a, &fp);
    if (f.la.checks.log)
        shadow_log_access(&f.la, &t, &a, &fp, 0);
    else
        shadow_access(f.la.checks.shadow, &t, &a, &fp, 0);
}

static ShadowAccess touch_of(char op, int block, int warp, uint32_t digest) {
    bool strong = strchr("AVva", op), wide = strong && op != 'a';
    bool atomic = op == 'A' || op == 'a', write = strchr("WBV", op);

    return (ShadowAccess){
        .block = (uint64_t)block,
        .place = 1,
        .warp = (uint8_t)warp,
        .sync = f.sync[block],
        .digest = digest,
        .kind = atomic  ? ACCESS_ATOMIC
                : write ? ACCESS_STORE
                        : ACCESS_LOAD,
        .strength = op == 'A' ? ATOMIC
                    : wide    ? STRONG
                    : strong  ? STRONG_IN_BLOCK
                              : WEAK,
        .acquires = wide && op != 'V',
        .publishes = wide && op != 'v',
        .read_only = op == 'C',
    };
}

static void step(const char *s) {
    char *end;
    int block = (int)strtol(s, &end, 10);
    int warp = *end == '.' ? (int)strtol(end + 1, &end, 10) : 0;
    char op = *end++;
    uint64_t first = strtoull(end, &end, 10), last = first;

    if (op == 'F') {
        f.sync[block]++;
        if (f.la.checks.log)
            shadow_log_fence(&f.la, (uint64_t)block);
        else
            shadow_fence(f.la.checks.shadow, (uint64_t)block);
        return;
    }
    if (op == 'S') {
        f.sync[block]++;
        return;
    }
    if (*end == '-') last = strtoull(end + 1, &end, 10);
    uint32_t value = *end == '=' ? (uint32_t)strtoul(end + 1, &end, 10) : 0;
    ShadowAccess t = touch_of(op, block, warp, value);
    if (op == 'B')
        touch(t, f.at + first, 1, 1);
    else
        touch(t, f.at + 4 * first, (uint32_t)(last - first + 1), 4);
}

static void tell(Way way) {
    f.way = way;
    if (way == LOGGED) shadow_log_init(&f.la, false);
}

// How many kinds of notes a history leaves.
static int notes_of(const char *history) {
    char text[512], *rest = text;

    strcpy(text, history);
    f.la.traps.nnotes = 0;
    memset(f.sync, 0, sizeof f.sync);
    shadow_begin(mem_shadow(f.mem), &f.la);
    for (char *s; (s = strsep(&rest, " "));)
        if (*s) step(s);
    shadow_log_flush(&f.la);
    shadow_end(mem_shadow(f.mem));
    return f.la.traps.nnotes;
}

static const struct L2Log {
    const char *text;
    int raced;
} histories[] = {
    // blocks
    {"0W0 1W0", 1},
    {"0W0 1R0", 1},
    {"0R0 1W0", 1},
    {"0R0 1R0", 0},
    {"0W0 1W1", 0},
    {"0W0-31 1R31", 1},
    {"0W0-15 1W16-31 0R0-15 1R16-31", 0},
    {"0W0-15 1W16-31 0R16", 1},
    {"0W0 0.1S 1R0", 1}, // a barrier orders one block only
    // three readers: the last two are known
    {"0R0 1R0 2W0", 1},
    {"2R0 0R0 2W0", 1},
    {"2R0 2W0", 0},
    // warps of a block
    {"0.0W0 0.1R0", 1},
    {"0.0W0 0S 0.1R0", 0},
    {"0.0W0 0.0R0 0.0W0", 0},
    {"0.0R0 0.1W0", 1},
    {"0.0R0 0S 0.1W0", 0},
    {"0.0R0 0.1R0 0.1W0", 1},
    // strong ones
    {"0A0 1A0", 0},
    {"0A0 1v0 2V0", 0},
    {"0a0 0.1a0", 0},
    {"0a0 1a0", 1},
    {"0W0 1A0", 1},
    {"0A0 1W0", 1},
    {"0V0 1R0", 1},
    // to look at what others update is no error, to write there is
    {"0A0 1R0", 0},
    {"0R0 1A0", 0},
    {"0.0A0 0.1R0", 0},
    {"0.0R0 0.1A0", 0},
    {"0a0 1R0", 1},
    {"0A0 1C0", 1},
    {"0A0 1R0 2W0", 1},
    {"0A0 1A0 0W0", 1},
    {"0A0 1A0 2W0", 1},
    {"0A0-3 1A4-7 2W5", 1},
    {"0A0 1A1 0W0 1W1", 0},
    {"0A0 1A1 2A0-3 0C1", 1},
    {"0A0 1A1 2R0-1", 0},
    {"0W0 0A0 0F 0A9 1A9 1A0 2W0", 1},
    {"0W1 1A0 2A0 2R1", 1},
    {"0W1 1A0 2A0 0R1", 0},
    {"0A0 1A0 0A1 2B5", 1},
    {"0A0 1A1 1A0 0B5", 1},
    {"0A0 1A1 0A0 0B2", 0},
    {"0A0 1A1 0R0 1R1", 0}, // counters of their own, side by side
    // fence, flag
    {"0W0 0F 0V9 1v9 1R0", 0},
    {"0W0 0V9 1v9 1R0", 1},
    {"0W0 0F 0V9 1R0", 1},
    {"0W0 0V9 0F 1v9 1R0", 1},
    {"0F 0W0 0V9 1v9 1R0", 1},
    {"0W0 0F 0V9 0W1 1v9 1R1", 1},
    {"0R0 0F 0A9 1A9 1W0", 0},
    {"0.3W0 0S 0.0F 0.0V9 1v9 1.2R0", 0}, // cumulative over the barrier
    {"0W0 0F 0V9 1v9 1F 1V8 2v8 2R0", 0}, // and over blocks
    {"0W0 0F 0V9 1v9 1V8 2v8 2R0", 1},
    // what was read before a barrier and a flag may be written: no fence
    {"0.1R0 0S 0.0V9 1v9 1W0", 0},
    {"0.1R0 0S 0.0A9 1A9 1W0", 0},
    {"0R0 0V9 1v9 1W0", 1},
    {"0S 0R0 0V9 1v9 1W0", 1},
    {"0R0 0S 1v9 0V9 1W0", 1},
    {"0R0 0S 0V9 1v8 1W0", 1},
    {"0R0 0S 0V40 1v40 1V41 2v41 2W0", 0},
    {"0R0 0S 0V40 1v40 2v41 1V41 2W0", 1},
    {"0R0 0S 0V9 0S 0R1 0V9 1v9 1W0-1", 1},
    {"0W0 0S 0V9 1v9 1R0", 1},
    {"0W0 0S 0V9 1v9 1W0", 1},
    // a lock: 5; its data: 0
    {"0A5 0R0 0W0 0F 0A5 1A5 1R0 1W0 1F 1A5 2A5 2R0 2W0", 0},
    {"0A5 0R0 0W0 0A5 1A5 1R0 1W0", 1},
    // the last of three; it puts the counter back
    {"0W0 0F 0A9 1W1 1F 1A9 2W2 2F 2A9 2R0-2 2W9", 0},
    {"0W0 0A9 1W1 1A9 2W2 2A9 2R0-2", 1},
    // a reader without a fence, where L1 may hold the line since before
    {"2R5 0W0 0F 0V9 1v9 1R0", 1},
    {"2R5 0W0 0F 0V9 1v9 1F 1R0", 0},
    {"2R5 2F 0W0 0F 0V9 1v9 1R0", 0},
    {"2R5 0W0 0F 0V9 1F 1v9 1R0", 1},
    {"2R5 0W0 0F 0V9 1v9 1v0", 0},
    {"2v5 0W0 0F 0V9 1v9 1R0", 0},
    {"2R8 0W0 0F 0V9 1v9 1R0", 0},
    {"0W0 0F 2R5 0V9 1v9 1R0", 0},
    {"1R5 0W0 0F 0V9 1v9 1R0", 1},
    {"0R5 0W0 0F 0V9 1v9 1R0", 0},
    {"2R40 0W0 0F 0V9 1v9 1R0", 0},
    // flag and data share a line
    {"0W0 0F 0V1 0W2 1v1 1R0", 0},
    // values
    {"0W0=7 1W0=7", 0},
    {"0W0=7 1W0=8", 1},
    {"0W0=7 1W0=7 2W0=7 0R0", 0},
    {"0W0-31=7 1W5=7 2W0-31=7", 0},
    // bytes of a word
    {"0B0 1B1 2B2 3B3", 0},
    {"0B0 1B1 2B0", 1},
    {"0B1 1R0", 1},
    {"0W0 1B5 0R0", 0},
    {"0W0 1B3", 1},
    // the read-only cache
    {"0C0 0W0", 0},
    {"0W0 0C0", 1},
    {"0W0 0C1", 0},
};

START_TEST(a_history_is_raced_or_not) {
    const struct L2Log *h = &histories[_i / WAYS];

    tell((Way)(_i % WAYS));
    int got = notes_of(h->text);
    ck_assert_msg(got == h->raced, "'%s', way %d: %d notes, the first: %s",
                  h->text, _i % WAYS, got,
                  got ? f.la.traps.notes[0].message : "");
}
END_TEST

START_TEST(a_launch_orders_what_came_before) {
    ck_assert_int_eq(notes_of("0W0-31 1R40 2A50"), 0);
    ck_assert_int_eq(notes_of("1R0-31 1W40 1W50"), 0);
    ck_assert_int_eq(notes_of("0W0 1R0"), 1);
}
END_TEST

START_TEST(the_second_of_a_kind_and_place_is_counted) {
    ck_assert_int_eq(notes_of("0W0 1R0 0W32 1R32 0W64 1R64"), 1);
    ck_assert_int_eq(f.la.traps.notes[0].count, 3);
    ck_assert_int_eq(f.la.traps.notes[0].kind, SIM_TRAP_GLOBAL_RACE);
    ck_assert_int_eq(f.la.traps.notes[0].block[0], 1);
}
END_TEST

START_TEST(only_what_nobody_wrote_is_new) {
    uint64_t p = f.at;

    tell((Way)_i);
    mem_forgot(f.mem, p, 4096);
    ck_assert_int_eq(notes_of("0W0-7 0R0-7"), 0);
    ck_assert_int_eq(notes_of("0R0-8"), 1);
    ck_assert_int_eq(f.la.traps.notes[0].kind, SIM_TRAP_UNINITIALISED);
    ck_assert_int_eq(f.la.traps.notes[0].thread[0], 8);
    ck_assert_int_eq(notes_of("0R0-8"), 0); // told once
    ck_assert_int_eq(notes_of("0A100"), 1);
    ck_assert_int_eq(notes_of("0A100"), 0);
    ck_assert_int_eq(notes_of("0B800 0R200"), 0); // a byte of it is known
    mem_wrote(f.mem, p + 2000, 500);
    ck_assert_int_eq(notes_of("0R500-531"), 0);
    ck_assert(!shadow_is_written(mem_shadow(f.mem), p + 3000, 500));
    mem_copied(f.mem, p + 3001, p + 2000, 10);
    ck_assert(shadow_is_written(mem_shadow(f.mem), p + 3000, 500));
    ck_assert(!shadow_is_written(mem_shadow(f.mem), p + 3011, 400));
}
END_TEST

START_TEST(copies_carry_the_marks_along) {
    uint64_t a = mem_alloc(f.mem, 20000, ALLOC_DEVICE, NULL);
    uint64_t b = mem_alloc(f.mem, 20000, ALLOC_DEVICE, NULL);
    Shadow *s = mem_shadow(f.mem);

    mem_wrote(f.mem, a + 100, 9000);
    mem_copied(f.mem, b + 7, a, 19000);
    ck_assert(!shadow_is_written(s, b, 107));
    ck_assert(shadow_is_written(s, b + 107, 1));
    ck_assert(shadow_is_written(s, b + 7 + 9099, 1));
    ck_assert(!shadow_is_written(s, b + 7 + 9100, 20000 - 7 - 9100));
    mem_release(f.mem, a);
    mem_release(f.mem, b);
}
END_TEST

START_TEST(memory_that_is_used_again_is_new) {
    Mem *m = f.mem; // until the arena runs out of fresh addresses
    Shadow *s = mem_shadow(m);

    shadow_wrote(s, f.at, 4096);
    shadow_alloc(s, f.at, f.at + 4096, true);
    ck_assert(shadow_is_written(s, f.at, 4096));
    shadow_alloc(s, f.at, f.at + 4096, false);
    ck_assert(!shadow_is_written(s, f.at, 4096));
}
END_TEST

START_TEST(memory_of_the_host_is_never_new) {
    uint64_t p = mem_alloc(f.mem, 4096, ALLOC_MANAGED, NULL);
    uint64_t q = mem_alloc(f.mem, 100, ALLOC_GLOBAL, "v");

    ck_assert(shadow_is_written(mem_shadow(f.mem), p, 4096));
    ck_assert(shadow_is_written(mem_shadow(f.mem), q, 100));
    // memory that the shadow does not know
    ck_assert(shadow_is_written(mem_shadow(f.mem), 4096, 100));
}
END_TEST

SUITE_OF(shadow) {
    Suite *s = suite_create("shadow");
    TCase *t = tcase_create("shadow");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_history_is_raced_or_not, 0,
                        (int)COUNT_OF(histories) * WAYS);
    tcase_add_test(t, a_launch_orders_what_came_before);
    tcase_add_test(t, the_second_of_a_kind_and_place_is_counted);
    // spans are of whole warps: their lanes beyond would be missing
    tcase_add_loop_test(t, only_what_nobody_wrote_is_new, 0, AS_SPANS);
    tcase_add_test(t, copies_carry_the_marks_along);
    tcase_add_test(t, memory_that_is_used_again_is_new);
    tcase_add_test(t, memory_of_the_host_is_never_new);
    suite_add_tcase(s, t);
    return s;
}
