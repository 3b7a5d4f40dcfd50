// YAML documents as nodes with places, by libyaml.
#ifndef PLAN_YAML_H
#define PLAN_YAML_H

#include "base/arena.h"
#include "base/err.h"

typedef enum NodeKind { NODE_SCALAR, NODE_LIST, NODE_MAP } NodeKind;

typedef struct Node Node;
struct Node {
    NodeKind kind;
    Loc loc;
    const char *text;  // scalar
    bool quoted;       // scalar written in quotes
    const char **keys; // map: n keys, their places in key_locs
    Loc *key_locs;
    Node **at; // list elements, or map values
    int n;
};

// Parses text as one YAML document. file is kept in every Loc. Returns NULL and
// fills err. Duplicate keys are errors. Syntax errors are told in plain words:
// a tab used for indentation, a missing dash, a missing space after ':', an
// unclosed quote or bracket.
Node *yaml_parse(Arena *a, const char *file, const char *text, size_t n,
                 Err *err);
Node *yaml_load(Arena *a, const char *path, Err *err);

const Node *node_find(const Node *map, const char *key); // NULL if none

// Reports at a node: ERR_INPUT with the source line attached, as one more
// error of the chain.
bool node_err(const Node *n, Err *err, const char *fmt, ...) PRINTF(3, 4);

#endif
