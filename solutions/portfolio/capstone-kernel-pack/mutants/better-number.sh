# rejected by: case file STORY.md: other-number (the citation is right, the number beside it is better)
sed -i "s/| 148 us \[/| 98 us [/" STORY.md
git commit -qam x
