// What is right.
