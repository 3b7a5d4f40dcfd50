// Finding places, loading what a verb needs, resolving what it was given.
#include "cli/app.h"

#include "base/day.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/str.h"
#include "cli/follow.h"
#include "cli/machine.h"
#include "cli/paper.h"

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

static const char *current_dir(Arena *a) {
    char path[4096];
    return getcwd(path, sizeof path) ? arena_str(a, path) : "/";
}

static const char *absolute(App *a, const char *path) {
    return path_join(&a->arena, current_dir(&a->arena), path);
}

static const char *from_env(App *a, const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? absolute(a, value) : otherwise;
}

static bool find_root(App *a, Err *err) {
    const char *asked = getenv("KATA_ROOT");
    if (asked && *asked) {
        a->root = absolute(a, asked);
        if (is_root(&a->arena, a->root)) return true;
        err_set(err, ERR_ENV, "KATA_ROOT is %s, which holds no kata curriculum",
                asked);
        return err_hint(err, "it should be a folder with curriculum/ and "
                             "exercises/ in it");
    }
    a->root = root_above(&a->arena, current_dir(&a->arena));
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
    const char *cwd = current_dir(&a->arena);
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

bool app_open_store(App *a, Err *err) {
    return store_open(&a->store, a->db, err);
}

static bool no_track(App *a, const char *id, Err *err) {
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
    return a->track || no_track(a, id, err);
}

void app_close(App *a) {
    store_close(a->store);
    err_clear(&a->broken);
    if (a->has_plan) plan_free(&a->plan);
    arena_reset(&a->arena);
    *a = (App){0};
}

// ---- progress

const char *app_time(App *a, int minutes) {
    if (minutes < 2 * MINUTES_PER_HOUR)
        return arena_fmt(&a->arena, "%d minute%s", minutes,
                         minutes == 1 ? "" : "s");
    return arena_fmt(&a->arena, "%.3g hours",
                     (double)minutes / MINUTES_PER_HOUR);
}

bool app_can_check(const Exercise *ex) {
    return kind_is_checked(ex->kind);
}

bool app_can_do(App *a, const Exercise *ex) {
    return app_can_check(ex) && !machine_lacks(a, ex->machines);
}

bool app_progress(App *a, Progress **rows, int *n, Err *err) {
    if (!store_progress(a->store, &a->arena, rows, n, err)) return false;

    // Versions are hashes over files: only what was passed can be stale.
    const char **ids = arena_array(&a->arena, const char *, (size_t)*n);
    const char **hex = arena_array(&a->arena, const char *, (size_t)*n);
    int passed = 0;
    for (int i = 0; i < *n; i++) {
        const Exercise *ex = plan_find(&a->plan, (*rows)[i].exercise);
        if ((*rows)[i].state != STATE_PASSED || !ex) continue;
        char version[65];
        exercise_version(ex, version);
        ids[passed] = ex->id;
        hex[passed++] = arena_str(&a->arena, version);
    }
    store_versions(a->store, ids, hex, passed);
    return store_progress(a->store, &a->arena, rows, n, err);
}

// ---- addresses

// The exercise whose folder of work/ the path lies in, or NULL.
static const Exercise *in_work(App *a, const char *path) {
    char *work = realpath(a->work, NULL);
    if (!work) return NULL;
    size_t n = strlen(work);
    bool inside = !strncmp(path, work, n) && path[n] == '/';
    free(work);
    if (!inside) return NULL;
    const char *id = path + n + 1;
    if (str_starts(id, "review/")) { // review/DATE/ID
        id += strlen("review/");
        id += strcspn(id, "/");
        id += *id == '/';
    }
    return plan_find(&a->plan, arena_strn(&a->arena, id, strcspn(id, "/")));
}

static const Exercise *current_exercise(App *a, Err *err) {
    const Exercise *here = in_work(a, current_dir(&a->arena));
    if (here) return here;
    if (!a->store) {
        err_set(err, ERR_USAGE, "which exercise?");
        err_hint(err, "name one, or give its file");
        return NULL;
    }
    if (!a->track) {
        no_track(a, NULL, err);
        return NULL;
    }
    Follow w;
    if (!follow_track(a, a->track, &w, err)) return NULL;
    if (w.s.next.ex) return w.s.next.ex;
    err_set(err, ERR_USAGE, "every exercise of %s is passed or skipped",
            a->track->id);
    err_hint(err, "name one, e.g. kata check %s",
             a->plan.nexercises ? a->plan.exercises[0]->id : "ID");
    return NULL;
}

const Exercise *app_exercise(App *a, const char *address, const Item **item,
                             Err *err) {
    const Item *found = NULL;
    const Exercise *ex;
    if (!address) {
        ex = current_exercise(a, err);
    } else {
        char *real = strchr(address, '/') || strchr(address, '.')
                         ? realpath(address, NULL)
                         : NULL;
        ex = real ? in_work(a, real) : NULL;
        if (!ex)
            ex = plan_resolve(&a->plan, a->track, real ? real : address, &found,
                              err);
        free(real);
    }
    if (ex && !found && a->track) found = track_item(a->track, ex->id);
    if (item) *item = found;
    return ex;
}

char *app_work_file(App *a, const Exercise *ex) {
    const char *own = ex->paper ? paper_folder(a, ex) : NULL;
    if (own) return path_join(&a->arena, own, ex->file);
    char *dir = path_join(&a->arena, a->work, ex->id);
    return path_join(&a->arena, dir, ex->file);
}

char *app_command(App *a, const char *verb, const Exercise *ex) {
    return arena_fmt(&a->arena, "kata %s %s", verb,
                     plan_address(&a->arena, a->track, ex));
}

// ---- files and questions

bool app_hand_out(App *a, const Exercise *ex, bool *made, Err *err) {
    if (ex->paper && !paper_set_up(a, ex, err)) return false;
    char *to = app_work_file(a, ex);
    if (made) *made = false;
    if (path_exists(to)) return true;
    if (!app_put_stub(a, ex, to, err)) {
        if (err && !err->hint[0])
            err_hint(err, "kata copies exercises there: make the folder "
                          "writable, or set KATA_WORK to another");
        return false;
    }
    if (made) *made = true;
    return true;
}

const char *app_named_file(App *a, const Exercise *ex, const char *address,
                           const char *asked) {
    if (asked || !address || !path_exists(address) || path_is_dir(address))
        return asked;
    char *named = realpath(address, NULL);
    char *work = realpath(app_work_file(a, ex), NULL);
    bool own = !named || (work && !strcmp(named, work));
    free(named);
    free(work);
    return own ? NULL : address;
}

bool app_find_file(App *a, const Exercise *ex, const char *asked,
                   const char **file, Err *err) {
    *file = asked ? asked : app_work_file(a, ex);
    if (path_exists(*file) && !path_is_dir(*file)) return true;
    if (asked) {
        err_set(err, ERR_USAGE, "there is no file '%s'", asked);
        return err_hint(err, "--file takes the path of a %s file",
                        strrchr(ex->file, '.') ? strrchr(ex->file, '.') : "");
    }
    err_set(err, ERR_USAGE, "you have no file for '%s' yet", ex->id);
    return err_hint(err, "`%s` hands it out", app_command(a, "next", ex));
}

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
