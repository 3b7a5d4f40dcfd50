// The terminal of a program that reads single keys: its modes, its signals,
// and the way back.
//
// Whatever ends the program, the terminal is as it was before: terminal_close,
// exit, a signal, an abort, a crash. After SIGKILL, which nobody can catch,
// `reset` repairs it. One per process, because there is one terminal.
#ifndef CLI_SCREEN_TERMINAL_H
#define CLI_SCREEN_TERMINAL_H

#include "base/base.h"

typedef enum Key {
    KEY_NONE = -1, // nothing to read
    KEY_END = -2,  // the input has ended
    KEY_ESCAPE = 27,
    KEY_BACKSPACE = 127,
    KEY_UP = 256, // characters are themselves
    KEY_DOWN,
    KEY_HOME,
    KEY_LAST,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
} Key;

// Takes the terminal: keys come at once and without an echo, signals come
// through terminal_signal. whole: the alternate screen, without a cursor.
// Works on what is not a terminal, too, where only the signals are taken.
void terminal_open(bool whole);
// Gives it back. Safe in a signal handler; the second call does nothing.
void terminal_restore(void);
// Gives it back, and signals do again what they did.
void terminal_close(void);
// Sets the modes again: after SIGCONT, or after another program had it.
void terminal_resume(void);
// Gives it back and stops this process, as Ctrl-Z does.
void terminal_stop(void);
// Gives it back and dies of the signal.
NORETURN void terminal_die(int signal);
// In a child, between fork and exec: its signals are as they were at first.
void terminal_forked(void);

// A descriptor that can be read when a signal has come.
int terminal_signal_fd(void);
// The next signal, or 0.
int terminal_signal(void);
// The next key that is there already.
Key terminal_key(void);
// Columns and rows; 80 x 24 where nobody knows.
void terminal_size(int *columns, int *rows);
// Screen readers, dumb terminals, files and pipes get text that is only ever
// appended to.
bool terminal_is_plain(void);

#endif
