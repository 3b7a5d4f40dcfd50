# rejected by: case file STORY.md: forged (a time that the record does not have)
sed -i "s/140 us/90 us/g" STORY.md
git add -A && git commit -qm x
