"""The server: the house over HTTP and WebSocket.

It finds out who asks and whether the message makes sense; the house decides.
"""
