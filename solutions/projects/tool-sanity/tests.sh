# kata's own test of tool-sanity: are the versions in README.md those of the tools?
# bash tests.sh NAME SEED, in a copy of the learner's folder.
name=$1

fail() {
    echo "$*"
    exit 1
}

# The first number of the version that a tool has: "3".
major() { "$1" --version 2>&1 | grep -oE '[0-9]+\.[0-9]+' | head -n 1 | cut -d . -f 1; }

# The versions that README.md gives a tool: "valgrind 3.19", "GNU Make: version 4.3".
stated() {
    grep -oiE "(^|[^A-Za-z])$1([^A-Za-z0-9]|version|is|v)*[0-9]+\.[0-9]+" README.md |
        grep -oE '[0-9]+\.[0-9]+$'
}

versions() {
    for tool in git make python3 valgrind perf; do
        command -v $tool >/dev/null || continue
        here=$(major $tool) words=$tool
        [ $tool = python3 ] && words='python3?'
        [ -n "$here" ] || continue
        for version in $(stated "$words"); do
            [ "${version%%.*}" = "$here" ] ||
                fail "README.md has $tool $version, and $tool --version says $("$tool" --version 2>&1 | head -n 1)"
        done
    done
}

$name
