// The learner's file as text: a line of it, and whether it contains a word.
// Comments count as spaces.
#ifndef GATE_SOURCE_H
#define GATE_SOURCE_H

#include "base/arena.h"
#include "base/str.h"

// A copy without comments, line for line.
const char *source_code(Arena *a, const char *text, size_t n);
// A copy of the n-th line, from 1; "" if there is none.
const char *source_line(Arena *a, const char *code, int n);
// The place where line n begins, from 1; the end if there are fewer.
const char *source_at(const char *code, int n);
// The text within the brackets that follow p, all of [i][j]; empty if an
// assignment or the end of the statement comes first.
Str source_index(const char *p);
// Returns true if an expression of code that stands at `at` uses the name,
// itself or in the values that its variables were given before.
bool source_uses(const char *code, const char *at, Str expr, const char *name);
// Returns true if every thread of the kernel comes to line n: no `if`, loop or
// condition is around it, and none before it returns.
bool source_is_bare(const char *code, int n);
// Finds the identifier in text: its place, or NULL.
const char *source_word(const char *text, const char *word);
// How often it does.
int source_count(const char *text, const char *word);
// Returns true if an `if` of the same kernel, up to the end of line n, compares
// by < or >=.
bool source_checks_bounds(const char *code, int n);
// A loop begins at the thread's number in the whole grid, and steps by
// blockDim.x alone, or by a variable that is that.
bool source_steps_by_block(const char *code);
// The same of gridDim.x, the number of blocks.
bool source_steps_by_grid(const char *code);

// The number of the line in which `at` stands, from 1.
int source_number(const char *code, const char *at);
// The k-th argument of the call whose bracket opens at `open`, or of the launch
// whose last `<` that is; empty: it has none.
Str source_call_argument(const char *open, int k);
// The value that a name was given last before p, or NULL.
const char *source_value(const char *code, const char *p, const char *name);
// That value, up to its line's end, if the text is such a name; else the text.
// Both without spaces around them.
Str source_meaning(Arena *a, const char *code, const char *p, Str text);
// The value of a constant of the file, or of numbers and such names with * and
// / between them; false: it is none.
bool source_constant(const char *code, Str text, long *value);
// The three parts of the head of the `for` at p; false: it has none.
bool source_for(const char *p, Str part[3]);
// The first place that is code of the device, or NULL.
const char *source_device(const char *code);
// The text has the part, or the identifier, in it; it ends so.
bool source_holds(Str text, const char *part);
bool source_holds_word(Str text, const char *word);
bool source_ends(Str text, const char *end);
// The body of the loop whose head ends with that part: up to its closing
// bracket, or one statement.
Str source_body(Str last);
// The beginning of the function around p, with what comes after the one before;
// the end of its body. A brace in the first column ends a function.
const char *source_function(const char *code, const char *p);
const char *source_function_end(const char *p);
// The loop with braces around p that ends after `to`, or NULL.
const char *source_loop_around(const char *code, const char *p, const char *to);
// Names are made of it.
bool source_name_char(char c);
// Of the name that begins at p, 0: none does.
size_t source_name_length(const char *p);
// The text is one identifier.
bool source_is_name(Str text);
// The name before p, spaces apart; empty: another sign stands there.
Str source_name_before(const char *code, const char *p);
// A whole number that is written down, or a name that is declared as an int and
// nowhere as a float.
bool source_is_int(const char *code, Str text);

#endif
