// Tables that a program has printed, and the figures of them that a report must
// state.
#include "plan/paper.h"
#include "plan/parts.h"

// ---- rules

static void rule_id(Read *r, const Node *n, void *out) {
    ((TableRule *)out)->id = read_text(r, n, "id");
}

static void rule_each(Read *r, const Node *n, void *out) {
    ((TableRule *)out)->value = read_expr(r, n, "each");
    ((TableRule *)out)->each = true;
}

static void rule_that(Read *r, const Node *n, void *out) {
    ((TableRule *)out)->value = read_expr(r, n, "that");
}

static void rule_say(Read *r, const Node *n, void *out) {
    ((TableRule *)out)->say = read_text(r, n, "say");
}

static void table_holds(Read *r, const Node *n, void *out) {
    static const Key keys[] = {{"id", rule_id, true},
                               {"each", rule_each, false},
                               {"that", rule_that, false},
                               {"say", rule_say, true}};
    PaperTable *t = out;
    if (!read_is_list(r, n, "holds", "- {that: .., id: .., say: ..}")) return;
    t->rules = arena_array(r->a, TableRule, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        TableRule *rule = &t->rules[t->nrules];
        if (!read_map(r, n->at[i], "a rule", keys, COUNT_OF(keys), rule) ||
            !rule->id || !rule->say)
            continue;
        if (rule->value) {
            t->nrules++;
            continue;
        }
        node_err(n->at[i], r->err, "a rule needs each: or that:");
        err_hint(r->err, "each: of every row, that: of the table");
    }
}

// ---- marks

static void mark_column(Read *r, const Node *n, void *out) {
    ((TableMark *)out)->of = read_text(r, n, "of");
}

static void mark_first(Read *r, const Node *n, void *out) {
    ((TableMark *)out)->first = read_expr(r, n, "first");
}

static void table_marks(Read *r, const Node *n, void *out) {
    static const Key keys[] = {{"of", mark_column, true},
                               {"first", mark_first, true}};
    PaperTable *t = out;
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "marks: takes a map");
        err_hint(r->err, "like: {knee: {of: size, first: ..}}");
        return;
    }
    t->marks = arena_array(r->a, TableMark, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        TableMark *m = &t->marks[t->nmarks];
        m->name = n->keys[i];
        read_map(r, n->at[i], "a mark", keys, COUNT_OF(keys), m);
        t->nmarks += m->of && m->first;
    }
}

// ---- a table

static void table_name(Read *r, const Node *n, void *out) {
    const char *name = read_text(r, n, "name");
    ((PaperTable *)out)->name = name;
    if (!name || is_name(name)) return;
    node_err(n, r->err, "'%s' cannot be a name", name);
    err_hint(r->err, "letters, digits and '_'");
}

static void table_make(Read *r, const Node *n, void *out) {
    ((PaperTable *)out)->make = read_text(r, n, "make");
}

static void table_columns(Read *r, const Node *n, void *out) {
    ((PaperTable *)out)->columns = read_words(r, n, "columns");
}

static void table_facts(Read *r, const Node *n, void *out) {
    ((PaperTable *)out)->facts = read_words(r, n, "facts");
}

static void table_device(Read *r, const Node *n, void *out) {
    ((PaperTable *)out)->device = read_text(r, n, "device");
}

static void table_rows(Read *r, const Node *n, void *out) {
    read_int(r, n, "rows", 1, 1000, &((PaperTable *)out)->rows);
}

static void list_read(Read *r, const Node *n, Paper *p) {
    static const Key keys[] = {
        {"name", table_name, true},       {"make", table_make, true},
        {"columns", table_columns, true}, {"facts", table_facts, false},
        {"device", table_device, true},   {"rows", table_rows, false},
        {"holds", table_holds, false},    {"marks", table_marks, false},
    };
    if (!read_is_list(r, n, "tables", "- {name: curve, ..}")) return;
    p->tables = arena_array(r->a, PaperTable, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        PaperTable *t = &p->tables[p->ntables];
        *t = (PaperTable){.columns = read_no_words(),
                          .facts = read_no_words(),
                          .rows = 1,
                          .loc = n->at[i]->loc};
        p->ntables += read_map(r, n->at[i], "a table", keys, COUNT_OF(keys), t);
    }
}

// ---- figures

static void figure_part(Read *r, const Node *n, void *out) {
    ((Figure *)out)->part = read_text(r, n, "part");
}

static void figure_ask(Read *r, const Node *n, void *out) {
    ((Figure *)out)->ask = read_text(r, n, "ask");
}

static void figure_beside(Read *r, const Node *n, void *out) {
    ((Figure *)out)->beside = read_text(r, n, "beside");
}

static void figure_value(Read *r, const Node *n, void *out) {
    ((Figure *)out)->value = read_expr(r, n, "value");
}

static void figure_unit(Read *r, const Node *n, void *out) {
    ((Figure *)out)->unit = read_text(r, n, "unit");
}

static void figure_within(Read *r, const Node *n, void *out) {
    read_number(r, n, "within", &((Figure *)out)->within);
}

static void figure_mistakes(Read *r, const Node *n, void *out) {
    Figure *f = out;
    f->mistakes = mistakes_read(r, n, &f->nmistakes);
}

static void figures_read(Read *r, const Node *n, Paper *p) {
    static const Key keys[] = {
        {"part", figure_part, true},      {"ask", figure_ask, true},
        {"value", figure_value, true},    {"unit", figure_unit, true},
        {"within", figure_within, true},  {"mistakes", figure_mistakes, false},
        {"beside", figure_beside, false},
    };
    if (!read_is_list(r, n, "figures", "- {part: .., ask: .., value: ..}"))
        return;
    p->figures = arena_array(r->a, Figure, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        Figure *f = &p->figures[p->nfigures];
        *f = (Figure){.loc = n->at[i]->loc};
        p->nfigures +=
            read_map(r, n->at[i], "a figure", keys, COUNT_OF(keys), f) &&
            f->part && f->ask && f->value && f->unit;
    }
}

void tables_read(Read *r, const Draft *d, Paper *p) {
    if (d->tables) list_read(r, d->tables, p);
    if (d->figures) figures_read(r, d->figures, p);
}
