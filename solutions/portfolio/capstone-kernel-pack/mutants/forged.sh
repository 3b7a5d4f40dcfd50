# rejected by: case file STORY.md: forged (a time that the record does not have)
sed -i "s/151 us/91 us/g" STORY.md
git commit -qam x
