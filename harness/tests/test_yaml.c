// plan/yaml: nodes with places, and syntax errors in an author's words.
#include "base/heap.h"
#include "plan/yaml.h"
#include "tests/tests.h"

#include <string.h>

static Arena arena;
static Err err;

static void teardown(void) {
    arena_reset(&arena);
    err_clear(&err);
}

static Node *parse(const char *text) {
    return yaml_parse(&arena, "x.yaml", text, strlen(text), &err);
}

typedef struct Slip {
    const char *text;
    int line, col;
    const char *msg, *hint;
} Slip;

// clang-format off
static const Slip slips[] = {
    {"a: 1\n\tb: 2\n", 2, 1, "line 2 is indented with a tab; YAML takes spaces only", "two spaces"},
    {"a:\n  - x\n\t- y\n", 3, 1, "line 3 is indented with a tab", "two spaces"},
    {"a:\n  b: 1\n  \tc: 2\n", 3, 3, "indented with a tab", ""},
    {"title:Foo\nkind: cuda\n", 1, 6, "no space after the ':' of 'title'", "write 'title: Foo'"},
    {"a: b\nkind:cuda\nc: d\n", 2, 5, "no space after the ':' of 'kind'", "kind: cuda"},
    {"a: b\nkind cuda\nc: d\n", 2, 1, "no ':' after this key", "key: value"},
    {"gates: {at_most:5}\n", 1, 9, "no space after the ':' in 'at_most:5'", "write 'at_most: 5'"},
    {"title: CUDA: a start\n", 1, 12, "a second ':' on this line", "put the text in quotes: title: \"...\""},
    {"a:\n  - x\n  y\n", 3, 3, "a dash is missing", "begins with '- '"},
    {"a:\n  - x\n  y: 2\n", 3, 3, "a dash is missing: this line stands in the list that begins on line 2", "'- '"},
    {"hints:\n  - a\n - b\n", 3, 2, "this list item does not line up", "same number of spaces"},
    {"a:\n  b: 1\n c: 2\n", 3, 2, "this line does not line up", ""},
    {"  a: 1\nb: 2\n", 2, 1, "this line does not line up", ""},
    {"a: 1\n  b: 2\n", 2, 3, "indented under line 1, which has a value already", "line it up"},
    {"a: - b\n", 1, 4, "begins on the line after its key", "[a, b]"},
    {"a: \"x\nb: c\n", 1, 4, "this quote is never closed", "same quote"},
    {"a: {x: '1}\n", 1, 8, "this quote is never closed", ""},
    {"a: \"x\nb: \"c\"\nd: e\n", 1, 4, "only ends on line 2", "close the quote on line 1"},
    {"a: \"x\" y\n", 1, 8, "the value ended before this", "one pair of quotes"},
    {"a: \"\\q\"\n", 1, 5, "start of no escape", "single quotes"},
    {"a: [1, 2\nb: c\n", 1, 4, "this '[' is never closed", "']'"},
    {"a: {x: 1, y: 2\nb: c\n", 1, 4, "this '{' is never closed", "'}'"},
    {"a: {x: 1 y: 2}\n", 1, 11, "expected ',' or '}' here", "comma"},
    {"a: @foo\n", 1, 4, "a text cannot begin with '@'", "quotes"},
    {"a: %80\n", 1, 4, "a text cannot begin with '%'", "quotes"},
    {"a: `x`\n", 1, 4, "a text cannot begin with '`'", "quotes"},
    {"a: * b\n", 1, 4, "a text cannot begin with '*'", "quotes"},
    {"a: *b\n", 1, 4, "cannot begin with '*' or '&'", "quotes"},
    {"a: x\nb: \xff\n", 2, 4, "not clean UTF-8", "UTF-8"},
    {"a: x\nb: \x01\n", 2, 4, "not clean UTF-8", ""},
    {"", 1, 1, "this file is empty", "README"},
    {"# only a comment\n", 1, 1, "this file is empty", ""},
    {"a: 1\n---\nb: 2\n", 2, 1, "a second document begins here", "---"},
    {"a: 1\nb: 2\na: 3\n", 3, 1, "the key 'a' is there twice", "line 1"},
    {"[a, b]: c\n", 1, 1, "a key must be a word", "quotes"},
};
// clang-format on

START_TEST(slips_are_told_in_plain_words_at_their_place) {
    const Slip *s = &slips[_i];
    parse(s->text);
    ck_assert_msg(err_count(&err) == 1, "%s: %d errors", s->text,
                  err_count(&err));
    ck_assert_msg(strstr(err.msg, s->msg), "%s: %s", s->text, err.msg);
    ck_assert_msg(strstr(err.hint, s->hint), "%s: hint %s", s->text, err.hint);
    ck_assert_msg(err.loc.line == s->line && err.loc.col == s->col,
                  "%s: at %d:%d", s->text, err.loc.line, err.loc.col);
    ck_assert_int_eq(err.kind, ERR_INPUT);
    ck_assert_str_eq(err.loc.file, "x.yaml");
}
END_TEST

START_TEST(an_error_carries_its_source_line) {
    parse("a: 1\nb: @x\r\nc: 2\n");
    ck_assert_str_eq(err.source, "b: @x");
}
END_TEST

START_TEST(nodes_know_kind_text_and_place) {
    Node *n = parse("title: Matrix transpose\n"
                    "list:\n"
                    "  - one\n"
                    "  - {k: 'v'}\n");
    ck_assert_int_eq(n->kind, NODE_MAP);
    ck_assert_int_eq(n->n, 2);
    ck_assert_str_eq(n->keys[1], "list");
    ck_assert_int_eq(n->key_locs[1].line, 2);

    const Node *list = node_find(n, "list");
    ck_assert_int_eq(list->kind, NODE_LIST);
    ck_assert_int_eq(list->n, 2);
    ck_assert_int_eq(list->at[0]->loc.line, 3);
    ck_assert_int_eq(list->at[0]->loc.col, 5);
    ck_assert(!list->at[0]->quoted);
    const Node *v = node_find(list->at[1], "k");
    ck_assert_str_eq(v->text, "v");
    ck_assert(v->quoted);
    ck_assert_int_eq(v->loc.col, 9);
    ck_assert_ptr_null(node_find(n, "absent"));
    ck_assert_ptr_null(node_find(list, "one"));
}
END_TEST

START_TEST(scalars_stay_the_text_that_was_written) {
    Node *n = parse("{on: gpu, x: on, y: 1e-5, z: no, e: ~, p: 80%}");
    ck_assert_str_eq(n->keys[0], "on");
    ck_assert_str_eq(node_find(n, "x")->text, "on");
    ck_assert_str_eq(node_find(n, "y")->text, "1e-5");
    ck_assert_str_eq(node_find(n, "z")->text, "no");
    ck_assert_str_eq(node_find(n, "e")->text, "~");
    ck_assert_str_eq(node_find(n, "p")->text, "80%");
}
END_TEST

START_TEST(commas_within_parentheses_do_not_end_a_value) {
    Node *n = parse("{rows: random(1, 600), cols: max(1, min(2, 3)), t: 5}");
    ck_assert_int_eq(err_count(&err), 0);
    ck_assert_int_eq(n->n, 3);
    ck_assert_str_eq(node_find(n, "rows")->text, "random(1, 600)");
    ck_assert_str_eq(node_find(n, "cols")->text, "max(1, min(2, 3))");
    ck_assert_str_eq(node_find(n, "t")->text, "5");

    n = parse("[random(1, 2), 3, (a, b), '(', c]");
    ck_assert_int_eq(n->n, 5);
    ck_assert_str_eq(n->at[0]->text, "random(1, 2)");
    ck_assert_str_eq(n->at[2]->text, "(a, b)");
    ck_assert_str_eq(n->at[4]->text, "c");
}
END_TEST

START_TEST(an_open_parenthesis_does_not_swallow_the_next_key) {
    Node *n = parse("{say: a (b, when: c}");
    ck_assert_int_eq(n->n, 2);
    ck_assert_str_eq(node_find(n, "say")->text, "a (b");
    ck_assert_str_eq(node_find(n, "when")->text, "c");
}
END_TEST

START_TEST(duplicate_keys_do_not_hide_the_rest) {
    Node *n = parse("a: 1\na: 2\nb: 3\nb: 4\n");
    ck_assert_ptr_nonnull(n);
    ck_assert_int_eq(err_count(&err), 2);
    ck_assert_int_eq(err.next->loc.line, 4);
    ck_assert_int_eq(n->n, 2);
    ck_assert_str_eq(node_find(n, "a")->text, "1");
}
END_TEST

START_TEST(nesting_has_a_limit) {
    char deep[101] = "";
    memset(deep, '[', 100);
    ck_assert_ptr_null(parse(deep));
    ck_assert_ptr_nonnull(strstr(err.msg, "nested too deep"));
}
END_TEST

START_TEST(a_file_that_is_not_there_is_one_error) {
    ck_assert_ptr_null(yaml_load(&arena, "/nonexistent/x.yaml", &err));
    ck_assert_int_eq(err_count(&err), 1);
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_str_ne(err.hint, "");
}
END_TEST

START_TEST(node_err_adds_to_the_chain_and_hints_the_last) {
    Node *n = parse("a: 1\nb: 2\n");
    node_err(n->at[0], &err, "first");
    node_key_err(n, 1, &err, "second");
    err_hint(&err, "for the second");
    ck_assert_int_eq(err_count(&err), 2);
    ck_assert_str_eq(err.hint, "");
    ck_assert_str_eq(err.source, "a: 1");
    ck_assert_str_eq(err.next->hint, "for the second");
    ck_assert_str_eq(err.next->source, "b: 2");
    ck_assert_int_eq(err.next->loc.col, 1);
}
END_TEST

SUITE_OF(yaml) {
    Suite *s = suite_create("yaml");
    TCase *t = tcase_create("yaml");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, slips_are_told_in_plain_words_at_their_place, 0,
                        COUNT_OF(slips));
    tcase_add_test(t, an_error_carries_its_source_line);
    tcase_add_test(t, nodes_know_kind_text_and_place);
    tcase_add_test(t, scalars_stay_the_text_that_was_written);
    tcase_add_test(t, commas_within_parentheses_do_not_end_a_value);
    tcase_add_test(t, an_open_parenthesis_does_not_swallow_the_next_key);
    tcase_add_test(t, duplicate_keys_do_not_hide_the_rest);
    tcase_add_test(t, nesting_has_a_limit);
    tcase_add_test(t, a_file_that_is_not_there_is_one_error);
    tcase_add_test(t, node_err_adds_to_the_chain_and_hints_the_last);
    suite_add_tcase(s, t);
    return s;
}
