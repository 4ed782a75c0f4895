"""Tables on a screen: things with a place, words and a drawing of their own."""
