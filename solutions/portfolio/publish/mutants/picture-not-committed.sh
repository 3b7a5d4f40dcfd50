# rejected by: case test pictures: failed (the picture is on the author's disk)
git rm -q --cached transpose/times.svg
git commit -qm x
