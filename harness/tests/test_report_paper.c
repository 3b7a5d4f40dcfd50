// report/paper: the screens of sheets, reports and self-assessments.
#include "base/str.h"
#include "report/report.h"
#include "tests/golden.h"

#include <math.h>

static const Term plain = {.width = 80, .utf8 = true};

static PaperRow sheet_rows[] = {
    {.name = "question 1",
     .key = "permute",
     .title = "Strides after a permutation",
     .verdict = VERDICT_PASS,
     .kind = "",
     .said = "1, 30, 6",
     .why = "",
     .want = "1, 30, 6",
     .method = "A permutation takes the same strides in another order."},
    {.name = "question 2",
     .key = "offset",
     .title = "Where one element lies",
     .verdict = VERDICT_FAIL,
     .kind = "mistake elements",
     .said = "238",
     .why = "that is the offset in elements; how many bytes has one?",
     .want = "1904 bytes",
     .method = "238 elements, times 8 bytes each."},
    {.name = "question 3",
     .key = "free",
     .title = "Free, or a copy?",
     .verdict = VERDICT_SKIPPED,
     .kind = "open",
     .said = "",
     .why = ""},
};
static const Exercise sheet = {
    .id = "strides", .title = "Shapes and strides", .kind = KIND_WORKSHEET};

static PaperRow report_rows[] = {
    {"part Pattern", "part Pattern", "", VERDICT_PASS, "", "", "", NULL, NULL},
    {"part Cause", "part Cause", "", VERDICT_FAIL, "missing", "",
     "add a heading: ## Cause", NULL, NULL},
    {"citation 5: transpose", "citation 5: transpose",
     "citation of transpose, attempt 5", VERDICT_FAIL, "forged",
     "[attempt 5: transpose 100 us, H200]",
     "the record does not say '100 us'. It has: [attempt 5: transpose 138 us, "
     "3890 GB/s, H200]",
     NULL, NULL},
};
static const Exercise report = {
    .id = "report-coalescing", .title = "R", .kind = KIND_REPORT};

static PaperRow opinion_rows[] = {
    {"question 1", "scratch", "Write it again from nothing", VERDICT_PASS, "",
     "4, only the masks were missing", "", NULL, NULL},
    {"question 2", "told", "Explained it to somebody", VERDICT_PASS, "",
     "yes, to Ada", "", NULL, NULL},
};
static const Exercise opinion = {
    .id = "self-weekly", .title = "W", .kind = KIND_ASSESSMENT};

static void names_as_keys(PaperRow *rows, int n) {
    for (int i = 0; i < n; i++)
        rows[i].key = rows[i].name;
}

START_TEST(a_sheet_in_the_making) {
    PaperResult r = {.ex = &sheet,
                     .verdict = VERDICT_FAIL,
                     .rows = sheet_rows,
                     .nrows = 3,
                     .right = 1,
                     .asked = 3,
                     .summary = "1 of 3 right, 1 not answered yet",
                     .advice = "kata reset --new draws another sheet",
                     .seed = 0x3f2a91c07b};
    CheckHead head = {.address = "week00/strides",
                      .file = "work/strides/strides.md",
                      .attempt = 2,
                      .next = "kata check week00/strides"};
    Buf out = {0};
    report_paper(&plain, &(PaperView){.r = &r, .head = &head}, &out);
    golden_check("paper-sheet.txt", &out);
}
END_TEST

START_TEST(a_report_with_a_forged_number) {
    names_as_keys(report_rows, 3);
    PaperResult r = {.ex = &report,
                     .verdict = VERDICT_FAIL,
                     .rows = report_rows,
                     .nrows = 3,
                     .right = 1,
                     .asked = 3,
                     .summary = "2 things to repair",
                     .advice = ""};
    CheckHead head = {.address = "report-coalescing",
                      .file = "work/report-coalescing/report-coalescing.md",
                      .attempt = 1,
                      .next = "kata check report-coalescing"};
    Buf out = {0};
    report_paper(&plain, &(PaperView){.r = &r, .head = &head}, &out);
    golden_check("paper-report.txt", &out);
}
END_TEST

START_TEST(opinions_stand_beside_those_before) {
    static const CaseRow first[] = {{"scratch", "pass", "2, hardly", 0},
                                    {"told", "pass", "no, nobody", 0}};
    static const CaseRow second[] = {{"scratch", "pass", "3 - better", 0}};
    const Attempt then[] = {
        {.when = 1764252000, .cases = second, .ncases = 1},
        {.when = 1763640000, .cases = first, .ncases = 2},
    };
    PaperResult r = {.ex = &opinion,
                     .verdict = VERDICT_PASS,
                     .rows = opinion_rows,
                     .nrows = 2,
                     .right = 2,
                     .asked = 2,
                     .summary = "2 of 2 answered",
                     .advice = ""};
    CheckHead head = {
        .address = "self-weekly", .attempt = 3, .next = "kata next"};
    PaperView view = {.r = &r, .head = &head, .then = then, .nthen = 2};
    Buf out = {0};
    report_paper(&plain, &view, &out);
    golden_check("paper-opinions.txt", &out);
}
END_TEST

START_TEST(a_worked_sheet_shows_answers_and_ways) {
    PaperResult r = {.ex = &sheet, .rows = sheet_rows, .nrows = 3};
    Buf out = {0};
    report_paper_worked(&plain, &r, &out);
    ck_assert_str_eq(buf_text(&out),
                     " 1. Strides after a permutation\n    1, 30, 6\n"
                     "    A permutation takes the same strides in another "
                     "order.\n\n"
                     " 2. Where one element lies\n    1904 bytes\n"
                     "    238 elements, times 8 bytes each.\n");
    buf_free(&out);
}
END_TEST

SUITE_OF(report_paper) {
    Suite *s = suite_create("report_paper");
    TCase *t = tcase_create("all");
    tcase_add_test(t, a_sheet_in_the_making);
    tcase_add_test(t, a_report_with_a_forged_number);
    tcase_add_test(t, opinions_stand_beside_those_before);
    tcase_add_test(t, a_worked_sheet_shows_answers_and_ways);
    suite_add_tcase(s, t);
    return s;
}
