# A project's hidden tests, what is committed of it, and numbers with citations.
. "$REGRESS/lib.sh"
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
at=root/exercises/basics/tool sol=root/solutions/basics/tool
mkdir -p $at $sol
cat >$at/exercise.yaml <<'YAML'
format: 1
title: A tool
kind: project
blurb: Commit it.
checks:
  - {file: README.md, numbers: true, say: "Cite"}
  - {clone: true, say: "Commit"}
  - {test: adds, seconds: 20, say: "Add"}
  - {test: other, seconds: 20}
hints: [Begin.]
YAML
echo "# A tool" >$at/README.md
run kata lint tool
status 1
out "tests.sh is missing, and a test: calls it"
sed -i 's/{clone: true/{clone: true, file: x/' $at/exercise.yaml
run kata lint tool
out "a check is file:, run:, test:, clone: or drill:, and only one of them"
sed -i 's/, file: x//' $at/exercise.yaml
cat >$sol/tests.sh <<'SH'
[ "$2" -ge 0 ] || { echo "no seed"; exit 1; }
case $1 in
adds) [ "$(sh add.sh 2 3)" = 5 ] || { echo "2 and 3 is $(sh add.sh 2 3)"; exit 1; } ;;
*) echo "$1 it is" ;;
esac
SH
kata start toy >/dev/null
record_pass copy x 412.0
kata next tool >/dev/null
cd work/tool
echo 'It takes 412 us [attempt 1: copy 412 us, H200].' >README.md
echo 'echo $(($1 + $2))' >add.sh
cd ../..
run kata check tool
status 1
out "it is no git repository: \`git init\`, then commit your files. Commit"

cd work/tool
git init -q
git config user.name k
git config user.email k@localhost
git add README.md
git commit -qm one
cd ../..
run kata check tool
status 1
out "test adds"
out "2 and 3 is"
no_out "exit status"
cd work/tool
git add -A
git commit -qm two
cd ../..
run kata check tool
status 0
out "PASS: 4 of 4 checks"

# Only what is committed counts, and kata's script is nowhere in the folder.
echo 'echo 6' >work/tool/add.sh
run kata check tool
status 0
git -C work/tool commit -qam three
run kata check tool
status 1
out "2 and 3 is 6. Add"

sed -i 's/takes 412 us/takes 300 us/' work/tool/README.md
run kata check tool
status 1
out "'300 us' is no number of the citation in its paragraph"
sed -i 's/, H200//; s/300/412/' work/tool/README.md
run kata check tool
status 1
out "does not name its machine"
sed -i 's/ \[.*\]//' work/tool/README.md
run kata check tool
status 1
out "no attempt is cited in the paragraph of '412 us'"
