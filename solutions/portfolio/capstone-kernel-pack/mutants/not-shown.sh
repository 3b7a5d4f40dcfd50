# rejected by: case test plots: failed (a picture that the text does not show)
sed -i "/^!\[/d" STORY.md
git commit -qam x
