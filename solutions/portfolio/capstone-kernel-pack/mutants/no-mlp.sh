# rejected by: case file STORY.md: uncited (one of three kernels is left out)
sed -i "/^| MLP/d" STORY.md
make -s plots; git commit -qam x
