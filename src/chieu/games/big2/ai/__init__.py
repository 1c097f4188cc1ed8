"""Bots for Big Two, and the search, solvers and learned weights behind them."""
