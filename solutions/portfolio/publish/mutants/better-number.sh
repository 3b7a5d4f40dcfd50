# rejected by: case file README.md: other-number (the citation is right, the number beside it is better)
sed -i 's/| 148 us \[/| 98 us [/' README.md
git commit -qam x
