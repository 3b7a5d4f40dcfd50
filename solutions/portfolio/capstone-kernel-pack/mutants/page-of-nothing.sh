# rejected by: case test documented: failed (a page has a function that was renamed)
sed -i "/^.int kp_layernorm(/s/kp_layernorm(/kp_layer_norm(/" docs/layernorm.md
git commit -qam x
