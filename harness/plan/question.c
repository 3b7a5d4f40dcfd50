// One question of a sheet: what is drawn, what is asked, what is right, and
// which mistakes are known by what they give.
//
// Only the shape is checked here. `kata lint` checks that every answer has a
// value: `kata lint`, which draws each question many times.
#include "plan/paper.h"
#include "plan/parts.h"

#include <string.h>

enum { MAX_TIMES = 20, MAX_ANSWERS = 8, MAX_OPTIONS = 12 };

static Question *question_of(void *out) {
    return out;
}

static void key_id(Read *r, const Node *n, void *out) {
    const char *id = read_text(r, n, "id");
    if (id && is_id(id)) {
        question_of(out)->id = id;
        return;
    }
    if (!id) return;
    node_err(n, r->err, "'%s' cannot be an id", id);
    err_hint(r->err, "lower-case letters, digits and '-'");
}

static void key_title(Read *r, const Node *n, void *out) {
    question_of(out)->title = read_text(r, n, "title");
}

static void key_ask(Read *r, const Node *n, void *out) {
    question_of(out)->ask = read_text(r, n, "ask");
}

static void key_unit(Read *r, const Node *n, void *out) {
    question_of(out)->unit = read_text(r, n, "unit");
}

static void key_within(Read *r, const Node *n, void *out) {
    question_of(out)->has_within =
        read_number(r, n, "within", &question_of(out)->within);
}

static void key_look(Read *r, const Node *n, void *out) {
    question_of(out)->look = read_text(r, n, "look");
}

static void key_method(Read *r, const Node *n, void *out) {
    question_of(out)->method = read_text(r, n, "method");
}

static void key_times(Read *r, const Node *n, void *out) {
    read_int(r, n, "times", 1, MAX_TIMES, &question_of(out)->times);
}

// ---- what is drawn

static bool not_a_map(Read *r, const Node *n, const char *key,
                      const char *example) {
    node_err(n, r->err, "%s: takes a map", key);
    return err_hint(r->err, "like: %s", example);
}

static bool new_name(Read *r, const Node *map, int i) {
    if (is_name(map->keys[i])) return true;
    node_key_err(map, i, r->err, "'%s' cannot be a name", map->keys[i]);
    return err_hint(r->err, "letters, digits and '_'");
}

static void key_draw(Read *r, const Node *n, void *out) {
    Question *q = question_of(out);
    if (n->kind != NODE_MAP) {
        not_a_map(r, n, "draw", "{rows: random(2, 9)}");
        return;
    }
    q->vars = arena_array(r->a, CaseVar, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        Expr *x = new_name(r, n, i) ? read_expr(r, n->at[i], n->keys[i]) : NULL;
        if (x) q->vars[q->nvars++] = (CaseVar){n->keys[i], x};
    }
}

// A value of choose: is a number if it reads as one, else a word.
static PickValue pick_value(Read *r, const char *name, const Node *n) {
    PickValue v = {.name = name, .word = n->text};
    Err ignored = {0};
    Expr *x = n->quoted ? NULL : expr_parse(r->a, n->text, n->loc, &ignored);
    v.is_number = x && expr_eval(x, NULL, NULL, &v.number, &ignored);
    err_clear(&ignored);
    return v;
}

static void pick_read(Read *r, const Node *n, Pick *p) {
    if (n->kind != NODE_MAP) {
        not_a_map(r, n, "choose", "- {type: fp16, bytes: 2}");
        return;
    }
    p->at = arena_array(r->a, PickValue, (size_t)n->n);
    for (int i = 0; i < n->n; i++)
        if (new_name(r, n, i) && read_text(r, n->at[i], n->keys[i]))
            p->at[p->n++] = pick_value(r, n->keys[i], n->at[i]);
}

static void key_choose(Read *r, const Node *n, void *out) {
    Question *q = question_of(out);
    if (!read_is_list(r, n, "choose", "- {type: fp16, bytes: 2}")) return;
    q->picks = arena_array(r->a, Pick, (size_t)n->n);
    q->npicks = n->n;
    for (int i = 0; i < n->n; i++)
        pick_read(r, n->at[i], &q->picks[i]);
}

// ---- what is right

// One expression or a list of them.
static Expr **read_values(Read *r, const Node *n, const char *key, int *count) {
    int most, k = 0;
    Node *const *at = read_items(&n, &most);
    Expr **x = arena_array(r->a, Expr *, (size_t)most);
    for (int i = 0; i < most; i++)
        if ((x[k] = read_expr(r, at[i], key))) k++;
    if (most > MAX_ANSWERS) {
        node_err(n, r->err, "%s: more than %d values", key, MAX_ANSWERS);
        err_hint(r->err, "make two questions of it");
        k = 0;
    }
    *count = k;
    return x;
}

static void key_answer(Read *r, const Node *n, void *out) {
    question_of(out)->answer =
        read_values(r, n, "answer", &question_of(out)->nanswers);
}

static void key_words(Read *r, const Node *n, void *out) {
    Question *q = question_of(out);
    if (!read_is_list(r, n, "words", "[yes, no]")) return;
    q->words = read_words(r, n, "words");
    while (q->words[q->nwords])
        q->nwords++;
    q->kind = ASK_WORD;
}

static void mistake_id(Read *r, const Node *n, void *out) {
    ((Mistake *)out)->id = read_text(r, n, "id");
}

static void mistake_value(Read *r, const Node *n, void *out) {
    Mistake *m = out;
    m->value = read_values(r, n, "value", &m->nvalues);
}

static void mistake_say(Read *r, const Node *n, void *out) {
    ((Mistake *)out)->say = read_text(r, n, "say");
}

Mistake *mistakes_read(Read *r, const Node *n, int *count) {
    static const Key keys[] = {{"id", mistake_id, true},
                               {"value", mistake_value, true},
                               {"say", mistake_say, true}};
    *count = 0;
    if (!read_is_list(r, n, "mistakes", "- {id: .., value: .., say: ..}"))
        return NULL;
    Mistake *all = arena_array(r->a, Mistake, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        Mistake *m = &all[*count];
        m->loc = n->at[i]->loc;
        if (read_map(r, n->at[i], "a mistake", keys, COUNT_OF(keys), m) &&
            m->id && m->say && m->nvalues)
            (*count)++;
    }
    return all;
}

static void key_mistakes(Read *r, const Node *n, void *out) {
    Question *q = question_of(out);
    q->mistakes = mistakes_read(r, n, &q->nmistakes);
}

// ---- options

static void option_right(Read *r, const Node *n, void *out) {
    Option *o = out;
    o->text = read_text(r, n, "right");
    o->right = true;
}

static void option_wrong(Read *r, const Node *n, void *out) {
    ((Option *)out)->text = read_text(r, n, "wrong");
}

static void option_why(Read *r, const Node *n, void *out) {
    ((Option *)out)->why = read_text(r, n, "why");
}

static void key_options(Read *r, const Node *n, void *out) {
    static const Key keys[] = {{"right", option_right, false},
                               {"wrong", option_wrong, false},
                               {"why", option_why, true}};
    Question *q = question_of(out);
    int right = 0;
    if (!read_is_list(r, n, "options", "- {right: .., why: ..}")) return;
    q->options = arena_array(r->a, Option, (size_t)n->n);
    for (int i = 0; i < n->n && i < MAX_OPTIONS; i++) {
        Option *o = &q->options[q->noptions];
        *o = (Option){.why = ""};
        if (!read_map(r, n->at[i], "an option", keys, COUNT_OF(keys), o))
            continue;
        if (!o->text) {
            node_err(n->at[i], r->err, "an option is right: or wrong:");
            err_hint(r->err, "- {right: \"the text\", why: \"...\"}");
            continue;
        }
        right += o->right;
        q->noptions++;
    }
    if (q->kind != ASK_SEVERAL) q->kind = right > 1 ? ASK_SEVERAL : ASK_ONE;
    if (right > 0 || q->noptions < n->n) return;
    node_err(n, r->err, "none of these options is right");
    err_hint(r->err, "- {right: \"the text\", why: \"...\"}");
}

// several: true says that any number may be right, where only one is.
static void key_several(Read *r, const Node *n, void *out) {
    bool several;
    if (read_bool(r, n, "several", &several) && several)
        question_of(out)->kind = ASK_SEVERAL;
}

static void key_order(Read *r, const Node *n, void *out) {
    Question *q = question_of(out);
    if (!read_is_list(r, n, "order", "[first, second]")) return;
    const char **words = read_words(r, n, "order");
    q->kind = ASK_ORDER;
    q->options = arena_array(r->a, Option, (size_t)n->n);
    while (words[q->noptions] && q->noptions < MAX_OPTIONS) {
        q->options[q->noptions] = (Option){words[q->noptions], true, ""};
        q->noptions++;
    }
}

static void key_rate(Read *r, const Node *n, void *out) {
    Question *q = question_of(out);
    int count;
    Node *const *at = read_items(&n, &count);
    q->kind = ASK_RATE;
    if (count == 2 && read_int(r, at[0], "rate", 0, 10, &q->lo) &&
        read_int(r, at[1], "rate", q->lo + 1, 100, &q->hi))
        return;
    if (count == 2) return;
    node_err(n, r->err, "rate: takes the lowest and the highest mark");
    err_hint(r->err, "rate: [1, 5]");
}

static void key_yes_no(Read *r, const Node *n, void *out) {
    bool yes;
    if (read_bool(r, n, "yes_no", &yes) && yes)
        question_of(out)->kind = ASK_YES_NO;
}

// ---- the whole question

static const Key keys[] = {
    {"id", key_id, false},           {"title", key_title, false},
    {"ask", key_ask, true},          {"choose", key_choose, false},
    {"draw", key_draw, false},       {"answer", key_answer, false},
    {"words", key_words, false},     {"unit", key_unit, false},
    {"within", key_within, false},   {"mistakes", key_mistakes, false},
    {"several", key_several, false}, {"options", key_options, false},
    {"order", key_order, false},     {"rate", key_rate, false},
    {"yes_no", key_yes_no, false},   {"look", key_look, false},
    {"method", key_method, false},   {"why", key_method, false},
    {"times", key_times, false},
};

static bool complain_of_question(Read *r, const Node *n, const char *what,
                                 const char *hint) {
    node_err(n, r->err, "%s", what);
    return err_hint(r->err, "%s", hint);
}

// The needs of one key for another.
static bool check_question(Read *r, const Node *n, const Question *q) {
    bool opinion = q->kind == ASK_RATE || q->kind == ASK_YES_NO;
    bool has_options = q->kind == ASK_ONE || q->kind == ASK_SEVERAL;
    if (!q->ask) return false;
    if (q->kind == ASK_NUMBER && q->nanswers == 0)
        return complain_of_question(
            r, n, "this question has no answer",
            "add answer:, options:, order:, rate: or yes_no:");
    if (q->kind == ASK_WORD && (q->nanswers != 1 || q->nwords < 2))
        return complain_of_question(
            r, n, "words: needs an answer: that picks one of them",
            "answer: 0 is the first word, 1 the second");
    if ((has_options || q->kind == ASK_ORDER) && q->noptions < 2)
        return complain_of_question(
            r, n, "this question has less than two options",
            "- {right: .., why: ..} and - {wrong: .., why: ..}");
    if (!opinion && !has_options && !q->method)
        return complain_of_question(
            r, n, "this question does not say how it is answered",
            "add method: (or why:), which is shown afterwards");
    for (int i = 0; i < q->nmistakes; i++)
        if (q->mistakes[i].nvalues != q->nanswers)
            return complain_of_question(
                r, n, "a mistake has as many values as the answer",
                "value: [a, b] where answer: [c, d]");
    return true;
}

bool question_read(Read *r, const Node *n, int number, Question *out) {
    *out = (Question){.times = 1, .loc = n->loc};
    if (!read_map(r, n, "a question", keys, COUNT_OF(keys), out)) return false;
    if (!out->id) out->id = arena_fmt(r->a, "q%d", number);
    if (!out->title) out->title = "";
    return check_question(r, n, out);
}
