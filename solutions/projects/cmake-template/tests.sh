# kata's own tests of cmake-template: they show the first error, not the last line.
# bash tests.sh NAME SEED, in a copy of the learner's folder.

fail() {
    echo "$*"
    exit 1
}

# The first line that tells an error, and the one after it, where CMake says what.
first() {
    grep -m 1 -A 2 -E 'CMake Error|error:|Error:|undefined reference|No such file' said.txt |
        sed "s,$PWD/,,g" | grep -v '^ *$' | head -n 3 | tr -s ' \n' ' ' | cut -c 1-220
}

configure() {
    # The learner's own build folder comes with the copy, and knows its old place.
    rm -rf build bug
    cmake -S . -B build -G Ninja >said.txt 2>&1 || fail "cmake -S . -B build -G Ninja failed: $(first)"
}

build() {
    [ -f build/build.ninja ] || fail "there is no build/build.ninja, as it does not configure: fix that first"
    cmake --build build >said.txt 2>&1 || fail "cmake --build build failed: $(first)"
}

tests() {
    [ -f build/build.ninja ] || fail "nothing is configured: fix that first"
    ctest --test-dir build --no-tests=error --output-on-failure >said.txt 2>&1 && return 0
    grep -qi 'no tests were found' said.txt && fail "no tests were found: enable_testing() has to stand in the CMakeLists.txt at the top, before add_test()"
    fail "ctest failed: $(grep -m 1 -E '\*\*\*' said.txt | tr -s ' .' ' ' | cut -c 1-160)"
}

bug() {
    cmake -S . -B bug -G Ninja -DBUG=ON >said.txt 2>&1 || fail "with -DBUG=ON it does not configure: $(first)"
    cmake --build bug >said.txt 2>&1 || fail "with -DBUG=ON it does not build, so no test has found the mistake: $(first)"
    ctest --test-dir bug --no-tests=error >said.txt 2>&1 &&
        fail "with -DBUG=ON ctest passes: the option does not reach the compiler, or no test looks at what it changes"
    return 0
}

case $1 in
configure | build | tests | bug) "$1" ;;
*) fail "no test $1" ;;
esac
