// Turns at a device: who waits for whom, and what becomes of a turn whose
// holder dies. The others are real processes, as locks are theirs.
#include "gate/machine/device_lock.h"

#include "base/day.h"
#include "tests/tree.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static Tree tree;
static DeviceLock lock;
static const char device[] = "GPU-0000-made-up";

static void set_up(void) {
    tree_open(&tree);
    setenv("KATA_LOCKS", tree.root, 1);
    lock = (DeviceLock){0};
    device_lock_open(&lock, device);
    ck_assert_str_eq(lock.why, "");
    lock.patience = 0.3;
}

static void tear_down(void) {
    device_lock_close(&lock);
    unsetenv("KATA_LOCKS");
    tree_close(&tree);
}

static void sleep_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

// Another process, which does something with a turn of its own, says that it
// has, and stays until it is killed.
static pid_t other(void (*act)(DeviceLock *)) {
    int said[2];
    char word;
    ck_assert_int_eq(pipe(said), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        DeviceLock t = {0};
        device_lock_open(&t, device);
        act(&t);
        if (write(said[1], "x", 1) != 1) _exit(1);
        for (;;)
            pause();
    }
    ck_assert(pid > 0);
    close(said[1]);
    ck_assert_int_eq(read(said[0], &word, 1), 1);
    close(said[0]);
    return pid;
}

static void end(pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static bool missed_alone(void) {
    lock.missed = lock.hurried = false;
    device_lock_exclusive(&lock);
    bool missed = lock.missed;
    device_lock_release(&lock);
    return missed;
}

static bool missed_shared(void) {
    lock.missed = lock.hurried = false;
    device_lock_shared(&lock);
    ck_assert(!lock.missed); // nothing is timed
    bool lost = lock.hurried;
    device_lock_release(&lock);
    return lost;
}

static void share_and_go(DeviceLock *t) {
    device_lock_shared(t);
    device_lock_release(t);
}

START_TEST(those_who_share_share) {
    pid_t pid = other(device_lock_shared);
    ck_assert(!missed_shared());
    ck_assert(missed_alone());
    end(pid);
    ck_assert(!missed_alone());
}
END_TEST

START_TEST(who_is_alone_is_alone) {
    pid_t pid = other(device_lock_exclusive);
    ck_assert(missed_shared());
    ck_assert(missed_alone());
    // Gone without a word: the turn is free.
    end(pid);
    ck_assert(!missed_shared());
    ck_assert(!missed_alone());
}
END_TEST

static void alone_then_ease(DeviceLock *t) {
    device_lock_exclusive(t);
    device_lock_downgrade(t);
}

static void alone_then_leave(DeviceLock *t) {
    device_lock_exclusive(t);
    device_lock_release(t);
}

START_TEST(a_turn_is_eased_and_left) {
    pid_t pid = other(alone_then_ease);
    ck_assert(!missed_shared());
    ck_assert(missed_alone());
    end(pid);
    pid = other(alone_then_leave);
    ck_assert(!missed_alone());
    end(pid);
    // One's own, from shared to alone and back.
    device_lock_shared(&lock);
    device_lock_exclusive(&lock);
    ck_assert(!lock.missed);
    device_lock_downgrade(&lock);
    ck_assert_int_eq(lock.hold, LOCK_SHARED);
    pid = other(share_and_go);
    end(pid);
}
END_TEST

// What a learner's program would be: a child of who has the turn. It has
// inherited the descriptor here, which a sandboxed one has not even.
START_TEST(a_child_does_not_hold_it) {
    device_lock_exclusive(&lock);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    device_lock_close(&lock);
    pid_t pid = other(alone_then_leave); // would not come back in time
    end(pid);
    // Nor does it give up its parent's by closing what it has.
    device_lock_open(&lock, device);
    lock.patience = 0.3;
    device_lock_exclusive(&lock);
    pid_t closes = fork();
    if (closes == 0) {
        close(lock.fd);
        _exit(0);
    }
    waitpid(closes, NULL, 0);
    pid_t asks = fork();
    if (asks == 0) {
        DeviceLock t = {0};
        device_lock_open(&t, device);
        t.patience = 0.1;
        device_lock_shared(&t);
        _exit(t.hurried ? 0 : 1);
    }
    int status;
    waitpid(asks, &status, 0);
    ck_assert_int_eq(status, 0);
    end(child);
}
END_TEST

NORETURN static void share_for_ever(int first_ms) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    DeviceLock t = {0};
    device_lock_open(&t, device);
    sleep_ms(first_ms);
    for (;;) {
        device_lock_shared(&t);
        sleep_ms(200);
        device_lock_release(&t);
    }
}

// There is always one who shares: who wants to be alone comes in all the same.
START_TEST(who_shares_does_not_starve_who_is_to_be_alone) {
    enum { OTHERS = 4 };
    pid_t pid[OTHERS];
    for (int i = 0; i < OTHERS; i++) {
        pid[i] = fork();
        if (pid[i] == 0) share_for_ever(50 * i);
    }
    sleep_ms(300);
    lock.patience = 20;
    for (int i = 0; i < 3; i++) {
        device_lock_exclusive(&lock);
        ck_assert(!lock.missed);
        device_lock_release(&lock);
    }
    for (int i = 0; i < OTHERS; i++)
        end(pid[i]);
}
END_TEST

static bool somebody_is_next(void) {
    struct flock l = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 3, .l_len = 1};
    ck_assert_int_eq(fcntl(lock.fd, F_GETLK, &l), 0);
    return l.l_type != F_UNLCK;
}

// The one who is next does not come in at once (it is stopped): who shares
// waits for it all the same.
START_TEST(who_is_to_be_alone_goes_first) {
    pid_t has = other(device_lock_exclusive), next = fork();
    if (next == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        DeviceLock t = {0};
        device_lock_open(&t, device);
        alone_then_leave(&t);
        for (;;)
            pause();
    }
    for (int i = 0; i < 1000 && !somebody_is_next(); i++)
        sleep_ms(5);
    ck_assert(somebody_is_next());
    kill(next, SIGSTOP);
    end(has);
    ck_assert(missed_shared());
    kill(next, SIGCONT);
    lock.patience = 20;
    ck_assert(!missed_shared());
    ck_assert(!somebody_is_next());
    end(next);
}
END_TEST

// Each alone for a moment, again and again: all of them come to be.
START_TEST(everybody_has_a_turn) {
    enum { OTHERS = 4, TURNS = 5 };
    for (int i = 0; i < OTHERS; i++)
        if (fork() == 0) {
            DeviceLock t = {0};
            device_lock_open(&t, device);
            for (int k = 0; k < TURNS; k++) {
                device_lock_shared(&t);
                sleep_ms(30); // others share as well, and want to be alone
                device_lock_exclusive(&t);
                // Nobody else writes there meanwhile.
                Buf text = {0};
                Err err = {0};
                char *path = tree_path(&tree, "count");
                if (path_exists(path)) file_read(path, &text, &err);
                sleep_ms(5);
                buf_char(&text, 'x');
                file_write(path, text.data, text.len, &err);
                device_lock_release(&t);
            }
            _exit(t.missed);
        }
    int status;
    for (int i = 0; i < OTHERS; i++) {
        ck_assert(wait(&status) > 0);
        ck_assert_int_eq(status, 0);
    }
    Buf text = {0};
    Err err = {0};
    ck_assert(file_read(tree_path(&tree, "count"), &text, &err));
    ck_assert_uint_eq(text.len, OTHERS * TURNS);
    buf_free(&text);
}
END_TEST

START_TEST(patience_is_lost_once) {
    pid_t pid = other(device_lock_exclusive);
    double begin = clock_seconds();
    device_lock_exclusive(&lock);
    ck_assert(lock.missed);
    ck_assert(clock_seconds() - begin >= 0.3);
    ck_assert(lock.waited >= 0.3);
    ck_assert_ptr_nonnull(device_lock_missed(&tree.arena, &lock));
    device_lock_release(&lock);
    begin = clock_seconds();
    lock.patience = 60;
    device_lock_exclusive(&lock);
    ck_assert(clock_seconds() - begin < 30);
    // Got at last: that time is its own. What was before is not forgotten.
    device_lock_release(&lock);
    end(pid);
    device_lock_exclusive(&lock);
    ck_assert(lock.missed);
}
END_TEST

typedef struct Heard {
    char text[300];
    int words;
    bool over;
} Heard;

static void hear(void *ctx, const char *text) {
    Heard *h = ctx;
    h->over = !text;
    if (!text) return;
    snprintf(h->text, sizeof h->text, "%s", text);
    h->words++;
}

START_TEST(waiting_names_who_has_it) {
    Heard h = {0};
    PhaseTimer phases = {0};
    char want[60];
    pid_t pid = other(device_lock_exclusive);
    lock.say = hear;
    lock.ctx = &h;
    lock.phases = &phases;
    lock.patience = 2;
    phase_to(&phases, PHASE_cases);
    device_lock_exclusive(&lock);
    ck_assert_int_eq(phase_to(&phases, PHASE_repeat), PHASE_cases);
    ck_assert(phases.seconds[PHASE_turn] >= 2 &&
              phases.seconds[PHASE_cases] < 1);
    ck_assert_int_ge(h.words, 2);
    ck_assert(h.over);
    snprintf(want, sizeof want, "s of 2: process %d has timed for ", (int)pid);
    ck_assert_msg(strstr(h.text, want) && strstr(h.text, "(tests"), "%s",
                  h.text);
    ck_assert(!strchr(h.text, '\n'));
    device_lock_release(&lock);
    end(pid);
    pid = other(device_lock_shared);
    ck_assert(device_lock_holder(&lock, h.text, sizeof h.text));
    ck_assert_msg(strstr(h.text, "runs small cases"), "%s", h.text);
    end(pid);
    ck_assert(!device_lock_holder(&lock, h.text, sizeof h.text));
}
END_TEST

START_TEST(company_is_seen) {
    ck_assert(!device_lock_has_others(&lock));
    pid_t pid = other(share_and_go);
    ck_assert(device_lock_has_others(&lock));
    end(pid);
    ck_assert(!device_lock_has_others(&lock));
}
END_TEST

START_TEST(the_file_is_everybodys) {
    struct stat s;
    char *path = tree_path(&tree, "kata-GPU-0000-made-up.lock");
    device_lock_close(&lock);
    ck_assert_int_eq(unlink(path), 0);
    mode_t before = umask(077);
    device_lock_open(&lock, device);
    umask(before);
    ck_assert_int_eq(stat(path, &s), 0);
    ck_assert_int_eq(s.st_mode & 0777, 0666);
    device_lock_close(&lock);
    device_lock_open(&lock, "../a b");
    ck_assert_str_eq(lock.path, tree_path(&tree, "kata-.._a_b.lock"));
}
END_TEST

// Whoever tidies up does not make two turns of one.
START_TEST(a_file_that_was_removed_is_not_the_file) {
    ck_assert_int_eq(unlink(lock.path), 0);
    pid_t pid = other(device_lock_exclusive);
    ck_assert(missed_alone());
    end(pid);
}
END_TEST

static void has_no_file(const char *why) {
    double begin = clock_seconds();
    device_lock_close(&lock);
    device_lock_open(&lock, device);
    device_lock_exclusive(&lock);
    device_lock_downgrade(&lock);
    device_lock_release(&lock);
    ck_assert_msg(strstr(lock.why, why), "%s", lock.why);
    ck_assert(!lock.missed);
    ck_assert(strstr(device_lock_missed(&tree.arena, &lock), why));
    ck_assert(!device_lock_has_others(&lock));
    ck_assert(clock_seconds() - begin < 60);
}

START_TEST(without_a_file_work_goes_on) {
    char *path = tree_path(&tree, "kata-GPU-0000-made-up.lock");
    char *victim = tree_write(&tree, "victim", "mine");
    unlink(path);
    ck_assert_int_eq(symlink(victim, path), 0);
    has_no_file("symbolic links");
    unlink(path);
    ck_assert_int_eq(link(victim, path), 0);
    has_no_file("not a file that kata has made");
    unlink(path);
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    has_no_file("not a file that kata has made");
    setenv("KATA_LOCKS", tree_path(&tree, "missing"), 1);
    has_no_file("No such file");
}
END_TEST

START_TEST(without_a_turn_every_call_is_allowed) {
    DeviceLock none = {0};
    DeviceLock *all[] = {NULL, &none};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        device_lock_shared(all[i]);
        device_lock_exclusive(all[i]);
        device_lock_downgrade(all[i]);
        device_lock_release(all[i]);
        device_lock_close(all[i]);
    }
    ck_assert_int_eq(none.hold, LOCK_NONE);
    ck_assert_ptr_null(device_lock_missed(&tree.arena, &none));
}
END_TEST

SUITE_OF(device_lock) {
    Suite *s = suite_create("device_lock");
    TCase *t = tcase_create("device_lock");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 200);
    tcase_add_test(t, those_who_share_share);
    tcase_add_test(t, who_is_alone_is_alone);
    tcase_add_test(t, a_turn_is_eased_and_left);
    tcase_add_test(t, a_child_does_not_hold_it);
    tcase_add_test(t, who_shares_does_not_starve_who_is_to_be_alone);
    tcase_add_test(t, who_is_to_be_alone_goes_first);
    tcase_add_test(t, everybody_has_a_turn);
    tcase_add_test(t, patience_is_lost_once);
    tcase_add_test(t, waiting_names_who_has_it);
    tcase_add_test(t, company_is_seen);
    tcase_add_test(t, the_file_is_everybodys);
    tcase_add_test(t, a_file_that_was_removed_is_not_the_file);
    tcase_add_test(t, without_a_file_work_goes_on);
    tcase_add_test(t, without_a_turn_every_call_is_allowed);
    suite_add_tcase(s, t);
    return s;
}
