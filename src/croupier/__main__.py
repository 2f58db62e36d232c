"""`python -m croupier` is the command line."""

from croupier.commands import main

main()
