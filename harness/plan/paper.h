// The contents of an exercise without a kernel: questions, the parts of a
// report, the check list of a project.
//
//   worksheet        questions with numbers drawn per learner, answers computed
//   profile          the same, about a profiler's export of a shipped program
//   quiz             questions with options, a reason for each
//   self-assessment  questions about oneself, kept and compared
//   report           headings, cited attempts, pictures
//   project          a folder: files, commands that must succeed
//
// The first four are one thing, a sheet: any of them may hold any question.
#ifndef PLAN_PAPER_H
#define PLAN_PAPER_H

#include "plan/plan.h"

typedef enum AskKind {
    ASK_NUMBER,  // answer: expressions, one or several
    ASK_WORD,    // words: and an expression that picks one of them
    ASK_ONE,     // options: one of them is right
    ASK_SEVERAL, // options: any number of them are right
    ASK_ORDER,   // order: items, written in the right order
    ASK_RATE,    // rate: [1, 5], with a sentence; no answer is wrong
    ASK_YES_NO,  // yes_no: true, likewise
} AskKind;

// One column of `choose:`: a number, or else a word for the text only.
typedef struct PickValue {
    const char *name;
    const char *word;
    bool is_number;
    Num number;
} PickValue;

typedef struct Pick { // one row of `choose:`
    PickValue *at;
    int n;
} Pick;

typedef struct Mistake {
    const char *id; // "bytes-for-elements"
    Expr **value;   // what one gets who makes it: as many as there are answers
    int nvalues;
    const char *say;
    Loc loc;
} Mistake;

typedef struct Option {
    const char *text;
    bool right;
    const char *why; // why it is right, or wrong; never NULL
} Option;

typedef struct Question {
    const char *id; // id:, or "q3"
    const char *title, *ask;
    AskKind kind;
    Pick *picks;
    int npicks;
    CaseVar *vars; // draw:, in the order written
    int nvars;
    Expr **answer; // ASK_NUMBER: values, ASK_WORD: one, an index into words
    int nanswers;
    const char **words; // ASK_WORD, NULL-terminated
    int nwords;
    const char *unit; // of units.def, or any word for a count; NULL: none
    double within;    // relative; 0: exact
    bool has_within;
    Option *options; // ASK_ONE, ASK_SEVERAL, ASK_ORDER (in order)
    int noptions;
    int lo, hi; // ASK_RATE
    Mistake *mistakes;
    int nmistakes;
    const char *look;   // a nudge for an answer that is wrong for no known
                        // reason, or NULL
    const char *method; // how it is found; never NULL but for ASK_RATE, YES_NO
    int times;          // drawn that often
    Loc loc;
} Question;

// ---- reports
typedef struct CiteRule { // cite: {of: transpose, at_least: 2, improves: true}
    const char **of;      // exercises; NULL-terminated
    int at_least;         // that many different attempts
    bool improves;        // one is faster than another of the same exercise
    bool repairs;         // one failed, a later one of that exercise passed
    bool any;             // one exercise of the list is enough
    int predicts;         // at_least confirm a prediction, within so many %
    const char *ratio;    // this part states that of the first two; or NULL
    Loc loc;
} CiteRule;

typedef struct Part { // one heading that must be there
    const char *title;
    int words; // at least so many below it
} Part;

// ---- tables that a program has printed, and figures of them in a report
typedef struct TableRule { // holds: {each: "less(0, time)", id: .., say: ..}
    const char *id;        // what is wrong, in a word
    Expr *value;           // it holds if this is not 0
    bool each;             // of each row; else of the table as a whole
    const char *say;
} TableRule;

typedef struct TableMark { // marks: {knee: {of: size, first: ..}}
    const char *name;
    const char *of; // the column whose value it is
    Expr *first;    // in the first row for which this is not 0
} TableMark;

typedef struct PaperTable {
    const char *name;     // of the link to its file, and in expressions
    const char *make;     // the command that prints it
    const char **columns; // that it must have; NULL-terminated
    const char **facts;   // numbers that its comments must name; likewise
    const char *device;   // the part of the report that names its device
    int rows;             // at least
    TableRule *rules;
    int nrules;
    TableMark *marks;
    int nmarks;
    Loc loc;
} PaperTable;

typedef struct Figure { // figures: a number that a part must state
    const char *part;
    const char *ask;    // "the bus bandwidth of the largest message"
    const char *beside; // a word of the row or line that states it, or NULL
    Expr *value;        // of the tables' names
    const char *unit;
    double within; // relative
    Mistake *mistakes;
    int nmistakes;
    Loc loc;
} Figure;

// ---- projects
typedef enum NeedKind {
    NEED_FILE,  // file: a pattern of names that must fit at_least of them
    NEED_RUN,   // run: a command that must succeed
    NEED_TEST,  // test: one of kata's own, in solutions/.../tests.sh
    NEED_CLONE, // clone: what is committed; later commands run in a clone
    NEED_DRILL, // drill: old exercises, solved again from the stub
} NeedKind;

typedef struct ProjectNeed {
    NeedKind kind;
    const char *file;   // "src/*.cu"
    int at_least;       // files that fit
    int words;          // of a text, at least
    const char **parts; // headings; NULL-terminated, never NULL
    const char **holds; // texts that one of the files must hold; likewise
    const char **cites; // the record must have every citation, one of these
                        // exercises; "any": of whichever; empty: not looked up
    bool each;          // one of each of them, that is
    bool filed;         // it is what `kata zoo` files there from the record
    const char *passed; // it is a text that passed this exercise, or NULL
    bool numbers;       // each measured number is that of a citation beside it
    const char **run;   // words of a command
    const char *test;   // a word that tests.sh knows
    const char **drill; // exercises of which `draw` are drawn for the learner
    int draw;           // 0: all
    int days;           // between an earlier pass and the drill, at least
    double limit;       // of an exercise's minutes: the most that it may take
    double seconds;     // its limit
    const char *prints; // a name in its output, before a number, or NULL
    const char *cited;  // exercise whose best attempt that number must meet
    double within;      // relative
    double again;       // run twice: the numbers are as near; 0: once
    double below;       // at most that part of what `prints` gave before; 0
    const char *say;    // what it is for, or NULL
    bool optional;      // a command that need not be on this machine
    Loc loc;
} ProjectNeed;

// ---- profiles
typedef enum ExportKind {
    EXPORT_KERNELS,  // counters of each launch: ncu, kata sim --json
    EXPORT_TIMELINE, // what ran when: nsys, kata sim --timeline
    EXPORT_FAULTS,   // what is wrong: compute-sanitizer, kata sim --json
} ExportKind;

typedef struct Paper {
    Question *questions;
    int nquestions;
    double pass; // fraction of right answers that passes
    Part *parts;
    int nparts;
    int words; // of the whole report
    CiteRule *cites;
    int ncites;
    int pictures;
    PaperTable *tables;
    int ntables;
    Figure *figures;
    int nfigures;
    ProjectNeed *needs;
    int nneeds;
    const char *repository; // a project that lives where `kata init` put it
    const char *program;    // profile, report: the file that is run
    CaseVar *arguments;     // of it, drawn for the learner
    int narguments;
    ExportKind export;
} Paper;

#endif
