# A quiz: asked line by line, its reasons told, in a new order each time.
. "$REGRESS/lib.sh"
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
at=root/exercises/basics/colours
mkdir -p $at
cat >$at/exercise.yaml <<'YAML'
format: 1
title: Colours
kind: quiz
blurb: Know your colours.
questions:
  - ask: Which of these is a colour?
    options:
      - {right: red, why: red is one}
      - {wrong: up, why: up is a direction}
      - {wrong: loud, why: loud is a volume}
  - {ask: How many are there?, answer: 7, why: by convention}
  - ask: In the order of the rainbow?
    order: [red, green, blue]
    why: by wavelength
  - {ask: Is grey one?, words: ["yes", "no"], answer: 1, why: it has no hue}
  - ask: Which is loud?
    options:
      - {right: "`a drum`", why: so it is}
      - {wrong: a cloud, why: clouds are silent}
hints: [Look up.]
YAML
echo "# Colours" >$at/README.md
kata start toy >/dev/null

# Options may be answered with their text. Each answer counts: a line of a
# syllabus may be the matter of one question alone.
printf 'red\n7\n\nno\na drum\n' >answers
run kata quiz colours --answers answers
status 1 # one is not answered
out "4 of 5 right, 1 not answered yet"
out "red is one"
sed -i '3s/.*/a b/' answers
run kata quiz colours --answers answers
status 1
out "4 of 5 right"
out "give all 3 letters"
for order in "a b c" "a c b" "b a c" "b c a" "c a b" "c b a"; do
    sed -i "3s/.*/$order/" answers
    run kata quiz colours --answers answers --no-record
    grep -q "PASS: 5" stdout.txt && break
done
out "PASS: 5 of 5 right"

# How numbers are written stands over a quiz that asks for one.
grep -q "13 + 4\*72" work/colours/colours.md || fail "numbers are not told of"
letters=root/exercises/basics/letters
cp -r $at $letters
sed -i '/^  - {ask: How many/d' $letters/exercise.yaml
kata quiz letters </dev/null >/dev/null
! grep -q "4\*72" work/letters/letters.md || fail "no question wants a number"

# Left before its end, by q or at the end of the input: no failure in the record,
# what was said is kept, and the next quiz asks for the rest in the same order.
tries() { sql "SELECT count(*) FROM attempt WHERE exercise = 'colours'"; }
before=$(tries)
printf 'up\n6\n' >short
run kata quiz colours <short
status 1
out "Enter skips a question, q leaves."
out "Which of these is a colour?"
out "up is a direction"
out "one off"
out "You left with 2 of 5 answered. Nothing is recorded"
no_out "FAIL"
grep -q "answer (one letter): up" work/colours/colours.md || fail "not kept"
same "$(tries)" "$before"
grep -- '- [abc])' work/colours/colours.md >order
run kata quiz colours < <(printf '?\nq\n')
status 1
out "You answered 2 of 5 before you left; these are open."
out "Enter skips a question, q leaves.: once more?"
no_out "Which of these is a colour?"
out "You left with 2 of 5 answered"
grep -- '- [abc])' work/colours/colours.md | cmp - order || fail "another order"
run kata quiz colours < <(printf '\nno\n`a drum`\n')
status 1
out "2 of 5 right, 1 not answered yet"
same "$(tries)" $((before + 1))
run kata quiz colours < <(printf 'q\n')
out "Which of these is a colour?"
out "You left before the first answer. Nothing is recorded."
same "$(tries)" $((before + 1))

run kata quiz colours --json <short
status 1
json
same "$(field '$.rows[0].said')" up
kata reset colours --yes >/dev/null

# What is no option is asked for again, and so is not an answer.
printf 'z\ny\nred\n\n\n\n\n' >again
run kata quiz colours <again
status 1
out "the answer is one of a to c: once more?"
out "red is one"
out "1 of 5 right"
grep -q "answer (one letter): red" work/colours/colours.md || fail "not kept"

# The reason comes right after the answer, before the next question.
run kata quiz colours <again
sed -n '/^2 of 5/q;p' stdout.txt >first
grep -q "red is one" first || fail "no reason before the second question"

# The order differs from run to run; the file stays the one that is judged.
first=$(kata quiz colours </dev/null | grep -- '- a)' | head -1)
for i in 1 2 3 4 5 6 7 8; do
    again=$(kata quiz colours </dev/null | grep -- '- a)' | head -1)
    [ "$again" != "$first" ] && break
done
[ "$again" != "$first" ] || fail "never shuffled"
run kata check colours
out "0 of 5 right, 5 not answered yet"

run kata quiz copy
status 2
err "has no questions"
err "colours"
run kata verify colours
status 0
out "is wrong"
