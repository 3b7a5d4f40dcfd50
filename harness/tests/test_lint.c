// plan/lint and plan/mutant: the toy curriculum is clean; each damage is found.
#include "base/proc.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/lint.h"
#include "plan/mutant.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <stdio.h>
#include <unistd.h>

// Tests run in the repository's root.
static const char toy[] = "harness/tests/toy";

static Tree tree;
static Plan plan;
static Findings findings;
static Err err;

static void copy_tree(const char *from, const char *to) {
    const char *const argv[] = {"cp", "-r", from, to, NULL};
    Proc p;
    ck_assert_msg(proc_run(argv, NULL, &p, &err), "%s", err.msg);
    ck_assert_msg(p.status == 0, "%s", buf_text(&p.err));
    proc_free(&p);
}

static void setup(void) {
    static const char *const parts[] = {"curriculum", "exercises", "solutions"};
    tree_open(&tree);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        copy_tree(path_join(&tree.arena, toy, parts[i]),
                  tree_path(&tree, parts[i]));
}

static void teardown(void) {
    vec_free(&findings);
    plan_free(&plan);
    err_clear(&err);
    tree_close(&tree);
}

static void lint(const char *one, const char *tsv) {
    vec_free(&findings);
    plan_free(&plan);
    ck_assert_msg(plan_load(&plan, tree.root, &err), "%s:%d: %s", err.loc.file,
                  err.loc.line, err.msg);
    lint_run(&plan, one, tsv, &findings);
}

// Replaces text in a file of the tree.
static void edit(const char *name, const char *from, const char *to) {
    Buf text = {0};
    Arena *a = &tree.arena;
    ck_assert(file_read(tree_path(&tree, name), &text, &err));
    char *at = strstr(text.data, from);
    ck_assert_msg(at, "%s holds no '%s'", name, from);
    tree_write(&tree, name,
               arena_fmt(a, "%.*s%s%s", (int)(at - text.data), text.data, to,
                         at + strlen(from)));
    buf_free(&text);
}

static void no_file(const char *name) {
    ck_assert_int_eq(unlink(tree_path(&tree, name)), 0);
}

static void expect_one(bool is_error, const char *msg, const char *hint) {
    for (int i = 0; i < findings.n && findings.n != 1; i++)
        fprintf(stderr, "finding: %s\n", findings.at[i].msg);
    ck_assert_int_eq(findings.n, 1);
    const Finding *f = &findings.at[0];
    ck_assert_msg(strstr(f->msg, msg), "%s", f->msg);
    ck_assert_msg(strstr(f->hint, hint), "%s", f->hint);
    ck_assert_str_ne(f->hint, "");
    ck_assert_int_eq(f->is_error, is_error);
    ck_assert_ptr_nonnull(f->loc.file);
}

START_TEST(the_toy_curriculum_is_clean) {
    lint(NULL, NULL);
    for (int i = 0; i < findings.n; i++)
        fprintf(stderr, "%s\n", findings.at[i].msg);
    ck_assert_int_eq(findings.n, 0);
}
END_TEST

typedef struct Damage {
    const char *file, *from, *to; // from NULL: delete; "": write
    bool is_error;
    const char *msg, *hint;
} Damage;

#define COPY_YAML   "exercises/basics/copy/exercise.yaml"
#define COPY_README "exercises/basics/copy/README.md"
#define JUDGED      "not need.\n\n## How it is judged\n\n"
#define PASS_YAML   "exercises/basics/pass/exercise.yaml"
#define BANK        "curriculum/bank/basics.yaml"
#define MUTANTS     "solutions/basics/copy/mutants/"

// clang-format off
static const Damage damages[] = {
    {"exercises/basics/copy/README.md", NULL, NULL, true, "README.md is missing", "brief"},
    {"exercises/basics/copy/README.md", "void copy(", "void cop(", true, "does not name the entry 'copy'", "void copy(const float"},
    {"exercises/basics/copy/copy.cu", NULL, NULL, true, "copy.cu is missing", "stub"},
    {"exercises/basics/copy/copy.cu", "TODO", "now", true, "has no TODO", "starts: passing"},
    {"exercises/basics/copy/copy.cu", "void copy(", "void copi(", true, "does not define 'copy'", "holds the entry"},
    {"exercises/basics/copy/notes.txt", "", "stray", true, "notes.txt belongs to nothing", "delete"},
    {"solutions/basics/copy/old.cu", "", "stray", true, "old.cu belongs to nothing", "delete"},
    {"solutions/basics/copy/copy.cu", NULL, NULL, true, "copy.cu is missing", "kata verify"},
    {"solutions/basics/copy/old.c", "", "stray", true, "old.c belongs to nothing", "delete it; kata"},
    {"solutions/basics/copy/copy.cu", "thread i", "TODO", true, "still has a TODO", ""},
    {"solutions/basics/copy/reference.c", NULL, NULL, true, "reference.c is missing", "double *"},
    {COPY_YAML, "measure: {n: 16M,", "measure: {n: 16M, flops: 1000 * n,", true, "computes the timed case whole", "reference_at"},
    {"solutions/basics/copy/NOTES.md", NULL, NULL, true, "NOTES.md is missing", "pass"},
    {MUTANTS "twice.cu", "// rejected by: gate launches", "// rejected by: gate launch", true, "twice.cu:1:17: there is no metric 'launch'", "did you mean 'launches'?"},
    {MUTANTS "twice.cu", "// rejected", "// refused", true, "twice.cu:1:1: this mutant does not say", "// rejected by:"},
    {COPY_YAML, "blurb: Move an array so that every sector that moves is needed.\n", "", true, "there is no blurb", "sentence"},
    {COPY_YAML, "teaches: [coalescing]\n", "", false, "there is no teaches:", ""},
    {COPY_YAML, "needs: [pass]", "needs: [pas]", true, "needs: there is no exercise 'pas'", "did you mean 'pass'?"},
    {PASS_YAML, "minutes: 5", "minutes: 5\nneeds: [pass]", true, "in a circle: pass -> pass", ""},
    {COPY_YAML, "{n: 1}", "{n: 1, k: 2}", false, "nothing reads 'k' of this case", "misspelt"},
    {COPY_YAML, "gold: {sectors_per_request: 4}", "gold: {sectors_per_request: 5}", false, "gold asks for no more sectors_per_request", "harder"},
    {COPY_YAML, "Neighbouring threads", "See line 12; threads", false, "a hint names a line number", "lines move"},
    {COPY_YAML, "{when: never-written, say", "{when: never-written, of: in, say", true, "a hint is of 'in', which is no output", "of: names"},
    {COPY_README, "in one\nlaunch, ", "", true, "does not name the gate 'launches'", "launch"},
    {COPY_README, "not need.\n", JUDGED "- **Launches:** at most 2.\n", false, "'Launches:' is 2 here, and no gate says so", "the gate launches asks for 1"},
    {COPY_README, "not need.\n", JUDGED "- **Sectors per request:** at most 4.5. Gold asks for\n  4.2.\n", false, "README.md:8: 'Sectors per request:' is 4.2 here", "asks for 4.5"},
    {COPY_README, "not need.\n", JUDGED "- **Sectors per request:** at most\n  5.5.\n", false, "README.md:8: 'Sectors per request:' is 5.5 here", "asks for 4.5"},
    {COPY_README, "not need.\n", JUDGED "- **Divergence:** at most 15 % of all.\n", false, "'Divergence:' is 0.15 here", "add a gate {metric: divergence"},
    {COPY_README, "not need.\n", JUDGED "- **Launches:** at most 1 for 32 Mi\n  elements.\n", false, "README.md:8: no case and no measure: has the size 32 Mi", "33554432"},
    {COPY_README, "not need.\n", JUDGED "- **Cases:** 0, 1, 1024, 777 and more. 12, 13.\n", false, "has the size 1024", "1024"},
    {COPY_README, "not need.\n", JUDGED "Cases of 31 x 16 777 216 elements.\n", false, "has the size 31", "31"},
    {COPY_README, "not need.\n", JUDGED "It has 2 000 rows.\n", false, "has the size 2 000", "2000"},
    {COPY_README, "not need.\n", JUDGED "Gigabytes (on the simulated device\n  132 of them).\n", false, "README.md:9: no case and no measure: has the size 132", "132"},
    {COPY_YAML, "writes nothing yet.\"}\n", "writes nothing yet.\"}\n  - {when: never-written, of: out, say: Never.}\n", false, "a hint is never shown", "before the one without"},
    {COPY_YAML, "minutes: 10\n", "minutes: 10\nshares: {toy-001: both}\n", true, "shares: 'toy-001' is not among covers:", "covers"},
    {COPY_YAML, "minutes: 10\n", "minutes: 10\nshares: {toy-003: both}\n", false, "shares: no other exercise with code covers 'toy-003'", "take it out"},
    {"curriculum/toy.yaml", "mon: [pass]", "mon: [pass, pass]", true, "'pass' is in this track twice", ""},
    {"curriculum/toy.yaml", "    mon: [pass]\n", "", false, "no track has 'pass'", "add it"},
    {"curriculum/toy.yaml", "extras: [copy-tiled]\n", "extras: [copy-tiled]\nmilestones: [{says: M, by: week 2, requires: [pass, copy]}]\nweekly: [pass]\n", true, "'pass' is in this track twice", "keep one"},
    {"curriculum/toy.yaml", "    mon: [pass]\n", "    mon: [pass]\n    gate: {says: G, mode: opens, requires: copy-tiled}\n", false, "this gate stands open", "mode: advises"},
    {BANK, "needs: [copy]", "needs: [coppy]", true, "needs: there is no exercise 'coppy'", "did you mean 'copy'?"},
    {BANK, "needs: [copy]", "needs: [copy-tiled]", true, "in a circle: copy-tiled -> copy-tiled", "take one"},
    {BANK, "  - copy\n", "", false, "the bank does not have 'copy'", "curriculum/bank/"},
    {BANK, "  - copy\n", "  - {id: copy, title: C, kind: cuda, minutes: 9, machine: sim, gate: g, lesson: l}\n", false, "'copy' exists now", "write '- copy'"},
};
// clang-format on

START_TEST(each_damage_is_found_once) {
    const Damage *d = &damages[_i];
    if (!d->from)
        no_file(d->file);
    else if (!*d->from)
        tree_write(&tree, d->file, d->to);
    else
        edit(d->file, d->from, d->to);
    lint(NULL, NULL);
    expect_one(d->is_error, d->msg, d->hint);
}
END_TEST

// Good files under another name than file: says are not to be deleted.
START_TEST(a_file_under_another_name_is_to_be_renamed) {
    edit(COPY_YAML, "file: copy.cu", "file: copied.cu");
    lint("copy", NULL);
    ck_assert_int_eq(findings.n, 2);
    for (int i = 0; i < findings.n; i++) {
        ck_assert_msg(strstr(findings.at[i].msg,
                             "copy.cu is not called copied.cu, as file: says"),
                      "%s", findings.at[i].msg);
        ck_assert_str_eq(findings.at[i].hint,
                         "rename it to copied.cu, or write file: copy.cu");
    }
}
END_TEST

START_TEST(a_stray_may_be_what_is_missing) {
    no_file("solutions/basics/copy/reference.c");
    tree_write(&tree, "solutions/basics/copy/refrence.c", "stray");
    lint("copy", NULL);
    ck_assert_int_eq(findings.n, 2);
    ck_assert_msg(strstr(findings.at[0].hint, "if this is it, rename it") ||
                      strstr(findings.at[1].hint, "if this is it, rename it"),
                  "%s", findings.at[0].hint);
}
END_TEST

// Words and sizes as authors write them.
START_TEST(a_brief_that_agrees_is_clean) {
    static const char *const texts[] = {
        "- **Cases:** 0, 1, 1023, 777 and random ones. Up to 2, 3, 4, 60.\n",
        "- **Launches:** one, of about 90000 elements, some 80 Mi.\n",
        "- **Launches:** at most 1, of 16 Mi elements (4 096 x 4096 tiles).\n",
        "- **Sectors:** at most 4 gets gold; 16 777 216 elements, 16777216.\n",
        "- **Cache:** at most 32 KiB, 400 GB/s, 1.5e6, 12 % of 900 MB.\n",
        "Blocks of 16 x 16 threads will do. See <a-1234> and v2000.\n",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        edit(COPY_README, "not need.\n",
             arena_fmt(&tree.arena, JUDGED "%s", texts[i]));
    lint("copy", NULL);
    for (int i = 0; i < findings.n; i++)
        fprintf(stderr, "%s\n", findings.at[i].msg);
    ck_assert_int_eq(findings.n, 0);
}
END_TEST

// Room for so many rows, where nobody promised that there are no more.
START_TEST(a_size_is_tried_large_or_ends_in_the_brief) {
    edit(COPY_YAML, "n: 1023", "n: 123");
    edit(COPY_YAML, "n: 777", "n: 77");
    edit(COPY_YAML, "random(1, 5000)", "random(1, 50)");
    edit(COPY_YAML, "sim: {n: 64K}", "sim: {n: 100}");
    lint("copy", NULL);
    expect_one(false, "no case has n above 123, and README.md names no such",
               "add a case with n above 256, or say 123 in the brief");
    edit(COPY_README, "not need.\n", "not need. There are 1123 or 123x.\n");
    lint("copy", NULL);
    ck_assert_int_eq(findings.n, 1);
    edit(COPY_README, "123x", "123");
    lint("copy", NULL);
    ck_assert_int_eq(findings.n, 0);
}
END_TEST

START_TEST(a_line_that_two_kernels_cover_needs_a_reason) {
    edit(PASS_YAML, "covers: [toy-002]", "covers: [toy-002, toy-003]");
    lint("copy", NULL);
    expect_one(true, "'copy' covers toy-003, and 'pass' covers it too",
               "shares: {toy-003: ...}");
}
END_TEST

START_TEST(one_reason_is_enough_for_two_kernels) {
    edit(PASS_YAML, "covers: [toy-002]",
         "covers: [toy-002, toy-003]\nshares: {toy-003: other sizes}");
    lint(NULL, NULL);
    ck_assert_int_eq(findings.n, 0);
}
END_TEST

START_TEST(an_exercise_comes_after_what_it_needs) {
    edit("curriculum/toy.yaml", "    mon: [pass]\n", "    items: [pass]\n");
    lint(NULL, NULL);
    expect_one(false, "'copy' comes before 'pass', which it needs", "order");
}
END_TEST

START_TEST(a_goal_asks_for_what_its_track_holds) {
    edit("curriculum/toy.yaml", "extras: [copy-tiled]\n",
         "milestones: [{says: M, by: week 2, requires: [copy-tiled]}]\n");
    lint(NULL, NULL);
    expect_one(true, "requires: 'copy-tiled' is not in this track", "week");
}
END_TEST

// How many findings hold a text.
static int count_found(const char *text) {
    int found = 0;
    for (int i = 0; i < findings.n; i++)
        found += strstr(findings.at[i].msg, text) != NULL;
    return found;
}

START_TEST(a_gate_that_opens_may_ask_for_more_than_exists) {
    edit("curriculum/toy.yaml", "    mon: [pass]\n",
         "    mon: [pass]\n"
         "    gate: {says: G, mode: opens, requires: [pass, copy-tiled]}\n");
    lint(NULL, NULL);
    ck_assert_int_eq(findings.n, 0);
}
END_TEST

START_TEST(a_reason_says_more_than_no) {
    tree_write(&tree, "exercises/basics/asked/exercise.yaml",
               "format: 1\ntitle: Asked\nkind: quiz\nblurb: B.\nminutes: 5\n"
               "teaches: [copies]\nquestions:\n"
               "  - ask: Which?\n"
               "    options:\n"
               "      - {right: this, why: It is exact.}\n"
               "      - {wrong: that, why: No.}\n"
               "      - {wrong: other, why: \"Never, it isn't.\"}\n");
    lint(NULL, NULL);
    ck_assert_int_eq(count_found("\"No.\" does not explain option \"that\""),
                     1);
    ck_assert_int_eq(count_found("does not explain"), 1);
}
END_TEST

// Options are as long as the numbers say, the right one first; five questions.
static void write_quiz(const int right[5], const int wrong[5]) {
    static const char mark[] = "xxxxxxxxxxxxxxxx";
    Buf y = {0};
    buf_str(&y, "format: 1\ntitle: Asked\nkind: quiz\nblurb: B.\nminutes: 5\n"
                "teaches: [copies]\nquestions:\n");
    for (int i = 0; i < 5; i++)
        buf_fmt(&y,
                "  - ask: Which %d?\n    options:\n"
                "      - {right: %.*s, why: It is exact.}\n"
                "      - {wrong: y%.*s, why: It is not exact.}\n"
                "      - {wrong: zzzz, why: It is not exact.}\n",
                i, right[i], mark, wrong[i] - 1, mark);
    tree_write(&tree, "exercises/basics/asked/exercise.yaml", buf_text(&y));
    buf_free(&y);
}

START_TEST(a_quiz_is_not_passed_by_its_longest_options) {
    write_quiz((int[]){9, 9, 7, 5, 5}, (int[]){8, 8, 7, 8, 8});
    lint(NULL, NULL);
    ck_assert_int_eq(
        count_found("right option is the longest in 3 of 5 questions"), 1);
}
END_TEST

START_TEST(two_longest_options_of_five_may_be_right) {
    write_quiz((int[]){9, 9, 7, 5, 5}, (int[]){8, 8, 8, 8, 8});
    lint(NULL, NULL);
    ck_assert_int_eq(count_found("right option is the longest"), 0);
}
END_TEST

START_TEST(a_circle_may_go_through_the_bank) {
    edit(PASS_YAML, "minutes: 5", "minutes: 5\nneeds: [copy-tiled]");
    lint(NULL, NULL);
    ck_assert_int_eq(
        count_found("in a circle: copy -> pass -> copy-tiled -> copy"), 1);
}
END_TEST

START_TEST(the_stub_may_not_be_the_solution) {
    Buf text = {0};
    ck_assert(file_read(tree_path(&tree, "exercises/basics/copy/copy.cu"),
                        &text, &err));
    tree_write(&tree, "solutions/basics/copy/copy.cu", text.data);
    buf_free(&text);
    lint(NULL, NULL);
    ck_assert_int_eq(findings.n, 2);
    ck_assert_str_eq(findings.at[0].msg, "the stub is the solution");
    ck_assert_ptr_nonnull(strstr(findings.at[1].msg, "still has a TODO"));
}
END_TEST

// A mutant's own words are shown where values are wrong: no fact has any.
START_TEST(words_of_a_mutant_need_values) {
    edit(MUTANTS "twice.cu", "half)\n", "half)\n// says: It is done twice.\n");
    lint(NULL, NULL);
    ck_assert_int_eq(findings.n, 0);
    edit(COPY_YAML, "out: {shape: [n], output: true}",
         "out: {shape: [1], output: true, facts: {copied: all are there}}");
    lint(NULL, NULL);
    const Finding *found = NULL;
    for (int i = 0; i < findings.n; i++)
        if (strstr(findings.at[i].msg, "nobody is shown this 'says:'"))
            found = &findings.at[i];
    ck_assert_ptr_nonnull(found);
    ck_assert(!found->is_error);
    ck_assert_ptr_nonnull(strstr(found->msg, "twice.cu:2: "));
}
END_TEST

START_TEST(three_mutants_are_too_few) {
    no_file(MUTANTS "twice.cu");
    no_file(MUTANTS "reversed.cu");
    lint(NULL, NULL);
    expect_one(true, "holds 3 mutants", "at least 4");
}
END_TEST

static void add_gate(const char *gate) {
    const char *launches = "  - {metric: launches, at_most: 1}\n";
    edit(COPY_README, "not need.\n", "not need, at the speed of CUB.\n");
    edit(COPY_YAML, launches,
         arena_fmt(&tree.arena, "%s  - %s\n", launches, gate));
}

START_TEST(a_speedup_needs_its_baseline) {
    add_gate("{metric: speedup, over: naive, at_least: 2}");
    lint(NULL, NULL);
    expect_one(true, "naive.cu is missing", "speedup is measured over it");
}
END_TEST

START_TEST(a_fraction_of_cub_needs_its_baseline) {
    add_gate("{metric: fraction_of_cub, at_least: 50%}");
    lint(NULL, NULL);
    expect_one(true, "baseline.cu is missing", "by the library's routine");
}
END_TEST

START_TEST(a_baseline_says_what_it_is) {
    add_gate("{metric: fraction_of_cub, at_least: 50%}");
    tree_write(&tree, "solutions/basics/copy/baseline.cu", "// fast\n");
    lint(NULL, NULL);
    expect_one(true, "a baseline's first line says what it is", "cublasSgemm");
    vec_free(&findings);
    plan_free(&plan);
    tree_write(&tree, "solutions/basics/copy/baseline.cu",
               "// baseline: cub::DeviceTransform, fp32\n");
    lint(NULL, NULL);
    ck_assert_int_eq(findings.n, 0);
}
END_TEST

START_TEST(a_ladder_of_two_hints_is_too_short) {
    edit(PASS_YAML,
         "  - Every element is doubled, each by a thread of its own.\n", "");
    lint(NULL, NULL);
    expect_one(true, "2 hints, 1 of them with when:", "at least 3");
}
END_TEST

START_TEST(one_hint_answers_a_failure) {
    edit(PASS_YAML, "{when: out-of-bounds, say: ", "{say: ");
    lint(NULL, NULL);
    expect_one(true, "3 hints, 0 of them with when:", "answers a failure");
}
END_TEST

START_TEST(a_circle_of_needs_names_its_members) {
    edit(PASS_YAML, "minutes: 5", "minutes: 5\nneeds: [copy]");
    lint(NULL, NULL);
    int found = 0;
    for (int i = 0; i < findings.n; i++)
        found += strstr(findings.at[i].msg, "in a circle") != NULL;
    ck_assert_int_eq(found, 1);
    ck_assert_ptr_nonnull(strstr(findings.at[0].msg, "copy -> pass -> copy"));
}
END_TEST

START_TEST(covers_must_be_in_the_syllabus) {
    char *tsv = tree_write(&tree, "items.tsv",
                           "id\tsection\titem\nmicro12-001\tWeek\tText\n"
                           "toy-003\ntoy-004\ntoy-006\n");
    edit(PASS_YAML, "covers: [toy-002]", "covers: [micro12-001, micro12-2]");
    edit("curriculum/toy.yaml",
         "{planned: \"Copy through shared memory\", covers: [toy-005]}",
         "{planned: \"Copy\", covers: [nothing-1]}");
    lint(NULL, tsv);
    ck_assert_int_eq(findings.n, 2);
    ck_assert_ptr_nonnull(strstr(findings.at[0].msg, "no item 'micro12-2'"));
    ck_assert_ptr_nonnull(strstr(findings.at[1].msg, "no item 'nothing-1'"));
    ck_assert_int_eq(findings.at[1].loc.line, 16);
}
END_TEST

START_TEST(lint_of_one_looks_at_that_one) {
    no_file("solutions/basics/copy/NOTES.md");
    no_file("solutions/basics/pass/NOTES.md");
    lint("pass", NULL);
    expect_one(true, "basics/pass/NOTES.md is missing", "");
}
END_TEST

// ---- mutants

static bool reason(const char *line, MutantReason *out) {
    char *path = tree_write(&tree, "m.cu", line);
    return mutant_reason(path, &tree.arena, out, &err);
}

START_TEST(a_reason_has_ways_and_a_why) {
    MutantReason r;
    ck_assert_msg(reason("// rejected by: case rows=1023 cols=65 | trap "
                         "out-of-bounds | guard (no bounds (or too few) "
                         "checks)\nint x;\n",
                         &r),
                  "%s", err.msg);
    ck_assert_int_eq(r.nways, 3);
    ck_assert_int_eq(r.ways[0].kind, WAY_CASE);
    ck_assert_str_eq(r.ways[0].what, "rows=1023 cols=65");
    ck_assert_int_eq(r.ways[1].kind, WAY_TRAP);
    ck_assert_str_eq(r.ways[1].what, "out-of-bounds");
    ck_assert_int_eq(r.ways[2].kind, WAY_GUARD);
    ck_assert_str_eq(r.ways[2].what, "");
    ck_assert_str_eq(r.why, "no bounds (or too few) checks");
    ck_assert_str_eq(r.text, "case rows=1023 cols=65 | trap out-of-bounds | "
                             "guard");
    ck_assert_str_eq(way_name(WAY_INPUT_CHANGED), "input-changed");
}
END_TEST

// clang-format off
static const struct { const char *line; int col; const char *msg, *hint; }
unreasonable[] = {
    {"", 1, "does not say what rejects it", "// rejected by:"},
    {"// rejected by: case", 16, "'(why it is wrong)' is missing", ""},
    {"// rejected by: case ()", 16, "'(why it is wrong)' is missing", ""},
    {"// rejected by: case (why) more", 16, "'(why it is wrong)' is missing", ""},
    {"// rejected by: (why)", 17, "'' is no way", ""},
    {"// rejected by: cas n=1 (why)", 17, "'cas' is no way", "did you mean 'case'?"},
    {"// rejected by: guard x (why)", 17, "nothing follows 'guard'", ""},
    {"// rejected by: trap (why)", 17, "'trap' of what?", ""},
    {"// rejected by: case | trap misalined (why)", 24, "no trap 'misalined'", "did you mean 'misaligned'?"},
    {"// rejected by: gate out-of-bounds (why)", 17, "no metric 'out-of-bounds'", ""},
    {"// rejected by: pattern nana (why)", 17, "no pattern 'nana'", "did you mean 'nan'?"},
    {"// rejected by: stale result (why)", 17, "nothing follows 'stale'", ""},
    {"// rejected by: case | (why)", 23, "'' is no way", ""},
};
// clang-format on

START_TEST(an_unreasonable_line_says_where) {
    MutantReason r;
    ck_assert(!reason(unreasonable[_i].line, &r));
    ck_assert_msg(strstr(err.msg, unreasonable[_i].msg), "%s: %s",
                  unreasonable[_i].line, err.msg);
    ck_assert_msg(strstr(err.hint, unreasonable[_i].hint), "%s", err.hint);
    ck_assert_msg(err.loc.col == unreasonable[_i].col, "%s: column %d",
                  unreasonable[_i].line, err.loc.col);
    ck_assert_int_eq(err.loc.line, 1);
}
END_TEST

START_TEST(mutants_are_listed_by_name_and_only_sources) {
    int n;
    tree_write(&tree, MUTANTS "notes.md", "");
    ck_assert(plan_load(&plan, tree.root, &err));
    char **m = mutant_list(&tree.arena, plan_find(&plan, "copy"), &n);
    ck_assert_int_eq(n, 5);
    ck_assert(str_ends(m[0], "/mutants/does-not-build.cu"));
    ck_assert(str_ends(m[4], "/mutants/twice.cu"));
    ck_assert_ptr_null(m[5]);
}
END_TEST

SUITE_OF(lint) {
    Suite *s = suite_create("lint");
    TCase *t = tcase_create("lint");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_toy_curriculum_is_clean);
    tcase_add_loop_test(t, each_damage_is_found_once, 0, COUNT_OF(damages));
    tcase_add_test(t, a_file_under_another_name_is_to_be_renamed);
    tcase_add_test(t, a_stray_may_be_what_is_missing);
    tcase_add_test(t, a_brief_that_agrees_is_clean);
    tcase_add_test(t, a_size_is_tried_large_or_ends_in_the_brief);
    tcase_add_test(t, a_line_that_two_kernels_cover_needs_a_reason);
    tcase_add_test(t, one_reason_is_enough_for_two_kernels);
    tcase_add_test(t, an_exercise_comes_after_what_it_needs);
    tcase_add_test(t, a_goal_asks_for_what_its_track_holds);
    tcase_add_test(t, a_gate_that_opens_may_ask_for_more_than_exists);
    tcase_add_test(t, a_reason_says_more_than_no);
    tcase_add_test(t, a_quiz_is_not_passed_by_its_longest_options);
    tcase_add_test(t, two_longest_options_of_five_may_be_right);
    tcase_add_test(t, a_circle_may_go_through_the_bank);
    tcase_add_test(t, the_stub_may_not_be_the_solution);
    tcase_add_test(t, words_of_a_mutant_need_values);
    tcase_add_test(t, three_mutants_are_too_few);
    tcase_add_test(t, a_speedup_needs_its_baseline);
    tcase_add_test(t, a_fraction_of_cub_needs_its_baseline);
    tcase_add_test(t, a_baseline_says_what_it_is);
    tcase_add_test(t, a_ladder_of_two_hints_is_too_short);
    tcase_add_test(t, one_hint_answers_a_failure);
    tcase_add_test(t, a_circle_of_needs_names_its_members);
    tcase_add_test(t, covers_must_be_in_the_syllabus);
    tcase_add_test(t, lint_of_one_looks_at_that_one);
    tcase_add_test(t, a_reason_has_ways_and_a_why);
    tcase_add_loop_test(t, an_unreasonable_line_says_where, 0,
                        COUNT_OF(unreasonable));
    tcase_add_test(t, mutants_are_listed_by_name_and_only_sources);
    suite_add_tcase(s, t);
    return s;
}
