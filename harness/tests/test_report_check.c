// The verdict screen, from results made by hand: what a learner sees for every
// way in which a check can end. Compared with tests/golden/check-*.txt.
#include "report/report.h"
#include "report/rows.h"
#include "tests/golden.h"

#include <math.h>
#include <sqlite3.h>

static const Term term = {.width = 80};

static const char source[] = "#include <cuda_runtime.h>\n"
                             "\n"
                             "__global__ void k(const float *in, float *out)\n"
                             "{\n"
                             "    int x = threadIdx.x;\n"
                             "    out[x * rows + y] = in[y * cols + x];\n"
                             "}\n";

static const Gate gates[] = {
    {.metric = "bandwidth", .of = "copy", .at_least = true, .bound = 0.8},
    {.metric = "bank_conflicts", .per = "request", .bound = 0.05},
    {.metric = "speedup", .over = "naive", .at_least = true, .bound = 3},
    {.metric = "smem_requests", .per = "flop", .bound = 0.0078125},
    {.metric = "tensor_flops", .per = "flop", .at_least = true, .bound = 1},
    {.metric = "occupancy", .bound = 0.25},
};

static const Exercise transpose = {
    .id = "transpose",
    .file = "transpose.cu",
    .ngates = 3,
};

static const CheckHead head = {
    .address = "week06/transpose",
    .file = "work/transpose/transpose.cu",
    .attempt = 7,
    .next = "kata check week06/transpose",
};

// A check on the simulated device that built, and nothing more.
static CheckResult simulated(void) {
    CheckResult r = {
        .ex = &transpose,
        .backend = &backend_sim,
        .modelled = true,
        .note = "No GPU here (no NVIDIA driver on this machine): run on the "
                "simulated device, modelled on NVIDIA H200.",
        .device = {.name = "NVIDIA H200", .cc = 90, .runtime = "13.0"},
        .seed = 0x5eed91,
        .build = {.seconds = 1.43, .registers = 28, .spill_bytes = 0},
        .source = source,
        .source_len = sizeof source - 1,
        .advice =
            "Start with the first wrong element shown above; then check again.",
    };
    return r;
}

static CheckResult measured(void) {
    CheckResult r = simulated();
    r.backend = &backend_gpu;
    r.modelled = false;
    r.note = NULL;
    r.build.cached = true;
    return r;
}

// All of it, as --verbose shows it; and what a screen of 24 lines has of it.
static void compare(const char *name, const CheckResult *r,
                    const CheckHead *h) {
    CheckHead all = *h;
    all.verbose = true;
    Buf out = {0};
    report_check(&term, r, &all, &out);
    golden_check(name, &out);
}

static void compare_brief(const char *name, const CheckResult *r) {
    Buf out = {0};
    int lines = 0;
    report_check(&term, r, &head, &out);
    for (size_t i = 0; i < out.len; i++)
        lines += out.data[i] == '\n';
    ck_assert_int_le(lines, 23);
    golden_check(name, &out);
}

START_TEST(a_build_error_shows_the_compilers_own_words) {
    CheckResult r = simulated();
    r.verdict = VERDICT_BUILD;
    r.stage = STAGE_BUILD;
    r.build.diagnostics =
        "transpose.cu(6): error: identifier \"rows\" is undefined\n"
        "      out[x * rows + y] = in[y * cols + x];\n"
        "              ^\n";
    r.build.remark = "A kernel sees its parameters only: `rows` has to be one "
                     "of them, or be passed on at the launch.";
    r.summary = "identifier \"rows\" is undefined";
    r.advice = "Fix the first error that the compiler names; later errors are "
               "often caused by it.";
    compare("check-build.txt", &r, &head);
}
END_TEST

// The types of a template library, written out.
START_TEST(a_line_of_300_KB_from_the_compiler_is_shortened) {
    enum { LONG = 300000 };
    static char text[LONG + 100];
    int n = sprintf(text, "gemm.cu(6): error: no copy from \"");
    memset(text + n, 'T', LONG);
    strcpy(text + n + LONG, "\"\n      copy(a, b);\n");
    CheckResult r = simulated();
    r.verdict = VERDICT_BUILD;
    r.stage = STAGE_BUILD;
    r.build.diagnostics = text;
    CheckHead all = head;
    all.verbose = true;
    Buf brief = {0}, whole = {0};
    report_check(&term, &r, &head, &brief);
    report_check(&term, &r, &all, &whole);
    ck_assert_uint_lt(brief.len, 1500);
    ck_assert_ptr_nonnull(strstr(buf_text(&brief), "error: no copy from"));
    ck_assert_ptr_nonnull(strstr(buf_text(&brief), "characters more"));
    ck_assert_ptr_nonnull(strstr(buf_text(&brief), "copy(a, b);"));
    ck_assert_ptr_nonnull(strstr(buf_text(&whole), text));
    buf_free(&brief);
    buf_free(&whole);
}
END_TEST

START_TEST(a_wrong_result_shows_the_first_elements_and_what_it_looks_like) {
    CaseResult cases[] = {
        {.name = "rows=1 cols=1", .verdict = VERDICT_PASS},
        {.name = "rows=33 cols=70",
         .verdict = VERDICT_FAIL,
         .kind = "mismatch",
         .why = "70 of 2310 elements are wrong",
         .output = "out",
         .wrong = 70,
         .total = 2310,
         .first = {{.where = "out[0][32]", .want = 2240, .got_poison = true},
                   {.where = "out[1][32]",
                    .want = 0.25,
                    .got = 0.25000001,
                    .bound = 1e-9}},
         .nfirst = 2,
         .pattern = "tail-unwritten",
         .pattern_text = "Only the tail is wrong, and it was never written: "
                         "the last, partial block is missing."},
        {.name = "rows=70 cols=33",
         .verdict = VERDICT_FAIL,
         .kind = "guard",
         .why = "wrote behind the end of `out`"},
        {.name = "rows=0 cols=7", .verdict = VERDICT_PASS},
    };
    CheckResult r = simulated();
    r.verdict = VERDICT_FAIL;
    r.stage = STAGE_CORRECT;
    r.cases = cases;
    r.ncases = 4;
    r.shared_pattern = cases[1].pattern;
    r.shared_text = cases[1].pattern_text;
    r.contrast = "Right wherever cols is a multiple of 32, wrong everywhere "
                 "else: what does the last, partial stretch get?";
    r.summary = "case rows=33 cols=70: 70 of 2310 elements are wrong";
    r.hint = "How many blocks does a grid need that covers 33 columns in tiles "
             "of 32?";
    r.out_text = "x = 3\ny = \033[31m4\n";
    r.out_dropped = 120;
    compare("check-wrong.txt", &r, &head);
    compare_brief("check-wrong-brief.txt", &r);
}
END_TEST

// One long name is shown whatever the width, and what is not shown is counted.
START_TEST(other_wrong_cases_are_named_or_counted) {
    static const char *const long_name =
        "a bias for each column, broadcast over the rows (d0=3 d1=4 d2=5)";
    CaseResult cases[6];
    Term brief = term;
    Buf out = {0};
    for (int i = 0; i < 6; i++)
        cases[i] = (CaseResult){.name = i ? long_name : "first",
                                .verdict = VERDICT_FAIL,
                                .kind = "mismatch",
                                .why = "wrong"};
    CheckResult r = simulated();
    r.verdict = VERDICT_FAIL;
    r.stage = STAGE_CORRECT;
    r.cases = cases;
    r.ncases = 6;
    r.summary = "wrong";
    brief.brief = 1;
    report_check(&brief, &r, &head, &out);
    ck_assert_ptr_nonnull(strstr(out.data, "also wrong: a bias"));
    ck_assert_ptr_nonnull(strstr(out.data, "and 4 more"));
    ck_assert_ptr_null(strstr(out.data, "    ; and"));
    buf_free(&out);
}
END_TEST

START_TEST(a_trap_stands_ahead_of_the_wrong_result_it_caused) {
    TrapInfo traps[] = {
        {.kind = "out-of-bounds",
         .message = "A thread wrote past the end of an allocation.",
         .hint = "the grid is rounded up to whole blocks, and nothing keeps "
                 "the surplus threads from writing",
         .file = "/home/ada/kata/transpose.cu",
         .line = 6,
         .function = "k(const float *, float *)",
         .block = "1,0,0",
         .thread = "4,0,0",
         .address = "0x7f0000001004",
         .space = "global",
         .access = "write",
         .alloc_note = "4 bytes past the end of a 4096-byte allocation",
         .variable = "",
         .other_file = "",
         .other_block = "",
         .other_thread = "",
         .count = 31},
    };
    CaseResult cases[] = {
        {.name = "rows=33 cols=70",
         .verdict = VERDICT_CRASH,
         .kind = "trap",
         .why = "A thread wrote past the end of an allocation."},
        {.name = "rows=70 cols=33", .verdict = VERDICT_SKIPPED, .kind = ""},
    };
    CheckResult r = simulated();
    r.verdict = VERDICT_CRASH;
    r.stage = STAGE_RUN;
    r.cases = cases;
    r.ncases = 2;
    r.traps = traps;
    r.ntraps = 1;
    r.summary = "case rows=33 cols=70: A thread wrote past the end of an "
                "allocation.";
    r.advice =
        "The kernel was stopped at this line. Start there, then check again.";
    compare("check-trap.txt", &r, &head);
    r.hint = "One long line that makes the screen too high for a terminal of "
             "24 lines, and so shows that what helps least is left out, and "
             "that the hint is not: it is what the learner reads.";
    compare_brief("check-trap-brief.txt", &r);
}
END_TEST

static double samples[30];

static Timing timing(bool modelled) {
    return (Timing){
        .present = true,
        .modelled = modelled,
        .median_us = 412.2,
        .lo_us = 409,
        .hi_us = 415,
        .samples_us = samples,
        .n = 30,
        .bytes = 536870912,
        .gbs = 1303,
        .theoretical_gbs = 4800,
        .ceiling_gbs = 4100,
        .access = "copy",
        .shape = "rows=8192 cols=8192",
    };
}

static CaseResult all_right[] = {
    {.name = "rows=1 cols=1", .verdict = VERDICT_PASS},
    {.name = "rows=33 cols=70", .verdict = VERDICT_PASS},
};

START_TEST(a_slow_kernel_sees_both_denominators_and_the_line_to_look_at) {
    GateOutcome outcomes[] = {
        {.gate = &gates[0],
         .verdict = VERDICT_FAIL,
         .value = 0.318,
         .lo = 0.31,
         .hi = 0.32,
         .why = "1303 GB/s of a modelled copy ceiling of 4100 GB/s"},
        {.gate = &gates[1],
         .verdict = VERDICT_FAIL,
         .value = 31,
         .lo = 31,
         .hi = 31,
         .why = "31 extra wavefronts for each of 65536 requests"},
        {.gate = &gates[2],
         .verdict = VERDICT_PASS,
         .value = 3.4,
         .lo = 3.4,
         .hi = 3.4},
        {.gate = &gates[3],
         .verdict = VERDICT_PASS,
         .value = 0.00390625,
         .lo = 0.00390625,
         .hi = 0.00390625},
        {.gate = &gates[4],
         .verdict = VERDICT_FAIL,
         .value = 0.5,
         .lo = 0.5,
         .hi = 0.5,
         .why = "0.5, counted exactly (at least 1)"},
        {.gate = &gates[5],
         .verdict = VERDICT_FAIL,
         .value = 0.5,
         .lo = 0.5,
         .hi = 0.5,
         .why = "50.0 %, of the modelled GPU, limited by registers (at most "
                "25.0 %)"},
    };
    KernelCost kernels[] = {
        {.kernel = "k(const float *, float *)",
         .grid = "256,256,1",
         .block = "32,32,1",
         .limiter = "shared memory",
         .us = 411,
         .share = 0.91,
         .occupancy = 0.5},
    };
    LineCost lines[] = {
        {.file = "transpose.cu",
         .line = 5,
         .limiter = "",
         .c = {.gmem_loads = 100, .gmem_sectors = 400, .gmem_ideal = 400}},
        {.file = "transpose.cu",
         .line = 6,
         .limiter = "shared memory",
         .c = {.smem_stores = 100, .smem_wavefronts = 3200, .smem_ideal = 100}},
    };
    CheckResult r = simulated();
    r.verdict = VERDICT_FAIL;
    r.stage = STAGE_GATES;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = outcomes;
    r.ngates = 6;
    r.kernels = kernels;
    r.nkernels = 1;
    r.lines = lines;
    r.nlines = 2;
    r.costly = &lines[1];
    r.costly_share = 0.874;
    r.time = timing(true);
    r.summary = "bandwidth: 1303 GB/s of a modelled copy ceiling of 4100 GB/s";
    r.advice = "The results are right; now make it fast.";
    compare("check-slow.txt", &r, &head);
    compare_brief("check-slow-brief.txt", &r);
}
END_TEST

START_TEST(a_pass_on_a_gpu_says_what_it_reached) {
    GateOutcome outcomes[] = {
        {.gate = &gates[0],
         .verdict = VERDICT_PASS,
         .value = 0.93,
         .lo = 0.925,
         .hi = 0.934},
        {.gate = &gates[1], .verdict = VERDICT_PASS, .value = 0},
    };
    CheckResult r = measured();
    CheckHead h = head;
    h.next = "kata next";
    r.verdict = VERDICT_PASS;
    r.stage = STAGE_DONE;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = outcomes;
    r.ngates = 2;
    r.time = timing(false);
    r.medal = "silver";
    r.solution_us = 405.2;
    r.solution_date = "2026-11-20";
    r.summary = "passed: 2 cases and every gate";
    r.advice = "Go on: kata next";
    compare("check-pass.txt", &r, &h);
}
END_TEST

// The gate's 85 % are not the 32 % of the modelled time below it.
START_TEST(a_modelled_pass_says_where_its_figure_is_from) {
    GateOutcome outcome = {
        .gate = &gates[0],
        .verdict = VERDICT_PASS,
        .value = 0.85,
        .lo = 0.85,
        .hi = 0.85,
        .is_expected = true,
        .why = "expected on a GPU: 1.00x the speed of the "
               "shipped solution, which measured 85.0 % on NVIDIA H200"};
    CheckResult r = simulated();
    CheckHead h = head;
    h.next = "kata next";
    r.verdict = VERDICT_PASS;
    r.stage = STAGE_DONE;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = &outcome;
    r.ngates = 1;
    r.time = timing(true);
    r.summary = "passed: 2 cases and every gate";
    r.advice = "Go on: kata next";
    r.solution_us = 401.3;
    compare("check-modelled.txt", &r, &h);
}
END_TEST

START_TEST(a_medal_near_its_bar_may_be_another_on_a_gpu) {
    static Gate bar = {
        .metric = "bandwidth", .of = "copy", .at_least = true, .bound = 0.83};
    static const Medal silver = {"silver", &bar, 1};
    GateOutcome outcome = {.gate = &gates[0],
                           .verdict = VERDICT_PASS,
                           .value = 0.85,
                           .lo = 0.85,
                           .hi = 0.85,
                           .is_expected = true,
                           .usual = 0.05,
                           .why = "expected on a GPU"};
    CheckResult r = simulated();
    CheckHead h = head;
    r.verdict = VERDICT_PASS;
    r.stage = STAGE_DONE;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = &outcome;
    r.ngates = 1;
    r.advice = "Go on: kata next";
    r.won = &silver;
    r.medal = silver.name;
    r.time = timing(true);
    r.summary = "passed: 2 cases and every gate";
    compare("check-near.txt", &r, &h);
}
END_TEST

// No GPU's figure is known: the row claims none, and the medal is not given.
START_TEST(a_gate_without_a_recorded_figure_compares_with_the_solution) {
    GateOutcome outcome = {
        .gate = &gates[0],
        .verdict = VERDICT_FAIL,
        .value = NAN,
        .lo = NAN,
        .hi = NAN,
        .times = 0.53,
        .least = 1 / 1.3,
        .why = "0.53x the modelled speed of the shipped solution (at least "
               "0.77x: its figure on a GPU is not known yet)"};
    CheckResult r = simulated();
    CheckHead h = head;
    h.next = "kata next";
    r.verdict = VERDICT_FAIL;
    r.stage = STAGE_GATES;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = &outcome;
    r.ngates = 1;
    r.time = timing(true);
    r.summary = "too slow";
    r.advice = "Go on: kata next";
    compare("check-relative.txt", &r, &h);
}
END_TEST

START_TEST(a_library_is_named_and_the_circumstances_told) {
    static const Gate bar = {
        .metric = "fraction_of_cublas", .at_least = true, .bound = 0.5};
    GateOutcome outcome = {
        .gate = &bar,
        .verdict = VERDICT_FAIL,
        .value = 0.199,
        .lo = 0.198,
        .hi = 0.2,
        .why = "487.8 us against the 97.4 us of cublasSgemm, fp32, in turn "
               "with it on the same inputs, m=1024 n=2048 k=1024"};
    Rival rivals[] = {{.name = "cublas",
                       .what = "cublasSgemm, fp32, CUBLAS_PEDANTIC_MATH",
                       .us = 97.4,
                       .ratio = 0.199},
                      {.name = "cub",
                       .why = "there is no CUB on this machine",
                       .ratio = NAN}};
    CheckResult r = measured();
    r.verdict = VERDICT_FAIL;
    r.stage = STAGE_GATES;
    r.gates = &outcome;
    r.ngates = 1;
    r.rivals = rivals;
    r.nrivals = 2;
    r.time = (Timing){.present = true,
                      .median_us = 487.8,
                      .lo_us = 487.2,
                      .hi_us = 488.3,
                      .n = 28,
                      .bytes = 20971520,
                      .flops = 4294967296,
                      .gbs = 43,
                      .ceiling_gbs = 4475,
                      .ceiling_tflops = 60.2,
                      .theoretical_gbs = 4814,
                      .access = "read",
                      .event_overhead_us = 1.25,
                      .mhz = 1710,
                      .dropped = 2,
                      .unheld = true,
                      .persists = true,
                      .shape = "m=1024 n=2048 k=1024"};
    r.conditions = (Conditions){
        .known = true,
        .remark = {"2 of 30 samples left out: the clock was more than 3 % "
                   "below its usual 1710 MHz, held down by heat"},
        .nremarks = 1};
    r.summary = "fraction_of_cublas: 19.9 %";
    r.advice = "The results are right; now make it fast.";
    compare("check-library.txt", &r, &head);
}
END_TEST

// A time beside the learner's is our solution's or a library's, and known: a
// slow program of ours is no mark to reach.
START_TEST(a_pass_compares_with_the_library_and_our_solution) {
    static const Gate bars[] = {
        {.metric = "fraction_of_cub", .at_least = true, .bound = 0.5},
        {.metric = "fraction_of_cublas", .at_least = true, .bound = 0.5},
        {.metric = "speedup", .over = "untiled", .at_least = true, .bound = 2}};
    GateOutcome outcomes[] = {
        {.gate = &bars[0], .verdict = VERDICT_PASS, .value = 0.9},
        {.gate = &bars[1], .verdict = VERDICT_SKIPPED, .value = NAN},
        {.gate = &bars[2], .verdict = VERDICT_PASS, .value = 3}};
    Rival rivals[] = {
        {.name = "cub", .what = "cub::DeviceReduce", .us = 371, .ratio = 0.9},
        {.name = "cublas", .what = "", .why = "no cuBLAS", .ratio = NAN},
        {.name = "untiled", .what = "", .us = 1236, .ratio = 3}};
    CheckResult r = measured();
    CheckHead h = head;
    h.next = "kata next";
    r.verdict = VERDICT_PASS;
    r.stage = STAGE_DONE;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = outcomes;
    r.ngates = 3;
    r.rivals = rivals;
    r.nrivals = 3;
    r.time = timing(false);
    r.summary = "passed: 2 cases and every gate";
    r.advice = "Go on: kata next";
    compare("check-pass-library.txt", &r, &h);
}
END_TEST

// 440 TFLOP/s are no 724 % of what multiply-adds reach.
START_TEST(no_share_of_a_ceiling_is_above_it) {
    CheckResult r = measured();
    CheckHead all = head;
    Buf out = {0};
    all.verbose = true;
    r.verdict = VERDICT_PASS;
    r.stage = STAGE_DONE;
    r.time = timing(false);
    r.time.flops = 440e12 * r.time.median_us / 1e6;
    r.time.ceiling_tflops = 60.8;
    report_check(&term, &r, &all, &out);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "which takes tensor cores"));
    ck_assert_ptr_null(strstr(buf_text(&out), "724 %"));
    buf_free(&out);
}
END_TEST

START_TEST(noise_is_no_failure_and_says_so) {
    GateOutcome outcomes[] = {
        {.gate = &gates[0],
         .verdict = VERDICT_INCONCLUSIVE,
         .value = 0.8,
         .lo = 0.7,
         .hi = 0.9,
         .why = "after 300 runs the interval still straddles the bound; "
                "another process uses this GPU"},
    };
    CheckResult r = measured();
    r.verdict = VERDICT_INCONCLUSIVE;
    r.stage = STAGE_GATES;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = outcomes;
    r.ngates = 1;
    r.summary = "bandwidth: the interval straddles the bound";
    r.advice = "Something else may be using the GPU. Try again when it is "
               "quiet.";
    compare("check-noise.txt", &r, &head);
}
END_TEST

START_TEST(a_crash_without_a_trap_says_how_the_program_ended) {
    CaseResult cases[] = {
        {.name = "rows=1 cols=1",
         .verdict = VERDICT_CRASH,
         .kind = "timeout",
         .why = "still running after 10 s"},
    };
    CheckResult r = measured();
    CheckHead h = head;
    h.attempt = 0; // --no-record
    h.untouched = true;
    r.verdict = VERDICT_CRASH;
    r.stage = STAGE_RUN;
    r.run_status = RUN_TIMEOUT;
    r.run_detail = "10 s";
    r.cases = cases;
    r.ncases = 1;
    r.err_text = "waiting\n";
    r.summary = "case rows=1 cols=1: still running after 10 s";
    r.advice = "It crashed. Fix the case shown above, then check again.";
    compare("check-timeout.txt", &r, &h);
}
END_TEST

// Whatever stands in a result: no line is wider than the screen, but for what
// is quoted, and no verdict of a simulated check is without the word.
START_TEST(a_modelled_verdict_says_so_even_if_nothing_else_does) {
    CheckResult r = simulated();
    r.note = NULL;
    for (int v = VERDICT_PASS; v < VERDICT_COUNT; v++) {
        Buf out = {0};
        if (v == VERDICT_BUILD || v == VERDICT_ENV) continue; // nothing ran
        r.verdict = (Verdict)v;
        r.summary = "x";
        report_check(&term, &r, &head, &out);
        const char *last = strstr(buf_text(&out), "(modelled)");
        ck_assert_msg(last != NULL, "verdict %d:\n%s", v, buf_text(&out));
        ck_assert_ptr_nonnull(strstr(buf_text(&out), "no GPU took part"));
        buf_free(&out);
    }
}
END_TEST

START_TEST(the_json_of_a_check_is_valid_and_complete) {
    CheckResult r = simulated();
    GateOutcome outcomes[] = {{.gate = &gates[0],
                               .verdict = VERDICT_SKIPPED,
                               .value = NAN,
                               .lo = NAN,
                               .hi = INFINITY,
                               .why = "quote \" and \\ and \x01"}};
    r.verdict = VERDICT_PASS;
    r.cases = all_right;
    r.ncases = 2;
    r.gates = outcomes;
    r.ngates = 1;
    r.time = timing(true);
    r.out_text = "bad utf-8: \xff\xfe\n";
    Buf out = {0};
    report_check_json(&r, &head, &out);

    sqlite3 *db;
    sqlite3_stmt *st;
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_prepare_v2(db,
                           "SELECT json_valid(?1), ?1 ->> '$.modelled',"
                           " ?1 ->> '$.verdict', ?1 ->> '$.seed',"
                           " json_array_length(?1, '$.cases'),"
                           " ?1 ->> '$.gates[0].value' IS NULL",
                           -1, &st, NULL),
        SQLITE_OK);
    sqlite3_bind_text(st, 1, buf_text(&out), -1, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(st), SQLITE_ROW);
    ck_assert_msg(sqlite3_column_int(st, 0) == 1, "%s", buf_text(&out));
    ck_assert_int_eq(sqlite3_column_int(st, 1), 1);
    ck_assert_str_eq((const char *)sqlite3_column_text(st, 2), "pass");
    ck_assert_str_eq((const char *)sqlite3_column_text(st, 3), "0x5eed91");
    ck_assert_int_eq(sqlite3_column_int(st, 4), 2);
    ck_assert_int_eq(sqlite3_column_int(st, 5), 1);
    sqlite3_finalize(st);
    sqlite3_close(db);
    buf_free(&out);
}
END_TEST

// Inputs have elements, too.
START_TEST(a_count_per_element_is_one_of_the_outputs) {
    const char *const pers[] = {"element", "flop", "request"};
    const char *const says[] = {"at most 22000 per output element",
                                "at most 22000 per flop",
                                "at most 22000 per request"};
    for (size_t i = 0; i < COUNT_OF(pers); i++) {
        const Gate g = {
            .metric = "instructions", .per = pers[i], .bound = 22000};
        const GateOutcome o = {
            .gate = &g, .value = 17120, .lo = NAN, .hi = NAN};
        Buf name = {0}, value = {0}, bound = {0};
        report_gate_texts(&o, &name, &value, &bound);
        ck_assert_str_eq(buf_text(&bound), says[i]);
        buf_free(&name);
        buf_free(&value);
        buf_free(&bound);
    }
}
END_TEST

SUITE_OF(report_check) {
    Suite *s = suite_create("report_check");
    TCase *t = tcase_create("report_check");
    tcase_add_test(t, a_count_per_element_is_one_of_the_outputs);
    tcase_add_test(t, a_build_error_shows_the_compilers_own_words);
    tcase_add_test(t, a_line_of_300_KB_from_the_compiler_is_shortened);
    tcase_add_test(
        t, a_wrong_result_shows_the_first_elements_and_what_it_looks_like);
    tcase_add_test(t, other_wrong_cases_are_named_or_counted);
    tcase_add_test(t, a_trap_stands_ahead_of_the_wrong_result_it_caused);
    tcase_add_test(
        t, a_slow_kernel_sees_both_denominators_and_the_line_to_look_at);
    tcase_add_test(t, a_pass_on_a_gpu_says_what_it_reached);
    tcase_add_test(t, a_modelled_pass_says_where_its_figure_is_from);
    tcase_add_test(t, a_medal_near_its_bar_may_be_another_on_a_gpu);
    tcase_add_test(t,
                   a_gate_without_a_recorded_figure_compares_with_the_solution);
    tcase_add_test(t, a_library_is_named_and_the_circumstances_told);
    tcase_add_test(t, a_pass_compares_with_the_library_and_our_solution);
    tcase_add_test(t, no_share_of_a_ceiling_is_above_it);
    tcase_add_test(t, noise_is_no_failure_and_says_so);
    tcase_add_test(t, a_crash_without_a_trap_says_how_the_program_ended);
    tcase_add_test(t, a_modelled_verdict_says_so_even_if_nothing_else_does);
    tcase_add_test(t, the_json_of_a_check_is_valid_and_complete);
    suite_add_tcase(s, t);
    return s;
}
