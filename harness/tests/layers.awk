# Includes point down the ladder, never up and never sideways.
#
#   awk -v ladder=ladder.txt -f layers.awk FILES
#
# runner is the child's half: it may see the wire format and the simulated
# device's public header, and nothing else of kata. libs, linked with programs
# too, sees what the simulated device offers libraries.
BEGIN {
    while ((getline line < ladder) > 0)
        if (line !~ /^#/ && split(line, f, " ") == 2) rank[f[1]] = f[2]
}
/^#include "/ {
    split(FILENAME, path, "/"); me = path[2]
    split($2, inc, "\""); split(inc[2], to, "/"); you = to[1]
    if (you == "suites.def") next
    if (you == me) {
        mine = folder(substr(FILENAME, index(FILENAME, "/") + 1))
        yours = folder(inc[2])
        if (mine == me && yours != me) looks_down[substr(FILENAME, \
            index(FILENAME, "/") + 1)] = 1
        if (yours == me && mine != me && (mine in rank))
            top[FILENAME ":" FNR] = inc[2]
        else if (mine != yours && (mine in rank) && mine != me && \
            !((yours in rank) && rank[yours] < rank[mine])) {
            printf "%s:%d: %s may not include %s\n", FILENAME, FNR, mine, yours
            bad = 1
        }
        next
    }
    if (me == "runner") {
        ok = $2 == "\"run/wire.h\"" || $2 == "\"sim/sim.h\"" || \
             $2 == "\"sim/progress.h\"" || \
             $2 == "\"sim/counters.def\""
    } else if (me == "libs") {
        ok = you == "base" || $2 == "\"sim/library.h\"" || \
             $2 == "\"sim/half.h\""
    } else {
        ok = rank[you] < rank[me]
    }
    if (!ok) {
        printf "%s:%d: %s may not include %s\n", FILENAME, FNR, me, you
        bad = 1
    }
}
END {
    for (place in top)
        if (top[place] in looks_down) {
            printf "%s: %s includes folders of its module\n", place, top[place]
            bad = 1
        }
    exit bad
}
function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
