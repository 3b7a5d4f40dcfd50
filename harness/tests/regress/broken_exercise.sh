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
