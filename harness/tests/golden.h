// Screens compared with files of tests/golden/. A difference is shown as a
// diff; `make golden` (KATA_GOLDEN_ACCEPT=1) takes the new text, to be read in
// the commit.
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "base/buf.h"
#include "base/path.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void golden_fail(const char *path, const Buf *got) {
    char tmp[] = "/tmp/kata-golden-XXXXXX", command[600];
    int fd = mkstemp(tmp);
    ck_assert_int_ge(fd, 0);
    ck_assert(write(fd, buf_text(got), got->len) == (ssize_t)got->len);
    close(fd);
    snprintf(command, sizeof command,
             "diff -u --label wanted --label got '%s' '%s' 2>&1", path, tmp);
    Buf diff = {0};
    FILE *f = popen(command, "r");
    char line[400];
    while (f && fgets(line, sizeof line, f))
        buf_str(&diff, line);
    if (f) pclose(f);
    unlink(tmp);
    ck_abort_msg("%s differs (make golden accepts):\n%s", path,
                 buf_text(&diff));
}

// Compares got with harness/tests/golden/<name> and frees it.
static inline void golden_check(const char *name, Buf *got) {
    char path[300];
    Buf want = {0};
    snprintf(path, sizeof path, "harness/tests/golden/%s", name);
    if (getenv("KATA_GOLDEN_ACCEPT")) {
        ck_assert(file_write(path, buf_text(got), got->len, NULL));
    } else {
        bool same = file_read(path, &want, NULL) && want.len == got->len &&
                    !memcmp(buf_text(&want), buf_text(got), want.len);
        if (!same) golden_fail(path, got);
    }
    buf_free(&want);
    buf_free(got);
}

#endif
