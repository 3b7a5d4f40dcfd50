# bench-harness times kata's operation, which takes a known time: a machine that is busy
# meanwhile does no harm, and a wrong figure is still found.
. "$REGRESS/lib.sh"
of=$REGRESS/../../../solutions/projects/bench-harness
[ -d "$of" ] || skip "no solutions here"
command -v make >/dev/null && command -v cc >/dev/null || skip "no make, or no cc"
cp -r "$of/project" quiet && chmod -R u+w quiet

known_time() {
    (cd "$1" && bash "$of/tests.sh" known_time 12)
}
run known_time quiet
status 0

# Every third operation is held up for 20 ms, the last one too: as by other programs.
cp -r quiet busy
cat >busy/busy.c <<'C'
#include <signal.h>
#include <sys/time.h>
#include <time.h>
void operation(float *a, const float *b, const float *c, float s, int n);
void held_up(float *a, const float *b, const float *c, float s, int n);
static void hold(int sig) {
    (void)sig;
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, 0);
}
void held_up(float *a, const float *b, const float *c, float s, int n) {
    static int calls;
    signal(SIGALRM, hold);
    if (++calls % 3 == 1) setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 3000}, 0);
    operation(a, b, c, s, n);
}
C
sed -i 's/operation(a, b, c, 2, N)/held_up(a, b, c, 2, N)/
    s/^void operation.*/&\nvoid held_up(float *a, const float *b, const float *c, float s, int n);/' \
    busy/triad.c
sed -i 's/triad.c operation.c$/& busy.c/' busy/Makefile
run known_time busy
status 0

# Bytes that are counted twice, operations counted once, a time that is half of it.
for lie in 's,bytes / t / 1e9,2 * &,' 's,2.0 \* N / t,N / t,' 's,now() - from,(&) / 2,' \
    's,REPEATS = 25,REPEATS = 3,' 's,"GB/s %.2f.n"\, .*,"GB/s 1.57\\n");,'; do
    for how in quiet busy; do
        rm -rf lies && cp -r $how lies
        sed -i "$lie" lies/triad.c
        cmp -s lies/triad.c $how/triad.c && fail "$lie changes nothing"
        run known_time lies
        status 1
    done
done
