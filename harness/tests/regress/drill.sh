# An old exercise, solved again from the stub: the record says when it began,
# when it passed, with which text, and what was looked at meanwhile.
. "$REGRESS/lib.sh"
repo=$REGRESS/../../..
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
for part in exercises solutions; do
    mkdir -p root/$part/cpu
    cp -r "$repo/$part/cpu/kahan" root/$part/cpu/
done
sed -i 's/^minutes:.*/minutes: 60/; s/^needs:.*/needs: []/' \
    root/exercises/cpu/kahan/exercise.yaml
at=root/exercises/basics/again
mkdir -p $at
cat >$at/exercise.yaml <<'YAML'
format: 1
title: Again
kind: project
blurb: Once more.
checks:
  - {drill: [kahan], days: 7, limit: 50%}
hints: [Reset.]
YAML
echo "# Again" >$at/README.md
export TZ=UTC KATA_NOW=2028-02-01T08:00
kata start toy >/dev/null
kata next again >/dev/null
solution=root/solutions/cpu/kahan/kahan.c
file=work/kahan/kahan.c
# A text of the learner's own for the first pass, and others for later ones.
own() { sed "1i // $1" $solution >$file; }

run kata check again
status 1
out "drill kahan"
out "\`kata reset kahan\` puts the stub back and starts the clock: 30"

kata next kahan >/dev/null
own "my first one"
run kata check kahan
status 0
run kata check again
status 1
out "starts the clock"

# Too soon, and the old file put back.
export KATA_NOW=2028-02-03T08:00
kata reset kahan --yes >/dev/null
export KATA_NOW=2028-02-03T08:10
own "my second one"
run kata check kahan
status 0
run kata check again
status 1
out "the last pass was less than 7 days before"

export KATA_NOW=2028-03-01T08:00
kata reset kahan --yes >/dev/null
run kata check again
status 1
out "the stub is back, and nothing has passed since"
kata undo kahan >/dev/null
export KATA_NOW=2028-03-01T08:01
sed -i 's/^/  /' $file
run kata check kahan
status 0
run kata check again
status 1
out "what passed is the text of attempt 2: begin again"

export KATA_NOW=2028-04-01T08:00
kata reset kahan --yes >/dev/null
cp $solution $file
run kata check kahan
status 0
run kata check again
status 1
out "what passed is the text of kata's solution"

export KATA_NOW=2028-05-01T08:00
kata reset kahan --yes >/dev/null
kata hint kahan >/dev/null
export KATA_NOW=2028-05-01T08:20
own "my third one"
run kata check kahan
status 0
run kata check again
status 1
out "you looked at 1 hint"

export KATA_NOW=2028-06-01T08:00
kata reset kahan --yes >/dev/null
export KATA_NOW=2028-06-01T08:31
own "my fourth one"
run kata check kahan
status 0
run kata check again
status 1
out "it took 31 minutes, of 30"

# One that is right is enough, also when later ones are not.
export KATA_NOW=2028-07-01T08:00
kata reset kahan --yes >/dev/null
export KATA_NOW=2028-07-01T08:25
own "my fifth one"
run kata check kahan
status 0
run kata check again
status 0
out "25 of 30 minutes"
export KATA_NOW=2028-07-01T09:00
kata reset kahan --yes >/dev/null
run kata check again
status 0
