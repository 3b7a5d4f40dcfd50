// answers: what a learner wrote about the code, from YAML to the screen.
#include "base/proc.h"
#include "base/vec.h"
#include "gate/judge/answers.h"
#include "gate/result/advice.h"
#include "gate/result/rejection.h"
#include "plan/answers.h"
#include "plan/lint.h"
#include "report/report.h"
#include "tests/golden.h"
#include "tests/tree.h"

#include <stdio.h>
#include <string.h>

static Tree tree;
static Plan plan;
static Findings findings;
static Arena arena;
static Err err;

static void setup(void) {
    tree_open(&tree);
}

static void teardown(void) {
    vec_free(&findings);
    plan_free(&plan);
    arena_reset(&arena);
    err_clear(&err);
    tree_close(&tree);
}

static Exercise *load_kind(const char *kind, const char *answers) {
    char *yaml = arena_fmt(&arena,
                           "format: 1\ntitle: T\nkind: %s\n"
                           "entry: void t(int *out, int n)\n"
                           "args: {out: {shape: [n], output: true}}\n"
                           "cases: [{n: 3}]\ncompare: exact\n"
                           "answers:\n%s"
                           "hints: [{when: answer, say: Look again.}]\n",
                           kind, answers);
    char *path = tree_write(&tree, "exercises/a/t/exercise.yaml", yaml);
    return exercise_load(&arena, path, &err);
}

static Exercise *load(const char *answers) {
    return load_kind("cuda\nfile: t.cu", answers);
}

#define LINE                                                                   \
    "  - {id: line, ask: Which?, options: [{wrong: A, why: It is fine.}, "     \
    "{right: B, why: It is late.}]}\n"
#define CAUSE                                                                  \
    "  - {id: cause, ask: Why?, options: [{right: too-late, why: Read "        \
    "this.}, "                                                                 \
    "{wrong: too-soon, why: No.}]}\n"

static const Exercise *found(void) {
    Exercise *ex = load(LINE CAUSE);
    ck_assert_msg(ex, "%d:%d: %s", err.loc.line, err.loc.col, err.msg);
    return ex;
}

START_TEST(questions_are_read) {
    const Exercise *ex = found();
    ck_assert_int_eq(ex->nanswers, 2);
    ck_assert_str_eq(ex->answers[1].id, "cause");
    ck_assert_int_eq(ex->answers[1].noptions, 2);
    ck_assert(ex->answers[1].options[0].right);
    ck_assert_str_eq(answer_words(&arena, &ex->answers[0]), "A, B");
}
END_TEST

// clang-format off
static const struct { const char *yaml; int line; const char *msg, *hint; }
wrongs[] = {
    {"  - {ask: Which?, options: [{right: A, why: w}, {wrong: B, why: w}]}\n", 10, "an answer needs an id", "// line: C"},
    {LINE LINE, 11, "two answers 'line'", "unique"},
    {"  - {id: line, ask: Which?, answer: 3, method: m}\n", 10, "one of options", "- {right"},
    {"  - {id: line, ask: Which?, options: [{right: A, why: w}, {right: B, why: w}]}\n", 10, "one of options", "- {wrong"},
    {"  - {id: line, ask: Which?, draw: {n: 3}, options: [{right: A, why: w}, {wrong: B, why: w}]}\n", 10, "one of options", "without draw"},
    {"  - {id: line, ask: Which?, options: [{wrong: A, why: w}, {wrong: B, why: w}]}\n", 10, "none of these options is right", ""},
    {"  - {id: line, ask: Which?, options: [{right: the first, why: w}, {wrong: B, why: w}]}\n", 10, "'the first' is not one word", "types it"},
    {"  - {id: line, ask: Which?, options: [{right: A, why: w}, {wrong: a, why: w}]}\n", 10, "two options are 'A'", "capitals"},
};
// clang-format on

START_TEST(each_error_points_at_its_question) {
    ck_assert_msg(!load(wrongs[_i].yaml), "%s is accepted", wrongs[_i].yaml);
    ck_assert_int_eq(err_count(&err), 1);
    ck_assert_msg(strstr(err.msg, wrongs[_i].msg), "%s", err.msg);
    ck_assert_msg(strstr(err.hint, wrongs[_i].hint), "%s", err.hint);
    ck_assert_int_eq(err.loc.line, wrongs[_i].line);
    ck_assert_str_ne(err.source, "");
}
END_TEST

START_TEST(a_kind_without_such_a_file_has_no_answers) {
    char *path = tree_write(&tree, "exercises/a/t/exercise.yaml",
                            "format: 1\ntitle: T\nkind: reading\n"
                            "answers:\n" LINE);
    ck_assert_ptr_null(exercise_load(&arena, path, &err));
    ck_assert_str_eq(err.msg, "answers: are for files in CUDA, C or Python");
}
END_TEST

START_TEST(a_file_in_python_is_answered_in_its_own_comments) {
    Exercise *ex = load_kind("triton\nfile: t.py", LINE CAUSE);
    ck_assert_msg(ex, "%d:%d: %s", err.loc.line, err.loc.col, err.msg);
    AnswerOutcome *o = answers_judge(&arena, ex, str_of("# line: B\n"));
    ck_assert_int_eq(o[0].verdict, VERDICT_PASS);
    ck_assert_str_eq(o[1].why, "no answer yet. Write `# cause:` and one of "
                               "too-late, too-soon");
}
END_TEST

START_TEST(an_answer_decides_the_version_and_its_reason_does_not) {
    char first[65], other[65];
    exercise_version(found(), first);
    exercise_version(load("  - {id: line, ask: Which?, options: [{wrong: A, "
                          "why: Another.}, {right: B, why: word.}]}\n" CAUSE),
                     other);
    ck_assert_str_eq(first, other);
    exercise_version(load("  - {id: line, ask: Which?, options: [{right: A, "
                          "why: w}, {wrong: B, why: w}]}\n" CAUSE),
                     other);
    ck_assert_str_ne(first, other);
}
END_TEST

// ---- in a file

// clang-format off
static const struct { const char *source; int n; const char *text; }
lines[] = {
    {"// line: B\n", 1, "B"},
    {"int x;\n  //line:B  \r\nint y;", 1, "B"},
    {"// line:\n", 1, ""},
    {"# line: B\n", 1, "B"},
    {"#line: B\n# lines: C\n", 1, "B"},
    {"/ line: B\n", 0, ""},
    {"// line:", 1, ""},
    {"// line: A\n// line: B\n", 2, "A"},
    {"// outline: B\n// lines: B\n// line B\n", 0, ""},
    {"int line; // line: B\n", 0, ""},
    {"line: B\n/ line: B\n", 0, ""},
    {"//\n/", 0, ""},
    {"", 0, ""},
};
// clang-format on

START_TEST(an_answer_stands_in_a_comment_of_its_own) {
    Str text;
    int n = answer_find(str_of(lines[_i].source), "line", &text);
    ck_assert_msg(n == lines[_i].n, "%s: %d", lines[_i].source, n);
    ck_assert_msg(str_eq(text, lines[_i].text), "%s: %.*s", lines[_i].source,
                  (int)text.n, text.p);
}
END_TEST

// clang-format off
static const struct { const char *source; bool line, cause; const char *why; }
judged[] = {
    {"// line: B\n// cause: too-late\n", true, true, "B is right. It is late."},
    {"// cause: Too-Late\n// line: b\n", true, true, "b is right. It is late."},
    {"// line: A\n// cause: too-late\n", false, true, "A is not right. It is fine."},
    {"// line: B\n// cause: too-soon\n", true, false, "B is right. It is late."},
    {"// line: B, I think\n// cause: too\n", false, false, "'B, I think' is none of the answers. Write one of A, B"},
    {"// line:\n// cause:\n", false, false, "no answer yet. Write `// line:` and one of A, B"},
    {"", false, false, "no answer yet. Write `// line:` and one of A, B"},
    {"// line: A\n// line: B\n// cause: too-late\n", false, true, "it is there 2 times. Keep one line `// line:`"},
    {"// line:\n// line: B\n// cause: too-late\n", false, true, "it is there 2 times. Keep one line `// line:`"},
};
// clang-format on

START_TEST(answers_are_judged_one_by_one) {
    AnswerOutcome *o =
        answers_judge(&arena, found(), str_of(judged[_i].source));
    ck_assert_str_eq(o[0].why, judged[_i].why);
    ck_assert_int_eq(o[0].verdict,
                     judged[_i].line ? VERDICT_PASS : VERDICT_FAIL);
    ck_assert_int_eq(o[1].verdict,
                     judged[_i].cause ? VERDICT_PASS : VERDICT_FAIL);
}
END_TEST

// ---- in a result

static CheckResult result_of(const char *source, Verdict v) {
    const Exercise *ex = found();
    CheckResult r = {.ex = ex,
                     .backend = &backend_sim,
                     .modelled = true,
                     .seed = 0x5eed91,
                     .build = {.seconds = 1.2, .registers = 8},
                     .source = source,
                     .source_len = strlen(source),
                     .verdict = v,
                     .stage = v == VERDICT_PASS ? STAGE_DONE : STAGE_ANSWERS};
    static CaseResult cases[] = {{.name = "n=3", .verdict = VERDICT_PASS}};
    r.cases = cases;
    r.ncases = 1;
    r.nanswers = ex->nanswers;
    r.answers = answers_judge(&arena, ex, str_of(source));
    advice_give(&r);
    return r;
}

static void compare(const char *name, const CheckResult *r) {
    static const Term term = {.width = 80};
    Buf out = {0};
    report_check(&term, r,
                 &(CheckHead){.address = "t",
                              .file = "work/t/t.cu",
                              .attempt = 3,
                              .next = "kata check t"},
                 &out);
    golden_check(name, &out);
    arena_reset((Arena *)&r->arena);
}

// A hint about bandwidth gives way to what really takes the time; a hint about
// counts does not.
START_TEST(a_hint_agrees_with_the_line_that_costs_most) {
    static Hint hints[] = {{.when = "bandwidth", .say = "More bytes."}};
    static const Gate bar = {.metric = "bandwidth", .of = "copy"};
    GateOutcome gate = {.gate = &bar, .verdict = VERDICT_FAIL};
    Exercise ex = *found();
    ex.hints = hints;
    ex.nhints = 1;
    CheckResult r = {.ex = &ex,
                     .verdict = VERDICT_FAIL,
                     .stage = STAGE_GATES,
                     .gates = &gate,
                     .ngates = 1};
    advice_give(&r);
    ck_assert_str_eq(r.hint, "More bytes.");
    r.costly_why = "Atomics wait.";
    advice_give(&r);
    ck_assert_str_eq(r.hint, "More bytes.");
    r.is_waste = true;
    advice_give(&r);
    ck_assert_str_eq(r.hint, "Atomics wait.");
    gate.gate = &(const Gate){.metric = "speedup", .over = "naive"};
    hints[0].when = "speedup";
    advice_give(&r);
    ck_assert_str_eq(r.hint, "Atomics wait.");
    hints[0].when = "global_atomics";
    gate.gate = &(const Gate){.metric = "global_atomics"};
    advice_give(&r);
    ck_assert_str_eq(r.hint, "More bytes.");
    arena_reset(&r.arena);
}
END_TEST

// One for a case in which no other output is wrong.
START_TEST(a_hint_may_be_about_one_output) {
    static Hint hints[] = {{.when = "mismatch", .of = "owner", .say = "One."},
                           {.when = "mismatch", .say = "Both."}};
    CaseResult bad = {.name = "n=3",
                      .verdict = VERDICT_FAIL,
                      .kind = "mismatch",
                      .output = "owner",
                      .why = ""};
    Exercise ex = *found();
    ex.hints = hints;
    ex.nhints = 2;
    CheckResult r = {.ex = &ex,
                     .verdict = VERDICT_FAIL,
                     .stage = STAGE_CORRECT,
                     .cases = &bad,
                     .ncases = 1};
    advice_give(&r);
    ck_assert_str_eq(r.hint, "One.");
    bad.also = "`out` (3 of 3)";
    advice_give(&r);
    ck_assert_str_eq(r.hint, "Both.");
    // The sizes say more than what fits any wrong value.
    r.is_narrowed = true;
    advice_give(&r);
    ck_assert_ptr_null(r.hint);
    arena_reset(&r.arena);
}
END_TEST

// What was counted comes first, and a time without a hint has the costliest
// line's.
START_TEST(a_count_explains_a_time) {
    static Hint hints[] = {{.when = "bandwidth", .say = "More bytes."},
                           {.when = "coalescing", .say = "Turn it."}};
    static const Gate bars[] = {{.metric = "bandwidth", .of = "copy"},
                                {.metric = "coalescing"}};
    GateOutcome gates[] = {{.gate = &bars[0], .verdict = VERDICT_FAIL},
                           {.gate = &bars[1], .verdict = VERDICT_FAIL}};
    Exercise ex = *found();
    ex.hints = hints;
    ex.nhints = 2;
    CheckResult r = {.ex = &ex,
                     .verdict = VERDICT_FAIL,
                     .stage = STAGE_GATES,
                     .gates = gates,
                     .ngates = 2};
    advice_give(&r);
    ck_assert_str_eq(r.hint, "Turn it.");
    ex.nhints = 0;
    advice_give(&r);
    ck_assert_ptr_null(r.hint);
    r.costly_why = "Threads wait.";
    advice_give(&r);
    ck_assert_str_eq(r.hint, "Threads wait.");
    arena_reset(&r.arena);
}
END_TEST

START_TEST(a_wrong_answer_is_a_failure_of_its_own) {
    CheckResult r = result_of("// line: A\n// cause: too-late\n", VERDICT_FAIL);
    ck_assert_str_eq(r.summary, "answer line: A is not right. It is fine.");
    ck_assert_str_eq(r.hint, "Look again.");
    compare("check-answers.txt", &r);
}
END_TEST

START_TEST(a_pass_says_why_the_answers_are_right) {
    CheckResult r = result_of("// line: B\n// cause: too-late\n", VERDICT_PASS);
    ck_assert_ptr_null(r.hint);
    compare("check-answered.txt", &r);
}
END_TEST

START_TEST(a_wrong_program_gets_no_word_about_its_answers) {
    CheckResult r = result_of("", VERDICT_FAIL);
    r.stage = STAGE_CORRECT;
    r.nanswers = 0;
    r.summary = "case n=3: 1 of 3 elements are wrong";
    r.hint = NULL;
    Buf out = {0};
    report_check(&(Term){.width = 80}, &r, &(CheckHead){.address = "t"}, &out);
    ck_assert(strstr(buf_text(&out), "the program comes first"));
    ck_assert(!strstr(buf_text(&out), "It is"));
    buf_free(&out);
    arena_reset(&r.arena);
}
END_TEST

START_TEST(a_mutant_may_be_rejected_by_an_answer) {
    CheckResult r = result_of("// line: A\n// cause: too-late\n", VERDICT_FAIL);
    Way line = {WAY_ANSWER, "line"}, cause = {WAY_ANSWER, "cause"};
    ck_assert(rejection_happened(&r, &(MutantReason){&line, 1, "", "", NULL}));
    ck_assert(
        !rejection_happened(&r, &(MutantReason){&cause, 1, "", "", NULL}));
    arena_reset(&r.arena);
}
END_TEST

START_TEST(what_a_gpu_need_not_see_is_left_to_the_simulated_device) {
    static const struct Row {
        Way ways[2];
        Verdict verdict, gate;
        bool left;
    } rows[] = {
        // A race may hide: the wrong case of a mutant need not come up.
        {{{WAY_CASE, ""}, {WAY_TRAP, "shared-race"}}, VERDICT_PASS, 0, true},
        {{{WAY_CASE, ""}, {WAY_CASE, "n=1"}}, VERDICT_PASS, 0, false},
        // A failure for another reason is no race that hides.
        {{{WAY_CASE, "n=1"}, {WAY_TRAP, "shared-race"}},
         VERDICT_FAIL,
         0,
         false},
        {{{WAY_TRAP, "absent-lane"}, {WAY_TRAP, "deadlock"}},
         VERDICT_FAIL,
         0,
         true},
        {{{WAY_GATE, "barriers"}, {WAY_CASE, ""}},
         VERDICT_PASS,
         VERDICT_SKIPPED,
         true},
        {{{WAY_GATE, "barriers"}, {WAY_CASE, ""}},
         VERDICT_PASS,
         VERDICT_PASS,
         false},
        {{{WAY_CASE, "another GPU"}, {WAY_CASE, "GPU"}}, VERDICT_PASS, 0, true},
    };
    const struct Row *row = &rows[_i];
    Case modelled = {.name = "another GPU", .model = "a100"};
    Exercise ex = {.cases = &modelled, .ncases = 1};
    Gate asked = {.metric = "barriers"};
    GateOutcome gate = {.gate = &asked, .verdict = row->gate};
    CheckResult r = {
        .ex = &ex, .verdict = row->verdict, .gates = &gate, .ngates = 1};
    MutantReason why = {(Way *)(uintptr_t)row->ways, 2, "", "", NULL};
    ck_assert_int_eq(rejection_needs_sim(&r, &why), row->left);
}
END_TEST

// ---- lint, on the forms with one damage each

static void copy_forms(const char *part) {
    const char *const argv[] = {
        "cp", "-r", path_join(&tree.arena, "harness/tests/forms", part),
        tree_path(&tree, part), NULL};
    Proc p;
    ck_assert_msg(proc_run(argv, NULL, &p, &err), "%s", err.msg);
    ck_assert_int_eq(p.status, 0);
    proc_free(&p);
}

static void edit(const char *name, const char *from, const char *to) {
    Buf text = {0};
    ck_assert(file_read(tree_path(&tree, name), &text, &err));
    char *at = strstr(text.data, from);
    ck_assert_msg(at, "%s holds no '%s'", name, from);
    tree_write(&tree, name,
               arena_fmt(&tree.arena, "%.*s%s%s", (int)(at - text.data),
                         text.data, to, at + strlen(from)));
    buf_free(&text);
}

#define STUB    "exercises/forms/shifted/shifted.cu"
#define YAML    "exercises/forms/shifted/exercise.yaml"
#define MUTANTS "solutions/forms/shifted/mutants/"

// clang-format off
static const struct { const char *file, *from, *to, *msg, *hint; }
damages[] = {
    {STUB, "// line:\n", "", "the stub has 0 lines `// line:`", "where the learner"},
    {STUB, "// line:\n", "// line:\n// line:\n", "the stub has 2 lines `// line:`", "one"},
    {STUB, "// line:\n", "// line: B\n", "the stub answers 'line' itself", "leave nothing"},
    {STUB, "/* C */", "", "0 lines with the label /* C */", "of one line"},
    {STUB, "/* C */", "/* B */ /* C */", "2 lines with the label /* B */", "of one line"},
    {STUB, "few-threads", "few-threads-", "does not name the answer 'few-threads'", "// cause:"},
    {YAML, "Every thread writes an element of its own.", "Is fine.", "\"Is fine.\" does not explain", ""},
    {MUTANTS "other-cause.cu", "answer cause", "answer causes", "there is no answer 'causes'", "id of answers"},
    {MUTANTS "other-cause.cu", "answer cause", "answer line", "no mutant answers 'cause' wrongly", "answer cause"},
};
// clang-format on

START_TEST(lint_finds_each_damage) {
    copy_forms("curriculum");
    copy_forms("exercises");
    copy_forms("solutions");
    edit(damages[_i].file, damages[_i].from, damages[_i].to);
    ck_assert_msg(plan_load(&plan, tree.root, &err), "%s", err.msg);
    lint_run(&plan, "shifted", NULL, &findings);
    bool told = false;
    for (int i = 0; i < findings.n; i++)
        told |= strstr(findings.at[i].msg, damages[_i].msg) &&
                strstr(findings.at[i].hint, damages[_i].hint);
    ck_assert_msg(told, "%s (%d findings)",
                  findings.n ? findings.at[0].msg : "clean", findings.n);
    // A misnamed answer of a mutant leaves the question without one, too.
    ck_assert_int_le(findings.n, 2);
}
END_TEST

// clang-format off
static const struct { const char *stub, *msg; }
stubs[] = {
    {"# A colleague wrote it.\nx = 1  # A\ny = 2  # B  \n# line:\n", NULL},
    {"# A colleague wrote it.\nx = 1\ny = 2  # B\n# line:\n", "the stub has 0 lines with the label # A"},
    {"x = 1  # A\ny = 2  # B\nz = 3 # B\n# line:\n", "the stub has 2 lines with the label # B"},
    {"x = 1  /* A */\ny = 2  # B\n# line:\n", "the stub has 0 lines with the label # A"},
    {"x = 1  # A\ny = 2  # B\n", "the stub has 0 lines `# line:`"},
};
// clang-format on

START_TEST(lint_finds_labels_of_python) {
    copy_forms("curriculum");
    copy_forms("exercises");
    copy_forms("solutions");
    Exercise *ex = load_kind("triton\nfile: t.py", LINE);
    ck_assert_msg(ex, "%s", err.msg);
    tree_write(&tree, "exercises/a/t/t.py", stubs[_i].stub);
    ck_assert_msg(plan_load(&plan, tree.root, &err), "%s", err.msg);
    lint_run(&plan, "t", NULL, &findings);
    const char *told = NULL;
    for (int i = 0; i < findings.n; i++)
        if (!strncmp(findings.at[i].msg, "the stub has", 12))
            told = findings.at[i].msg;
    ck_assert_pstr_eq(told, stubs[_i].msg);
}
END_TEST

SUITE_OF(answers) {
    Suite *s = suite_create("answers");
    TCase *t = tcase_create("answers");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, questions_are_read);
    tcase_add_loop_test(t, each_error_points_at_its_question, 0,
                        COUNT_OF(wrongs));
    tcase_add_test(t, a_kind_without_such_a_file_has_no_answers);
    tcase_add_test(t, a_file_in_python_is_answered_in_its_own_comments);
    tcase_add_test(t, an_answer_decides_the_version_and_its_reason_does_not);
    tcase_add_loop_test(t, an_answer_stands_in_a_comment_of_its_own, 0,
                        COUNT_OF(lines));
    tcase_add_loop_test(t, answers_are_judged_one_by_one, 0, COUNT_OF(judged));
    tcase_add_test(t, a_hint_agrees_with_the_line_that_costs_most);
    tcase_add_test(t, a_count_explains_a_time);
    tcase_add_test(t, a_hint_may_be_about_one_output);
    tcase_add_test(t, a_wrong_answer_is_a_failure_of_its_own);
    tcase_add_test(t, a_pass_says_why_the_answers_are_right);
    tcase_add_test(t, a_wrong_program_gets_no_word_about_its_answers);
    tcase_add_test(t, a_mutant_may_be_rejected_by_an_answer);
    tcase_add_loop_test(
        t, what_a_gpu_need_not_see_is_left_to_the_simulated_device, 0, 7);
    tcase_add_loop_test(t, lint_finds_each_damage, 0, COUNT_OF(damages));
    tcase_add_loop_test(t, lint_finds_labels_of_python, 0, COUNT_OF(stubs));
    suite_add_tcase(s, t);
    return s;
}
