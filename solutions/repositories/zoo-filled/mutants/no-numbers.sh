# rejected by: case file *results.json: missing-text (a result that was never timed)
sed -i "s/median_us/once_us/" ml_ops/softmax/*results.json
