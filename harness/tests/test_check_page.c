// One check as a page: markup, places, heat, from results made by hand.
#include "report/report.h"
#include "tests/markup.h"

#include <math.h>

#define HOSTILE "a\"b'><script>alert(1)</script>&amp;\xff\x01"

static const char source[] =
    "__global__ void k(const float *in, float *out)\n"
    "{\n"
    "\tout[0] = in[0] < 1 && \"</td>\"[0];" HOSTILE "\n"
    "}\n";

static Exercise copy = {.id = "copy", .file = "copy.cu"};
static const Gate gates[] = {
    {.metric = "bandwidth", .of = "copy", .at_least = true, .bound = 0.8},
    {.metric = "bank_conflicts", .per = "request", .bound = 0.05},
};
static GateOutcome outcomes[] = {
    {&gates[0], VERDICT_PASS, 0.91, 0.9, 0.92, "91 % " HOSTILE, false, 0, 0, 0},
    {&gates[1], VERDICT_FAIL, 3.5, 3.5, 3.5, NULL, false, 0, 0, 0},
};
static CaseResult cases[] = {
    {.name = "n=1", .verdict = VERDICT_PASS, .why = "", .kind = ""},
    {.name = "n=7 " HOSTILE,
     .verdict = VERDICT_FAIL,
     .why = "",
     .kind = "mismatch",
     .output = "out",
     .wrong = 2,
     .total = 7,
     .first = {{.where = "out[3]", .want = 1, .got = 2},
               {.where = "out[4]", .want = 1, .got_poison = true}},
     .nfirst = 2,
     .pattern_text = "The output is a copy of an input."},
};
static LineCost lines[] = {
    {.file = "/somewhere/copy.cu", .line = 3, .us = 30, .limiter = ""},
    {.file = "/somewhere/copy.cu", .line = 4, .us = 1, .limiter = ""},
    {.file = "/usr/include/header.h", .line = 1, .us = 69, .limiter = ""},
};
static KernelCost kernels[] = {{.kernel = "k<" HOSTILE ">(",
                                .grid = "1,1,1",
                                .block = "32,1,1",
                                .limiter = "DRAM",
                                .occupancy_limit = "",
                                .us = 100,
                                .share = 1}};

static CheckResult a_result(void) {
    return (CheckResult){.ex = &copy,
                         .verdict = VERDICT_FAIL,
                         .stage = STAGE_GATES,
                         .summary = "wrong: " HOSTILE,
                         .advice = "Look at `" HOSTILE "`.",
                         .hint = HOSTILE,
                         .backend = &backend_sim,
                         .modelled = true,
                         .device = {.name = HOSTILE},
                         .seed = 7,
                         .cases = cases,
                         .ncases = 2,
                         .gates = outcomes,
                         .ngates = 2,
                         .time = {.present = true,
                                  .modelled = true,
                                  .median_us = 100,
                                  .shape = HOSTILE},
                         .lines = lines,
                         .nlines = 3,
                         .kernels = kernels,
                         .nkernels = 1,
                         .source = source,
                         .source_len = sizeof source - 1,
                         .out_text = "printed " HOSTILE};
}

static const CheckHead head = {.address = "week01/copy " HOSTILE,
                               .file = "work/copy/copy.cu",
                               .attempt = 3,
                               .next = "kata check week01/copy"};

static void read_page(const CheckResult *r, Buf *out, Markup *m) {
    report_check_html(r, &head, out);
    ck_assert_uint_eq(strlen(buf_text(out)), out->len);
    markup_read(m, buf_text(out));
    ck_assert_int_eq(m->scripts, 0);
    ck_assert_ptr_null(strstr(buf_text(out), "<script"));
}

START_TEST(a_check_is_well_formed_whatever_names_and_sources_say) {
    CheckResult r = a_result();
    TrapInfo trap = trap_unknown;
    Buf out = {0};
    Markup m;
    trap.kind = "race";
    trap.message = HOSTILE;
    trap.hint = HOSTILE;
    trap.file = "copy.cu";
    trap.line = 3;
    r.traps = &trap;
    r.ntraps = 1;
    read_page(&r, &out, &m);
    static const char *const said[] = {
        "attempt 3",
        "✕ fail",
        "out[3]",
        "expected 1, got 2",
        "never written",
        "bandwidth of copy",
        "91 % [90 %, 92 %]",
        "at least 80 %",
        "at most 0.05 per request",
        "href=\"#L3\"",
        "✕ race",
        "&lt;/td&gt;",
        "printed a&quot;b",
        "<code class=\"cmd\">kata check week01/copy</code>",
    };
    for (size_t i = 0; i < COUNT_OF(said); i++)
        ck_assert_msg(strstr(buf_text(&out), said[i]) != NULL, "no '%s'",
                      said[i]);
    markup_free(&m);
    buf_free(&out);
}
END_TEST

START_TEST(a_line_shows_its_share_of_all_launches_as_number_and_heat) {
    CheckResult r = a_result();
    Buf out = {0};
    Markup m;
    read_page(&r, &out, &m);
    const char *three = strstr(buf_text(&out), "id=\"L3\"");
    const char *four = strstr(buf_text(&out), "id=\"L4\"");
    const char *one = strstr(buf_text(&out), "id=\"L1\"");
    ck_assert(one && three && four);
    ck_assert_ptr_nonnull(strstr(three, "30 %"));
    ck_assert_ptr_nonnull(strstr(three, "class=\"h4\" width=\"15.0\""));
    ck_assert_ptr_nonnull(strstr(four, "class=\"h1\""));
    // Of another file's line 1 nothing stands at this one's.
    ck_assert_ptr_null(memmem(one, (size_t)(three - one), "69 %", 4));
    markup_free(&m);
    buf_free(&out);
}
END_TEST

START_TEST(without_costs_the_source_stands_alone) {
    CheckResult r = a_result();
    Buf out = {0};
    Markup m;
    r.nlines = r.nkernels = r.ngates = r.ncases = 0;
    r.time.present = false;
    r.verdict = VERDICT_BUILD;
    r.build.diagnostics = "copy.cu(3): error: " HOSTILE;
    read_page(&r, &out, &m);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "No line was timed"));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "copy.cu(3): error"));
    ck_assert_ptr_null(strstr(buf_text(&out), "class=\"bar\""));
    markup_free(&m);
    buf_free(&out);
}
END_TEST

START_TEST(a_trap_of_another_file_is_named_and_no_link) {
    CheckResult r = a_result();
    TrapInfo trap = trap_unknown;
    Buf out = {0};
    Markup m;
    trap.kind = "out-of-bounds";
    trap.file = "/usr/include/header.h";
    trap.line = 900;
    r.traps = &trap;
    r.ntraps = 1;
    read_page(&r, &out, &m);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "at header.h:900"));
    markup_free(&m);
    buf_clear(&out);
    trap.file = "copy.cu"; // a line that the source does not have
    read_page(&r, &out, &m);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "at copy.cu:900"));
    markup_free(&m);
    buf_free(&out);
}
END_TEST

SUITE_OF(check_page) {
    Suite *s = suite_create("check_page");
    TCase *t = tcase_create("check_page");
    tcase_add_test(t, a_check_is_well_formed_whatever_names_and_sources_say);
    tcase_add_test(t,
                   a_line_shows_its_share_of_all_launches_as_number_and_heat);
    tcase_add_test(t, without_costs_the_source_stands_alone);
    tcase_add_test(t, a_trap_of_another_file_is_named_and_no_link);
    suite_add_tcase(s, t);
    return s;
}
