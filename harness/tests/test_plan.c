// plan: tracks, addresses, and a whole curriculum at once.
#include "base/str.h"
#include "plan/plan.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <unistd.h>

static Tree tree;
static Plan plan;
static Err err;

static void add_exercise(const char *topic, const char *id, const char *more) {
    Arena a = {0};
    tree_write(&tree, arena_fmt(&a, "exercises/%s/%s/exercise.yaml", topic, id),
               arena_fmt(&a,
                         "format: 1\ntitle: %s\nkind: cuda\nfile: k.cu\n"
                         "entry: void k(float *out, int n)\n"
                         "args: {out: {shape: [n], output: true}}\n"
                         "cases: [{n: 3}]\ncompare: exact\n"
                         "measure: {n: 1M, bytes: 8 * n}\n"
                         "gates:\n"
                         "  - {metric: bandwidth, of: copy, at_least: 80%%}\n"
                         "  - {metric: registers, at_most: 64, on: gpu}\n%s",
                         id, more));
    arena_reset(&a);
}

static void setup(void) {
    tree_open(&tree);
    add_exercise("memory", "transpose", "");
    add_exercise("memory", "transfer", "");
    add_exercise("memory", "copy", "");
    add_exercise("linear", "matmul-tiled", "");
    add_exercise("linear", "matmul-small", "");
    add_exercise("linear", "saxpy", "");
}

static void teardown(void) {
    plan_free(&plan);
    err_clear(&err);
    tree_close(&tree);
}

static const char micro[] =
    "format: 1\n"
    "title: Micro\n"
    "pace: {minutes_per_day: 45, days: [mon, wed], weekend: required}\n"
    "weeks:\n"
    "  - week: 6\n"
    "    title: Tiling\n"
    "    weekend: {matmul-small: {gates: {bandwidth: 20%}}}\n"
    "    tue: [matmul-tiled]\n"
    "    mon: transpose\n"
    "    items:\n"
    "      - {reading: \"Ch. 4: tiles\", covers: [micro12-044]}\n"
    "      - {planned: Thread coarsening, covers: micro12-045}\n"
    "  - week: 12\n"
    "    title: End\n"
    "    mon:\n"
    "      - saxpy:\n"
    "          gates:\n"
    "            - {metric: bandwidth, of: triad, at_least: 70%}\n"
    "            - {metric: registers, at_most: 40}\n";

static bool load_with(const char *track) {
    tree_write(&tree, "curriculum/micro.yaml", track);
    return plan_load(&plan, tree.root, &err);
}

static const Track *load_micro(void) {
    ck_assert_msg(load_with(micro), "%s", err.msg);
    return plan_track(&plan, "micro");
}

// ---- loading

START_TEST(exercises_and_tracks_are_sorted_by_id) {
    tree_write(&tree, "curriculum/aaa.yaml",
               "format: 1\ntitle: A\nweeks: [{week: 1, title: W}]\n");
    load_micro();
    ck_assert_int_eq(plan.nexercises, 6);
    ck_assert_str_eq(plan.exercises[0]->id, "copy");
    ck_assert_str_eq(plan.exercises[5]->id, "transpose");
    ck_assert_int_eq(plan.ntracks, 2);
    ck_assert_str_eq(plan.tracks[0]->id, "aaa");
    ck_assert_ptr_eq(plan_find(&plan, "saxpy"), plan.exercises[3]);
    ck_assert_ptr_null(plan_find(&plan, "sax"));
    ck_assert_ptr_null(plan_track(&plan, "none"));
}
END_TEST

START_TEST(items_come_in_the_order_of_the_days) {
    const Track *t = load_micro();
    const Week *w = &t->weeks[0];
    ck_assert_int_eq(w->nitems, 5);
    ck_assert_str_eq(w->items[0].id, "transpose");
    ck_assert_str_eq(w->items[0].day, "mon");
    ck_assert_str_eq(w->items[1].id, "matmul-tiled");
    ck_assert_str_eq(w->items[2].day, "weekend");
    ck_assert_ptr_eq(w->items[2].ex, plan_find(&plan, "matmul-small"));
    ck_assert_int_eq(w->items[3].kind, ITEM_READING);
    ck_assert_str_eq(w->items[3].text, "Ch. 4: tiles");
    ck_assert_ptr_null(w->items[3].day);
    ck_assert_int_eq(w->items[4].kind, ITEM_PLANNED);
    ck_assert_str_eq(w->items[4].covers[0], "micro12-045");
    ck_assert_int_eq(w->items[4].week, 6);
    ck_assert_ptr_eq(track_item(t, "saxpy"), &t->weeks[1].items[0]);
    ck_assert_ptr_null(track_item(t, "copy"));
    ck_assert_ptr_null(track_item(NULL, "copy"));
}
END_TEST

START_TEST(the_pace_is_read) {
    const Track *t = load_micro();
    ck_assert_int_eq(t->minutes_per_day, 45);
    ck_assert_str_eq(t->days[1], "wed");
    ck_assert_ptr_null(t->days[2]);
    ck_assert_str_eq(t->weekend, "required");
}
END_TEST

START_TEST(phases_are_read_in_the_order_of_their_names) {
    tree_write(&tree, "curriculum/long/track.yaml", "format: 1\ntitle: Long\n");
    tree_write(&tree, "curriculum/long/phases/02-fast.yaml",
               "weeks: [{week: 2, title: W, items: copy}]\ntitle: Fast\n");
    tree_write(&tree, "curriculum/long/phases/01-first.yaml",
               "title: First\nweeks: [{week: 1, title: V, items: [saxpy]}]\n");
    ck_assert_msg(plan_load(&plan, tree.root, &err), "%s", err.msg);
    const Track *t = plan_track(&plan, "long");
    ck_assert_int_eq(t->nweeks, 2);
    ck_assert_int_eq(t->weeks[0].number, 1);
    ck_assert_str_eq(t->weeks[0].phase, "First");
    ck_assert_str_eq(t->weeks[1].phase, "Fast");
    ck_assert_str_eq(t->weeks[1].items[0].id, "copy");
}
END_TEST

START_TEST(a_broken_exercise_does_not_stop_the_others) {
    add_exercise("memory", "copy", "colour: red\n");
    tree_write(&tree, "curriculum/micro.yaml",
               "format: 1\ntitle: M\nweeks:\n"
               "  - {week: 1, title: W, mon: [copy, saxpy]}\n");
    ck_assert(!plan_load(&plan, tree.root, &err));
    // The track's item of the broken exercise is no second error.
    ck_assert_int_eq(err_count(&err), 1);
    ck_assert_ptr_nonnull(strstr(err.msg, "'colour' is no key"));
    ck_assert_int_eq(plan.nexercises, 5);
    ck_assert_int_eq(plan_track(&plan, "micro")->weeks[0].nitems, 1);
}
END_TEST

START_TEST(errors_of_several_files_come_in_one_run) {
    add_exercise("memory", "copy", "colour: red\n");
    add_exercise("linear", "saxpy", "shape: round\nsize: 3\n");
    ck_assert(!plan_load(&plan, tree.root, &err));
    ck_assert_int_eq(err_count(&err), 3);
    ck_assert(str_ends(err.loc.file, "linear/saxpy/exercise.yaml"));
    ck_assert(str_ends(err.next->next->loc.file, "memory/copy/exercise.yaml"));
}
END_TEST

START_TEST(an_id_is_unique) {
    add_exercise("other", "copy", "");
    ck_assert(!plan_load(&plan, tree.root, &err));
    ck_assert_str_eq(err.msg, "there are two exercises 'copy'");
    ck_assert_ptr_nonnull(strstr(err.hint, "memory/copy/exercise.yaml"));
}
END_TEST

START_TEST(a_folder_without_exercises_is_no_root) {
    ck_assert(!plan_load(&plan, "/nonexistent", &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_ptr_nonnull(strstr(err.hint, "KATA_ROOT"));
}
END_TEST

// clang-format off
static const struct { const char *yaml; int line, col; const char *msg, *hint; }
wrongs[] = {
    {"format: 1\ntitle: T\nweeks:\n  - week: 1\n    title: W\n    mon: [transpos]\n", 6, 11, "there is no exercise 'transpos'", "did you mean 'transpose'?"},
    {"format: 1\ntitle: T\nweeks:\n  - week: 1\n    title: W\n    mon: {saxpi: {gates: {bandwidth: 1}}}\n", 6, 11, "there is no exercise 'saxpi'", "'saxpy'"},
    {"format: 1\ntitle: T\nweeks:\n  - week: 1\n    title: W\n    mon: [a-thing-to-come]\n", 6, 11, "no exercise 'a-thing-to-come'", "{planned:"},
    {"format: 1\ntitle: T\nweeks:\n  - week: 1\n    title: W\n    mo: [saxpy]\n", 6, 5, "'mo' is no key of a week", "did you mean 'mon'?"},
    {"format: 1\ntitle: T\nweeks:\n  - week: one\n    title: W\n", 4, 11, "week: takes a whole number, not one", ""},
    {"format: 1\ntitle: T\nweeks:\n  week: 1\n", 4, 3, "weeks: takes a list, not a map", "'- '"},
    {"format: 1\ntitle: T\n", 1, 1, "this track has no weeks", ""},
    {"format: 7\ntitle: T\nweeks: [{week: 1, title: W}]\n", 1, 9, "format 7 is newer", "update kata"},
    {"format: 1\ntitle: T\npace: {days: [mo]}\nweeks: [{week: 1, title: W}]\n", 3, 15, "'mo' is no days", "'mon'"},
    {"format: 1\ntitle: T\nweeks:\n  - {week: 1, title: W, mon: {saxpy: {gates: {bandwith: 1}}}}\n", 4, 47, "saxpy has no gate 'bandwith'", "did you mean 'bandwidth'?"},
    {"format: 1\ntitle: T\nweeks:\n  - {week: 1, title: W, mon: {saxpy: {gates: {launches: 1}}}}\n", 4, 47, "saxpy has no gate 'launches'", "in full: gates: [{metric: launches"},
    {"format: 1\ntitle: T\nweeks:\n  - {week: 1, title: W, mon: {saxpy: {gate: {bandwidth: 1}}}}\n", 4, 39, "'gate' is no key of an exercise's item", "'gates'"},
    {"format: 1\ntitle: T\nweeks:\n  - {week: 1, title: W, mon: {saxpy: {}, copy: {}}}\n", 4, 30, "an item has one key, and this has 2", "list"},
    {"format: 1\ntitle: T\nweeks:\n  - {week: 1, title: W, mon: {reading: R, cover: x}}\n", 4, 43, "'cover' is no key of an item", "'covers'"},
    {"format: 1\ntitle: T\nweeks:\n  - {week: 1, title: W, mon: {reading: R, planned: P}}\n", 4, 30, "not both", "two items"},
};
// clang-format on

START_TEST(track_errors_point_at_their_place) {
    ck_assert(!load_with(wrongs[_i].yaml));
    ck_assert_msg(err_count(&err) == 1, "%s\n%d errors", wrongs[_i].yaml,
                  err_count(&err));
    ck_assert_msg(strstr(err.msg, wrongs[_i].msg), "%s\nsays: %s",
                  wrongs[_i].yaml, err.msg);
    ck_assert_msg(strstr(err.hint, wrongs[_i].hint), "%s\nhints: %s",
                  wrongs[_i].yaml, err.hint);
    ck_assert_msg(err.loc.line == wrongs[_i].line &&
                      err.loc.col == wrongs[_i].col,
                  "%s\nat %d:%d", wrongs[_i].yaml, err.loc.line, err.loc.col);
}
END_TEST

// ---- gates

START_TEST(a_short_bar_replaces_the_bound_alone) {
    const Track *t = load_micro();
    const Item *item = track_item(t, "matmul-small");
    int n;
    Gate *g = plan_gates(&plan.arena, item->ex, item, &n);
    ck_assert_int_eq(n, 2);
    ck_assert_str_eq(g[0].metric, "bandwidth");
    ck_assert_str_eq(g[0].of, "copy");
    ck_assert(g[0].at_least);
    ck_assert_double_eq(g[0].bound, 0.2);
    ck_assert_double_eq(g[1].bound, 64);
}
END_TEST

START_TEST(a_full_bar_replaces_its_like_or_is_added) {
    const Track *t = load_micro();
    const Item *item = track_item(t, "saxpy");
    int n;
    Gate *g = plan_gates(&plan.arena, item->ex, item, &n);
    // of copy stays, registers is replaced (on both), of triad is new.
    ck_assert_int_eq(n, 3);
    ck_assert_str_eq(g[0].of, "copy");
    ck_assert_double_eq(g[0].bound, 0.8);
    ck_assert_double_eq(g[1].bound, 40);
    ck_assert_ptr_null(g[1].on);
    ck_assert_str_eq(g[2].of, "triad");
}
END_TEST

START_TEST(one_bar_for_both_devices_replaces_both_gates) {
    add_exercise("memory", "copy",
                 "  - {metric: registers, at_most: 32, on: sim}\n");
    ck_assert(load_with("format: 1\ntitle: T\nweeks:\n"
                        "  - week: 1\n    title: W\n"
                        "    mon: {copy: {gates: [{metric: registers, "
                        "at_most: 9}]}}\n"));
    const Item *item = track_item(plan_track(&plan, "micro"), "copy");
    int n;
    Gate *g = plan_gates(&plan.arena, item->ex, item, &n);
    ck_assert_int_eq(item->ex->ngates, 3);
    ck_assert_int_eq(n, 2);
    ck_assert_double_eq(g[1].bound, 9);
}
END_TEST

START_TEST(without_an_item_the_exercise_s_gates_judge) {
    load_micro();
    int n;
    Gate *g = plan_gates(&plan.arena, plan_find(&plan, "saxpy"), NULL, &n);
    ck_assert_int_eq(n, 2);
    ck_assert_double_eq(g[0].bound, 0.8);
}
END_TEST

// ---- addresses

// clang-format off
static const struct { const char *address, *want; } found[] = {
    {"transpose", "transpose"},
    {"transp", "transpose"},
    {"sax", "saxpy"},
    {"week06/transpose", "transpose"},
    {"week6/transpose", "transpose"},
    {"week6/tr", "transpose"}, // transfer is not in that week
    {"micro:week12/saxpy", "saxpy"},
    {"micro:copy", "copy"},
    {"memory/transpose", "transpose"},
    {"memory/c", "copy"},
};

static const struct { const char *address, *msg, *hint; } lost[] = {
    {"transposed", "there is no exercise 'transposed'", "nearest: week06/transpose"},
    {"trans", "'trans' fits 2 exercises", "one of: transfer, week06/transpose"},
    {"matmul", "'matmul' fits 2 exercises", "one of: week06/matmul-small, week06/matmul-tiled"},
    {"tiled", "there is no exercise 'tiled'", "nearest: week06/matmul-tiled"},
    {"request", "there is no exercise 'request'", "kata bank lists"},
    {"week06/saxpy", "there is no exercise 'week06/saxpy'", "nearest: week12/saxpy"},
    {"week06/matmul", "'week06/matmul' fits 2", "week06/matmul-small"},
    {"week07/saxpy", "micro has no week 7", "kata progress"},
    {"weekly/saxpy", "there is no exercise 'weekly/saxpy'", "nearest: week12/saxpy"},
    {"mikro:saxpy", "there is no track 'mikro'", "tracks: micro"},
    {"", "there is no exercise ''", ""},
    {"memory/", "'memory/' fits 3", ""},
};
// clang-format on

START_TEST(an_address_finds_its_exercise) {
    const Track *t = load_micro();
    const Item *item;
    const Exercise *ex = plan_resolve(&plan, t, found[_i].address, &item, &err);
    ck_assert_msg(ex, "%s: %s", found[_i].address, err.msg);
    ck_assert_str_eq(ex->id, found[_i].want);
    ck_assert_ptr_eq(item, track_item(t, ex->id));
}
END_TEST

START_TEST(a_lost_address_gets_the_nearest) {
    const Track *t = load_micro();
    ck_assert_ptr_null(plan_resolve(&plan, t, lost[_i].address, NULL, &err));
    ck_assert_int_eq(err.kind, ERR_USAGE);
    ck_assert_msg(strstr(err.msg, lost[_i].msg), "%s", err.msg);
    ck_assert_msg(strstr(err.hint, lost[_i].hint), "%s: %s", lost[_i].address,
                  err.hint);
    ck_assert_str_ne(err.hint, "");
}
END_TEST

START_TEST(at_most_three_are_named) {
    const char *const ids[] = {"fold-a", "fold-b", "fold-c", "fold-d"};
    for (size_t i = 0; i < COUNT_OF(ids); i++)
        add_exercise("memory", ids[i], "");
    const Track *t = load_micro();
    plan_resolve(&plan, t, "fald-a", NULL, &err);
    int commas = 0;
    for (const char *c = err.hint; *c; c++)
        commas += *c == ',';
    ck_assert_int_eq(commas, 2);
}
END_TEST

START_TEST(a_week_without_a_track_is_asked_back) {
    load_micro();
    ck_assert_ptr_null(
        plan_resolve(&plan, NULL, "week06/transpose", NULL, &err));
    ck_assert_str_eq(err.msg, "week06 of which track?");
    ck_assert_ptr_nonnull(strstr(err.hint, "kata start"));
}
END_TEST

START_TEST(a_path_finds_the_exercise_it_lies_in) {
    static const char *const paths[] = {
        "work/saxpy/k.cu",
        "work/saxpy",
        "exercises/linear/saxpy/exercise.yaml",
        "solutions/linear/saxpy/mutants/wrong.cu",
    };
    load_micro();
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        if (!strstr(paths[i], "exercises") && strchr(paths[i] + 5, '.'))
            tree_write(&tree, paths[i], "");
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const Exercise *ex =
            plan_resolve(&plan, NULL, tree_path(&tree, paths[i]), NULL, &err);
        ck_assert_msg(ex, "%s: %s", paths[i], err.msg);
        ck_assert_str_eq(ex->id, "saxpy");
    }
    tree_write(&tree, "saxpy/a/b/c/far.cu", "");
    ck_assert_ptr_null(plan_resolve(
        &plan, NULL, tree_path(&tree, "saxpy/a/b/c/far.cu"), NULL, &err));
}
END_TEST

START_TEST(no_file_hides_an_exercise) {
    load_micro();
    tree_write(&tree, "saxpy/copy", "");
    ck_assert_int_eq(chdir(tree_path(&tree, "saxpy")), 0);
    const Exercise *ex = plan_resolve(&plan, NULL, "copy", NULL, &err);
    ck_assert_str_eq(ex->id, "copy");
    ck_assert_ptr_eq(plan_resolve(&plan, NULL, ".", NULL, &err),
                     plan_find(&plan, "saxpy"));
    ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

START_TEST(the_address_shown_is_the_one_to_type) {
    const Track *t = load_micro();
    const Exercise *ex = plan_find(&plan, "transpose");
    ck_assert_str_eq(plan_address(&plan.arena, t, ex), "week06/transpose");
    ck_assert_str_eq(plan_address(&plan.arena, NULL, ex), "transpose");
    ck_assert_str_eq(plan_address(&plan.arena, t, plan_find(&plan, "transfer")),
                     "transfer");
}
END_TEST

SUITE_OF(plan) {
    Suite *s = suite_create("plan");
    TCase *t = tcase_create("plan");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, exercises_and_tracks_are_sorted_by_id);
    tcase_add_test(t, items_come_in_the_order_of_the_days);
    tcase_add_test(t, the_pace_is_read);
    tcase_add_test(t, phases_are_read_in_the_order_of_their_names);
    tcase_add_test(t, a_broken_exercise_does_not_stop_the_others);
    tcase_add_test(t, errors_of_several_files_come_in_one_run);
    tcase_add_test(t, an_id_is_unique);
    tcase_add_test(t, a_folder_without_exercises_is_no_root);
    tcase_add_loop_test(t, track_errors_point_at_their_place, 0,
                        COUNT_OF(wrongs));
    tcase_add_test(t, a_short_bar_replaces_the_bound_alone);
    tcase_add_test(t, a_full_bar_replaces_its_like_or_is_added);
    tcase_add_test(t, one_bar_for_both_devices_replaces_both_gates);
    tcase_add_test(t, without_an_item_the_exercise_s_gates_judge);
    tcase_add_loop_test(t, an_address_finds_its_exercise, 0, COUNT_OF(found));
    tcase_add_loop_test(t, a_lost_address_gets_the_nearest, 0, COUNT_OF(lost));
    tcase_add_test(t, at_most_three_are_named);
    tcase_add_test(t, a_week_without_a_track_is_asked_back);
    tcase_add_test(t, a_path_finds_the_exercise_it_lies_in);
    tcase_add_test(t, no_file_hides_an_exercise);
    tcase_add_test(t, the_address_shown_is_the_one_to_type);
    suite_add_tcase(s, t);
    return s;
}
