# What stands beside the items of the days: questions of every week, extras,
# habits, deliverables; and what waits for another machine.
. "$REGRESS/lib.sh"
export TZ=UTC
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
mkdir -p bin root/exercises/basics/mood
cat >root/exercises/basics/mood/exercise.yaml <<'YAML'
format: 1
title: This week
kind: self-assessment
blurb: How it goes.
minutes: 5
questions:
  - {id: sure, ask: How sure are you?, rate: [1, 5]}
hints: [Be honest.]
YAML
echo "# This week" >root/exercises/basics/mood/README.md
cat >>root/curriculum/toy.yaml <<'YAML'
weekly: [mood]
habits:
  - {every: day, by: you, minutes: 20, says: Read some}
  - {every: week, by: you, says: Break something}
  - {every: exercise, by: kata, says: Odd sizes}
YAML
sed -i 's/extras: .*/extras: [copy]/; /tue:/d; /- copy:/d' \
    root/curriculum/toy.yaml
run kata lint
status 0

# Monday to Wednesday are days of study: Wednesday asks.
KATA_NOW=2027-03-22T08:00 run kata start toy
KATA_NOW=2027-03-22T08:00 run kata today
no_out "mood"
out "Read some (20 min)"
KATA_NOW=2027-03-22T08:00 run kata week
out "every week       mood, 5 min"
out "this week        Break something"
no_out "Odd sizes"
KATA_NOW=2027-03-24T08:00 run kata today
out "every week       mood, 5 min"
KATA_NOW=2027-03-24T08:00 run kata today --json
json
same "$(field '$.every_week[0].place')" open
KATA_NOW=2027-03-24T08:00 run kata next
out "asked every week"
out "kata quiz mood"
echo "2, I know little of all this yet" >little
echo "4, much of it has become clear by now" >more
KATA_NOW=2027-03-25T08:00 run kata quiz mood --answers little
status 0
KATA_NOW=2027-03-26T08:00 run kata next
out "week01/pass" # the week has had its questions
KATA_NOW=2027-03-29T08:00 run kata week
out "every week       mood, 5 min"
KATA_NOW=2027-03-31T08:00 run kata next
out "asked every week"
KATA_NOW=2027-03-31T08:00 run kata quiz mood --answers more
out "Since 2027-03-25"
out "2 4"
KATA_NOW=2027-04-04T08:00 run kata week
out "answered; again after"
# Not in a pause.
KATA_NOW=2027-04-05T08:00 run kata pause --until 2027-04-12
KATA_NOW=2027-04-07T08:00 run kata next
no_out "asked every week"
KATA_NOW=2027-04-07T08:00 run kata resume

# The notebook has a box for each habit of the day.
KATA_NOW=2027-03-29T08:00 run kata log
grep -qF -- "- [ ] Read some" "$(cat stdout.txt)" || fail "no box"

# What needs a tool that is not here is not offered, and is named; the rest
# goes on. It comes back with the tool.
have=$PATH
command -v nsys >/dev/null && skip "SKIPPED LOUDLY: nsys is on PATH"
sed -i '/^kind:/a machine: [nsys]' root/exercises/basics/pass/exercise.yaml
sed -i 's/mon: .*/mon: [pass, copy]/; /^extras/d' root/curriculum/toy.yaml
KATA_NOW=2027-03-30T08:00 run kata next
status 0
out "week01/copy"
out "1 item for another machine"
KATA_NOW=2027-03-30T08:00 run kata today
out "Waiting for what this machine lacks"
out "pass needs Nsight Systems"
KATA_NOW=2027-03-30T08:00 run kata week 1
out "not here"
KATA_NOW=2027-03-30T08:00 run kata next pass
status 0
out "lacks what it needs (Nsight Systems)"
run kata skip copy
KATA_NOW=2027-03-30T08:00 run kata next
out "Toy track is done but for 1 that cannot be done here"
out "pass needs Nsight Systems"
no_out "asked every week"
KATA_NOW=2027-03-30T08:00 run kata progress
out "done but for 1"
printf '#!/bin/sh\n' >bin/nsys && chmod +x bin/nsys
PATH=$PWD/bin:$have
KATA_NOW=2027-03-30T08:00 run kata next
out "week01/pass"
PATH=$have
# What was passed elsewhere stays passed.
record_pass pass
KATA_NOW=2027-03-30T08:00 run kata week 1
no_out "not here"
sed -i 's/\[nsys\]/[nsis]/' root/exercises/basics/pass/exercise.yaml
run kata lint
out "'nsis' is no machine"
