# kata new: the files of an exercise, a sheet, a quiz, a report, a track. What it
# makes works, lints clean but for what is left to the author, and changes
# nothing that is there.
. "$REGRESS/lib.sh"
repo=$(cd "$REGRESS/../../.." && pwd)
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
cp -r "$repo/curriculum/templates" root/curriculum/templates

# Nothing but places for the author, and what only the author can place.
only_left() {
    grep -E 'error|warning' stdout.txt | grep -v '^FAIL\|^ok' |
        grep -vE 'left to you|no track has|the bank does not have' &&
        fail "kata lint finds more than what is left to the author"
    out "left to you"
}

# The author's part done, in as few words as can be.
write_all() { grep -rl 'TODO(author)' root | xargs sed -i 's/TODO(author)/written/g'; }

for kind in cuda c python; do
    case $kind in c) ext=c ;; python) ext=py ;; *) ext=cu ;; esac
    run kata new exercise basics/twice-$kind --kind $kind
    status 0
    out "created 10 files:"
    out "next: kata lint twice-$kind"
    made=$(cd root && find . -path "*/twice-$kind/*" -type f | grep -c .)
    same "$made" 10
    for file in exercise.yaml README.md twice-$kind.$ext; do
        [ -s root/exercises/basics/twice-$kind/$file ] || fail "no $file"
    done
    for file in twice-$kind.$ext reference.c NOTES.md; do
        [ -s root/solutions/basics/twice-$kind/$file ] || fail "no $file"
    done
    same "$(ls root/solutions/basics/twice-$kind/mutants | grep -c "\.$ext$")" 4
    grep -qE "(void|def) twice_$kind\(" root/exercises/basics/twice-$kind/twice-$kind.$ext ||
        fail "the entry has no name"
    run kata lint twice-$kind
    status 1
    only_left
done
for thing in sheet quiz report; do
    run kata new $thing my-$thing
    status 0
    run kata lint my-$thing
    status 1
    only_left
done
run kata new track my-track
status 0
out "curriculum/my-track.yaml"
run kata lint
out "my-track.yaml: 4 places are left to you"
! grep -rq '@[a-z]*@' root/exercises root/solutions root/curriculum/*.yaml ||
    fail "a blank is not filled in"

# An exercise that exists is left as it is: the wrong kernels of a template
# beside its own would be judged with them. So is a folder that is no exercise
# yet, and one of solutions alone.
refused() {
    find root -type f -exec md5sum {} + | sort >before.txt
    run kata new "$@"
    status 2
    err "already"
    err "nothing was made"
    find root -type f -exec md5sum {} + | sort | cmp -s - before.txt ||
        fail "kata new $* changed something"
}
rm root/solutions/basics/twice-c/mutants/*.c
refused exercise basics/twice-c --kind c
refused exercise basics/twice-c
refused exercise twice-c
refused exercise basics/copy
refused exercise copy
refused sheet my-sheet
refused track my-track
mkdir -p root/exercises/basics/begun root/solutions/basics/left
echo "a thought" >root/exercises/basics/begun/README.md
echo "a thought" >root/solutions/basics/left/NOTES.md
refused exercise basics/begun
refused exercise basics/left
rm -r root/exercises/basics/begun root/solutions/basics/left
rm -r root/exercises/basics/twice-c root/solutions/basics/twice-c
kata new exercise basics/twice-c --kind c >/dev/null

# What the bank announces is filled in.
run kata new exercise copy-tiled
status 0
out "replace its announcement by '- copy-tiled'"
yaml=root/exercises/basics/copy-tiled/exercise.yaml
grep -q 'title: "Copy through shared memory"' $yaml || fail "no title"
grep -q 'covers: \[toy-006\]' $yaml || fail "no lines"
grep -q '^machine: \[sim, hopper\]' $yaml || fail "no machine"

# Once all is written, lint has nothing to say but where to put it.
write_all
for id in twice-cuda twice-c twice-python my-sheet my-quiz my-report; do
    run kata lint $id
    status 0
    out "0 errors, 1 warning"
done
for id in twice-c my-sheet my-quiz my-report; do
    run kata verify $id
    status 0
done
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
if "$python" -I -c 'import numpy' 2>/dev/null; then
    run kata verify twice-python
    status 0
    out "6 of 6 as they should be"
fi
if [ -n "$(nvcc_path)" ]; then
    run kata verify twice-cuda --on sim
    status 0
    out "6 of 6 as they should be"
fi

# What cannot be made.
run kata new
status 2
err "kata new exercise memory/gather-rows"
run kata new quis a
status 2
err "did you mean 'kata new quiz'?"
run kata new quiz copy
status 2
err "there is an exercise 'copy' already"
run kata new exercise basics/Copy
status 2
err "'Copy' cannot be an id"
run kata new exercise ../copy2
status 2
err "'..' cannot be a topic"
run kata new exercise nowhere
status 2
err "which topic"
run kata new exercise basics/x --kind ../cuda
status 2
err "there are templates for: c, cuda, profile, python, quiz, report, worksheet"
run kata new track toy
status 2
err "there is a track 'toy' already"
