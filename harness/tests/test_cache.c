// The cache model: what streams, strides, reuse and writes cost.
#include "sim/cache/cache.h"
#include "sim/core/launch.h"
#include "tests/tests.h"

#include <string.h>

static Caches *caches;
static Launch launch;
static Block block;
static Warp warp;
static SiteCount n;

static void open_caches(void) {
    launch = (Launch){.gpu = sim_gpu_find("t4")}; // 4 MiB of L2, 96 KiB of L1
    caches = caches_open(launch.gpu);
    caches_launch(caches, &launch, 32 << 10);
    block = (Block){.launch = &launch};
    warp = (Warp){.block = &block};
    n = (SiteCount){0};
}
static void close_caches(void) {
    caches_close(caches);
}

// One request: 32 lanes of `bytes` at p, p + stride ...
static Footprint request(uint64_t p, int64_t stride, uint32_t bytes) {
    Access a = {.lanes = UINT32_MAX, .bytes = bytes};
    Footprint f;

    for (int l = 0; l < 32; l++)
        a.at[l] = p + (uint64_t)(stride * l);
    access_classify(&a);
    access_footprint(&a, &f);
    return f;
}
static void load(uint64_t p, int64_t stride) {
    Footprint f = request(p, stride, 4);
    caches_load(&warp, &f, false, &n);
}
static void store(uint64_t p, int64_t stride) {
    Footprint f = request(p, stride, 4);
    caches_store(&warp, &f, false, &n);
}

enum { KIB = 1024, MIB = 1 << 20 };
#define FROM (1ull << 40)
#define TO   (1ull << 41)

START_TEST(a_streaming_copy_moves_what_it_copies) {
    for (uint64_t i = 0; i < 16 * MIB; i += 128) {
        load(FROM + i, 4);
        store(TO + i, 4);
    }
    ck_assert_uint_eq(n.dram_read, 16 * MIB);
    ck_assert_uint_eq(n.dram_write, 16 * MIB);
    ck_assert_uint_eq(n.l1_hits, 0);
    ck_assert_uint_eq(n.l2_sectors, 2 * 16 * MIB / 32);
}
END_TEST

START_TEST(a_small_copy_moves_the_same_though_it_stays_in_l2) {
    for (uint64_t i = 0; i < 64 * KIB; i += 128) {
        load(FROM + i, 4);
        store(TO + i, 4);
    }
    ck_assert_uint_eq(n.dram_read, 64 * KIB);
    ck_assert_uint_eq(n.dram_write, 64 * KIB);
}
END_TEST

START_TEST(what_is_read_again_soon_hits_l1) {
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 32 * KIB; i += 128)
            load(FROM + i, 4);
    ck_assert_uint_eq(n.l1_hits, 32 * KIB / 32);
    ck_assert_uint_eq(n.dram_read, 32 * KIB);
}
END_TEST

START_TEST(what_does_not_fit_l1_hits_l2) {
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 2 * MIB; i += 128)
            load(FROM + i, 4);
    ck_assert_uint_eq(n.l1_hits, 0);
    ck_assert_uint_eq(n.l2_hits, 2 * MIB / 32);
    ck_assert_uint_eq(n.dram_read, 2 * MIB);
}
END_TEST

START_TEST(what_does_not_fit_l2_is_read_again) {
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 16 * MIB; i += 128)
            load(FROM + i, 4);
    ck_assert_uint_eq(n.l2_hits, 0);
    ck_assert_uint_eq(n.dram_read, 32 * MIB);
}
END_TEST

START_TEST(shared_memory_takes_from_l1) {
    caches_launch(caches, &launch, 64 << 10); // leaves 32 KiB
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 48 * KIB; i += 128)
            load(FROM + i, 4);
    ck_assert_uint_lt(n.l1_hits, 48 * KIB / 32 / 2);
}
END_TEST

START_TEST(a_launch_empties_l1_and_keeps_l2) {
    load(FROM, 4);
    caches_launch(caches, &launch, 0);
    load(FROM, 4);
    ck_assert_uint_eq(n.l1_hits, 0);
    ck_assert_uint_eq(n.l2_hits, 4);
    ck_assert_uint_eq(n.dram_read, 128);
}
END_TEST

// Eight blocks at once on an SM, of one warp each.
static void many_blocks(void) {
    for (int i = 0; i < 3; i++)
        launch.shape.grid[i] = launch.shape.block[i] = 1;
    launch.shape.grid[0] = 8 * (uint32_t)launch.gpu->sms;
    launch.shape.blocks_per_sm = 8;
    block.nwarps = 1;
    caches_launch(caches, &launch, 0); // 96 KiB, 12 for each
}
static void round_of(uint64_t from, uint64_t bytes) {
    l1_round(&launch.caches.l1[0]);
    for (uint64_t i = 0; i < bytes; i += 128)
        load(from + i, 4);
}

START_TEST(blocks_at_once_leave_each_other_a_part_of_l1) {
    many_blocks();
    round_of(FROM, 4 * KIB);
    round_of(FROM, 4 * KIB);
    ck_assert_uint_eq(n.l1_hits, 4 * KIB / 32);
    round_of(TO, 32 * KIB);
    round_of(TO, 32 * KIB); // the last line is one of the new round's
    ck_assert_uint_le(n.l1_hits, 4 * KIB / 32 + 4);
}
END_TEST

START_TEST(loads_of_one_round_find_what_they_brought) {
    many_blocks();
    round_of(FROM, 32 * KIB);
    n.l1_hits = 0;
    for (uint64_t i = 0; i < 32 * KIB; i += 128)
        load(FROM + i, 4);
    ck_assert_uint_eq(n.l1_hits, 32 * KIB / 32);
}
END_TEST

START_TEST(what_all_blocks_read_stays) {
    many_blocks();
    for (uint64_t part = 0; part < 2; part++)
        for (uint32_t turn = 0; turn < 8; turn++) {
            block.sm_index = turn;
            round_of(FROM + part * 32 * KIB, 32 * KIB);
        }
    n.l1_hits = 0;
    round_of(FROM, 32 * KIB);
    ck_assert_uint_eq(n.l1_hits, 32 * KIB / 32);
}
END_TEST

START_TEST(what_another_warp_has_just_asked_for_is_waited_for) {
    Warp other = {.block = &block, .index = 1};
    Footprint f = request(FROM, 4, 4);

    many_blocks();
    load(FROM, 4);
    ck_assert_uint_eq(n.l2_loads, 1);
    ck_assert_uint_eq(n.met_loads, 0);
    for (int i = 0; i < 2; i++) // the first time only
        caches_load(&other, &f, false, &n);
    ck_assert_uint_eq(n.met_loads, 1);
    block.sm_index = 7; // there at the same time
    caches_load(&other, &f, false, &n);
    ck_assert_uint_eq(n.met_loads, 2);
    block.sm_index = 8; // when the others are gone
    caches_load(&other, &f, false, &n);
    ck_assert_uint_eq(n.met_loads, 2);
    ck_assert_uint_eq(n.l2_loads, 1);
}
END_TEST

START_TEST(a_request_of_many_lines_waits_for_dram_once) {
    load(FROM, 128);
    ck_assert_uint_eq(n.l2_loads, 1);
    ck_assert_uint_eq(n.dram_loads, 1);
    block.sm = 1;
    load(FROM, 128);
    ck_assert_uint_eq(n.l2_loads, 2);
    ck_assert_uint_eq(n.dram_loads, 1);
    block.sm = 0;
}
END_TEST

START_TEST(what_this_launch_fetched_is_told_from_what_was_there) {
    load(FROM, 4);
    ck_assert_uint_eq(n.dram_loads, 1);
    block.sm = 1;
    load(FROM, 4); // just fetched, by another SM
    ck_assert_uint_eq(n.fresh_loads, 1);
    load(FROM, 128); // and with others that come from DRAM
    ck_assert_uint_eq(n.dram_loads, 2);
    ck_assert_uint_eq(n.fresh_loads, 1);
    caches_launch(caches, &launch, 32 << 10);
    load(FROM, 4); // by the launch before
    ck_assert_uint_eq(n.l2_loads, 4);
    ck_assert_uint_eq(n.fresh_loads, 1);
    block.sm = 0;
}
END_TEST

// 320 blocks at once, of so many warps, that each read a row of so many bytes
// twice past L1: what DRAM reads of one's second time.
static uint64_t fetched_again(uint32_t warps, uint64_t bytes) {
    many_blocks();
    block.nwarps = warps;
    launch.shape.block[0] = 32 * warps;
    caches_empty(caches);
    caches_launch(caches, &launch, 0);
    n = (SiteCount){0};
    for (int again = 0; again < 2; again++)
        for (uint64_t i = 0; i < bytes; i += 128) {
            Footprint f = request(FROM + i, 4, 4);
            caches_load(&warp, &f, true, &n);
        }
    return n.dram_read - bytes;
}

// An L2 of 4 MiB.
START_TEST(blocks_at_once_leave_each_other_a_part_of_l2) {
    ck_assert_uint_eq(fetched_again(1, 4 * KIB), 0); // 1.25 MiB of them all
    uint64_t some = fetched_again(1, 16 * KIB);      // 5 MiB
    ck_assert_uint_gt(some, 16 * KIB / 2);
    ck_assert_uint_lt(some, 16 * KIB);
    block.linear = 1; // another's finds it
    for (uint64_t i = 0; i < 16 * KIB; i += 128) {
        Footprint f = request(FROM + i, 4, 4);
        caches_load(&warp, &f, true, &n);
    }
    ck_assert_uint_eq(n.dram_read - 16 * KIB, some);
    block.linear = 0;
    ck_assert_uint_eq(fetched_again(1, 32 * KIB), 32 * KIB); // 10 MiB
}
END_TEST

START_TEST(warps_leave_each_other_a_part_of_l2) {
    ck_assert_uint_eq(fetched_again(1, 4 * KIB), 0);
    ck_assert_uint_eq(fetched_again(8, 4 * KIB), 4 * KIB);
}
END_TEST

// Eight blocks of an SM that read 4 KiB each fill a third of its L1: the first
// ones find all of it the second time; later ones find most.
START_TEST(later_blocks_find_less_in_l1_than_the_first) {
    many_blocks();
    for (uint32_t b = 0; b < 16; b++) {
        block.sm_index = b;
        n.l1_hits = 0;
        round_of(FROM + b * 4 * KIB, 4 * KIB);
        round_of(FROM + b * 4 * KIB, 4 * KIB);
        if (b < 8)
            ck_assert_uint_eq(n.l1_hits, 4 * KIB / 32);
        else
            ck_assert_uint_ge(n.l1_hits, 4 * KIB / 32 / 3);
    }
    ck_assert_uint_lt(n.l1_hits, 4 * KIB / 32);
    block.sm_index = 0;
}
END_TEST

START_TEST(local_words_apart_take_a_line_each) {
    ck_assert_uint_eq(caches_local_work(1, 32), 4 * 9);    // one for all lanes
    ck_assert_uint_eq(caches_local_work(4, 128), 16 * 9);  // float4
    ck_assert_uint_eq(caches_local_work(32, 32), 32 * 16); // indexed apart
}
END_TEST

START_TEST(words_apart_take_nearly_as_much_of_l2_as_whole_sectors) {
    store(FROM, 4); // 4 sectors of a line
    uint64_t whole = n.l2_work / 4;
    n.l2_work = 0;
    store(FROM, 12); // 12 sectors, a third of each
    ck_assert_uint_lt(n.l2_work / 12, whole);
    ck_assert_uint_ge(n.l2_work / 12, whole * 3 / 4);
}
END_TEST

START_TEST(each_sm_has_its_own_l1) {
    load(FROM, 4);
    block.sm = 1;
    load(FROM, 4);
    ck_assert_uint_eq(n.l1_hits, 0);
    ck_assert_uint_eq(n.l2_hits, 4);
    block.sm = 0;
    load(FROM, 4);
    ck_assert_uint_eq(n.l1_hits, 4);
}
END_TEST

START_TEST(some_loads_skip_l1) {
    Footprint f = request(FROM, 4, 4);

    load(FROM, 4);
    caches_load(&warp, &f, true, &n);
    ck_assert_uint_eq(n.l1_hits, 0);
    ck_assert_uint_eq(n.l2_hits, 4);
}
END_TEST

// Measured on an H200: reads 64 bytes apart take as long as reading everything.
typedef struct StrideRow {
    int stride;
    uint64_t sectors, dram; // per request
} StrideRow;
static const StrideRow strides[] = {
    {4, 4, 128}, {8, 8, 256}, {32, 32, 1024}, {64, 32, 2048}, {128, 32, 2048},
};

START_TEST(dram_is_read_in_pairs_of_sectors) {
    const StrideRow *r = &strides[_i];

    for (uint64_t i = 0; i < 100; i++)
        load(FROM + i * 32 * (uint64_t)r->stride, r->stride);
    ck_assert_uint_eq(n.l2_sectors, 100 * r->sectors);
    ck_assert_uint_eq(n.dram_read, 100 * r->dram);
}
END_TEST

START_TEST(stores_do_not_fill_l1) {
    store(FROM, 4);
    load(FROM, 4);
    ck_assert_uint_eq(n.l1_hits, 0);
    ck_assert_uint_eq(n.dram_read, 0); // all of it was written
    ck_assert_uint_eq(n.l2_hits, 8);
}
END_TEST

START_TEST(a_sector_written_in_pieces_is_whole_in_the_end) {
    for (uint64_t i = 0; i < 32; i += 4)
        store(FROM + i, 32); // a column at a time
    ck_assert_uint_eq(n.dram_write, 32 * 32);
    load(FROM, 32);
    l2_settle(&caches->l2, &n);
    ck_assert_uint_eq(n.dram_read, 0);
}
END_TEST

START_TEST(a_sector_written_in_part_must_be_read) {
    store(FROM, 32);
    load(FROM, 32);
    ck_assert_uint_eq(n.dram_read, 32 * 32);
    ck_assert_uint_eq(n.dram_write, 32 * 32);
    l2_settle(&caches->l2, &n); // not once more
    ck_assert_uint_eq(n.dram_read, 32 * 32);
}
END_TEST

START_TEST(scattered_writes_are_read_whether_they_leave_l2_or_not) {
    // one float in each line, four times as many lines as L2 has; and a few
    const uint64_t bytes[] = {16 * MIB, 64 * KIB};
    for (int k = 0; k < 2; k++) {
        n = (SiteCount){0};
        for (uint64_t i = 0; i < bytes[k]; i += 32 * 128)
            store(FROM + i, 128);
        uint64_t stores = bytes[k] / 128, opened = n.dram_opens;
        ck_assert_uint_eq(n.dram_write, stores * 32);
        ck_assert_uint_eq(n.dram_read, 0);
        l2_settle(&caches->l2, &n);
        ck_assert_uint_eq(n.dram_read, stores * 64); // with its neighbour
        ck_assert_uint_eq(n.dram_opens, opened + stores);
        caches_fill(caches, 0, 1u << 30);
        l2_settle(&caches->l2, &n); // nor has the next launch to pay for them
        ck_assert_uint_eq(n.dram_read, stores * 64);
    }
}
END_TEST

START_TEST(what_stays_dirty_is_written_once) {
    for (int round = 0; round < 10; round++)
        store(FROM, 4);
    ck_assert_uint_eq(n.dram_write, 128);
}
END_TEST

START_TEST(powers_of_two_do_not_all_meet_in_one_set) {
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 64; i++)
            load(FROM + i * 32 * KIB, 4);
    ck_assert_uint_ge(n.l1_hits, 64 * 4 / 2);
}
END_TEST

START_TEST(l2_takes_longer_for_writes_and_lone_sectors) {
    load(FROM, 4);
    ck_assert_uint_eq(n.l2_work, 4 * 4);
    n.l2_work = 0;
    load(FROM + MIB, 128);
    ck_assert_uint_eq(n.l2_work, 32 * 6);
    n.l2_work = 0;
    store(FROM, 4);
    ck_assert_uint_eq(n.l2_work, 4 * 9);
    n.l2_work = 0;
    store(FROM, 128);
    ck_assert_uint_eq(n.l2_work, 32 * 16);
}
END_TEST

START_TEST(a_part_of_a_sector_takes_longer_than_the_whole) {
    Footprint f = {.nlines = 1, .at[0] = {.line = FROM / 128}};
    f.at[0].bytes[0] = 0xffff;
    caches_store(&warp, &f, false, &n);
    ck_assert_uint_eq(n.l2_work, 14 + 16 / 2);
    n.l2_work = 0;
    f.at[0].bytes[2] = 0xffff; // alone in the other 64 bytes
    caches_store(&warp, &f, false, &n);
    ck_assert_uint_eq(n.l2_work, 2 * (14 + 16 / 2));
    n.l2_work = 0;
    f.at[0].bytes[1] = f.at[0].bytes[3] = 0xffff; // not alone
    caches_store(&warp, &f, false, &n);
    ck_assert_uint_eq(n.l2_work, 4 * 7 + 4 * 16 * 2 / 32);
}
END_TEST

// ---- atomics

static void atomic(uint64_t p, int64_t stride, AtomicCost cost) {
    Footprint f = request(p, stride, 4);
    caches_atomic(&warp, &f, cost, &n);
}

START_TEST(a_store_that_follows_another_takes_less) {
    Footprint f = request(FROM, 16, 4), apart = request(FROM, 32, 4);
    caches_store(&warp, &f, false, &n);
    uint64_t first = n.l2_work;
    caches_store(&warp, &f, true, &n);
    ck_assert_uint_eq(n.l2_work - first, first - first * 5 / 8);
    n.l2_work = 0;
    caches_store(&warp, &apart, true, &n); // a sector for each lane
    uint64_t all = n.l2_work;
    caches_store(&warp, &apart, false, &n);
    ck_assert_uint_eq(n.l2_work, 2 * all);
}
END_TEST

// Words in a row for each lane, one after the other: what the blocks at once
// have begun is more than L2 holds.
START_TEST(lines_written_bit_by_bit_are_pushed_out_in_between) {
    enum { LINES = 32, STEPS = 8 };
    for (int many = 0; many < 2; many++) {
        launch.shape.grid[0] = many ? 640 : 1;
        launch.shape.grid[1] = launch.shape.grid[2] = 1;
        launch.shape.block[0] = many ? 1024 : 32;
        launch.shape.block[1] = launch.shape.block[2] = 1;
        launch.shape.blocks_per_sm = 16;
        caches_launch(caches, &launch, 32 << 10);
        n = (SiteCount){0};
        for (int i = 0; i < STEPS; i++)
            store((many ? TO : FROM) + 4 * (uint64_t)i, 128);
        ck_assert_uint_eq(n.dram_write > LINES * 32, many);
        ck_assert_uint_eq(n.dram_read > 0, many);
    }
}
END_TEST

START_TEST(an_atomic_reads_and_writes_l2) {
    atomic(FROM, 4, (AtomicCost){.passes = 1, .work = 11});
    ck_assert_uint_eq(n.l2_sectors, 4);
    ck_assert_uint_eq(n.dram_read, 128);
    ck_assert_uint_eq(n.dram_write, 128);
    ck_assert_uint_eq(n.l2_work, 4 * 11);
    load(FROM, 4);
    ck_assert_uint_eq(n.l1_hits, 0);
}
END_TEST

START_TEST(atomics_on_one_line_wait_for_each_other) {
    const AtomicCost cost = {.sector = 256, .extra = 512, .passes = 3};

    for (int i = 0; i < 101; i++)
        atomic(FROM, 0, cost);
    ck_assert_uint_eq(n.atomic_queue, 101 * 768);
}
END_TEST

START_TEST(the_same_sector_again_takes_longer_than_its_neighbour) {
    const AtomicCost cost = {.sector = 256, .passes = 1, .again = 512};

    for (int i = 0; i < 5; i++)
        atomic(FROM + (uint64_t)i % 2 * 4, 0, cost);
    ck_assert_uint_eq(n.atomic_queue, 5 * 256 + 4 * 512);
    n = (SiteCount){0};
    for (uint64_t i = 0; i < 6; i++)
        atomic(FROM + 32 + i % 3 * 32, 0, cost);
    ck_assert_uint_ge(n.atomic_queue, 6 * 256); // by chance, some
    ck_assert_uint_le(n.atomic_queue, 6 * 256 + 2 * 512);
}
END_TEST

START_TEST(what_a_fill_left_dirty_is_pushed_out_by_reads) {
    load(FROM, 4);
    ck_assert_uint_eq(n.dram_evicted, 0);
    caches_fill(caches, 1ull << 40, 1ull << 30);
    caches_launch(caches, &launch, 0);
    for (uint64_t i = 0; i < 16 * MIB; i += 128)
        load(FROM + i, 4);
    // four times L2's size: nearly all that was dirty, and never more than L2
    ck_assert_uint_gt(n.dram_evicted, 2 * MIB);
    ck_assert_uint_lt(n.dram_evicted, 4 * MIB);
}
END_TEST

START_TEST(a_small_fill_is_found_in_l2) {
    caches_fill(caches, FROM, 64 * KIB);
    for (uint64_t i = 0; i < 64 * KIB; i += 128)
        load(FROM + i, 4);
    ck_assert_uint_eq(n.l2_hits, 64 * KIB / 32);
    ck_assert_uint_eq(n.dram_read, 0);
}
END_TEST

// 40 blocks at once read 8 MiB at random, over and over: what L2 and DRAM
// count.
static SiteCount shared_reads(uint64_t from) {
    uint64_t x = 1;
    close_caches();
    open_caches();
    launch.shape.grid[0] = 40;
    launch.shape.grid[1] = launch.shape.grid[2] = 1;
    launch.shape.blocks_per_sm = 1;
    caches_launch(caches, &launch, 32 << 10);
    for (int i = 0; i < 400000; i++) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        block.linear = i / 100 % 40;
        block.sm = block.linear % (uint32_t)launch.gpu->sms;
        load(from + (x >> 33) % (8 * MIB / 128) * 128, 0);
    }
    return n;
}

// It begins at a multiple of its 64 GiB, which one is chance.
START_TEST(where_the_arena_begins_changes_no_count) {
    SiteCount one = shared_reads(3ull << 36),
              other = shared_reads(700ull << 36);
    ck_assert_uint_gt(one.l2_hits, 1000);
    ck_assert_uint_eq(one.l2_hits, other.l2_hits);
    ck_assert_uint_eq(one.dram_read, other.dram_read);
    ck_assert_uint_eq(one.met_loads, other.met_loads);
}
END_TEST

START_TEST(rows_of_dram_are_opened_once_in_a_row_and_each_time_apart) {
    for (uint64_t i = 0; i < 64 * KIB; i += 128)
        load(FROM + i, 4);
    ck_assert_uint_eq(n.dram_opens, 32);
    n = (SiteCount){0};
    for (uint64_t i = 0; i < 32; i++)
        load(FROM + MIB + i * 2048, 4);
    ck_assert_uint_eq(n.dram_opens, 32);
}
END_TEST

START_TEST(atomics_on_many_lines_wait_in_parallel) {
    const AtomicCost cost = {.sector = 2560, .passes = 1};

    for (int round = 0; round < 101; round++)
        for (uint64_t i = 0; i < 10; i++)
            atomic(FROM + 512 * i, 0, cost);
    ck_assert_uint_eq(n.atomic_queue, 101 * 2560);
    // four lines share what they wait in
    atomic(FROM + 128, 0, cost);
    ck_assert_uint_eq(n.atomic_queue, 102 * 2560);
}
END_TEST

SUITE_OF(cache) {
    Suite *s = suite_create("cache");
    TCase *tc = tcase_create("cache");

    tcase_add_checked_fixture(tc, open_caches, close_caches);
    tcase_add_test(tc, local_words_apart_take_a_line_each);
    tcase_add_test(tc, blocks_at_once_leave_each_other_a_part_of_l1);
    tcase_add_test(tc, loads_of_one_round_find_what_they_brought);
    tcase_add_test(tc, what_all_blocks_read_stays);
    tcase_add_test(tc, what_another_warp_has_just_asked_for_is_waited_for);
    tcase_add_test(tc, a_request_of_many_lines_waits_for_dram_once);
    tcase_add_test(tc, what_this_launch_fetched_is_told_from_what_was_there);
    tcase_add_test(tc, blocks_at_once_leave_each_other_a_part_of_l2);
    tcase_add_test(tc, warps_leave_each_other_a_part_of_l2);
    tcase_add_test(tc, later_blocks_find_less_in_l1_than_the_first);
    tcase_add_test(tc, words_apart_take_nearly_as_much_of_l2_as_whole_sectors);
    tcase_add_test(tc, a_streaming_copy_moves_what_it_copies);
    tcase_add_test(tc, a_small_copy_moves_the_same_though_it_stays_in_l2);
    tcase_add_test(tc, what_is_read_again_soon_hits_l1);
    tcase_add_test(tc, what_does_not_fit_l1_hits_l2);
    tcase_add_test(tc, what_does_not_fit_l2_is_read_again);
    tcase_add_test(tc, shared_memory_takes_from_l1);
    tcase_add_test(tc, a_launch_empties_l1_and_keeps_l2);
    tcase_add_test(tc, each_sm_has_its_own_l1);
    tcase_add_test(tc, some_loads_skip_l1);
    tcase_add_loop_test(tc, dram_is_read_in_pairs_of_sectors, 0,
                        COUNT_OF(strides));
    tcase_add_test(tc, stores_do_not_fill_l1);
    tcase_add_test(tc, a_sector_written_in_pieces_is_whole_in_the_end);
    tcase_add_test(tc, a_sector_written_in_part_must_be_read);
    tcase_add_test(tc, scattered_writes_are_read_whether_they_leave_l2_or_not);
    tcase_add_test(tc, what_stays_dirty_is_written_once);
    tcase_add_test(tc, powers_of_two_do_not_all_meet_in_one_set);
    tcase_add_test(tc, l2_takes_longer_for_writes_and_lone_sectors);
    tcase_add_test(tc, a_part_of_a_sector_takes_longer_than_the_whole);
    tcase_add_test(tc, a_store_that_follows_another_takes_less);
    tcase_add_test(tc, lines_written_bit_by_bit_are_pushed_out_in_between);
    tcase_add_test(tc, an_atomic_reads_and_writes_l2);
    tcase_add_test(tc, atomics_on_one_line_wait_for_each_other);
    tcase_add_test(tc, the_same_sector_again_takes_longer_than_its_neighbour);
    tcase_add_test(tc, atomics_on_many_lines_wait_in_parallel);
    tcase_add_test(tc, what_a_fill_left_dirty_is_pushed_out_by_reads);
    tcase_add_test(tc, a_small_fill_is_found_in_l2);
    tcase_add_test(tc, where_the_arena_begins_changes_no_count);
    tcase_add_test(tc,
                   rows_of_dram_are_opened_once_in_a_row_and_each_time_apart);
    suite_add_tcase(s, tc);
    return s;
}
