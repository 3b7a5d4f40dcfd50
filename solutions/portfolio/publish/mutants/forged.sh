# rejected by: case file README.md: forged (a time that the record does not have)
sed -i 's/147 us/97 us/g' README.md
git commit -qam x
