# Spaced repetition: what was passed comes back when it is nearly forgotten;
# the pass of a review closes it and its grade decides when it comes again.
. "$REGRESS/lib.sh"
export TZ=UTC KATA_NOW=2027-03-22T08:00
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
at=root/exercises/basics/colours
mkdir -p $at
cat >$at/exercise.yaml <<'YAML'
format: 1
title: Colours
kind: quiz
blurb: Know your colours.
minutes: 6
questions:
  - {ask: How many are there?, answer: 7, why: by convention}
hints: [Look up.]
YAML
echo "# Colours" >$at/README.md
kata start toy >/dev/null
echo 7 >seven
echo 6 >six

run kata review
status 0
out "Nothing to review yet"
run kata quiz colours --answers six
status 1
run kata quiz colours --answers seven
status 0
no_out "reviewed" # that was the first time
run kata review
out "colours/q1 is the next, on Mon 5 April" # easy: two weeks
run kata review --ask
out "No question is due"

KATA_NOW=2027-04-05T08:00 run kata review
status 0
out "1 question, about 2 min"
out "colours/q1"
out "recall 90 %"
out "next: kata review --ask"
export KATA_NOW=2027-04-05T08:01
echo 7 | run kata review --ask
status 0
out "How many are there?"
out "1 answered, 1 right"
same "$(sql 'SELECT exercise, grade FROM review')" "colours/q1|3"
same "$(sql "SELECT due - day > 14 FROM memory WHERE exercise = 'colours/q1'")" 1
same "$(sql 'SELECT count(*) FROM attempt')" 2 # a review is no attempt
run kata review
out "Nothing to review today"

# All of the quiz again, when it is due, is a review of each question.
export KATA_NOW=2028-02-29T08:00
run kata quiz colours --answers six
status 1
out "reviewed: 1 question, 0 right"
run kata quiz colours --answers seven # the same day shows nothing new
no_out "reviewed"
same "$(sql 'SELECT lapses FROM memory')" 1

# An empty line leaves a question open; the end of the input stops.
KATA_NOW=2029-01-01T08:00 run kata review --json
json
same "$(field '$.scheduler')" FSRS-4.5
same "$(field '$.reviews[0].exercise')" colours
same "$(field '$.reviews[0].question')" q1
export KATA_NOW=2029-01-01T08:00
echo | run kata review --ask
out "0 answered"
run kata review --ask </dev/null
out "0 answered"
printf 'lots\n6\n' >said
run kata review --ask --json <said
json
err "once more?"
same "$(field '$.right')" 0
same "$(sql 'SELECT count(*) FROM review')" 3
KATA_NOW=2029-06-01T08:00 run kata review --give-up colours
status 0
out "1 question, again soon"
same "$(sql 'SELECT count(*) FROM review')" 4
sql 'DELETE FROM review' 2>/dev/null && fail "a review was deleted"

# A kernel begins from its stub again; the learner's own file stays.
mkdir -p work/pass
echo "// mine" >work/pass/pass.cu
record_pass pass
KATA_NOW=2029-06-01T08:00 run kata review
status 0
out "work/review/2029-06-01/pass/pass.cu"
cmp work/review/2029-06-01/pass/pass.cu "$TOY/exercises/basics/pass/pass.cu" ||
    fail "not the stub"
same "$(cat work/pass/pass.cu)" "// mine"
# A session of N minutes takes no longer; what is due beside it is told.
sed -i 's/^minutes:.*//' root/exercises/basics/pass/exercise.yaml
echo "minutes: 60" >>root/exercises/basics/pass/exercise.yaml
KATA_NOW=2029-06-01T08:00 run kata review --minutes 15
status 0
no_out "From scratch, about"
out "takes about 60 min:"
KATA_NOW=2029-06-01T08:00 run kata review --minutes 70
out "From scratch, about 60 min"
no_out "as well"
KATA_NOW=2029-06-01T08:00 run kata review
out "From scratch, about 60 min"
run kata review --give-up copy
status 2
err "not passed yet"
run kata review --minutes 0
status 2

# What was wrong in a quiz that passed was not known: it comes first.
at=root/exercises/basics/shapes
mkdir -p $at
cat >$at/exercise.yaml <<'YAML'
format: 1
title: Shapes
kind: quiz
blurb: Know your shapes.
minutes: 5
teaches: [coalescing]
pass: 80%
questions:
  - {id: sides, ask: Sides of a square?, answer: 4, why: count}
  - {id: tri, ask: Sides of a triangle?, answer: 3, why: count}
  - {id: penta, ask: Sides of a pentagon?, answer: 5, why: count}
  - {id: hexa, ask: Sides of a hexagon?, answer: 6, why: count}
  - {id: hepta, ask: Sides of a heptagon?, answer: 7, why: count}
hints: [Count.]
YAML
echo "# Shapes" >$at/README.md
export KATA_NOW=2029-07-02T08:00
kata next shapes >/dev/null
sheet=$(find work -name shapes.md)
# Each question has its own answer, whatever the order of the sheet.
awk '/square/ {v = 4} /triangle/ {v = 3} /pentagon/ {v = 5} /hexagon/ {v = 99}
     /heptagon/ {v = 7} /^answer:/ {print "answer: " v; next} {print}' \
    "$sheet" >filled && cp filled "$sheet"
run kata check shapes
status 0
KATA_NOW=2029-07-04T08:00 run kata review --json
json
out '"shapes","question":"hexa"'
no_out "sides"

# The daily bank has its share: its exercises, and the questions that teach
# the same. What only the bank has is offered as soon as it can be done.
run kata review
no_out "daily bank"
sed -i 's/^extras: .*/daily: [pass, copy]/' root/curriculum/toy.yaml
sed -i 's/^      - copy: .*/      - pass/' root/curriculum/toy.yaml
KATA_NOW=2029-08-20T08:00 run kata review --minutes 60
status 0
out "shapes/sides"
out "new, daily bank"
