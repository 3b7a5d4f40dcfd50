// Reports: prose with evidence.
//
//   [attempt 17: transpose 412 us, 3893 GB/s, H200]
//
// is a citation: the exercise's 17th attempt, what it measured, and where.
// Anybody may write one; the record says whether it is true.
#ifndef PAPER_ESSAY_H
#define PAPER_ESSAY_H

#include "base/str.h"
#include "paper/paper.h"

typedef struct Citation {
    int number; // of the exercise's attempts
    const char *exercise;
    Str facts;   // the text after the exercise, up to the bracket
    Str whole;   // with its brackets, in the text
    Cited found; // if the record has it
    bool is_known;
} Citation;

// Returns a report as its reader sees it: comments and blocks of code are
// blank, all else is where it was. In a.
char *paper_shown(Arena *a, const char *source);

// Takes the next citation out of *rest. False: there is none left. A bracket
// that begins like one but cannot be read has number 0.
bool citation_next(Arena *a, Str *rest, Citation *out);
// Checks it against the record. False: why[] says what is wrong with it, *kind
// in a word: "unknown", "forged".
bool citation_check(const PaperRecord *rec, Arena *a, Citation *c,
                    const char **kind, char why[300]);

// Markdown by its headings.
typedef struct Section {
    Str title; // without the #
    int level; // 0: before the first heading
    Str body;  // up to the next heading of any level
} Section;
// Takes the next section out of *rest.
bool paper_next_section(Str *rest, Section *out);
int paper_count_words(Str text);
// Words below the heading `title`, those below its own subheadings included;
// -1: there is no such heading. *open is set if something is left to do there.
int paper_part_words(Str text, const char *title, bool *open);
// Takes the next paragraph out of *rest; code between fences, headings and
// comments are none.
bool paper_next_paragraph(Str *rest, Str *out);
// Returns true if a text says that another one will stand here: TODO, "To be
// written."
bool paper_is_open(Str text);

// Says why a text only makes up the number of words (sentences that were there
// before, a few words again and again), in the arena; NULL: it does not.
const char *paper_filler(Arena *a, Str text);
// The body of the part below the heading `title`, its own subheadings included;
// empty if there is no such heading.
Str paper_part_text(Str text, const char *title);
// Returns true if the file is a picture by its first bytes; else why[] says
// what is wrong with it.
bool paper_check_picture(const char *path, char why[200]);

// ---- tables that a program has printed, and figures of them

// Returns true if the part states the ratio of two of the n cited attempts, one
// of each exercise: of their times or of their rates, either way round.
bool essay_states_ratio(Arena *a, Str part, const Citation *cited, int n,
                        const char *first, const char *second);

typedef struct EssayTables EssayTables;

// Judges tables: and figures: of the exercise, a row for each. Returns what
// the tables say, for tables_say.
EssayTables *essay_tables(const PaperRequest *q, PaperResult *res);
// Returns true if one of the tables has that measured number, to a hundredth;
// also as long as a table is missing or refused, which is told first.
bool tables_say(const EssayTables *t, Str number);

#endif
