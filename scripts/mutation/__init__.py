"""Small changes of rules code and printed numbers, and whether a test marked with the rule notices."""
