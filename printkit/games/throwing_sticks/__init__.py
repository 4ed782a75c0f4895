"""What the games of throwing sticks share beyond their rules: printed odds, and how a game is narrated."""
