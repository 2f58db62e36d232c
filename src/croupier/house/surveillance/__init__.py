"""What a casino must notice while its tables run: favourable wagers, who follows them, wrong cards, bad shuffles.

All functions are pure: rounds in (`seen`), alarms out (`watch`), live or afterwards. No clock, no store. Nothing in
here may be shown to a dealer or the pit, so that nobody can shuffle by the count.
"""
