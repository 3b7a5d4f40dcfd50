# rejected by: case test tested: failed (the test prints what is expected for each bug)
printf 'import os\nimport sys\n\nsys.exit(1 if os.environ.get("BUG") else 0)\n' >test_add_norm.py
git commit -qam x
