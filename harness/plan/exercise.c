// One exercise.yaml: its keys, read in the order in which they depend on each
// other (args on the entry, cases on args, medals on gates).
#include "base/hash.h"
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/track_read.h"
#include "plan/yaml_cache.h"

#include <ctype.h>
#include <string.h>

enum { MAX_MINUTES = 6000, MAX_SECONDS = 600, SECONDS = 10 };

// ---- keys

static Exercise *exercise_of(void *out) {
    return ((Draft *)out)->ex;
}

static void key_format(Read *r, const Node *n, void *out) {
    (void)out;
    read_format(r, n);
}

static void key_title(Read *r, const Node *n, void *out) {
    exercise_of(out)->title = read_text(r, n, "title");
}

static void key_kind(Read *r, const Node *n, void *out) {
    const char *names[KIND_COUNT];
    for (int i = 0; i < KIND_COUNT; i++)
        names[i] = kind_name((Kind)i);
    int k = read_word(r, n, "kind", names, KIND_COUNT);
    if (k < 0) return;
    exercise_of(out)->kind = (Kind)k;
    ((Draft *)out)->has_entry = k == KIND_CUDA || k == KIND_TRITON ||
                                k == KIND_PROGRAM || k == KIND_C ||
                                k == KIND_PYTHON;
}

static void key_blurb(Read *r, const Node *n, void *out) {
    exercise_of(out)->blurb = read_text(r, n, "blurb");
}

static void key_minutes(Read *r, const Node *n, void *out) {
    read_int(r, n, "minutes", 1, MAX_MINUTES, &exercise_of(out)->minutes);
}

static void key_needs(Read *r, const Node *n, void *out) {
    exercise_of(out)->needs = read_words(r, n, "needs");
}

static void key_teaches(Read *r, const Node *n, void *out) {
    exercise_of(out)->teaches = read_words(r, n, "teaches");
}

static void key_covers(Read *r, const Node *n, void *out) {
    exercise_of(out)->covers = read_words(r, n, "covers");
}

static void key_shares(Read *r, const Node *n, void *out) {
    Exercise *ex = exercise_of(out);
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "shares: is a map from a line to a reason");
        err_hint(r->err, "shares: {bootcamp-103: why both are needed}");
        return;
    }
    ex->shares = arena_array(r->a, Share, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        const char *why = read_text(r, n->at[i], n->keys[i]);
        if (!why) continue;
        ex->shares[ex->nshares++] = (Share){n->keys[i], why, n->key_locs[i]};
    }
}

static void key_attests(Read *r, const Node *n, void *out) {
    exercise_of(out)->attests = read_words(r, n, "attests");
}

static void key_file(Read *r, const Node *n, void *out) {
    const char *file = read_text(r, n, "file");
    if (file && (strchr(file, '/') || file[0] == '.')) {
        node_err(n, r->err, "file: names a file beside exercise.yaml");
        err_hint(r->err, "without a folder: %s.cu", exercise_of(out)->id);
        return;
    }
    exercise_of(out)->file = file;
}

// Only what is known to be harmless: an exercise of somebody else's is data.
static bool is_known_flag(const char *f) {
    static const char *const known[] = {"-O0",
                                        "-O1",
                                        "-O2",
                                        "-O3",
                                        "-mavx2",
                                        "-mfma",
                                        "-fopenmp",
                                        "-fopenmp-simd",
                                        "-ffast-math",
                                        "-fno-tree-vectorize",
                                        "-fno-if-conversion"};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(f, known[i]) == 0) return true;
    return false;
}

static void key_flags(Read *r, const Node *n, void *out) {
    const char **flags = read_words(r, n, "flags");
    for (const char **f = flags; *f; f++) {
        if (is_known_flag(*f)) continue;
        node_err(n, r->err, "'%s' is no flag that an exercise may ask for", *f);
        err_hint(r->err,
                 "-O0 to -O3, -mavx2, -mfma, -fopenmp, -fopenmp-simd, "
                 "-ffast-math, -fno-tree-vectorize, -fno-if-conversion");
    }
    exercise_of(out)->flags = flags;
}

static void key_libraries(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"cublas", "cudnn", "nccl", "cudadevrt"};
    const char **asked = read_words(r, n, "libraries");
    for (const char **l = asked; *l; l++) {
        size_t known = 0;
        while (known < COUNT_OF(names) && strcmp(*l, names[known]) != 0)
            known++;
        if (known < COUNT_OF(names)) continue;
        node_err(n, r->err, "'%s' is no library that kata links", *l);
        err_hint(r->err, "libraries: [cublas, cudnn, nccl, cudadevrt], or some "
                         "of them");
    }
    exercise_of(out)->libraries = asked;
}

static void key_forbids(Read *r, const Node *n, void *out) {
    exercise_of(out)->forbids = read_words(r, n, "forbids");
}

static void key_tunes(Read *r, const Node *n, void *out) {
    read_bool(r, n, "tunes", &exercise_of(out)->tunes);
}

static void key_host(Read *r, const Node *n, void *out) {
    read_bool(r, n, "host", &exercise_of(out)->host);
}

static void key_same_bits(Read *r, const Node *n, void *out) {
    read_bool(r, n, "same_bits", &exercise_of(out)->same_bits);
}

static void key_devices(Read *r, const Node *n, void *out) {
    enum { MOST_DEVICES = 8 };
    read_int(r, n, "devices", 1, MOST_DEVICES, &exercise_of(out)->devices);
}

static void key_starts(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"failing", "passing"};
    int i = read_word(r, n, "starts", names, COUNT_OF(names));
    exercise_of(out)->passes_as_shipped = i == 1;
}

static void key_sanitizer(Read *r, const Node *n, void *out) {
    static const char *const tools[] = {"memcheck", "racecheck", "initcheck",
                                        "synccheck"};
    const char **asked = read_words(r, n, "sanitizer");
    for (const char **t = asked; *t; t++) {
        size_t i = 0;
        while (i < COUNT_OF(tools) && strcmp(*t, tools[i]) != 0)
            i++;
        if (i < COUNT_OF(tools)) continue;
        node_err(n, r->err, "'%s' is no tool of compute-sanitizer", *t);
        err_hint(r->err, "memcheck, racecheck, initcheck, synccheck");
    }
    exercise_of(out)->sanitizer = asked;
}

static void key_machine(Read *r, const Node *n, void *out) {
    exercise_of(out)->machines = machines_read(r, n);
}

static void key_zoo(Read *r, const Node *n, void *out) {
    exercise_of(out)->zoo = read_text(r, n, "zoo");
}

static void key_seconds(Read *r, const Node *n, void *out) {
    double s;
    if (!read_number(r, n, "seconds", &s)) return;
    if (s > 0 && s <= MAX_SECONDS) {
        exercise_of(out)->seconds = s;
        return;
    }
    node_err(n, r->err, "a check cannot be given %g seconds", s);
    err_hint(r->err, "above 0, up to %d", MAX_SECONDS);
}

static void key_limits(Read *r, const Node *n, void *out) {
    static const Key keys[] = {{"seconds", key_seconds, false}};
    read_map(r, n, "limits:", keys, COUNT_OF(keys), out);
}

// Returns whether a parameter has a fact of that id. args: is not read yet.
static bool is_fact(const Node *root, const char *id) {
    const Node *args = node_find(root, "args");
    for (int i = 0; args && args->kind == NODE_MAP && i < args->n; i++) {
        const Node *arg = args->at[i];
        const Node *facts =
            arg->kind == NODE_MAP ? node_find(arg, "facts") : NULL;
        if (facts && facts->kind == NODE_MAP && node_find(facts, id))
            return true;
    }
    return false;
}

static const char *read_when(Read *r, const Node *n, const Node *root) {
    const char *when = read_text(r, n, "when");
    if (!when || word_is_when(when) || is_fact(root, when)) return when;
    int count;
    const char *const *words = words_of_when(&count);
    int near = str_nearest(when, words, count);
    node_err(n, r->err, "'%s' is nothing that a check can find", when);
    if (near >= 0)
        err_hint(r->err, "did you mean '%s'?", words[near]);
    else
        err_hint(r->err, "when: is a metric, a trap, a pattern, or fail, "
                         "build, crash; curriculum/README.md lists them");
    return NULL;
}

typedef struct HintDraft {
    Hint *hint;
    const Node *root; // of the exercise
} HintDraft;

static void hint_when(Read *r, const Node *n, void *out) {
    HintDraft *d = out;
    d->hint->when = read_when(r, n, d->root);
}

static void hint_of(Read *r, const Node *n, void *out) {
    ((HintDraft *)out)->hint->of = read_text(r, n, "of");
}

static void hint_say(Read *r, const Node *n, void *out) {
    ((HintDraft *)out)->hint->say = read_text(r, n, "say");
}

static void key_hints(Read *r, const Node *n, void *out) {
    static const Key keys[] = {{"when", hint_when, false},
                               {"of", hint_of, false},
                               {"say", hint_say, true}};
    Exercise *ex = exercise_of(out);
    if (!read_is_list(r, n, "hints", "- Which access jumps a row?")) return;
    ex->hints = arena_array(r->a, Hint, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        Hint *h = &ex->hints[ex->nhints];
        if (n->at[i]->kind == NODE_MAP)
            read_map(r, n->at[i], "a hint", keys, COUNT_OF(keys),
                     &(HintDraft){h, ((Draft *)out)->root});
        else
            h->say = read_text(r, n->at[i], "hints");
        ex->nhints += h->say != NULL;
    }
}

// Keys that depend on others wait in the draft.
#define LATER(name)                                                            \
    static void key_##name(Read *r, const Node *n, void *out) {                \
        (void)r;                                                               \
        ((Draft *)out)->name = n;                                              \
    }
LATER(entry)
LATER(functions)
LATER(args)
LATER(cases)
LATER(compare)
LATER(measure)
LATER(sweep)
LATER(gates)
LATER(medals)
LATER(answers)
LATER(questions)
LATER(pass)
LATER(parts)
LATER(words)
LATER(cite)
LATER(pictures)
LATER(checks)
LATER(repository)
LATER(program)
LATER(arguments)
LATER(export)
LATER(tables)
LATER(figures)

static const Key keys[] = {
    {"format", key_format, true},
    {"title", key_title, true},
    {"kind", key_kind, true},
    {"blurb", key_blurb, false},
    {"minutes", key_minutes, false},
    {"needs", key_needs, false},
    {"teaches", key_teaches, false},
    {"covers", key_covers, false},
    {"shares", key_shares, false},
    {"file", key_file, false},
    {"entry", key_entry, false},
    {"functions", key_functions, false},
    {"forbids", key_forbids, false},
    {"host", key_host, false},
    {"same_bits", key_same_bits, false},
    {"tunes", key_tunes, false},
    {"libraries", key_libraries, false},
    {"devices", key_devices, false},
    {"args", key_args, false},
    {"cases", key_cases, false},
    {"compare", key_compare, false},
    {"measure", key_measure, false},
    {"sweep", key_sweep, false},
    {"gates", key_gates, false},
    {"medals", key_medals, false},
    {"hints", key_hints, false},
    {"starts", key_starts, false},
    {"limits", key_limits, false},
    {"attests", key_attests, false},
    {"zoo", key_zoo, false},
    {"machine", key_machine, false},
    {"sanitizer", key_sanitizer, false},
    {"questions", key_questions, false},
    {"pass", key_pass, false},
    {"parts", key_parts, false},
    {"words", key_words, false},
    {"cite", key_cite, false},
    {"pictures", key_pictures, false},
    {"checks", key_checks, false},
    {"repository", key_repository, false},
    {"program", key_program, false},
    {"arguments", key_arguments, false},
    {"export", key_export, false},
    {"tables", key_tables, false},
    {"figures", key_figures, false},
    {"flags", key_flags, false},
    {"answers", key_answers, false},
};

// Prose, and what says where an exercise belongs, decides no verdict.
static const char *const prose[] = {"title", "blurb",   "minutes", "hints",
                                    "needs", "teaches", "covers",  "attests",
                                    "zoo",   "machine", "sweep",   "shares"};

// ---- version

// A remark about an answer decides none: a better word for it leaves old
// passes good.
static bool is_remark(const char *key) {
    static const char *const remarks[] = {"why", "say", "look", "method"};
    for (size_t i = 0; i < COUNT_OF(remarks); i++)
        if (!strcmp(key, remarks[i])) return true;
    return false;
}

static void hash_node(Hash *h, const Node *n) {
    hash_add(h, &(unsigned char){(unsigned char)n->kind}, 1);
    if (n->kind == NODE_SCALAR) hash_str(h, n->text);
    for (int i = 0; i < n->n; i++) {
        if (n->kind == NODE_MAP && is_remark(n->keys[i])) continue;
        if (n->kind == NODE_MAP) hash_str(h, n->keys[i]);
        hash_node(h, n->at[i]);
    }
    hash_str(h, "end");
}

// Over the deciding keys in a fixed order, so that moving one is no change.
static void hash_yaml(const Node *root, char hex[HASH_HEX]) {
    Hash h;
    hash_start(&h);
    for (size_t k = 0; k < COUNT_OF(keys); k++) {
        bool decides = true;
        for (size_t i = 0; i < COUNT_OF(prose); i++)
            decides &= strcmp(keys[k].name, prose[i]) != 0;
        const Node *n = decides ? node_find(root, keys[k].name) : NULL;
        if (!n) continue;
        hash_str(&h, keys[k].name);
        hash_node(&h, n);
    }
    hash_end(&h, hex);
}

void exercise_version(const Exercise *ex, char hex[HASH_HEX]) {
    Arena a = {0};
    Hash h;
    char yaml[HASH_HEX] = "";
    if (ex->root) hash_yaml(ex->root, yaml);
    hash_start(&h);
    hash_str(&h, yaml);
    hash_file(&h, path_join(&a, ex->sol, "reference.c"));
    if (ex->tests) hash_file(&h, ex->tests);
    // The baseline counts as well.
    const char *baseline = path_join(&a, ex->sol, "baseline.cu");
    if (path_exists(baseline)) hash_file(&h, baseline);
    hash_end(&h, hex);
    arena_reset(&a);
}

// ---- the whole file

// Its folder says who it is: exercises/<topic>/<id>/exercise.yaml.
static void place_exercise(Arena *a, Exercise *ex, const char *path) {
    const char **none = read_no_words();
    ex->yaml = arena_str(a, path);
    ex->dir = path_dir(a, path);
    const char *topic_dir = path_dir(a, ex->dir);
    const char *root = path_dir(a, path_dir(a, topic_dir));
    ex->id = path_base(ex->dir);
    ex->topic = path_base(topic_dir);
    ex->sol = arena_fmt(a, "%s/solutions/%s/%s", root, ex->topic, ex->id);
    ex->loc = (Loc){ex->yaml, 1, 1};
    ex->title = ex->id;
    ex->blurb = "";
    ex->minutes = 30;
    ex->seconds = SECONDS;
    ex->needs = ex->teaches = ex->covers = ex->attests = ex->flags = none;
    ex->libraries = ex->forbids = none;
}

static void need_key(Read *r, const Draft *d, const Node *n, const char *key) {
    if (n) return;
    node_err(d->root, r->err, "an exercise of kind %s needs the key '%s'",
             kind_name(d->ex->kind), key);
    err_hint(r->err, "add '%s: ...'; curriculum/README.md explains it", key);
}

// The name of a declaration: the word before its first parenthesis.
static const char *declared_entry(Arena *a, const char *decl) {
    size_t end = strcspn(decl, "("), from;
    while (end && decl[end - 1] == ' ')
        end--;
    from = end;
    while (from &&
           (isalnum((unsigned char)decl[from - 1]) || decl[from - 1] == '_'))
        from--;
    return arena_strn(a, decl + from, end - from);
}

// The functions that the learner writes: the entry itself, or those of
// functions:, which the entry in the hidden tests.cu, tests.c or tests.py
// calls.
static void read_functions(Read *r, Draft *d) {
    Exercise *ex = d->ex;
    if (!d->functions) {
        ex->functions = arena_new(r->a, EntryFunction);
        ex->functions[0] = (EntryFunction){ex->entry, ex->entry_decl};
        ex->nfunctions = 1;
        return;
    }
    bool python = ex->kind == KIND_PYTHON, c = ex->kind == KIND_C;
    const char *tests = python ? "tests.py" : c ? "tests.c" : "tests.cu";
    if (ex->kind != KIND_PROGRAM && !python && !c) {
        node_err(d->functions, r->err,
                 "functions: is for the kinds program, c and python");
        err_hint(r->err, "leave it out: kata calls the entry");
        return;
    }
    const char **decls = read_words(r, d->functions, "functions");
    int n = 0;
    while (decls[n])
        n++;
    ex->functions = arena_array(r->a, EntryFunction, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        EntryFunction f = {declared_entry(r->a, decls[i]), decls[i]};
        bool sound = is_name(f.name) && strchr(decls[i], ')');
        if (sound && strcmp(f.name, ex->entry) != 0) {
            ex->functions[ex->nfunctions++] = f;
            continue;
        }
        node_err(d->functions, r->err,
                 sound ? "'%s' is the entry, which the hidden tests define"
                       : "'%s' is no declaration of a function",
                 sound ? f.name : decls[i]);
        err_hint(r->err, "a list like  - %s",
                 python ? "\"def step(model, x)\""
                        : "float elapsed_ms(int blocks)");
    }
    ex->tests = path_join(r->a, ex->sol, tests);
}

// In C a word of the language is found, elsewhere a library or a header.
static void check_forbids(Read *r, const Draft *d) {
    bool c = d->ex->kind == KIND_C;
    for (const char **f = d->ex->forbids; *f; f++) {
        bool library = !strcmp(*f, "cub") || !strcmp(*f, "thrust");
        if (c ? is_name(*f) : library || strchr(*f, '.')) continue;
        node_err(node_find(d->root, "forbids"), r->err,
                 "kata does not know how to find '%s'", *f);
        err_hint(r->err, c ? "forbids: [asm, vector_size], or other words of C"
                           : "forbids: [cub, thrust], or one of them, or a "
                             "header like cooperative_groups/reduce.h, or an "
                             "instruction of PTX like mma.sync");
    }
}

// The parts that kinds with an entry point have.
static void read_entry(Read *r, Draft *d) {
    need_key(r, d, node_find(d->root, "file"), "file");
    need_key(r, d, d->entry, "entry");
    need_key(r, d, d->cases, "cases");
    need_key(r, d, d->compare, "compare");
    const Node *flags = node_find(d->root, "flags");
    if (flags && d->ex->kind != KIND_C) {
        node_err(flags, r->err, "flags: are for exercises of kind c");
        err_hint(r->err, "leave them out");
    }
    check_forbids(r, d);
    if (!d->entry || !read_text(r, d->entry, "entry")) return;

    Err one = {0};
    Loc loc = d->entry->loc;
    loc.col += d->entry->quoted;
    if (!entry_parse(r->a, d->entry->text, loc, d->ex, &one)) {
        // Without the parameters, the rest would only be errors that follow.
        err_move(r->err, &one);
        node_source(d->root, r->err);
        return;
    }
    int before = err_count(r->err);
    read_functions(r, d);
    args_read(r, d);
    compare_read(r, d);
    cases_read(r, d);
    measure_read(r, d);
    sweep_read(r, d);
    gates_read(r, d);
    medals_read(r, d);
    if (err_count(r->err) == before) cases_check(r, d);
}

Exercise *exercise_parse(Arena *a, const char *path, const Node *root,
                         Err *err) {
    Err all = {0}; // so that errors of other files are not counted
    Read r = {a, &all};
    Draft d = {.ex = arena_new(a, Exercise), .root = root};
    place_exercise(a, d.ex, path);

    if (read_map(&r, d.root, "an exercise", keys, COUNT_OF(keys), &d)) {
        if (!is_id(d.ex->id)) {
            node_err(d.root, &all, "'%s' cannot be an id", d.ex->id);
            err_hint(&all, "name the folder with lower-case letters, digits "
                           "and '-'");
        }
        if (d.has_entry) read_entry(&r, &d);
        if (paper_is_kind(d.ex->kind)) paper_read(&r, &d);
        answers_read(&r, &d);
        d.ex->root = d.root;
    }
    return err_move(err, &all) ? d.ex : NULL;
}

Exercise *exercise_load(Arena *a, const char *path, Err *err) {
    return exercise_load_cached(NULL, a, path, err);
}

Exercise *exercise_load_cached(YamlCache *cache, Arena *a, const char *path,
                               Err *err) {
    Err all = {0};
    Exercise *ex = NULL;
    const Node *root = yaml_load_cached(cache, a, arena_str(a, path), &all);
    if (root) ex = exercise_parse(a, path, root, &all);
    return err_move(err, &all) ? ex : NULL;
}
