"""What a user asks Youscout's laboratory for, one function each."""
