// The bank on a screen: the table of contents of everything there is to learn,
// and of what is still to be written.
#include "base/json.h"
#include "report/curriculum.h"

#include <string.h>

enum { MINUTES = 60, TITLE_COLUMN = 53, DETAIL = 12 };

static int minutes_of(const Ref *ref) {
    return ref->ex ? ref->ex->minutes : ref->planned->minutes;
}

static Kind planned_kind(const Ref *ref) {
    return ref->ex ? ref->ex->kind : ref->planned->kind;
}

static const char *title_of(const Ref *ref) {
    return ref->ex ? ref->ex->title : ref->planned->title;
}

static bool is_here(const Ref *ref) {
    return ref->ex && kind_is_checked(ref->ex->kind);
}

char *report_machines(Arena *a, unsigned machines) {
    Buf b = {0};
    for (int m = 0; m < MACHINE_COUNT; m++)
        if (machines & 1U << m)
            buf_fmt(&b, "%s%s", b.len ? ", " : "", machine_names[m]);
    char *s = arena_str(a, buf_text(&b));
    buf_free(&b);
    return s;
}

// A self-assessment is an assessment where the column ends.
static const char *short_kind(Kind k) {
    enum { COLUMN = 10 };
    const char *name = kind_name(k), *dash = strchr(name, '-');
    return strlen(name) > COLUMN && dash ? dash + 1 : name;
}

// "here", or how it went.
static const char *state_here(const Ref *ref, const Done *done) {
    const Progress *p = store_find_progress(done->rows, done->nrows, ref->id);
    bool is_known = p && p->state != STATE_TODO;
    return is_known && p->state == STATE_ATTEMPTED ? "tried"
           : is_known                              ? state_text(p->state)
           : is_here(ref)                          ? "here"
                                                   : "-";
}

static void show_ref(const Term *t, const Ref *ref, const Done *done,
                     Buf *out) {
    enum { LEAST = 16 }; // columns of a title
    bool here = is_here(ref);
    buf_str(out, "  ");
    if (t->width < TITLE_COLUMN + LEAST) {
        term_ink(t, out, here ? INK_NAME : INK_PLAIN, "%s\n", ref->id);
        term_line(t, out, 6, "%s (%s, %d min, %s)", title_of(ref),
                  kind_name(planned_kind(ref)), minutes_of(ref),
                  state_here(ref, done));
        return;
    }
    term_ink(t, out, here ? INK_NAME : INK_PLAIN, "%-24s", ref->id);
    buf_fmt(out, " %-10s%4d min ", short_kind(planned_kind(ref)),
            minutes_of(ref));
    term_ink(t, out, here ? INK_GOOD : INK_DIM, "%-6s ", state_here(ref, done));
    term_hang(t, out, TITLE_COLUMN, TITLE_COLUMN, title_of(ref));
}

static void show_topic(const Term *t, const Topic *topic, const Done *done,
                       Buf *out) {
    int wide = term_columns(topic->title, strlen(topic->title));
    if (wide + (int)strlen(topic->id) + 4 > t->width) {
        term_line(t, out, 0, "%s (%s)", topic->title, topic->id);
    } else {
        term_ink(t, out, INK_BOLD, "%s", topic->title);
        term_ink(t, out, INK_DIM, "  (%s)\n", topic->id);
    }
    if (topic->about[0]) term_wrap(t, out, 2, topic->about);
    for (int i = 0; i < topic->n; i++)
        show_ref(t, &topic->refs[i], done, out);
    buf_char(out, '\n');
}

typedef struct Sums {
    int n, here, minutes;
    int by_machine[MACHINE_COUNT]; // of those to come
} Sums;

static void add_topic(Sums *s, const Topic *topic) {
    for (int i = 0; i < topic->n; i++) {
        const Ref *ref = &topic->refs[i];
        s->n++;
        s->here += is_here(ref);
        s->minutes += minutes_of(ref);
        for (int m = 0; ref->planned && m < MACHINE_COUNT; m++)
            s->by_machine[m] += (ref->planned->machines >> m) & 1U;
    }
}

static void show_sums(const Term *t, const Sums *s, Buf *out) {
    Buf b = {0};
    buf_fmt(&b, "%d exercises, ", s->n);
    if (s->minutes < MINUTES)
        buf_fmt(&b, "%d minutes", s->minutes);
    else
        buf_fmt(&b, "%d hours", s->minutes / MINUTES);
    buf_fmt(&b, ": %d can be checked here, %d to come.", s->here,
            s->n - s->here);
    term_wrap(t, out, 0, buf_text(&b));
    buf_free(&b);
    if (s->n == s->here) return;
    buf_str(&b, "To come, by the machine they need: ");
    const char *comma = "";
    for (int m = 0; m < MACHINE_COUNT; m++) {
        if (!s->by_machine[m]) continue;
        buf_fmt(&b, "%s%s %d", comma, machine_names[m], s->by_machine[m]);
        comma = ", ";
    }
    term_wrap(t, out, 0, buf_text(&b));
    buf_free(&b);
}

void report_bank(const Term *t, const Plan *p, const Topic *one,
                 const Done *done, Buf *out) {
    Sums sums = {0};
    for (int i = 0; i < p->ntopics; i++) {
        if (one && p->topics[i] != one) continue;
        show_topic(t, p->topics[i], done, out);
        add_topic(&sums, p->topics[i]);
    }
    show_sums(t, &sums, out);
}

// ---- one of them

static void show_detail(const Term *t, Buf *out, const char *name,
                        const char *text) {
    if (!*text) return;
    buf_fmt(out, "  %-*s", DETAIL - 2, name);
    term_hang(t, out, DETAIL, DETAIL, text);
}

static void detail_words(const Term *t, Buf *out, const char *name,
                         const char **words) {
    Buf b = {0};
    for (; *words; words++)
        buf_fmt(&b, "%s%s", b.len ? ", " : "", *words);
    show_detail(t, out, name, buf_text(&b));
    buf_free(&b);
}

void report_planned(const Term *t, const Plan *p, const Planned *planned,
                    Buf *out) {
    Arena a = {0};
    Buf tracks = {0};
    term_ink(t, out, INK_BOLD, "%s: %s\n", planned->id, planned->title);
    term_wrap(t, out, 2, planned->lesson);
    show_detail(t, out, "state", "announced: no exercise yet");
    show_detail(t, out, "kind", kind_name(planned->kind));
    show_detail(t, out, "time", arena_fmt(&a, "%d minutes", planned->minutes));
    show_detail(t, out, "machine", report_machines(&a, planned->machines));
    show_detail(t, out, "gate", planned->gate);
    detail_words(t, out, "needs", planned->needs);
    detail_words(t, out, "covers", planned->covers);
    for (int i = 0; i < p->ntracks; i++) {
        const Item *item = track_item(p->tracks[i], planned->id);
        if (!item) continue;
        buf_fmt(&tracks, "%s%s", tracks.len ? ", " : "", p->tracks[i]->id);
        if (item->week >= 0) buf_fmt(&tracks, " week %d", item->week);
    }
    show_detail(t, out, "tracks", buf_text(&tracks));
    buf_free(&tracks);
    arena_reset(&a);
}

// ---- JSON

static void put_words(Json *j, const char *key, const char **words) {
    json_key(j, key);
    json_open(j, '[');
    for (; *words; words++)
        json_str(j, *words);
    json_close(j, ']');
}

static void put_ref(Json *j, const Topic *topic, const Ref *ref) {
    const Planned *planned = ref->planned;
    json_open(j, '{');
    json_kstr(j, "id", ref->id);
    json_kstr(j, "topic", topic->id);
    json_kstr(j, "title", title_of(ref));
    json_kstr(j, "kind", kind_name(planned_kind(ref)));
    json_kint(j, "minutes", minutes_of(ref));
    json_kbool(j, "here", is_here(ref));
    put_words(j, "needs", ref->ex ? ref->ex->needs : planned->needs);
    put_words(j, "covers", ref->ex ? ref->ex->covers : planned->covers);
    if (planned) {
        json_kstr(j, "lesson", planned->lesson);
        json_kstr(j, "gate", planned->gate);
        json_key(j, "machine");
        json_open(j, '[');
        for (int m = 0; m < MACHINE_COUNT; m++)
            if (planned->machines & 1U << m) json_str(j, machine_names[m]);
        json_close(j, ']');
    }
    json_close(j, '}');
}

void report_bank_json(const Plan *p, const Topic *one, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_key(&j, "exercises");
    json_open(&j, '[');
    for (int i = 0; i < p->ntopics; i++)
        for (int k = 0; k < p->topics[i]->n; k++)
            if (!one || one == p->topics[i])
                put_ref(&j, p->topics[i], &p->topics[i]->refs[k]);
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
