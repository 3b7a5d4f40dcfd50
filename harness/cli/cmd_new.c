// kata new: the files of a new exercise or track, for authors.
//
// Templates are folders below curriculum/templates, one for each kind:
// exercise/ goes to exercises/TOPIC/ID, solution/ to solutions/TOPIC/ID. Each
// is a small exercise that works, so that an author replaces it piece by piece.
// If the bank announces the id, what it says is filled in.
#include "cli/cmd.h"
#include "cli/folder/scaffold.h"

#include "base/path.h"
#include "base/str.h"
#include "plan/read.h"

#include <string.h>

enum { MINUTES = 30, BLANKS = 10 };

typedef struct Thing {
    const char *word;  // kata new WORD
    const char *kind;  // its template; NULL: as --kind says
    const char *topic; // unless the address has one; NULL: it must
} Thing;

static const Thing things[] = {
    {"exercise", NULL, NULL},    {"sheet", "worksheet", "sheets"},
    {"quiz", "quiz", "quizzes"}, {"report", "report", "reports"},
    {"track", "track", ""},
};

typedef struct New {
    App *a;
    const Thing *thing;
    const char *topic, *id, *kind;
    const char *from; // the template's folder
    Buf list;         // of the files made
} New;

static bool is_track(const New *w) {
    return !strcmp(w->thing->word, "track");
}

// ---- what is asked for

static const Thing *thing_find(const char *word, Err *err) {
    const char *names[COUNT_OF(things)];
    for (size_t i = 0; i < COUNT_OF(things); i++) {
        names[i] = things[i].word;
        if (!strcmp(things[i].word, word)) return &things[i];
    }
    int near = str_nearest(word, names, COUNT_OF(things));
    err_set(err, ERR_USAGE, "kata new makes no '%s'", word);
    if (near >= 0)
        err_hint(err, "did you mean 'kata new %s'?", names[near]);
    else
        err_hint(err, "kata new exercise TOPIC/ID, kata new sheet ID, quiz ID, "
                      "report ID, track ID");
    return NULL;
}

// The folders that take the new files, NULL-ended.
static const char **homes_of(const New *w) {
    Arena *m = &w->a->arena;
    const char **all = arena_array(m, const char *, 3), *root = w->a->root;
    if (is_track(w)) {
        all[0] = arena_fmt(m, "%s/curriculum/%s.yaml", root, w->id);
        return all;
    }
    all[0] = arena_fmt(m, "%s/exercises/%s/%s", root, w->topic, w->id);
    all[1] = arena_fmt(m, "%s/solutions/%s/%s", root, w->topic, w->id);
    return all;
}

// Files of a template beside others would be judged with them: wrong kernels of
// another entry, for one.
static bool places_are_free(const New *w, Err *err) {
    for (const char **path = homes_of(w); *path; path++) {
        if (!path_exists(*path) ||
            (path_is_dir(*path) && !*path_list(&w->a->arena, *path, NULL)))
            continue;
        err_set(err, ERR_USAGE, "%s is there already",
                app_show_path(w->a, *path));
        return err_hint(err, "nothing was made; take another id, or move it "
                             "away first");
    }
    return true;
}

static bool id_is_free(const New *w, Err *err) {
    const Exercise *ex = plan_find(&w->a->plan, w->id);
    const Track *t = plan_track(&w->a->plan, w->id);
    if (!is_id(w->id)) {
        err_set(err, ERR_USAGE, "'%s' cannot be an id", w->id);
        return err_hint(err, "lower-case letters, digits and '-', like "
                             "gather-rows");
    }
    if (!is_track(w) && ex) {
        err_set(err, ERR_USAGE, "there is an exercise '%s' already, in %s",
                w->id, app_show_path(w->a, ex->dir));
        return err_hint(err, "nothing was made: an id is unique in all topics, "
                             "so take another");
    }
    if (is_track(w) && t) {
        err_set(err, ERR_USAGE, "there is a track '%s' already: %s", w->id,
                app_show_path(w->a, t->path));
        return err_hint(err, "nothing was made; take another id");
    }
    return true;
}

// Splits TOPIC/ID.
static bool read_address(New *w, const char *address, Err *err) {
    Arena *m = &w->a->arena;
    const char *slash = strchr(address, '/');
    const Planned *planned =
        plan_planned(&w->a->plan, slash ? slash + 1 : address);
    w->id = slash ? slash + 1 : address;
    w->topic = slash ? arena_strn(m, address, (size_t)(slash - address))
                     : w->thing->topic;
    if (!w->topic && planned) w->topic = planned->topic;
    if (!id_is_free(w, err)) return false;
    if (!w->topic) {
        err_set(err, ERR_USAGE, "which topic does '%s' belong to?", w->id);
        return err_hint(err,
                        "kata new %s memory/%s: topics are the folders of "
                        "exercises/",
                        w->thing->word, w->id);
    }
    if (*w->topic && !is_id(w->topic)) {
        err_set(err, ERR_USAGE, "'%s' cannot be a topic", w->topic);
        return err_hint(err, "lower-case letters, digits and '-', like memory");
    }
    return places_are_free(w, err);
}

// A curriculum of the author's own may have no templates: then those that this
// kata was built with serve.
static const char *templates_of(App *a) {
    Arena *m = &a->arena;
    const char *own = path_join(m, a->root, "curriculum/templates");
    return path_is_dir(own)
               ? own
               : path_join(m, path_dir(m, a->build), "curriculum/templates");
}

static bool find_template(New *w, const char *kind, Err *err) {
    Arena *m = &w->a->arena;
    const Planned *planned = plan_planned(&w->a->plan, w->id);
    const char *all = templates_of(w->a);
    w->kind = w->thing->kind ? w->thing->kind
              : kind         ? kind
              : planned      ? kind_name(planned->kind)
                             : "cuda";
    w->from = path_join(m, all, w->kind);
    bool is_name = !strchr(w->kind, '/') && w->kind[0] != '.';
    bool fits = w->thing->kind || strcmp(w->kind, "track") != 0;
    if (is_name && fits && path_is_dir(w->from)) return true;
    Buf names = {0};
    for (char **name = path_list(m, all, NULL); *name; name++)
        if (strcmp(*name, "track") != 0)
            buf_fmt(&names, "%s%s", names.len ? ", " : "", *name);
    err_set(err, ERR_USAGE, "there is no template for kind '%s'", w->kind);
    if (names.len)
        err_hint(err, "there are templates for: %s", buf_text(&names));
    else
        err_hint(err, "there should be some in %s", all);
    buf_free(&names);
    return false;
}

// ---- what is filled in

static const char *with_char(Arena *a, const char *text, char from, char to) {
    char *copy = arena_str(a, text);
    for (char *c = copy; *c; c++)
        if (*c == from) *c = to;
    return copy;
}

// A text in double quotes, as YAML reads it.
static const char *yaml_quoted(Arena *a, const char *text) {
    Buf out = {0};
    buf_char(&out, '"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            buf_fmt(&out, "\\%c", *text);
        else
            buf_char(&out, *text);
    buf_char(&out, '"');
    char *s = arena_str(a, buf_text(&out));
    buf_free(&out);
    return s;
}

static const char *word_list(Arena *a, const char **words) {
    Buf out = {0};
    buf_char(&out, '[');
    for (const char **w = words; w && *w; w++)
        buf_fmt(&out, "%s%s", w == words ? "" : ", ", *w);
    buf_char(&out, ']');
    char *s = arena_str(a, buf_text(&out));
    buf_free(&out);
    return s;
}

static const char *machine_line(Arena *a, unsigned machines) {
    const char *words[MACHINE_COUNT + 1] = {NULL};
    int n = 0;
    for (int i = 0; i < MACHINE_COUNT; i++)
        if (machines & 1U << i) words[n++] = machine_names[i];
    return n ? arena_fmt(a, "machine: %s\n", word_list(a, words)) : "";
}

static void fill_blanks(const New *w, Blank blanks[BLANKS]) {
    Arena *m = &w->a->arena;
    const Planned *p = plan_planned(&w->a->plan, w->id);
    const char *title = p && p->title ? p->title : "TODO(author): a few words";
    const char *blurb =
        p && p->lesson
            ? p->lesson
            : "TODO(author): what the learner can do afterwards, in a sentence";
    int minutes = p && p->minutes ? p->minutes : MINUTES;
    const Blank all[BLANKS] = {
        {"@id@", w->id},
        {"@name@", with_char(m, w->id, '-', '_')},
        {"@topic@", w->topic},
        {"@title@", yaml_quoted(m, title)},
        {"@plain@", title},
        {"@blurb@", yaml_quoted(m, blurb)},
        {"@minutes@", arena_fmt(m, "%d", minutes)},
        {"@needs@", word_list(m, p ? p->needs : NULL)},
        {"@covers@", word_list(m, p ? p->covers : NULL)},
        {"@machine@", p ? machine_line(m, p->machines) : ""},
    };
    memcpy(blanks, all, sizeof all);
}

// ---- making them

static void list_file(void *ctx, const char *path) {
    New *w = ctx;
    buf_fmt(&w->list, "  %s\n", app_show_path(w->a, path));
}

static bool make_files(New *w, Scaffold *s, Err *err) {
    Arena *m = &w->a->arena;
    if (is_track(w))
        return scaffold_copy(s, w->from, path_join(m, w->a->root, "curriculum"),
                             err);
    const char **to = homes_of(w);
    const char *solution = path_join(m, w->from, "solution");
    return scaffold_copy(s, path_join(m, w->from, "exercise"), to[0], err) &&
           (!path_is_dir(solution) || scaffold_copy(s, solution, to[1], err));
}

static void say_next(const New *w, Buf *out) {
    buf_str(out, "\nReplace every TODO(author); curriculum/README.md explains "
                 "the keys.\n");
    if (is_track(w)) {
        buf_str(out, "next: kata lint\n");
        return;
    }
    buf_fmt(out, "What stands there now works: kata verify %s\n", w->id);
    if (plan_planned(&w->a->plan, w->id))
        buf_fmt(out,
                "In curriculum/bank/, replace its announcement by '- %s'."
                "\n",
                w->id);
    else
        buf_str(out, "Add its id to a topic in curriculum/bank/, and to a "
                     "track.\n");
    buf_fmt(out, "next: kata lint %s\n", w->id);
}

static void say_made(const New *w, const Scaffold *s, Buf *out) {
    buf_fmt(out, "created %d file%s:\n%s", s->nmade, s->nmade == 1 ? "" : "s",
            buf_text(&w->list));
    say_next(w, out);
}

static bool new_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[2] = {NULL}, *kind = NULL;
    int n;
    const Opt opts[] = {{"--kind", &kind, NULL}, {0}};
    if (!opts_take(&cmd_new, argc, argv, opts, words, 2, &n, err)) return false;
    if (n < 2) {
        err_set(err, ERR_USAGE, n ? "which id?" : "what is to be made?");
        return err_hint(err, "kata new exercise memory/gather-rows");
    }
    New w = {.a = a, .thing = thing_find(words[0], err)};
    if (!w.thing) return false;
    if (kind && w.thing->kind) {
        err_set(err, ERR_USAGE, "kata new %s takes no --kind", w.thing->word);
        return err_hint(err, "kata new exercise TOPIC/ID --kind %s", kind);
    }
    if (!read_address(&w, words[1], err) || !find_template(&w, kind, err))
        return false;
    Blank blanks[BLANKS];
    fill_blanks(&w, blanks);
    Scaffold s = {.arena = &a->arena,
                  .blanks = blanks,
                  .nblanks = BLANKS,
                  .made = list_file,
                  .ctx = &w};
    bool ok = make_files(&w, &s, err);
    if (ok) {
        Buf out = {0};
        say_made(&w, &s, &out);
        app_print(&out);
    }
    buf_free(&w.list);
    return ok;
}

const Cmd cmd_new = {
    .name = "new",
    .args = "exercise|sheet|quiz|report|track [TOPIC/]ID [--kind K]",
    .help = "make the files of a new exercise or track (authors)",
    .more =
        "  exercise TOPIC/ID   brief, stub, solution, reference, notes, "
        "mutants\n"
        "  sheet ID, quiz ID   questions, with their reasons\n"
        "  report ID           headings, and a report that passes\n"
        "  track ID            curriculum/ID.yaml\n"
        "  --kind K            cuda (the default), c, or another of "
        "curriculum/templates/\n\n"
        "What the bank announces of the id is filled in. An id that is taken "
        "is "
        "refused, and\nso is a folder that is there already: nothing is made "
        "then.\n",
    .needs = WANT_PLAN,
    .completes = "",
    .run = new_run,
};
