# Includes point down the ladder, never up and never sideways.
#
# runner is the child's half: it may see the wire format and the simulated
# device's public header, and nothing else of kata. plan/words.c expands other
# modules' lists (.def), which are data: lint knows their words. libs, linked
# with programs too, sees what the simulated device offers libraries.
BEGIN {
    rank["base"] = 0
    rank["plan"] = rank["store"] = rank["build"] = rank["run"] = 1
    rank["bench"] = rank["sim"] = 1
    rank["gate"] = 2; rank["report"] = 3; rank["cli"] = 4; rank["tests"] = 9
}
/^#include "/ {
    split(FILENAME, path, "/"); me = path[2]
    split($2, inc, "[\"/]"); you = inc[2]
    if (you == me || you == "suites.def") next
    if (FILENAME ~ /plan\/words\.c$/ && $2 ~ /\.def"$/) next
    if (me == "runner") {
        ok = $2 == "\"run/wire.h\"" || $2 == "\"sim/sim.h\"" || \
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
END { exit bad }
