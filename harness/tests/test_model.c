// Modelled times, fed with the counters of kernels that were measured on an
// H200. The model has to get their order right and their times roughly.
#include "sim/time/model.h"
#include "tests/tests.h"

#include <string.h>

// The counters of a kernel, from what its warps do.
typedef struct Kernel {
    const char *name;
    uint32_t blocks, threads, smem;
    int regs;
    double insts;                      // per warp
    double loads, stores;              // global requests per warp
    double load_lines, load_sectors;   // per load
    double store_lines, store_sectors; // per store
    double l1_hit;                     // of the sectors loaded
    double waves;                      // shared wavefronts per warp
    double smem_loads, barriers;
    double dram_read, dram_write; // bytes in all
    double useful;                // bytes, for the bandwidth
    double want_gbs;
} Kernel;

enum { N = 8192, TILES = N / 32 * (N / 32) };
#define MAT (4.0 * N * N)
#define GIB 1073741824.0

// clang-format off
static const Kernel kernels[] = {
    {"transpose, naive", TILES * 4, 256, 0, 16, 14, 1, 1, 1, 4, 32, 32, 0, 0, 0, 0,
     MAT, MAT, 2 * MAT, 537},
    {"transpose, tile with conflicts", TILES, 256, 4096, 24, 40, 4, 4, 1, 4, 1, 4, 0,
     4 + 4 * 32, 4, 1, MAT, MAT, 2 * MAT, 1616},
    {"transpose, padded tile", TILES, 256, 4224, 24, 40, 4, 4, 1, 4, 1, 4, 0,
     4 + 4, 4, 1, MAT, MAT, 2 * MAT, 3585},
    {"copy, a float4 a thread", 262144, 256, 0, 16, 10, 1, 1, 4, 16, 4, 16, 0, 0, 0, 0,
     GIB, GIB, 2 * GIB, 4188},
    {"copy, a float a thread", 1048576, 256, 0, 16, 10, 1, 1, 1, 4, 1, 4, 0, 0, 0, 0,
     GIB, GIB, 2 * GIB, 2725},
    {"fill, a float a thread", 1048576, 256, 0, 16, 8, 0, 1, 0, 0, 1, 4, 0, 0, 0, 0,
     0, GIB, GIB, 1690},
    {"sum, float4, grid stride", 132 * 8, 256, 128, 32, 248 * 8, 248, 0, 4, 16, 0, 0, 0,
     10, 10, 1, GIB, 0, GIB, 4439},
    {"gather of 8 MiB", 262144, 256, 0, 16, 20, 1, 1, 32, 32, 1, 4, 0, 0, 0, 0,
     0, GIB / 4, GIB / 2, 1200},
    {"scatter of 8 MiB", 262144, 256, 0, 16, 20, 1, 1, 1, 4, 32, 32, 0, 0, 0, 0,
     GIB / 4, 0, GIB / 2, 614},
};
// clang-format on

static double quarter_sectors(double lines, double sectors, int one, int many) {
    return sectors <= lines ? lines * one : sectors * many;
}

static SimLaunchInfo info_of(const Kernel *k) {
    SimLaunchInfo i = {.grid = {k->blocks, 1, 1}, .block = {k->threads, 1, 1}};
    double warps = (double)k->blocks * k->threads / 32, l = warps * k->loads,
           s = warps * k->stores, missed = 1 - k->l1_hit;

    i.c.issue_cycles = i.c.warp_insts = (uint64_t)(warps * k->insts);
    i.c.int_ops = i.c.warp_insts / 2;
    i.c.gmem_loads = (uint64_t)l;
    i.c.gmem_stores = (uint64_t)s;
    i.c.gmem_lines = (uint64_t)(l * k->load_lines + s * k->store_lines);
    i.c.gmem_sectors = (uint64_t)(l * k->load_sectors + s * k->store_sectors);
    i.c.gmem_ideal = (uint64_t)(k->useful / 32);
    i.c.l1_hits = (uint64_t)(l * k->load_sectors * k->l1_hit);
    i.c.l2_sectors = i.c.gmem_sectors - i.c.l1_hits;
    i.c.l2_work =
        (uint64_t)(l * missed *
                       quarter_sectors(k->load_lines, k->load_sectors, 6, 4) +
                   s * quarter_sectors(k->store_lines, k->store_sectors, 16,
                                       9));
    i.c.smem_wavefronts = (uint64_t)(warps * k->waves);
    i.c.smem_loads = (uint64_t)(warps * k->smem_loads);
    i.c.barriers = (uint64_t)(warps * k->barriers);
    // four loads of a warp overlap; an instruction waits for one before
    i.c.gmem_rounds = (uint64_t)(k->loads > 1 ? l / 4 : l);
    i.c.smem_rounds = i.c.smem_loads / 4;
    i.c.chain_cycles = (uint64_t)(warps * k->insts * 3);
    i.c.gmem_wavefronts = i.c.gmem_lines;
    i.c.dram_opens = (uint64_t)((k->dram_read + k->dram_write) / 2048);
    i.c.dram_read = (uint64_t)k->dram_read;
    i.c.dram_write = (uint64_t)k->dram_write;
    return i;
}

static SimLaunchInfo timed(const char *gpu, const Kernel *k) {
    const SimGpu *g = sim_gpu_find(gpu);
    SimLaunchInfo i = info_of(k);
    Occupancy o = occupancy_of(g, k->regs, k->smem, k->threads);

    model_time(g, &o, &i);
    return i;
}

START_TEST(kernels_take_what_they_took_on_an_h200) {
    const Kernel *k = &kernels[_i];
    SimLaunchInfo i = timed("h200", k);
    double gbs = k->useful / i.us / 1e3, off = gbs / k->want_gbs - 1;

    ck_assert_msg(off > -0.25 && off < 0.25, "%s: %.0f GB/s, measured %.0f",
                  k->name, gbs, k->want_gbs);
}
END_TEST

START_TEST(limits_are_named) {
    static const char *const want[] = {"L2 bandwidth",    "shared memory",
                                       "DRAM bandwidth",  "DRAM bandwidth",
                                       "starting blocks", "starting blocks",
                                       "DRAM bandwidth"};
    SimLaunchInfo i = timed("h200", &kernels[_i]);

    ck_assert_msg(!strcmp(i.limiter, want[_i]), "%s: %s", kernels[_i].name,
                  i.limiter);
    ck_assert_double_gt(i.share, 0.3);
    ck_assert_double_le(i.share, 1);
}
END_TEST

START_TEST(transposes_are_in_order_on_every_gpu) {
    const SimGpu *g = sim_gpu_at(_i);
    double naive = timed(g->id, &kernels[0]).us;
    double tile = timed(g->id, &kernels[1]).us;
    double padded = timed(g->id, &kernels[2]).us;

    // where DRAM is slow, it hides the conflicts
    bool is_slow = g->dram_gbs < 1200;
    ck_assert_msg(naive > tile && (is_slow ? tile >= padded : tile > padded),
                  "%s: %.0f %.0f %.0f us", g->id, naive, tile, padded);
}
END_TEST

// But for what L2 still holds of the writes.
START_TEST(no_stream_beats_its_ceiling) {
    const SimGpu *g = sim_gpu_at(_i);
    const Kernel *copy = &kernels[3];
    double gbs = copy->useful / timed(g->id, copy).us / 1e3;

    ck_assert_double_lt(gbs, 1.01 * sim_ceiling_gbs(g, "copy"));
    ck_assert_double_gt(gbs, 0.75 * sim_ceiling_gbs(g, "copy"));
}
END_TEST

START_TEST(more_work_never_takes_less_time) {
    Kernel k = kernels[2];
    double before = timed("h200", &k).us;

    for (int step = 0; step < 6; step++) {
        if (step == 0) k.waves *= 8;
        if (step == 1) k.insts *= 20;
        if (step == 2) k.loads *= 4;
        if (step == 3) k.dram_read *= 3;
        if (step == 4) k.barriers *= 50;
        if (step == 5) k.blocks += 132;
        double now = timed("h200", &k).us;
        ck_assert_msg(now > before, "step %d", step);
        before = now;
    }
}
END_TEST

// A copy of 32 MiB takes less than its bytes would: L2 has a part of them.
START_TEST(l2_keeps_a_part_of_what_is_written) {
    const SimGpu *g = sim_gpu_find("h100");
    Kernel k = kernels[3];
    k.blocks /= 32;
    k.dram_read /= 32;
    k.dram_write /= 32;
    double both = timed("h100", &k).us;
    k.dram_read += k.dram_write;
    k.dram_write = 0;
    ck_assert_double_lt(1.02 * both, timed("h100", &k).us);
    ck_assert_double_eq_tol(g->read_eff, g->mix_eff, 1e-9);
}
END_TEST

// Copies past L1 take none of its passes, and their warp waits for none.
START_TEST(asynchronous_copies_go_past_l1) {
    Kernel k = kernels[1];
    const SimGpu *g = sim_gpu_find("h100");
    Occupancy o = occupancy_of(g, k.regs, k.smem, k.threads);
    SimLaunchInfo i = info_of(&k);
    k.stores = 0;
    model_time(g, &o, &i);
    double loaded = i.us;
    i.c.async_bytes = i.c.gmem_loads * 128;
    model_time(g, &o, &i);
    ck_assert_double_lt(i.us, loaded);
}
END_TEST

// Memory of the host is as fast as the link, each direction for itself.
START_TEST(pinned_memory_is_reached_over_the_link) {
    const SimGpu *g = sim_gpu_find("h200");
    SimLaunchInfo i = info_of(&kernels[3]);
    Occupancy o = occupancy_of(g, 16, 0, 256);
    model_time(g, &o, &i);
    double near = i.us;
    i.link_read = GIB;
    model_time(g, &o, &i);
    double far = i.us;
    ck_assert_double_gt(far, 10 * near);
    ck_assert_double_eq_tol(far, GIB / (0.95 * g->pcie_gbs * 1e3), 0.01 * far);
    ck_assert_str_eq(i.limiter, "the link to the host");
    i.link_written = GIB; // as well, at the same time
    model_time(g, &o, &i);
    ck_assert_double_gt(i.us, 1.1 * far);
    ck_assert_double_lt(i.us, 1.4 * far);
}
END_TEST

START_TEST(a_partial_wave_costs_a_whole_one) {
    Kernel k = {.threads = 1024, .regs = 32, .insts = 20000};

    k.blocks = 132;
    double one = timed("h200", &k).us;
    k.blocks = 133;
    double more = timed("h200", &k).us;
    k.blocks = 264;
    double two = timed("h200", &k).us;
    ck_assert_double_gt(more, 1.5 * one);
    ck_assert_double_eq_tol(more, two, 0.05 * two);
}
END_TEST

// Data sheets: 67 TFLOP/s of doubles on an H100's and H200's tensor cores, 989
// of halves, 19.5 and 312 on an A100's. No instruction but mma.sync multiplies
// doubles, so that the share which mma.sync reaches of halves has no part in
// it.
START_TEST(tensor_cores_are_slower_with_doubles) {
    static const struct {
        const char *gpu;
        double tflops;
    } sheets[] = {{"h200", 67}, {"a100", 19.5}};
    for (size_t i = 0; i < COUNT_OF(sheets); i++) {
        const SimGpu *g = sim_gpu_find(sheets[i].gpu);
        SimLaunchInfo info = {.grid = {(uint32_t)g->sms * 8, 1, 1},
                              .block = {256, 1, 1}};
        Occupancy o = occupancy_of(g, 32, 0, 256);
        info.c.tensor_flops = 1000000000000;
        model_time(g, &o, &info);
        double halves = info.us;
        info.c.tensor64_flops = info.c.tensor_flops;
        model_time(g, &o, &info);
        double tflops = (double)info.c.tensor_flops / info.us / 1e6;
        ck_assert_double_eq_tol(tflops, sheets[i].tflops,
                                0.05 * sheets[i].tflops);
        ck_assert_double_gt(info.us, 8 * halves);
    }
}
END_TEST

START_TEST(one_warp_is_bound_by_latency) {
    Kernel k = {.blocks = 1,
                .threads = 32,
                .regs = 32,
                .insts = 4000,
                .loads = 1000,
                .load_lines = 1,
                .load_sectors = 4};
    SimLaunchInfo i = timed("h200", &k);

    ck_assert_str_eq(i.limiter, "latency");
    ck_assert_double_gt(i.us, 20);
}
END_TEST

// ---- what overlaps with what

// Blocks of 256 that only wait: so many rounds a warp, found in DRAM.
static SimLaunchInfo waiting(uint32_t blocks, double rounds, double dram_gb) {
    SimLaunchInfo i = {.grid = {blocks, 1, 1}, .block = {256, 1, 1}};
    i.c.gmem_rounds = (uint64_t)(rounds * blocks * 8);
    i.c.gmem_loads = i.c.dram_rounds = i.c.gmem_rounds;
    i.c.gmem_sectors = 4 * i.c.gmem_loads;
    i.c.dram_read = (uint64_t)(dram_gb * 1e9);
    return i;
}

static double us_of(SimLaunchInfo i) {
    const SimGpu *g = sim_gpu_find("h200");
    Occupancy o = occupancy_of(g, 32, 0, 256);
    model_time(g, &o, &i);
    return i.us;
}

// If latency and bandwidth overlap worse than on an H200 by the GPU's own
// exponent, many waves of blocks do not make it better.
START_TEST(a_gpu_overlaps_no_better_than_its_exponent) {
    SimGpu worse = *sim_gpu_find("a100");
    SimLaunchInfo i = waiting(108 * 400, 4, 0.4);
    Occupancy o = occupancy_of(&worse, 32, 0, 256);
    model_time(&worse, &o, &i);
    double before = i.us;
    worse.p = 1.5;
    model_time(&worse, &o, &i);
    ck_assert_double_gt(i.us, 1.05 * before);
}
END_TEST

START_TEST(latency_and_bytes_add_up_in_step_and_less_so_in_waves) {
    // one wave of many rounds, and many waves of one round
    double lone = us_of(waiting(1056, 60, 0)),
           bytes = us_of(waiting(1056, 0, .12)),
           both = us_of(waiting(1056, 60, .12));
    ck_assert_double_gt(both, .75 * (lone + bytes));
    double waves = us_of(waiting(60 * 1056, 1, 0)),
           more = us_of(waiting(60 * 1056, 1, .12));
    ck_assert_double_lt(more / waves, .9 * both / lone);
}
END_TEST

START_TEST(a_round_has_the_latency_of_its_own_loads) {
    SimLaunchInfo i = waiting(1056, 60, 0);
    double dram = us_of(i);
    i.c.l2_rounds = i.c.dram_rounds;
    i.c.dram_rounds = 0;
    double l2 = us_of(i);
    i.c.l2_rounds /= 2;
    double half = us_of(i);
    ck_assert_double_gt(dram, 1.8 * l2);
    ck_assert_double_lt(half, .7 * l2);
}
END_TEST

// Four texture units an SM: 80 million fetches take an H200 some 80 us.
START_TEST(textures_are_fetched_four_a_clock) {
    SimLaunchInfo i = {.grid = {132 * 100, 1, 1}, .block = {256, 1, 1}};
    i.c.texture_fetches = 80000000;
    ck_assert_double_gt(us_of(i), 70);
    ck_assert_double_lt(us_of(i), 95);
}
END_TEST

START_TEST(a_warp_alone_does_not_wait_for_its_own_work) {
    SimLaunchInfo i = {.grid = {132, 1, 1}, .block = {128, 1, 1}};
    i.c.chain_cycles = 132 * 4 * 100000;
    double chain = us_of(i);
    i.c.issue_cycles = 132 * 4 * 60000; // a scheduler's one warp
    ck_assert_double_eq_tol(us_of(i), chain, .01 * chain);
    i.grid[0] *= 16; // the same work by 16 warps of a scheduler
    i.c.chain_cycles *= 16;
    i.c.issue_cycles *= 16;
    ck_assert_double_gt(us_of(i), 5 * chain);
}
END_TEST

START_TEST(the_busiest_sm_and_the_slowest_warp_count) {
    SimLaunchInfo i = {.grid = {132 * 8, 1, 1}, .block = {256, 1, 1}};
    i.c.issue_cycles = 132ull * 8 * 8 * 20000;
    double even = us_of(i);
    i.busiest = 2;
    ck_assert_double_eq_tol(us_of(i), 2 * even, .05 * even);
    i.busiest = 0;
    i.c.issue_cycles = 0;
    i.c.chain_cycles = 132ull * 8 * 8 * 20000;
    double alone = us_of(i);
    i.skew = 2;
    ck_assert_double_gt(us_of(i), (1 + .9 * model_numbers.skew) * alone);
}
END_TEST

// A flag goes to L2, and who waits for it asks there: one block after the
// other, whatever the others do.
START_TEST(blocks_that_wait_for_each_other_do_so_in_turn) {
    SimLaunchInfo i = {.grid = {132 * 8, 1, 1}, .block = {256, 1, 1}};
    i.c.dram_read = 64 << 20;
    double none = us_of(i);
    const SimGpu *g = sim_gpu_find("h200");
    i.hops = 1000;
    double all = us_of(i), hop = 2 * g->lat_l2 / g->clock_mhz;
    ck_assert_double_gt(all, 1000 * hop);
    ck_assert_double_lt(all, 1000 * hop + none);
    i.hops = 2000;
    ck_assert_double_eq_tol(us_of(i) - all, 1000 * hop, 20 * hop);
}
END_TEST

START_TEST(words_of_constants_come_one_after_the_other) {
    SimLaunchInfo i = {.grid = {132 * 8, 1, 1}, .block = {256, 1, 1}};
    i.c.const_requests = i.c.const_words = 132ull * 8 * 8 * 1000;
    double one = us_of(i);
    i.c.const_words *= 32;
    ck_assert_double_gt(us_of(i), 40 * one);
}
END_TEST

// A warp of each scheduler: they share the load/store unit.
START_TEST(four_warps_wait_for_each_other_s_requests) {
    SimLaunchInfo i = {.grid = {132, 1, 1}, .block = {128, 1, 1}};
    i.c.smem_loads = 132ull * 4 * 1000;
    i.c.smem_wavefronts = 32 * i.c.smem_loads;
    ck_assert_double_gt(us_of(i), 4 * 32 * 1000 / 1980.);
}
END_TEST

START_TEST(at_barriers_a_block_waits_for_itself) {
    SimLaunchInfo i = waiting(132, 100, 0);
    i.block[0] = 1024;
    i.c.gmem_rounds = i.c.dram_rounds = i.c.gmem_loads = 132 * 32 * 100;
    i.c.issue_cycles = 132ull * 32 * 10000;
    i.c.chain_cycles = 132ull * 32 * 10000;
    double free = us_of(i);
    i.c.barriers = 132 * 32 * 100;
    double barriers = i.c.barriers / 132. / 32 * model_numbers.barrier_cycles;
    ck_assert_double_gt(us_of(i), 1.2 * free + barriers / 1980);
}
END_TEST

START_TEST(waiting_atomics_take_their_cycles) {
    SimLaunchInfo i = {.grid = {1056, 1, 1}, .block = {256, 1, 1}};
    const SimGpu *g = sim_gpu_find("h200");
    Occupancy o = occupancy_of(g, 32, 0, 256);

    // every lane of 8448 warps, 256 times, adds a float to one address
    i.c.atomic_queue = 8448ull * 256 * (5 * 256 + 31 * 896);
    model_time(g, &o, &i);
    ck_assert_str_eq(i.limiter, "atomics");
    ck_assert_double_eq_tol(i.us, 121446, 0.15 * 121446);
}
END_TEST

// 2048 products and sums of integers a thread, in four chains, on a full GPU
// (tests/model, family ilp): half of what as many of floats can have.
START_TEST(products_of_integers_have_half_a_pipe) {
    SimLaunchInfo i = {.grid = {1056, 1, 1}, .block = {256, 1, 1}};
    const SimGpu *g = sim_gpu_find("h200");
    Occupancy o = occupancy_of(g, 32, 0, 256);

    i.c.imul_ops = i.c.issue_cycles = i.c.warp_insts = 8448ull * 2048;
    model_time(g, &o, &i);
    ck_assert_str_eq(i.limiter, "arithmetic");
    ck_assert_double_eq_tol(i.us, 36.8 - 3, 0.1 * 36.8);
}
END_TEST

// 1024 times a shifted sum and an exclusive or a thread, in four chains, on a
// full GPU (tests/model, family ilp: 37.66 us). Sums could go elsewhere.
START_TEST(logic_has_half_a_pipe_and_sums_two_of_them) {
    SimLaunchInfo i = {.grid = {1056, 1, 1}, .block = {256, 1, 1}};
    i.c.int_ops = i.c.issue_cycles = i.c.warp_insts = 8448ull * 2048;
    double logic = us_of(i);
    ck_assert_double_eq_tol(logic, 37.66 - 3, 0.1 * 37.66);
    i.c.compare_ops = i.c.int_ops / 2;
    i.c.int_ops -= i.c.compare_ops;
    ck_assert_double_eq_tol(us_of(i), logic, 1e-9);
    i.c.either_ops = i.c.int_ops;
    ck_assert_double_lt(us_of(i), 0.7 * logic);
}
END_TEST

START_TEST(a_launch_of_nothing_takes_nothing) {
    SimLaunchInfo i = {.grid = {0, 1, 1}, .block = {32, 1, 1}};
    const SimGpu *g = sim_gpu_find("h200");
    Occupancy o = occupancy_of(g, 32, 0, 32);

    model_time(g, &o, &i);
    ck_assert_double_eq(i.us, 0);
    i.grid[0] = 1;
    model_time(g, &o, &i);
    ck_assert_double_gt(i.us, 0);
    ck_assert_double_lt(i.us, 2);
}

// ---- kernels alike

static void without_kin(void) {
    model_knows_kin = false;
}
static void with_kin(void) {
    model_knows_kin = true;
}

START_TEST(kernels_alike_are_off_alike) {
    float far[KIN_AXES], near[KIN_AXES];
    for (int i = 0; i < KIN_AXES; i++)
        far[i] = 1e3f;
    ck_assert_double_eq_tol(kin_factor(far), 1, 1e-9);
    Kernel k = kernels[2];
    const SimGpu *g = sim_gpu_find("h200");
    SimLaunchInfo i = timed("h200", &k);
    Occupancy o = occupancy_of(g, i.regs, i.smem_bytes, i.block[0]);
    model_place(g, &o, &i, near);
    double factor = kin_factor(near);
    ck_assert_double_gt(factor, 0.6);
    ck_assert_double_lt(factor, 1.7);
    near[0] += 0.01f;
    ck_assert_double_eq_tol(kin_factor(near), factor, 0.02);
    ck_assert_double_eq_tol(kin_alike(near, near), 1, 1e-9);
    ck_assert_double_lt(kin_alike(near, far), 1e-9);
}
END_TEST

START_TEST(nothing_is_known_of_other_gpus) {
    for (int i = 0; sim_gpu_at(i); i++) {
        const SimGpu *g = sim_gpu_at(i);
        double with = timed(g->id, &kernels[1]).us;
        without_kin();
        double without = timed(g->id, &kernels[1]).us;
        with_kin();
        ck_assert_msg((with == without) == (g->cc != 90), "%s", g->id);
    }
}
END_TEST

START_TEST(what_is_known_beats_no_resource) {
    const SimGpu *g = sim_gpu_find("h200");
    const Kernel *copy = &kernels[3];
    double gbs = copy->useful / timed("h200", copy).us / 1e3;
    ck_assert_double_lt(gbs, 1.01 * sim_ceiling_gbs(g, "copy"));
}
END_TEST
END_TEST

SUITE_OF(model) {
    Suite *s = suite_create("model");
    TCase *tc = tcase_create("model"), *alike = tcase_create("kin");
    int gpus = 0;

    tcase_add_checked_fixture(tc, without_kin, with_kin);
    tcase_add_test(alike, kernels_alike_are_off_alike);
    tcase_add_test(alike, nothing_is_known_of_other_gpus);
    tcase_add_test(alike, what_is_known_beats_no_resource);
    suite_add_tcase(s, alike);

    while (sim_gpu_at(gpus))
        gpus++;
    tcase_add_loop_test(tc, kernels_take_what_they_took_on_an_h200, 0,
                        COUNT_OF(kernels));
    tcase_add_loop_test(tc, limits_are_named, 0, 7);
    tcase_add_loop_test(tc, transposes_are_in_order_on_every_gpu, 0, gpus);
    tcase_add_loop_test(tc, no_stream_beats_its_ceiling, 0, gpus);
    tcase_add_test(tc, a_gpu_overlaps_no_better_than_its_exponent);
    tcase_add_test(tc, more_work_never_takes_less_time);
    tcase_add_test(tc, l2_keeps_a_part_of_what_is_written);
    tcase_add_test(tc, asynchronous_copies_go_past_l1);
    tcase_add_test(tc, pinned_memory_is_reached_over_the_link);
    tcase_add_test(tc, a_partial_wave_costs_a_whole_one);
    tcase_add_test(tc, tensor_cores_are_slower_with_doubles);
    tcase_add_test(tc, one_warp_is_bound_by_latency);
    tcase_add_test(tc, latency_and_bytes_add_up_in_step_and_less_so_in_waves);
    tcase_add_test(tc, a_round_has_the_latency_of_its_own_loads);
    tcase_add_test(tc, textures_are_fetched_four_a_clock);
    tcase_add_test(tc, a_warp_alone_does_not_wait_for_its_own_work);
    tcase_add_test(tc, at_barriers_a_block_waits_for_itself);
    tcase_add_test(tc, the_busiest_sm_and_the_slowest_warp_count);
    tcase_add_test(tc, blocks_that_wait_for_each_other_do_so_in_turn);
    tcase_add_test(tc, words_of_constants_come_one_after_the_other);
    tcase_add_test(tc, four_warps_wait_for_each_other_s_requests);
    tcase_add_test(tc, waiting_atomics_take_their_cycles);
    tcase_add_test(tc, products_of_integers_have_half_a_pipe);
    tcase_add_test(tc, logic_has_half_a_pipe_and_sums_two_of_them);
    tcase_add_test(tc, a_launch_of_nothing_takes_nothing);
    suite_add_tcase(s, tc);
    return s;
}
