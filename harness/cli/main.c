// kata: see harness/README.md.
#include "cli/cmd.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// If a standard stream is closed, the next file would get its number, and
// the record could be what is printed into. Writing to a closed output stays an
// error.
static void fill_standard_streams(void) {
    static const int how[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", how[fd]) != fd) return;
}

int main(int argc, char **argv) {
    App app = {0};
    fill_standard_streams();
    // A reader that went away (`kata history | head`), a child that died, or a
    // file size limit is an error to report, not a reason to vanish half-way.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    int status = cmd_main(&app, argc, argv);
    app_close(&app);
    int lost = term_lost();
    if (!lost) return status;
    fprintf(stderr, "kata: error: cannot write to standard output: %s\n",
            strerror(lost));
    return err_exit_status(ERR_ENV);
}
