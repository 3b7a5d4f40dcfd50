# rejected by: case file end_to_end/transformer_block/README.md: uncited (the attempt is of another kernel)
sed -i "s/\[attempt 7[^]]*\]/[attempt 3: triton-softmax 131 us, 4010 GB\/s, H200]/" end_to_end/transformer_block/README.md
