# One broken exercise does not stop the others, and lint names every error.
. "$REGRESS/lib.sh"
cp -r "$TOY" toy
chmod -R u+w toy
export KATA_ROOT=$PWD/toy
mkdir toy/exercises/basics/broken
printf 'format: 1\ntitel: Broken\n' >toy/exercises/basics/broken/exercise.yaml

run kata start toy
status 0
err "kata lint"
run kata next
status 0
out "your file"
run kata lint
status 1
out "exercise.yaml:2:1: error: "
out "titel"
run kata lint broken
status 1
out "titel: Broken"
run kata lint nowhere
status 2
run kata lint --json
status 1
json

# A file that is no text is shown without its control characters.
printf 'format: 1\ntit\033]0;x\007el\377: Broken\n' >toy/exercises/basics/broken/exercise.yaml
run kata lint broken
status 1
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177-\377]')" stdout.txt &&
    fail "raw bytes of the file are printed"
out "error: "
