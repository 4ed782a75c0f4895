"""What is cut out and put together beside cards: tokens, standees, sticks and boxes."""
