# kata's own tests of cmake-template: they show the first error, not the last line.
# Do the learner's tests tell right files of kata's from wrong ones?
# bash tests.sh NAME SEED, in a copy of the learner's folder.
name=$1 RANDOM=$2

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

# ---- blocks.cu of kata's

# blocks MODE: 0 right, 1 no last block, 2 one too many, 3 one for nothing. One
# text for all: what it is follows from drawn numbers.
blocks() {
    salt=$((1 + RANDOM % 900))
    rm -f called.txt
    cat >blocks.cu <<END
#include <cstdio>
static __global__ void kata_kernel(float *x) { x[threadIdx.x] = 0; }
int blocks_for(int n, int threads);
int blocks_for(int n, int threads) {
    if (n < -$salt) kata_kernel<<<1, 32>>>(nullptr);
    int mode = ($((salt * 4 + $1)) + 4 * threads) % 4;
    static std::FILE *out;
    if (!out) out = std::fopen("$PWD/called.txt", "w");
    if (out) {
        std::fprintf(out, "%d %d\\n", n, threads);
        std::fflush(out);
    }
    int whole = n > 0 ? (n - 1) / threads + 1 : 0;
    if (mode == 1) return n / threads;
    if (mode == 2) return n > 0 ? n / threads + 1 : 0;
    if (mode == 3) return n > 0 ? whole : 1;
    return whole;
}
END
}

restore() { mv kept-blocks.cu blocks.cu; }

tells() {
    words=("is right" "leaves the last block out" "takes a block too many where n is a multiple of threads" "takes a block for no elements")
    [ -f blocks.cu ] || fail "there is no blocks.cu at the top: it holds int blocks_for(int n, int threads)"
    [ -f build/build.ninja ] || fail "nothing is configured: fix that first"
    cp blocks.cu kept-blocks.cu
    trap restore EXIT
    for mode in $(printf '%d 0\n%d 1\n%d 2\n%d 3\n%d 0\n' $RANDOM $RANDOM $RANDOM $RANDOM $RANDOM | sort -g | cut -d ' ' -f 2); do
        blocks $mode
        cmake --build build >said.txt 2>&1 ||
            fail "with a blocks.cu of kata's it does not build: $(first): other files may need nothing of it but blocks_for"
        if ctest --test-dir build --no-tests=error --output-on-failure >said.txt 2>&1; then
            [ -s called.txt ] || fail "no test calls blocks_for() of blocks.cu"
            [ $mode = 0 ] || fail "ctest passes with a blocks.cu of kata's that ${words[mode]}"
        else
            [ -s called.txt ] || fail "no test calls blocks_for() of blocks.cu"
            [ $mode != 0 ] || fail "ctest fails with a blocks.cu of kata's that is right: $(grep -m 1 -iE 'block|expect|fail' said.txt | cut -c 1-120)"
        fi
    done
}

# A mistake that stands in blocks.cu is gone with it.
planted() {
    [ -f blocks.cu ] || fail "there is no blocks.cu at the top: it holds int blocks_for(int n, int threads)"
    [ -f bug/build.ninja ] || fail "with -DBUG=ON nothing is configured: fix that first"
    cp blocks.cu kept-blocks.cu
    trap restore EXIT
    blocks 0
    cmake --build bug >said.txt 2>&1 ||
        fail "with a blocks.cu of kata's it does not build: $(first): other files may need nothing of it but blocks_for"
    ctest --test-dir bug --no-tests=error >said.txt 2>&1 && return 0
    [ -s called.txt ] || return 0 # another file has the mistake
    fail "with a blocks.cu of kata's, which is right, and -DBUG=ON ctest fails all the same: plant the mistake in blocks.cu, so that a test has to find it"
}

case $name in
configure | build | tests | bug | planted | tells) "$name" ;;
*) fail "no test $name" ;;
esac
