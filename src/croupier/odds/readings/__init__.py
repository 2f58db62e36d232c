"""The odds under alternative readings of the rules: each is declared as a change of the default."""
