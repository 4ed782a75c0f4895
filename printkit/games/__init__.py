"""Rules of games as pure values: in go actions, out come states; nothing here draws, prints or rolls dice."""
