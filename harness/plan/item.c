// Items: what a week, or a list of a track, holds.
//
//   item = id | {id: {gates, minutes, optional}}
//        | {reading, quiz, covers, minutes, optional}
//        | {planned, covers, minutes, optional}
//        | {choose, of: [option], title, covers}
//   option = item | {title, items: [item]}
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/track_read.h"

#include <string.h>

enum { MAX_MINUTES = 60000 };

typedef struct ItemDraft {
    TrackReader *t;
    Item *item;
} ItemDraft;

static Item *item_of(void *out) {
    return ((ItemDraft *)out)->item;
}

// ---- keys

// gates = {metric: bound, ...} | [full gate, ...]
static void key_gates(Read *r, const Node *n, void *out) {
    Item *item = item_of(out);
    if (!item->ex) {
        node_err(n, r->err, "'%s' has no gates yet: it is only announced",
                 item->id);
        err_hint(r->err, "say the bar in its gate: in curriculum/bank/");
    } else if (n->kind == NODE_LIST) {
        gates_read_list(r, n, item->ex, &item->gates, &item->ngates);
    } else {
        gates_read_short(r, n, item->ex, &item->gates, &item->ngates);
    }
}

static void key_minutes(Read *r, const Node *n, void *out) {
    read_int(r, n, "minutes", 1, MAX_MINUTES, &item_of(out)->minutes);
}

static void key_optional(Read *r, const Node *n, void *out) {
    read_bool(r, n, "optional", &item_of(out)->optional);
}

static void key_reading(Read *r, const Node *n, void *out) {
    enum { KEY = 16 };
    char hex[HASH_HEX];
    Item *item = item_of(out);
    item->kind = ITEM_READING;
    item->text = read_text(r, n, "reading");
    if (!item->text) return;
    hash_of(item->text, strlen(item->text), hex);
    item->key = arena_strn(r->a, hex, KEY);
}

static void key_planned(Read *r, const Node *n, void *out) {
    item_of(out)->kind = ITEM_PLANNED;
    item_of(out)->text = read_text(r, n, "planned");
}

static void key_quiz(Read *r, const Node *n, void *out) {
    ItemDraft *d = out;
    Ref *quiz = &d->item->quiz;
    if (!ref_read(r, &d->t->names, n, "quiz", quiz)) return;
    Kind kind = quiz->ex ? quiz->ex->kind : quiz->planned->kind;
    if (kind == KIND_QUIZ || kind == KIND_WORKSHEET) return;
    node_err(n, r->err, "'%s' is no quiz, but of kind %s", quiz->id,
             kind_name(kind));
    err_hint(r->err, "quiz: names an exercise of kind quiz or worksheet");
}

static void key_covers(Read *r, const Node *n, void *out) {
    item_of(out)->covers = read_words(r, n, "covers");
}

// ---- the forms of an item

static void fill_from(Item *item, const Ref *ref) {
    item->id = ref->id;
    item->ex = ref->ex;
    item->planned = ref->planned;
    item->kind = ref->ex ? ITEM_EXERCISE : ITEM_PLANNED;
    item->minutes = ref->ex ? ref->ex->minutes : ref->planned->minutes;
    if (ref->planned) item->text = ref->planned->title;
}

static bool bare_item(TrackReader *t, const Node *n, Item *item) {
    Ref ref;
    if (!ref_read(&t->r, &t->names, n, t->day ? t->day : "items", &ref))
        return false;
    fill_from(item, &ref);
    return true;
}

// {transpose: {gates: {bandwidth: 70%}}}
static bool item_with_bars(TrackReader *t, const Node *n, Item *item) {
    static const Key keys[] = {{"gates", key_gates, false},
                               {"minutes", key_minutes, false},
                               {"optional", key_optional, false}};
    Ref ref;
    if (n->n != 1) {
        node_err(n, t->r.err, "an item has one key, and this has %d", n->n);
        return err_hint(t->r.err, "write a list of items: [{a: {...}}, b]");
    }
    if (!ref_find(&t->r, &t->names, n, n->key_locs[0], n->keys[0], &ref))
        return false;
    fill_from(item, &ref);
    ItemDraft d = {t, item};
    return read_map(&t->r, n->at[0], "an exercise's item", keys, COUNT_OF(keys),
                    &d);
}

// {reading: "...", quiz: id} | {planned: "..."}
static bool text_item(TrackReader *t, const Node *n, Item *item) {
    static const Key keys[] = {
        {"reading", key_reading, false}, {"planned", key_planned, false},
        {"quiz", key_quiz, false},       {"covers", key_covers, false},
        {"minutes", key_minutes, false}, {"optional", key_optional, false}};
    if (node_find(n, "reading") && node_find(n, "planned")) {
        node_err(n, t->r.err, "an item is a reading or planned, not both");
        return err_hint(t->r.err, "make two items of it");
    }
    ItemDraft d = {t, item};
    read_map(&t->r, n, "an item", keys, COUNT_OF(keys), &d);
    if (item->quiz.id && item->kind != ITEM_READING) {
        node_err(n, t->r.err, "only a reading has a quiz");
        err_hint(t->r.err, "make the quiz an item of its own");
    }
    return item->text;
}

static void read_one(TrackReader *t, const Node *n, const Choice *choice,
                     int option) {
    Item item = {.day = t->day,
                 .week = t->week ? t->week->number : -1,
                 .loc = n->loc,
                 .covers = read_no_words(),
                 .choice = choice,
                 .option = option};
    bool ok;
    if (n->kind != NODE_MAP)
        ok = bare_item(t, n, &item);
    else if (node_find(n, "reading") || node_find(n, "planned"))
        ok = text_item(t, n, &item);
    else
        ok = item_with_bars(t, n, &item);
    if (ok) vec_push(&t->items, item);
}

// ---- choices

typedef struct ChoiceDraft {
    TrackReader *t;
    Choice *choice;
    const Node *of;
} ChoiceDraft;

enum { MAX_OPTIONS = 20 };

static void choice_choose(Read *r, const Node *n, void *out) {
    read_int(r, n, "choose", 1, MAX_OPTIONS,
             &((ChoiceDraft *)out)->choice->choose);
}

static void choice_title(Read *r, const Node *n, void *out) {
    ((ChoiceDraft *)out)->choice->title = read_text(r, n, "title");
}

static void choice_covers(Read *r, const Node *n, void *out) {
    ((ChoiceDraft *)out)->choice->covers = read_words(r, n, "covers");
}

static void choice_of(Read *r, const Node *n, void *out) {
    if (read_is_list(r, n, "of", "of: [scan-block, histogram]"))
        ((ChoiceDraft *)out)->of = n;
}

typedef struct OptionDraft {
    const char *title;
    const Node *items;
} OptionDraft;

static void option_title(Read *r, const Node *n, void *out) {
    ((OptionDraft *)out)->title = read_text(r, n, "title");
}

static void option_items(Read *r, const Node *n, void *out) {
    (void)r;
    ((OptionDraft *)out)->items = n;
}

// Returns the option's title.
static const char *read_option(TrackReader *t, const Node *n, const Choice *c,
                               int option) {
    static const Key keys[] = {{"title", option_title, true},
                               {"items", option_items, true}};
    int first = t->items.n;
    if (n->kind == NODE_MAP && node_find(n, "choose")) {
        node_err(n, t->r.err, "an option cannot be a choice itself");
        err_hint(t->r.err, "list its options in the choice around it");
        return "";
    }
    if (n->kind == NODE_MAP && node_find(n, "items")) {
        OptionDraft d = {0};
        read_map(&t->r, n, "an option", keys, COUNT_OF(keys), &d);
        int count;
        Node *const *at = read_items(&d.items, &count);
        for (int i = 0; i < count; i++)
            read_one(t, at[i], c, option);
        return d.title ? d.title : "";
    }
    read_one(t, n, c, option);
    if (t->items.n == first) return "";
    const Item *item = &t->items.at[first];
    return item->ex ? item->ex->title : item->text;
}

static void read_choice(TrackReader *t, const Node *n) {
    static const Key keys[] = {{"choose", choice_choose, true},
                               {"of", choice_of, true},
                               {"title", choice_title, false},
                               {"covers", choice_covers, false}};
    Choice *c = arena_new(t->r.a, Choice);
    *c = (Choice){.covers = read_no_words(), .loc = n->loc};
    ChoiceDraft d = {t, c, NULL};
    read_map(&t->r, n, "a choice", keys, COUNT_OF(keys), &d);
    if (!d.of) return;
    c->noptions = d.of->n;
    c->options = arena_array(t->r.a, const char *, (size_t)d.of->n);
    if (c->choose > c->noptions) {
        node_err(n, t->r.err, "%d cannot be chosen of %d options", c->choose,
                 c->noptions);
        err_hint(t->r.err, "choose: is 1 to %d here", c->noptions);
        return;
    }
    for (int i = 0; i < d.of->n; i++)
        c->options[i] = read_option(t, d.of->at[i], c, i);
}

void items_read(TrackReader *t, const Node *n) {
    int count;
    Node *const *at = read_items(&n, &count);
    for (int i = 0; i < count; i++)
        if (at[i]->kind == NODE_MAP && node_find(at[i], "choose"))
            read_choice(t, at[i]);
        else
            read_one(t, at[i], NULL, 0);
}

Items items_take(TrackReader *t) {
    Items out = {arena_array(t->r.a, Item, (size_t)t->items.n), t->items.n};
    if (out.n) memcpy(out.at, t->items.at, (size_t)out.n * sizeof *out.at);
    t->items.n = 0;
    return out;
}
