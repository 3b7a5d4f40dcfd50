# kata's own tests of capstone-kernel-pack, in a clone of the learner's repository.
# bash tests.sh NAME SEED
name=$1
here=$PWD

fail() {
    echo "$*"
    exit 1
}

# The lines below a heading of a page, up to the next one. A # inside of a block is no heading.
part() { # PAGE TITLE
    awk -v want="$2" '
        /^```/ { block = !block }
        !block && /^#+ / { title = $0; sub(/^#+ +/, "", title); inside = title == want; next }
        inside' "$1"
}

# ---- teeth

teeth() {
    for bug in softmax layernorm mlp; do
        make test BUG=$bug >out.txt 2>&1 && fail "make test BUG=$bug passes: its tests see nothing"
    done
    make test >out.txt 2>&1 || fail "make test fails after make test BUG=mlp: $(tail -n 1 out.txt)"
}

# ---- plots

plots() {
    pictures=$(git ls-files 'plots/*.svg')
    [ -n "$pictures" ] || fail "no plots/*.svg is committed"
    for p in $pictures; do
        grep -q "]($p)" STORY.md || fail "STORY.md does not show $p: ![what it shows]($p)"
        rm "$p"
    done
    make -B plots >out.txt 2>&1 || fail "make plots fails: $(tail -n 1 out.txt)"
    for p in $pictures; do
        [ -s "$p" ] || fail "make plots does not draw $p"
        grep -q '<svg' "$p" || fail "$p is no SVG"
        git diff --quiet -- "$p" || fail "make plots draws another $p than the committed one"
    done
    # Each time is larger by a half now, and so is what the picture shows.
    awk '{ out = ""; rest = $0
           while (match(rest, /[0-9]+(\.[0-9]+)? (us|ms)/)) {
               split(substr(rest, RSTART, RLENGTH), w, " ")
               out = out substr(rest, 1, RSTART - 1) (NR % 2 ? 3 * w[1] : 1.5 * w[1]) " " w[2]
               rest = substr(rest, RSTART + RLENGTH)
           }
           print out rest }' STORY.md >other.md && mv other.md STORY.md
    make -B plots >out.txt 2>&1 || fail "make plots fails with other numbers: $(tail -n 1 out.txt)"
    git diff --quiet -- $pictures && fail "the picture stays the same when the numbers in STORY.md are others"
    return 0
}

# ---- install and examples

blocks_of_sh() { awk '/^```sh/ { inside = 1; next } /^```/ { inside = 0 } inside'; }

# Installs a copy of the clone, which is then removed.
put_in() {
    export PREFIX=$here/kata-installed
    part README.md Install | blocks_of_sh >kata-install.sh
    [ -s kata-install.sh ] || fail "README.md has no block of sh below Install"
    git clone -q . kata-source 2>/dev/null || fail "git cannot clone it"
    (cd kata-source && bash -e ../kata-install.sh) >out.txt 2>&1 ||
        fail "the commands below Install fail: $(tail -n 1 out.txt)"
    rm -rf kata-source
    [ -n "$(find "$PREFIX" -type f 2>/dev/null | head -n 1)" ] || fail "the commands below Install put nothing into \$PREFIX"
}

install() {
    put_in
}

# The repository is moved out of reach while examples run, so that ../ does not lead to it.
hide() {
    mkdir kata-away && trap 'mv "$here"/kata-away/* "$here" && rmdir "$here/kata-away"' EXIT
    for f in *; do
        case $f in kata-*) ;; *) mv "$f" kata-away ;; esac
    done
}

# Writes, runs and compares the blocks of a page's part, in an empty folder.
run_page() { # PAGE TITLE
    page=$here/kata-away/$1
    dir=$(mktemp -d "$here/kata-empty-XXXXXX")
    part "$page" "$2" | awk -v dir="$dir" '
        /^```/ && !inside { inside = 1; n++; kind = $1; sub(/^```/, "", kind); file = $2
                            if (file ~ /[^A-Za-z0-9_.-]/) file = ""
                            print kind, file > (dir "/.kinds"); text = dir "/.block" n; printf "" > text; next }
        /^```/ { inside = 0; close(text); next }
        inside { print > text }'
    [ -e "$dir/.kinds" ] || fail "$1 has no block below $2"
    n=0 ran=no compared=no
    : >"$dir/.out"
    while read -r kind file; do
        n=$((n + 1))
        case $kind in
        sh)
            (cd "$dir" && bash -e ".block$n") >"$dir/.out" 2>"$dir/.err" </dev/null ||
                fail "$1, block $n fails: $({ grep -m1 error "$dir/.err" || tail -n 1 "$dir/.err"; } | cut -c1-120)"
            ran=yes
            ;;
        text)
            diff -bB "$dir/.block$n" "$dir/.out" >"$dir/.diff" ||
                fail "$1: the example prints '$(grep '^>' "$dir/.diff" | head -n 1 | cut -c3-)', and the page says '$(grep '^<' "$dir/.diff" | head -n 1 | cut -c3-)'"
            compared=yes
            ;;
        *)
            [ -n "$file" ] || fail "$1: block $n needs the name of its file: \`\`\`$kind demo.$kind"
            cp "$dir/.block$n" "$dir/$file"
            ;;
        esac
    done <"$dir/.kinds"
    [ $ran = yes ] || fail "$1: below $2 nothing is run: a block of sh"
    [ $compared = yes ] || fail "$1: below $2 stands no block of text, what the example prints"
    rm -rf "$dir"
}

usage() {
    put_in
    hide
    run_page README.md Usage
}

examples() {
    put_in
    hide
    for page in kata-away/docs/*.md; do
        run_page "docs/${page##*/}" Example
    done
}

# ---- documented

installed_names() {
    find "$PREFIX" -name '*.h' -exec cat {} + | sed 's,//.*,,' | tr '\n' ' ' | sed 's,/\*[^*]*\*/,,g' |
        tr ';{}' '\n\n\n' | grep -v '#define\|typedef' | grep -oE '[A-Za-z_][A-Za-z0-9_]*[[:space:]]*\(' | tr -d ' (' | sort -u
    find "$PREFIX" -name '*.py' -exec grep -hozE '__all__ *= *[[(][^])]*' {} + | tr -d '\0' | grep -oE "[\"'][A-Za-z_0-9]+[\"']" |
        tr -d "\"'" | sort -u
}

documented() {
    put_in
    names=$(installed_names)
    [ "$(echo "$names" | wc -w)" -ge 4 ] || fail "installed: $(echo $names). Softmax, layer norm forward and backward, and MLP are four functions"
    for f in $names; do
        grep -qE "(^|[^A-Za-z0-9_])$f\(" docs/*.md || fail "$f is installed, and no page in docs/ has '$f('"
    done
    for page in docs/*.md; do
        for f in $(part "$page" Arguments | grep -oE '\b[A-Za-z_][A-Za-z0-9_]*\(' | tr -d '('); do
            echo "$names" | grep -qx "$f" || fail "$page: $f( stands below Arguments, and is not installed"
        done
    done
}

$name
