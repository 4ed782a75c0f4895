"""From card to scene: a kit and a card come in, a drawing with every position decided goes out."""
