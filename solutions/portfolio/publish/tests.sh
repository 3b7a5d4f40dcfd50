# kata's own tests of publish, in a clone of the learner's repository.
# bash tests.sh NAME SEED
name=$1

fail() {
    echo "$*"
    exit 1
}

projects() {
    for page in */README.md; do
        [ -e "$page" ] && [ -e "$(dirname "$page")/Makefile" ] && dirname "$page"
    done
}

# Lines of text, without those that all Makefiles have.
lines() { find "$1" -type f -print0 | sort -z | xargs -0 cat | grep -E '[A-Za-z]{3}.{9}' | sort -u; }

three() {
    n=$(projects | wc -l)
    [ "$n" -ge 3 ] || fail "$n folders have a README.md and a Makefile: $(projects | tr '\n' ' ')"
    for a in $(projects); do
        for b in $(projects); do
            [[ $a < $b ]] || continue
            all=$(lines "$a" | wc -l)
            same=$(comm -12 <(lines "$a") <(lines "$b") | wc -l)
            [ $((2 * same)) -lt "$all" ] || fail "$b has $same of the $all lines of $a: is it another project?"
        done
    done
}

dates() {
    today=$(date +%Y-%m-%d)
    for page in $(projects | sed 's,$,/README.md,'); do
        found=no
        for day in $(grep -oE '\b20[0-9]{2}-[0-9]{2}-[0-9]{2}\b' "$page"); do
            date -d "$day" >/dev/null 2>&1 || fail "$page: $day is no day"
            [[ $day > $today ]] && fail "$page: $day is yet to come"
            found=yes
        done
        [ $found = yes ] || fail "$page has no date like $today"
    done
}

# A picture of each project, and no two alike.
pictures() {
    seen=
    for p in $(projects); do
        shown=$(grep -oE '!\[[^]]*\]\([^) ]+\.(svg|png)\)' "$p/README.md" | sed 's/.*](//; s/)$//')
        [ -n "$shown" ] || fail "$p/README.md shows no picture: ![what it shows](NAME.svg)"
        for f in $shown; do
            [ -s "$p/$f" ] || fail "$p/README.md shows $f, which is not in the repository"
            sum=$(md5sum <"$p/$f")
            [[ $seen != *"$sum"* ]] || fail "$p/$f is the picture of another project"
            seen+=$sum
            case $f in
            *.png) head -c 8 "$p/$f" | grep -qa PNG || fail "$p/$f is no PNG" ;;
            *) drawn "$p" "$f" ;;
            esac
        done
    done
}

# An SVG with one of the page's times or rates.
drawn() {
    grep -q '<svg' "$1/$2" || fail "$1/$2 is no SVG"
    for number in $(grep -oE '[0-9]+(\.[0-9]+)? (us|ms|s|GB/s|TFLOP/s|GFLOP/s)\b' "$1/README.md" | sed 's/ .*//' | sort -u); do
        grep -qE "(^|[^0-9.])$number([^0-9.]|\$)" "$1/$2" && return 0
    done
    fail "$1/$2 has no time and no rate of $1/README.md: a picture of what?"
}

clean() {
    [ -s LICENSE ] || [ -s LICENSE.md ] || [ -s LICENSE.txt ] || fail "LICENSE is missing"
    [ -s .gitignore ] || fail ".gitignore is missing"
    git ls-files -z | while IFS= read -r -d '' file; do
        [ -f "$file" ] || continue
        case $file in
        *.o | *.a | *.so | *.pyc | *.ptx | *.cubin) fail "$file is built: git rm --cached $file" ;;
        esac
        head -c 4 "$file" | grep -q ELF && fail "$file is a program: git rm --cached $file"
        [ "$(wc -c <"$file")" -le 1048576 ] || fail "$file is larger than 1 MiB"
        path=$(grep -oIEm1 '(/home|/Users|/root)/[A-Za-z0-9_.-]+' "$file" | head -n 1)
        [ -z "$path" ] || fail "$file holds $path, which is on your machine alone"
    done || exit 1
}

# A reviewer sees these first: warnings, and what was never finished.
tidy() {
    left=$(git grep -nE '\b(TODO|FIXME|XXX)\b' -- '*.c' '*.h' '*.cu' '*.cuh' '*.cpp' '*.hpp' '*.py' '*.sh' 'Makefile' '*/Makefile' | head -n 1)
    [ -z "$left" ] || fail "$left: finish it, or write it under What I would do next"
    git ls-files -- '*.c' '*.h' '*.cu' '*.cuh' '*.cpp' '*.hpp' | while IFS= read -r file; do
        long=$(awk 'length > 120 { print FILENAME ":" FNR; exit }' "$file")
        [ -z "$long" ] || fail "$long is longer than 120 columns"
    done || exit 1
    CFLAGS="$CFLAGS -Wall" make -B test >out.txt 2>&1 || fail "make -B test fails: $(tail -n 1 out.txt)"
    warned=$(grep -m 1 'warning:' out.txt)
    rm out.txt
    [ -z "$warned" ] || fail "the build is not silent: $warned"
}

ignored() { # after make and make test
    new=$(git status --porcelain | head -n 3 | tr '\n' ' ')
    [ -z "$new" ] || fail "after make test git sees: $new"
}

teeth() {
    for p in $(projects); do
        make -C "$p" test BUG=1 >out.txt 2>&1 && fail "make -C $p test BUG=1 passes: its tests see nothing"
        make -C "$p" test >out.txt 2>&1 || fail "make -C $p test fails: $(tail -n 1 out.txt)"
    done
    return 0
}

# The code that is tested stands in a file that is no test: without it, nothing can be built.
is_test() { [[ ${1##*/} == *test* || ${1##*/} == check* ]]; }

# spoiled FILE: a first line that no compiler takes
spoiled() {
    case $1 in
    *.py) sed -i '1i raise Exception("spoiled by kata")' "$1" ;;
    *) sed -i '1i #error spoiled by kata' "$1" ;;
    esac
}

tested() {
    for p in $(projects); do
        used=no
        git ls-files -- "$p" | grep -E '\.(c|cc|cpp|cxx|h|hpp|hh|cu|cuh|py)$' >sources.txt
        while IFS= read -r file; do
            is_test "$file" && continue
            spoiled "$file"
            make -B -C "$p" test >out.txt 2>&1 </dev/null || used=yes
            git checkout -q -- "$file"
            [ $used = yes ] && break
        done <sources.txt
        rm -f sources.txt
        [ $used = yes ] || fail "make -C $p test passes whatever stands in the sources beside the test: what is tested, on a machine without a GPU as well, has to be one of them"
    done
}

$name
