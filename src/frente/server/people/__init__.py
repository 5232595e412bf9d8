"""People and what they have to do with one another, round the games. Without an account nobody notices any of it."""
