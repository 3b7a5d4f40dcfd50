// See class.h: what there is to grade, and what is known of it.
#include "cli/grade/class.h"

#include "base/path.h"
#include "base/rng.h"
#include "base/str.h"
#include "gate/machine/gpu_model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { TASKS_MOST = 400 };
static const double similar_usual = 0.8;

// ---- the exercises

static bool add_task(Class *c, const Exercise *ex, const Item *item, Err *err) {
    ClassView *v = &c->view;
    Task *tasks = (Task *)(size_t)v->tasks;
    for (int i = 0; i < v->ntasks; i++)
        if (tasks[i].ex == ex) return true;
    if (v->ntasks == TASKS_MOST)
        return err_set(err, ERR_USAGE, "more than %d exercises at once",
                       TASKS_MOST);
    tasks[v->ntasks++] = (Task){ex, item};
    return true;
}

static bool named_tasks(Class *c, const Track *track, Err *err) {
    for (int i = 0; i < c->opts->nexercises; i++) {
        const Exercise *ex =
            plan_resolve(&c->a->plan, track, c->opts->exercises[i], NULL, err);
        if (!ex) return false;
        if (ex->paper || !kind_is_checked(ex->kind)) {
            err_set(err, ERR_USAGE, "'%s' has no code to grade", ex->id);
            return err_hint(err, "kata grade judges exercises with code");
        }
        if (!add_task(c, ex, track_item(track, ex->id), err)) return false;
    }
    return true;
}

static bool track_tasks(Class *c, const Track *track, long week, Err *err) {
    bool found = week < 0;
    for (int i = 0; i < track->nall; i++) {
        const Item *item = track->all[i];
        const Week *in = week < 0 ? NULL : track_week(track, (int)week);
        if (week >= 0 && (!in || item->week != in->number)) continue;
        found = true;
        if (!item->ex) continue;
        if (item->ex->paper || !kind_is_checked(item->ex->kind))
            c->view.left_out++;
        else if (!add_task(c, item->ex, item, err))
            return false;
    }
    if (c->view.ntasks) return true;
    if (!found)
        err_set(err, ERR_USAGE, "%s has no week %ld", track->id, week);
    else
        err_set(err, ERR_USAGE, "there is no exercise with code to grade");
    return err_hint(err, "`kata progress` lists the weeks of a track");
}

static const Track *find_track(Class *c, Err *err) {
    const Plan *p = &c->a->plan;
    const Track *t = plan_track(p, c->opts->track);
    const char **ids =
        arena_array(&c->a->arena, const char *, (size_t)p->ntracks);
    if (t) return t;
    for (int i = 0; i < p->ntracks; i++)
        ids[i] = p->tracks[i]->id;
    int near = str_nearest(c->opts->track, ids, p->ntracks);
    err_set(err, ERR_USAGE, "there is no track '%s'", c->opts->track);
    if (near >= 0)
        err_hint(err, "did you mean '%s'?", ids[near]);
    else
        err_hint(err, "`kata tracks` lists them");
    return NULL;
}

static bool find_tasks(Class *c, Err *err) {
    const ClassOpts *o = c->opts;
    const Track *track = NULL;
    long week = -1;
    c->view.tasks = arena_array(&c->a->arena, Task, TASKS_MOST);
    c->view.title = "Grades";
    if (!o->track && !o->nexercises) {
        err_set(err, ERR_USAGE, "which exercises are to be graded?");
        return err_hint(err, "--exercise ID, more than once if need be, or "
                             "--track T, perhaps with --week N");
    }
    if (o->track && !(track = find_track(c, err))) return false;
    if (track) c->view.title = track->title;
    if (o->week) {
        char *end;
        week = strtol(o->week, &end, 10);
        if (!track || !*o->week || *end || week < 0 || week > MAX_WEEK) {
            err_set(err, ERR_USAGE, "--week takes the number of a week");
            return err_hint(err, "for example --track T --week 3");
        }
    }
    return o->nexercises ? named_tasks(c, track, err)
                         : track_tasks(c, track, week, err);
}

// ---- the folder

static bool read_seed(const char *text, uint64_t *seed) {
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 0);
    while (*end == '\n')
        end++;
    return *text && *text != '-' && !*end && errno == 0 && *seed > 0;
}

// The seed that DIR was begun with, or a new one.
static bool settle_seed(Class *c, const char *path, Err *err) {
    const char *asked = c->opts->seed;
    uint64_t wanted = 0;
    Buf text = {0};
    if (asked && !read_seed(asked, &wanted)) {
        err_set(err, ERR_USAGE, "'%s' is not a seed", asked);
        return err_hint(err, "a seed is a number, for example 0x5eed91");
    }
    if (path_exists(path)) {
        bool ok = file_read(path, &text, err) &&
                  (read_seed(buf_text(&text), &c->view.seed) ||
                   err_set(err, ERR_INPUT, "%s holds no seed", path));
        buf_free(&text);
        if (!ok || !wanted || wanted == c->view.seed) return ok;
        err_set(err, ERR_USAGE, "%s was begun with the seed 0x%llx", c->out,
                (unsigned long long)c->view.seed);
        return err_hint(err, "leave --seed out, or name another --out");
    }
    // Half of the bits, so that it can be read out.
    c->view.seed = wanted ? wanted : rng_entropy() >> 32 | 1;
    buf_fmt(&text, "0x%llx\n", (unsigned long long)c->view.seed);
    bool ok = file_write(path, buf_text(&text), text.len, err);
    buf_free(&text);
    return ok;
}

// Is it the folder, or would it lie below it?
static bool lies_below(Arena *m, const char *path, const char *folder) {
    struct stat of, st;
    if (stat(folder, &of) != 0 || !S_ISDIR(of.st_mode)) return false;
    for (const char *at = path;; at = path_dir(m, at)) {
        char *real = realpath(at, NULL);
        if (real) {
            // From here on without links and "..".
            at = arena_str(m, real);
            free(real);
        }
        if (stat(at, &st) == 0 && st.st_dev == of.st_dev &&
            st.st_ino == of.st_ino)
            return true;
        if (!strcmp(at, "/") || !strcmp(at, ".")) return false;
    }
}

// Only a new folder, an empty one, or one that kata grade made.
static bool open_folder(Class *c, Err *err) {
    Arena *m = &c->a->arena;
    if (!c->opts->out || !*c->opts->out) {
        err_set(err, ERR_USAGE, "where are the results to go?");
        return err_hint(err, "--out DIR: a new folder, or that of an earlier "
                             "run, which then goes on");
    }
    c->out = path_join(m, app_current_dir(m), c->opts->out);
    char *seed = path_join(m, c->out, "seed");
    if (lies_below(m, c->out, c->opts->input)) {
        err_set(err, ERR_USAGE, "--out %s is within what the class handed in",
                c->opts->out);
        return err_hint(err, "the next run would take the results for a "
                             "learner: name a folder elsewhere, such as "
                             "--out ../results");
    }
    if (path_is_dir(c->out) && !path_exists(seed) &&
        path_list(m, c->out, NULL)[0]) {
        err_set(err, ERR_USAGE, "%s holds other things", c->opts->out);
        return err_hint(err, "name a folder that is new or empty");
    }
    return path_make_dirs(c->out, err) && settle_seed(c, seed, err);
}

// ---- what is known

static void find_versions(Class *c) {
    Arena *m = &c->a->arena;
    c->versions = arena_array(m, const char *, (size_t)c->view.ntasks);
    for (int t = 0; t < c->view.ntasks; t++) {
        char hex[65];
        exercise_version(c->view.tasks[t].ex, hex);
        c->versions[t] = arena_str(m, hex);
    }
}

static void find_pieces(Class *c) {
    const Roster *r = &c->roster;
    int most = r->n * c->view.ntasks, at = 0;
    c->pieces = arena_array(&c->a->arena, ClassPiece, (size_t)most);
    for (int i = 0; i < r->n; i++)
        for (int t = 0; t < c->view.ntasks; t++) {
            if (r->at[i].of[t].state != HANDED_FILE) continue;
            if (at++ % c->parts != c->part - 1) continue;
            c->pieces[c->npieces++] = (ClassPiece){i, t, false};
        }
}

// The work that a result must be of.
static Grading work_of(const Class *c, int learner, int task) {
    return (Grading){
        .learner = c->roster.at[learner].slug,
        .exercise = c->view.tasks[task].ex->id,
        .hash = c->roster.at[learner].of[task].hash,
        .version = c->versions[task],
        .on = c->on,
        .seed = c->view.seed,
    };
}

static void take_known(Class *c, const Records *records) {
    Arena *m = &c->a->arena;
    ClassView *v = &c->view;
    Map work = {0}; // learner/exercise: the last result
    for (int i = 0; i < records->n; i++) {
        Grading *g = arena_new(m, Grading);
        if (grading_read(m, records->at[i], g))
            map_set(&work, arena_fmt(m, "%s/%s", g->learner, g->exercise), g);
    }
    for (int i = 0; i < c->roster.n; i++)
        for (int t = 0; t < v->ntasks; t++) {
            if (c->roster.at[i].of[t].state != HANDED_FILE) continue;
            Grading want = work_of(c, i, t);
            const Grading *g = map_find(
                &work, arena_fmt(m, "%s/%s", want.learner, want.exercise));
            if (g && grading_same_work(g, &want)) class_result(v, i, t)->g = g;
        }
    map_free(&work);
    for (int i = 0; i < c->npieces; i++) {
        ClassPiece *p = &c->pieces[i];
        const Grading *g = class_result(v, p->learner, p->task)->g;
        p->known = g && grading_counts(g);
        c->nknown += p->known;
    }
}

// ---- all of it

static bool take_part(Class *c, Err *err) {
    const char *text = c->opts->part;
    c->part = c->parts = 1;
    if (!text || (sscanf(text, "%ld/%ld", &c->part, &c->parts) == 2 &&
                  c->part >= 1 && c->part <= c->parts))
        return true;
    err_set(err, ERR_USAGE, "--part takes K/N, such as 1/3, not '%s'", text);
    return err_hint(err, "--part 2/8 judges the second of eight shares");
}

static bool take_threshold(Class *c, Err *err) {
    const char *text = c->opts->similar;
    char *end;
    c->view.threshold = similar_usual;
    if (!text) return true;
    double percent = strtod(text, &end);
    if (*end == '%') end++;
    if (end != text && !*end && percent > 0 && percent <= 100) {
        c->view.threshold = percent / 100;
        return true;
    }
    err_set(err, ERR_USAGE, "--similar takes 1 to 100 percent, not '%s'", text);
    return err_hint(err, "80 is the default");
}

static bool take_on(Class *c, Err *err) {
    const char *on = c->opts->on;
    if (strcmp(on, "auto") != 0 && strcmp(on, "gpu") != 0 &&
        strcmp(on, "sim") != 0) {
        err_set(err, ERR_USAGE, "--on does not take '%s'", on);
        return err_hint(err, "--on auto, --on gpu or --on sim");
    }
    if (c->opts->gpu && !gpu_model_find(&c->a->arena, c->opts->gpu, err))
        return false;
    c->on =
        c->opts->gpu ? arena_fmt(&c->a->arena, "%s %s", on, c->opts->gpu) : on;
    return true;
}

static bool read_input(Class *c, const char *scratch, Err *err) {
    Arena *m = &c->a->arena;
    RosterRequest q = {
        .a = m,
        .input = c->opts->input,
        .tasks = c->view.tasks,
        .ntasks = c->view.ntasks,
        .copies = path_join(m, c->out, "submissions"),
        .scratch = scratch,
        .out = c->out,
        .plan = &c->a->plan,
    };
    return roster_read(&q, &c->roster, err);
}

bool class_open(Class *c, App *a, const ClassOpts *o, const char *scratch,
                Err *err) {
    Arena *m = &a->arena;
    ClassView *v = &c->view;
    Records records;
    *c = (Class){.a = a, .opts = o};
    if (!take_on(c, err) || !take_part(c, err) || !take_threshold(c, err) ||
        !find_tasks(c, err) ||
        !rubric_load(m, o->rubric, v->tasks, v->ntasks, &a->plan, &c->rubric,
                     err) ||
        !open_folder(c, err) || !read_input(c, scratch, err))
        return false;
    v->folder = app_show_path(a, c->out);
    v->rubric = o->rubric;
    v->rows = c->rubric.rows;
    v->on = c->on;
    v->version = KATA_VERSION;
    v->now = (int64_t)time(NULL);
    v->roster = &c->roster;
    v->at = arena_array(m, ClassResult, (size_t)c->roster.n * v->ntasks);
    find_versions(c);
    find_pieces(c);
    const char *part = c->parts > 1 ? arena_fmt(m, "-%ld", c->part) : "";
    if (!journal_open(&c->journal, m, c->out, part, err) ||
        !journal_read(m, c->out, &records, err))
        return false;
    take_known(c, &records);
    return true;
}

void class_close(Class *c) {
    journal_close(&c->journal);
}
