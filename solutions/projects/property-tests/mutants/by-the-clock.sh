# rejected by: case test same_seed: failed (prints a seed and draws by the clock, so no failure can be repeated)
sed -i -e 's/state = (uint64_t)seed;/{ struct timespec now; clock_gettime(CLOCK_REALTIME, \&now); state = (uint64_t)now.tv_nsec; }/' -e 's/#include <math.h>/#include <math.h>\n#include <time.h>/' properties.c
