"""Bots for Niu Niu, and the opponent model and solved auctions behind them."""
