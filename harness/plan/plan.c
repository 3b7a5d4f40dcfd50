// The plan: every exercise, then every track, which refers to them.
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/track_read.h"
#include "plan/yaml_cache.h"

#include <stdlib.h>
#include <string.h>

typedef struct Loader {
    Plan *p;
    Err *err;
    Map broken; // ids of exercises that did not load
    struct {
        Exercise **at;
        int n, cap;
    } exercises;
    struct {
        Track **at;
        int n, cap;
    } tracks;
    struct {
        Topic **at;
        int n, cap;
    } topics;
} Loader;

static void load_exercise(Loader *l, const char *path) {
    Exercise *ex =
        exercise_load_cached(l->p->cache, &l->p->arena, path, l->err);
    if (!ex) {
        Arena a = {0};
        map_set(&l->broken, path_base(path_dir(&a, path)), l->p);
        arena_reset(&a);
        return;
    }
    const Exercise *other = map_find(&l->p->by_id, ex->id);
    if (other) {
        err_at(err_more(l->err), ex->loc, "there are two exercises '%s'",
               ex->id);
        err_hint(l->err, "the other is %s; ids are unique: rename one folder",
                 other->yaml);
        return;
    }
    map_set(&l->p->by_id, ex->id, ex);
    vec_push(&l->exercises, ex);
}

static bool is_hidden(const char *name) {
    return name[0] == '.' || name[0] == '_';
}

static void load_exercises(Loader *l, const char *dir) {
    Arena a = {0};
    for (char **topic = path_list(&a, dir, NULL); *topic; topic++) {
        if (is_hidden(*topic)) continue;
        char *topic_dir = path_join(&a, dir, *topic);
        for (char **id = path_list(&a, topic_dir, NULL); *id; id++) {
            char *path = arena_fmt(&a, "%s/%s/exercise.yaml", topic_dir, *id);
            if (!is_hidden(*id) && path_exists(path)) load_exercise(l, path);
        }
    }
    arena_reset(&a);
}

static void load_bank(Loader *l, const char *dir) {
    Arena a = {0};
    Names names = {l->p, &l->broken};
    for (char **name = path_list(&a, dir, NULL); *name; name++)
        if (!is_hidden(*name) && str_ends(*name, ".yaml"))
            vec_push(&l->topics,
                     topic_load(&names, path_join(&a, dir, *name), l->err));
    arena_reset(&a);
}

static void load_track(Loader *l, const char *dir, const char *name) {
    Arena a = {0};
    char *path = path_join(&a, dir, name);
    char *id = arena_str(&a, name);
    if (str_ends(name, ".yaml"))
        id[strlen(id) - strlen(".yaml")] = '\0';
    else
        path = path_join(&a, path, "track.yaml");
    Track *t = NULL;
    bool is_track = !is_hidden(name) && strcmp(name, "remarks.yaml") != 0;
    if (is_track && str_ends(path, ".yaml") && path_exists(path))
        t = track_load(l->p, id, path, &l->broken, l->err);
    for (int i = 0; t && i < l->tracks.n; i++)
        if (strcmp(l->tracks.at[i]->id, t->id) == 0) {
            err_at(err_more(l->err), (Loc){t->path, 1, 1},
                   "there are two tracks '%s'", t->id);
            err_hint(l->err, "the other is %s", l->tracks.at[i]->path);
            map_free(&t->by_id);
            t = NULL;
        }
    if (t) vec_push(&l->tracks, t);
    arena_reset(&a);
}

static int by_exercise_id(const void *a, const void *b) {
    return strcmp((*(Exercise *const *)a)->id, (*(Exercise *const *)b)->id);
}

static int by_track_id(const void *a, const void *b) {
    return strcmp((*(Track *const *)a)->id, (*(Track *const *)b)->id);
}

// Moves what was collected into the plan, sorted.
static void keep_loaded(Loader *l) {
    Plan *p = l->p;
    size_t n = (size_t)l->exercises.n, m = (size_t)l->tracks.n;
    p->exercises = arena_array(&p->arena, Exercise *, n);
    p->tracks = arena_array(&p->arena, Track *, m);
    p->nexercises = l->exercises.n;
    p->ntracks = l->tracks.n;
    if (n) {
        memcpy(p->exercises, l->exercises.at, n * sizeof *p->exercises);
        qsort(p->exercises, n, sizeof *p->exercises, by_exercise_id);
        for (size_t i = 0; i < n; i++)
            p->exercises[i]->at = (int)i;
    }
    p->topics = arena_array(&p->arena, Topic *, (size_t)l->topics.n);
    p->ntopics = l->topics.n;
    for (int i = 0; i < l->topics.n; i++)
        p->topics[i] = l->topics.at[i];
    if (m) {
        memcpy(p->tracks, l->tracks.at, m * sizeof *p->tracks);
        qsort(p->tracks, m, sizeof *p->tracks, by_track_id);
    }
}

bool plan_load(Plan *p, const char *root, Err *err) {
    return plan_load_cached(p, root, NULL, err);
}

bool plan_load_cached(Plan *p, const char *root, const char *cache, Err *err) {
    *p = (Plan){0};
    p->root = arena_str(&p->arena, root);
    char *exercises = path_join(&p->arena, root, "exercises");
    char *curriculum = path_join(&p->arena, root, "curriculum");
    if (!path_is_dir(exercises)) {
        err_set(err, ERR_ENV, "there is no curriculum in %s", root);
        return err_hint(err, "run kata inside its folder, or set KATA_ROOT to "
                             "the folder that holds exercises/");
    }
    Err all = {0};
    Loader l = {.p = p, .err = &all};
    if (cache) p->cache = yaml_cache_open(&p->arena, cache);
    load_exercises(&l, exercises);
    keep_loaded(&l); // tracks look exercises up, and the nearest ones
    load_bank(&l, path_join(&p->arena, curriculum, "bank"));
    Arena a = {0};
    for (char **name = path_list(&a, curriculum, NULL); *name; name++)
        load_track(&l, curriculum, *name);
    arena_reset(&a);
    keep_loaded(&l);
    yaml_cache_save(p->cache);
    p->cache = NULL;
    map_free(&l.broken);
    vec_free(&l.exercises);
    vec_free(&l.tracks);
    vec_free(&l.topics);
    return err_move(err, &all);
}

void plan_free(Plan *p) {
    for (int i = 0; i < p->ntracks; i++)
        map_free(&p->tracks[i]->by_id);
    map_free(&p->planned);
    map_free(&p->by_id);
    arena_reset(&p->arena);
    *p = (Plan){0};
}
