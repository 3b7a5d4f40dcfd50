// paper/export and paper/profile: exports of profilers, and what is wrong with
// them.
#include "base/path.h"
#include "base/vec.h"
#include "paper/export.h"
#include "paper/profile.h"
#include "tests/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena a;
static Export e;
static char why[200];

static void setup(void) {
    a = (Arena){0};
}

static void teardown(void) {
    arena_reset(&a);
}

static bool take(const char *text) {
    why[0] = '\0';
    return export_read(&a, text, strlen(text), EXPORT_KERNELS, &e, why);
}

static double named(const char *name) {
    Env env = {0};
    export_names(&a, &e, &env);
    const Num *v = env_find(&env, name);
    double d = v ? v->d : NAN;
    vec_free(&env);
    return d;
}

static char *fixture(const char *name) {
    Buf text = {0};
    Err err = {0};
    char *path = arena_fmt(&a, "harness/tests/fixtures/tools/%s", name);
    ck_assert_msg(file_read(path, &text, &err), "%s", err.msg);
    char *copy = arena_strn(&a, buf_text(&text), text.len);
    buf_free(&text);
    return copy;
}

// ---- the formats

// clang-format off
static const char sim[] =
    "{\"schema\":1,\"gpu\":\"h100\",\"kernels\":["
    "{\"kernel\":\"void ns::copy<float>(float const*, int)\",\"grid\":\"64,2,1\",\"block\":\"256,1,1\",\"us\":10,"
    "\"registers\":10,\"occupancy\":0.5,\"counters\":{\"warp_insts\":100,\"thread_insts\":1600,\"issue_cycles\":96624,"
    "\"gmem_loads\":10,\"gmem_stores\":10,\"gmem_sectors\":80,\"dram_read\":1676000,\"dram_write\":1676000}},"
    "{\"kernel\":\"copy(float const*, int)\",\"grid\":\"64,2,1\",\"block\":\"256,1,1\",\"us\":30,"
    "\"registers\":10,\"occupancy\":1,\"counters\":{\"warp_insts\":100,\"thread_insts\":3200}}]}";

static const char nsys[] =
    "Processing [report.sqlite] with [cuda_gpu_trace.py]...\n\n"
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name\n"
    "1000000,20000,120,,,,,,,,,,4.194,209700,Pageable,Device,NVIDIA H200 (0),1,7,[CUDA memcpy Host-to-Device]\n"
    "1030000,10000,122,4096,1,1,256,1,1,16,0.000,0.000,,,,,NVIDIA H200 (0),1,7,\"void scale<float>(float *, float, int)\"\n"
    "1035000,20000,124,,,,,,,,,,4.194,209700,Device,Pinned,NVIDIA H200 (0),1,13,[CUDA memcpy Device-to-Host]\n";

static const char trace[] =
    "{\"schemaVersion\":1,\"traceEvents\":["
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"ts\":1,\"dur\":500},"
    "{\"ph\":\"X\",\"cat\":\"gpu_memcpy\",\"name\":\"Memcpy HtoD (Pageable -> Device)\",\"ts\":10,\"dur\":20},"
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"void at::native::gemm<float>(int)\",\"ts\":40,\"dur\":60},"
    "{\"ph\":\"i\",\"cat\":\"kernel\",\"name\":\"mark\",\"ts\":1}]}";
// clang-format on

START_TEST(kata_sim_gives_counters) {
    ck_assert_msg(take(sim), "%s", why);
    ck_assert_int_eq(e.kind, EXPORT_KERNELS);
    ck_assert_int_eq(e.n, 2);
    ck_assert_str_eq(e.at[0].name, "copy");
    ck_assert_int_eq(e.at[0].grid[0], 64);
    ck_assert_int_eq(e.at[0].grid[1], 2);
    ck_assert_ptr_null(export_lacks(&e));
    ck_assert_double_eq(named("copy_us"), 40);
    ck_assert_double_eq(named("copy_runs"), 2);
    ck_assert_double_eq_tol(named("copy_occupancy"), 87.5, 1e-9);
    ck_assert_double_eq_tol(named("copy_lanes"), 28, 1e-9);
    ck_assert_double_eq(named("copy_per_request"), 4);
    ck_assert_double_eq_tol(named("copy_gbs"), 83.8, 1e-9);
    // 10 % and 0 % of the peak (3352 GB/s), by time.
    ck_assert_double_eq_tol(named("copy_dram_pct"), 2.5, 1e-9);
    // 132 SMs, 4 schedulers, 1980 MHz.
    ck_assert_double_eq_tol(named("copy_sm_pct"), 0.2311, 1e-3);
}
END_TEST

START_TEST(ncu_gives_counters) {
    ck_assert_msg(take(fixture("ncu-raw-good.csv")), "%s", why);
    ck_assert_str_eq(e.tool, "ncu");
    ck_assert_int_eq(e.n, 1);
    ck_assert_str_eq(e.at[0].name, "transpose_kernel");
    ck_assert_int_eq(e.at[0].grid[0], 32);
    ck_assert_int_eq(e.at[0].block[1], 8);
    ck_assert_double_eq_tol(e.at[0].us, 9.92, 1e-9);
    ck_assert_double_eq(named("transpose_kernel_per_request"), 4);
    ck_assert_double_eq_tol(named("transpose_kernel_dram_pct"), 36.5, 1e-9);
    ck_assert_double_eq(named("transpose_kernel_read"), 16784384);
    // Made for another question: not all columns are in it.
    ck_assert_str_eq(export_lacks(&e),
                     "smsp__thread_inst_executed_per_inst_executed.ratio");
}
END_TEST

START_TEST(units_of_ncu_are_converted) {
    ck_assert(take("\"ID\",\"Kernel Name\",\"Grid Size\",\"Block Size\","
                   "\"gpu__time_duration.sum\",\"dram__bytes_read.sum\"\n"
                   "\"\",\"\",\"\",\"\",\"ms\",\"Mbyte\"\n"
                   "\"0\",\"copy\",\"(1, 1, 1)\",\"(32, 1, 1)\",\"1.5\","
                   "\"2.25\"\r\n"));
    ck_assert_double_eq(named("copy_us"), 1500);
    ck_assert_double_eq(named("copy_read"), 2.25e6);
}
END_TEST

START_TEST(nsys_gives_a_timeline) {
    ck_assert_msg(take(nsys), "%s", why);
    ck_assert_int_eq(e.kind, EXPORT_TIMELINE);
    ck_assert_int_eq(e.n, 3);
    ck_assert_str_eq(e.at[1].name, "scale");
    ck_assert_int_eq(e.at[1].grid[0], 4096);
    ck_assert_double_eq_tol(named("wall_us"), 55, 1e-6);
    ck_assert_double_eq_tol(named("scale_us"), 10, 1e-9);
    ck_assert_double_eq_tol(named("copies_in_us"), 20, 1e-9);
    ck_assert_double_eq_tol(named("copies_us"), 40, 1e-9);
    ck_assert_double_eq_tol(named("gap_us"), 10, 1e-6);
    ck_assert_double_eq_tol(named("idle_us"), 10, 1e-6);
    ck_assert_double_eq_tol(named("overlap_us"), 5, 1e-6);
    ck_assert_double_eq_tol(named("scale_overlap_us"), 5, 1e-6);
    ck_assert_double_eq_tol(named("scale_span_us"), 10, 1e-6);
}
END_TEST

START_TEST(trace_events_give_a_timeline) {
    ck_assert_msg(take(trace), "%s", why);
    ck_assert_str_eq(e.tool, "trace");
    ck_assert_int_eq(e.n, 2);
    ck_assert_int_eq(e.at[0].kind, ROW_COPY_IN);
    ck_assert_str_eq(e.at[1].name, "gemm");
    ck_assert_double_eq(named("kernels_us"), 60);
    ck_assert_double_eq(named("gap_us"), 10);
}
END_TEST

START_TEST(compute_sanitizer_gives_faults) {
    ck_assert_msg(take(fixture("memcheck-oob.txt")), "%s", why);
    ck_assert_int_eq(e.kind, EXPORT_FAULTS);
    ck_assert_int_eq(e.at[0].kind, ROW_BOUNDS);
    ck_assert_str_eq(e.at[0].name, "turn");
    ck_assert_int_eq(e.at[0].line, 5);
    ck_assert_int_eq(e.at[0].block[1], 1);
    ck_assert_msg(take(fixture("racecheck-race.txt")), "%s", why);
    ck_assert_int_eq(e.at[0].kind, ROW_RACE);
    ck_assert_str_eq(e.at[0].name, "turn");
    ck_assert_double_eq(named("race_line"), 6);
    ck_assert_double_eq(named("race_other"), 4);
    ck_assert(!take(fixture("memcheck-good.txt")));
    ck_assert(take("========= Uninitialized __global__ memory read of size 4 "
                   "bytes\n=========     at add(float *)+0x90 in a.cu:18\n"
                   "=========     by thread (120,0,0) in block (6,0,0)\n"));
    ck_assert_double_eq(named("init_line"), 18);
    ck_assert_double_eq(named("init_thread"), 120);
    ck_assert_double_eq(named("init_block"), 6);
}
END_TEST

static bool take_race(const char *message) {
    const char *text = arena_fmt(
        &a,
        "{\"kernels\":[],\"traps\":[{\"kind\":\"shared-race\",\"function\":"
        "\"f(int)\",\"block\":\"1,0,0\",\"thread\":\"2,0,0\",\"line\":14,"
        "\"other_line\":13,\"message\":\"%s\"},{\"kind\":\"leak\"}]}",
        message);
    return export_read(&a, text, strlen(text), EXPORT_FAULTS, &e, why);
}

START_TEST(kata_sim_gives_faults) {
    const char *said = "";
    ck_assert(take_race("Thread 1 reads x before thread 2 writes it"));
    ck_assert_int_eq(e.n, 1);
    ck_assert_double_eq(named("race_line"), 14);
    ck_assert(take_race("Thread 1 writes x before thread 2 reads it"));
    ck_assert_double_eq(named("race_line"), 13);
    ck_assert_double_eq(named("race_other"), 14);
    Export own = e;
    ExportRow *was = e.at, moved = *was;
    e.at = &moved;
    ck_assert_ptr_null(profile_differs(&a, &e, &own, &said));
    moved.block[0] = 9; // a race may show in any thread
    ck_assert_ptr_null(profile_differs(&a, &e, &own, &said));
    moved.line = 3;
    ck_assert_str_eq(profile_differs(&a, &e, &own, &said), "other-program");
    moved = *was;
    was->kind = moved.kind = ROW_BOUNDS;
    moved.block[0] = 9;
    ck_assert_str_eq(profile_differs(&a, &e, &own, &said), "other-arguments");
}
END_TEST

// ---- what is no export

static const struct {
    const char *text, *why;
} bad[] = {
    {"", "neither JSON nor a table"},
    {"hello, world\n", "neither JSON nor a table"},
    {"{\"gpu\":\"h100\",\"kernels\":[{\"kernel\":\"co", "cut off"},
    {"{\"a\":1}", "no profile"},
    {"[1,2,3]", "no profile"},
    {"{\"gpu\":\"h100\",\"kernels\":[]}", "no kernel and no copy"},
    {"{\"gpu\":\"h100\",\"kernels\":[{\"kernel\":7}]}", "no time"},
    {"{\"gpu\":\"h100\",\"kernels\":[{\"kernel\":\"c\",\"us\":-1}]}",
     "no time"},
    {"{\"gpu\":\"zx81\",\"kernels\":[{\"kernel\":\"c\",\"us\":1}]}",
     "no GPU model"},
    {"{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"ts\":\"x\"}]}",
     "no time"},
    {"{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"device\",\"name\":\"c\","
     "\"ts\":1,\"dur\":1}]}",
     "no model of"},
    {"\"ID\",\"Kernel Name\"\n\"\",\"\"\n\"0\",\"c\"\n", "no time"},
    {"Start (ns),Duration (ns),Name\n1,,c\n", "no time"},
    {"Start (ns),Duration (ns),Name\n1,nan,c\n", "no time"},
    {"Start (ns),Duration (ns),Name\n", "no kernel and no copy"},
};

START_TEST(what_is_none_says_why) {
    ck_assert_msg(!take(bad[_i].text), "%s", bad[_i].text);
    ck_assert_msg(strstr(why, bad[_i].why), "'%s': %s", bad[_i].text, why);
}
END_TEST

START_TEST(every_beginning_is_survived) {
    const char *texts[] = {sim,
                           nsys,
                           trace,
                           fixture("ncu-raw-naive.csv"),
                           fixture("memcheck-oob.txt"),
                           fixture("racecheck-race.txt")};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (size_t n = 0; n < strlen(texts[i]); n++) {
            // A block of its own, so that a read past the end is seen.
            char *part = malloc(n + 1);
            memcpy(part, texts[i], n);
            part[n] = '\0';
            if (take(part)) named("wall_us");
            free(part);
        }
}
END_TEST

START_TEST(sizes_are_bounded) {
    Buf b = {0};
    buf_str(&b, "Start (ns),Duration (ns),Name\n");
    for (int i = 0; i < EXPORT_ROWS; i++)
        buf_fmt(&b, "%d,1,c\n", i);
    ck_assert_msg(take(buf_text(&b)), "%s", why);
    buf_str(&b, "9999,1,c\n");
    ck_assert(!take(buf_text(&b)));
    ck_assert_ptr_nonnull(strstr(why, "more than 4096 rows"));
    buf_clear(&b);
    for (int i = 0; i < 3000; i++)
        buf_str(&b, "\"ID\",");
    ck_assert(!take(buf_text(&b)));
    buf_clear(&b);
    for (int i = 0; i < 100000; i++)
        buf_char(&b, '[');
    ck_assert(!take(buf_text(&b)));
    buf_free(&b);
    ck_assert(!export_read(&a, "{}\0{}", 5, EXPORT_KERNELS, &e, why));
}
END_TEST

// ---- is it of this program?

static const char *differs(const char *from, const char *to) {
    Export own;
    const char *at = strstr(sim, from), *said = "";
    ck_assert_ptr_nonnull(at);
    ck_assert(take(sim));
    own = e;
    ck_assert_msg(take(arena_fmt(&a, "%.*s%s%s", (int)(at - sim), sim, to,
                                 at + strlen(from))),
                  "%s", why);
    const char *kind = profile_differs(&a, &e, &own, &said);
    return kind ? kind : "";
}

START_TEST(an_export_is_of_its_program) {
    ck_assert_str_eq(differs("64,2,1", "64,2,1"), "");
    ck_assert_str_eq(differs("copy<", "move<"), "other-program");
    ck_assert_str_eq(differs("64,2,1", "64,3,1"), "other-arguments");
    ck_assert_str_eq(differs("256,1,1", "128,1,1"), "other-arguments");
    ck_assert_str_eq(differs("\"us\":10", "\"us\":10.001"), "not-reproduced");
    ck_assert_str_eq(differs("1676000", "1676001"), "not-reproduced");
    Export own = e;
    const char *said = "";
    ck_assert(take(sim));
    e.n = 1; // the same kernel, launched once instead of twice
    ck_assert_str_eq(profile_differs(&a, &e, &own, &said), "other-arguments");
    ck_assert(take(nsys));
    ck_assert_str_eq(profile_differs(&a, &e, &own, &said), "other-export");
}
END_TEST

static const char *gpu_differs(double pct, double dram) {
    Export own;
    const char *said = "";
    ck_assert(take(sim));
    own = e;
    ck_assert(take(sim));
    e.tool = "ncu";
    for (int i = 0; i < 2; i++) {
        e.at[i].value[METRIC_read] = 3e4 * e.at[i].us * dram;
        e.at[i].value[METRIC_written] = 0;
        e.at[i].value[METRIC_dram_pct] = dram;
    }
    e.at[0].value[METRIC_dram_pct] = pct;
    const char *kind = profile_differs(&a, &e, &own, &said);
    return kind ? kind : "";
}

START_TEST(counters_of_a_gpu_fit_each_other) {
    ck_assert_str_eq(gpu_differs(60, 60), "");
    ck_assert_str_eq(gpu_differs(70, 60), "");
    ck_assert_str_eq(gpu_differs(90, 60), "inconsistent");
    ck_assert_str_eq(gpu_differs(130, 120), "inconsistent");
}
END_TEST

// The first launch with another figure, as ncu would say it.
static const char *ncu_says(Metric m, double factor) {
    Export own;
    const char *said = "";
    ck_assert(take(sim));
    own = e;
    ck_assert(take(sim));
    e.tool = "ncu";
    for (int i = 0; i < e.n; i++) // another GPU is faster
        e.at[i].us = e.at[i].value[METRIC_us] *= 0.8;
    e.at[0].value[m] *= factor;
    if (m == METRIC_us) e.at[0].us *= factor;
    const char *kind = profile_differs(&a, &e, &own, &said);
    return kind ? kind : "";
}

START_TEST(counters_of_a_gpu_are_those_of_the_program) {
    ck_assert_str_eq(ncu_says(METRIC_occupancy, 0.9), "");
    ck_assert_str_eq(ncu_says(METRIC_sectors, 1.2), "");
    ck_assert_str_eq(ncu_says(METRIC_sectors, 0.25), "other-figures");
    ck_assert_str_eq(ncu_says(METRIC_loads, 0), "other-figures");
    ck_assert_str_eq(ncu_says(METRIC_lanes, 2), "other-figures");
    ck_assert_str_eq(ncu_says(METRIC_us, 0.01), "inconsistent");
    ck_assert_str_eq(ncu_says(METRIC_us, 0), "inconsistent");
    ck_assert_str_eq(ncu_says(METRIC_read, 1e3), "inconsistent");
}
END_TEST

// The timeline with one text in place of another.
static const char *nsys_says(const char *from, const char *to) {
    Export own;
    const char *at = strstr(nsys, from), *said = "";
    ck_assert_ptr_nonnull(at);
    ck_assert(take(nsys));
    own = e;
    ck_assert_msg(take(arena_fmt(&a, "%.*s%s%s", (int)(at - nsys), nsys, to,
                                 at + strlen(from))),
                  "%s", why);
    const char *kind = profile_differs(&a, &e, &own, &said);
    return kind ? kind : "";
}

START_TEST(a_timeline_of_a_gpu_is_possible) {
    ck_assert_str_eq(nsys_says("1000000,20000", "1000000,21000"), "");
    ck_assert_str_eq(nsys_says("1035000", "1020000"), ""); // another stream
    ck_assert_str_eq(nsys_says("1030000", "1010000"), "inconsistent");
    ck_assert_str_eq(nsys_says("209700", "104850"), "inconsistent");
    ck_assert_str_eq(nsys_says("[CUDA memcpy Device-to", "[CUDA memset of"),
                     "other-program");
}
END_TEST

// A program with a mistake in one thread, and what a tool is said to find.
static const char *sanitizer_says(const char *extra, int tools, int mistakes) {
    static const char own_text[] =
        "{\"kernels\":[],\"traps\":[{\"kind\":\"out-of-bounds\","
        "\"function\":\"f(int)\",\"block\":\"6,0,0\",\"thread\":"
        "\"3,0,0\",\"line\":8,\"message\":\"\"}]}";
    Export own;
    const char *said = "";
    ck_assert(
        export_read(&a, own_text, strlen(own_text), EXPORT_FAULTS, &own, why));
    ck_assert(take(arena_fmt(
        &a,
        "%s========= Invalid __global__ write of size 4 bytes\n"
        "=========     at f(int)+0x90 in a.cu:8\n"
        "=========     by thread (3,0,0) in block (6,0,0)\n%s"
        "========= ERROR SUMMARY: %d errors\n",
        tools ? "========= COMPUTE-SANITIZER\n" : "", extra, mistakes)));
    const char *kind = profile_differs(&a, &e, &own, &said);
    return kind ? kind : "";
}

START_TEST(mistakes_that_a_program_has_not_are_none) {
    static const char line[] =
        "========= Invalid __global__ read of size 4 bytes\n"
        "=========     at f(int)+0x90 in a.cu:9\n"
        "=========     by thread (3,0,0) in block (6,0,0)\n",
                      thread[] =
                          "========= Invalid __global__ write of size 4 bytes\n"
                          "=========     at f(int)+0x90 in a.cu:8\n"
                          "=========     by thread (4,0,0) in block (6,0,0)\n";
    ck_assert_str_eq(sanitizer_says("", 1, 1), "");
    ck_assert_str_eq(sanitizer_says(line, 1, 2), "other-program");
    ck_assert_str_eq(sanitizer_says(thread, 1, 2), "other-program");
    ck_assert_str_eq(sanitizer_says("", 1, 0), "incomplete");
    ck_assert_str_eq(sanitizer_says("", 0, 1), "incomplete");
}
END_TEST

START_TEST(the_export_is_named_in_the_sheet) {
    ck_assert_str_eq(profile_export_name(&a, "# a\nexport: `b.csv` \n"),
                     "b.csv");
    ck_assert_str_eq(profile_export_name(&a, "Export:c.json"), "c.json");
    ck_assert_str_eq(profile_export_name(&a, "the export: is\n"), "");
}
END_TEST

SUITE_OF(export) {
    Suite *s = suite_create("export");
    TCase *t = tcase_create("export");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, kata_sim_gives_counters);
    tcase_add_test(t, ncu_gives_counters);
    tcase_add_test(t, units_of_ncu_are_converted);
    tcase_add_test(t, nsys_gives_a_timeline);
    tcase_add_test(t, trace_events_give_a_timeline);
    tcase_add_test(t, compute_sanitizer_gives_faults);
    tcase_add_test(t, kata_sim_gives_faults);
    tcase_add_loop_test(t, what_is_none_says_why, 0, COUNT_OF(bad));
    tcase_add_test(t, every_beginning_is_survived);
    tcase_add_test(t, sizes_are_bounded);
    tcase_add_test(t, an_export_is_of_its_program);
    tcase_add_test(t, counters_of_a_gpu_fit_each_other);
    tcase_add_test(t, counters_of_a_gpu_are_those_of_the_program);
    tcase_add_test(t, a_timeline_of_a_gpu_is_possible);
    tcase_add_test(t, mistakes_that_a_program_has_not_are_none);
    tcase_add_test(t, the_export_is_named_in_the_sheet);
    suite_add_tcase(s, t);
    return s;
}
