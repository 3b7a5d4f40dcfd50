// paper/essay: citations, sections, words and pictures.
#include "paper/essay.h"
#include "paper/numbers.h"
#include "paper/prediction.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <math.h>
#include <string.h>

static Tree tree;

static void setup(void) {
    tree_open(&tree);
}

static void teardown(void) {
    tree_close(&tree);
}

// A record of one exercise with two attempts.
static bool find(void *ctx, Arena *a, const char *exercise, int number,
                 Cited *out) {
    (void)ctx, (void)a;
    if (strcmp(exercise, "transpose") != 0 || number < 1 || number > 2)
        return false;
    *out = (Cited){.number = number,
                   .exercise = "transpose",
                   .text = number == 1
                               ? "attempt 1: transpose 812 us, 661 GB/s, H200"
                               : "attempt 2: transpose pass, H100 (modelled)",
                   .device = number == 1 ? "H200" : "H100 (modelled)",
                   .us = number == 1 ? 812 : NAN};
    return true;
}

static const struct {
    const char *text, *kind, *why; // kind NULL: it is right
} citations[] = {
    {"[attempt 1: transpose 812 us, 661 GB/s, H200]", NULL, ""},
    {"[attempt 1: transpose 812 us]", NULL, ""},
    {"[attempt 1: transpose 812us, H200]", NULL, ""},
    {"[attempt 1: transpose  812  us,661 GB/s]", NULL, ""},
    {"[attempt 2: transpose pass, H100 (modelled)]", NULL, ""},
    {"[attempt 1: transpose 81 us, H200]", "forged", "'81 us'"},
    {"[attempt 1: transpose 812 us, H2000]", "forged", "'H2000'"},
    {"[attempt 1: transpose 812 us, 5000 GB/s]", "forged", "'5000 GB/s'"},
    {"[attempt 2: transpose 812 us]", "forged", "[attempt 2: transpose pass"},
    {"[attempt 3: transpose 812 us]", "unknown", "no attempt 3 of 'transpose'"},
    {"[attempt 1: saxpy 812 us]", "unknown", "no attempt 1 of 'saxpy'"},
    {"[attempt 1: transpose]", "unknown", "cites no number"},
    {"[attempt one: transpose 812 us]", "unknown", "a citation reads"},
    {"[attempt 1 transpose 812 us]", "unknown", "a citation reads"},
};

START_TEST(nobody_reads_comments_and_code) {
    static const char text[] = "a <!-- [attempt 1:\nx] --> b\n"
                               "```\n[attempt 2: y]\n```\nc\n"
                               "<!-- d";
    char *seen = paper_shown(&tree.arena, text);
    ck_assert_uint_eq(strlen(seen), strlen(text));
    ck_assert_ptr_null(strstr(seen, "attempt"));
    ck_assert_ptr_null(strchr(seen, 'd'));
    ck_assert_int_eq(strchr(seen, 'c') - seen, strstr(text, "c\n") - text);
    ck_assert_ptr_nonnull(strchr(seen, 'a'));
    ck_assert_ptr_nonnull(strchr(seen, 'b'));
}
END_TEST

START_TEST(a_citation_is_looked_up) {
    Str rest = str_of(citations[_i].text);
    PaperRecord rec = {.attempt = find};
    Citation c;
    const char *kind = NULL;
    char why[300];
    ck_assert(citation_next(&tree.arena, &rest, &c));
    bool ok = citation_check(&rec, &tree.arena, &c, &kind, why);
    ck_assert_msg(ok == !citations[_i].kind, "%s: %s", citations[_i].text, why);
    if (ok) return;
    ck_assert_str_eq(kind, citations[_i].kind);
    ck_assert_msg(strstr(why, citations[_i].why), "%s: %s", citations[_i].text,
                  why);
}
END_TEST

static const struct {
    const char *source, *metric; // NULL: none
    double said;
} predictions[] = {
    {"// predict: bank_conflicts 0\nint x;", "bank_conflicts", 0},
    {"int x; // predict: coalescing 95%", "coalescing", 0.95},
    {"# predict: sectors_per_request  4.5", "sectors_per_request", 4.5},
    {"// predict: well\n// predict: traffic 2", "traffic", 2},
    {"// predict: traffic about 2", NULL, 0},
    {"// I predict nothing", NULL, 0},
};

START_TEST(a_prediction_is_read_from_a_source) {
    Prediction p;
    bool has = prediction_read(&tree.arena, predictions[_i].source, &p);
    ck_assert_int_eq(has, predictions[_i].metric != NULL);
    if (!has) return;
    ck_assert_str_eq(p.metric, predictions[_i].metric);
    ck_assert_double_eq_tol(p.said, predictions[_i].said, 1e-12);
}
END_TEST

START_TEST(code_is_the_same_without_its_comments) {
    ck_assert(prediction_same_code("// a\nint x;  /* b */\n", "int  x; // c"));
    ck_assert(!prediction_same_code("int x = 1;", "int x = 2;"));
    ck_assert(!prediction_same_code("int x;", "int x; int y;"));
}
END_TEST

static const struct {
    Prediction p;
    const char *why; // NULL: it came true
} rounds[] = {
    {{"traffic", 1, 1.1, 4, false}, NULL},
    {{"bank_conflicts", 0, 0, 31, false}, NULL},
    {{NULL, 0, 0, 0, false}, "no line"},
    {{"traffic", 1, 1.1, 4, true}, "the same code"},
    {{"traffic", 1, NAN, 4, false}, "counted no traffic"},
    {{"traffic", 1, 1.1, NAN, false}, "no attempt before"},
    {{"traffic", 4, 3.9, 4, false}, "stayed as it was"},
    {{"traffic", 2, 1.1, 4, false}, "predicted as 2 and is 1.1"},
};

START_TEST(a_prediction_comes_true_or_says_why_not) {
    const char *why = prediction_fault(&tree.arena, &rounds[_i].p, 20);
    ck_assert_int_eq(why == NULL, rounds[_i].why == NULL);
    if (why) ck_assert_msg(strstr(why, rounds[_i].why), "%s", why);
}
END_TEST

START_TEST(citations_are_found_in_prose) {
    Str rest = str_of("a [link](x), [attempt 1: a 1 us] and\n[attempt 22: b-c"
                      " 2 ms, X].\n[attempt 3: unclosed");
    Citation c;
    ck_assert(citation_next(&tree.arena, &rest, &c));
    ck_assert_int_eq(c.number, 1);
    ck_assert_str_eq(c.exercise, "a");
    ck_assert(citation_next(&tree.arena, &rest, &c));
    ck_assert_int_eq(c.number, 22);
    ck_assert_str_eq(c.exercise, "b-c");
    ck_assert(str_eq(c.facts, "2 ms, X"));
    ck_assert(!citation_next(&tree.arena, &rest, &c));
}
END_TEST

START_TEST(a_part_is_its_heading_and_what_stands_below) {
    const char *text = "# Title\nintro\n## 1. Before:\none two\n### More\n"
                       "three\n```\n## no heading\n```\n## After\nTODO\n# End";
    bool todo = false;
    ck_assert_int_eq(paper_part_words(str_of(text), "Before", &todo), 5);
    ck_assert(!todo);
    ck_assert_int_eq(paper_part_words(str_of(text), "more", &todo), 3);
    ck_assert_int_eq(paper_part_words(str_of(text), "After", &todo), 1);
    ck_assert(todo);
    ck_assert_int_eq(paper_part_words(str_of(text), "End", &todo), 0);
    ck_assert_int_eq(paper_part_words(str_of(text), "no heading", &todo), -1);
    ck_assert_int_eq(paper_part_words(str_of(text), "Elsewhere", &todo), -1);
    ck_assert_int_eq(paper_part_words(str_of(""), "x", &todo), -1);
}
END_TEST

START_TEST(a_place_that_is_held_is_open) {
    static const char *const open[] = {
        "TODO",
        "\nTo be written.\n",
        "It was slow. Lorem ipsum dolor.",
        "- *TBD*",
        "Here I will write what I learned, in two sentences.",
        "The number will be filled in here later."};
    static const char *const written[] = {
        "", "Each element has to be written once.", "Tbdx",
        "Next I will write the backward pass.", "Nothing failed today."};
    for (size_t i = 0; i < COUNT_OF(open); i++)
        ck_assert_msg(paper_is_open(str_of(open[i])), "%s", open[i]);
    for (size_t i = 0; i < COUNT_OF(written); i++)
        ck_assert_msg(!paper_is_open(str_of(written[i])), "%s", written[i]);
}
END_TEST

START_TEST(a_unit_has_spellings) {
    static const char *const same[] = {
        "812 \xc2\xb5s",       "812 \xce\xbcs",     "812\xc2\xa0us",
        "812 microseconds",    "0 ms and 812 usec", "661 GB per second",
        "661 GBps, by a clock"};
    Str facts = str_of("812 us, 661 GB/s, H200");
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        Str rest = str_of(same[i]), number = {0}, next;
        while ((next = numbers_next(&rest)).n)
            number = next;
        ck_assert_msg(number.n && numbers_agree(facts, number), "%s", same[i]);
    }
    Str none = str_of("3 seconds, 4 used, 5 GB per kernel");
    ck_assert_int_eq(numbers_next(&none).n, 0);
}
END_TEST

START_TEST(a_ratio_is_that_of_two_attempts) {
    static const char cites[] = "[attempt 1: slow 800 us, 4 GB/s, H200] "
                                "[attempt 2: fast 0.1 ms, 2,000 GB/s, H200]";
    static const struct {
        const char *said;
        bool fits;
    } of[] = {
        {"a factor of 8", true},      {"8.3x as fast", true},
        {"It takes 12.5 %.", true},   {"by rate 500", true},
        {"a factor of 6", false},     {"eight times", false},
        {"8k, x8, 1.8, v2.8", false}, {"", false},
    };
    Arena *a = &tree.arena;
    Citation cited[2];
    Str rest = str_of(cites);
    for (int i = 0; i < 2; i++) {
        ck_assert(citation_next(a, &rest, &cited[i]));
        cited[i].is_known = true;
        cited[i].found = (Cited){.us = i ? 100 : 800};
    }
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        Str part = str_of(arena_fmt(a, "%s %s", of[i].said, cites));
        ck_assert_msg(essay_states_ratio(a, part, cited, 2, "slow", "fast") ==
                          of[i].fits,
                      "%s", of[i].said);
    }
}
END_TEST

START_TEST(a_part_has_a_text_and_numbers) {
    const char *text = "# Title\n1 us\n## A\n2 us, 3 x and 4.5 GB/s.\n### B\n"
                       "6ms\n## C\n7 us\n";
    Str part = paper_part_text(str_of(text), "A");
    static const char *const want[] = {"2 us", "4.5 GB/s", "6ms"};
    for (int i = 0; i < 3; i++)
        ck_assert(str_eq(numbers_next(&part), want[i]));
    ck_assert_int_eq(numbers_next(&part).n, 0);
    ck_assert_int_eq(paper_part_text(str_of(text), "D").n, 0);
}
END_TEST

START_TEST(words_hold_a_letter_or_a_digit) {
    ck_assert_int_eq(paper_count_words(str_of("")), 0);
    ck_assert_int_eq(paper_count_words(str_of("one two  three\n4 - * | ...")),
                     4);
    ck_assert_int_eq(paper_count_words(str_of("a <!-- not these words --> b")),
                     2);
    ck_assert_int_eq(paper_count_words(str_of("a <!-- never closed b c")), 1);
    ck_assert_int_eq(paper_count_words(str_of("d\xc3\xa9j\xc3\xa0 vu")), 2);
}
END_TEST

START_TEST(a_picture_is_known_by_its_first_bytes) {
    char why[200];
    tree_write(&tree, "a.png", "\x89PNG\r\n\x1a\nxxxx");
    tree_write(&tree, "b.svg", "<?xml?>\n<svg><path d=\"M0 0 H9\"/></svg>");
    tree_write(&tree, "c.jpg", "\xff\xd8\xff\xe0 JFIF");
    tree_write(&tree, "empty.png", "");
    tree_write(&tree, "text.png", "this is no picture");
    ck_assert(paper_check_picture(tree_path(&tree, "a.png"), why));
    ck_assert(paper_check_picture(tree_path(&tree, "b.svg"), why));
    ck_assert(paper_check_picture(tree_path(&tree, "c.jpg"), why));
    ck_assert(!paper_check_picture(tree_path(&tree, "empty.png"), why));
    ck_assert_ptr_nonnull(strstr(why, "empty"));
    ck_assert(!paper_check_picture(tree_path(&tree, "text.png"), why));
    ck_assert_ptr_nonnull(strstr(why, "no PNG"));
    ck_assert(!paper_check_picture(tree_path(&tree, "none.png"), why));
    ck_assert_ptr_nonnull(strstr(why, "no such file"));
}
END_TEST

START_TEST(a_picture_shows_something) {
    static const struct {
        const char *text, *why;
    } of[] = {
        {"<svg><rect width=\"9\"/><rect width=\"5\"/></svg>", NULL},
        {"<svg><polyline points=\"1,2 3,4\"/></svg>", NULL},
        {"<svg><g opacity=\"0.5\"><circle/><circle/></g></svg>", NULL},
        {"<svg><defs><path/><path/><path/></defs><use/><use/></svg>", NULL},
        {"<svg><g style=\"opacity:0;x:1\"><rect/></g><rect/><rect/></svg>",
         NULL},
        {"<svg></svg>", "nothing"},
        {"<svg><text x=\"-500\">29 us</text></svg>", "nothing"},
        {"<svg><!-- <path/> --><rect width=\"0\"/><rect/></svg>", "nothing"},
        {"<svg><rect width=\"100%\"/><rect/></svg>", "nothing"},
        {"<svg><path/><g opacity=\"0\"><circle/><circle/></g></svg>",
         "2 of its 3"},
        {"<svg><path/><g display=\"none\"><g><rect/></g><rect/></g></svg>",
         "cannot be seen"}};
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        char why[200] = "";
        tree_write(&tree, "a.svg", of[i].text);
        bool ok = paper_check_picture(tree_path(&tree, "a.svg"), why);
        ck_assert_msg(ok == !of[i].why, "%s: %s", of[i].text, why);
        if (!ok) ck_assert_ptr_nonnull(strstr(why, of[i].why));
    }
}
END_TEST

#define ONE "[attempt 1: transpose 812 us, 661 GB/s, H200]"

static const struct {
    const char *text, *kind; // kind NULL: it is right
} numbers[] = {
    {"", NULL},
    {"It took 32 blocks and 4 x as long.", NULL},
    {"It took 812 us " ONE ".", NULL},
    {"It took 0.8 ms " ONE ".", "other-number"}, // in another unit
    {"It reached 660 GB/s, in 812us " ONE ".", NULL},
    {"It took 780 us " ONE ".", "other-number"},
    {"It took 812 us.", "unsupported"},
    {"It took 812 us.\n\n" ONE, "unsupported"},
    {"Some say 700 us (source: a talk).", NULL},
    {"The peak is 4800 GB/s.", NULL},
    {"| a | 812 us " ONE " |\n| b | 812 us |", "unsupported"},
    {"| a | 812 us " ONE " |\n| b | 700 us, theoretical |", NULL},
    {"812 us [attempt 1: transpose 812 us]", "no-device"},
    {"```\n812 us\n```", NULL},
    {"It took 812 us <!-- " ONE " -->.", "unsupported"},
};

START_TEST(a_number_is_that_of_the_citation_beside_it) {
    PaperRecord rec = {.attempt = find};
    const char *kind = NULL;
    const char *why = numbers_cited(&rec, &tree.arena, "README.md",
                                    str_of(numbers[_i].text), &kind);
    ck_assert_msg(!why == !numbers[_i].kind, "%s: %s", numbers[_i].text,
                  why ? why : "nothing found");
    if (why) ck_assert_str_eq(kind, numbers[_i].kind);
}
END_TEST

SUITE_OF(essay) {
    Suite *s = suite_create("essay");
    TCase *t = tcase_create("all");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_citation_is_looked_up, 0, COUNT_OF(citations));
    tcase_add_loop_test(t, a_number_is_that_of_the_citation_beside_it, 0,
                        COUNT_OF(numbers));
    tcase_add_loop_test(t, a_prediction_is_read_from_a_source, 0,
                        COUNT_OF(predictions));
    tcase_add_test(t, nobody_reads_comments_and_code);
    tcase_add_test(t, code_is_the_same_without_its_comments);
    tcase_add_loop_test(t, a_prediction_comes_true_or_says_why_not, 0,
                        COUNT_OF(rounds));
    tcase_add_test(t, citations_are_found_in_prose);
    tcase_add_test(t, a_part_is_its_heading_and_what_stands_below);
    tcase_add_test(t, a_part_has_a_text_and_numbers);
    tcase_add_test(t, a_place_that_is_held_is_open);
    tcase_add_test(t, a_ratio_is_that_of_two_attempts);
    tcase_add_test(t, a_unit_has_spellings);
    tcase_add_test(t, words_hold_a_letter_or_a_digit);
    tcase_add_test(t, a_picture_is_known_by_its_first_bytes);
    tcase_add_test(t, a_picture_shows_something);
    suite_add_tcase(s, t);
    return s;
}
