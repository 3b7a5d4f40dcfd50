// kata lint: the brief (README.md) and the YAML say the same.
//
//   every gate that judges is named in the brief
//   a gate that the brief names is there, with that bound
//   a size that the brief names is one of a case or of measure:
//
// The section about judging ("How it is judged") is read for the last two: its
// bullets begin with a gate's name in bold type. The words that name a gate are
// a column of metrics.def.
#include "base/str.h"
#include "base/vec.h"
#include "plan/lint_parts.h"
#include "plan/yaml.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct MetricWords {
    const char *id, *words;
} MetricWords;

static const MetricWords metrics[] = {
#define METRIC(id, unit, source, per, meaning, words) {#id, words},
#include "plan/metrics.def"
};

typedef struct Brief {
    Lint *l;
    const Exercise *ex;
    const char *text;    // the whole brief
    const char *section; // a copy of the part about judging, or NULL
    int first_line;      // of the section in the brief
} Brief;

// The line of the brief that a place of the section is in.
static int brief_line(const Brief *b, const char *at) {
    int line = b->first_line;
    for (const char *p = b->section; p < at; p++)
        line += *p == '\n';
    return line;
}

// ---- words

static bool is_gap(char c) {
    return isspace((unsigned char)c) || c == '*' || c == '`';
}

// Returns whether text begins with the word. A space of the word is any gap.
static bool begins_with(const char *text, size_t n, const char *word) {
    enum { SHORT = 3 };
    size_t i = 0;
    for (const char *w = word; *w; w++) {
        if (*w == ' ' && i < n && is_gap(text[i])) {
            while (i < n && is_gap(text[i]))
                i++;
        } else if (i < n && tolower((unsigned char)text[i]) ==
                                tolower((unsigned char)*w)) {
            i++;
        } else {
            return false;
        }
    }
    return strlen(word) > SHORT || i == n || !isalnum((unsigned char)text[i]);
}

static bool mentions(const char *text, size_t n, const char *word) {
    for (size_t i = 0; i < n; i++)
        if ((i == 0 || !isalnum((unsigned char)text[i - 1])) &&
            begins_with(text + i, n - i, word))
            return true;
    return false;
}

// Returns whether text names the metric: by its id, or by one of its words.
static bool names_metric(Arena *a, const char *text, size_t n,
                         const MetricWords *m) {
    Str rest = str_of(m->words), word;
    char *id = arena_str(a, m->id);
    if (mentions(text, n, m->id)) return true;
    for (char *c = id; *c; c++)
        if (*c == '_') *c = ' ';
    if (mentions(text, n, id)) return true;
    while (str_cut(&rest, '|', &word))
        if (mentions(text, n, arena_strn(a, word.p, word.n))) return true;
    return false;
}

static const MetricWords *metric_words(const char *id) {
    for (size_t i = 0; i < COUNT_OF(metrics); i++)
        if (strcmp(metrics[i].id, id) == 0) return &metrics[i];
    return NULL;
}

static void check_named(const Brief *b) {
    for (int i = 0; i < b->ex->ngates; i++) {
        const Gate *g = &b->ex->gates[i];
        const MetricWords *m = metric_words(g->metric);
        if (!m || names_metric(&b->l->a, b->text, strlen(b->text), m)) continue;
        lint_find(b->l->out, g->loc, true,
                  "README.md does not name the gate '%s'", g->metric);
        lint_advise(b->l->out,
                    "say in the brief what is judged; one of these words will "
                    "do: %s",
                    m->words);
    }
}

// What would be rejected has to be said before.
static void check_forbidden(const Brief *b) {
    for (const char **f = b->ex->forbids; *f; f++) {
        if (mentions(b->text, strlen(b->text), *f)) continue;
        lint_find(b->l->out, b->ex->loc, true,
                  "README.md does not say that '%s' is forbidden", *f);
        lint_advise(b->l->out, "say that the learner writes it without %s", *f);
    }
}

// ---- numbers of the brief

// Reads digits, in groups of three with a space between them or not ("524288",
// "524 288"). Returns the text after it.
static const char *read_digits(const char *p, double *value) {
    const char *from = p;
    *value = 0;
    while (isdigit((unsigned char)*p))
        *value = *value * 10 + (*p++ - '0');
    if (p - from > 3 || *from == '0') return p;
    while (p[0] == ' ' && isdigit((unsigned char)p[1]) &&
           isdigit((unsigned char)p[2]) && isdigit((unsigned char)p[3]) &&
           !isdigit((unsigned char)p[4])) {
        *value = *value * 1000 + atoi(p + 1);
        p += 4;
    }
    return p;
}

static const char *skip_gap(const char *p) {
    while (*p && is_gap(*p))
        p++;
    return p;
}

// ---- gates of the brief: "- **Coalescing:** at least 90 % ..."

typedef struct Bullet {
    const char *name, *text, *end;
    size_t nname;
} Bullet;

// Moves *p to the end of the next bullet; false if there is none.
static bool next_bullet(const char **p, Bullet *out) {
    const char *at = strstr(*p, "\n- **");
    if (!at) return false;
    out->name = at + strlen("\n- **");
    const char *close = strstr(out->name, "**");
    if (!close) return false;
    out->nname = (size_t)(close - out->name);
    out->text = close + 2;
    out->end = out->text;
    while (*out->end && strncmp(out->end, "\n- ", 3) != 0 &&
           strncmp(out->end, "\n\n", 2) != 0)
        out->end++;
    *p = out->end;
    return true;
}

// The number at p: "60 %" is 0.6. NaN: it is none in digits, or one with
// letters.
static double bound_at(const char *p) {
    p = skip_gap(p);
    if (!isdigit((unsigned char)*p)) return NAN;
    double value;
    const char *after = read_digits(p, &value);
    char *end;
    if (*after == '.') value = strtod(p, &end), after = end;
    if (isalpha((unsigned char)*after)) return NAN; // 3e5, 64K
    return *skip_gap(after) == '%' ? value / 100 : value;
}

// The bound that a bullet states: "at least 60 %" is 0.6. NaN: none in digits.
static double bound_of(const Bullet *b) {
    for (const char *p = b->text; p < b->end; p++) {
        bool least = begins_with(p, (size_t)(b->end - p), "at least ");
        bool most = begins_with(p, (size_t)(b->end - p), "at most ");
        if (least || most)
            return bound_at(p + strlen(least ? "at least" : "at most"));
    }
    return NAN;
}

// The bound that a bullet names for gold: "Gold asks for 55 %."
static double gold_of(const Bullet *b) {
    const char *words = "old asks for";
    for (const char *p = b->text; p < b->end; p++)
        if (begins_with(p, (size_t)(b->end - p), words))
            return bound_at(p + strlen(words));
    return NAN;
}

static bool has_bound(const Gate *gates, int n, const char *metric,
                      double bound) {
    for (int i = 0; i < n; i++)
        if (strcmp(gates[i].metric, metric) == 0 &&
            fabs(gates[i].bound - bound) <= 1e-9 * fabs(bound))
            return true;
    return false;
}

static bool asks_bound(const Exercise *ex, const char *metric, double bound) {
    bool found = has_bound(ex->gates, ex->ngates, metric, bound);
    for (int m = 0; m < ex->nmedals; m++)
        found |=
            has_bound(ex->medals[m].gates, ex->medals[m].ngates, metric, bound);
    return found;
}

static const Gate *gate_of(const Exercise *ex, const char *metric) {
    for (int i = 0; i < ex->ngates; i++)
        if (strcmp(ex->gates[i].metric, metric) == 0) return &ex->gates[i];
    return NULL;
}

// A name can stand for several metrics ("Traffic"): one of them is enough.
static void check_bound(const Brief *b, const Bullet *bullet, double bound) {
    const MetricWords *metric = NULL;
    const Gate *gate = NULL;
    if (isnan(bound)) return;
    for (size_t i = 0; i < COUNT_OF(metrics); i++) {
        const MetricWords *m = &metrics[i];
        if (!names_metric(&b->l->a, bullet->name, bullet->nname, m)) continue;
        if (asks_bound(b->ex, m->id, bound)) return;
        if (!gate) gate = gate_of(b->ex, m->id);
        if (!metric) metric = m;
    }
    if (!metric) return;
    lint_find(b->l->out, b->ex->loc, false,
              "README.md:%d: '%.*s' is %.4g here, and no gate says so",
              brief_line(b, bullet->name), (int)bullet->nname, bullet->name,
              bound);
    if (gate)
        lint_advise(b->l->out, "the gate %s asks for %.4g", gate->metric,
                    gate->bound);
    else
        lint_advise(b->l->out,
                    "add a gate {metric: %s, ...}, or take it out "
                    "of the brief",
                    metric->id);
}

static void check_bullets(const Brief *b) {
    const char *p = b->section;
    Bullet bullet;
    while (next_bullet(&p, &bullet)) {
        check_bound(b, &bullet, bound_of(&bullet));
        check_bound(b, &bullet, gold_of(&bullet));
    }
}

// ---- sizes of the YAML

typedef struct Sizes {
    double *at;
    int n, cap;
} Sizes;

// Adds the numbers of an expression: "random(1, 64K)" holds 1 and 65536.
static void add_numbers(Sizes *s, const char *text) {
    for (const char *p = text; *p; p++) {
        if (!isdigit((unsigned char)*p)) continue;
        char *end;
        double value = strtod(p, &end);
        if (*end == 'K') value *= 1 << 10;
        if (*end == 'M') value *= 1 << 20;
        if (*end == 'G') value *= 1 << 30;
        vec_push(s, value);
        p = end - 1;
    }
}

static void add_node(Sizes *s, const Node *n) {
    if (!n) return;
    if (n->kind == NODE_SCALAR) add_numbers(s, n->text);
    for (int i = 0; i < n->n; i++)
        add_node(s, n->at[i]);
}

// Adds the products of two or more values of one map: rows * cols elements.
static void add_products(Sizes *s, const Node *n) {
    enum { MOST = 8 };
    Sizes own = {0};
    for (int i = 0; i < n->n; i++) {
        if (n->at[i]->kind != NODE_SCALAR) add_products(s, n->at[i]);
        if (n->kind == NODE_MAP && own.n < MOST) add_node(&own, n->at[i]);
    }
    int count = own.n < MOST ? own.n : MOST;
    for (unsigned set = 0; set < 1U << count; set++) {
        double product = 1;
        for (int i = 0; i < count; i++)
            if (set & 1U << i) product *= own.at[i];
        vec_push(s, product);
    }
    vec_free(&own);
}

static Sizes sizes_of(const Exercise *ex) {
    static const char *const keys[] = {"cases", "measure", "sweep", "args",
                                       "limits"};
    Sizes s = {0};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        const Node *n = ex->root ? node_find(ex->root, keys[i]) : NULL;
        add_node(&s, n);
        if (n && n->kind != NODE_SCALAR) add_products(&s, n);
    }
    return s;
}

static bool has_size(const Sizes *s, double value) {
    for (int i = 0; i < s->n; i++)
        if (s->at[i] == value) return true;
    return false;
}

// ---- sizes of the brief

// Sizes of tiles and blocks are the learner's choice.
static bool is_of_a_tile(const char *from, const char *p, const char *end) {
    static const char *const words[] = {"tile",  "block",   "fragment", "warp",
                                        "patch", "threads", "grid",     "mma"};
    enum { NEAR = 28 };
    const char *near = p - from > NEAR ? p - NEAR : from;
    size_t after = strnlen(end, NEAR / 2);
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (mentions(near, (size_t)(p - near), words[i]) ||
            mentions(end, after, words[i]))
            return true;
    return false;
}

// "about 100000" may be any number near that.
static bool is_rough(const char *from, const char *p) {
    static const char *const words[] = {"about", "around", "some", "nearly",
                                        "over",  "under",  "than"};
    const char *end = p;
    while (end > from && is_gap(end[-1]))
        end--;
    const char *word = end;
    while (word > from && isalpha((unsigned char)word[-1]))
        word--;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (begins_with(word, (size_t)(end - word), words[i])) return true;
    return false;
}

static bool joins(const char *p) {
    const char *times = "\xc3\x97"; // the multiplication sign
    const char *q = skip_gap(p);
    if (q[0] == 'x' && q > p && is_gap(q[1]))
        q += 1;
    else if (strncmp(q, times, 2) == 0)
        q += 2;
    else
        return false;
    return isdigit((unsigned char)*skip_gap(q));
}

static bool counts_things(const char *p) {
    static const char *const things[] = {
        "element", "rows",  "column", "point",  "number", "value",  "float",
        "pixel",   "token", "keys",   "sample", "double", "entries"};
    p = skip_gap(p);
    for (size_t i = 0; i < COUNT_OF(things); i++)
        if (begins_with(p, strlen(p), things[i])) return true;
    return false;
}

// A number with what stands after it: "32 Mi elements".
typedef struct Number {
    const char *at, *end;
    double value;
    bool scaled;  // Ki, Mi, Gi
    bool is_size; // else a part of a word, a fraction, so many bytes
} Number;

static Number number_at(const char *from, const char *p) {
    Number n = {.at = p};
    char before = p > from ? p[-1] : ' ';
    n.end = read_digits(p, &n.value);
    const char *unit = skip_gap(n.end);
    bool fraction = n.end[0] == '.' && isdigit((unsigned char)n.end[1]);
    if (fraction)
        while (*n.end == '.' || isdigit((unsigned char)*n.end))
            n.end++;
    n.is_size = !fraction && !isalnum((unsigned char)before) &&
                !strchr("._-/=^", before) && *unit != '%';
    if (strchr("KMG", *unit) && *unit && unit[1] == 'i') {
        n.value *= *unit == 'K' ? 1 << 10 : *unit == 'M' ? 1 << 20 : 1 << 30;
        n.is_size &= !isalpha((unsigned char)unit[2]); // MiB
        n.scaled = true;
        n.end = unit + 2;
    } else if (isalpha((unsigned char)*n.end)) {
        n.is_size = false;
    }
    return n;
}

// The first sentence of the bullet "Cases" lists sizes with commas between
// them.
static bool in_list_of_cases(const Brief *b, const Number *n) {
    enum { FEWEST = 10 };
    const char *from = strstr(b->section, "**Cases");
    const char *end = from ? strstr(from, ". ") : NULL;
    if (!from || n->at < from || n->value < FEWEST) return false;
    return *n->end == ',' && (!end || n->end <= end);
}

static void find_size(const Brief *b, const Number *n) {
    lint_find(b->l->out, b->ex->loc, false,
              "README.md:%d: no case and no measure: has the size %.*s",
              brief_line(b, n->at), (int)(n->end - n->at), n->at);
    lint_advise(b->l->out,
                "write the size that exercise.yaml has; this one is %.17g",
                n->value);
}

// "(on the simulated device 1408 x 1536, k = 128)": every number is one of the
// YAML's.
static void check_simulated(const Brief *b) {
    static const char words[] = "(on the simulated device";
    enum { FEWEST = 10, LONGEST = 120 };
    Sizes known = sizes_of(b->ex);
    for (const char *p = b->section; *p; p++) {
        if (!begins_with(p, strlen(p), words)) continue;
        const char *end = strpbrk(p, ").;");
        for (; end && p < end && end - p < LONGEST; p++) {
            if (!isdigit((unsigned char)*p)) continue;
            Number n = number_at(b->section, p);
            p = n.end - 1;
            if (n.is_size && n.value >= FEWEST && !has_size(&known, n.value))
                find_size(b, &n);
        }
    }
    vec_free(&known);
}

static void check_sizes(const Brief *b) {
    enum { LARGE = 1000 };
    Sizes known = sizes_of(b->ex);
    bool joined = false;
    for (const char *p = b->section; *p; p++) {
        if (!isdigit((unsigned char)*p)) continue;
        Number n = number_at(b->section, p);
        bool product = joined;
        joined = n.is_size && joins(n.end);
        product |= joined;
        bool asked = product || n.scaled || in_list_of_cases(b, &n) ||
                     (n.value >= LARGE && counts_things(n.end));
        p = n.end - 1;
        if (!n.is_size || !asked || has_size(&known, n.value) ||
            is_rough(b->section, n.at) ||
            (product && is_of_a_tile(b->section, n.at, n.end)))
            continue;
        find_size(b, &n);
    }
    vec_free(&known);
}

// ---- all of it

// From the heading about judging to the next heading. NULL: there is none.
static void find_section(Brief *b) {
    const char *at = b->text;
    for (int line = 1; *at; line++) {
        size_t n = strcspn(at, "\n");
        if (*at == '#' && mentions(at, n, "judged")) {
            const char *end = strstr(at + n, "\n#");
            b->section =
                arena_strn(&b->l->a, at, end ? (size_t)(end - at) : strlen(at));
            b->first_line = line;
            return;
        }
        at += n + (at[n] == '\n');
    }
}

void lint_brief(Lint *l, const Exercise *ex, const char *text) {
    Brief b = {.l = l, .ex = ex, .text = text};
    check_named(&b);
    check_forbidden(&b);
    if (!ex->entry) return;
    find_section(&b);
    if (!b.section) return;
    check_bullets(&b);
    check_sizes(&b);
    check_simulated(&b);
}
