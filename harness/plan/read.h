// Reading nodes into structs: one table of keys per kind of map.
//
// A reader reports what is wrong and goes on, so that one run tells all errors
// of a file; whether there were any is in err_count.
#ifndef PLAN_READ_H
#define PLAN_READ_H

#include "plan/expr.h"
#include "plan/yaml.h"

typedef struct Read {
    Arena *a;
    Err *err;
} Read;

typedef struct Key {
    const char *name;
    // Reads the key's value into out, reporting what is wrong.
    void (*read)(Read *r, const Node *n, void *out);
    bool required;
} Key;

// Reads a map. what names it in messages ("a gate"). An unknown key is an
// error with the nearest and the allowed ones; so is a missing required key.
// Returns false only if n is no map.
bool read_map(Read *r, const Node *n, const char *what, const Key *keys,
              int nkeys, void *out);
// Reports that key (the i-th of the map) is none of names, with the nearest.
void read_unknown_key(Read *r, const Node *map, int i, const char *what,
                      const char *const *names, int n);
// Reports that a word is none of names, with the nearest.
void read_unknown_word(Read *r, const Node *n, const char *what,
                       const char *const *names, int count);

// Returns the text of a scalar; NULL after an error. key is its name.
const char *read_text(Read *r, const Node *n, const char *key);
// Returns the index of the word in names; -1 after an error.
int read_word(Read *r, const Node *n, const char *key, const char *const *names,
              int count);
// true/false, yes/no, on/off.
bool read_bool(Read *r, const Node *n, const char *key, bool *out);
bool read_int(Read *r, const Node *n, const char *key, int lo, int hi,
              int *out);
// A constant: 10, 1e-5, 80%.
bool read_number(Read *r, const Node *n, const char *key, double *out);
// Returns an expression, NULL after an error.
Expr *read_expr(Read *r, const Node *n, const char *key);
// A list of words, or a single one: NULL-terminated, never NULL.
const char **read_words(Read *r, const Node *n, const char *key);
// Returns the elements of a list, or n itself as the only one: both
// `weekend: saxpy` and `weekend: [saxpy]`.
Node *const *read_items(const Node *const *n, int *count);
// Reports unless n is a list; example is shown in the hint.
bool read_is_list(Read *r, const Node *n, const char *key, const char *example);

// An empty list of words, as `covers` is where nothing was said.
const char **read_no_words(void);
// "11-12" or "11": whole numbers from lo to hi, the first not above the second.
bool read_range(Read *r, const Node *n, const char *key, int lo, int hi,
                int *first, int *last);
// A day of the calendar. Returns NULL after an error.
const char *read_date(Read *r, const Node *n, const char *key);
// Reports a format: that this kata does not know.
void read_format(Read *r, const Node *n);

// An identifier of C.
bool is_name(const char *s);
// A word of lower-case letters, digits and dashes, as ids are.
bool is_id(const char *s);

#endif
