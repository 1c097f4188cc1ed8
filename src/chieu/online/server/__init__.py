"""The server process: HTTP API, WebSocket, web pages, rate limits, logs and metrics."""
