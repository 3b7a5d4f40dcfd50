// Regress, roofline and the pictures: screens from structs made by hand.
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "gate/tools/memcheck.h"
#include "gate/tools/ncu.h"
#include "gate/tools/ncu_lines.h"
#include "report/plot.h"
#include "report/report.h"
#include "tests/golden.h"

#include <math.h>
#include <string.h>

static const Term term = {.width = 80};

START_TEST(slower_needs_both_the_interval_and_the_threshold) {
    const RegressTime then = {100, 99, 101};
    const struct {
        RegressTime now;
        RegressKind want;
    } rows[] = {
        {{100, 99, 101}, REGRESS_SAME},
        {{104, 103, 105}, REGRESS_SAME}, // apart, but by less than 5 %
        {{108, 100, 140}, REGRESS_SAME}, // by more, but they overlap
        {{108, 107, 109}, REGRESS_SLOWER},
        {{92, 91, 93}, REGRESS_FASTER},
        {{92, 91, 100}, REGRESS_SAME},
        {{0, 0, 0}, REGRESS_SAME}, // not timed
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        ck_assert_int_eq(regress_judge(&then, &rows[i].now, 0.05),
                         rows[i].want);
    ck_assert(regress_is_bad(REGRESS_GATE) && regress_is_bad(REGRESS_WRONG));
    ck_assert(!regress_is_bad(REGRESS_UNKNOWN));
}
END_TEST

START_TEST(regress_says_what_changed) {
    MachineChange changes[] = {{"driver", "570.86.15", "580.159.04"},
                               {"nvcc", "12.8", "13.0"}};
    const RegressRow rows[] = {
        {.address = "week06/transpose",
         .kind = REGRESS_SLOWER,
         .attempt = 12,
         .then = {143, 142, 144},
         .now = {171, 170, 172},
         .cause = "machine",
         .why = "Your code is the same; the machine has changed.",
         .changes = changes,
         .nchanges = 2},
        {.address = "week01/saxpy",
         .kind = REGRESS_SAME,
         .modelled = true,
         .then = {409, 409, 409},
         .now = {409, 409, 409},
         .cause = ""},
        {.address = "week02/reduce-grid",
         .kind = REGRESS_WRONG,
         .then = {88, 87, 89},
         .cause = "",
         .why = "case n=1023: 1 of 1 elements are wrong."},
        {.address = "week02/scan",
         .kind = REGRESS_UNKNOWN,
         .then = {88, 87, 89},
         .cause = "",
         .why = "there is no GPU to run on: no driver"},
    };
    Buf out = {0};
    report_regress(&term, &(RegressView){rows, 4, 0.05}, &out);
    golden_check("regress.txt", &out);
}
END_TEST

static const RoofPoint points[] = {
    {.name = "week06/transpose",
     .us = 143,
     .bytes = 536870912,
     .ceiling_gbs = 4188},
    {.name = "week09/matmul-tiled",
     .us = 9000,
     .bytes = 201326592,
     .flops = 137438953472},
    {.name = "week01/saxpy",
     .modelled = true,
     .us = 4.3,
     .bytes = 12582912,
     .flops = 2097152},
};
static const RooflineView view = {.device = "NVIDIA H200",
                                  .source = "ceilings: measured here",
                                  .gbs_of = "read",
                                  .gbs = 4439,
                                  .tflops = 60,
                                  .at = points,
                                  .n = 3};

START_TEST(a_roof_is_the_lower_of_two) {
    ck_assert(isnan(roofline_roof(&view, &points[0])));
    // 682 flop per byte: far right of the ridge.
    ck_assert_double_eq(roofline_roof(&view, &points[1]), 60);
    // a sixth of a flop per byte.
    ck_assert_double_eq_tol(roofline_roof(&view, &points[2]), 0.73983, 1e-4);
    Buf out = {0};
    report_roofline(&term, &view, &out);
    golden_check("roofline.txt", &out);
}
END_TEST

// n: the variables of `measure:` as text, values included.
static Measure measure_of(Arena *a, const char *const (*vars)[2], int n) {
    Err err = {0};
    Measure m = {.present = true, .nvars = n};
    m.vars = arena_array(a, CaseVar, (size_t)n);
    for (int i = 0; i < n; i++)
        m.vars[i] =
            (CaseVar){vars[i][0], expr_parse(a, vars[i][1], (Loc){0}, &err)};
    return m;
}

static double value_of(const SweepSize *s, const char *name) {
    Env env = {0};
    Err err = {0};
    ck_assert(plan_draw(s->vars, s->n, NULL, &env, &err));
    double v = env_find(&env, name)->d;
    vec_free(&env);
    return v;
}

START_TEST(sizes_shrink_together_and_counts_of_bins_stay) {
    Arena a = {0};
    Err err = {0};
    static SweepSize s[SWEEP_MOST];
    static const char *const vars[][2] = {
        {"n", "1048576"}, {"m", "2 * n"}, {"bins", "256"}, {"scale", "1.5"}};
    Measure m = measure_of(&a, vars, 4);
    int n = sweep_sizes(&a, &m, false, 3, s, &err);
    ck_assert_int_eq(n, 7);
    static const double want[] = {131072, 184811, 262144, 369623,
                                  524288, 739247, 1048576};
    for (int i = 0; i < n; i++) {
        ck_assert_double_eq(value_of(&s[i], "n"), want[i]);
        ck_assert_double_eq(value_of(&s[i], "m"), 2 * want[i]);
        ck_assert_double_eq(value_of(&s[i], "bins"), 256);
        ck_assert_double_eq(value_of(&s[i], "scale"), 1.5);
        ck_assert(s[i].awkward == (i % 2 == 1));
    }
    static const char *const two[][2] = {{"rows", "8192"}, {"cols", "1024"}};
    m = measure_of(&a, two, 2);
    n = sweep_sizes(&a, &m, false, 1, s, &err);
    ck_assert_int_eq(n, 3);
    ck_assert_double_eq(value_of(&s[0], "rows"), 4096);
    ck_assert_double_eq(value_of(&s[0], "cols"), 512);
    arena_reset(&a);
}
END_TEST

// The one variable's value in a size of `sweep:`.
static Case size_of(Arena *a, const char *value) {
    const char *const vars[][2] = {{"n", value}};
    Measure m = measure_of(a, vars, 1);
    return (Case){.vars = m.vars, .nvars = 1, .times = 1};
}

START_TEST(an_exercise_says_its_own_sizes) {
    Arena a = {0};
    Err err = {0};
    static SweepSize s[SWEEP_MOST];
    static const char *const vars[][2] = {{"n", "1048576"}};
    Measure m = measure_of(&a, vars, 1);
    Case own[] = {size_of(&a, "4194304"), size_of(&a, "1000003"),
                  size_of(&a, "4096")};
    m.sweep = own;
    m.nsweep = 3;
    m.bytes = expr_parse(&a, "4 * n", (Loc){0}, &err);

    ck_assert_int_eq(sweep_sizes(&a, &m, false, 0, s, &err), 3);
    static const double want[] = {4096, 1000003, 4194304};
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq(value_of(&s[i], "n"), want[i]);
        ck_assert(s[i].awkward == (i == 1));
    }
    // What is larger than the simulated timed case is left out.
    ck_assert_int_eq(sweep_sizes(&a, &m, true, 0, s, &err), 2);
    ck_assert_double_eq(value_of(&s[1], "n"), 1000003);
    // Who asks for octaves gets them, as everybody where none are said.
    ck_assert_int_eq(sweep_sizes(&a, &m, false, 1, s, &err), 3);
    ck_assert_double_eq(value_of(&s[0], "n"), 524288);
    m.nsweep = 0;
    ck_assert_int_eq(sweep_sizes(&a, &m, false, 0, s, &err), 21);
    ck_assert_int_eq(sweep_sizes(&a, &m, true, 0, s, &err), 9);
    arena_reset(&a);
}
END_TEST

START_TEST(bench_shows_rates_ratios_and_what_is_wrong) {
    const Sweep s = {.at = {{.shape = "rows=4096 cols=4096",
                             .bytes = 134217728,
                             .you = {.us = 40, .lo = 39.9, .hi = 40.1},
                             .other = {{.us = 44, .ratio = 1.1}}},
                            {.shape = "rows=5775 cols=5775",
                             .bytes = 266805000,
                             .you = {.us = 90, .lo = 89, .hi = 91},
                             .other = {{.us = 80, .ratio = 0.889}}},
                            {.shape = "rows=8192 cols=8192",
                             .bytes = 536870912,
                             .wrong = "3 of 67108864 elements are wrong"}},
                     .n = 3};
    const SweepOther other = {.name = "cublas", .what = "cublasSgeam, fp32"};
    BenchView v = {.title = "week06/transpose",
                   .device = "NVIDIA H200",
                   .ceiling = 4188,
                   .ceiling_name = "copy",
                   .ceiling_from = "measured here",
                   .sweep = &s,
                   .others = &other,
                   .nothers = 1};
    ck_assert(isnan(bench_rate(&v, &s.at[2], 0)));
    Buf out = {0};
    report_bench(&term, &v, &out);
    golden_check("bench.txt", &out);
}
END_TEST

START_TEST(a_script_holds_its_data_and_quotes_its_words) {
    const double x[] = {1, 2, NAN}, y[] = {3, 4, 5}, none[] = {NAN};
    const char *labels[] = {"a", "b", "c"};
    Plot p = {.title = "it's",
              .xlabel = "x",
              .ylabel = "y",
              .series = {{.name = "one",
                          .x = x,
                          .y = y,
                          .n = 3,
                          .points = true,
                          .labels = labels},
                         {.name = "empty", .x = none, .y = none, .n = 1}},
              .n = 2};
    Buf out = {0};
    plot_script(&p, PLOT_PNG, "a'b.png", 80, &out);
    const char *s = buf_text(&out);
    ck_assert_ptr_nonnull(strstr(s, "set title 'it''s'"));
    ck_assert_ptr_nonnull(strstr(s, "set output 'a''b.png'"));
    ck_assert_ptr_nonnull(strstr(s, "1 3 \"a\"\n2 4 \"b\"\nEOD"));
    ck_assert_ptr_null(strstr(s, "'empty'"));
    buf_free(&out);
}
END_TEST

// ---- the vendor's tools, as recorded

static const char *recorded(Arena *a, const char *name) {
    Buf text = {0};
    Err err = {0};
    const char *path = arena_fmt(a, "harness/tests/fixtures/tools/%s", name);
    ck_assert_msg(file_read(path, &text, &err), "%s", err.msg);
    char *kept = arena_strn(a, buf_text(&text), text.len);
    buf_free(&text);
    return kept;
}

static const char word[] = "0123456789abcdef";

START_TEST(a_clean_run_needs_summary_and_last_word) {
    static const char *const tools[] = {"memcheck", "racecheck", "initcheck",
                                        "synccheck"};
    Arena a = {0};
    bool fault;
    for (size_t i = 0; i < COUNT_OF(tools); i++) {
        const char *text = recorded(&a, arena_fmt(&a, "%s-good.txt", tools[i]));
        MemcheckReport r = memcheck_read(&a, text, word, "good.cu");
        ck_assert(r.ended && r.errors == 0 && r.ran == 3 && !r.has_trap);
        ck_assert_ptr_null(memcheck_why(&a, &r, tools[i], 3, &fault));
        // Fewer cases than there are, or another run's word.
        ck_assert_ptr_nonnull(memcheck_why(&a, &r, tools[i], 4, &fault));
        ck_assert(!fault);
        r = memcheck_read(&a, text, "fedcba9876543210", "good.cu");
        ck_assert_ptr_nonnull(memcheck_why(&a, &r, tools[i], 3, &fault));
        // Cut anywhere, it is no evidence any more.
        size_t n = strlen(text);
        for (size_t cut = 0; cut + 12 < n; cut++) {
            r = memcheck_read(&a, arena_strn(&a, text, cut), word, "good.cu");
            ck_assert_ptr_nonnull(memcheck_why(&a, &r, tools[i], 3, &fault));
            ck_assert(!fault);
        }
    }
    arena_reset(&a);
}
END_TEST

START_TEST(an_access_past_the_end_has_its_line_and_thread) {
    Arena a = {0};
    bool fault;
    MemcheckReport r = memcheck_read(&a, recorded(&a, "memcheck-oob.txt"), word,
                                     "work/oob/oob.cu");
    ck_assert(r.ended && r.errors == 4 && r.ran == 0 && r.has_trap);
    ck_assert_str_eq(r.trap.kind, "out-of-bounds");
    ck_assert_int_eq(r.trap.line, 5);
    ck_assert_str_eq(r.trap.file, "work/oob/oob.cu");
    ck_assert_str_eq(r.trap.function, "turn");
    ck_assert_str_eq(r.trap.thread, "(0,1,0)");
    ck_assert_str_eq(r.trap.block, "(0,0,0)");
    ck_assert_ptr_nonnull(strstr(r.trap.message, "read of size 4"));
    ck_assert_ptr_nonnull(memcheck_why(&a, &r, "memcheck", 3, &fault));
    ck_assert(fault);
    arena_reset(&a);
}
END_TEST

START_TEST(a_hazard_has_both_threads) {
    Arena a = {0};
    bool fault;
    MemcheckReport r =
        memcheck_read(&a, recorded(&a, "racecheck-race.txt"), word, "race.cu");
    ck_assert(r.ended && r.errors == 79526 && r.warnings == 0 && r.ran == 3);
    ck_assert_str_eq(r.trap.kind, "shared-race");
    ck_assert_int_eq(r.trap.line, 4);
    ck_assert_str_eq(r.trap.thread, "(31,30,0)");
    ck_assert_str_eq(r.trap.other_thread, "(30,31,0)");
    ck_assert_ptr_nonnull(memcheck_why(&a, &r, "racecheck", 3, &fault));
    ck_assert(fault);
    arena_reset(&a);
}
END_TEST

START_TEST(ncu_counts_are_read_by_name_and_unit) {
    Arena a = {0};
    int n;
    NcuKernel *k = ncu_read(&a, recorded(&a, "ncu-raw-naive.csv"), &n);
    ck_assert_int_eq(n, 1);
    ck_assert_str_eq(k->kernel, "turn(const float *, float *, int, int)");
    ck_assert_str_eq(k->grid, "(64, 256, 1)");
    ck_assert_double_eq(k->ns, 69440);
    ck_assert_double_eq(k->ld_sectors / k->ld_requests, 4);
    ck_assert_double_eq(k->st_sectors, 4188774);
    ck_assert_double_eq(k->dram_read, 17374976);
    ck_assert_double_eq(k->warps_pct, 71.48);
    Buf out = {0};
    const ProfileView v = {.device = "NVIDIA H200",
                           .shape = "rows=2048 cols=2048",
                           .at = k,
                           .n = 1};
    report_profile(&term, &v, &out);
    golden_check("profile.txt", &out);
    k = ncu_read(&a,
                 "\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n"
                 "\"\",\"\",\"us\"\n\"0\",\"f\",\"1,234.5\"\n",
                 &n);
    ck_assert_int_eq(n, 1);
    ck_assert_double_eq_tol(k->ns, 1234500, 1e-6);
    ck_assert(isnan(k->conflicts));
    ck_assert_ptr_null(
        ncu_read(&a, "==WARNING== No kernels were profiled.\n", &n));
    arena_reset(&a);
}
END_TEST

static const LineCost *line_at(const LineCost *l, int n, const char *file,
                               int line) {
    for (int i = 0; i < n; i++)
        if (l[i].line == line && str_ends(l[i].file, file)) return &l[i];
    ck_abort_msg("no line %d of %s", line, file);
}

// Two launches: a plain transpose, and one through shared memory without
// padding, which counts with an atomic.
START_TEST(ncu_counts_are_read_line_by_line) {
    Arena a = {0};
    int n;
    const NcuKernel launches[] = {{.kernel = "naive", .ns = 20000},
                                  {.kernel = "tiled", .ns = 10000}};
    LineCost *l =
        ncu_lines(&a, recorded(&a, "ncu-source.csv"), launches, 2, &n);
    const LineCost *out = line_at(l, n, "prof.cu", 6);
    // Each instruction once, though ncu prints them twice.
    ck_assert_uint_eq(out->c.warp_insts, 294912);
    ck_assert_uint_eq(out->c.gmem_loads, 32768);
    ck_assert_uint_eq(out->c.gmem_stores, 32768);
    ck_assert_uint_eq(out->c.gmem_sectors, 131072 + 1048576);
    ck_assert_uint_eq(out->c.gmem_ideal, 2 * 131072);
    ck_assert_str_eq(out->limiter, "global or local memory");
    ck_assert_double_eq_tol(out->us, 20 * 613.0 / 1847, 1e-6);
    ck_assert_str_eq(line_at(l, n, "prof.cu", 7)->limiter,
                     "its last stores to arrive");
    const LineCost *tile = line_at(l, n, "prof.cu", 17);
    ck_assert_uint_eq(tile->c.smem_loads, 4 * 8192);
    ck_assert_uint_eq(tile->c.smem_wavefronts, 32 * tile->c.smem_ideal);
    tile = line_at(l, n, "prof.cu", 13);
    ck_assert_uint_eq(tile->c.smem_wavefronts, tile->c.smem_ideal);
    const LineCost *add = line_at(l, n, "device_atomic_functions.hpp", 107);
    ck_assert_uint_eq(add->c.atomic_requests, 8192);
    ck_assert_uint_eq(add->c.gmem_loads, 0);
    double us = 0;
    for (int i = 0; i < n; i++)
        us += l[i].us;
    ck_assert_double_eq_tol(us, 30, 1e-6);

    const char *source = "// naive\n"
                         "__global__ void naive(const float *in, float *out, "
                         "int rows, int c) {\n"
                         "    int c = blockIdx.x * blockDim.x + threadIdx.x;\n"
                         "    int r = blockIdx.y * blockDim.y + threadIdx.y;\n"
                         "    if (r < rows && c < cols)\n"
                         "        out[c * rows + r] = in[r * cols + c];\n"
                         "}\n";
    const ProfileView v = {
        .device = "NVIDIA H200",
        .shape = "rows=1024 cols=1024",
        .at = launches,
        .file = "prof.cu",
        .source = source,
        .len = strlen(source),
        .lines = ncu_lines(&a, recorded(&a, "ncu-source.csv"), launches, 1, &n),
        .nlines = n};
    ProfileView one = v;
    one.nlines = 7; // those of the first launch
    Buf b = {0};
    report_profile(&term, &one, &b);
    golden_check("profile-lines.txt", &b);
    arena_reset(&a);
}
END_TEST

START_TEST(what_is_no_page_of_lines_has_none) {
    static const char *const texts[] = {
        "",
        "==ERROR== no\n",
        "\"Line No\",\"Source\"\n\"1\",\"x\"\n",
        "\"File Path\",\"f.cu\"\n\"Line No\"\n",
        "\"",
        "\"\"\"\n\"7",
        "\"Function Name\",\"f\"\n\"Line No\",\"Source\"\n\"3\",\"\"\n"};
    Arena a = {0};
    const NcuKernel launch = {.ns = 1};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        int n = -1;
        ck_assert_ptr_null(ncu_lines(&a, texts[i], &launch, 1, &n));
        ck_assert_int_eq(n, 0);
    }
    // Lines of a launch that nobody counted: counters, and no time.
    int n;
    LineCost *l = ncu_lines(&a, recorded(&a, "ncu-source.csv"), NULL, 0, &n);
    ck_assert(n > 7);
    ck_assert_double_eq(l[0].us, 0);
    arena_reset(&a);
}
END_TEST

START_TEST(ncu_trouble_names_the_remedy) {
    Arena a = {0};
    const struct {
        const char *text, *says;
    } rows[] = {
        {"==ERROR== ERR_NVGPUCTRPERM - The user does not have permission",
         "NVreg_RestrictProfilingToAdminUsers=0"},
        {"==WARNING== No kernels were profiled.", "launched none"},
        {"==ERROR== something else\nmore", "ncu stopped: something else"},
        {"", "no table"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        ck_assert_ptr_nonnull(
            strstr(ncu_trouble(&a, rows[i].text), rows[i].says));
    arena_reset(&a);
}
END_TEST

SUITE_OF(look) {
    Suite *s = suite_create("look");
    TCase *c = tcase_create("screens");
    tcase_add_test(c, slower_needs_both_the_interval_and_the_threshold);
    tcase_add_test(c, regress_says_what_changed);
    tcase_add_test(c, a_roof_is_the_lower_of_two);
    tcase_add_test(c, sizes_shrink_together_and_counts_of_bins_stay);
    tcase_add_test(c, an_exercise_says_its_own_sizes);
    tcase_add_test(c, bench_shows_rates_ratios_and_what_is_wrong);
    tcase_add_test(c, a_script_holds_its_data_and_quotes_its_words);
    suite_add_tcase(s, c);
    c = tcase_create("tools");
    tcase_add_test(c, a_clean_run_needs_summary_and_last_word);
    tcase_add_test(c, an_access_past_the_end_has_its_line_and_thread);
    tcase_add_test(c, ncu_counts_are_read_by_name_and_unit);
    tcase_add_test(c, ncu_counts_are_read_line_by_line);
    tcase_add_test(c, what_is_no_page_of_lines_has_none);
    tcase_add_test(c, ncu_trouble_names_the_remedy);
    tcase_add_test(c, a_hazard_has_both_threads);
    suite_add_tcase(s, c);
    return s;
}
