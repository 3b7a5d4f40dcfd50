// PTX tokens: rows of text, and what the lexer makes of the first token.
#include "sim/ptx/lex.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
    const char *text;
    TokKind kind;
    uint64_t value;   // of numbers; of punctuation, the character
    const char *rest; // what follows the token
} Row;

// clang-format off
static const Row rows[] = {
    {"",                          TOK_END,   0, ""},
    {" \t\n\r // nothing\n/**/",  TOK_END,   0, ""},
    {"ld.global.nc.v4.f32 %f1",   TOK_WORD,  0, " %f1"},
    {"st.shared::cta.u32 [x]",    TOK_WORD,  0, " [x]"},
    {"ld.L2::128B.b64 x",         TOK_WORD,  0, " x"},
    {"%tid.x;",                   TOK_WORD,  0, ";"},
    {"%r<12>",                    TOK_WORD,  0, "<12>"},
    {"$L__BB0_2: ret",            TOK_WORD,  0, ": ret"},
    {"_,",                        TOK_WORD,  0, ","},
    {"lo|p",                      TOK_WORD,  0, "|p"},
    {".reg.b32 x",                TOK_DIR,   0, ".b32 x"},
    {".param::entry x",           TOK_DIR,   0, " x"},
    {"0",                         TOK_INT,   0, ""},
    {"42;",                       TOK_INT,   42, ";"},
    {"4294967295U,",              TOK_INT,   4294967295, ","},
    {"0x1Fu",                     TOK_BAD,   0, "u"},
    {"0x1F]",                     TOK_INT,   31, "]"},
    {"0XfF",                      TOK_INT,   255, ""},
    {"017",                       TOK_INT,   15, ""},
    {"0b101+",                    TOK_INT,   5, "+"},
    {"18446744073709551615",      TOK_INT,   UINT64_MAX, ""},
    {"18446744073709551616",      TOK_BAD,   0, ""},
    {"0xFFFFFFFFFFFFFFFF",        TOK_INT,   UINT64_MAX, ""},
    {"0x",                        TOK_BAD,   0, ""},
    {"089",                       TOK_BAD,   0, "89"},
    {"12ab",                      TOK_BAD,   0, "ab"},
    {"0f3F800000,",               TOK_FLOAT, 0x3f800000, ","},
    {"0F3f800000",                TOK_FLOAT, 0x3f800000, ""},
    {"0f3F8000",                  TOK_BAD,   0, ""},
    {"0f3F8000001",               TOK_BAD,   0, "1"},
    {"0dBFF0000000000000 ",       TOK_FLOAT, 0xbff0000000000000, " "},
    {"0dBFF",                     TOK_BAD,   0, ""},
    {"1.5}",                      TOK_FLOAT, 0x3ff8000000000000, "}"},
    {"2e1;",                      TOK_FLOAT, 0x4034000000000000, ";"},
    {"5.0E-1",                    TOK_FLOAT, 0x3fe0000000000000, ""},
    {"7.",                        TOK_INT,   7, "."},
    {"{",                         TOK_PUNCT, '{', ""},
    {"@!p",                       TOK_PUNCT, '@', "!p"},
    {"+-4",                       TOK_PUNCT, '+', "-4"},
    {"\"a \\\" b\" x",            TOK_STR,   0, " x"},
    {"\"never ends",              TOK_BAD,   0, ""},
    {"/* never ends",             TOK_BAD,   0, ""},
    {". x",                       TOK_PUNCT, '.', " x"},
};
// clang-format on

// A copy without anything behind it, so that reading on is seen by ASan.
static char *exact(const char *text) {
    size_t n = strlen(text);
    char *copy = malloc(n ? n : 1);
    memcpy(copy, text, n);
    return copy;
}

START_TEST(first_token_is_read) {
    const Row *r = &rows[_i];
    Arena a = {0};
    Lexer lx;
    char *text = exact(r->text);
    lex_init(&lx, &a, text, strlen(r->text));
    Tok t = lex_next(&lx);
    ck_assert_msg(t.kind == r->kind, "'%s' is of kind %d, not %d", r->text,
                  t.kind, r->kind);
    if (t.kind == TOK_PUNCT)
        ck_assert_int_eq((uint64_t)t.punct, r->value);
    else if (t.kind != TOK_BAD)
        ck_assert_msg(t.value == r->value, "'%s' is %llx", r->text,
                      (unsigned long long)t.value);
    size_t left = (size_t)(lx.end - lx.p);
    ck_assert_msg(left == strlen(r->rest), "'%s' leaves '%.*s'", r->text,
                  (int)left, lx.p);
    ck_assert_int_eq(memcmp(lx.p, r->rest, left), 0);
    lex_fini(&lx);
    arena_reset(&a);
    free(text);
}
END_TEST

START_TEST(a_word_is_one_atom_however_often_it_occurs) {
    static const char text[] = "%r12 %r12 %r1 %tid.x .f32 .reg";
    Arena a = {0};
    Lexer lx;
    lex_init(&lx, &a, text, strlen(text));
    Atom *first = lex_next(&lx).atom, *second = lex_next(&lx).atom;
    Atom *other = lex_next(&lx).atom;
    ck_assert_ptr_eq(first, second);
    ck_assert_ptr_ne(first, other);
    ck_assert_str_eq(first->text, "%r12");
    ck_assert_str_eq(first->prefix->text, "%r");
    ck_assert_ptr_eq(first->prefix, other->prefix);
    ck_assert_int_eq(first->number, 12);
    ck_assert_int_eq(lex_next(&lx).atom->sreg, SREG_TID_X);
    ck_assert_int_eq(lex_next(&lx).atom->type, TYPE_F32);
    ck_assert_int_eq(lex_next(&lx).atom->dir, DIR_REG);
    lex_fini(&lx);
    arena_reset(&a);
}
END_TEST

START_TEST(many_atoms_stay_apart) {
    Arena a = {0};
    Lexer lx;
    Atom *seen[5000];
    lex_init(&lx, &a, "", 0);
    for (int i = 0; i < 5000; i++) {
        char name[16];
        int n = snprintf(name, sizeof name, "%%r%d", i);
        seen[i] = lex_atom(&lx, name, (size_t)n);
        ck_assert_int_eq(seen[i]->number, i);
    }
    for (int i = 0; i < 5000; i++)
        ck_assert_ptr_eq(lex_atom(&lx, seen[i]->text, seen[i]->n), seen[i]);
    lex_fini(&lx);
    arena_reset(&a);
}
END_TEST

START_TEST(a_leading_zero_makes_a_name_of_its_own) {
    Arena a = {0};
    Lexer lx;
    lex_init(&lx, &a, "", 0);
    ck_assert_ptr_null(lex_atom(&lx, "%r01", 4)->prefix);
    ck_assert_int_eq(lex_atom(&lx, "%r0", 3)->number, 0);
    ck_assert_ptr_null(lex_atom(&lx, "%r", 2)->prefix);
    lex_fini(&lx);
    arena_reset(&a);
}
END_TEST

START_TEST(lines_are_counted_in_spaces_comments_and_skipped_braces) {
    static const char text[] = "a\n\nb /* \n */ c { \n { \n } \n } d // e";
    Arena a = {0};
    Lexer lx;
    lex_init(&lx, &a, text, strlen(text));
    ck_assert_int_eq(lex_next(&lx).line, 1);
    ck_assert_int_eq(lex_next(&lx).line, 3);
    ck_assert_int_eq(lex_next(&lx).line, 4);
    ck_assert_int_eq(lex_peek(&lx), '{');
    ck_assert_int_eq(lex_next(&lx).punct, '{');
    ck_assert(lex_skip_braces(&lx));
    Tok d = lex_next(&lx);
    ck_assert_str_eq(d.atom->text, "d");
    ck_assert_int_eq(d.line, 7);
    ck_assert_int_eq(lex_next(&lx).kind, TOK_END);
    ck_assert_int_eq(lex_next(&lx).kind, TOK_END);
    lex_fini(&lx);
    arena_reset(&a);
}
END_TEST

START_TEST(every_opcode_modifier_and_special_register_finds_itself) {
    for (int i = 0; i < OP_COUNT; i++)
        ck_assert_int_eq(op_find(op_info[i].text, strlen(op_info[i].text)), i);
    for (int i = 0; i < MOD_COUNT; i++)
        ck_assert_int_eq(mod_find(mod_text[i], strlen(mod_text[i])), i);
    ck_assert_int_eq(op_find("ad", 2), OP_COUNT);
    ck_assert_int_eq(op_find("addx", 4), OP_COUNT);
    ck_assert_int_eq(mod_find("", 0), MOD_COUNT);
    ck_assert_int_eq(sreg_find("%ctaid.y", 8), SREG_CTAID_Y);
    ck_assert_int_eq(sreg_find("%ctaid", 6), SREG_COUNT);
    for (int t = TYPE_NONE + 1; t < TYPE_COUNT; t++)
        ck_assert_int_eq(type_find(type_name((Type)t)), t);
    ck_assert_int_eq(type_find("f33"), TYPE_NONE);
}
END_TEST

SUITE_OF(lex) {
    Suite *s = suite_create("lex");
    TCase *tc = tcase_create("tokens");
    tcase_add_loop_test(tc, first_token_is_read, 0, COUNT_OF(rows));
    tcase_add_test(tc, a_word_is_one_atom_however_often_it_occurs);
    tcase_add_test(tc, many_atoms_stay_apart);
    tcase_add_test(tc, a_leading_zero_makes_a_name_of_its_own);
    tcase_add_test(tc, lines_are_counted_in_spaces_comments_and_skipped_braces);
    tcase_add_test(tc, every_opcode_modifier_and_special_register_finds_itself);
    suite_add_tcase(s, tc);
    return s;
}
