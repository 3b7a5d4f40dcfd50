// See baseline.h.
#include "gate/measure/baseline.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/child/shim.h"

#include <string.h>
#include <unistd.h>

static const char one_thread[] = "1 thread";
const char baseline_serial[] = "solution";

const char *const baseline_libraries[] = {"-lcublas", NULL};

const char *baseline_of(const Gate *g) {
    static const char fraction[] = "fraction_of_";
    if (strcmp(g->metric, "speedup") == 0) return g->over;
    if (strcmp(g->metric, "scaling") == 0) return one_thread;
    if (str_starts(g->metric, fraction)) return g->metric + strlen(fraction);
    return NULL;
}

const Baseline *baselines_get(const Baselines *b, const char *name) {
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->at[i].name, name) == 0) return &b->at[i];
    return NULL;
}

// The first line says what it is.
static const char *what_it_is(Arena *a, const Exercise *ex, const char *path) {
    const char *mark =
        ex->kind == KIND_PYTHON ? "# baseline: " : "// baseline: ";
    Buf text = {0};
    Err ignored = {0};
    const char *what = "";
    if (file_read(path, &text, &ignored)) {
        Str rest = {buf_text(&text), text.len}, line;
        if (str_cut(&rest, '\n', &line) && str_starts(line.p, mark))
            what = arena_strn(a, line.p + strlen(mark), line.n - strlen(mark));
    }
    err_clear(&ignored);
    buf_free(&text);
    return what;
}

// The shipped solution with one thread, too: a program may be slow on purpose
// where it is alone.
static void add_serial(Arena *a, Baselines *b, const Exercise *ex,
                       const Baseline *own) {
    if (b->n == MAX_BASELINES || own->missing) return;
    b->at[b->n++] = (Baseline){.name = baseline_serial,
                               .source = path_join(a, ex->sol, ex->file),
                               .what = "our solution with one thread"};
}

static void add_baseline(Arena *a, Baselines *b, const Exercise *ex,
                         const Gate *g) {
    const char *name = baseline_of(g);
    if (!name || baselines_get(b, name) || b->n == MAX_BASELINES) return;
    bool library = strcmp(g->metric, "speedup") != 0;
    const char *ext = ex->kind == KIND_C        ? "c"
                      : ex->kind == KIND_PYTHON ? "py"
                                                : "cu";
    const char *file = arena_fmt(a, "%s.%s", library ? "baseline" : name, ext);
    Baseline *one = &b->at[b->n++];
    if (name == one_thread) {
        *one = (Baseline){.name = name, .what = "the same with one thread"};
        one->missing = sysconf(_SC_NPROCESSORS_ONLN) < 2;
        if (one->missing) one->why = "this machine has one processor only";
        add_serial(a, b, ex, one);
        return;
    }
    *one = (Baseline){.name = name, .source = path_join(a, ex->sol, file)};
    one->what = what_it_is(a, ex, one->source);
}

void baselines_find(Arena *a, const Exercise *ex, const Gate *gates, int n,
                    Baselines *out) {
    *out = (Baselines){0};
    for (int i = 0; i < n; i++)
        add_baseline(a, out, ex, &gates[i]);
    for (int m = 0; m < ex->nmedals; m++)
        for (int i = 0; i < ex->medals[m].ngates; i++)
            add_baseline(a, out, ex, &ex->medals[m].gates[i]);
}

static void build_one(Arena *a, Baseline *b, const Toolkit *tk,
                      const BuildPlaces *places, const Exercise *ex,
                      const Backend *backend, int cc) {
    b->job = shim_job(a, tk, ex, backend, cc, b->source, NULL);
    if (strcmp(b->name, "blas") == 0) {
        b->job.flags = backend->library(a, tk, "openblas");
        b->missing = !b->job.flags;
        if (b->missing)
            b->why = "there is no libopenblas.so on this machine: install "
                     "OpenBLAS (apt-get install libopenblas-dev)";
    }
    bool cublas = strcmp(b->name, "cublas") == 0;
    if (cublas) {
        b->job.flags = backend->library(a, tk, "cublas");
        b->missing = !b->job.flags;
    }
    if (b->missing && cublas)
        b->why = "there is no libcublas.so on this machine: install cuBLAS, or "
                 "name the file in KATA_CUBLAS";
    if (!b->missing)
        b->building = build_start(a, tk, places, &b->job, &b->build);
}

void baselines_build(Arena *a, Baselines *b, const Toolkit *tk,
                     const BuildPlaces *places, const Exercise *ex,
                     const Backend *backend, int cc) {
    for (int i = 0; i < b->n; i++)
        if (b->at[i].source)
            build_one(a, &b->at[i], tk, places, ex, backend, cc);
}

void baselines_built(Arena *a, Baselines *b) {
    for (int i = 0; i < b->n; i++) {
        Baseline *one = &b->at[i];
        Err err = {0};
        if (one->building && !build_finish(one->building, &err))
            one->why = arena_fmt(a, "it does not build: %s", err.msg);
        one->building = NULL;
        err_clear(&err);
    }
}

void baselines_drop(Baselines *b) {
    for (int i = 0; i < b->n; i++) {
        if (b->at[i].building) build_drop(b->at[i].building);
        b->at[i].building = NULL;
    }
}

void baselines_start(Arena *a, Baselines *b, const SessionStart *how,
                     const char *learner, TimedProgram *e, int *n) {
    for (int i = 0; i < b->n && *n < MAX_TIMED; i++) {
        Baseline *one = &b->at[i];
        SessionStart start = *how;
        Err err = {0};
        if (one->why) continue;
        start.binary = one->source ? one->build.binary : learner;
        start.threads = !one->source || one->name == baseline_serial;
        one->started = true;
        start.libraries = one->source;
        if (session_start(&one->s, a, &start, &err))
            e[(*n)++] = (TimedProgram){&one->s, &one->run};
        else
            one->why = arena_fmt(a, "it did not start: %s", err.msg);
        err_clear(&err);
    }
}

void baselines_end(Baselines *b) {
    for (int i = 0; i < b->n; i++)
        if (b->at[i].started) session_end(&b->at[i].s, b->at[i].run.ok);
}
