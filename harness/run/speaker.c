// See speaker.h.
#include "run/speaker.h"

#include "base/day.h"
#include "run/child.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

bool speaker_is_asked(const struct seccomp_data *call) {
    unsigned fd = (unsigned)call->args[0];
    return (call->nr == SYS_read || call->nr == SYS_write) &&
           (fd == CHILD_WIRE_IN || fd == CHILD_WIRE_OUT);
}

bool speaker_is_alone(pid_t child) {
    enum { LINK = 64 };
    char path[64], pipe[LINK], other[LINK];
    int copies = 0;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)child, CHILD_WIRE_IN);
    ssize_t n = readlink(path, pipe, sizeof pipe);
    snprintf(path, sizeof path, "/proc/%d/fd", (int)child);
    DIR *all = n > 0 ? opendir(path) : NULL;
    if (!all) return true; // nothing to be seen
    for (struct dirent *e; (e = readdir(all));) {
        ssize_t m = readlinkat(dirfd(all), e->d_name, other, sizeof other);
        copies += m == n && memcmp(other, pipe, (size_t)n) == 0;
    }
    closedir(all);
    return copies <= 2;
}

bool speaker_stack(pid_t child, pid_t thread, uint64_t *out) {
    // If others take the processors, a thread that is about to wait may be
    // kept from it for a while.
    const double LONGEST_S = 5;
    enum { SHORTEST_US = 50, LONGEST_US = 2000 };
    char path[64], text[300];
    snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", (int)child,
             (int)thread);
    double end = clock_seconds() + LONGEST_S;
    for (unsigned us = SHORTEST_US; clock_seconds() < end;
         us = min_of(2 * us, (unsigned)LONGEST_US)) {
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
        if (fd >= 0) close(fd);
        if (n <= 0) return false;
        text[n] = '\0';
        unsigned long long sp;
        if (sscanf(text, "%*d %*x %*x %*x %*x %*x %*x %llx", &sp) == 1) {
            *out = sp;
            return true;
        }
        usleep(us);
    }
    return false;
}

// Reads channel_receive's return address, which main's call has put on the
// stack.
static uint64_t word_back(pid_t child, uint64_t at) {
#ifdef __x86_64__
    uint64_t word = 0;
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)child);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 ||
        pread(fd, &word, sizeof word, (off_t)(at - sizeof word)) != sizeof word)
        word = 0;
    if (fd >= 0) close(fd);
    return word;
#else
    (void)child, (void)at; // in a place that the compiler chooses
    return 0;
#endif
}

// Before main: only code of ours has run, up to SPEAKER_SHOWN.
static SpeakVerdict
judge_before_main(Speaker *s, const struct seccomp_data *call, uint64_t sp) {
    switch (s->step) {
    case SPEAKER_UNKNOWN:
        s->mark = call->args[1];
        s->at = sp;
        s->step = SPEAKER_MARKED;
        return SPEAK_ON;
    case SPEAKER_MARKED:
        s->call = call->instruction_pointer;
        s->below = s->at - sp;
        s->step = SPEAKER_SHOWN;
        return SPEAK_ON;
    default:
        if (call->instruction_pointer != s->mark) return SPEAK_FORGED;
        s->at = sp;
        s->step = SPEAKER_SERVES;
        return SPEAK_ON;
    }
}

// True if the call comes from channel_receive, called by main.
static bool is_in_place(Speaker *s, const struct seccomp_data *call,
                        uint64_t sp, pid_t child) {
    if (s->step != SPEAKER_SERVES || call->instruction_pointer != s->call)
        return false;
    if (!s->sees_stack) return true;
    if (sp != s->at - s->below) return false;
    uint64_t back = word_back(child, s->at);
    if (!s->back) s->back = back; // at the first one main is not interrupted
    return back == s->back;
}

SpeakVerdict speaker_judge(Speaker *s, const struct seccomp_notif *ask,
                           pid_t child) {
    const struct seccomp_data *call = &ask->data;
    bool empty = !call->args[2];
    uint64_t sp = 0;
    bool seen = speaker_stack(child, (pid_t)ask->pid, &sp);

    if (s->step == SPEAKER_UNKNOWN) s->sees_stack = seen;
    bool main_thread = (pid_t)ask->pid == child;
    bool clear = main_thread && (seen || !s->sees_stack) && !s->last_words;
    if (clear && empty && s->step < SPEAKER_SERVES)
        return judge_before_main(s, call, sp);
    if (clear && is_in_place(s, call, sp, child)) return SPEAK_ON;
    if (call->nr != SYS_write) return SPEAK_FORGED;
    s->last_words = true;
    return SPEAK_LAST;
}
