# Two kata at one device take turns with what is timed. The processor is a device
# that every machine has.
. "$REGRESS/lib.sh"
repo=$(cd "$REGRESS/../../.." && pwd)
export KATA_ROOT=$repo KATA_LOCKS=$PWD/locks
for part in runner.o cpu_device.o; do
    [ -e "$(dirname "$(dirname "$KATA")")/lib/$part" ] ||
        skip "SKIPPED LOUDLY: $part is not built (make lib)"
done
mine=$KATA_WORK/blocked-matmul/blocked-matmul.c
sol=$repo/solutions/cpu/blocked-matmul
mkdir -p locks "$(dirname "$mine")"
cat "$sol/blocked-matmul.c" >"$mine"

# Another has it for a while. The time goes to a lap of its own.
cat >hold.c <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
    struct flock all = {.l_type = F_WRLCK, .l_len = 2};
    int fd = open(argv[1], O_RDWR);
    (void)argc;
    if (fd < 0 || fcntl(fd, F_SETLK, &all) != 0 || write(1, "x\n", 2) != 2)
        return 1;
    sleep((unsigned)atoi(argv[2]));
    return 0;
}
END
cc -o hold hold.c || skip "no C compiler"
run kata check blocked-matmul --json --no-record
field '$.laps.turn' | awk '{ exit !($1 < 1) }' || fail "it waited for nobody"
lock=locks/kata-cpu.lock
[ -e $lock ] || fail "no lock for the processor"
./hold $lock 12 >held &
until [ -s held ]; do sleep 0.1; done
run kata check blocked-matmul --json --no-record
same "$(field '$.verdict')" pass
field '$.laps.turn' | awk '{ exit !($1 > 1) }' || fail "it did not wait"
kill $! 2>/dev/null

# What the learner's program inherits is not the lock.
cat "$sol/blocked-matmul.c" - >"$mine" <<'END'
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
__attribute__((constructor)) static void look(void) {
    DIR *d = opendir("/proc/self/fd");
    char at[400], to[400];
    for (struct dirent *e; d && (e = readdir(d));) {
        strcat(strcpy(at, "/proc/self/fd/"), e->d_name);
        ssize_t n = readlink(at, to, sizeof to - 1);
        to[n < 0 ? 0 : n] = 0;
        if (strstr(to, ".lock")) abort();
    }
}
END
run kata check blocked-matmul --no-record
status 0

# Where no lock can be had the time is taken all the same, and it is said.
export KATA_LOCKS=$PWD/nowhere
run kata check blocked-matmul --no-record
status 0
out "there is no lock to take turns by"
