"""Players of Big Two, and the search, solvers and tables behind them."""
