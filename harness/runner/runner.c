// The child's half of a check: answers kata's requests until it says quit.
//
// README.md lists the requests. The learner's program shares this process, so
// the runner keeps nothing that a verdict depends on: it does as told, says
// what it saw, and kata judges.
#include "runner/runner.h"

#pragma weak python_send_counts

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void do_hello(const Wire *request, Wire *answer) {
    (void)request;
    device_hello(answer);
}

static void do_run(const Wire *request, Wire *answer) {
    static Args args; // with its arrays too large for a stack frame
    const char *wrong = args_parse(&args, request);
    if (wrong) {
        answer_error(answer, "bug", wrong);
        return;
    }
    CudaError e = args_allocate(&args);
    if (!e) e = args_fill(&args);
    if (!answer_cuda_error(answer, "filling the buffers", e)) {
        call_shuffle((unsigned long long)wire_int(request, "shuffle", 0));
        small_edit_number = (int)wire_int(request, "edit", 0);
        Call c = call_entry(&args, false);
        call_shuffle(0);
        // A program's buffers may be the host's: there even if the device is
        // lost.
        bool lost = c.launch || c.sync;
        if (!lost || args.host_clock) {
            CudaError e_fetch = args_fetch_all(&args);
            if (!lost) c.sync = e_fetch;
        }
        wire_add(answer, "say", "ran");
        call_report(&c, answer);
        call_refused(answer);
    }
    args_free(&args);
}

static void do_report(const Wire *request, Wire *answer) {
    (void)request;
    counted_send();
    if (python_send_counts) python_send_counts();
    wire_add(answer, "say", "done");
}

static const struct Request {
    const char *verb;
    void (*answer)(const Wire *request, Wire *answer);
} requests[] = {
    {"hello", do_hello},    {"run", do_run},        {"prepare", timed_prepare},
    {"load", timed_load},   {"warm", timed_warm},   {"rep", timed_rep},
    {"fetch", timed_fetch}, {"empty", timed_empty}, {"report", do_report},
};

static sigset_t unblocked; // as the program was started

static __attribute__((noinline)) void serve(const Wire *request, Wire *answer) {
    static bool begun;
    const char *verb = wire_get(request, "do", 0);
    const char *nonce = wire_get(request, "nonce", 0);
    if (!begun) sigprocmask(SIG_SETMASK, &unblocked, NULL);
    begun = true;
    wire_clear(answer);
    if (verb && strcmp(verb, "quit") == 0) {
        fflush(NULL);
        wire_add(answer, "say", "bye");
        channel_send(answer);
        channel_leave();
        return;
    }
    const struct Request *found = NULL;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (verb && strcmp(verb, requests[i].verb) == 0) found = &requests[i];
    if (found)
        found->answer(request, answer);
    else
        answer_error(answer, "bug", "an unknown request");
    if (found && found->answer != do_report) counted_take();
    if (nonce) wire_add(answer, "nonce", "%s", nonce);
    fflush(stdout);
    channel_send(answer);
}

// main() in spite of the learner's object: kata has made theirs local.
__attribute__((visibility("default"))) int main(void) {
    static Wire request, answer;
    sigset_t all;

    if (!channel_open()) {
        const char *folder = getenv("KATA_REPLAY");
        if (folder) return replay_main(folder);
        fputs("this program is run by kata: kata check <exercise>\n", stderr);
        return 2;
    }
    // Kata learns where this loop waits: no handler is to come in between.
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &unblocked);
    CHANNEL_MARK(".globl channel_main_is\n.hidden channel_main_is\n"
                 "channel_main_is:\n",
                 NULL);
    // Nothing is decided here, so that there is one call of channel_receive,
    // and one place to which it returns.
    for (;;) {
        channel_receive(&request);
        serve(&request, &answer);
    }
}
