// tries: to change the machine's clock and name, or stop it
#include "attack.h"

#include <sys/reboot.h>
#include <sys/timex.h>
#include <time.h>

static const char *attack(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (clock_settime(CLOCK_REALTIME, &t) == 0) return "the clock";
    if (sethostname("planted", 7) == 0) return "the name";
    if (syscall(SYS_acct, NULL) == 0) return "accounting";
    if (syscall(SYS_vhangup) == 0) return "the terminal";
    return reboot(RB_DISABLE_CAD) == 0 ? "the power" : NULL;
}
