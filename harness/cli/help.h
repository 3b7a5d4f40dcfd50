// kata help: a screen of 24 lines, and the rest by topic.
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "report/term.h"

struct Cmd;

// Appends the verbs of every day, and the names of all other verbs.
void help_add(const Term *t, Buf *out);
// The verbs of a topic; "all" is one. False: there is no such topic.
bool help_add_topic(const Term *t, const char *topic, Buf *out);

// `kata check [EXERCISE] ...`, and the text of a verb's --help, which is
// written for 80 columns: on a narrower terminal it is wrapped anew.
void help_usage(const Term *t, const struct Cmd *c, Buf *out);
void help_text(const Term *t, const char *text, Buf *out);

#endif
