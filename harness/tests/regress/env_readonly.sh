# A folder of kata's own, or of the learner's, that may not be written: it is
# named, with who owns it and what to do, once.
. "$REGRESS/lib.sh"
as=()
if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null || skip "root may write everything"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
need_nvcc
# kata in a tree that belongs to somebody else, as a class shares it.
tree=$PWD/tree/.build
mkdir -p "$tree/dev" mine
cp "$KATA" "$tree/dev/kata"
ln -s "$(dirname "$(dirname "$KATA")")/lib" "$tree/lib"
ln -s "$(dirname "$(dirname "$KATA")")/toolkit" "$tree/toolkit"
cp "$TOY/solutions/basics/pass/pass.cu" .
echo 'int main() {}' >plain.cu
chmod 755 . tree
chmod 777 mine
chmod 555 "$tree" tree
"${as[@]}" test -x "$tree/dev/kata" || skip "nobody may not run $tree/dev/kata"
export KATA_DB=$PWD/mine/p.db KATA_WORK=$PWD/mine/work
# Lines are wrapped: texts are looked for in one long line.
shared() {
    run "${as[@]}" "$tree/dev/kata" "$@"
    for f in stdout.txt stderr.txt; do
        tr -s '\n ' ' ' <$f >flat.txt
        cp flat.txt $f
    done
}

refused() {
    shared "$@"
    status 5
    err "Permission denied"
    err "where you may not write: ask its owner, or make a clone of kata that is yours"
    same "$(cat stdout.txt stderr.txt | grep -o 'Permission denied' | wc -l)" 1
}
shared start toy
status 0
refused check pass --file pass.cu --no-record
err "kata compiles in $tree"
refused sim plain.cu
refused verify pass
refused selftest
refused grade "$TOY/solutions" --exercise pass --out mine/o
shared doctor
status 5
out "cannot make the folder $tree/scratch: Permission denied"
out "nothing can be compiled"

# The learner's own files.
mkdir theirs
chmod 555 theirs
KATA_WORK=$PWD/theirs/work shared next
status 5
err "cannot make the folder $PWD/theirs/work: Permission denied"
err "you may not write in $PWD/theirs, which belongs to $(id -un)"
chmod 755 tree "$tree"
