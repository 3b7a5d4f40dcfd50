// The row sums that passed.
