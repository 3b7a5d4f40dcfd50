// kata: see harness/README.md.
#include "cli/cmd.h"

#include <signal.h>

int main(int argc, char **argv) {
    App app = {0};
    // A reader that went away (`kata history | head`), a child that died, or a
    // file size limit is an error to report, not a reason to vanish half-way.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    int status = cmd_main(&app, argc, argv);
    app_close(&app);
    return status;
}
