"""The server: the house over HTTP and WebSocket.

It authenticates and validates requests; the house decides about them.
"""
