# Following a track by the calendar: start, today, week, pace, pause, resume; a
# clock that is set, dates that do not exist, a track that changes under way.
. "$REGRESS/lib.sh"
export TZ=CET-1CEST,M3.5.0,M10.5.0/3 KATA_NOW=2027-03-22T08:00 # a Monday

run kata start toy --from 2027-02-29
status 2
err "there is no 2027-02-29"
err "--from 2027-02-28"
run kata start toy --from soon
status 2
err "is no date"
run kata start toy --from 9999-12-31
status 2
err "more than 20 years from today"
run kata start toy --pace 25h
status 2
run kata start toy --days mon,noday
status 2
run kata start toy
status 0
out "from Mon 22 March"

run kata today
status 0
out "on time"
out "Mon 22 open      week01/pass"
no_out "copy"
run kata today --json
json
same "$(field '$.today')" 2027-03-22
same "$(field '$.days_behind')" 0
same "$(field '$.next')" pass

# The clock goes forward in the night to the 28th: a day is still a day.
KATA_NOW=2027-03-28T23:30 run kata today
out "Sun 28 March"
out "3 days behind" # Monday, Tuesday and Wednesday are days of study
out "5 minutes more"
KATA_NOW=2027-04-28T08:00 run kata today
out "kata start toy --from 2027-"
KATA_NOW=2027-02-29T08:00 run kata today
status 5
err "KATA_NOW"

run kata pause --until 2027-03-22
status 2
err "not after today"
run kata pause
status 2
run kata pause --until 2027-04-05
status 0
out "Mon 5 April"
KATA_NOW=2027-04-04T12:00 run kata next
status 0
out "paused until Mon 5 April"
out "work/pass/pass.cu" # whoever asks gets it
KATA_NOW=2027-04-04T12:00 run kata today
no_out "week01/pass, 5 min"
KATA_NOW=2027-04-05T12:00 run kata today
out "on time"
run kata resume
out "Welcome back"
KATA_NOW=2027-04-05T12:00 run kata today
out "6 days behind"

run kata pace 30m --days tue,sun
status 0
out "30 minutes on tue,sun"
run kata week
status 0
out "week 1: First steps, Tue 23 March to "
out "Tue 23 open      week01/pass"
out "by estimates; your pace has 60 minutes"
run kata week 9
status 2
err "has no week 9"
run kata week 2
status 0
out "planned"
cp -r "$TOY" wide && chmod -R u+w wide
sed -i 's/week: 2/week: 2-4/' wide/curriculum/toy.yaml
KATA_ROOT=$PWD/wide run kata progress --week 3
status 0
out "Not there yet"
KATA_ROOT=$PWD/wide run kata progress --week 5
status 2
err "weeks 1 to 4"

# A track that loses an exercise, and one that is gone: the record stays.
cp -r "$TOY" mine
KATA_ROOT=$PWD/mine
record_pass pass
sed -i '/mon: \[pass\]/d' mine/curriculum/toy.yaml
run kata next
status 0
out "week01/copy"
run kata history pass
status 0
out "passed"
rm -r mine/exercises/basics/pass
run kata today
status 0
run kata progress
status 0
out "kept in your record: pass"
same "$(sql 'SELECT count(*) FROM attempt')" 1
mv mine/curriculum/toy.yaml mine/curriculum/toys.yaml
run kata next
status 2
err "the active track 'toy' is no longer there"
err "kata start TRACK, one of: toys"
mv mine/curriculum/toys.yaml mine/curriculum/toy.yaml
run kata today
status 0

# Another year is said: a pause over the turn of one.
KATA_NOW=2027-12-27T08:00 run kata pause --until 2028-02-29
out "until: Tue 29 February 2028"
KATA_NOW=2028-02-28T23:59 run kata today
out "paused until Tue 29 February."
KATA_NOW=2028-02-29T00:01 run kata today
no_out "paused"

# Prerequisites in a circle keep nobody, and lint says which.
rm -r mine "$KATA_DB"*
cp -r "$TOY" mine && chmod -R u+w mine
sed -i '/^kind:/a needs: [copy]' mine/exercises/basics/pass/exercise.yaml
run kata start toy --from 2027-03-22
out "first: week01/pass"
run kata week
out "open      week01/pass"
run kata lint
status 1
out "needs: go in a circle: copy -> pass -> copy"

# Days that are none, in the file of a track: each with its place and a day
# that is one; the learner goes on.
cat >>mine/curriculum/toy.yaml <<'YAML'
milestones:
  - {says: Done, by: 2027-02-29, requires: [pass]}
  - {says: Done, by: soon, requires: [pass]}
until: 2027-13-01
YAML
run kata lint
out "by: '2027-02-29' is no day of the calendar"
out "the last day of that month is 2027-02-28"
out "by: 'soon' is no time"
out "until: '2027-13-01' is no day of the calendar"
run kata next
status 0
err "kata lint"

# A clock that is centuries ahead gets an answer in a moment.
KATA_NOW=2300-01-01T08:00 timeout 20 "$KATA" today >far.txt || fail "no answer for 2300"
grep -q "days behind" far.txt || fail "nothing is said of the year 2300"
