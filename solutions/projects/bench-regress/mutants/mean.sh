# rejected by: case test disturbed: failed (four disturbed times of 200 move the mean)
sed -i 's/{ t\[NR\] = $1 } END { print t.* }/{ s += $1 } END { print s \/ NR }/' compare.sh
