// Finds the places, loads what a verb needs, and talks to the terminal.
#include "cli/app/app.h"

#include "base/day.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- places

static bool is_root(Arena *a, const char *dir) {
    return path_is_dir(path_join(a, dir, "curriculum")) &&
           path_is_dir(path_join(a, dir, "exercises"));
}

// Returns dir or the nearest folder above it that is a root, or NULL.
static const char *root_above(Arena *a, const char *dir) {
    for (;;) {
        if (is_root(a, dir)) return dir;
        if (!strcmp(dir, "/") || !strcmp(dir, ".")) return NULL;
        dir = path_dir(a, dir);
    }
}

static const char *program_dir(Arena *a) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) return "/";
    path[n] = '\0';
    return path_dir(a, path);
}

const char *app_current_dir(Arena *a) {
    char path[4096];
    return getcwd(path, sizeof path) ? arena_str(a, path) : "/";
}

static const char *absolute_path(App *a, const char *path) {
    return path_join(&a->arena, app_current_dir(&a->arena), path);
}

static const char *from_env(App *a, const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? absolute_path(a, value) : otherwise;
}

static bool find_root(App *a, Err *err) {
    const char *asked = getenv("KATA_ROOT");
    if (asked && *asked) {
        a->root = absolute_path(a, asked);
        if (is_root(&a->arena, a->root)) return true;
        err_set(err, ERR_ENV, "KATA_ROOT is %s, which holds no kata curriculum",
                asked);
        return err_hint(err, "it should be a folder with curriculum/ and "
                             "exercises/ in it");
    }
    a->root = root_above(&a->arena, app_current_dir(&a->arena));
    if (!a->root) a->root = root_above(&a->arena, program_dir(&a->arena));
    if (a->root) return true;
    err_set(err, ERR_ENV, "there is no kata curriculum here");
    return err_hint(err, "cd to the folder with curriculum/ and exercises/, or "
                         "set KATA_ROOT to it");
}

// The parts that exercises are linked with lie beside the program that was
// built with them, whatever curriculum it is pointed at.
static const char *find_build(App *a) {
    const char *dir = program_dir(&a->arena);
    for (; strlen(dir) > 1; dir = path_dir(&a->arena, dir))
        if (!strcmp(path_base(dir), ".build")) return dir;
    return path_join(&a->arena, a->root, ".build");
}

bool app_find_places(App *a, Err *err) {
    if (!clock_check(err) || !find_root(a, err)) return false;
    a->work = from_env(a, "KATA_WORK", path_join(&a->arena, a->root, "work"));
    a->db =
        from_env(a, "KATA_DB", path_join(&a->arena, a->root, "progress.db"));
    a->build = find_build(a);
    return true;
}

const char *app_show_path(App *a, const char *path) {
    const char *cwd = app_current_dir(&a->arena);
    size_t n = strlen(cwd);
    return !strncmp(path, cwd, n) && path[n] == '/' ? path + n + 1 : path;
}

// ---- the plan, the record, the track

bool app_load_plan(App *a, Err *err) {
    // A file for each curriculum, for a program may be pointed at several.
    enum { NAME = 12 };
    char hex[HASH_HEX];
    hash_of(a->root, strlen(a->root), hex);
    bool ok = plan_load_cached(
        &a->plan, a->root,
        arena_fmt(&a->arena, "%s/plan/%.*s", a->build, NAME, hex), err);
    a->has_plan = true;
    return ok;
}

bool app_open_store(App *a, bool looks, Err *err) {
    return looks ? store_look(&a->store, a->db, err)
                 : store_open(&a->store, a->db, err);
}

bool app_no_track(App *a, const char *id, Err *err) {
    Buf names = {0};
    for (int i = 0; i < a->plan.ntracks; i++)
        buf_fmt(&names, "%s%s", i ? ", " : "", a->plan.tracks[i]->id);
    if (id)
        err_set(err, ERR_USAGE, "the active track '%s' is no longer there", id);
    else
        err_set(err, ERR_USAGE, "no track is active yet");
    err_hint(err, "kata start TRACK, one of: %s", buf_text(&names));
    buf_free(&names);
    return false;
}

bool app_use_track(App *a, Err *err) {
    const char *id = store_get(a->store, &a->arena, "track");
    a->track = id ? plan_track(&a->plan, id) : NULL;
    return a->track || app_no_track(a, id, err);
}

bool app_may_build(App *a, Err *err) {
    Scratch probe = {0};
    bool ok = scratch_open(&probe, &a->arena, a->build, "probe", err);
    scratch_close(&probe);
    return ok;
}

void app_close(App *a) {
    store_close(a->store);
    err_clear(&a->broken);
    if (a->has_plan) plan_free(&a->plan);
    arena_reset(&a->arena);
    *a = (App){0};
}

// ---- words

const char *app_time(App *a, int minutes) {
    if (minutes < 2 * MINUTES_PER_HOUR)
        return arena_fmt(&a->arena, "%d minute%s", minutes,
                         minutes == 1 ? "" : "s");
    return arena_fmt(&a->arena, "%.3g hours",
                     (double)minutes / MINUTES_PER_HOUR);
}

char *app_command(App *a, const char *verb, const Exercise *ex) {
    return arena_fmt(&a->arena, "kata %s %s", verb,
                     plan_address(&a->arena, a->track, ex));
}

// ---- files and questions

void app_show_step(void *app, const char *step) {
    App *a = app;
    term_spin(&a->term, step);
}

bool app_confirm(App *a, const char *question, Err *err) {
    if (!isatty(STDIN_FILENO) || !a->term.err_tty) {
        err_set(err, ERR_USAGE, "%s", question);
        return err_hint(err, "without a terminal to answer on, add --yes");
    }
    fprintf(stderr, "%s [y/n] ", question);
    char answer[16] = "";
    if (!fgets(answer, sizeof answer, stdin)) answer[0] = 'n';
    if (answer[0] == 'y' || answer[0] == 'Y') return true;
    err_set(err, ERR_USAGE, "nothing was changed");
    return false;
}

bool app_read_line(App *a, FILE *from, char **out) {
    char *line = NULL;
    size_t cap = 0;
    ssize_t n = getline(&line, &cap, from);
    if (n >= 0) {
        Str s = str_trim((Str){line, (size_t)n});
        *out = arena_strn(&a->arena, s.p, s.n);
    }
    free(line);
    return n >= 0;
}

void app_print(Buf *out) {
    term_put(out);
    buf_free(out);
}

double app_know_fact(void *app, const char *key) {
    enum { MONTH = 30 * 24 * 3600 };
    App *a = app;
    return a->store ? store_fact(a->store, key, MONTH) : NAN;
}

void app_learn_fact(void *app, const char *key, double value) {
    App *a = app;
    Err err = {0}; // a fact that is not kept is measured again
    if (a->store) store_set_fact(a->store, key, value, &err);
    err_clear(&err);
}
