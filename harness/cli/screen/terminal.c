// Modes, signals and keys of the one terminal; see terminal.h.
#include "cli/screen/terminal.h"

#include "base/buf.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

static const char screen_on[] = "\033[?1049h\033[?25l";
static const char screen_off[] = "\033[?25h\033[?1049l";

static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static const int told[] = {SIGINT,  SIGTERM, SIGHUP,   SIGQUIT,
                           SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD};

static struct {
    struct termios before; // valid while has_modes
    sigset_t mask;         // before
    bool has_modes, is_whole, wants_whole, has_mask;
    int signals;
    char pending[64]; // read and not yet taken as keys
    int npending;
    bool ended;
} tty = {.signals = -1};

// ---- modes

static void put_screen(const char *text) {
    ssize_t n = write(STDOUT_FILENO, text, strlen(text));
    (void)n; // there is nobody to tell
}

void terminal_restore(void) {
    int kept = errno;
    if (tty.is_whole) put_screen(screen_off);
    tty.is_whole = false;
    if (tty.has_modes && tcgetpgrp(STDIN_FILENO) == getpgrp())
        tcsetattr(STDIN_FILENO, TCSANOW, &tty.before);
    tty.has_modes = false;
    errno = kept;
}

void terminal_resume(void) {
    struct termios now;
    if (!tty.has_modes && tcgetattr(STDIN_FILENO, &now) == 0) {
        tty.before = now;
        // Ctrl-C and Ctrl-Z stay signals. A child of another process group may
        // write.
        now.c_lflag &= ~(tcflag_t)(ICANON | ECHO | TOSTOP);
        now.c_cc[VMIN] = 1;
        now.c_cc[VTIME] = 0;
        if (tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0) tty.has_modes = true;
    }
    if (tty.wants_whole && !tty.is_whole) {
        tty.is_whole = true;
        put_screen(screen_on);
    }
}

// ---- signals

static void restore_and_die(int signal) {
    terminal_restore();
    raise(signal); // SA_RESETHAND: with its usual effect, on return
}

// A stack that has overflowed cannot carry the handler.
static void set_fatal(void) {
    enum { STACK = 64 * 1024 };
    static char stack[STACK];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction die = {.sa_handler = restore_and_die,
                            .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
    for (size_t i = 0; i < COUNT_OF(fatal); i++)
        sigaction(fatal[i], &die, NULL);
}

void terminal_open(bool whole) {
    static bool at_exit;
    if (!at_exit) atexit(terminal_restore);
    at_exit = true;
    set_fatal();
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < COUNT_OF(told); i++)
        sigaddset(&set, told[i]);
    if (!tty.has_mask) sigprocmask(SIG_BLOCK, &set, &tty.mask);
    tty.has_mask = true;
    if (tty.signals < 0)
        tty.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    tty.wants_whole = whole;
    terminal_resume();
}

void terminal_close(void) {
    terminal_restore();
    tty.wants_whole = false;
    if (tty.signals >= 0) close(tty.signals);
    tty.signals = -1;
    terminal_forked();
    tty.has_mask = false;
}

void terminal_forked(void) {
    for (size_t i = 0; i < COUNT_OF(fatal); i++)
        signal(fatal[i], SIG_DFL);
    if (tty.has_mask) sigprocmask(SIG_SETMASK, &tty.mask, NULL);
}

void terminal_stop(void) {
    terminal_restore();
    raise(SIGSTOP);
}

void terminal_die(int sig) {
    terminal_restore();
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, sig);
    signal(sig, SIG_DFL);
    raise(sig);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    _exit(128 + sig);
}

int terminal_signal_fd(void) {
    return tty.signals;
}

int terminal_signal(void) {
    struct signalfd_siginfo info;
    if (tty.signals < 0) return 0;
    ssize_t n = read(tty.signals, &info, sizeof info);
    return n == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

// ---- keys

static bool read_more(int wait_ms) {
    struct pollfd p = {STDIN_FILENO, POLLIN, 0};
    size_t room = sizeof tty.pending - (size_t)tty.npending;
    if (tty.ended || room == 0 || poll(&p, 1, wait_ms) <= 0) return false;
    ssize_t n = read(STDIN_FILENO, tty.pending + tty.npending, room);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (n <= 0) tty.ended = true;
    if (n > 0) tty.npending += (int)n;
    return n > 0;
}

static void drop_pending(int n) {
    tty.npending -= n;
    memmove(tty.pending, tty.pending + n, (size_t)tty.npending);
}

// "ESC [ A" and the like. An escape that nothing follows is the key itself.
static Key take_sequence(void) {
    static const struct {
        const char *text;
        Key key;
    } known[] = {{"A", KEY_UP},       {"B", KEY_DOWN},      {"H", KEY_HOME},
                 {"F", KEY_LAST},     {"1~", KEY_HOME},     {"4~", KEY_LAST},
                 {"5~", KEY_PAGE_UP}, {"6~", KEY_PAGE_DOWN}};
    enum { REST_MS = 30 };
    while (tty.npending < 3 && read_more(REST_MS))
        continue;
    if (tty.npending < 2 || (tty.pending[1] != '[' && tty.pending[1] != 'O')) {
        drop_pending(1);
        return KEY_ESCAPE;
    }
    int n = 2;
    while (n < tty.npending && (tty.pending[n] < '@' || tty.pending[n] > '~'))
        n++;
    n = min_of(n + 1, tty.npending);
    Key key = KEY_NONE;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if ((size_t)n - 2 == strlen(known[i].text) &&
            !memcmp(tty.pending + 2, known[i].text, (size_t)n - 2))
            key = known[i].key;
    drop_pending(n);
    return key == KEY_NONE ? terminal_key() : key;
}

Key terminal_key(void) {
    if (tty.npending == 0) read_more(0);
    if (tty.npending == 0) return tty.ended ? KEY_END : KEY_NONE;
    if (tty.pending[0] == '\033') return take_sequence();
    Key key = (Key)(unsigned char)tty.pending[0];
    drop_pending(1);
    return key == '\b' ? KEY_BACKSPACE : key;
}

// ---- what it is

void terminal_size(int *columns, int *rows) {
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size.ws_col = 0;
    *columns = size.ws_col ? size.ws_col : 80;
    *rows = size.ws_row ? size.ws_row : 24;
}

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

bool terminal_is_plain(void) {
    const char *term = getenv("TERM");
    return !isatty(STDOUT_FILENO) || !term || !*term || !strcmp(term, "dumb") ||
           is_set("NO_COLOR") || is_set("ACCESSIBLE");
}
