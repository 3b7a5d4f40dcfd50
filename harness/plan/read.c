// Reading nodes into structs.
#include "plan/read.h"
#include "base/buf.h"
#include "base/day.h"
#include "base/str.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEYS = 64, FORMAT = 1 };

// "did you mean 'shape'? allowed keys: shape, fill"
static void hint_names(Read *r, const char *word, const char *label,
                       const char *const *names, int n) {
    Buf b = {0};
    int near = str_nearest(word, names, n);
    if (near >= 0) buf_fmt(&b, "did you mean '%s'? ", names[near]);
    buf_fmt(&b, "%s: ", label);
    for (int i = 0; i < n; i++)
        buf_fmt(&b, "%s%s", i ? ", " : "", names[i]);
    err_hint(r->err, "%s", buf_text(&b));
    buf_free(&b);
}

void read_unknown_key(Read *r, const Node *map, int i, const char *what,
                      const char *const *names, int n) {
    node_key_err(map, i, r->err, "'%s' is no key of %s", map->keys[i], what);
    // "- Look here: this is text" is a map to YAML.
    if (strchr(map->keys[i], ' '))
        err_hint(r->err, "text that holds ': ' needs quotes around it");
    else
        hint_names(r, map->keys[i], "allowed keys", names, n);
}

void read_unknown_word(Read *r, const Node *n, const char *what,
                       const char *const *names, int count) {
    node_err(n, r->err, "'%s' is no %s", n->text, what);
    hint_names(r, n->text, "allowed", names, count);
}

static const char *node_kind(const Node *n) {
    return n->kind == NODE_MAP    ? "a map"
           : n->kind == NODE_LIST ? "a list"
           : n->text[0]           ? "a text"
                                  : "nothing";
}

// "title:Foo" where a map should be: YAML sees one word.
static bool is_tight(const Node *n) {
    const char *colon =
        n->kind == NODE_SCALAR && !n->quoted ? strchr(n->text, ':') : NULL;
    return colon && colon[1] && colon[1] != ' ';
}

static int find_key(const char *const *names, int n, const char *key) {
    int k = 0;
    while (k < n && strcmp(names[k], key) != 0)
        k++;
    return k;
}

// True if one of the map's unknown keys is this one misspelt (or is a text that
// became a key), so that it is not reported as missing too.
static bool is_misspelt(const Node *map, const char *const *names, int n,
                        int k) {
    for (int i = 0; i < map->n; i++)
        if (find_key(names, n, map->keys[i]) == n &&
            (strchr(map->keys[i], ' ') ||
             str_nearest(map->keys[i], names, n) == k))
            return true;
    return false;
}

bool read_map(Read *r, const Node *n, const char *what, const Key *keys,
              int nkeys, void *out) {
    const char *names[MAX_KEYS];
    assert(nkeys <= MAX_KEYS);
    for (int k = 0; k < nkeys; k++)
        names[k] = keys[k].name;
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "%s is a map of keys and values, not %s", what,
                 node_kind(n));
        if (is_tight(n))
            err_hint(r->err, "put a space after the ':'");
        else
            hint_names(r, "", "keys", names, nkeys);
        return false;
    }
    for (int i = 0; i < n->n; i++) {
        int k = find_key(names, nkeys, n->keys[i]);
        if (k < nkeys)
            keys[k].read(r, n->at[i], out);
        else
            read_unknown_key(r, n, i, what, names, nkeys);
    }
    for (int k = 0; k < nkeys; k++) {
        if (!keys[k].required || node_find(n, names[k]) ||
            is_misspelt(n, names, nkeys, k))
            continue;
        node_err(n, r->err, "%s needs the key '%s'", what, names[k]);
        err_hint(r->err, "add '%s: ...'; curriculum/README.md explains it",
                 names[k]);
    }
    return true;
}

const char *read_text(Read *r, const Node *n, const char *key) {
    if (n->kind == NODE_SCALAR && (n->text[0] || n->quoted)) return n->text;
    node_err(n, r->err, "%s: takes a text, not %s", key, node_kind(n));
    err_hint(r->err, n->kind == NODE_SCALAR
                         ? "write it after the ':'"
                         : "text that begins with '[' or '{' needs quotes");
    return NULL;
}

int read_word(Read *r, const Node *n, const char *key, const char *const *names,
              int count) {
    if (!read_text(r, n, key)) return -1;
    for (int i = 0; i < count; i++)
        if (strcmp(n->text, names[i]) == 0) return i;
    read_unknown_word(r, n, key, names, count);
    return -1;
}

bool read_bool(Read *r, const Node *n, const char *key, bool *out) {
    static const char *const words[] = {"true",  "yes", "on",
                                        "false", "no",  "off"};
    for (int i = 0; i < 6 && n->kind == NODE_SCALAR; i++)
        if (strcasecmp(n->text, words[i]) == 0) {
            *out = i < 3;
            return true;
        }
    node_err(n, r->err, "%s: is true or false, not %s%s", key,
             n->kind == NODE_SCALAR && n->text[0] ? "" : node_kind(n),
             n->kind == NODE_SCALAR ? n->text : "");
    return err_hint(r->err,
                    "write %s: true (yes and on mean the same), or "
                    "leave the key out",
                    key);
}

Expr *read_expr(Read *r, const Node *n, const char *key) {
    if (!read_text(r, n, key)) return NULL;
    Loc loc = n->loc;
    loc.col += n->quoted; // the text begins behind the quote
    Err one = {0};
    Expr *x = expr_parse(r->a, n->text, loc, &one);
    if (!x) {
        err_move(r->err, &one);
        node_source(n, r->err);
    }
    return x;
}

bool read_number(Read *r, const Node *n, const char *key, double *out) {
    Num v;
    Err one = {0};
    Expr *x = read_expr(r, n, key);
    if (!x) return false;
    if (expr_eval(x, NULL, NULL, &v, &one)) {
        *out = v.d;
        return true;
    }
    err_clear(&one);
    node_err(n, r->err, "%s: takes a number, not '%s'", key, n->text);
    return err_hint(r->err, "like 10, 0.5, 1e-5 or 80%%");
}

bool read_int(Read *r, const Node *n, const char *key, int lo, int hi,
              int *out) {
    char *end = NULL;
    long v = n->kind == NODE_SCALAR ? strtol(n->text, &end, 10) : 0;
    if (end && end != n->text && !*end && v >= lo && v <= hi) {
        *out = (int)v;
        return true;
    }
    node_err(n, r->err, "%s: takes a whole number, not %s", key,
             n->kind == NODE_SCALAR ? n->text : node_kind(n));
    return err_hint(r->err, "from %d to %d", lo, hi);
}

Node *const *read_items(const Node *const *n, int *count) {
    const Node *node = *n;
    bool list = node->kind == NODE_LIST;
    *count = list ? node->n : 1;
    return list ? node->at : (Node *const *)(const void *)n;
}

bool read_is_list(Read *r, const Node *n, const char *key,
                  const char *example) {
    if (n->kind == NODE_LIST) return true;
    node_err(n, r->err, "%s: takes a list, not %s", key, node_kind(n));
    return err_hint(r->err, "begin every item with '- ', like: %s", example);
}

const char **read_words(Read *r, const Node *n, const char *key) {
    int count, k = 0;
    Node *const *at = read_items(&n, &count);
    const char **words = arena_array(r->a, const char *, (size_t)count + 1);
    for (int i = 0; i < count; i++)
        if (read_text(r, at[i], key)) words[k++] = at[i]->text;
    return words;
}

bool is_name(const char *s) {
    if (!isalpha((unsigned char)*s) && *s != '_') return false;
    while (isalnum((unsigned char)*s) || *s == '_')
        s++;
    return !*s;
}

bool is_id(const char *s) {
    if (!islower((unsigned char)*s) && !isdigit((unsigned char)*s))
        return false;
    while (islower((unsigned char)*s) || isdigit((unsigned char)*s) ||
           *s == '-')
        s++;
    return !*s;
}

const char **read_no_words(void) {
    static const char *const none[] = {NULL};
    return (const char **)(void *)none;
}

void read_format(Read *r, const Node *n) {
    int format;
    if (!read_int(r, n, "format", 1, 1000000, &format) || format == FORMAT)
        return;
    node_err(n, r->err, "format %d is newer than this kata, which reads %d",
             format, FORMAT);
    err_hint(r->err, "update kata");
}

// ---- dates and ranges

const char *read_date(Read *r, const Node *n, const char *key) {
    const char *text = read_text(r, n, key);
    if (!text || day_parse(text, NULL, NULL)) return text;
    int day, nearest;
    char near[DAY_TEXT];
    node_err(n, r->err, "%s: '%s' is no day of the calendar", key, text);
    if (!day_parse(text, &day, &nearest) && nearest >= 0)
        err_hint(r->err, "the last day of that month is %s",
                 day_text(nearest, near));
    else
        err_hint(r->err, "year, month, day with their zeros: 2026-01-31");
    return NULL;
}

bool read_range(Read *r, const Node *n, const char *key, int lo, int hi,
                int *first, int *last) {
    const char *dash = n->kind == NODE_SCALAR ? strchr(n->text, '-') : NULL;
    if (!dash || dash == n->text) {
        if (!read_int(r, n, key, lo, hi, first)) return false;
        *last = *first;
        return true;
    }
    Node a = *n, b = *n;
    a.text = arena_strn(r->a, n->text, (size_t)(dash - n->text));
    b.text = dash + 1;
    if (!read_int(r, &a, key, lo, hi, first) ||
        !read_int(r, &b, key, lo, hi, last))
        return false;
    if (*first <= *last) return true;
    node_err(n, r->err, "%s: goes backwards, from %d to %d", key, *first,
             *last);
    return err_hint(r->err, "write %d-%d", *last, *first);
}
