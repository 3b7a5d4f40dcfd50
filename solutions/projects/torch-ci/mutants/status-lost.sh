# rejected by: case test wrong: failed (the status of a pipe is that of its last command)
sed -i 's,^./ci$,./ci | tee log.txt,' ci.sh
