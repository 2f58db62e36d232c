"""Live surveillance: follows the house's event log, and reports to surveillance alone.

`seeing` turns a table's events into the input of `house/surveillance`, `follower` evaluates it after every round,
`process` runs that in a process of its own, and `lookout` is the house's end of it: current pictures and stored alarms.
"""
