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

# ---- tested

# A first line that no compiler takes, in each source that is no test by its name, one after
# the other: without what is tested nothing can be tested.
tested() {
    git ls-files | grep -E '\.(c|cc|cpp|cxx|h|hpp|hh|cu|cuh|py)$' | grep -vE '(^|/)[^/]*test[^/]*$' >sources.txt
    while IFS= read -r file; do
        case $file in
        *.py) sed -i '1i raise Exception("spoiled by kata")' "$file" ;;
        *) sed -i '1i #error spoiled by kata' "$file" ;;
        esac
        make -B test >out.txt 2>&1 </dev/null
        status=$?
        git checkout -q -- "$file"
        [ $status = 0 ] || return 0
    done <sources.txt
    fail "make test passes whatever stands in the sources beside the tests: what is installed has to be what they test"
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
    shapes $pictures >shapes.txt
    # Each time is larger now, each by a factor of its own, and so is what the picture shows.
    awk '{ out = ""; rest = $0
           while (match(rest, /[0-9]+(\.[0-9]+)? (us|ms)/)) {
               split(substr(rest, RSTART, RLENGTH), w, " ")
               out = out substr(rest, 1, RSTART - 1) (1.5 + 0.7 * (n++ % 5)) * w[1] " " w[2]
               rest = substr(rest, RSTART + RLENGTH)
           }
           print out rest }' STORY.md >other.md && mv other.md STORY.md
    make -B plots >out.txt 2>&1 || fail "make plots fails with other numbers: $(tail -n 1 out.txt)"
    git diff --quiet -- $pictures && fail "the picture stays the same when the numbers in STORY.md are others"
    shapes $pictures | cmp -s - shapes.txt && fail "when the numbers in STORY.md are others, labels of the picture change, and its bars, points or lines do not"
    return 0
}

# Of SVGs what has a shape: no text, names or comments.
shapes() {
    cat "$@" | tr '\n' ' ' | sed -E 's,<!--([^-]|-[^-])*-->,,g; s,<(text|title|desc|metadata)[^>]*>[^<]*,<\1>,g' |
        grep -oE '<(path|rect|circle|ellipse|line|polyline|polygon|use|image)\b[^>]*' |
        sed -E 's/ (id|class|data-[a-z-]*|[a-z]+:[a-z]+|aria-[a-z]*|clip-path|style)="[^"]*"//g'
}

# ---- used

# The kernels of the .cu files, by name.
kernel_names() {
    git ls-files -z -- '*.cu' '*.cuh' | xargs -0 cat | sed 's,//.*,,' | tr '\n' ' ' |
        sed -E 's/__[a-z_]+__ *\([^)]*\)//g' | grep -oE '__global__[^({;]*' |
        grep -oE '[A-Za-z_][A-Za-z0-9_]* *$' | tr -d ' ' | sort -u
}

used() {
    git ls-files -z | grep -zE '\.(cu|cuh|c|cc|cpp|cxx|h|hh|hpp|py|pyx|rs|jl)$' | xargs -0 cat | sed 's,//.*,,' | tr '\n' ' ' >code.txt
    for kernel in $(kernel_names); do
        there=$(grep -oE "\b$kernel\b" code.txt | wc -l)
        made=$(sed -E 's/__[a-z_]+__ *\([^)]*\)//g' code.txt | grep -oE "__global__[^({;]*\b$kernel *\(" | wc -l)
        [ "$there" -gt "$made" ] || fail "the kernel $kernel is launched nowhere"
    done
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

# Writes the blocks of a page's part to an empty folder, *dir*: .block1 ..., and .kinds.
unpack() { # PAGE TITLE
    page=$here/kata-away/$1
    dir=$(mktemp -d "$here/kata-empty-XXXXXX")
    part "$page" "$2" | awk -v dir="$dir" '
        /^```/ && !inside { inside = 1; n++; kind = $1; sub(/^```/, "", kind); file = $2
                            if (file ~ /[^A-Za-z0-9_.-]/) file = ""
                            print kind, file > (dir "/.kinds"); text = dir "/.block" n; printf "" > text; next }
        /^```/ { inside = 0; close(text); next }
        inside { print > text }'
    [ -e "$dir/.kinds" ] || fail "$1 has no block below $2"
}

# Runs and compares the blocks of a page's part.
run_page() { # PAGE TITLE
    unpack "$1" "$2"
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

# ---- varied

# The K-th list of numbers in a text, {1, 2} or [1, 2], with D added to its first number or
# to all of them. Nothing where there is no such list.
vary() { # FILE K first|all D
    awk -v k="$2" -v mode="$3" -v d="$4" 'BEGIN { RS = "\001" }
    function more(list,    out, done, token, v) {
        while (match(list, /-?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?|INFINITY|inf|nan/)) {
            token = substr(list, RSTART, RLENGTH)
            out = out substr(list, 1, RSTART - 1)
            list = substr(list, RSTART + RLENGTH)
            if (token ~ /[0-9]/ && !(done && mode == "first")) {
                v = sprintf("%.7g", token + d)
                token = v ~ /[.e]/ ? v : v ".0"
                done = 1
            }
            out = out token
        }
        return out list
    }
    { text = $0
      while (match(text, /[{[][-0-9.,eEf \t\nINFTY]*[]}]/)) {
          list = substr(text, RSTART, RLENGTH)
          head = head substr(text, 1, RSTART - 1)
          text = substr(text, RSTART + RLENGTH)
          if (list ~ /[0-9].*,.*[0-9]/ && ++n == k) { printf "%s%s%s", head, more(list), text; exit }
          head = head list
      } }' "$1"
}

# Runs the blocks of *dir*, and prints what they print.
play() {
    n=0
    while read -r kind file; do
        n=$((n + 1))
        case $kind in
        sh) (cd "$dir" && bash -e ".block$n") 2>/dev/null </dev/null || return 1 ;;
        text) ;;
        *) cp "$dir/.block$n" "$dir/$file" ;;
        esac
    done <"$dir/.kinds"
}

# alike A B PART LEAST: the same numbers, but for that part of them and that much
alike() {
    awk -v part="$3" -v least="$4" 'BEGIN { n = m = 0 }
        function off(x, y) { x -= y; return x < 0 ? -x : x }
        { rest = $0
          while (match(rest, /-?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?/)) {
              v = substr(rest, RSTART, RLENGTH)
              rest = substr(rest, RSTART + RLENGTH)
              if (NR == FNR) { a[n++] = v; continue }
              if (off(a[m], v) > part * off(v, 0) + least) other = 1
              m++
          } }
        END { exit other || n != m || n == 0 }' "$1" "$2"
}

# stays BEFORE FIRST ALL: a number is another one in FIRST and the same in ALL. An example
# may print its input, too, which is not.
stays() {
    awk 'function off(x, y) { x -= y; return x < 0 ? -x : x }
        FNR == 1 { file++ }
        { rest = $0
          while (match(rest, /-?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?/)) {
              v[file, n[file]++] = substr(rest, RSTART, RLENGTH)
              rest = substr(rest, RSTART + RLENGTH)
          } }
        END {
            for (i = 0; i < n[1]; i++) {
                least = 0.01 * off(v[1, i], 0) + 2e-4
                if (n[2] == n[1] && n[3] == n[1] && off(v[1, i], v[2, i]) > least && off(v[1, i], v[3, i]) <= least) found = 1
            }
            exit !found
        }' "$@"
}

# The example with list K of block B changed is alike (to PART and LEAST).
like_before() { # B K first|all D PART LEAST
    vary "$dir/.kept" "$2" "$3" "$4" >"$dir/.block$1"
    play >"$dir/.varied" && alike "$dir/.before" "$dir/.varied" "$5" "$6"
}

# The lists of a page's example are told apart: "continuous" if a number that is a little larger
# changes little and one that is much larger does change something; "shifted" if besides
# all numbers may be larger by the same.
told() { # PAGE
    unpack "$1" Example
    play >"$dir/.before" || fail "$1: its example fails"
    awk '$1 != "sh" && $1 != "text" { print NR }' "$dir/.kinds" >"$dir/.code"
    while read -r b; do
        cp "$dir/.block$b" "$dir/.kept"
        for k in 1 2 3 4 5 6; do
            [ -n "$(vary "$dir/.kept" $k first 1)" ] || break
            like_before "$b" $k first 0.002 0.1 0.05 || continue
            if like_before "$b" $k first 1.5 0.01 1e-4; then
                like_before "$b" $k first 7.5 0.01 1e-4 && continue # two columns have an order alone
            fi
            [ -s "$dir/.varied" ] || continue
            echo continuous
            like_before "$b" $k first 7.5 0 0
            cp "$dir/.varied" "$dir/.first"
            like_before "$b" $k all 0.5 0.01 2e-4
            stays "$dir/.before" "$dir/.first" "$dir/.varied" && echo shifted
        done
        cp "$dir/.kept" "$dir/.block$b"
    done <"$dir/.code"
    rm -rf "$dir"
}

varied() {
    put_in
    hide
    for operation in 'soft[ -]?max' 'layer[ _-]?norm' 'mlp|perceptron'; do
        pages=$(cd kata-away && for page in docs/*.md; do
            { echo "$page" && grep -m 1 '^#' "$page"; } | grep -qiE "$operation" && echo "$page"
        done)
        found=
        for page in $pages; do
            found+=$(told "$page") || fail "$found"
        done
        of="the example of ${pages:-$operation}"
        [ -n "$pages" ] || fail "no page in docs/ has $operation in its name or title"
        [ -n "$found" ] || fail "$of: kata made a number in one of its lists ({1, 2} or [1, 2]) a little larger, then much larger, and the output did not follow: is every input computed, or only this one?"
        [[ $operation == mlp* || $found == *shifted* ]] ||
            fail "$of: with 0.5 added to all numbers of a list there is no result that stays, whichever list it is. Those of softmax and layer norm do"
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
