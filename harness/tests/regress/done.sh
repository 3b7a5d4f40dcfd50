# Readings: ticked off with a word of evidence, shown as the learner's word and
# never as checked, and taken back.
. "$REGRESS/lib.sh"
export TZ=UTC KATA_NOW=2027-03-24T08:00
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
run kata done
status 2
err "kata start"
kata start toy --from 2027-03-22 >/dev/null

run kata week
out "week01/reading: Why a warp"
run kata done
status 2
err "what did you take from it"
err "kata done week01/reading --note"
run kata done week01/reading --note "read it"
status 2
err "is too short; write one sentence"
run kata done week01/reading2 --note "one line is four sectors"
status 2
err "has no reading 'week01/reading2'"
err "there are: week01/reading"
run kata done pass --note "I am sure that it works"
status 2
err "'pass' is checked, not taken on your word"
err "kata check pass"
run kata undo week01/reading
status 2
err "nothing to undo"

run kata done reading --note "one line of 128 bytes is four sectors"
status 0
out "on your word"
out "kata undo week01/reading"
run kata week
out "read      week01/reading"
run kata progress --week 1
out "attested  Why a warp"
out "four sectors"
run kata progress
out "readings: 1 of 1, on your word"
run kata progress --json
json
same "$(field '$.read')" 1
same "$(field '$.passed')" 0 # it is no pass
run kata log
page=$(cat stdout.txt)
grep -qF "read: Why a warp" "$page" || fail "not in the notebook"
run kata log
same "$(grep -c "read: Why a warp" "$page")" 1
run kata done
status 2
err "every reading of toy is done"

# Its words change: it is asked for again, and nothing is lost.
sed -i 's/128 bytes/128 B/' root/curriculum/toy.yaml
run kata progress
out "1 reading that you did is changed since"
out "readings: 0 of 1"
sed -i 's/128 B/128 bytes/' root/curriculum/toy.yaml
run kata progress
no_out "changed since"

run kata undo week01/reading
status 0
run kata week
out "reading   week01/reading"
same "$(sql 'SELECT count(*) FROM attested')" 1 # kept, and marked
sql 'DELETE FROM attested' 2>/dev/null && fail "it was deleted"

# A reading with a quiz is ticked off by the quiz.
mkdir -p root/exercises/basics/warps
cat >root/exercises/basics/warps/exercise.yaml <<'YAML'
format: 1
title: Warps
kind: quiz
blurb: Know your warps.
questions:
  - {ask: How many threads?, answer: 32, why: by design}
hints: [Look up.]
YAML
echo "# Warps" >root/exercises/basics/warps/README.md
sed -i 's/bytes at once"/bytes at once", quiz: warps/' root/curriculum/toy.yaml
run kata progress
out "0/3 passed" # the quiz is one of them
out "todo      warps: Why a warp"
echo 32 >answers
run kata quiz warps --answers answers
status 0
run kata progress --week 1
out "passed    warps: Why a warp"
run kata done week01/reading --note "one line of 128 bytes is four sectors"
status 2
err "passing it ticks it off"
err "kata quiz"
