// The dashboard: markup, escapes, pictures, from structs made by hand.
#include "report/html.h"
#include "report/page.h"
#include "tests/golden.h"
#include "tests/markup.h"

#include <math.h>

// A name that would break out of text, of an attribute, and of a script.
#define HOSTILE "a\"b'><script>alert(1)</script><!--&amp;%s\xff\x01"

// ---- escapes

static const struct {
    const char *text, *html;
} escapes[] = {
    {"plain", "plain"},
    {"a<b>c&d", "a&lt;b&gt;c&amp;d"},
    {"\"it's\"", "&quot;it&#39;s&quot;"},
    {"caf\xc3\xa9", "caf\xc3\xa9"},
    {"a\tb\nc", "a\tb\nc"},
    {"\x01\x1f\x7f", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    {"\xff\xc3", "\xef\xbf\xbd\xef\xbf\xbd"},
    {"\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd"},
    {"&amp;", "&amp;amp;"},
};

START_TEST(text_is_escaped_for_elements_and_attributes) {
    Buf out = {0};
    html_text(&out, escapes[_i].text);
    ck_assert_str_eq(buf_text(&out), escapes[_i].html);
    buf_free(&out);
}
END_TEST

START_TEST(markup_is_kept_and_what_is_put_into_it_is_escaped) {
    const char *none = getenv("KATA_NO_SUCH_THING");
    Buf out = {0};
    html_put(&out, "<b title=\"%s\">%d of %lld, %.1f %%</b>%s", "\"<", 3, 4ll,
             0.25, none);
    ck_assert_str_eq(buf_text(&out),
                     "<b title=\"&quot;&lt;\">3 of 4, 0.2 %</b>");
    buf_clear(&out);
    html_prose(&out, "type `kata <x>`, or `half");
    ck_assert_str_eq(buf_text(&out),
                     "type <code>kata &lt;x&gt;</code>, or `half");
    buf_free(&out);
}
END_TEST

START_TEST(json_cannot_end_its_script) {
    Buf json = {0}, out = {0};
    buf_str(&json, "{\"a\":\"</script><!--&\"}");
    html_json(&out, &json);
    ck_assert_str_eq(buf_text(&out), "{\"a\":\"\\u003c/script\\u003e"
                                     "\\u003c!--\\u0026\"}");
    buf_free(&json);
    buf_free(&out);
}
END_TEST

// ---- a record

typedef struct Made {
    Arena a;
    Page p;
    PageExercise at[2];
    TimeRow times[6];
    Progress rows[2];
    Attempt best, fail, recent[2];
    Exercise ex[2];
    Medal medal;
    Gate gate;
    PageDay days[PAGE_WEEKS * 7];
    RooflineView roof;
    RoofPoint points[3];
    PageReview review;
} Made;

static GateRow gates[] = {
    {"bandwidth", "copy", "pass", 0.91, 0.8, ""},
    {"coalescing", NULL, "fail", 0.25, 0.9, "25 % " HOSTILE},
};
static CaseRow cases[] = {{"n=7 " HOSTILE, "fail", "7 wrong (race)", 1},
                          {"n=8", "pass", "", 1}};

static void make_exercises(Made *m) {
    m->gate = (Gate){
        .metric = "bandwidth", .of = "copy", .at_least = true, .bound = 0.95};
    m->medal = (Medal){"gold", &m->gate, 1};
    m->ex[0] = (Exercise){.id = "copy",
                          .title = HOSTILE,
                          .file = "copy.cu",
                          .medals = &m->medal,
                          .nmedals = 1};
    m->ex[1] = (Exercise){.id = "pass", .title = "Pass", .file = HOSTILE};
    for (int i = 0; i < 6; i++)
        m->times[i] = (TimeRow){.id = i + 1,
                                .when = 1763650000 + i * 3600,
                                .exercise = "copy",
                                .device = "NVIDIA H200",
                                .verdict = i == 3 ? VERDICT_FAIL : VERDICT_PASS,
                                .modelled = i == 1,
                                .us = 100 - i * 5,
                                .library_us = i == 5 ? 60 : NAN};
    m->best = (Attempt){.id = 6,
                        .number = 6,
                        .verdict = VERDICT_PASS,
                        .median_us = 75,
                        .gates = gates,
                        .ngates = 1,
                        .source = "int x = 1 < 2 && \"</pre>\";" HOSTILE,
                        .source_len =
                            sizeof "int x = 1 < 2 && \"</pre>\";" HOSTILE - 1};
    m->fail = (Attempt){.id = 4,
                        .number = 4,
                        .verdict = VERDICT_FAIL,
                        .summary = "wrong: " HOSTILE,
                        .stage = "correct",
                        .cases = cases,
                        .ncases = 2,
                        .gates = gates,
                        .ngates = 2,
                        .median_us = 85,
                        .when = 1763660800,
                        .source = "",
                        .source_len = 0};
    m->recent[0] = m->best;
    m->recent[0].summary = HOSTILE;
    m->recent[1] = m->fail;
    m->rows[0] = (Progress){.exercise = "copy",
                            .state = STATE_PASSED,
                            .attempts = 6,
                            .best_us = 75,
                            .best_id = 6,
                            .passed_at = 1763668000,
                            .last = 1763668000};
    m->rows[1] =
        (Progress){.exercise = "pass", .state = STATE_STALE, .best_us = NAN};
    m->at[0] = (PageExercise){.ex = &m->ex[0],
                              .address = "week01/copy",
                              .p = &m->rows[0],
                              .times = m->times,
                              .ntimes = 6,
                              .recent = m->recent,
                              .nrecent = 2,
                              .best = &m->best,
                              .fail = &m->fail,
                              .least_us = {40, NAN},
                              .least_of = {"copy ceiling", NULL},
                              .library = "cuBLAS"};
    m->at[1] = (PageExercise){.ex = &m->ex[1],
                              .address = HOSTILE,
                              .p = &m->rows[1],
                              .least_us = {NAN, NAN}};
}

static void make_page(Made *m) {
    *m = (Made){0};
    make_exercises(m);
    m->points[0] =
        (RoofPoint){.name = HOSTILE, .link = "e-copy", .us = 75, .bytes = 1e8};
    m->points[1] = (RoofPoint){.name = "week01/pass",
                               .link = "e-pass",
                               .us = 50,
                               .bytes = 1e8,
                               .flops = 1e9,
                               .modelled = true};
    m->points[2] = (RoofPoint){.name = "week01/copy",
                               .link = "e-copy",
                               .us = 60,
                               .bytes = 1e8,
                               .modelled = true};
    m->roof = (RooflineView){.device = HOSTILE,
                             .source = "ceilings: " HOSTILE,
                             .gbs_of = "read",
                             .gbs = 4000,
                             .tflops = 60,
                             .memory = {{"read", 4000}, {"copy", 3600}},
                             .nmemory = 2,
                             .at = m->points,
                             .n = 3};
    m->review = (PageReview){
        .key = HOSTILE, .title = HOSTILE, .due = 20000, .recall = 0.8};
    for (int i = 0; i < PAGE_WEEKS * 7; i++)
        m->days[i] = (PageDay){.day = 20412 - 7 * 49 + i,
                               .attempts = i % 14,
                               .passes = i % 14 / 5};
    m->p = (Page){.version = "1",
                  .now = 1763668000,
                  .today = 20412,
                  .say = HOSTILE,
                  .why = "because `" HOSTILE "`",
                  .next = &m->ex[0],
                  .next_address = "week01/copy",
                  .at = m->at,
                  .n = 2,
                  .failed = &m->at[0],
                  .explained = HOSTILE,
                  .roofs = &m->roof,
                  .nroofs = 1,
                  .reviews = &m->review,
                  .nreviews = 1,
                  .days = m->days,
                  .ndays = PAGE_WEEKS * 7};
}

static int count_in(const char *text, const char *what) {
    int n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

START_TEST(a_page_is_well_formed_whatever_names_and_sources_say) {
    static Made m;
    Buf out = {0};
    Markup x;
    make_page(&m);
    page_make(&m.a, &m.p, &out);
    const char *s = buf_text(&out);
    ck_assert_uint_eq(strlen(s), out.len);
    markup_read(&x, s);
    ck_assert_int_eq(x.scripts, 2); // data, and the one of the page
    ck_assert_int_eq(count_in(s, "<script"), 2);
    ck_assert_int_eq(count_in(s, "alert(1)</script>"), 0);
    ck_assert_ptr_nonnull(strstr(s, "alert(1)&lt;/script&gt;"));
    ck_assert_ptr_nonnull(strstr(s, "1 &lt; 2 &amp;&amp; &quot;"));
    ck_assert_int_gt(x.elements, 300);
    markup_free(&x);
    buf_free(&out);
    arena_reset(&m.a);
}
END_TEST

START_TEST(a_page_says_states_in_words_and_names_its_pictures) {
    static const char *const said[] = {
        "● passed",
        "◐ stale",
        "✕ fail",
        "copy ceiling",
        "cuBLAS",
        "best so far",
        "read 4000 GB/s",
        "copy 3600 GB/s",
        "fp32 60.0 TFLOP/s",
        "role=\"img\"",
        "kata next",
        "week01/copy",
        "href=\"#s-6\"",
        "id=\"s-4\"",
        "53 %", // 40 of 75 us
        "default-src 'none'",
        "1 of 1 due today",
        "gold: bandwidth at least 95 %",
    };
    static Made m;
    Buf out = {0};
    make_page(&m);
    page_make(&m.a, &m.p, &out);
    for (size_t i = 0; i < COUNT_OF(said); i++)
        ck_assert_msg(strstr(buf_text(&out), said[i]) != NULL, "no '%s'",
                      said[i]);
    // Neither rows of days nor a place among others.
    ck_assert_ptr_null(strstr(buf_text(&out), "in a row"));
    ck_assert_ptr_null(strstr(buf_text(&out), "streak"));
    ck_assert_ptr_null(strstr(buf_text(&out), "http"
                                              "s:"));
    buf_free(&out);
    arena_reset(&m.a);
}
END_TEST

START_TEST(an_empty_record_makes_a_page_that_says_how_to_begin) {
    static Made m;
    const Track track = {.id = "micro", .title = HOSTILE};
    const Track *all[] = {&track};
    Buf out = {0};
    Markup x;
    make_page(&m);
    m.p.next = NULL;
    m.p.all = all;
    m.p.nall = 1;
    m.p.n = m.p.nroofs = m.p.nreviews = 0;
    m.p.failed = NULL;
    page_make(&m.a, &m.p, &out);
    markup_read(&x, buf_text(&out));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "kata start micro"));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "no attempt yet"));
    ck_assert_ptr_null(strstr(buf_text(&out), "href=\"#sources\""));
    markup_free(&x);
    buf_free(&out);
    arena_reset(&m.a);
}
END_TEST

// ---- pictures

static const double x[] = {1, 2, 3, 4}, y[] = {100, 50, 55, NAN},
                    level[] = {40, 40, 40, 40};

static Plot a_plot(void) {
    return (Plot){
        .title = "Times of copy",
        .xlabel = "attempt",
        .ylabel = "time",
        .desc = "Three attempts.",
        .log_y = true,
        .linear_x = true,
        .y_is_us = true,
        .series = {{.name = "best so far", .x = x, .y = y, .n = 2},
                   {.name = "measured", .x = x, .y = y, .n = 4, .points = true},
                   {.name = "modelled",
                    .x = x,
                    .y = level,
                    .n = 1,
                    .points = true,
                    .hollow = true},
                   {.name = "copy ceiling",
                    .x = x,
                    .y = level,
                    .n = 4,
                    .ceiling = true}},
        .n = 4};
}

START_TEST(a_plot_becomes_a_picture_with_axes_marks_and_names) {
    Plot p = a_plot();
    Buf out = {0};
    plot_svg_file(&p, 1, &out);
    Markup m;
    markup_read(&m, buf_text(&out));
    markup_free(&m);
    golden_check("plot.svg", &out);
}
END_TEST

START_TEST(a_plot_without_a_point_is_still_a_picture) {
    Plot p = a_plot();
    Buf out = {0};
    Markup m;
    p.series[0].n = p.series[1].n = p.series[2].n = p.series[3].n = 0;
    p.title = HOSTILE;
    plot_svg_file(&p, 1, &out);
    markup_read(&m, buf_text(&out));
    ck_assert_ptr_null(strstr(buf_text(&out), "nan"));
    markup_free(&m);
    buf_free(&out);
}
END_TEST

START_TEST(names_of_marks_do_not_cover_each_other) {
    const double at[] = {1, 1, 1, 1}, same[] = {50, 50.1, 50.2, 50.3};
    const char *labels[] = {"first", "second", "third", "fourth"};
    Plot p = a_plot();
    p.n = 1;
    p.series[0] = (PlotSeries){.name = "measured",
                               .x = at,
                               .y = same,
                               .n = 4,
                               .points = true,
                               .labels = labels};
    Buf out = {0};
    plot_svg(&p, "p", &out);
    double box[4][2];
    int n = 0;
    const char *s = buf_text(&out);
    while ((s = strstr(s, "class=\"nm\"")) && n < 4) {
        ck_assert_int_eq(sscanf(s, "class=\"nm\" x=\"%lf\" y=\"%lf\"",
                                &box[n][0], &box[n][1]),
                         2);
        n++;
        s++;
    }
    ck_assert_int_ge(n, 3);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            ck_assert_msg(fabs(box[i][1] - box[k][1]) >= 12 ||
                              fabs(box[i][0] - box[k][0]) >= 30,
                          "%d covers %d", i, k);
    buf_free(&out);
}
END_TEST

SUITE_OF(page) {
    Suite *s = suite_create("page");
    TCase *t = tcase_create("page");
    tcase_add_loop_test(t, text_is_escaped_for_elements_and_attributes, 0,
                        COUNT_OF(escapes));
    tcase_add_test(t, markup_is_kept_and_what_is_put_into_it_is_escaped);
    tcase_add_test(t, json_cannot_end_its_script);
    tcase_add_test(t, a_page_is_well_formed_whatever_names_and_sources_say);
    tcase_add_test(t, a_page_says_states_in_words_and_names_its_pictures);
    tcase_add_test(t, an_empty_record_makes_a_page_that_says_how_to_begin);
    tcase_add_test(t, a_plot_becomes_a_picture_with_axes_marks_and_names);
    tcase_add_test(t, a_plot_without_a_point_is_still_a_picture);
    tcase_add_test(t, names_of_marks_do_not_cover_each_other);
    suite_add_tcase(s, t);
    return s;
}
