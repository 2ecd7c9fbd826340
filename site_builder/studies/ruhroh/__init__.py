"""What follows from the samples of one campaign: cohorts, comparisons, reviews, a verdict. Pure."""
