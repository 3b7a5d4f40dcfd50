// tries: to raise its own limits
#include "attack.h"

static const char *attack(void) {
    static const int all[] = {RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_NOFILE,
                              RLIMIT_CORE, RLIMIT_NPROC};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct rlimit old, more;
        getrlimit((unsigned)all[i], &old);
        if (old.rlim_max == RLIM_INFINITY) return "there is no limit";
        more = old;
        more.rlim_max = more.rlim_cur = old.rlim_max + 4096;
        if (setrlimit((unsigned)all[i], &more) == 0) return "a higher limit";
    }
    return NULL;
}
