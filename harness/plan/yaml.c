// YAML documents as nodes: libyaml's events, one function per kind of node.
//
// libyaml says what it expected; what the author did is in yaml_words.c.
#include "plan/yaml.h"
#include "base/path.h"
#include "base/vec.h"
#include "plan/yaml_words.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

enum { MAX_DEPTH = 40 };

typedef struct Entry { // of a map, or of a list (key NULL)
    Node *key, *value;
} Entry;

typedef struct Entries {
    Entry *at;
    int n, cap;
} Entries;

typedef struct Reader {
    yaml_parser_t yaml;
    yaml_event_t event; // the one looked at
    Arena *arena;
    const char *file;
    const YamlText *of;
    Err *err;
    Entries stack; // entries of all collections that are open
    int depth;
    int quote_from, quote_to; // lines of the last quoted text that had several
} Reader;

static bool next(Reader *r) {
    yaml_event_delete(&r->event);
    if (yaml_parser_parse(&r->yaml, &r->event)) return true;

    const yaml_parser_t *y = &r->yaml;
    YamlProblem problem = {
        .what = y->problem,
        .while_ = y->context,
        .line = (int)y->problem_mark.line + 1,
        .col = (int)y->problem_mark.column + 1,
        .from_line = y->context ? (int)y->context_mark.line + 1 : 0,
        .from_col = (int)y->context_mark.column + 1,
        .offset = y->error == YAML_READER_ERROR ? y->problem_offset : SIZE_MAX,
        .quote_from = r->quote_from,
        .quote_to = r->quote_to,
    };
    yaml_say_problem(&problem, r->file, r->of, r->err);
    return false;
}

static Loc loc_of(const Reader *r, yaml_mark_t m) {
    return (Loc){r->file, (int)m.line + 1, (int)m.column + 1};
}

static Node *new_node(Reader *r, NodeKind kind) {
    Node *n = arena_new(r->arena, Node);
    n->kind = kind;
    n->loc = loc_of(r, r->event.start_mark);
    n->of = r->of;
    return n;
}

static Node *node(Reader *r);

static Node *scalar_node(Reader *r) {
    Node *n = new_node(r, NODE_SCALAR);
    const yaml_event_t *e = &r->event;
    n->text = arena_strn(r->arena, (const char *)e->data.scalar.value,
                         e->data.scalar.length);
    n->quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    bool in_quotes = e->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE ||
                     e->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE;
    if (in_quotes && e->end_mark.line > e->start_mark.line) {
        r->quote_from = (int)e->start_mark.line + 1;
        r->quote_to = (int)e->end_mark.line + 1;
    }
    if (memchr(n->text, '\0', e->data.scalar.length)) {
        node_err(n, r->err, "this text holds a NUL character");
        err_hint(r->err, "take the \\0 out");
    }
    return n;
}

// Plain text with more '(' than ')': in a flow collection its rest was taken
// for further entries.
static bool is_open(const Node *n) {
    int open = 0;
    if (!n || n->kind != NODE_SCALAR || n->quoted) return false;
    for (const char *c = n->text; *c; c++)
        open += *c == '(' ? 1 : *c == ')' ? -1 : 0;
    return open > 0;
}

// Joins entries of a flow collection that parentheses hold together:
// {rows: random(1, 600)} arrives as {"rows": "random(1", "600)": ""}.
static void join_parentheses(Reader *r, int from) {
    Entries *s = &r->stack;
    int to = from;
    for (int i = from; i < s->n; i++) {
        Entry *last = to > from ? &s->at[to - 1] : NULL;
        const Entry *e = &s->at[i];
        const Node *more = e->key ? e->key : e->value;
        bool alone = !e->key || (e->value->kind == NODE_SCALAR &&
                                 !e->value->quoted && !e->value->text[0]);
        if (last && is_open(last->value) && alone &&
            more->kind == NODE_SCALAR && !more->quoted)
            last->value->text =
                arena_fmt(r->arena, "%s, %s", last->value->text, more->text);
        else
            s->at[to++] = *e;
    }
    s->n = to;
}

static bool deeper(Reader *r) {
    if (++r->depth <= MAX_DEPTH) return true;
    Node *n = new_node(r, NODE_SCALAR);
    node_err(n, r->err, "this is nested too deep");
    return err_hint(r->err, "at most %d levels", MAX_DEPTH);
}

// list = "[" (node ",")* "]"  |  ("- " node)+
static Node *list_node(Reader *r) {
    Node *n = new_node(r, NODE_LIST);
    bool flow = r->event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    int from = r->stack.n;
    if (!deeper(r)) return NULL;

    while (next(r) && r->event.type != YAML_SEQUENCE_END_EVENT) {
        Node *value = node(r);
        if (!value) return NULL;
        vec_push(&r->stack, (Entry){NULL, value});
    }
    if (r->event.type != YAML_SEQUENCE_END_EVENT) return NULL;
    if (flow) join_parentheses(r, from);

    n->n = r->stack.n - from;
    n->at = arena_array(r->arena, Node *, (size_t)n->n);
    for (int i = 0; i < n->n; i++)
        n->at[i] = r->stack.at[from + i].value;
    r->stack.n = from;
    r->depth--;
    return n;
}

// {at_most:5} is one key without a value to YAML, and never what was meant.
static void check_colon(Reader *r, const Entry *e) {
    const char *colon = strchr(e->key->text, ':');
    if (!colon || e->key->quoted || e->value->kind != NODE_SCALAR ||
        e->value->quoted || e->value->text[0])
        return;
    node_err(e->key, r->err, "there is no space after the ':' in '%s'",
             e->key->text);
    err_hint(r->err, "write '%.*s: %s'", (int)(colon - e->key->text),
             e->key->text, colon + 1);
}

static void fill_map(Reader *r, Node *n, int from) {
    int max = r->stack.n - from;
    n->keys = arena_array(r->arena, const char *, (size_t)max);
    n->key_locs = arena_array(r->arena, Loc, (size_t)max);
    n->at = arena_array(r->arena, Node *, (size_t)max);
    for (int i = 0; i < max; i++) {
        const Entry *e = &r->stack.at[from + i];
        check_colon(r, e);
        int first = 0;
        while (first < n->n && strcmp(n->keys[first], e->key->text) != 0)
            first++;
        if (first < n->n) {
            node_err(e->key, r->err, "the key '%s' is there twice",
                     e->key->text);
            err_hint(r->err, "it is on line %d already; keep one of them",
                     n->key_locs[first].line);
            continue;
        }
        n->keys[n->n] = e->key->text;
        n->key_locs[n->n] = e->key->loc;
        n->at[n->n++] = e->value;
    }
}

// map = "{" (key ":" node ",")* "}"  |  (key ":" node)+
static Node *map_node(Reader *r) {
    Node *n = new_node(r, NODE_MAP);
    bool flow = r->event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    int from = r->stack.n;
    if (!deeper(r)) return NULL;

    while (next(r) && r->event.type != YAML_MAPPING_END_EVENT) {
        Node *key = node(r);
        if (!key) return NULL;
        if (key->kind != NODE_SCALAR) {
            node_err(key, r->err, "a key must be a word, not a list or a map");
            err_hint(r->err, "put text that begins with '{' or '[' in quotes");
            return NULL;
        }
        if (!next(r)) return NULL;
        Node *value = node(r);
        if (!value) return NULL;
        vec_push(&r->stack, (Entry){key, value});
    }
    if (r->event.type != YAML_MAPPING_END_EVENT) return NULL;
    if (flow) join_parentheses(r, from);
    fill_map(r, n, from);
    r->stack.n = from;
    r->depth--;
    return n;
}

// node = scalar | list | map
static Node *node(Reader *r) {
    switch (r->event.type) {
    case YAML_SCALAR_EVENT: return scalar_node(r);
    case YAML_SEQUENCE_START_EVENT: return list_node(r);
    case YAML_MAPPING_START_EVENT: return map_node(r);
    default: break;
    }
    Node *n = new_node(r, NODE_SCALAR);
    node_err(n, r->err, "a text cannot begin with '*' or '&' here");
    err_hint(r->err, "to YAML that is an alias; put the text in quotes");
    return NULL;
}

// document = stream-start document-start node document-end stream-end
static Node *document_node(Reader *r) {
    if (!next(r) || !next(r)) return NULL;
    if (r->event.type == YAML_STREAM_END_EVENT) {
        err_at(err_more(r->err), (Loc){r->file, 1, 1}, "this file is empty");
        err_hint(r->err, "curriculum/README.md shows what belongs in it");
        return NULL;
    }
    if (!next(r)) return NULL;
    Node *n = node(r);
    if (!n || !next(r) || !next(r)) return NULL;
    if (r->event.type == YAML_STREAM_END_EVENT) return n;

    node_err(new_node(r, NODE_SCALAR), r->err, "a second document begins here");
    err_hint(r->err, "one file holds one document: take the '---' out");
    return NULL;
}

Node *yaml_parse(Arena *a, const char *file, const char *text, size_t n,
                 Err *err) {
    YamlText *of = arena_new(a, YamlText);
    *of = (YamlText){text, n};
    Reader r = {.arena = a, .file = file, .of = of, .err = err};

    if (!yaml_parser_initialize(&r.yaml)) die("out of memory (libyaml)");
    yaml_parser_set_input_string(&r.yaml, (const unsigned char *)text, n);
    Node *root = document_node(&r);
    yaml_event_delete(&r.event);
    yaml_parser_delete(&r.yaml);
    vec_free(&r.stack);
    return root;
}

Node *yaml_load(Arena *a, const char *path, Err *err) {
    Buf text = {0};
    Err one = {0};
    Node *n = NULL;
    if (file_read(path, &text, &one))
        n = yaml_parse(a, arena_str(a, path),
                       arena_strn(a, text.data, text.len), text.len, err);
    err_move(err, &one);
    buf_free(&text);
    return n;
}

const Node *node_find(const Node *map_node, const char *key) {
    for (int i = 0; i < map_node->n && map_node->kind == NODE_MAP; i++)
        if (strcmp(map_node->keys[i], key) == 0) return map_node->at[i];
    return NULL;
}

void node_source(const Node *n, Err *err) {
    if (!err) return;
    while (err->next)
        err = err->next;
    Str line = yaml_line(n->of, err->loc.line);
    err_source(err, line.p, line.n);
}

static bool report_error(const Node *n, Loc loc, Err *err, const char *fmt,
                         va_list ap) {
    char msg[sizeof err->msg];
    vsnprintf(msg, sizeof msg, fmt, ap);
    err_at(err_more(err), loc, "%s", msg);
    node_source(n, err);
    return false;
}

bool node_err(const Node *n, Err *err, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report_error(n, n->loc, err, fmt, ap);
    va_end(ap);
    return false;
}

bool node_key_err(const Node *map_node, int i, Err *err, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report_error(map_node, map_node->key_locs[i], err, fmt, ap);
    va_end(ap);
    return false;
}
