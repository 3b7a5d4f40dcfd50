// Loops that cannot end, read in the text of a file.
#include "gate/result/loop_words.h"

#include "tests/tests.h"

#include <string.h>

// A kernel with the text as its body; what is said of it.
static const char *words(Arena *a, const char *body) {
    const char *code = arena_fmt(
        a, "__global__ void k(int *in, int n, int step) {\n    %s\n}\n", body);
    return loop_words(a, code, 0);
}

typedef struct Row {
    const char *body, *says; // NULL: nothing is said
} Row;

static const Row endless[] = {
    // a step that is 0 in one block
    {"for (int i = threadIdx.x; i < n; i += blockIdx.x * blockDim.x) in[i] = "
     "0;",
     "which is 0 in block 0: there it never ends"},
    // a search whose middle stays where it was
    {"int lo = 0, hi = n;\n while (lo < hi) {\n int mid = (lo + hi) / 2;\n"
     " if (in[mid] < step) lo = mid;\n else hi = mid - 1;\n }",
     "has to be rounded up: (lo + hi + 1) / 2"},
    {"int lo = 0, hi = n;\n while (lo < hi) {\n int mid = (lo + hi) / 2;\n"
     " if (in[mid] < step) lo = mid;\n else hi = mid;\n }",
     "Is `mid + 1` meant there?"},
    // nothing changes
    {"for (int i = 0; i < n; i + step) in[i] = 0;", "Write `i += step`."},
    {"for (int i = 0; i < n; i + step) { if (in[i]) break; }",
     "`i + step` computes a value and stores it nowhere"},
    {"for (int d = 16; d > 0; d >> 1) in[d] = 0;", "Write `d >>= 1`."},
    {"for (int d = 1; d < n; 2 * d) in[d] = 0;", "Write `d = 2 * d`."},
    {"int i = 0;\n while (i < n) {\n in[i] = 0;\n i + step;\n }",
     "`i + step` in line 5"},
    {"for (int j = 0; j < n; j++) for (int i = 0; i < n; j++) in[i] = 0;",
     "its step `j++` changes `j`"},
    {"int i = 0; while (i < n) in[i] += 1;", "nothing in the loop changes `i`"},
    {"int i = 0; while (i < n); { in[i] = 0; i += step; }",
     "Take the `;` away"},
    {"int i = 0; do { in[i] = 0; } while (i < n);",
     "nothing in the loop changes `i`"},
    {"for (;;) { in[0] += 1; }", "no `break` or `return`"},
    {"while (true) { in[0] += 1; }", "no `break` or `return`"},
    {"for (int i = 0; i < n; i =+ step) in[i] = 0;", "`+=` adds to it"},
    // it changes
    {"for (int d = 16; d >= 0; d /= 2) in[d] = 0;", "Write `d > 0`."},
    {"for (int d = 16; d > -1; d >>= 1) in[d] = 0;", "half of 0 is 0 again"},
    {"for (int d = 16; 0 <= d; d = d / 2) in[d] = 0;", "half of 0 is 0"},
    {"int d = n; while (d > 0) { in[d] = 0; d = (d + 1) / 2; }",
     "Write `d > 1`."},
    {"for (int d = 0; d < n; d *= 2) in[d] = 0;", "Begin at 1."},
    {"for (int d = 0; d < n; d <<= 1) in[d] = 0;", "Begin at 1."},
    {"for (int d = 0; d < n; d += d) in[d] = 0;", "Begin at 1."},
    {"for (unsigned i = n - 1; i >= 0; i--) in[i] = 0;", "is unsigned"},
    {"for (unsigned char c = 0; c < 256; c++) in[c] = 0;", "up to 255 only"},
    {"for (int i = 0; i < n; i -= step) in[i] = 0;", "goes the wrong way"},
    {"for (int d = 1; d < n; d /= 2) in[d] = 0;", "`d` smaller in each round"},
    {"for (int i = n; i > 0; ++i) in[i] = 0;", "`i` larger in each round"},
    {"int i = 0;\nwhile (i < n) {\nif (in[i]) continue;\nin[i] = 1;\ni++;\n}",
     "`continue` in line 4 goes back to its condition and leaves out line 6"},
    {"int lo = 0, hi = n; while (lo < hi) { int mid = (lo + hi) / 2; if "
     "(in[mid] < 5) lo = mid; else hi = mid; }",
     "Is `mid + 1` meant there?"},
    // it may not end
    {"for (int i = 0; i != n; i += step) in[i] = 0;", "Write `i < n`."},
    {"int part = n / 32; for (int i = 0; i < n; i += part) in[i] = 0;",
     "Is it 0 in this case?"},
};

static const Row ending[] = {
    {"for (int i = 0; i < n; i += step) in[i] = 0;", NULL},
    {"for (int d = 16; d > 0; d /= 2) in[d] = 0;", NULL},
    {"for (int d = 16; d; d >>= 1) in[d] = 0;", NULL},
    {"for (int d = 16; d >= 1; d >>= 1) in[d] = 0;", NULL},
    {"for (int d = 1; d < n; d <<= 1) in[d] = 0;", NULL},
    {"for (int d = 1; d < n; d = 2 * d) in[d] = 0;", NULL},
    {"for (int i = n - 1; i >= 0; i--) in[i] = 0;", NULL},
    {"for (unsigned i = n - 1; i < n; i--) in[i] = 0;", NULL},
    {"for (;;) { if (in[0]++ > n) break; }", NULL},
    {"while (true) { if (in[0]++ > n) return; }", NULL},
    {"int i = 0; while (i < n) { in[i] = 0; i++; }", NULL},
    {"int i = 0; while (i < n) in[i++] = 0;", NULL},
    {"int i = 0; while (i++ < n) in[i] = 0;", NULL},
    {"int i = n; while (i--) in[i] = 0;", NULL},
    {"int i = 0; while (++i < n) in[i] = 0;", NULL},
    {"int i = 0; do { i += step; } while (i < n);", NULL},
    {"int i = 0; do { i += step; } while (i < n); in[i] = 0;", NULL},
    {"int v; do v = atomicAdd(in, 0); while (!v);", NULL},
    {"for (int i = 0; i < n; i = i * 2 + 1) in[i] = 0;", NULL},
    {"for (int i = 0; i < n; i -= 3 - step) in[i] = 0;", NULL},
    {"const int part = 256 / 8; for (int i = 0; i < n; i += part) in[i] = 0;",
     NULL},
    {"while (in[0] == 0) { }", NULL}, // another thread may change it
    {"while (atomicCAS(in, 0, 1) != 0) { }", NULL},
    {"__shared__ int done; while (!done) { in[0]++; }", NULL},
    {"volatile int *flag = in; while (*flag == 0);", NULL},
    {"int x = n, y = step; while (x < y) { swap(x, y); }", NULL},
    {"int i = 0; while (i < n) { asm(\"add %0, %0, 1;\" : \"+r\"(i)); }", NULL},
    {"for (int i = 0, j = n; i < j; i++, j--) in[i] = 0;", NULL},
    {"for (int i = 0; i < n; i++) { if (in[i]) continue; in[i] = 1; }", NULL},
    {"int lo = 0, hi = n; while (lo < hi) { int mid = (lo + hi) / 2; if "
     "(in[mid] < 5) lo = mid + 1; else hi = mid; }",
     NULL},
    {"int lo = 0, hi = n; while (hi - lo > 1) { int mid = (lo + hi) / 2; if "
     "(in[mid] < 5) lo = mid; else hi = mid; }",
     NULL},
    {"for (int i = 0; i != n; i++) in[i] = 0;", NULL},
    {"int part = (n + 31) / 32; for (int i = 0; i < n; i += part) in[i] = 0;",
     NULL},
    {"for (unsigned char c = 0; c < 255; c++) in[c] = 0;", NULL},
};

START_TEST(a_loop_that_cannot_end_is_named_with_its_remedy) {
    Arena a = {0};
    const char *said = words(&a, endless[_i].body);
    ck_assert_msg(said && strstr(said, endless[_i].says), "%s\n  says: %s",
                  endless[_i].body, said ? said : "nothing");
    arena_reset(&a);
}
END_TEST

START_TEST(nothing_is_said_of_a_loop_that_ends) {
    Arena a = {0};
    const char *said = words(&a, ending[_i].body);
    ck_assert_msg(!said, "%s\n  says: %s", ending[_i].body, said);
    arena_reset(&a);
}
END_TEST

START_TEST(a_function_that_takes_a_reference_may_change_it) {
    Arena a = {0};
    static const char text[] = "__device__ void next(int &i) { i++; }\n"
                               "__device__ void look(int i) { }\n"
                               "__global__ void k(int n) {\n"
                               "    for (int i = 0; i < n;) next(i);\n";
    ck_assert_ptr_null(loop_words(&a, text, 0));
    const char *looks =
        arena_fmt(&a, "%s    for (int i = 0; i < n;) look(i);\n}\n", text);
    ck_assert_ptr_nonnull(
        strstr(loop_words(&a, looks, 0), "nothing in the loop changes `i`"));
    arena_reset(&a);
}
END_TEST

START_TEST(the_loop_around_the_line_comes_first) {
    Arena a = {0};
    static const char text[] = "void f(int n) {\n"
                               "    for (int i = 0; i < n; i + 1) n += 0;\n"
                               "    for (int i = 0; i < 9; i + 1) {\n"
                               "        n++;\n"
                               "    }\n"
                               "    for (int j = 0; j < 9; j + 1) n++;\n"
                               "}\n";
    ck_assert_ptr_nonnull(strstr(loop_words(&a, text, 4), "of line 3"));
    ck_assert_ptr_nonnull(strstr(loop_words(&a, text, 6), "of line 6"));
    arena_reset(&a);
}
END_TEST

SUITE_OF(loop_words) {
    Suite *s = suite_create("loop_words");
    TCase *t = tcase_create("words");
    tcase_add_loop_test(t, a_loop_that_cannot_end_is_named_with_its_remedy, 0,
                        COUNT_OF(endless));
    tcase_add_loop_test(t, nothing_is_said_of_a_loop_that_ends, 0,
                        COUNT_OF(ending));
    tcase_add_test(t, a_function_that_takes_a_reference_may_change_it);
    tcase_add_test(t, the_loop_around_the_line_comes_first);
    suite_add_tcase(s, t);
    return s;
}
