// The bank: exercises by topic, in the order in which to teach them. Those that
// exist are named; those to come are announced with all that a track needs to
// place them.
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/track_read.h"
#include "plan/yaml_cache.h"

#include <string.h>

enum { MAX_MINUTES = 60000 };

const char *const machine_names[MACHINE_COUNT] = {
#define MACHINE(id, name, ...) [MACHINE_##id] = name,
#include "plan/needs.def"
};
const char *const machine_meanings[MACHINE_COUNT] = {
#define MACHINE(id, name, meaning, ...) [MACHINE_##id] = meaning,
#include "plan/needs.def"
};

// ---- refs

static void no_exercise(Read *r, const Plan *p, const Node *n, Loc loc,
                        const char *id) {
    int count = p->nexercises + p->planned.n, k = 0;
    const char **ids = arena_array(r->a, const char *, (size_t)count);
    for (int i = 0; i < p->nexercises; i++)
        ids[k++] = p->exercises[i]->id;
    for (int i = 0; i < p->planned.n; i++)
        ids[k++] = p->planned.at[i].key;
    int near = str_nearest(id, ids, k);
    Node at = *n;
    at.loc = loc;
    node_err(&at, r->err, "there is no exercise '%s'", id);
    if (near >= 0)
        err_hint(r->err, "did you mean '%s'?", ids[near]);
    else
        err_hint(r->err,
                 "add exercises/<topic>/%s, announce it in curriculum/bank/, "
                 "or write {planned: \"%s\"}",
                 id, id);
}

bool ref_find(Read *r, const Names *names, const Node *n, Loc loc,
              const char *id, Ref *out) {
    *out = (Ref){.id = id, .loc = loc};
    out->ex = map_find(&names->p->by_id, id);
    if (!out->ex) out->planned = map_find(&names->p->planned, id);
    if (out->ex || out->planned) return true;
    if (!map_find(names->broken, id)) no_exercise(r, names->p, n, loc, id);
    return false;
}

bool ref_read(Read *r, const Names *names, const Node *n, const char *key,
              Ref *out) {
    const char *id = read_text(r, n, key);
    return id && ref_find(r, names, n, n->loc, id, out);
}

// ---- one that is announced

static void key_id(Read *r, const Node *n, void *out) {
    const char *id = read_text(r, n, "id");
    if (id && !is_id(id)) {
        node_err(n, r->err, "'%s' cannot be an id", id);
        err_hint(r->err, "lower-case letters, digits and '-': it will be the "
                         "name of the exercise's folder");
        return;
    }
    ((Planned *)out)->id = id;
}

#define TEXT(field)                                                            \
    static void key_##field(Read *r, const Node *n, void *out) {               \
        ((Planned *)out)->field = read_text(r, n, #field);                     \
    }
TEXT(title)
TEXT(lesson)
TEXT(gate)

static void key_kind(Read *r, const Node *n, void *out) {
    const char *names[KIND_COUNT];
    for (int k = 0; k < KIND_COUNT; k++)
        names[k] = kind_name((Kind)k);
    int k = read_word(r, n, "kind", names, KIND_COUNT);
    if (k >= 0) ((Planned *)out)->kind = (Kind)k;
}

static void key_minutes(Read *r, const Node *n, void *out) {
    read_int(r, n, "minutes", 1, MAX_MINUTES, &((Planned *)out)->minutes);
}

static void key_needs(Read *r, const Node *n, void *out) {
    ((Planned *)out)->needs = read_words(r, n, "needs");
}

static void key_covers(Read *r, const Node *n, void *out) {
    ((Planned *)out)->covers = read_words(r, n, "covers");
}

unsigned machines_read(Read *r, const Node *n) {
    int count;
    unsigned machines = 0;
    Node *const *at = read_items(&n, &count);
    for (int i = 0; i < count; i++) {
        int k = read_word(r, at[i], "machine", machine_names, MACHINE_COUNT);
        if (k >= 0) machines |= 1U << k;
    }
    return machines;
}

static void key_machine(Read *r, const Node *n, void *out) {
    ((Planned *)out)->machines = machines_read(r, n);
}

static bool announce(Read *r, const Names *names, const Node *n,
                     const char *topic, Ref *ref) {
    static const Key keys[] = {
        {"id", key_id, true},           {"title", key_title, true},
        {"kind", key_kind, true},       {"minutes", key_minutes, true},
        {"machine", key_machine, true}, {"lesson", key_lesson, true},
        {"gate", key_gate, true},       {"needs", key_needs, false},
        {"covers", key_covers, false},
    };
    Planned *pl = arena_new(r->a, Planned);
    int before = err_count(r->err);
    *pl = (Planned){.topic = topic,
                    .needs = read_no_words(),
                    .covers = read_no_words(),
                    .loc = n->loc};
    if (!read_map(r, n, "an exercise of the bank", keys, COUNT_OF(keys), pl) ||
        err_count(r->err) > before)
        return false;
    const Planned *other = map_find(&names->p->planned, pl->id);
    if (other) {
        node_err(n, r->err, "the bank has '%s' already", pl->id);
        err_hint(r->err, "it is in %s, line %d: keep one", other->loc.file,
                 other->loc.line);
        return false;
    }
    *ref = (Ref){.id = pl->id, .loc = n->loc};
    ref->ex = map_find(&names->p->by_id, pl->id);
    ref->planned = ref->ex ? NULL : pl;
    map_set(&names->p->planned, pl->id, pl);
    return true;
}

// ---- one file

typedef struct TopicDraft {
    Topic *topic;
    const Names *names;
} TopicDraft;

static void topic_format(Read *r, const Node *n, void *out) {
    (void)out;
    read_format(r, n);
}

static void topic_title(Read *r, const Node *n, void *out) {
    ((TopicDraft *)out)->topic->title = read_text(r, n, "title");
}

static void topic_about(Read *r, const Node *n, void *out) {
    ((TopicDraft *)out)->topic->about = read_text(r, n, "about");
}

static bool existing_ref(Read *r, const Names *names, const Node *n, Ref *ref) {
    if (!ref_read(r, names, n, "exercises", ref)) return false;
    if (ref->ex) return true;
    node_err(n, r->err, "'%s' is announced already", ref->id);
    err_hint(r->err, "a bare id names an exercise that exists: keep one of the "
                     "two");
    return false;
}

static void topic_exercises(Read *r, const Node *n, void *out) {
    TopicDraft *d = out;
    Topic *t = d->topic;
    if (!read_is_list(r, n, "exercises", "- {id: scan-block, ...}")) return;
    t->refs = arena_array(r->a, Ref, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        const Node *at = n->at[i];
        bool ok = at->kind == NODE_MAP
                      ? announce(r, d->names, at, t->id, &t->refs[t->n])
                      : existing_ref(r, d->names, at, &t->refs[t->n]);
        t->n += ok;
    }
}

Topic *topic_load(const Names *names, const char *path, Err *err) {
    static const Key keys[] = {{"format", topic_format, true},
                               {"title", topic_title, true},
                               {"about", topic_about, false},
                               {"exercises", topic_exercises, true}};
    Err all = {0};
    Arena *a = &names->p->arena;
    Topic *t = arena_new(a, Topic);
    char *id = arena_str(a, path_base(path));
    id[strlen(id) - strlen(".yaml")] = '\0';
    // "03-scan.yaml" is the topic scan: the number is for the order.
    id += strspn(id, "0123456789");
    *t = (Topic){.id = id + (*id == '-'), .path = arena_str(a, path)};
    t->title = t->id;
    t->about = "";
    Read r = {a, &all};
    TopicDraft d = {t, names};
    const Node *n = yaml_load_cached(names->p->cache, a, t->path, &all);
    if (n) read_map(&r, n, "a topic of the bank", keys, COUNT_OF(keys), &d);
    err_move(err, &all);
    return t;
}
