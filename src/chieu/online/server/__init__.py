"""The house on the network: HTTP and WebSocket, pages, limits, and what running it takes."""
