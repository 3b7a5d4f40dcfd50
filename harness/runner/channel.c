// The private pipe and the shared region, taken over before main.
//
// runner.o is linked first, so this constructor runs before any of the
// learner's: by the time their code runs, the environment names nothing and the
// pipe has other, random, descriptors. That keeps accidents and curiosity out.
// If a learner's code finds the descriptors all the same, the kernel ends the
// process when anything but channel_call uses them (guard.c).
//
// Calling channel_call does not help either: kata is shown every use of the
// pipe, and knows where the runner's loop is while it waits and sends
// (run/speaker.h). So channel_receive alone uses the pipe, and records wait for
// it.
#include "runner/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

char *shared;
size_t shared_bytes;

static int wire_in = -1, wire_out = -1;
static bool watched; // kata is shown every use
static bool leaving;
static WireRest rest;

// Records that wait to be sent.
static struct Waiting {
    char *text;
    size_t n, cap;
} waiting;

// The one system call instruction that may touch the pipe: guard.c knows its
// address. It is called like read() and write(), with their number in front.
long channel_call(long number, int fd, void *data, size_t n);
asm(".pushsection .text\n"
    ".globl channel_call, channel_call_end\n"
    ".hidden channel_call, channel_call_end\n"
    ".type channel_call, %function\n"
    "channel_call:\n"
#if defined __x86_64__
    "    mov %rdi, %rax\n"
    "    mov %rsi, %rdi\n"
    "    mov %rdx, %rsi\n"
    "    mov %rcx, %rdx\n"
    "    syscall\n"
#elif defined __aarch64__
    "    mov x8, x0\n"
    "    mov x0, x1\n"
    "    mov x1, x2\n"
    "    mov x2, x3\n"
    "    svc #0\n"
#else
#error "no system call is known for this architecture"
#endif
    "channel_call_end:\n"
    "    ret\n"
    ".size channel_call, . - channel_call\n"
    ".popsection\n");

// Moves a descriptor to a number nobody can guess.
static int hide_fd(int fd) {
    unsigned char r = 0;
    if (getrandom(&r, 1, GRND_NONBLOCK) != 1) r = (unsigned char)getpid();
    int hidden = fcntl(fd, F_DUPFD_CLOEXEC, 300 + r);
    if (hidden < 0) hidden = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return hidden;
}

static void map_shared(void) {
    const char *var = getenv("KATA_SHM");
    struct stat st;

    if (!var) return;
    int fd = atoi(var);
    unsetenv("KATA_SHM");
    if (fstat(fd, &st) == 0 && st.st_size > 0) {
        void *p = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE,
                       MAP_SHARED, fd, 0);
        if (p != MAP_FAILED) {
            shared = p;
            shared_bytes = (size_t)st.st_size;
        }
    }
    close(fd);
}

// Closes copies of the pipe, which code that runs before constructors may have
// made.
static void close_copies(void) {
    struct stat wire, st;
    if (fstat(wire_in, &wire) != 0) return;
    for (int fd = 3; fd < 1024; fd++)
        if (fd != wire_in && fd != wire_out && fstat(fd, &st) == 0 &&
            st.st_ino == wire.st_ino && st.st_dev == wire.st_dev)
            close(fd);
}

__attribute__((constructor(101))) static void take_over(void) {
    const char *var = getenv("KATA_WIRE");
    int in, out;
    char word[8] = "";

    if (!var || sscanf(var, "%d,%d,%7s", &in, &out, word) < 2) return;
    watched = strcmp(word, "watched") == 0;
    unsetenv("KATA_WIRE");
    // kata watches descriptors by number: those keep theirs.
    wire_in = watched ? in : hide_fd(in);
    wire_out = in == out ? wire_in : watched ? out : hide_fd(out);
    close_copies();
    map_shared();
}

bool channel_watched(void) {
    return watched;
}

int channel_fd(bool out) {
    return out ? wire_out : wire_in;
}

bool channel_open(void) {
    return wire_in >= 0 && wire_out >= 0;
}

// In channel_receive these are the same place on the stack, the one kata knows.
// Waits for bytes; 0 or less: kata is gone.
static inline __attribute__((always_inline)) long pull(char *to, size_t n) {
    long got;
    do
        got = channel_call(SYS_read, wire_in, to, n);
    while (got == -EINTR);
    return got;
}

static inline __attribute__((always_inline)) bool push(const char *text,
                                                       size_t n) {
    while (n > 0) {
        long sent = channel_call(SYS_write, wire_out, (char *)text, n);
        if (sent == -EINTR) continue;
        if (sent <= 0) return false;
        text += sent;
        n -= (size_t)sent;
    }
    return true;
}

void channel_send_text(const char *text, size_t n) {
    push(text, n);
}

// Without a request the same read, of no bytes: as deep on the stack.
__attribute__((noinline)) void channel_receive(Wire *request) {
    static char chunk[16384];
    if (!push(waiting.text, waiting.n)) _exit(3);
    waiting.n = 0;
    // Not exit(): what the learner registered with atexit is not waited for.
    if (leaving) _exit(0);
    for (;;) {
        WireStatus s = request ? wire_take(&rest, request) : WIRE_TIMEOUT;
        if (s == WIRE_OK) return;
        if (s != WIRE_TIMEOUT) _exit(3);
        long n = pull(chunk, request ? sizeof chunk : 0);
        if (!request) return;
        if (n <= 0 || !wire_feed(&rest, chunk, (size_t)n)) _exit(3);
    }
}

void channel_leave(void) {
    leaving = true;
}

static void wait_to_be_sent(const Wire *w) {
    size_t need = waiting.n + w->len + 1;
    if (need > waiting.cap) {
        waiting.cap = 2 * need;
        waiting.text = realloc(waiting.text, waiting.cap);
        if (!waiting.text) _exit(3);
    }
    memcpy(waiting.text + waiting.n, w->text ? w->text : "", w->len);
    waiting.n += w->len;
    waiting.text[waiting.n++] = '\n';
}

void channel_send(const Wire *w) {
    if (watched) {
        wait_to_be_sent(w);
        return;
    }
    // One write for the usual record, as kata reads whole ones.
    char *whole = malloc(w->len + 1);
    if (!whole) _exit(3);
    memcpy(whole, w->text ? w->text : "", w->len);
    whole[w->len] = '\n';
    bool ok = push(whole, w->len + 1);
    free(whole);
    if (!ok) _exit(3);
}
