// The cache of parsed YAML: what comes out of it is what libyaml would have
// given, for the very text that is there now, whatever the file holds.
#include "plan/yaml_cache.h"

#include "base/buf.h"
#include "base/path.h"
#include "plan/plan.h"
#include "tests/tests.h"

#include <stdlib.h>
#include <string.h>

static void same_tree(const Node *a, const Node *b) {
    ck_assert_int_eq(a->kind, b->kind);
    ck_assert_int_eq(a->quoted, b->quoted);
    ck_assert_int_eq(a->loc.line, b->loc.line);
    ck_assert_int_eq(a->loc.col, b->loc.col);
    ck_assert_str_eq(a->loc.file, b->loc.file);
    ck_assert_uint_eq(a->of->n, b->of->n);
    ck_assert_int_eq(memcmp(a->of->p, b->of->p, a->of->n), 0);
    if (a->kind == NODE_SCALAR) {
        ck_assert_str_eq(a->text, b->text);
        return;
    }
    ck_assert_int_eq(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        if (a->kind == NODE_MAP) {
            ck_assert_str_eq(a->keys[i], b->keys[i]);
            ck_assert_int_eq(a->key_locs[i].line, b->key_locs[i].line);
            ck_assert_int_eq(a->key_locs[i].col, b->key_locs[i].col);
        }
        same_tree(a->at[i], b->at[i]);
    }
}

static Arena arena;
static Err err;

static void same_plan(const char *cache) {
    Plan fresh, kept;
    ck_assert_msg(plan_load(&fresh, ".", &err), "%s", err.msg);
    ck_assert_msg(plan_load_cached(&kept, ".", cache, &err), "%s", err.msg);
    ck_assert_int_eq(kept.nexercises, fresh.nexercises);
    ck_assert_int_eq(kept.ntracks, fresh.ntracks);
    for (int i = 0; i < fresh.nexercises; i++) {
        char a[65], b[65];
        same_tree(kept.exercises[i]->root, fresh.exercises[i]->root);
        exercise_version(kept.exercises[i], a);
        exercise_version(fresh.exercises[i], b);
        ck_assert_str_eq(a, b);
    }
    for (int i = 0; i < fresh.ntracks; i++)
        ck_assert_int_eq(kept.tracks[i]->nall, fresh.tracks[i]->nall);
    plan_free(&fresh);
    plan_free(&kept);
}

static char *folder(void) {
    char *dir = arena_str(&arena, "/tmp/kata-yaml-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    return dir;
}

START_TEST(the_plan_is_the_same_from_the_cache) {
    char *dir = folder(), *cache = path_join(&arena, dir, "sub/plan");
    same_plan(cache); // writes it
    ck_assert(path_exists(cache));
    same_plan(cache);
    path_remove_all(dir, NULL);
    arena_reset(&arena);
}
END_TEST

// Every file that a crash, a disk or a stranger may leave behind.
START_TEST(a_damaged_cache_is_parsed_again) {
    char *dir = folder(), *cache = path_join(&arena, dir, "plan");
    Buf good = {0};
    same_plan(cache);
    ck_assert(file_read(cache, &good, &err));
    for (unsigned k = 1; k < 12; k++) {
        Buf bad = {0};
        size_t cut = good.len * k / 12;
        buf_add(&bad, good.data, k % 2 ? cut : good.len);
        // Lengths and kinds that cannot be, but for the stamp: that of this
        // program is what makes the rest be read at all.
        for (size_t i = 32 + 997 * k; k % 2 == 0 && i < bad.len; i += 7919)
            if (bad.data[i] == '\0') bad.data[i] = (char)0xff;
        ck_assert(file_write(cache, bad.data, bad.len, &err));
        Plan p;
        ck_assert(plan_load_cached(&p, ".", cache, &err));
        ck_assert_int_gt(p.nexercises, 0);
        plan_free(&p);
        buf_free(&bad);
    }
    ck_assert(file_write(cache, "", 0, &err));
    same_plan(cache);
    buf_free(&good);
    path_remove_all(dir, NULL);
    arena_reset(&arena);
}
END_TEST

START_TEST(another_text_is_parsed_again) {
    char *dir = folder(), *cache = path_join(&arena, dir, "plan");
    enum { FILES = 50 };
    for (int round = 0; round < 3; round++) {
        YamlCache *c = yaml_cache_open(&arena, cache);
        for (int i = 0; i < FILES; i++) {
            char *path = arena_fmt(&arena, "%s/%d.yaml", dir, i);
            char *text = arena_fmt(&arena, "a: %d\nb: [x, 'y']\n",
                                   i == 7 ? 100 + round : i);
            ck_assert(file_write(path, text, strlen(text), &err));
            const Node *n = yaml_load_cached(c, &arena, path, &err);
            ck_assert_ptr_nonnull(n);
            same_tree(n, yaml_parse(&arena, path, text, strlen(text), &err));
        }
        // Errors are told each time.
        char *wrong = arena_fmt(&arena, "%s/wrong.yaml", dir);
        Err one = {0};
        ck_assert(file_write(wrong, "a: 1\na: 2\n", 10, &err));
        ck_assert_ptr_nonnull(yaml_load_cached(c, &arena, wrong, &one));
        ck_assert_int_eq(err_count(&one), 1);
        err_clear(&one);
        yaml_cache_save(c);
    }
    path_remove_all(dir, NULL);
    arena_reset(&arena);
}
END_TEST

SUITE_OF(yaml_cache) {
    Suite *s = suite_create("yaml_cache");
    TCase *t = tcase_create("yaml_cache");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, the_plan_is_the_same_from_the_cache);
    tcase_add_test(t, a_damaged_cache_is_parsed_again);
    tcase_add_test(t, another_text_is_parsed_again);
    suite_add_tcase(s, t);
    return s;
}
