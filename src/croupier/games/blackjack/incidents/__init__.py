"""What goes wrong in blackjack rounds, a module for each: what is told, offered, decided, and made of the round."""
