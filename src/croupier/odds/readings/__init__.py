"""What another reading of the rules would cost: each is declared beside the default, and counted the same way."""
