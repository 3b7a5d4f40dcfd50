// The screen of kata watch: a text, and below it a footer with the progress,
// the exercise and the keys. Plain: text is only ever appended.
#ifndef CLI_SCREEN_FOOTER_H
#define CLI_SCREEN_FOOTER_H

#include "cli/screen/saves.h"
#include "plan/plan.h"
#include "report/term.h"
#include "store/store.h"

typedef struct Footer {
    const Term *term;
    const Saves *saves;
    const Exercise *ex, *next; // next: of the track, or NULL
    int done, total;           // of the track; total 0: there is none
    State state;
    bool passes; // the last check of this text did
    bool plain;
    const char *job; // the verb that runs, or NULL
    long seconds;    // for so long
    int lines;       // of the footer that is on the screen; 0: none
} Footer;

// Shows the text and the footer in place of what is there.
void footer_screen(Footer *f, const Buf *text);
// Appends more to the text and to the screen, above the footer.
void footer_add(Footer *f, Buf *text, const char *more);
// Shows the footer anew: a job began or goes on.
void footer_job(Footer *f);
// Takes the footer off the screen.
void footer_leave(Footer *f);
// Returns the keys with their meanings.
const char *footer_help(void);

#endif
