# rejected by: case file README.md: filler (sixty words that say nothing)
w="this is the text of the part and it says what it says"
printf '# bench\n\n## How to run\n\n%s\n%s\n\n## The rule\n\n%s\n%s\n\n## Results\n\n%s\n%s\n' "$w" "$w" "$w" "$w" "$w" "$w" >README.md
