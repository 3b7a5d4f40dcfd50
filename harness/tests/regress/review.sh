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
out "colours is the next, on Mon 5 April" # easy: two weeks

KATA_NOW=2027-04-05T08:00 run kata review
status 0
out "> colours"
out "recall 90 %"
out "next: kata quiz colours"
export KATA_NOW=2027-04-05T08:01
run kata quiz colours --answers six
status 1
no_out "reviewed"
run kata quiz colours --answers seven
status 0
out "reviewed: good. Again on"
same "$(sql 'SELECT grade FROM review')" 3
same "$(sql 'SELECT due - day > 14 FROM memory')" 1
run kata review
out "Nothing to review today"

# Gone: it comes back soon.
KATA_NOW=2028-02-29T08:00 run kata review --json
json
same "$(field '$.scheduler')" FSRS-4.5
same "$(field '$.reviews[0].exercise')" colours
KATA_NOW=2028-02-29T08:00 run kata review --give-up colours
status 0
out "reviewed: again. Again on"
same "$(sql 'SELECT lapses FROM memory')" 1
same "$(sql 'SELECT count(*) FROM review')" 2
sql 'DELETE FROM review' 2>/dev/null && fail "a review was deleted"

# A kernel begins from its stub again; the learner's own file stays.
mkdir -p work/pass
echo "// mine" >work/pass/pass.cu
record_pass pass
KATA_NOW=2028-03-01T08:00 run kata review
status 0
out "work/review/2028-03-01/pass/pass.cu"
cmp work/review/2028-03-01/pass/pass.cu "$TOY/exercises/basics/pass/pass.cu" ||
    fail "not the stub"
same "$(cat work/pass/pass.cu)" "// mine"
run kata review --give-up copy
status 2
err "not passed yet"
run kata review --minutes 0
status 2
