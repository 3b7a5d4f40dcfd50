# rejected by: case file end_to_end/transformer_block/README.md: uncited (right, on its word)
sed -i "s/\[attempt 7[^]]*\]/as it should be/" end_to_end/transformer_block/README.md
