# rejected by: case file README.md: missing-text (the status of the first week)
sed -i "/torch-backend/d" README.md
