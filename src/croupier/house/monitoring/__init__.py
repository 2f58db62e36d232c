"""Surveillance at work: the record of the house followed as it grows, and what it shows told to surveillance alone.

`seeing` makes what surveillance is handed out of a table's events, `follower` asks it after every round, `process` does
that in a process of its own, and `lookout` is the house's end of it: what is known now, and the alarms, kept.
"""
