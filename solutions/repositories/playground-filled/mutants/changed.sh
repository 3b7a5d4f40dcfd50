# rejected by: case file end_to_end/transformer_block/*.cu: not-passed (changed after it had passed)
echo "// faster, I think" >>end_to_end/transformer_block/tiny-gpt.cu
