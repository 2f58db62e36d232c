"""The books: what the tables took in, won and should have won, by table, game, wager, dealer, shift and day."""
