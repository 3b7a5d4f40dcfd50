// trap_words: what is added to a trap by the text of the learner's file.
#include "gate/result/trap_words.h"
#include "tests/tests.h"

#include <string.h>

static const char source[] = "__global__ void k(float *out) {\n"
                             "    __shared__ float tile[64];\n"
                             "    int t = threadIdx.x;\n"
                             "    tile[t] = t;\n"
                             "    __syncwarp();\n"
                             "    if (t) out[t] = t; // tile[t] is read later\n"
                             "    out[t] = tile[63 - t];\n"
                             "}\n";

// clang-format off
static const struct Row {
    const char *kind;
    int line;
    const char *file, *variable, *says; // NULL: nothing is added
} rows[] = {
    {"shared-race", 5, "a.cu", "element 3 of `tile`",
     "Line 5 itself touches no memory: the compiler has moved the access. The "
     "nearest line that uses `tile` is line 4."},
    {"uninitialised-shared", 5, "/some/a.cu", "",
     "the compiler has moved the access there from a line near it"},
    // A line that has an access, a header's, and a mistake of the wait itself.
    {"shared-race", 4, "a.cu", "element 3 of `tile`", NULL},
    {"shared-race", 5, "header.h", "element 3 of `tile`", NULL},
    {"barrier-divergence", 5, "a.cu", "", NULL},
};
// clang-format on

START_TEST(an_access_that_the_compiler_moved_is_named) {
    const struct Row *row = &rows[_i];
    static Exercise ex;
    CheckResult r = {.ex = &ex, .file = "/home/a.cu", .source = source};
    TrapInfo t = trap_unknown;
    r.source_len = strlen(source);
    t.kind = row->kind;
    t.line = row->line;
    t.file = row->file;
    t.variable = row->variable;
    t.message = "It happened.";
    r.traps = &t;
    r.ntraps = 1;
    trap_words(&r);
    if (row->says)
        ck_assert_msg(strstr(t.message, row->says), "%s", t.message);
    else
        ck_assert_str_eq(t.message, "It happened.");
    arena_reset(&r.arena);
}
END_TEST

SUITE_OF(trap_words) {
    Suite *s = suite_create("trap_words");
    TCase *t = tcase_create("moved");
    tcase_add_loop_test(t, an_access_that_the_compiler_moved_is_named, 0,
                        COUNT_OF(rows));
    suite_add_tcase(s, t);
    return s;
}
