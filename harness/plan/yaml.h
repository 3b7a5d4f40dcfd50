// YAML documents as nodes with places, by libyaml.
//
// Scalars stay the text that was written: whether `on` is a word or a truth is
// for the reader of the key to know. One thing is friendlier than YAML: inside
// {...} and [...], a comma within parentheses does not end a value, so that
// {rows: random(1, 600)} means what it says.
#ifndef PLAN_YAML_H
#define PLAN_YAML_H

#include "base/arena.h"
#include "base/err.h"

typedef enum NodeKind { NODE_SCALAR, NODE_LIST, NODE_MAP } NodeKind;

typedef struct YamlText { // the whole text, to show a line of it
    const char *p;
    size_t n;
} YamlText;

typedef struct Node Node;
struct Node {
    NodeKind kind;
    Loc loc;
    const char *text;  // scalar
    bool quoted;       // scalar written in quotes, or as a block (| or >)
    const char **keys; // map: n keys, their places in key_locs
    Loc *key_locs;
    Node **at; // list elements, or map values
    int n;
    const YamlText *of;
};

// Parses text as one YAML document; file and text are kept, not copied.
// Returns NULL and adds to err. Duplicate keys are added to err too, but the
// tree is still returned, without them, so that a reader can find the rest of
// what is wrong: compare err_count. Syntax errors are told in plain words: a
// tab used for indentation, a missing dash, a missing space after ':', an
// unclosed quote or bracket.
Node *yaml_parse(Arena *a, const char *file, const char *text, size_t n,
                 Err *err);
// As yaml_parse, of a file; path and text live in a.
Node *yaml_load(Arena *a, const char *path, Err *err);

const Node *node_find(const Node *map, const char *key); // NULL if none

// Reports at a node: ERR_INPUT with the source line attached, as one more
// error of the chain. Returns false. err_hint(err, ...) adds to it.
bool node_err(const Node *n, Err *err, const char *fmt, ...) PRINTF(3, 4);
// As node_err, at the key of the map's i-th entry.
bool node_key_err(const Node *map, int i, Err *err, const char *fmt, ...)
    PRINTF(4, 5);
// Attaches the source line to the error set last, wherever it points in the
// text that n is part of.
void node_source(const Node *n, Err *err);

#endif
