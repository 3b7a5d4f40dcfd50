# Every file of this folder as a submission: none reaches what it tries to.
# README.md has the table. It runs as whoever starts it: as root, too.
#
#   ESCAPES="fork network" KATA=... bash harness/tests/regress/run.sh escapes
. "$REGRESS/lib.sh"
repo=$(cd "$REGRESS/../../.." && pwd)
here=$repo/harness/tests/escapes
secret=planted-secret-4711
export KATA_ROOT=$repo
export PLANTED_TOKEN=planted-token-4711

# Folders of this script alone: kata looks for its parts beside itself.
build=$PWD/.build
mkdir -p "$build/dev"
cp "$KATA" "$build/dev/kata"
cp -r "$(dirname "$(dirname "$KATA")")/lib" "$build/lib"
python=$(dirname "$(dirname "$KATA")")/python
[ -e "$python" ] && ln -s "$(readlink -f "$python")" "$build/python"
KATA=$build/dev/kata

# ---- what is planted
mkdir -p mine theirs 'odd "`$(touch ran)`'
echo "int $secret;" >theirs/theirs.c
echo "int $secret;" >mine/neighbour.c
ln -s ../theirs/theirs.c mine/link.h
mkfifo mine/pipe.h
kata start micro-12-week >/dev/null || fail "no record"
cp "$KATA_DB" "$KATA_DB.bak"
tree() { find theirs progress.db* -printf '%p %m %u %s %T@\n' | sort; }
tree >before.txt

# Writes a file of this folder with the planted paths in it.
plant() {
    sed -e "s|@SECRET@|$PWD/theirs/theirs.c|g" -e "s|@FOLDER@|$PWD/theirs|g" \
        -e "s|@RECORD@|$KATA_DB|g" -e "s|@OTHER@|$PWD/mine/neighbour.c|g" \
        -e "s|@NAME@|progress.db|g" -e "s|@TOKEN@|$PLANTED_TOKEN|g" \
        -e "s|@HOME@|$HOME|g" -e "s|@BUILD@|$build|g" -e "s|@KATA@|$$|g" \
        -e "s|@SOCKET@|$PWD/theirs/socket|g" \
        -e "s|@SOLUTION@|$repo/solutions/cpu/kahan/kahan.c|g" "$1" >"$2"
}
plant "$here/attack.h" mine/attack.h

# ---- one attack

# Notes in $name.bad what the attack has reached.
judge() {
    grep -haE "REACHED|$secret|$PLANTED_TOKEN" "$1.out" | head -3 >"$1.bad"
    case $2 in
    0) echo "it passes" >>"$1.bad" ;;
    124 | 137) echo "kata did not end in 100 s" >>"$1.bad" ;;
    139 | 134 | 6) echo "kata died: $2" >>"$1.bad" ;;
    esac
    # The last word that the learner gets.
    printf '%-34s %3d  %s\n' "$1" "$2" "$(
        grep -aE '^[A-Z]+( ERROR)?: |error:' "$1.out" | head -1 | cut -c1-90)"
}

# EXERCISE FILE [NAME]: checks the file as a submission.
try() {
    name=${3:-$(basename "$2")}
    # A name that starts with a dash or an at is what the attack is about.
    (
        cd "$(dirname "$2")" || exit 1
        KATA_COMPILE_S=8 timeout -k 5 100 "$KATA" check "$1" --on auto \
            --no-record --quick --file="$(basename "$2")" </dev/null
    ) >"$name.out" 2>&1
    judge "$name" $?
}

wanted() { [ -z "${ESCAPES:-}" ] || [[ " $ESCAPES " == *" $1 "* ]]; }

attack() {
    wanted "$(basename "${2%.*}")" || return
    plant "$2" "mine/$(basename "$2")"
    while [ "$(jobs -rp | wc -l)" -ge "${KATA_JOBS:-2}" ]; do wait -n; done
    try "$1" "mine/$(basename "$2")" "${3:-}" &
}

for file in "$here"/${GROUP:-*}/*.c; do
    attack kahan "$file" "$(basename "$(dirname "$file")")-$(basename "$file")"
done

# Files that are not what they seem.
names() {
    ln -s ../theirs/theirs.c mine/symlink.c
    try kahan mine/symlink.c
    truncate -s 3G mine/sparse.c
    try kahan mine/sparse.c
    rm mine/sparse.c
    mkfifo mine/pipe.c
    try kahan mine/pipe.c
    try kahan /dev/zero device-zero
    plant "$here/compile/include-secret.c" mine/@args.c
    cat >mine/args.c <<END
-wrapper sh,-c,touch\ $PWD/theirs/planted
END
    cp mine/args.c mine/@more.c
    try kahan mine/@args.c at-args.c
    try kahan mine/@more.c at-more.c
    cp mine/attack.h mine/-o.c
    try kahan mine/-o.c dash-o.c
    plant "$here/compile/include-secret.c" "mine/-fplugin=x.c"
    try kahan mine/-fplugin=x.c dash-plugin.c
    plant "$here/compile/include-secret.c" 'odd "`$(touch ran)`/in.c'
    try kahan 'odd "`$(touch ran)`/in.c' odd-folder.c
}
wait
wanted names && names

if nvcc_path >/dev/null; then
    for file in "$here"/compile/*.cu; do
        KATA_ROOT=$TOY attack copy "$file"
    done
fi
if [ -x "$build/python/bin/python" ]; then
    for file in "$here"/python/*.py; do
        case $file in
        */triton-*) attack triton-elementwise "$file" ;;
        *) attack py-vectorise "$file" ;;
        esac
    done
fi
wait

# ---- what has changed
sleep 4 # what an attack may have left running
tree | diff before.txt - >tree.bad || true
for at in /tmp /var/tmp /dev/shm "$HOME" "$build/cache" mine theirs; do
    ls "$at"/*planted* 2>/dev/null
done >planted.bad
ls "$build/scratch" >scratch.bad 2>/dev/null
ls "$build/cache" | grep '^tmp-' >cache.bad
find . -name ran >ran.bad
rm -rf /tmp/kata-planted /var/tmp/kata-planted /dev/shm/kata-planted \
    "$HOME/kata-planted"
tried=$(ls ./*.out | wc -l) reached=0
for bad in *.bad; do
    [ -s "$bad" ] || continue
    reached=$((reached + 1))
    echo "REACHED by ${bad%.bad}: $(tr '\n' '|' <"$bad" | cut -c1-300)"
done
echo "escapes: $tried tried, $reached reached what they tried to"
[ "$tried" -gt 0 ] || fail "nothing was tried"
[ "$reached" = 0 ] || fail "$reached escapes"
