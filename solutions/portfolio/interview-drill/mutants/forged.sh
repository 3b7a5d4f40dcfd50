# rejected by: case file README.md: forged (a time that the record does not have)
sed -i 's/128 us/98 us/' README.md
