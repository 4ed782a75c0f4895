"""What a user asks of Youscout's laboratory, one function a wish."""
